"""Compares the counts of puzzles with those of their own exact cover files, by turns.

    bench/exports.py build/boardcover [WORD...]    only puzzles whose name contains one of the words
        --runs N          runs of each, of which the fastest counts (5)
        --limit SECONDS   time limit of each run (60)
        --shuffle SEED    shuffle the items and the options of the files

The puzzles are from all lattices, most of them from the folder puzzles.  Time is user plus system
time of one thread.  A row is marked if the file takes more than twice as long, beyond 2 ms, or more
than twice the states, if both are counted by the frontier.  The exit status is 1 if a count differs.
"""
import argparse
import os
import pathlib
import random
import re
import subprocess
import sys
import tempfile

from bench import HERE, Run

TWO_BOARDS = "//".join(["/".join(["." * 10] * 4)] * 2)
PUZZLES = [
    ("-b", TWO_BOARDS, "-p", "pentominoes,tetrominoes"),
    ("-b", "6x8", "-p", "L4:5,T4:4,S4:3"), ("-b", "9x12", "-p", "L3:any"),
    "pentominoes-3x20", "pentominoes-5x12", "pentominoes-6x10", "pentominoes-8x8-hole",
    "pentominoes-triple-x", "pentominoes-2x3x10", "soma-cube", "tetracubes-2x2x8",
    "tetrominoes-tube", "tetrominoes-twice-5x8", "mixed-5x6", "dominoes-torus", "hexiamonds-4x9",
    "lozenges-hexagon", "pentahexes-4x5", "tetrahexes-4x7", "trihexes-3x6", "edge-matching-4x4",
    "arrows", "loops-6x6", "gap-dominoes-4x8",
]
MARGIN = 0.002


def shuffled(text, seed):
    """The same problem with its items, primary and secondary, and its options in a random order."""
    rng = random.Random(seed)
    lines = [line for line in text.splitlines() if line and not line.startswith("|")]
    head, options = lines[0], lines[1:]
    parts = [part.split() for part in head.split(" | ")]
    for part in parts:
        rng.shuffle(part)
    rng.shuffle(options)
    return "\n".join([" | ".join(" ".join(part) for part in parts), *options]) + "\n"


def best_of(commands, runs, limit):
    """The fastest run of each command."""
    best = [None] * len(commands)
    for _ in range(runs):
        for k, command in enumerate(commands):
            run = Run(command, limit=limit)
            if best[k] is None or run.processor < best[k].processor:
                best[k] = run
    return best


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("program")
    parser.add_argument("words", nargs="*")
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--limit", type=float, default=60)
    parser.add_argument("--shuffle", type=int)
    options = parser.parse_intermixed_args()
    program, wrong, slow = os.path.abspath(options.program), 0, 0
    print(f"{'milliseconds, states or nodes':34} {'puzzle':>9} {'file':>9} {'ratio':>6} "
          f"{'puzzle':>10} {'file':>10}")
    with tempfile.TemporaryDirectory() as folder:
        file = pathlib.Path(folder) / "export.dlx"
        for puzzle in PUZZLES:
            given = [HERE.parent / f"puzzles/{puzzle}.yaml"] if isinstance(puzzle, str) else puzzle
            name = puzzle if isinstance(puzzle, str) else f"{puzzle[3]} {puzzle[1]}"[:34]
            if options.words and not any(word in name for word in options.words):
                continue
            text = subprocess.run([program, "convert", *given, "--to", "dlx"], check=True,
                                  capture_output=True, text=True).stdout
            if options.shuffle is not None:
                text = shuffled(text, options.shuffle)
            file.write_text(text, encoding="utf-8")
            ours, export = best_of([[program, "count", *what, "--threads", "1", "--stats"]
                                    for what in (given, [file])], options.runs, options.limit)
            differ = ours.out != export.out
            work = [run.stat("states") or run.stat("nodes") or 0 for run in (ours, export)]
            swept = all(re.search("^engine +frontier", run.err, re.M) for run in (ours, export))
            more = (export.processor > 2 * ours.processor + MARGIN or
                    (swept and work[1] > 2 * work[0]))
            wrong, slow = wrong + differ, slow + more
            print(f"{name:34} {ours.processor * 1e3:9.2f} {export.processor * 1e3:9.2f} "
                  f"{export.processor / ours.processor:6.2f} {work[0]:10.0f} {work[1]:10.0f}" +
                  "  more than twice" * more + "  COUNTS DIFFER" * differ, flush=True)
    print(f"{slow} more than twice")
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
