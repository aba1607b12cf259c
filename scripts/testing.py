"""Shared by scripts/test, scripts/check and scripts/sanitize: builds, running tests and counting results."""
import os
import pathlib
import re
import subprocess
import time
from concurrent.futures import ThreadPoolExecutor, as_completed

ROOT = pathlib.Path(__file__).resolve().parent.parent
CORES = os.cpu_count() or 2
# The sanitizer build, in which the compiler checks every memory access and arithmetic step, and the
# release build.  Less optimisation and line numbers alone halve the time of the sanitizer build.
WATCHED, RELEASE = "build-test", "build"
CHECKED = ["-Db_lundef=false", "--buildtype=debugoptimized", "-Doptimization=1", "-Ddebug=false", "-Dc_args=-g1"]
OPTIONS = {
    WATCHED: ["-Db_sanitize=address,undefined", *CHECKED],
    RELEASE: ["-Dnative=true", "-Dunit=false", "--buildtype=release"],
}
# A finding of a sanitizer ends the program, and a memory leak is a finding.
SANITIZERS = {
    "ASAN_OPTIONS": "detect_leaks=1:abort_on_error=0:allocator_may_return_null=1",
    "UBSAN_OPTIONS": "halt_on_error=1:print_stacktrace=1",
    "LSAN_OPTIONS": f"print_suppressions=0:suppressions={ROOT}/tests/leaks.txt",
    "TSAN_OPTIONS": "halt_on_error=1:second_deadlock_stack=1",
}


def say(text):
    print(text, flush=True)


def environment(**more):
    """The environment of a test program."""
    return dict(os.environ, CMOCKA_MESSAGE_OUTPUT="TAP", **SANITIZERS, **more)


def factor_of_cases():
    """The factor for the number of random cases, from BCOV_CASES."""
    try:
        return float(os.environ.get("BCOV_CASES") or 1)
    except ValueError:
        raise SystemExit("BCOV_CASES must be a number such as 0.1 or 10") from None


def build(folder, targets=(), options=(), **more):
    """Builds FOLDER, or only TARGETS of it; returns false if that fails."""
    return subprocess.run([ROOT / "scripts/build", folder, *(options or OPTIONS[folder])], check=False,
                          env=dict(os.environ, TARGETS=" ".join(targets), **more)).returncode == 0


def run(command, **more):
    """(output, whether it succeeded) of COMMAND; MORE goes to its environment."""
    done = subprocess.run(command, cwd=ROOT, env=environment(**more), check=False,
                          stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True, errors="replace")
    return done.stdout, done.returncode == 0


def folders_with_tests():
    """The folders of src that have unit tests."""
    return sorted({str(path.parent.relative_to(ROOT / "tests/unit"))
                   for path in (ROOT / "tests/unit").rglob("test_*.c")})


def below(module):
    """The folders with unit tests in MODULE, a folder of src or tests/unit."""
    module = re.sub(r"^(src|tests/unit)/", "", module.strip("/"))
    return [name for name in folders_with_tests() if name == module or name.startswith(module + "/")]


def unit_program(folder):
    """The unit tests of a folder of src: a target of Meson and a path in the build."""
    return "tests/unit/unit_" + re.sub(r"\W", "_", folder)


def count(out, succeeded):
    """(passed, failed) of one test program: its own total, its TAP lines, or the program as one."""
    totals = re.findall(r"^(\d+) passed, (\d+) failed$", out, re.M)
    taps = re.findall(r"^(ok|not ok) \d+\b(?! # SKIP)", out, re.M)  # skipped: for another processor
    if totals:
        passed, failed = map(int, totals[-1])
    elif taps:
        passed, failed = taps.count("ok"), taps.count("not ok")
    else:
        passed, failed = (1, 0) if succeeded else (0, 0)
    if not succeeded and failed == 0:
        failed = 1
    return passed, failed


def timed(call):
    began = time.monotonic()
    return *call(), time.monotonic() - began


def run_parts(parts):
    """Calls each part, (name, function that returns output and success), and prints the totals.

    The result is the exit status.
    """
    began, passed, failed = time.monotonic(), 0, 0
    with ThreadPoolExecutor(min(CORES, 4)) as pool:
        waiting = {pool.submit(timed, call): name for name, call in parts}
        for done in as_completed(waiting):
            out, succeeded, seconds = done.result()
            ok, bad = count(out, succeeded)
            if out.startswith("skipped:"):
                ok = 0
                say(f"{waiting[done]}: {out}")
            else:
                say((out if bad else "") + f"{waiting[done]}: {ok} passed, {bad} failed, {seconds:.0f} s")
            passed, failed = passed + ok, failed + bad
    say(f"{time.monotonic() - began:.0f} seconds")
    say(f"{passed} passed, {failed} failed")
    return 1 if failed or not passed else 0
