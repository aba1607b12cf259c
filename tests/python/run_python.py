"""Builds the Python wheel, installs it into a new virtual environment without network, and tests it
there: the examples of docstrings, test_boardcover.py, type hints and the notebook.

    run_python.py PROGRAM     the program of the release build, whose folder contains libboardcover.a
"""
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from harness import ROOT, Tally

TESTS = ROOT / "tests/python"
DOCTEST = ("import boardcover, doctest, sys; r = doctest.testmod (boardcover, optionflags=doctest.ELLIPSIS); "
           "print (r); sys.exit (r.failed > 0 or r.attempted < 10)")


def run(*words, **more):
    done = subprocess.run([str(word) for word in words], check=False, text=True, errors="replace",
                          stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, **more)
    return done.stdout, done.returncode


def check(tally, what, *words, **more):
    out, status = run(*words, **more)
    return tally.check(what, "" if status == 0 else f"$ {' '.join(map(str, words))}\n{out}"), out


def unit_tests(tally, python):
    """Each test of test_boardcover.py is one check."""
    out, status = run(python, "-m", "unittest", "-v", "test_boardcover", cwd=TESTS)
    results = re.findall(r"^(test_\w+) \(.*?\).*?\.\.\. (\w+)", out, re.M)
    for name, result in results:
        tally.check(name, "" if result in ("ok", "skipped", "expected") else out)
    if status and all(result in ("ok", "skipped") for _, result in results):
        tally.check("unit tests", out)


def main():
    tally, archive = Tally("python"), pathlib.Path(sys.argv[1]).resolve()
    while not (archive.parent / "libboardcover.a").exists() and archive.parent != archive:
        archive = archive.parent
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        built, _ = check(tally, "the wheel is built", sys.executable, ROOT / "python/build.py", "--archive",
                         archive.parent / "libboardcover.a", folder / "out")
        made, _ = check(tally, "a virtual environment", sys.executable, "-m", "venv", "--system-site-packages", folder / "venv")
        python = folder / "venv/bin/python3"
        if not (built and made and check(tally, "installs without network", python, "-m", "pip", "install", "-q",
                                         "--no-index", *(folder / "out").glob("*.whl"))[0]):
            tally.finish()
        _, out = check(tally, "counts", python, "-c",
                       "import boardcover; print (boardcover.count ('6x8', 'L3:any'))", cwd=folder)
        tally.check("the right number", "" if out == "1514\n" else out)
        check(tally, "examples of docstrings", python, "-c", DOCTEST, cwd=folder)
        unit_tests(tally, python)
        if shutil.which("mypy"):
            check(tally, "types", "mypy", "--strict", "--cache-dir", folder / "mypy", "-p", "boardcover",
                  cwd=folder / "out/package")
        check(tally, "notebook", python, TESTS / "notebook.py", ROOT / "docs/boardcover.ipynb")
    tally.finish()


if __name__ == "__main__":
    main()
