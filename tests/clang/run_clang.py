"""clang compiles every source of the library and the programs as in a release, without a warning."""
import pathlib
import shutil
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from harness import ROOT, Tally, run

FLAGS = ["-std=gnu17", "-D_GNU_SOURCE", "-DNDEBUG", '-DBCOV_VERSION=""', "-Wall", "-Wextra", "-Wpedantic", "-Wshadow",
         "-Wstrict-prototypes", "-Wno-gnu-statement-expression", "-Werror", "-fsyntax-only", "-Iinclude", "-Isrc"]

tally = Tally("clang")
if shutil.which("clang"):
    cairo = run(["pkg-config", "--cflags", "cairo-pdf"]).out.split()
    sources = sorted(path for folder in ("src", "programs") for path in (ROOT / folder).rglob("*.c"))
    outcome = run(["clang", *FLAGS, *cairo, *sources], cwd=ROOT, timeout=300)
    tally.check(f"{len(sources)} files", "" if outcome.status == 0 else outcome.err)
else:
    print("skipped: clang is missing")
    tally.passed += 1
tally.finish()
