"""Compares the answers of boardcover with the published numbers in known.tsv."""
import csv
import os
import pathlib
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from harness import ROOT, Tally, environment, in_pool, program_argument, run

FLAGS = {"count": ["count"], "count --up-to-symmetry": ["count", "--up-to-symmetry"],
         "fill": ["fill"]}


def rows():
    with open(ROOT / "tests/known/known.tsv", encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file, delimiter="\t"))


def ask(row):
    """Runs the command of a row: (outcome, seconds)."""
    began = time.monotonic()
    outcome = run(["boardcover", *FLAGS[row["question"]], "-b", row["board"], "-p", row["pieces"],
                   "--threads", "1"], env=ENV, timeout=300)
    return outcome, time.monotonic() - began


ENV = environment(program_argument())
tally = Tally("known")
wanted = sys.argv[2:]
chosen = [row for row in rows() if not wanted or any(row["id"].startswith(w) for w in wanted)]
times = []
for row, (outcome, seconds) in in_pool(ask, chosen):
    first = outcome.out.split("\n", 1)[0]
    right = outcome.status == 0 and first == row["answer"]
    tally.check(row["id"], "" if right else
                f"{row['source']} says {row['answer']}\n{outcome}")
    times.append((seconds, row["id"]))
if os.environ.get("SHOW_TIMES"):
    for seconds, name in sorted(times, reverse=True):
        print(f"{seconds:8.3f} s  {name}")
tally.finish()
