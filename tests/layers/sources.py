"""Reads the C sources of a tree as folders, modules, includes, symbols, types and functions.

The name of a *folder* starts below src/: `engine`, `engine/dense`; folders of programs keep the first
word: `programs/web`, `programs/web/http`.  A *module* consists of the .c and the .h file with the same
stem in one folder, or of one of them.

The parser relies on the format of clang-format: a function is the only thing whose brace stands alone
at column 0.
"""
import collections
import functools
import pathlib
import re

COMMENT_OR_TEXT = re.compile(r'/\*.*?\*/|//[^\n]*|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'', re.S)
ATTRIBUTE = re.compile(r"__attribute__\s*\(\((?:[^()]|\([^()]*\))*\)\)")
NAME = re.compile(r"(?<![\w.])(?<!->)[A-Za-z_]\w*")
OPEN_HEADER = "boardcover.h"  # any file may include it

Function = collections.namedtuple("Function", "name line length external body")


def without_comments(text):
    """TEXT with comments, strings and character constants replaced by spaces."""
    return COMMENT_OR_TEXT.sub(lambda found: re.sub(r"[^\n]", " ", found.group()), text)


class File:
    """A source file, parsed on demand."""

    def __init__(self, root, path):
        self.path = path
        self.name = str(path.relative_to(root))
        self.suffix, self.stem = path.suffix, path.stem
        parts = path.relative_to(root).parts[:-1]
        self.folder = "/".join(parts[1:] if parts[0] == "src" else parts)
        self.text = path.read_text(encoding="utf-8")

    @property
    def module(self):
        return self.folder, self.stem

    @property
    def lines(self):
        return self.text.count("\n")

    @functools.cached_property
    def code(self):
        return without_comments(self.text)

    @property
    def code_lines(self):
        return sum(1 for line in self.code.splitlines() if line.strip())

    @functools.cached_property
    def includes(self):
        """(line number, name) of every #include "..."."""
        return [(number, found.group(1)) for number, line in enumerate(self.text.splitlines(), 1)
                if (found := re.match(r'\s*#\s*include\s*"([^"]+)"', line))]

    @functools.cached_property
    def system_includes(self):
        """(line number, name) of every #include <...>."""
        return [(number, found.group(1)) for number, line in enumerate(self.text.splitlines(), 1)
                if (found := re.match(r"\s*#\s*include\s*<([^>]+)>", line))]

    @functools.cached_property
    def functions(self):
        """The functions defined in this file; lines count from the head to the last brace."""
        lines, found = self.code.splitlines(), []
        for number, line in enumerate(lines):
            if line.rstrip() != "{":
                continue
            first = number
            while first and re.match(r"[^\s#}]|\s+\S", lines[first - 1]) and \
                    not lines[first - 1].rstrip().endswith((";", "}", "\\")):
                first -= 1
            last = next((k for k in range(number, len(lines)) if lines[k].startswith("}")),
                        len(lines) - 1)
            head = ATTRIBUTE.sub("", " ".join(lines[first:number]))
            name = re.search(r"(\w+)\s*\(", head)
            if name:
                found.append(Function(name.group(1), first + 1, last - first + 1,
                                      not re.search(r"\bstatic\b", head),
                                      "\n".join(lines[number:last + 1])))
        return found

    @functools.cached_property
    def externals(self):
        """The external functions and variables that this .c file defines.  In the library their names
        start with bcov_; a macro makes the others static."""
        if self.suffix != ".c":
            return set()
        names = {function.name for function in self.functions if function.external}
        for line in self.code.splitlines():
            found = re.match(r"(?!static\b|typedef\b|extern\b|return\b|(?:struct|union|enum)\s+\w+\s*[;{])"
                             r"[A-Za-z_][\w\s*]*?[\s*](\w+)\s*(?:\[[^\]]*\]\s*)*(?:=|;)", line)
            if found:
                names.add(found.group(1))
        library = not self.folder.startswith("programs")
        return {name for name in names if name.startswith("bcov_")} if library else names

    @functools.cached_property
    def uses(self):
        """The identifiers that this file uses.  In a header only function bodies and macros count,
        because a declaration uses nothing."""
        if self.suffix == ".c":
            return set(NAME.findall(self.code)) - {f.name for f in self.functions}
        macros = re.findall(r"^[ \t]*#[ \t]*define(?:.*\\\n)*.*", self.code, re.M)
        bodies = [function.body for function in self.functions]
        return set(NAME.findall("\n".join(macros + bodies)))

    @functools.cached_property
    def types(self):
        """The names of the types defined in this file; `typedef struct x x;` defines none."""
        plain = re.sub(r"^[ \t]*#(?:.*\\\n)*.*", "", ATTRIBUTE.sub("", self.code), flags=re.M)
        names = set(re.findall(r"\b(?:struct|union|enum)\s+(\w+)\s*\{", plain))
        for found in re.finditer(r"^typedef\b", plain, re.M):
            said = statement(plain, found.end())
            name = typedef_name(said)
            if name and not re.fullmatch(rf"\s*(?:struct|union|enum)\s+{name}\s+{name}\s*", said):
                names.add(name)
        return names

    @property
    def assertions(self):
        return len(re.findall(r"\b(?:assert|static_assert|_Static_assert)\s*\(", self.code))


def statement(text, begin):
    """TEXT from BEGIN up to the first semicolon outside braces, without any {...}."""
    depth, said = 0, []
    for letter in text[begin:]:
        if letter == ";" and not depth:
            break
        depth += (letter == "{") - (letter == "}")
        if not depth:
            said.append(" " if letter == "}" else letter)
    return "".join(said)


def typedef_name(said):
    """The name that `typedef SAID;` defines."""
    pointer = re.search(r"\(\s*\*\s*(\w+)", said)
    function = re.search(r"(\w+)\s*\([^()]*(?:\([^()]*\)[^()]*)*\)\s*$", said)
    plain = re.search(r"(\w+)\s*(?:\[[^\]]*\]\s*)*$", said)
    found = pointer or function or plain
    return found.group(1) if found else None


class Tree:
    """All sources below ROOT: src/, programs/, and the types of include/."""

    def __init__(self, root):
        self.root = pathlib.Path(root)
        found = [path for top in ("src", "programs") for path in self.root.glob(f"{top}/**/*.[ch]")]
        self.files = [File(self.root, path) for path in sorted(found)]
        self.public = [File(self.root, path) for path in sorted(self.root.glob("include/*.h"))]
        self.at = {file.path: file for file in self.files + self.public}
        self.modules = collections.defaultdict(list)
        for file in self.files:
            self.modules[file.module].append(file)
        self.folders = collections.defaultdict(list)
        for folder, stem in self.modules:
            self.folders[folder].append(stem)

    def resolve(self, file, name):
        """The file that FILE means by #include "NAME"; None if there is none.  In the library,
        names are relative to src/ or, without a slash, to the folder of FILE; in a program, they are
        relative to its own folder or one above it, up to programs/."""
        if file.folder.startswith("programs"):
            folders = [folder for folder in file.path.parents
                       if folder.is_relative_to(self.root / "programs")]
        else:
            folders = [self.root / "src" if "/" in name else file.path.parent]
        for folder in folders + [self.root / "include"]:
            wanted = pathlib.Path(*collapse((folder / name).parts))
            if wanted in self.at:
                return self.at[wanted]
        return None

    @functools.cached_property
    def owners(self):
        """The module that defines each external symbol, without symbols that several modules define."""
        owners = collections.defaultdict(set)
        for file in self.files:
            for name in file.externals:
                owners[name].add(file.module)
        return {name: modules.pop() for name, modules in owners.items() if len(modules) == 1}

    @functools.cached_property
    def edges(self):
        """module -> {module that it needs: reason}, which is an include or a symbol."""
        edges = {module: {} for module in self.modules}
        for file in self.files:
            mine = edges[file.module]
            for _, name in file.includes:
                other = self.resolve(file, name)
                if other and other.module != file.module and other.module in edges:
                    mine.setdefault(other.module, f"{file.path.name} includes {name}")
            own = {function.name for function in file.functions}
            for name in sorted(file.uses - own):
                other = self.owners.get(name)
                if other and other != file.module and may_link(file.folder, other[0]):
                    mine.setdefault(other, f"{file.path.name} uses {name}")
        return edges

    @functools.cached_property
    def folder_edges(self):
        """folder -> {folder that it needs: reason}, derived from the modules."""
        edges = {folder: {} for folder in self.folders}
        for (folder, _), needs in self.edges.items():
            for (other, _), why in needs.items():
                if other != folder:
                    edges[folder].setdefault(other, why)
        return edges

    def module_cycles(self):
        """The cycles of modules, as sorted lists."""
        return cycles(self.edges)

    def double_types(self):
        """type -> names of the files that define it, for types with several definitions."""
        places = collections.defaultdict(list)
        for file in self.files + self.public:
            for name in file.types:
                places[name].append(file.name)
        return {name: files for name, files in sorted(places.items()) if len(files) > 1}

    def single_includers(self):
        """header -> module, for headers that only one module other than their own includes."""
        modules = collections.defaultdict(set)
        for file in self.files:
            for _, name in file.includes:
                other = self.resolve(file, name)
                if other and other.module != file.module:
                    modules[other.name].add(file.module)
        return {file.name: next(iter(modules[file.name])) for file in self.files
                if len(modules[file.name]) == 1}

    def long_functions(self, most):
        """(length, file, function) of the functions with more than MOST lines, the longest first."""
        return sorted(((function.length, file.name, function.name) for file in self.files
                       for function in file.functions if function.length > most),
                      key=lambda found: (-found[0], found[1:]))


def collapse(parts):
    """Parts of a path without `..`."""
    kept = []
    for part in parts:
        if part == "..":
            kept.pop()
        else:
            kept.append(part)
    return kept


def may_link(folder, other):
    """Names that start with bcov_ belong to the library and are global; other names are local to
    one program."""
    return folder.startswith("programs") or not other.startswith("programs")


def label(module):
    """A short name of a module: its stem, after the name of the program if there is one."""
    folder, stem = module
    program = folder.split("/")[1] + "/" if folder.startswith("programs/") else ""
    return program + stem


def cycles(edges):
    """The strongly connected components of more than one node, sorted (Tarjan, without recursion)."""
    number, low, stack, waiting, found = {}, {}, [], set(), []
    for root in sorted(edges):
        if root in number:
            continue
        path = [(root, iter(sorted(edges[root])))]
        number[root] = low[root] = len(number)
        stack.append(root)
        waiting.add(root)
        while path:
            node, rest = path[-1]
            for other in rest:
                if other not in edges:
                    continue
                if other not in number:
                    number[other] = low[other] = len(number)
                    stack.append(other)
                    waiting.add(other)
                    path.append((other, iter(sorted(edges[other]))))
                    break
                if other in waiting:
                    low[node] = min(low[node], number[other])
            else:
                path.pop()
                if path:
                    low[path[-1][0]] = min(low[path[-1][0]], low[node])
                if low[node] == number[node]:
                    group = stack[stack.index(node):]
                    del stack[stack.index(node):]
                    waiting.difference_update(group)
                    if len(group) > 1:
                        found.append(sorted(group))
    return sorted(found)
