"""Runs boardcover and other programs on the same puzzles, by turns, and draws the speed chart of the
README.

    bench/rivals.py build/boardcover [WORD...]      only rows whose name contains one of the words
        --limit SECONDS       time limit of each run (60)
        --turns N             runs of each program; the shortest counts (3)
        --yardsticks FOLDER   compile cells.c, profile.c and onceeach.c in FOLDER and run them as well
        --record              store the times in bench/rivals.tsv, from which the chart is drawn
    bench/rivals.py --chart FILE.svg                draws bench/rivals.tsv and runs nothing

The other programs are Debian packages: cadical (a SAT solver) and clasp (which also counts by listing)
read `convert --to dimacs`, and cbc (package coinor-cbc) reads an integer program made from
`convert --to dlx`.  All programs use one thread; times are processor seconds.  The time to write the
files is not counted.  The exit status is 1 if two programs disagree.
"""
import argparse
import csv
import html
import math
import os
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile

from bench import HERE, Run
from fill import options as placements_of
from fill import write_program
from solve import board, packings

TABLE = HERE / "rivals.tsv"
ARROWS = """board: {n}x{n}
pieces:
  - {{name: a, shape: X, count: any, turn: false, points: [north, west, northwest], tags: [up, left]}}
  - {{name: b, shape: X, count: any, turn: false, points: [north, east, northeast], tags: [up, right]}}
  - {{name: c, shape: X, count: any, turn: false, points: [south, east, southeast], tags: [down, right]}}
  - {{name: d, shape: X, count: any, turn: false, points: [south, west, southwest], tags: [down, left]}}
rules: {{rows: {{up: {half}, down: {half}}}, columns: {{left: {half}, right: {half}}}}}
"""


def presents():
    """A packing of bench/solve.py: the first that is 80 % full and larger than 30x30."""
    for name, pieces, cells in packings():
        if " 80 %" in name and int(name.split("x")[0]) > 30:
            return name, f"-b {cells} -p {pieces}"
    raise SystemExit("bench/solve.py has no such packing")


def rows():
    """(name, question, puzzle, programs) of each row.  {arrows8} stands for a file."""
    packing, packed = presents()
    return [
        ("one covering: L-trominoes, 60x60 minus 30 cells", "solve",
         f"-b {board(60, 60, 30, 2)} -p L3:any", "cadical cells"),
        ("one covering: tetrominoes, 30x30 minus 32 cells", "solve",
         f"-b {board(30, 30, 32, 11)} -p tetrominoes:any", "cadical cells"),
        ("one covering: Y-pentominoes, 20x20", "solve", "-b 20x20 -p Y5:any", "cadical cells"),
        ("one covering: a packing, " + packing.replace(" %", " % full,", 1), "solve", packed, "cadical"),
        ("no covering: T-tetrominoes, 30x30 minus 4 cells", "solve",
         f"-b {board(30, 30, 4, 19)} -p T4:any", "cadical cells"),
        ("count: twelve pentominoes, 6x10", "count", "-b 6x10 -p pentominoes",
         "clasp cells onceeach:6,10"),
        ("count: twelve pentominoes, 8x8 with a hole", "count", "puzzles/pentominoes-8x8-hole.yaml",
         "clasp cells onceeach:8,8,hole"),
        ("count: the Soma cube", "count", "-b 3x3x3 -p soma", "clasp cells"),
        ("count: L-trominoes, 18x18", "count", "-b 18x18 -p L3:any", "clasp cells profile:18,18,L3"),
        ("count: all pentominoes, 10x8", "count", "-b 10x8 -p pentominoes:any",
         "clasp cells profile:10,8,5"),
        ("count: arrows, 8x8", "count", "{arrows8}", "clasp"),
        ("best filling: S-tetrominoes, 12x12", "fill", "-b 12x12 -p S4:any", "cbc"),
        ("best filling: F-pentominoes, 9x9", "fill", "-b 9x9 -p F5:any", "cbc"),
    ]


def number(pattern, text):
    found = re.search(pattern, text, re.MULTILINE)
    return str(round(abs(float(found[1])))) if found else None


class Ours:
    """boardcover itself."""

    name = "boardcover"

    def __init__(self, program, question, puzzle):
        self.question = question
        self.command = [program, question, *puzzle, "--threads", "1", "--quiet"]

    def answer(self, run):
        if run.status:
            return None
        if self.question == "solve":
            return "none" if run.out.strip() == "none" else "yes"
        return run.out.splitlines()[0]


class Sat:
    """cadical for one solution, or clasp for all of them."""

    def __init__(self, name, program, puzzle, folder):
        self.name, path = name, folder / "puzzle.cnf"
        convert(program, puzzle, "dimacs", path)
        self.command = (["cadical", "-q", path] if name == "cadical"
                        else ["clasp", "-n", "0", "-q", "--project=no", path])

    def answer(self, run):
        if self.name == "cadical":
            return {10: "yes", 20: "none"}.get(run.status)
        return number(r"^c Models\s*:\s*(\d+)\s*$", run.out)


class Cells:
    """A plain exact cover search from the folder of yardsticks."""

    name = "cells"

    def __init__(self, binary, program, question, puzzle, folder):
        self.question, path = question, folder / "puzzle.dlx"
        convert(program, puzzle, "dlx", path)
        self.command, self.stdin = [binary] + (["1"] if question == "solve" else []), path

    def answer(self, run):
        first = (run.out.split() or [""])[0] if run.status == 0 else ""
        if self.question == "solve":
            return {"0": "none", "1": "yes"}.get(first)
        return first or None


class Special:
    """A program of the folder of yardsticks that knows its puzzle."""

    def __init__(self, name, binary, words):
        self.name, self.command = name, [binary, *words]

    def answer(self, run):
        return (run.out.split() or [None])[0] if run.status == 0 else None


class Cbc:
    """An integer program."""

    name = "cbc"

    def __init__(self, program, puzzle, folder):
        path = folder / "puzzle.lp"
        write_program(placements_of(program, puzzle), path)
        self.command = ["cbc", path, "-threads", "0", "-solve", "-quit"]

    def answer(self, run):
        return number(r"^Objective value:\s*(\S+)", run.out)


def convert(program, puzzle, form, path):
    with open(path, "w", encoding="utf-8") as out:
        subprocess.run([program, "convert", *puzzle, "--to", form], stdout=out, check=True,
                       stderr=subprocess.DEVNULL)


def compiled(name, given, folder):
    """The yardstick NAME, or None without a folder of yardsticks."""
    binary = folder / name
    if given.yardsticks and not binary.exists():
        subprocess.run(["cc", "-O3", "-march=native", "-o", binary,
                        pathlib.Path(given.yardsticks) / f"{name}.c"], check=True)
    return binary if given.yardsticks else None


def programs_of(row, given, folder):
    """The programs that answer ROW, boardcover first."""
    _, question, text, names = row
    program = os.path.abspath(given.program)
    puzzle = [word.format(arrows8=folder / "arrows8.yaml") for word in shlex.split(text)]
    result = [Ours(program, question, puzzle)]
    for name in names.split():
        name, _, words = name.partition(":")
        if name in ("cadical", "clasp"):
            result.append(Sat(name, program, puzzle, folder))
        elif name == "cbc":
            result.append(Cbc(program, puzzle, folder))
        elif binary := compiled(name, given, folder):
            result.append(Special(name, binary, words.split(",")) if words
                          else Cells(binary, program, question, puzzle, folder))
    return result


def measure(row, given, folder):
    """[(program, seconds or None if it was too slow, answer)] of ROW."""
    programs = programs_of(row, given, folder)
    best = {program.name: (None, None) for program in programs}
    for turn in range(given.turns):
        for program in programs:
            seconds, answer = best[program.name]
            if turn and (answer is None or seconds > given.limit / 10):
                continue  # a long run is not repeated
            run = Run(program.command, stdin=getattr(program, "stdin", None), limit=given.limit)
            answer = program.answer(run)
            if answer is not None:
                best[program.name] = min(seconds or math.inf, run.processor), answer
    return [(program.name, *best[program.name]) for program in programs]


def run_all(given):
    wrong, lines = 0, []
    with tempfile.TemporaryDirectory() as place:
        folder = pathlib.Path(place)
        (folder / "arrows8.yaml").write_text(ARROWS.format(n=8, half=4), encoding="utf-8")
        for row in rows():
            if given.words and not any(word in row[0] for word in given.words):
                continue
            results = measure(row, given, folder)
            answers = {answer for _, _, answer in results if answer is not None}
            wrong += len(answers) > 1
            print(f"{row[0]:50} " + "  ".join(
                f"{name} " + (f"{seconds:.3f}" if answer is not None else f"> {given.limit:g}")
                for name, seconds, answer in results) + ("  THEY DISAGREE" * (len(answers) > 1)), flush=True)
            lines += [[row[0], name, f"{seconds:.4f}" if answer is not None else f">{given.limit:g}"]
                      for name, seconds, answer in results]
    if given.record:
        with open(TABLE, "w", encoding="utf-8", newline="") as out:
            csv.writer(out, delimiter="\t", lineterminator="\n").writerows([["row", "program", "seconds"], *lines])
    return wrong


# ---- the chart ----

LEFT, WIDTH, LINE, GAP, TOP = 360, 400, 15, 12, 34
COLOURS = {"boardcover": "#2a6fb0"}
OTHER = "#b9b9b9"


def text_of(seconds):
    return seconds.replace(">", "over ") + " s" if seconds.startswith(">") else f"{float(seconds):.2g} s"


def bar(y, program, seconds, scale):
    """A bar for one program, with its name and time."""
    length = scale(float(seconds.lstrip(">")))
    colour = COLOURS.get(program, OTHER)
    return (f'<rect x="{LEFT}" y="{y}" width="{length:.1f}" height="{LINE - 3}" fill="{colour}"/>'
            f'<text x="{LEFT + length + 5:.1f}" y="{y + LINE - 5}" font-size="11">'
            f'{html.escape(program)} {html.escape(text_of(seconds))}</text>')


def chart(path):
    """Draws bench/rivals.tsv: one group of bars for each row, on a logarithmic axis."""
    with open(TABLE, encoding="utf-8", newline="") as file:
        table = list(csv.DictReader(file, delimiter="\t"))
    least = min(float(line["seconds"].lstrip(">")) for line in table) / 2
    most = max(float(line["seconds"].lstrip(">")) for line in table)

    def scale(seconds):
        return WIDTH * math.log(max(seconds, least) / least) / math.log(most / least)

    parts, y, last = [], TOP, None
    for line in table:
        if line["row"] != last:
            y += GAP if last else 0
            parts.append(f'<text x="{LEFT - 10}" y="{y + LINE - 4}" font-size="12" text-anchor="end">'
                         f'{html.escape(line["row"])}</text>')
            last = line["row"]
        parts.append(bar(y, line["program"], line["seconds"], scale))
        y += LINE
    ticks = [10.0 ** k for k in range(math.ceil(math.log10(least)), math.floor(math.log10(most)) + 1)]
    axis = [f'<path d="M{LEFT + scale(t):.1f} {TOP - 6}V{y}" stroke="#ddd"/>'
            f'<text x="{LEFT + scale(t):.1f}" y="{TOP - 12}" font-size="11" text-anchor="middle">{t:g} s</text>'
            for t in ticks]
    width, height = LEFT + WIDTH + 130, y + 12
    pathlib.Path(path).write_text(
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" '
        f'font-family="sans-serif" fill="#222">\n<title>Processor time of boardcover and other programs</title>\n'
        f'<rect width="{width}" height="{height}" fill="#fff"/>\n' + "\n".join(axis + parts) + "\n</svg>\n",
        encoding="utf-8")


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n", 1)[0])
    parser.add_argument("program", nargs="?")
    parser.add_argument("words", nargs="*")
    parser.add_argument("--limit", type=float, default=60)
    parser.add_argument("--turns", type=int, default=3)
    parser.add_argument("--yardsticks")
    parser.add_argument("--record", action="store_true")
    parser.add_argument("--chart")
    given = parser.parse_intermixed_args()
    if not given.program and not given.chart:
        parser.error("name the program, or --chart FILE")
    wrong = run_all(given) if given.program else 0
    if given.chart:
        chart(given.chart)
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
