"""Makes small mutations in the library, one at a time, and checks whether the tests notice them.

    tests/mutants/run_mutants.py [--count 100] [--seed 1] [--only FOLDER] [--near | --again] [--show]

The mutations are made in a clone of the last commit (build-mutants).  A mutant must pass the unit
tests of its folder, then random puzzles, the unit tests of the public interface, cli, bad and record,
all in a build with assertions, and last tests/sanitizers and its unit tests with sanitizers.  The
first test that fails ends the trial: the mutant is caught.  A mutation that does not compile without
a warning is unfit, and the next one takes its place.

Results go to tests/mutants/results.tsv at once.  A run that was stopped continues where it was, and
results stay valid until their line changes.  excused.tsv lists mutations that no test can catch, with
the reason: they are equivalent, or they change nothing but speed.

--near skips cli, bad, record and the sanitizers, which take most of the time, and leaves mutants that
pass the other tests for a later run.  --again repeats the trials of the survivors, --show prints them
as diffs.  The last line is `caught C of N (P %), S survived`.
"""
import argparse
import csv
import os
import pathlib
import re
import resource
import signal
import subprocess
import sys
import time

from mutations import apply, in_order, sites_of

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "scripts"))
from testing import OPTIONS, SANITIZERS, WATCHED, unit_program

HERE = ROOT / "tests/mutants"
CLONE = ROOT / "build-mutants"
PLAIN = "build-plain"  # with assertions; WATCHED also has sanitizers
OPTIONS = dict(OPTIONS, **{PLAIN: ["-Dnative=true", "--buildtype=debugoptimized", "-Ddebug=false"]})
SUITES = "cli", "bad", "record"
FIELDS = ["name", "path", "line", "kind", "verdict", "by", "seconds", "before", "after"]
GOAL = 0.9
# A mutant may loop forever.  Processor time does not depend on what else the machine does; a mutant
# that waits forever reaches the other limit.
MOST_PROCESSOR_SECONDS, MOST_SECONDS = 100, 1800


def git(*words, cwd=ROOT):
    return subprocess.run(["git", *words], cwd=cwd, check=True, capture_output=True, text=True).stdout


def read_table(path):
    if not path.exists():
        return {}
    with path.open(newline="") as file:
        return {row["name"]: row for row in csv.DictReader(file, delimiter="\t")}


def all_sites():
    paths = git("ls-files", "src/*.c").split()
    return [site for path in paths if (ROOT / path).exists()
            for site in sites_of(path, (ROOT / path).read_text())]


def environment():
    """That of `make check`: the usual random cases, and sanitizers that end the program."""
    usual = {name: value for name, value in os.environ.items() if name not in ("BCOV_CASES", "BCOV_SEED")}
    return dict(usual, CMOCKA_MESSAGE_OUTPUT="TAP", **SANITIZERS)


def limit_processor_time():
    resource.setrlimit(resource.RLIMIT_CPU, (MOST_PROCESSOR_SECONDS, MOST_PROCESSOR_SECONDS))


def run(words):
    """(whether the command succeeded, its output); one that takes too long is ended."""
    process = subprocess.Popen(words, cwd=CLONE, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                               stderr=subprocess.STDOUT, text=True, errors="replace",
                               start_new_session=True, env=environment(),
                               preexec_fn=limit_processor_time)
    try:
        out, _ = process.communicate(timeout=MOST_SECONDS)
        return process.returncode == 0, out
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        process.communicate()
        return False, "took too long"


def steps(folder, near):
    """(name, build, target, arguments of the target or of a runner) of each test, the nearest first."""
    module, program = folder.removeprefix("src/"), "programs/cli/boardcover"
    has_tests, unit = any((CLONE / "tests/unit" / module).glob("test_*.c")), unit_program(module)
    if has_tests:
        yield "unit", PLAIN, unit, []
    yield "agree", PLAIN, "tests/agree", ["--puzzles", "300", "--samples", "0"]
    if folder != "src/api":
        yield "api", PLAIN, unit_program("api"), []
    if near:
        return
    for suite in SUITES:
        yield suite, PLAIN, program, [f"tests/{suite}/run_{suite}.py"]
    yield "races", PLAIN, program, ["tests/sanitizers/run_sanitizers.py"]
    if has_tests:
        yield "sanitizers", WATCHED, unit, []


def build(folder, target):
    """'' or why TARGET cannot be built."""
    if not (CLONE / folder / "build.ninja").exists():
        run(["meson", "setup", folder, *OPTIONS[folder]])
    fine, out = run(["ninja", "-C", folder, target])
    program = CLONE / folder / "boardcover"
    if not program.is_symlink():
        program.symlink_to("programs/cli/boardcover")
    return "does not compile" if not fine else "compiles with a warning" if "warning:" in out else ""


def fails(step):
    """None, or the part of the step that fails in the clone as it is."""
    name, folder, target, words = step
    suite = bool(words) and words[0].endswith(".py")
    command = [sys.executable, words[0], f"{folder}/boardcover", *words[1:]] if suite else \
        [f"{folder}/{target}", *words]
    fine, out = run(command)
    if fine:
        return None
    (CLONE / "last-failure.txt").write_text(f"{step}\n{out}")
    failed = re.findall(rf"^FAILED {name}: (.*)", out, re.M)
    if name == "record":
        return name, folder, target, [words[0], *failed]
    if name == "cli":
        return name, folder, target, [words[0], *sorted({f"tests/cli/{place.split(':')[0]}" for place in failed})]
    return step


def prepare():
    """Makes a clone of the last commit."""
    if not CLONE.exists():
        git("clone", "-q", str(ROOT), str(CLONE))
    git("fetch", "-q", str(ROOT), "HEAD", cwd=CLONE)
    git("checkout", "-qf", "FETCH_HEAD", cwd=CLONE)
    if git("status", "--porcelain", "--", "src", "programs", "include", "tests").strip():
        print("note: changes that are not committed are ignored", flush=True)


def try_mutant(site, near):
    """(verdict, the test that failed or the reason) of one mutation."""
    path = CLONE / site.path
    sound = path.read_text()
    mutant = apply(sound, site)
    if mutant is None:
        return "unfit", "its line is gone"
    path.write_text(mutant)
    try:
        for step in steps(site.folder, near):
            problem = build(*step[1:3])
            if problem:
                return "unfit", problem
            failed = fails(step)
            # Some commands decide by the clock, and a busy machine may fail them.
            if failed and (step[0] not in SUITES or fails(failed)):
                return "caught", failed
        return "survived", ""
    finally:
        path.write_text(sound)


def judge(site, trusted, near):
    """(verdict, by) of one mutation; TRUSTED are the tests that are known to pass without one."""
    verdict, by = try_mutant(site, near)
    if verdict != "caught":
        return verdict, by
    if str(by) not in trusted and (build(*by[1:3]) or fails(by) and fails(by)):
        sys.exit(f"{by[0]} fails without a mutation, see {CLONE}/last-failure.txt")
    trusted.add(str(by))
    return verdict, by[0]


def keep(rows):
    """Replaces the table of results in one step, so that a run can be ended at any time."""
    spare = HERE / "results.tsv.new"
    with spare.open("w", newline="") as file:
        writer = csv.DictWriter(file, FIELDS, delimiter="\t", lineterminator="\n")
        writer.writeheader()
        writer.writerows(sorted(rows.values(), key=lambda r: (r["path"], int(r["line"]), r["name"])))
    spare.replace(HERE / "results.tsv")


def row_of(site, verdict, by, seconds):
    return dict(name=site.name, path=site.path, line=site.line, kind=site.kind, verdict=verdict, by=by,
                seconds=f"{seconds:.0f}", before=site.before.strip(), after=site.after.strip())


def show(row):
    print(f"{row['path']}:{row['line']} {row['name']} ({row['kind']})\n- {row['before']}\n+ {row['after']}\n")


def summary(rows, excused):
    caught = [r for r in rows if r["verdict"] == "caught"]
    left = [r for r in rows if r["verdict"] == "survived" and r["name"] not in excused]
    share = len(caught) / max(1, len(caught) + len(left))
    print(f"{sum(r['name'] in excused for r in rows)} excused")
    print(f"caught {len(caught)} of {len(caught) + len(left)} ({100 * share:.0f} %), {len(left)} survived")
    return left, share


def options():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", default="src", help="a folder, such as src/engine/dense")
    parser.add_argument("--near", action="store_true")
    parser.add_argument("--again", action="store_true")
    parser.add_argument("--show", action="store_true")
    return parser.parse_args()


def needs_trial(site, known, excused, wish):
    if wish.show or site.name in excused:
        return False
    row = known.get(site.name)
    return not row or wish.again and row["verdict"] == "survived"


def main():
    wish = options()
    known, excused = read_table(HERE / "results.tsv"), read_table(HERE / "excused.tsv")
    sites = [s for s in all_sites() if (s.path + "/").startswith(wish.only.rstrip("/") + "/")]
    mine, trusted, ready = {}, set(), False
    for site in in_order(sites, wish.seed):
        if sum(r["verdict"] != "unfit" for r in mine.values()) >= wish.count:
            break
        if needs_trial(site, known, excused, wish):
            if not ready:
                prepare()
                ready = True
            began = time.monotonic()
            verdict, by = judge(site, trusted, wish.near)
            if verdict != "survived" or not wish.near:
                known = read_table(HERE / "results.tsv")
                known[site.name] = row_of(site, verdict, by, time.monotonic() - began)
                keep(known)
            print(f"{verdict:9} {by:8} {site.path}:{site.line} {site.kind}: {site.after.strip()}", flush=True)
        mine[site.name] = known.get(site.name) or dict(name=site.name, verdict="open")
    waiting = [name for name, row in mine.items() if row["verdict"] == "open" and name not in excused]
    print(f"{len(waiting)} without a verdict yet; the share below leaves them out")
    left, share = summary(mine.values(), excused)
    if wish.show:
        for row in left:
            show(row)
    return 0 if wish.show or share > GOAL and not waiting else 1


if __name__ == "__main__":
    sys.exit(main())
