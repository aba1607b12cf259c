"""Compares the forecasts of `explain` with what the frontier needs.

    bench/forecast.py build/boardcover [WORD...]     only puzzles that contain one of the words
        --limit SECONDS   processor time of a count (20); longer ones are left out

The puzzles are those of choice.tsv, and the counts of bench.tsv without further options.  The table
shows the states of the widest level and the megabytes: forecast, need, and their ratio.  The last
line gives the number of forecasts within a factor of three.  Counts with the dense table and those
that end within the exact first levels have no interesting forecast and are left out.
"""
import argparse
import json
import math
import os
import re
import shlex

from bench import HERE, Run, table

WITHIN = 3
LEAST = 5000   # states of a widest level worth a forecast


def puzzles():
    """The puzzles of both tables, each once."""
    words = [row["puzzle"] for row in table(HERE / "choice.tsv")]
    for row in table(HERE / "bench.tsv"):
        command = row["command"]
        if command.startswith("count ") and "--" not in command.replace("--lattice", "").replace("--wrap", ""):
            words.append(command.removeprefix("count "))
    return list(dict.fromkeys(words))


def compare(program, puzzle, limit):
    """Forecast and need of the widest level in states, and of the memory in bytes; or None."""
    words = [*shlex.split(puzzle), "--engine", "frontier", "--threads", "1"]
    run = Run(["prlimit", f"--cpu={math.ceil(limit)}", program, "count", *words, "--stats"])
    widest = run.stat("widest")
    if run.status or not widest or widest < LEAST:
        return None
    seen = Run([program, "explain", *words, "--json"])
    facts = json.loads(seen.out)
    peak = float(re.search(r"^peak memory +([\d.]+) MiB", run.err, re.M).group(1)) * 2**20
    return facts["widest_level"], widest, facts["estimated_bytes"], peak


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("program")
    parser.add_argument("words", nargs="*")
    parser.add_argument("--limit", type=float, default=20)
    options = parser.parse_args()
    program, rows, well = os.path.abspath(options.program), 0, 0
    print(f"{'':50} {'widest':>10} {'needed':>10} {'x':>6} {'MB':>8} {'needed':>8} {'x':>6}")
    for puzzle in puzzles():
        if options.words and not any(word in puzzle for word in options.words):
            continue
        found = compare(program, puzzle, options.limit)
        if not found:
            continue
        seen, needed, bytes_seen, peak = found
        ratio, bytes_ratio = seen / needed, bytes_seen / peak
        rows += 1
        well += all(1 / WITHIN <= r <= WITHIN for r in (ratio, bytes_ratio))
        print(f"{puzzle:50} {seen:10.4g} {needed:10.4g} {ratio:6.2f} {bytes_seen / 1e6:8.1f} "
              f"{peak / 1e6:8.1f} {bytes_ratio:6.2f}", flush=True)
    print(f"{well} of {rows} forecasts within a factor of {WITHIN}")


if __name__ == "__main__":
    main()
