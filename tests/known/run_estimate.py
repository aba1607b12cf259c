"""Compares the intervals of `count --estimate` with published numbers.

The rows of known.tsv with large counts, thinned out evenly by source, and the boards below get a
small number of probes with a fixed seed, so the outcome does not depend on the machine.  The
intervals are intended to contain the exact number in 95 of 100 cases; the suite fails below 90.  The
constants of the estimates were chosen with these rows, so their share says little about other boards.

    run_estimate.py PROGRAM [PROBES]        with PROBES, also prints the widths of all intervals
"""
import collections
import csv
import json
import math
import pathlib
import sys
from fractions import Fraction

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from harness import ROOT, Tally, environment, in_pool, program_argument, run

LEAST = 100          # smaller counts are found exactly
A_SOURCE = 3         # rows of each sequence or author
PROBES = "20000"
LEAST_ROWS = 100
SHARE = 0.9
ROUNDING = Fraction(1, 10 ** 9)

# Other lattices, joined sides, quotas, pieces used once.  None: `count` without --estimate provides the
# exact number.
OTHERS = [
    (["-b", "8x8", "-p", "I2:any", "--wrap", "both"], None),
    (["-b", "6x9", "-p", "L3:any", "--wrap", "columns"], None),
    (["-b", "2x4x5", "-p", "I2:any"], None),
    (["-b", "3x3x4", "-p", "I2:any"], None),
    (["-b", "3x4x4", "-p", "L3:any"], None),
    (["-b", "3x3x3", "-p", "I1:any,I2:any"], None),
    (["-b", "5x8", "-p", "tetrominoes:2"], None),
    (["-b", "6x6", "-p", "L4:4,T4:2,I4:1..3,O4:any"], None),
    (["-b", "6x6", "-p", "XX:any", "--lattice", "hex"], None),
    (["-b", "6x6", "-p", "trihexes:any", "--lattice", "hex"], None),
    (["-b", "6x12", "-p", "XX:any", "--lattice", "triangle"], None),
    (["-b", "4x12", "-p", "tetriamonds:any", "--lattice", "triangle"], None),
    (["-b", "?????/?????/?????/?????/?????", "-p", "I2:4"], None),
    (["-b", "6x6", "-p", "I1:6,I2:any"], None),
]


def rows():
    """The arguments and the counts of the rows of known.tsv to use."""
    taken = collections.Counter()
    with open(ROOT / "tests/known/known.tsv", encoding="utf-8", newline="") as file:
        table = [row for row in csv.DictReader(file, delimiter="\t")
                 if row["question"] == "count" and int(row["answer"]) >= LEAST]
    for row in reversed(table):             # the largest boards of a source come last
        source = row["id"].split(".")[0]
        if taken[source] < A_SOURCE or source == "puzzler" and taken[source] < 10 * A_SOURCE:
            taken[source] += 1
            yield ["-b", row["board"], "-p", row["pieces"]], int(row["answer"])


def ask(case):
    arguments, exact = case
    if exact is None:
        exact = int(run(["boardcover", "count", *arguments, "--threads", "1"], env=ENV).out or -1)
    return exact, run(["boardcover", "count", *arguments, "--estimate", "--probes", PROBES, "--seed",
                       "1", "--threads", "1", "--json"], env=ENV, timeout=300)


ENV = environment(program_argument())
PROBES = sys.argv[2] if len(sys.argv) > 2 else PROBES
tally = Tally("estimate")
inside, guessed, widths, missed = 0, 0, [], []
for case, (exact, outcome) in in_pool(ask, [*rows(), *OTHERS]):
    name = " ".join(case[0])
    if outcome.status or exact < 0:
        tally.check(name, f"{exact}\n{outcome}")
        continue
    found = json.loads(outcome.out)
    low, high = Fraction(str(found["low"])), Fraction(str(found["high"]))
    fits = low <= exact * (1 + ROUNDING) and exact * (1 - ROUNDING) <= high
    if found["exact"]:
        tally.check(name, "" if fits else f"{exact} is not {found['estimate']}, which is exact")
        continue
    guessed += 1
    inside += fits
    widths.append(math.log10(max(1, int(high / max(low, 1)))))
    if not fits:
        missed.append(f"{name}: {exact} is not in {low} to {high}")
    if len(sys.argv) > 2:
        print(f"{'' if fits else 'missed'}\t{name}\t{exact:.3g}\t{found['estimate']}\t{low:g}\t{high:g}")
widths.sort()
print(f"{inside} of {guessed} intervals contain the number; half of them are narrower than a factor "
      f"of {10 ** widths[len(widths) // 2]:.3g}")
tally.check("share", "" if inside >= SHARE * guessed else "\n".join(missed))
tally.check("rows", "" if guessed >= LEAST_ROWS else f"only {guessed} rows needed probes")
tally.finish()
