"""Compares `--engine auto` with the better of search and frontier on the puzzles of choice.tsv.

    bench/choice.py build/boardcover [WORD...]     only puzzles that contain one of the words
        --limit SECONDS   time limit of an engine (60); auto gets twice that

It prints the user times and the ratio of auto to the better engine, and at the end the number of
puzzles for which this ratio is at most 1.5.  The ratio ignores a hundredth of a second, the cost of
the decision.  The exit status is 1 if two engines disagree.
"""
import argparse
import os
import shlex
import sys

from bench import HERE, Run, table

NOTHING = 0.01   # seconds
WELL = 1.5


def seconds(run):
    return run.user if run.status == 0 else None


def text(value):
    return f"{value:9.3f}" if value is not None else "        -"


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("program")
    parser.add_argument("words", nargs="*")
    parser.add_argument("--limit", type=float, default=60)
    options = parser.parse_args()
    program, rows, well, wrong = os.path.abspath(options.program), 0, 0, 0
    print(f"{'':50} {'search':>9} {'frontier':>9} {'auto':>9} {'x':>6}")
    for row in table(HERE / "choice.tsv"):
        if options.words and not any(word in row["puzzle"] for word in options.words):
            continue
        words = [program, "count", *shlex.split(row["puzzle"]), "--threads", "1"]
        runs = {engine: Run([*words, "--engine", engine],
                            limit=options.limit * (2 if engine == "auto" else 1))
                for engine in ("search", "frontier", "auto")}
        answers = {run.out for run in runs.values() if run.status == 0}
        times = {engine: seconds(run) for engine, run in runs.items()}
        known = [times[engine] for engine in ("search", "frontier") if times[engine] is not None]
        if times["auto"] is None or not known:
            ratio = 0 if not known else float("inf")
        else:
            ratio = (times["auto"] + NOTHING) / (min(known) + NOTHING)
        remark = "" if len(answers) <= 1 else "  THEY DISAGREE"
        wrong += bool(remark)
        rows += 1
        well += ratio <= WELL
        print(f"{row['puzzle']:50} {text(times['search'])} {text(times['frontier'])} "
              f"{text(times['auto'])} {ratio:6.2f}{remark}", flush=True)
    print(f"{well} of {rows} within {WELL} times of the better engine")
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
