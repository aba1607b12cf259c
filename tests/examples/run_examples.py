"""Installs the library, then builds the programs in docs/examples against it and runs them.

docs/examples/NAME.c must print the contents of docs/examples/NAME.expected.  The library must export
exactly the functions of the header, and its soname must match its version.
"""
import os
import pathlib
import re
import shutil
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from harness import ROOT, Tally, run


def try_example(source, installed, env, tally):
    program = pathlib.Path(installed) / source.stem
    build = run(f"${{CC:-cc}} -Wall -Wextra -Werror -o '{program}' '{source}' "
                "$(pkg-config --cflags --libs boardcover)", env=env)
    if not tally.check(f"{source.name} builds", "" if build.status == 0 else str(build)):
        return
    outcome = run([program], env=env, cwd=ROOT)
    right = outcome.status == 0 and outcome.out == source.with_suffix(".expected").read_text()
    tally.check(f"{source.name} runs", "" if right else str(outcome))


def check_symbols(library, tally):
    """The library exports exactly the functions that the header declares."""
    header = (ROOT / "include/boardcover.h").read_text()
    declared = set(re.findall(r"^BCOV_API [^;(]*?\b(bcov_\w+) \(", header, re.M))
    listed = run(["nm", "-D", "--defined-only", library]).out
    exported = {line.split()[-1] for line in listed.splitlines()}
    wrong = sorted(declared ^ exported)
    tally.check("exported symbols", "" if declared and not wrong else f"differ: {' '.join(wrong)}")


def check_version(library, tally):
    """The versions of the header, the project and the soname agree."""
    header = (ROOT / "include/boardcover.h").read_text()
    numbers = [re.search(rf"BCOV_VERSION_{part} (\d+)", header)[1] for part in ("MAJOR", "MINOR", "PATCH")]
    project = re.search(r"version: '([\d.]+)'", (ROOT / "meson.build").read_text())[1]
    tally.check("version", "" if project == ".".join(numbers) else f"{project}, but the header has {numbers}")
    wanted = ".".join(numbers[:2]) if numbers[0] == "0" else numbers[0]
    name = re.search(r"SONAME.*\[(.*)\]", run(["readelf", "-d", library]).out)[1]
    tally.check("soname", "" if name == f"libboardcover.so.{wanted}" else name)


def check_abi(library, tally):
    """scripts/abi finds no difference between a library and itself."""
    if shutil.which("abidiff"):
        outcome = run([ROOT / "scripts/abi", library, library])
        tally.check("scripts/abi", "" if outcome.status == 0 else str(outcome))


tally = Tally("examples")
with tempfile.TemporaryDirectory(prefix="boardcover-install-") as folder:
    done = run(["meson", "install", "-C", sys.argv[1], "--no-rebuild", "--destdir", folder])
    if tally.check("install", "" if done.status == 0 else str(done)):
        libraries = {str(path.parent) for path in pathlib.Path(folder).rglob("libboardcover.so")}
        packages = {str(path.parent) for path in pathlib.Path(folder).rglob("boardcover.pc")}
        ENV = dict(os.environ, LD_LIBRARY_PATH=":".join(libraries),
                   PKG_CONFIG_PATH=":".join(packages), PKG_CONFIG_SYSROOT_DIR=folder,
                   PKG_CONFIG_ALLOW_SYSTEM_CFLAGS="", LC_ALL="C.UTF-8")
        shared = next(pathlib.Path(folder).rglob("libboardcover.so"))
        for check in (check_symbols, check_version, check_abi):
            check(shared, tally)
        for example in sorted((ROOT / "docs/examples").glob("*.c")):
            try_example(example, folder, ENV, tally)
        copies = [path.read_text() for path in pathlib.Path(folder).rglob("share/boardcover/puzzle.schema.json")]
        tally.check("the schema is installed", "" if copies == [(ROOT / "docs/puzzle.schema.json").read_text()]
                    else "there is no copy of docs/puzzle.schema.json in share/boardcover")
tally.finish()
