#!/usr/bin/env python3
"""Compares `boardcover fill` with cbc (Debian package coinor-cbc), which solves the same boards as
integer programs.

    bench/fill.py build/boardcover [--turns N] [--limit SECONDS] [WORD...]

Both programs run by turns, with one thread.  The table shows the least processor time of each in seconds,
the number of covered cells, and how many times as long cbc takes.  WORDs select rows by their names.
The exit status is 1 if the numbers of cells differ or a row is slower than cbc.
"""
import argparse
import pathlib
import re
import resource
import shlex
import subprocess
import sys
import tempfile

ROWS = {
    "S4 10x10": "-b 10x10 -p S4:any",
    "S4 12x12": "-b 12x12 -p S4:any",
    "S4 14x14": "-b 14x14 -p S4:any",
    "S4 9x9 torus": "-b 9x9 -p S4:any --wrap both",
    "F5 9x9": "-b 9x9 -p F5:any",
    "W5 10x10": "-b 10x10 -p W5:any",
    "T5 10x10": "-b 10x10 -p T5:any",
    "N5 10x10": "-b 10x10 -p N5:any",
    "X5 12x12": "-b 12x12 -p X5:any",
    "P5 9x9": "-b 9x9 -p P5:any",
    "F5 5x40": "-b 5x40 -p F5:any",
    "X5 20x20": "-b 20x20 -p X5:any",
    "T5 12x12": "-b 12x12 -p T5:any",
}


def processor_seconds():
    """User and system time of all children: the kernel divides short runs between the two at random."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def timed(command, limit):
    """The processor seconds and the output of COMMAND; the output is None if it exceeds LIMIT."""
    before = processor_seconds()
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=limit, check=False)
    except subprocess.TimeoutExpired:
        return limit, None
    return processor_seconds() - before, done.stdout


def options(program, words):
    """The cells of each placement, from the exact cover problem of the puzzle."""
    text = subprocess.run([program, "convert", *words, "--to", "dlx"], capture_output=True, text=True,
                          check=True).stdout
    lines = [line for line in text.splitlines() if line.strip() and not line.startswith("|")]
    return [line.split() for line in lines[1:]]


def write_program(placements, path):
    """Writes the integer program: the most covered cells, with each cell covered at most once."""
    users = {}
    for number, cells in enumerate(placements):
        for cell in cells:
            users.setdefault(cell, []).append(f"x{number}")
    lines = ["Maximize", " cells:"] + [f" + {len(cells)} x{n}" for n, cells in enumerate(placements)]
    lines += ["Subject To"]
    for number, names in enumerate(users.values()):
        lines += [f" c{number}:"] + [f" + {name}" for name in names] + [" <= 1"]
    lines += ["Binaries"] + [f" x{n}" for n in range(len(placements))] + ["End", ""]
    path.write_text("\n".join(lines), encoding="utf-8")


def covered(text, pattern):
    found = text and re.search(pattern, text, re.MULTILINE)
    return round(abs(float(found[1]))) if found else None


def compare(program, name, words, turns, limit):
    """Runs one row; returns whether it is fine."""
    mine, other, cells, cells_of_cbc = [], [], None, None
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "fill.lp"
        write_program(options(program, words), path)
        for _ in range(turns):
            seconds, text = timed([program, "fill", *words, "--threads", "1", "--quiet"], limit)
            mine.append(seconds)
            cells = covered(text, r"^(\d+)\s*$")
            seconds, text = timed(["cbc", str(path), "-threads", "0", "-solve", "-quit"], limit)
            other.append(seconds)
            cells_of_cbc = covered(text, r"^Objective value:\s*(\S+)")
    best, rival = min(mine), min(other)
    print(f"{name:16} {best:8.3f} {rival:8.3f} {rival / best:8.1f} {cells!s:>6} {cells_of_cbc!s:>6}", flush=True)
    return best <= rival and None not in (cells,) and cells_of_cbc in (cells, None)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program")
    parser.add_argument("words", nargs="*")
    parser.add_argument("--turns", type=int, default=3)
    parser.add_argument("--limit", type=float, default=120)
    given = parser.parse_intermixed_args()
    print(f"{'board':16} {'ours':>8} {'cbc':>8} {'ratio':>8} {'cells':>6} {'cbc':>6}")
    fine = [compare(given.program, name, shlex.split(words), given.turns, given.limit)
            for name, words in ROWS.items() if not given.words or any(w in name for w in given.words)]
    return 0 if all(fine) else 1


if __name__ == "__main__":
    sys.exit(main())
