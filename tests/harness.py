"""Shared by the test runners: running commands, counting checks, and the last line `N passed, M failed`.

A runner is called with the path of the boardcover program to test.  For each failure it prints the
command, in a form that can be pasted into a shell, and its output.
"""
import os
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

ROOT = pathlib.Path(__file__).resolve().parent.parent
# Output of sanitizers and the C library that shows a bug in the program.
BROKEN = re.compile(r"Sanitizer|runtime error:|Assertion .* failed|core dumped|corrupted")


class Tally:
    """Counts checks and prints those that fail."""

    def __init__(self, name):
        self.name, self.passed, self.failed = name, 0, 0

    def check(self, what, problem=""):
        """Counts one check, which failed unless PROBLEM is empty."""
        if not problem:
            self.passed += 1
            return True
        self.failed += 1
        print(f"FAILED {self.name}: {what}")
        for line in problem.rstrip("\n").split("\n"):
            print(f"    {line}")
        sys.stdout.flush()
        return False

    def finish(self):
        """Prints the total and exits.  A runner without any check fails."""
        if self.passed + self.failed == 0:
            self.check("something to test", "nothing was found to test")
        print(f"{self.passed} passed, {self.failed} failed")
        sys.exit(1 if self.failed else 0)


class Outcome:
    """The result of a command; the status is None if it ran out of time."""

    def __init__(self, command, status, out, err):
        self.command, self.status, self.out, self.err = command, status, out, err

    def __str__(self):
        status = "ran out of time" if self.status is None else f"exit status {self.status}"
        return (f"$ {self.command}\n{status}\n--- stdout\n{shorten(self.out)}"
                f"\n--- stderr\n{shorten(self.err)}")


def shorten(text, most=3000):
    return text.rstrip("\n") if len(text) <= most else text[:most] + "\n[... cut here]"


def environment(program, **more):
    """The environment of a tested command, with boardcover on the PATH."""
    folder = str(pathlib.Path(program).resolve().parent)
    path = folder + os.pathsep + os.environ.get("PATH", "")
    return dict(os.environ, PATH=path, LC_ALL="C.UTF-8", TERM="dumb", **more)


def run(command, *, cwd=None, env=None, input=b"", timeout=60):
    """Runs COMMAND (a list, or a string for sh).  After TIMEOUT kills it and its children."""
    if isinstance(command, str):
        args, shown = ["sh", "-c", command], command
    else:
        args, shown = [str(word) for word in command], shlex.join(str(word) for word in command)
    process = subprocess.Popen(args, cwd=cwd, env=env, stdin=subprocess.PIPE,
                               stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                               start_new_session=True)
    try:
        out, err = process.communicate(input, timeout)
        status = process.returncode
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, 9)
        out, err = process.communicate()
        status = None
    return Outcome(shown, status, out.decode(errors="replace"), err.decode(errors="replace"))


class Scratch(tempfile.TemporaryDirectory):
    """A temporary folder that contains links to the folders `puzzles` and `bench` of the repository."""

    def __init__(self):
        super().__init__(prefix="boardcover-test-")
        for folder in ("puzzles", "bench"):
            os.symlink(ROOT / folder, os.path.join(self.name, folder))


def in_pool(work, jobs, workers=2):
    """Calls WORK on each of JOBS, WORKERS at a time; yields (job, result) in the order of JOBS."""
    with ThreadPoolExecutor(workers) as pool:
        yield from zip(jobs, pool.map(work, jobs))


def program_argument():
    """The path of the program to test, from the command line."""
    if len(sys.argv) < 2 or not os.access(sys.argv[1], os.X_OK):
        sys.exit(f"usage: {sys.argv[0]} PATH-OF-BOARDCOVER [WHAT-TO-RUN...]")
    return os.path.abspath(sys.argv[1])
