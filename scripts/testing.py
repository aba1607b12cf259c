"""What scripts/test and scripts/check share: the two builds, and counting what a test program says."""
import os
import pathlib
import re
import subprocess

ROOT = pathlib.Path(__file__).resolve().parent.parent
CORES = os.cpu_count() or 2
# One in which the compiler watches every memory access and every arithmetic step, and the release.
WATCHED, RELEASE = "build-test", "build"
OPTIONS = {
    WATCHED: ["-Db_sanitize=address,undefined", "-Db_lundef=false", "--buildtype=debugoptimized"],
    RELEASE: ["-Dnative=true", "-Dunit=false", "--buildtype=release"],
}
# A sanitizer's finding ends the program, and memory that is left over is a finding.
SANITIZERS = {
    "ASAN_OPTIONS": "detect_leaks=1:abort_on_error=0:allocator_may_return_null=1",
    "UBSAN_OPTIONS": "halt_on_error=1:print_stacktrace=1",
    "LSAN_OPTIONS": f"print_suppressions=0:suppressions={ROOT}/tests/leaks.txt",
}


def say(text):
    print(text, flush=True)


def environment(**more):
    """The environment of a test program."""
    return dict(os.environ, CMOCKA_MESSAGE_OUTPUT="TAP", **SANITIZERS, **more)


def factor_of_cases():
    """What BCOV_CASES says: by how much the number of random cases is multiplied."""
    try:
        return float(os.environ.get("BCOV_CASES") or 1)
    except ValueError:
        raise SystemExit("BCOV_CASES must be a number such as 0.1 or 10") from None


def build(folder, targets=()):
    """Builds FOLDER, or TARGETS of it alone; false when that fails."""
    return subprocess.run([ROOT / "scripts/build", folder, *OPTIONS[folder]], check=False,
                          env=dict(os.environ, TARGETS=" ".join(targets))).returncode == 0


def count(out, ended_well):
    """(passed, failed) of one test program: its own total, its TAP lines, or the program as one."""
    totals = re.findall(r"^(\d+) passed, (\d+) failed$", out, re.M)
    taps = re.findall(r"^(ok|not ok) \d+\b(?! # SKIP)", out, re.M)  # skipped: not of this processor
    if totals:
        passed, failed = map(int, totals[-1])
    elif taps:
        passed, failed = taps.count("ok"), taps.count("not ok")
    else:
        passed, failed = (1, 0) if ended_well else (0, 0)
    if not ended_well and failed == 0:
        failed = 1
    return passed, failed
