"""Breaks the library on purpose, one small mutation at a time, and sees whether the tests notice.

    tests/mutants/run_mutants.py [--count 100] [--seed 1] [--only FOLDER] [--show]

Each mutation is made in a clone of the committed state (build-mutants), which is built and tested:
first the unit tests of the mutated folder, then `make check`, bad and record.  Results are kept in
tests/mutants/results.tsv as they come in, so that a run that was stopped goes on where it was;
a mutation whose line has changed since is drawn anew.  tests/mutants/excused.tsv lists mutations
that change no answer, with the reason: they are equivalent, or they only change speed.

A mutation that does not compile, or compiles with a warning, is replaced by another.  --show prints
the survivors as diffs.  The last line is `caught C of N (P %), S survived`.
"""
import argparse
import csv
import os
import pathlib
import re
import signal
import subprocess
import sys
import time

from mutations import apply, choose, sites_of

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
HERE = ROOT / "tests/mutants"
CLONE = ROOT / "build-mutants"
FIELDS = ["name", "path", "line", "kind", "verdict", "by", "seconds", "before", "after"]
GOAL = 0.9
MOST_SECONDS = 400  # of one test program: a mutant may loop forever


def git(*words, cwd=ROOT):
    return subprocess.run(["git", *words], cwd=cwd, check=True, capture_output=True, text=True).stdout


def read_table(path):
    if not path.exists():
        return {}
    with path.open(newline="") as file:
        return {row["name"]: row for row in csv.DictReader(file, delimiter="\t")}


def all_sites():
    paths = git("ls-files", "src/*.c").split()
    return [site for path in paths for site in sites_of(path, (ROOT / path).read_text())]


def prepare():
    """A clone of the committed state whose both builds are up to date."""
    if not CLONE.exists():
        git("clone", "-q", str(ROOT), str(CLONE))
    git("fetch", "-q", str(ROOT), "HEAD", cwd=CLONE)
    git("checkout", "-qf", "FETCH_HEAD", cwd=CLONE)
    if git("status", "--porcelain", "--", "src", "programs", "include", "tests").strip():
        print("note: changes that are not committed are not looked at", flush=True)


def run(words, seconds=MOST_SECONDS):
    """(ended well, its output); a program that takes too long is ended with all its children."""
    process = subprocess.Popen(words, cwd=CLONE, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                               stderr=subprocess.STDOUT, text=True, errors="replace",
                               start_new_session=True, env=dict(os.environ, BCOV_CASES="1"))
    try:
        out, _ = process.communicate(timeout=seconds)
        return process.returncode == 0, out
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        process.communicate()
        return False, "took too long"


def steps(folder):
    """(name, command) of what may notice a mutation in FOLDER, the nearest first."""
    module = folder.removeprefix("src/")
    if list((ROOT / "tests/unit" / module).glob("test_*.c")):
        yield "unit", ["scripts/check", module]
    yield "check", ["scripts/check"]
    for suite in ("bad", "record"):
        yield suite, [sys.executable, f"tests/{suite}/run_{suite}.py", "build/boardcover"]


def judge(site):
    """(verdict, by): caught, survived or unfit."""
    path = CLONE / site.path
    sound = path.read_text()
    mutant = apply(sound, site)
    if mutant is None:
        return "unfit", "its line is gone"
    path.write_text(mutant)
    try:
        for folder in ("build-test", "build"):
            fine, out = run([sys.executable, "-c", "import sys; sys.path.insert(0, 'scripts'); "
                             f"import testing; sys.exit(not testing.build('{folder}'))"])
            if not fine or "warning:" in out:
                return "unfit", "does not compile" if not fine else "compiles with a warning"
        for name, command in steps(site.path.rsplit("/", 1)[0]):
            fine, _ = run(command)
            if not fine:
                return "caught", name
        return "survived", ""
    finally:
        path.write_text(sound)


def keep(rows):
    """All results so far, written at once: a run that is ended leaves the old table or the new."""
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
    parser.add_argument("--show", action="store_true")
    return parser.parse_args()


def main():
    wish = options()
    known, excused = read_table(HERE / "results.tsv"), read_table(HERE / "excused.tsv")
    sites = [s for s in all_sites() if (s.path + "/").startswith(wish.only.rstrip("/") + "/")]
    order = choose(sites, len(sites), wish.seed) if wish.only != "src" else \
        choose(sites, wish.count, wish.seed) + choose(sites, len(sites), wish.seed + 1)
    mine, ready = {}, False
    for site in order:
        if sum(r["verdict"] != "unfit" for r in mine.values()) >= wish.count:
            break
        if site.name not in known and not wish.show:
            if not ready:
                prepare()
                ready = True
            began = time.monotonic()
            verdict, by = judge(site)
            known[site.name] = row_of(site, verdict, by, time.monotonic() - began)
            keep(known)
            print(f"{verdict:9} {by:8} {site.path}:{site.line} {site.kind}: {site.after.strip()}", flush=True)
        if site.name in known:
            mine[site.name] = known[site.name]
    left, share = summary(list(mine.values()), excused)
    if wish.show:
        for row in left:
            show(row)
    return 0 if share > GOAL or wish.show else 1


if __name__ == "__main__":
    sys.exit(main())
