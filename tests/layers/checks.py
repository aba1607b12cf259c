"""The structural rules for the sources.  Each check yields (subject, problem or "").

allowed.txt lists exceptions.  An entry that allows more than necessary fails, so that the list can only
shrink.  Its lines are comments with # or one of these:

    cycle: MODULE MODULE...   modules of the library by their stems, others as web/job
    type: NAME N              a type that N files define, one of them a header
    full: FOLDER N            a folder of N modules
"""
import collections
import re

from sources import OPEN_HEADER, Tree, cycles, label

MOST_LINES = 1200
MOST_MODULES = 16
KINDS = "cycle", "type", "full"


def read_table(root):
    """The block ```layers of docs/ARCHITECTURE.md: folder -> the words after the colon."""
    page = (root / "docs/ARCHITECTURE.md").read_text(encoding="utf-8")
    block = re.search(r"```layers\n(.*?)```", page, re.S).group(1)
    rows = [line.split(":", 1) for line in block.splitlines() if ":" in line]
    return {name.strip(): words.split() for name, words in rows}


def read_allowed(root):
    """kind -> the words of each of its lines."""
    allowed = collections.defaultdict(list)
    for line in (root / "tests/layers/allowed.txt").read_text(encoding="utf-8").splitlines():
        kind, _, words = line.partition("#")[0].partition(":")
        if kind.strip():
            allowed[kind.strip()].append(words.split())
    return allowed


def expand(words, folders):
    """The folders that WORDS stand for: NAME for that folder alone, NAME/* for all folders in it."""
    meant = set()
    for word in words:
        if word.endswith("/*"):
            meant |= {folder for folder in folders if folder.startswith(word[:-1])}
        else:
            meant.add(word)
    return meant


def is_program(folder):
    return folder.split("/")[0] == "programs"


def row_problems(tree, table, folder, words):
    place = tree.root / folder if is_program(folder) else tree.root / "src" / folder
    if not place.is_dir():
        yield f"there is no folder {place.relative_to(tree.root)}"
    for word in words:
        if not expand([word], table) & set(table):
            yield f"it names {word}, which has no row"
        elif is_program(word) != is_program(folder):
            yield f"{folder} may not name {word}: programs see {OPEN_HEADER} alone, and nobody sees them"


def check_table(tree, table):
    """Every row names existing folders, and the rows contain no cycle."""
    for folder, words in table.items():
        yield f"row {folder} of the table", "\n".join(row_problems(tree, table, folder, words))
    meant = {folder: expand(words, table) - {folder} for folder, words in table.items()}
    yield "the table has no cycles", "\n".join(" ".join(group) for group in cycles(meant))


def check_includes(tree, table):
    """The table allows every #include."""
    for file in tree.files:
        here = file.folder
        is_top = is_program(here) and here.count("/") == 1
        if here not in table and not is_top:
            yield f"includes of {file.name}", f"docs/ARCHITECTURE.md says nothing of the folder {here}"
            continue
        allowed, wrong = expand(table.get(here, []), table) | {here}, []
        for number, name in file.includes:
            other = tree.resolve(file, name)
            if other is None:
                wrong.append(f"line {number}: there is no {name}")
            elif other.path.name != OPEN_HEADER and other.folder not in allowed:
                wrong.append(f"line {number}: {here} may not include {name}")
        yield f"includes of {file.name}", "\n".join(wrong)


# System headers that only some folders of the programs may include.  programs/web/questions must
# compile without them, for targets that have neither a server nor threads.
RESERVED_HEADERS = {
    "microhttpd.h": {"programs/web/http"},
    "pthread.h": {"programs/web/http", "programs/web/jobs"},
}


def check_system_includes(tree):
    """Programs include the system headers above only where the table above allows it."""
    for file in tree.files:
        if is_program(file.folder):
            wrong = [f"line {number}: {file.folder} may not include <{name}>"
                     for number, name in file.system_includes
                     if file.folder not in RESERVED_HEADERS.get(name, {file.folder})]
            yield f"system headers of {file.name}", "\n".join(wrong)


def reasons(edges, group, name):
    """The dependencies within a group, one per line."""
    return [f"{name(one)} -> {name(other)}: {why}" for one in group
            for other, why in sorted(edges[one].items()) if other in group]


def check_cycles(tree, allowed):
    """There are no cycles of modules and no cycles of folders."""
    entries = [(set(words), []) for words in allowed["cycle"]]
    for group in tree.module_cycles():
        names = {label(module) for module in group}
        fitting = next((found for entry, found in entries if names <= entry), None)
        if fitting is None:
            yield f"cycle of {' '.join(sorted(names))}", "\n".join(reasons(tree.edges, group, label))
        else:
            fitting.append(names)
    for entry, found in entries:
        problem = "there is no such cycle any more: remove it from the list"
        if found:
            problem = "\n".join(["it is smaller now; its line in the list becomes",
                                 *(f"cycle: {' '.join(sorted(names))}" for names in found)])
        yield f"allowed cycle: {' '.join(sorted(entry))}", "" if found == [entry] else problem
    yield "no folders need each other", "\n".join(
        line for group in cycles(tree.folder_edges) for line in
        [f"cycle of {' '.join(group)}", *reasons(tree.folder_edges, group, str)])


def compare(found, entries, kind):
    """Compares FOUND, name -> (number, problem), with ENTRIES, the lines of allowed.txt."""
    limits = {words[0]: int(words[1]) for words in entries}
    for name, (number, problem) in sorted(found.items()):
        limit = limits.pop(name, None)
        if limit is not None and number < limit:
            problem = f"there are {number} now: lower the number in the list"
        yield f"{kind} {name}", "" if number == limit else problem
    for name in limits:
        yield f"allowed {kind}: {name}", "it is needed no more: remove it from the list"


def check_types(tree, allowed):
    """The name of a type that a header defines is unique.  Types in .c files may share names."""
    found = {name: (len(files), "defined in " + " and ".join(files))
             for name, files in tree.double_types().items()
             if any(file.endswith(".h") for file in files)}
    yield from compare(found, allowed["type"], "type")
    yield "types were found", "" if any(file.types for file in tree.files) else "none at all"


def check_folders(tree, allowed):
    """No folder has too many modules."""
    found = {folder: (len(stems), f"{len(stems)} modules, at most {MOST_MODULES}")
             for folder, stems in tree.folders.items() if len(stems) > MOST_MODULES}
    yield from compare(found, allowed["full"], "full")
    for folder in set(tree.folders) - set(found):
        yield f"size of {folder}", ""


def check_lengths(tree):
    for file in tree.files:
        yield f"length of {file.name}", "" if file.lines <= MOST_LINES else f"{file.lines} lines"


def check_names(tree):
    """File names in the library are unique."""
    places = collections.defaultdict(list)
    for file in tree.files:
        if not is_program(file.folder):
            places[file.path.name].append(file.name)
    for name, files in places.items():
        yield f"one {name}", "" if len(files) == 1 else " and ".join(files)


def check_all(root):
    tree, table, allowed = Tree(root), read_table(root), read_allowed(root)
    yield from check_table(tree, table)
    yield from check_includes(tree, table)
    yield from check_system_includes(tree)
    yield from check_cycles(tree, allowed)
    yield from check_types(tree, allowed)
    yield from check_folders(tree, allowed)
    yield from check_lengths(tree)
    yield from check_names(tree)
    strange = set(allowed) - set(KINDS)
    yield "kinds of allowed.txt", "" if not strange else f"not known: {' '.join(sorted(strange))}"
