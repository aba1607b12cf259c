"""Computes terms of sequences beyond the published ones, by two roads; writes docs/RECORDS.md.

    bench/records.py build/boardcover [WORD...]     the series whose name has one of the words in it
        --second      also go the second road (without it only terms are found)
        --up-to N     no term above N
        --only-write  compute nothing: write docs/RECORDS.md from what was found before

What to compute stands in records.tsv, what was found in records-found.tsv; a term found once is not
computed again, so a run can be ended at any time and goes on where it was.

    series      its number in the On-Line Encyclopedia of Integer Sequences (OEIS)
    published   the last term there
    check       published terms n=value that the first road must give before it is trusted
    new         the terms wanted, FROM..TO
    first       command of boardcover, {n} the term, {2n} its double; or `sequence`
    second      another one, or `reordered`: the first as an exact cover problem whose items are
                listed column by column, down and up in turn, so that other states are met
    title       what is counted
    note        more about what is published; - for none
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
    """An exact cover problem with its cells listed column by column, down and up in turn."""
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
    """Runs a command for the term N: {term: value} and the run."""
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
    """Ends the run when N is a published term and VALUE is not that."""
    known = dict(pair.split("=") for pair in row["check"].split(","))
    if known.get(str(n), value) != value:
        sys.exit(f"{row['series']}({n}): {value}, but {known[str(n)]} is published")


def early(row):
    """The published terms below the wanted ones."""
    known = [int(pair.split("=")[0]) for pair in row["check"].split(",")]
    return [n for n in known if n < int(row["new"].split("..")[0])]


def check(program, row):
    """The published terms, by the first road."""
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
    """The second road: a term with another value there ends the run."""
    command = row["second"]
    if command == "reordered":
        command += " " + row["first"]
    for n in terms(row, most):
        term = found.get((row["series"], n))
        if not term or term["second"] != "-":
            continue
        values, run = go(program, command, n)
        if values[n] != term["value"]:
            sys.exit(f"{row['series']}({n}): {term['value']}, but {values[n]} by the second road")
        term.update(second=fill(row["second"], n),
                    second_seconds=f"{run.user:.1f}", second_megabytes=f"{run.memory:.0f}")
        print(f"{row['series']}({n}) by the second road: the same  {run.user:.1f} s", flush=True)
        keep(found)


INTRODUCTION = """# Records

Terms of integer sequences beyond those in the On-Line Encyclopedia of Integer Sequences (OEIS; its
entries were read as of early 2025, and some may have grown since). The command had to give published terms
again first; then each new term was reached a second time by another road:

- *reordered*: the same puzzle as an exact cover problem (`convert --to dlx`) whose cells are listed
  column by column, down and up in turn, in place of row by row. The frontier then takes other cuts
  through the board and meets other states.
- a command: the board turned by a quarter; one term at a time where the first road was `sequence`,
  which finds all terms in one pass.

Long numbers are found modulo several primes with one to spare on either road. Seconds are
processor time on one thread (A233807, n = 27, 28 and 30: on two, both counted) of a small machine with
two busy cores; MB is the peak of the process. Where L-trominoes fill squares, the first road counts half
of the board and joins it with its image in the middle; for even n the second goes through the whole board.
A term whose second road is a dash was reached by one road only. `bench/records.py` computes the
terms and writes this page.
"""


def chapter(row, terms_found):
    checked = ", ".join(map(str, early(row)))
    lines = [f"## {row['title']}\n",
             f"OEIS {row['series']}, published to n = {row['published']}. "
             f"`boardcover {row['first']}` gave the published terms n = {checked} again."
             + (f" {row['note']}" if row["note"] != "-" else "") + "\n",
             "| n | value | seconds | MB | second road | seconds | MB |",
             "|---|---|---|---|---|---|---|"]
    for term in terms_found:
        road = term["second"] if term["second"] in ("-", "reordered") else f"`{term['second']}`"
        cells = [term["n"], term["value"], term["seconds"], term["megabytes"], road,
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
