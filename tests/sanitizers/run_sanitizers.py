"""Builds small programs, each with the files of src that it needs, with gcc and clang and sanitizers
that no other suite uses.  A finding fails the program.  scripts/sanitize does this for unit tests.
"""
import os
import pathlib
import shutil
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from harness import ROOT, Tally, run

HERE = pathlib.Path(__file__).resolve().parent
BASE = ["base/mem", "base/error", "base/text", "base/threads", "base/utf8", "base/vec"]
# Program, sanitizers, files of src.
PROGRAMS = [
    ("dispatch", ["address", "thread", "undefined"], []),
    ("empty_input", ["undefined"], BASE + ["base/control", "format/text/measure", "format/text/quote",
                                           "format/text/span", "model/adjacency", "model/model",
                                           "puzzle/covering", "puzzle/puzzle"]),
    ("shared_dead_states", ["thread"], BASE + ["engine/quick/dead_states"]),
]
COMPILERS = [name for name in ("gcc", "clang") if shutil.which(name)]
ENV = dict(os.environ, TSAN_OPTIONS="halt_on_error=1", UBSAN_OPTIONS="halt_on_error=1")


def try_program(name, compiler, sanitizer, files, folder, tally):
    what = f"{name} with {compiler} -fsanitize={sanitizer}"
    program = pathlib.Path(folder) / f"{name}-{compiler}-{sanitizer}"
    sources = [HERE / f"{name}.c"] + [ROOT / "src" / f"{file}.c" for file in files]
    build = run([compiler, "-std=gnu17", "-D_GNU_SOURCE", "-O1", "-g", f"-fsanitize={sanitizer}",
                 "-fno-sanitize-recover=all", "-ffunction-sections", "-Wl,--gc-sections",
                 "-I", ROOT / "src", "-I", ROOT / "include", "-o", program, *sources, "-lpthread"])
    if tally.check(f"{what}: builds", "" if build.status == 0 else str(build)):
        outcome = run([program], env=ENV)
        tally.check(f"{what}: runs", "" if outcome.status == 0 else str(outcome))


tally = Tally("sanitizers")
with tempfile.TemporaryDirectory(prefix="boardcover-sanitizers-") as scratch:
    for program, sanitizers, needed in PROGRAMS:
        for cc in COMPILERS:
            for sanitizer in sanitizers:
                try_program(program, cc, sanitizer, needed, scratch, tally)
tally.finish()
