"""The order of the folders is the architecture: reports every #include that points the wrong way.

The table of who may include whom is the block ```layers of docs/ARCHITECTURE.md, so that the page cannot
grow old.  Also: base names are unique, no file is above 800 lines, every source file has its unit test.
"""
import pathlib
import re
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from harness import ROOT, Tally

MOST_LINES = 800
# Source files that need no unit test of their own name, and why.
UNTESTED = {}


def read_table():
    """The folders that each folder of src/ may include from, itself aside."""
    page = (ROOT / "docs/ARCHITECTURE.md").read_text()
    block = re.search(r"```layers\n(.*?)```", page, re.S).group(1)
    rows = [line.split(":", 1) for line in block.splitlines() if ":" in line]
    return {name.strip(): set(allowed.split()) for name, allowed in rows}


def includes(path):
    """(line number, name) of every #include "..." of a file."""
    for number, line in enumerate(path.read_text().splitlines(), 1):
        found = re.match(r'\s*#\s*include\s*"([^"]+)"', line)
        if found:
            yield number, found.group(1)


def folder_of(name, path):
    """The folder of src/ that an include names; the file's own when it names none."""
    return name.split("/")[0] if "/" in name else path.parent.name


def check_src(path, table, tally):
    here = path.relative_to(ROOT / "src").parts[0]
    if here not in table:
        tally.check(path.name, f"docs/ARCHITECTURE.md says nothing of the folder src/{here}")
        return
    allowed = table[here] | {here}
    wrong = [f"line {number}: src/{here} may not include {name}"
             for number, name in includes(path)
             if name != "boardcover.h" and folder_of(name, path) not in allowed]
    tally.check(f"includes of {path.relative_to(ROOT)}", "\n".join(wrong))


def check_program(path, tally):
    wrong = [f"line {number}: a program may include boardcover.h and its own folder, not {name}"
             for number, name in includes(path)
             if name != "boardcover.h" and not (path.parent / name).exists()]
    tally.check(f"includes of {path.relative_to(ROOT)}", "\n".join(wrong))


def check_names(paths, tally):
    seen = {}
    for path in paths:
        if path.name != "main.c":
            seen.setdefault(path.name, []).append(str(path.relative_to(ROOT)))
    for name, places in seen.items():
        tally.check(f"one {name}", "" if len(places) == 1 else " and ".join(places))


def check_tested(path, tally):
    test = ROOT / "tests/unit" / f"test_{path.stem}.c"
    registered = f"'{path.stem}'" in (ROOT / "tests/unit/meson.build").read_text()
    if path.stem in UNTESTED:
        tally.check(f"{path.stem} needs no unit test")
    else:
        tally.check(f"{path.stem} has a unit test",
                    "" if test.exists() and registered else f"there is no {test.name}, or it is "
                    "not in tests/unit/meson.build")


tally = Tally("layers")
table = read_table()
library = sorted(ROOT.glob("src/**/*.[ch]"))
programs = sorted(ROOT.glob("programs/**/*.[ch]"))
for path in library:
    check_src(path, table, tally)
for path in programs:
    check_program(path, tally)
for path in library + programs:
    length = len(path.read_text().splitlines())
    tally.check(f"length of {path.name}", "" if length <= MOST_LINES else f"{length} lines")
check_names(library, tally)
for path in library:
    if path.suffix == ".c":
        check_tested(path, tally)
tally.finish()
