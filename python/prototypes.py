"""Reads the prototypes of include/boardcover.h for ctypes, so that Python has no copy of the header.

    prototypes.py HEADER > _prototypes.py

The header declares only functions of numbers, texts, pointers to opaque types and callbacks, and
enumerations; anything else is an error here.
"""
import re
import sys

TYPES = {
    "void": "None", "bool": "c_bool", "int": "c_int", "unsigned": "c_uint", "double": "c_double",
    "size_t": "c_size_t", "uint32_t": "c_uint32", "uint64_t": "c_uint64", "int32_t": "c_int32",
    "bcov_status": "c_int", "bcov_style": "c_int",
}
START = '''"""Prototypes of libboardcover; generated from boardcover.h by prototypes.py."""
from ctypes import (CFUNCTYPE, POINTER, c_bool, c_char_p, c_double, c_int, c_int32, c_size_t, c_uint, c_uint32,
                    c_uint64, c_void_p)

'''


def without_comments(text):
    text = re.sub(r"/\*.*?\*/", " ", text, flags=re.S)
    return re.sub(r"^#.*?(?<!\\)\n", "", text, flags=re.M)


def type_of(words, callbacks):
    """The ctypes type of a C type such as `const char *`."""
    words = re.sub(r"\bconst\b", " ", words).replace("*", " * ").split()
    name, stars = words[0], words.count("*")
    if name in callbacks and stars == 1:
        return name
    if stars == 0:
        return TYPES[name]
    if name == "char":
        return {1: "c_char_p", 2: "POINTER (c_void_p)"}[stars].replace(" (", "(")
    if name in TYPES and name != "void":
        return f"POINTER({TYPES[name]})" if stars == 1 else "c_void_p"
    return "c_void_p" if stars == 1 else "POINTER(c_void_p)"


def arguments(text, callbacks):
    if text.strip() == "void":
        return []
    return [type_of(re.sub(r"\b\w+$", "", part.strip()) if re.search(r"[ *]\w+$", part.strip()) else part,
                    callbacks) for part in text.split(",")]


def prototypes(header):
    code = without_comments(header)
    callbacks, out, functions = [], "", []
    for match in re.finditer(r"typedef bcov_status (\w+) \(([^)]*)\);", code):
        out += f"{match[1]} = CFUNCTYPE(c_int, {', '.join(arguments(match[2], callbacks))})\n"
        callbacks.append(match[1])
    out += "\n"
    for match in re.finditer(r"enum \{([^}]*)\}", code):
        value = -1
        for entry in filter(None, (part.strip() for part in match[1].split(","))):
            name, _, said = (part.strip() for part in entry.partition("="))
            value = eval(said, {"__builtins__": {}}) if said else value + 1  # numbers and shifts
            out += f"{name.removeprefix('BCOV_')} = {value}\n"
    for match in re.finditer(r"BCOV_API ([^;(]*?)(\w+) \(([^)]*)\)\s*;", code):
        functions.append((match[2], type_of(match[1], callbacks), arguments(match[3], callbacks)))
    if len(functions) != code.count("BCOV_API "):
        raise SystemExit("prototypes.py: some declaration of the header is not understood")
    out += "\nFUNCTIONS = {\n"
    for name, result, given in functions:
        out += f"    {name!r}: ({result}, ({', '.join(given)}{',' if given else ''})),\n"
    return START + out + "}\n"


if __name__ == "__main__":
    with open(sys.argv[1], encoding="utf-8") as file:
        print(prototypes(file.read()), end="")
