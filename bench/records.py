"""Computes terms of sequences beyond the published ones, by two methods; writes docs/RECORDS.md.

    bench/records.py build/boardcover [WORD...]     the series whose names contain one of the words
        --second      also use the second method (without it, only the first is used)
        --up-to N     no term above N
        --only-write  compute nothing: write docs/RECORDS.md from the terms found before

records.tsv lists the terms to compute, and records-found.tsv the terms found so far.  Each term is
computed only once, so you can stop a run at any time and continue it later.

    series      the number of the series in the On-Line Encyclopedia of Integer Sequences (OEIS)
    published   the last published term
    check       published terms n=value that the first method must reproduce
    new         the terms to compute, FROM..TO
    first       the command of boardcover, with {n} for the index of the term and {2n} for twice the
                index; or `sequence`
    second      another command, or `reordered`: the first as an exact cover problem whose items are
                listed column by column, alternately down and up, so that the states are different
    title       what is counted
    note        remarks about the published terms; -: none
"""
import argparse
import csv
import os
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile

from bench import Run

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent
FOUND = HERE / "records-found.tsv"
FIELDS = ["series", "n", "value", "command", "seconds", "megabytes",
          "second", "second_seconds", "second_megabytes"]


def read(path):
    if not path.exists():
        return []
    with open(path, encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file, delimiter="\t"))


def keep(found):
    with open(FOUND, "w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, FIELDS, delimiter="\t", lineterminator="\n", restval="-")
        writer.writeheader()
        for key in sorted(found):
            writer.writerow(found[key])


def serpentine(text):
    """An exact cover problem whose cells are listed column by column, alternately down and up."""
    lines = text.splitlines()
    items, bar, others = lines[0].partition(" | ")
    def place(item):
        row, column = map(int, re.fullmatch(r"r(\d+)c(\d+)", item).groups())
        return column, row if column % 2 == 0 else -row
    cells = [item for item in items.split() if re.fullmatch(r"r\d+c\d+", item)]
    rest = [item for item in items.split() if item not in set(cells)]
    first = " ".join(sorted(cells, key=place) + rest)
    return "\n".join([first + bar + others, *lines[1:]]) + "\n"


def fill(command, n):
    return command.replace("{n}", str(n)).replace("{2n}", str(2 * n))


def go(program, command, n):
    """Runs the command for term N: ({term: value}, Run)."""
    words = shlex.split(fill(command, n))
    with tempfile.TemporaryDirectory() as folder:
        if words[0] == "reordered":
            path = pathlib.Path(folder) / "reordered.dlx"
            made = subprocess.run([program, "convert", *words[2:], "--to", "dlx"], text=True,
                                  stdout=subprocess.PIPE, check=True)
            path.write_text(serpentine(made.stdout), encoding="utf-8")
            words = ["count", str(path)]
        run = Run([program, *words, "--threads", "1", "--engine", "frontier"], limit=24 * 3600)
    if run.status != 0:
        sys.exit(f"{' '.join(words)}: status {run.status}\n{run.err}")
    if words[0] == "sequence":
        pairs = [line.split() for line in run.out.splitlines() if not line.startswith("#")]
        return {int(pair[0]): pair[1] for pair in pairs}, run
    return {n: run.out.strip()}, run


def terms(row, most):
    low, high = map(int, row["new"].split(".."))
    return range(low, min(high, most) + 1)


def compare(row, n, value):
    """Exits if the published value of term N is not VALUE."""
    known = dict(pair.split("=") for pair in row["check"].split(","))
    if known.get(str(n), value) != value:
        sys.exit(f"{row['series']}({n}): {value}, but {known[str(n)]} is published")


def early(row):
    """The published terms below the terms to compute."""
    known = [int(pair.split("=")[0]) for pair in row["check"].split(",")]
    return [n for n in known if n < int(row["new"].split("..")[0])]


def check(program, row):
    """Computes published terms with the first method."""
    values = {}
    for n in early(row):
        if n not in values:
            values.update(go(program, row["first"], n)[0])
        compare(row, n, values[n])
    print(f"{row['series']}: published terms {early(row)} agree", flush=True)


def find(program, row, found, most):
    for n in terms(row, most):
        if (row["series"], n) in found:
            continue
        values, run = go(program, row["first"], n)
        for term in [term for term in terms(row, most) if term in values]:
            compare(row, term, values[term])
            found[row["series"], term] = {
                "series": row["series"], "n": term, "value": values[term], "second": "-",
                "command": fill(row["first"], term),
                "seconds": f"{run.user:.1f}", "megabytes": f"{run.memory:.0f}"}
            print(f"{row['series']}({term}) = {values[term]}  {run.user:.1f} s", flush=True)
        keep(found)


def confirm(program, row, found, most):
    """Computes the terms with the second method and exits if a value differs."""
    command = row["second"]
    if command == "reordered":
        command += " " + row["first"]
    for n in terms(row, most):
        term = found.get((row["series"], n))
        if not term or term["second"] != "-":
            continue
        values, run = go(program, command, n)
        if values[n] != term["value"]:
            sys.exit(f"{row['series']}({n}): {term['value']}, but {values[n]} by the second method")
        term.update(second=fill(row["second"], n),
                    second_seconds=f"{run.user:.1f}", second_megabytes=f"{run.memory:.0f}")
        print(f"{row['series']}({n}) by the second method: the same  {run.user:.1f} s", flush=True)
        keep(found)


INTRODUCTION = """# Records

This page lists terms of integer sequences beyond those published in the On-Line Encyclopedia of Integer
Sequences (OEIS). The comparison is with the OEIS of early 2025; some sequences may have been extended since.
For each sequence, the command first had to reproduce terms that were already published. A second method then
confirmed each new term. The second method is one of these:

- *reordered*: the same puzzle as an exact cover problem (`convert --to dlx`), with its cells listed column by
  column, alternately down and up, instead of row by row. The frontier then moves across the board in a
  different order and has different states.
- a command: the board is rotated by a quarter-turn, and each term is counted separately. (If the first method
  was `sequence`, it found all terms in one pass.)

If the column "second method" contains a dash, only one method was used. Both methods compute long numbers
modulo several primes, with a [spare prime](ALGORITHMS.md#numbers) as a check. For squares covered by
L-trominoes, the first method counts [half of the board](ALGORITHMS.md#the-dense-table) and joins it with its
image; for even n, the second method counts the whole board.

Times are processor seconds of one thread on a small machine whose two cores were shared with other programs
(for n = 27, 28 and 30 of A233807, the sum over two threads). MB is the peak memory of the process in megabytes. `bench/records.py` computes the terms
and writes this page.
"""


def chapter(row, terms_found):
    checked = ", ".join(map(str, early(row)))
    lines = [f"## {row['title']}\n",
             f"OEIS {row['series']}, published to n = {row['published']}. "
             f"`boardcover {row['first']}` reproduces the published terms n = {checked}."
             + (f" {row['note']}" if row["note"] != "-" else "") + "\n",
             "| n | value | seconds | MB | second method | seconds | MB |",
             "|---|---|---|---|---|---|---|"]
    for term in terms_found:
        method = term["second"] if term["second"] in ("-", "reordered") else f"`{term['second']}`"
        cells = [term["n"], term["value"], term["seconds"], term["megabytes"], method,
                 term.get("second_seconds", "-"), term.get("second_megabytes", "-")]
        lines.append("| " + " | ".join(map(str, cells)) + " |")
    return "\n".join(lines) + "\n"


def write(found):
    parts = [INTRODUCTION]
    for row in read(HERE / "records.tsv"):
        mine = [found[key] for key in sorted(found) if key[0] == row["series"]]
        if mine:
            parts.append(chapter(row, mine))
    (ROOT / "docs/RECORDS.md").write_text("\n".join(parts), encoding="utf-8")


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("program")
    parser.add_argument("words", nargs="*")
    parser.add_argument("--second", action="store_true")
    parser.add_argument("--up-to", type=int, default=10**9)
    parser.add_argument("--only-write", action="store_true")
    options = parser.parse_args()
    os.nice(10)
    program = os.path.abspath(options.program)
    found = {(row["series"], int(row["n"])): row for row in read(FOUND)}
    for row in read(HERE / "records.tsv") if not options.only_write else []:
        if options.words and not any(word in row["series"] for word in options.words):
            continue
        if any((row["series"], n) not in found for n in terms(row, options.up_to)):
            check(program, row)
            find(program, row, found, options.up_to)
        if options.second:
            confirm(program, row, found, options.up_to)
    write(found)


if __name__ == "__main__":
    main()
