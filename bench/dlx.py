"""Measures small exact cover files, by turns with the yardstick `cells`.

    bench/dlx.py build/boardcover YARDSTICKS [WORD...]    only files whose name contains a word
        --base PROGRAM    measure another build of boardcover as well
        --runs N          runs of each program, of which the fastest counts (11)
        --folder FOLDER   keep the files there

YARDSTICKS is a folder with cells.c, a plain sparse-set search.  The files are made here from fixed
seeds: sudokus with one solution, sudokus of 16x16 and Latin squares of which the first solution is
wanted, Dominosa boards, and random exact covers of 75 items with 5 items in each option.  Time is
user plus system time of one thread, because the kernel only estimates the parts.  The exit status
is 1 if the programs disagree.
"""
import argparse
import itertools
import os
import pathlib
import random
import statistics
import subprocess
import sys
import tempfile

from bench import Run

SEEDS = 3


def lines(items, options):
    return "\n".join([" ".join(items), *(" ".join(option) for option in options)]) + "\n"


# ---- sudokus ----

def filled(box, rng):
    """A full sudoku: the textbook pattern with shuffled rows, columns and digits."""
    def shuffled():
        return [box * k + i for k in rng.sample(range(box), box) for i in rng.sample(range(box), box)]
    rows, columns, digits = shuffled(), shuffled(), rng.sample(range(box * box), box * box)
    return {(r, c): digits[(box * (rows[r] % box) + rows[r] // box + columns[c]) % (box * box)]
            for r in range(box * box) for c in range(box * box)}


def sudoku(box, givens):
    """Items: cells, digits in rows, in columns, in boxes.  Only options that fit the givens."""
    side = range(box * box)
    taken = {(kind, line, digit) for (r, c), digit in givens.items()
             for kind, line in (("r", r), ("c", c), ("b", r // box * box + c // box))}
    options = [(f"p{r},{c}", f"r{r},{d}", f"c{c},{d}", f"b{r // box * box + c // box},{d}")
               for r in side for c in side for d in side
               if (r, c) not in givens and not {("r", r, d), ("c", c, d),
                                                ("b", r // box * box + c // box, d)} & taken]
    items = [f"p{r},{c}" for r in side for c in side if (r, c) not in givens]
    items += [f"{kind}{line},{d}" for kind in "rcb" for line in side for d in side
              if (kind, line, d) not in taken]
    return lines(items, options)


def solutions(cells, most):
    """The number of solutions of the text of an exact cover file, at most MOST, the slow way."""
    head, *rest = cells.splitlines()
    options = [line.split() for line in rest]
    sets = {item: {k for k, option in enumerate(options) if item in option} for item in head.split()}

    def count(open_items, alive, left):
        if not open_items:
            return 1
        item = min(open_items, key=lambda i: len(sets[i] & alive))
        found = 0
        for k in sets[item] & alive:
            gone = set().union(*(sets[i] for i in options[k]))
            found += count(open_items - set(options[k]), alive - gone, left - found)
            if found >= left:
                break
        return found
    return count(frozenset(sets), set(range(len(options))), most)


def proper_sudoku(rng, givens):
    """A sudoku with one solution: cells are cleared while it stays the only one."""
    grid = filled(3, rng)
    for cell in rng.sample(sorted(grid), 81):
        digit = grid.pop(cell)
        if len(grid) < givens or solutions(sudoku(3, grid), 2) > 1:
            grid[cell] = digit
    return sudoku(3, grid)


def large_sudoku(rng, givens):
    grid = filled(4, rng)
    return sudoku(4, {cell: grid[cell] for cell in rng.sample(sorted(grid), givens)})


# ---- others ----

def latin(side, rng):
    """The first row is given, in a random order, so that no two files are equal."""
    row = rng.sample(range(side), side)
    options = [(f"p{r},{c}", f"r{r},{d}", f"c{c},{d}") for r in range(side) for c in range(side)
               for d in range(side) if r or row[c] == d]
    return lines(list(dict.fromkeys(itertools.chain(*options))), options)


def dominosa(top, rng):
    """The dominoes of 0 to TOP cover a board of TOP + 1 by TOP + 2 numbers, each once."""
    rows, columns = top + 1, top + 2
    bones = [(a, b) for a in range(top + 1) for b in range(a, top + 1)]
    rng.shuffle(bones)
    board, free = {}, sorted(itertools.product(range(rows), range(columns)))
    while free:     # random dominoes until they fit, each at the first free cell
        board, free = {}, sorted(itertools.product(range(rows), range(columns)))
        for bone in bones:
            at = free.pop(0)
            others = [(at[0], at[1] + 1), (at[0] + 1, at[1])]
            others = [other for other in others if other in free]
            if not others:
                break
            other = rng.choice(others)
            free.remove(other)
            board[at], board[other] = rng.sample(bone, 2)
    options = [(f"{r},{c}", f"{r + s},{c + 1 - s}",
                "d{},{}".format(*sorted((board[r, c], board[r + s, c + 1 - s]))))
               for r in range(rows) for c in range(columns) for s in (0, 1)
               if (r + s, c + 1 - s) in board]
    return lines([f"{r},{c}" for r, c in sorted(board)] + [f"d{a},{b}" for a, b in sorted(bones)],
                 options)


def exact_cover(items, size, options, rng):
    """Random options, among them one solution."""
    names = [f"i{k}" for k in range(items)]
    mixed = rng.sample(names, items)
    rows = {tuple(sorted(mixed[k:k + size])) for k in range(0, items, size)}
    while len(rows) < options:
        rows.add(tuple(sorted(rng.sample(names, size))))
    return lines(names, rng.sample(sorted(rows), len(rows)))


# Name, maker, limit of solutions.
KINDS = [
    ("sudoku 9x9, 25 givens", lambda rng: proper_sudoku(rng, 25), 0),
    ("sudoku 16x16, 120 givens, first", lambda rng: large_sudoku(rng, 120), 1),
    ("Latin square 14, first", lambda rng: latin(14, rng), 1),
    ("Dominosa 0 to 9", lambda rng: dominosa(9, rng), 0),
    ("random, 75 items, 5 an option", lambda rng: exact_cover(75, 5, 300, rng), 0),
]


def commands(program, file, limit):
    question = ["solve"] if limit else ["count"]
    return [program, *question, file, "--threads", "1"]


def answer(run, limit):
    """The number of solutions, or whether there is one."""
    if run.status:
        return None
    return str(int(run.out.split("\n")[0] not in ("", "0", "none"))) if limit else run.out.strip()


def measure(programs, file, limit, runs):
    """The best time and the answer of each program; the first reads standard input."""
    best = [(float("inf"), None)] * len(programs)
    for _ in range(runs):
        for k, program in enumerate(programs):
            run = (Run(commands(program, file, limit)) if k
                   else Run([program] + [str(limit)] * bool(limit), stdin=file))
            best[k] = min(best[k], (run.processor, answer(run, limit)))
    return best


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("program")
    parser.add_argument("yardsticks")
    parser.add_argument("words", nargs="*")
    parser.add_argument("--base")
    parser.add_argument("--runs", type=int, default=11)
    parser.add_argument("--folder")
    options = parser.parse_intermixed_args()
    wrong, ratios = 0, []
    with tempfile.TemporaryDirectory() as scratch:
        folder = pathlib.Path(options.folder or scratch).absolute()
        cells = pathlib.Path(scratch) / "cells"
        subprocess.run(["cc", "-O3", "-march=native", "-o", cells,
                        pathlib.Path(options.yardsticks) / "cells.c"], check=True)
        programs = [cells] + [os.path.abspath(p) for p in (options.program, options.base) if p]
        print(f"{'milliseconds':40} {'cells':>8} {'ours':>8} {'ratio':>8}")
        for (name, make, limit), seed in itertools.product(KINDS, range(1, SEEDS + 1)):
            if options.words and not any(word in name for word in options.words):
                continue
            file = folder / f"{name.replace(' ', '-').replace(',', '')}-{seed}.dlx"
            file.write_text(make(random.Random(seed)), encoding="utf-8")
            best = measure(programs, file, limit, options.runs)
            ratios.append(best[1][0] / best[0][0])
            differ = len({found for _, found in best}) > 1
            wrong += differ
            print(f"{name + f' #{seed}':40} {best[0][0] * 1e3:8.2f} {best[1][0] * 1e3:8.2f} "
                  f"{ratios[-1]:8.2f}" + "".join(f" {time * 1e3:8.2f}" for time, _ in best[2:]) +
                  f"  {best[1][1]}" + "  THEY DISAGREE" * differ, flush=True)
    print(f"{'median ratio':40} {statistics.median(ratios):26.2f}")
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
