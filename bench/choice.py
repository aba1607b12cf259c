"""Compares `--engine auto` with the best of the other engines on the puzzles of choice.tsv.

    bench/choice.py build/boardcover [WORD...]     only puzzles that contain one of the words
        --limit SECONDS   processor time of an engine (60); auto gets twice that
        --rows FROM-TO    only these rows of the table, from 1 on

The other engines are the search, the search without its quick variant, and the frontier.  The table
shows processor seconds with one thread, the minimum of several runs by turns if they are short, and
the ratio of auto to the best engine.  An engine that takes longer than auto is stopped and has no
time.  The ratio ignores a hundredth of a second, the cost of the decision.  The last line gives the
number of puzzles for which the ratio is at most 1.5, and the largest ratio.  The exit status is 1 if
two engines disagree.
"""
import argparse
import math
import os
import shlex
import sys

from bench import HERE, Run, table

NOTHING = 0.01   # seconds
WELL = 1.5
SHORT = 0.5      # seconds of a run that is repeated
TURNS = 4
ENGINES = {"auto": ["--engine", "auto"],
           "search": ["--engine", "search"],
           "plain": ["--engine", "search", "--without", "quick"],
           "frontier": ["--engine", "frontier"]}


def text(value):
    return f"{value:9.3f}" if value is not None else "        -"


def measure(words, limit):
    """The least processor seconds of each engine, or None; and the set of their answers."""
    times, answers = dict.fromkeys(ENGINES), set()
    again = list(ENGINES)
    for _ in range(TURNS):
        for engine in list(again):
            most = 2 * limit if engine == "auto" else min(limit, (times["auto"] or limit) + 1)
            run = Run(["prlimit", f"--cpu={math.ceil(most)}", *words, *ENGINES[engine]])
            if run.status == 0:
                answers.add(run.out)
                times[engine] = min(run.processor, times[engine] or run.processor)
            if run.status or run.processor > SHORT:
                again.remove(engine)
    return times, answers


def compare(times):
    """The ratio of auto to the best engine; 0 if no engine has finished."""
    known = [times[engine] for engine in ENGINES if engine != "auto" and times[engine] is not None]
    if not known:
        return 0
    return (times["auto"] + NOTHING) / (min(known) + NOTHING) if times["auto"] else float("inf")


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("program")
    parser.add_argument("words", nargs="*")
    parser.add_argument("--limit", type=float, default=60)
    parser.add_argument("--rows", default="1-1000000")
    options = parser.parse_args()
    program, ratios, wrong = os.path.abspath(options.program), [], 0
    first, last = (int(number) for number in options.rows.split("-"))
    print(f"{'':50}", *(f"{engine:>9}" for engine in ENGINES), "     x")
    for row in table(HERE / "choice.tsv")[first - 1:last]:
        if options.words and not any(word in row["puzzle"] for word in options.words):
            continue
        times, answers = measure([program, "count", *shlex.split(row["puzzle"]), "--threads", "1"],
                                 options.limit)
        ratios.append(compare(times))
        wrong += len(answers) > 1
        print(f"{row['puzzle']:50}", *(text(times[engine]) for engine in ENGINES),
              f"{ratios[-1]:6.2f}", "THEY DISAGREE" if len(answers) > 1 else "", flush=True)
    print(f"{sum(ratio <= WELL for ratio in ratios)} of {len(ratios)} within {WELL} times of the "
          f"best engine; the largest ratio is {max(ratios, default=0):.2f}")
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
