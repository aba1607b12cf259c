"""Measures `solve` on boards with random holes and on packings, by turns with other programs.

    bench/solve.py build/boardcover [WORD...]      only puzzles whose name contains one of the words
        --limit SECONDS       time limit of each run (60)
        --rivals              run cadical on the same puzzles as well (Debian package cadical)
        --yardsticks FOLDER   compile cells.c in FOLDER and run it as well
        --packings            the 100 packings instead of the 40 coverings
        --large               large pieces and wide boards instead of the 40 coverings
        --out FILE            write the results to a table

The puzzles are made here from fixed seeds.  Coverings: boards of 20x20 to 80x80, most of them with
holes.  Packings: presents of seven cells in boxes of 3x3, with given counts, on boards that need not
be full.  Large pieces: Partridge squares, squared rectangles and bricks.  All programs use one thread.  It prints the user times in seconds, the answer and the
method that found it, and at the end the median of each program.  The exit status is 1 if two
programs disagree.
"""
import argparse
import csv
import os
import pathlib
import random
import re
import statistics
import subprocess
import sys
import tempfile

from bench import Run

PRESENTS = ["XXX/XX./XX.", "XXX/XX./.XX", "XX./XXX/.XX", "XXX/X../XXX", "XXX/.X./XXX", "XXX/XXX/X.."]


def board(rows, columns, holes, seed):
    """A board with random holes."""
    if not holes:
        return f"{rows}x{columns}"
    cells = [(r, c) for r in range(rows) for c in range(columns)]
    gone = set(random.Random(seed).sample(cells, holes))
    return "/".join("".join("#" if (r, c) in gone else "." for c in range(columns))
                    for r in range(rows))


# Pieces, rows, columns, holes.  The area is a multiple of the size of the pieces if they have one.
COVERINGS = [
    ("L3:any", 40, 41, 20), ("L3:any", 60, 60, 30), ("L3:any", 64, 64, 1), ("L3:any", 100, 99, 0),
    ("L3:any", 80, 80, 100), ("L3:any", 20, 20, 10), ("L3:any", 30, 50, 60), ("L3:any", 50, 30, 150),
    ("L3:any,I3:any", 40, 40, 10), ("L3:any,I3:any", 70, 70, 100),
    ("tetrominoes:any", 30, 30, 32), ("tetrominoes:any", 20, 20, 20),
    ("tetrominoes:any", 40, 40, 100), ("tetrominoes:any", 60, 60, 60),
    ("tetrominoes:any", 80, 80, 400), ("L4:any", 40, 40, 8), ("L4:any", 60, 60, 0),
    ("T4:any", 60, 40, 0), ("T4:any", 30, 30, 4), ("T4:any", 24, 24, 8), ("T4:any", 40, 40, 0),
    ("S4:any,T4:any", 30, 30, 20), ("O4:any,S4:any", 20, 20, 12),
    ("L5:any", 60, 40, 0), ("L5:any", 30, 30, 10), ("P5:any", 40, 40, 20), ("P5:any", 25, 25, 0),
    ("Y5:any", 20, 20, 0), ("Y5:any", 25, 25, 0), ("Y5:any", 20, 30, 0), ("Y5:any", 40, 60, 0),
    ("Y5:any", 20, 20, 10), ("Y5:any", 30, 30, 5), ("W5:any,P5:any", 30, 30, 10),
    ("pentominoes:any", 30, 30, 30), ("pentominoes:any", 50, 50, 100),
    ("pentominoes:any", 80, 80, 200), ("tetrominoes:any,pentominoes:any", 60, 60, 120),
    ("hexominoes:any", 30, 30, 30), ("L3:any,Y5:any", 40, 40, 33),
]


def coverings():
    for seed, (pieces, rows, columns, holes) in enumerate(COVERINGS, 1):
        name = f"{pieces} {rows}x{columns}" + (f" minus {holes}" if holes else "")
        yield name, pieces, board(rows, columns, holes, seed)


def packings():
    """The share of full cells grows from 60 to 90 %; each tenth puzzle has too many pieces."""
    for seed in range(100):
        rng = random.Random(1000 + seed)
        side = rng.choice([12, 16, 20, 24, 30, 36, 42, 50])
        full = 101 + rng.randrange(10) if seed % 10 == 9 else 60 + 30 * seed // 99
        count = -(-side * side * full // 700)
        split = [rng.randrange(len(PRESENTS)) for _ in range(count)]
        pieces = ",".join(f"{shape}:{split.count(k)}" for k, shape in enumerate(PRESENTS)
                          if split.count(k))
        yield f"{side}x{side} {full} % {count} pieces", pieces, "/".join(["?" * side] * side)


def large():
    """Wide boards of plain rectangles, and pieces that are large compared with the board."""
    for rows, columns, pieces in [(40, 60, "T4"), (40, 60, "L5"), (60, 40, "Y5"), (80, 60, "Y5"),
                                  (30, 100, "Y5")]:
        yield f"{pieces}:any {rows}x{columns}", f"{pieces}:any", f"{rows}x{columns}"
    for order in 6, 7, 8:
        side = order * (order + 1) // 2
        squares = ",".join(f"{k}x{k}:{k}" for k in range(1, order + 1))
        yield f"Partridge {order}", squares, f"{side}x{side}"
    for board_size, sides in [("33x32", (1, 4, 7, 8, 9, 10, 14, 15, 18)),
                              ("47x65", (3, 5, 6, 11, 17, 19, 22, 23, 24, 25))]:
        yield f"squares {board_size}", ",".join(f"{k}x{k}" for k in sides), board_size
    yield "bricks 15x15x15", "4x5x6:27,1x1x1:135", "15x15x15"


class Rival:
    """A program that reads an export of the puzzle."""

    def __init__(self, name, command, form, answer):
        self.name, self.command, self.form, self.answer = name, command, form, answer

    def run(self, program, puzzle, folder, limit):
        """The user time and the answer, None if it has none in time."""
        export = pathlib.Path(folder) / f"puzzle.{self.form}"
        with open(export, "w", encoding="utf-8") as out:
            subprocess.run([program, "convert", *puzzle, "--to", self.form], stdout=out, check=True,
                           stderr=subprocess.DEVNULL)
        run = Run(self.command, stdin=export, limit=limit)
        return run.user, self.answer(run)


def of_cadical(run):
    return {10: True, 20: False}.get(run.status)


def of_cells(run):
    return {"0": False, "1": True}.get((run.out.split() or [""])[0]) if run.status == 0 else None


def ours(program, puzzle, limit):
    run = Run([program, "solve", *puzzle, "--threads", "1", "--json", "--stats"], limit=limit)
    winner = re.search(r"^winner +(.*)$", run.err, re.M)
    answer = None if run.status else '"placements":null' not in run.out
    return run.user, answer, winner.group(1) if winner else ""


def make_rivals(options, folder):
    rivals = []
    if options.rivals:
        rivals.append(Rival("cadical", ["cadical", "-q"], "dimacs", of_cadical))
    if options.yardsticks:
        binary = pathlib.Path(folder) / "cells"
        subprocess.run(["cc", "-O3", "-march=native", "-o", binary,
                        pathlib.Path(options.yardsticks) / "cells.c"], check=True)
        rivals.append(Rival("cells", [binary, "1"], "dlx", of_cells))
    return rivals


def show(value, answer, limit):
    return f"{value:9.3f}" if answer is not None else f"  > {limit:5g}"


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("program")
    parser.add_argument("words", nargs="*")
    parser.add_argument("--limit", type=float, default=60)
    parser.add_argument("--rivals", action="store_true")
    parser.add_argument("--yardsticks")
    parser.add_argument("--packings", action="store_true")
    parser.add_argument("--large", action="store_true")
    parser.add_argument("--out")
    options = parser.parse_intermixed_args()
    program, wrong, table = os.path.abspath(options.program), 0, []
    with tempfile.TemporaryDirectory() as folder:
        rivals = make_rivals(options, folder)
        print(f"{'':44} {'solve':>9} " + " ".join(f"{rival.name:>9}" for rival in rivals))
        boards = packings if options.packings else large if options.large else coverings
        for name, pieces, cells in boards():
            if options.words and not any(word in name for word in options.words):
                continue
            puzzle = ["-b", cells, "-p", pieces]
            user, answer, winner = ours(program, puzzle, options.limit)
            times, answers = [(user, answer)], {answer}
            for rival in rivals:
                times.append(rival.run(program, puzzle, folder, options.limit))
                answers.add(times[-1][1])
            remark = "  THEY DISAGREE" if {True, False} <= answers else ""
            wrong += bool(remark)
            said = {True: "yes", False: "none", None: "?"}[answer]
            print(f"{name:44} " + " ".join(show(*time, options.limit) for time in times) +
                  f"  {said:4} {winner}{remark}", flush=True)
            table.append([name, said, winner, *(f"{value:.3f}" if found is not None else ""
                                                for value, found in times)])
        print(f"{'median':44} " + " ".join(
            f"{statistics.median(float(row[k + 3] or options.limit) for row in table):9.3f}"
            for k in range(len(rivals) + 1)))
    if options.out:
        with open(options.out, "w", encoding="utf-8", newline="") as out:
            lines = csv.writer(out, delimiter="\t", lineterminator="\n")
            lines.writerow(["name", "answer", "winner", "solve", *(rival.name for rival in rivals)])
            lines.writerows(table)
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
