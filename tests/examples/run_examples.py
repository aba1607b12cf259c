"""Builds the programs in docs/examples against an installed library, as a user would, and runs them.

docs/examples/NAME.c must print what docs/examples/NAME.expected holds.
"""
import os
import pathlib
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


tally = Tally("examples")
with tempfile.TemporaryDirectory(prefix="boardcover-install-") as folder:
    done = run(["meson", "install", "-C", sys.argv[1], "--no-rebuild", "--destdir", folder])
    if tally.check("install", "" if done.status == 0 else str(done)):
        libraries = {str(path.parent) for path in pathlib.Path(folder).rglob("libboardcover.so")}
        packages = {str(path.parent) for path in pathlib.Path(folder).rglob("boardcover.pc")}
        ENV = dict(os.environ, LD_LIBRARY_PATH=":".join(libraries),
                   PKG_CONFIG_PATH=":".join(packages), PKG_CONFIG_SYSROOT_DIR=folder,
                   PKG_CONFIG_ALLOW_SYSTEM_CFLAGS="", LC_ALL="C.UTF-8")
        for example in sorted((ROOT / "docs/examples").glob("*.c")):
            try_example(example, folder, ENV, tally)
        copies = [path.read_text() for path in pathlib.Path(folder).rglob("share/boardcover/puzzle.schema.json")]
        tally.check("the schema is installed", "" if copies == [(ROOT / "docs/puzzle.schema.json").read_text()]
                    else "there is no copy of docs/puzzle.schema.json in share/boardcover")
tally.finish()
