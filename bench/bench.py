"""Times boardcover on a few questions: seconds, counted work, and the answer, which must be right.

    python3 bench/bench.py build/boardcover [WORD...]      only lines that contain one of the words

The table is bench.tsv: name, answer, command.  One thread, so that runs can be compared.
"""
import csv
import os
import pathlib
import re
import shlex
import subprocess
import sys
import time

HERE = pathlib.Path(__file__).resolve().parent


def rows(words):
    with open(HERE / "bench.tsv", encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file, delimiter="\t"):
            if not words or any(word in row["name"] for word in words):
                yield row


def ask(program, command):
    """(first line, seconds of processor time, nodes) of one run."""
    before = os.times()
    done = subprocess.run([program, *shlex.split(command), "--threads", "1", "--stats"],
                          cwd=HERE.parent, capture_output=True, text=True, check=False)
    after = os.times()
    nodes = re.search(r"(?:nodes\D*)([\d,]+)", done.stderr)
    seconds = after.children_user - before.children_user
    return done.stdout.split("\n", 1)[0], seconds, nodes.group(1) if nodes else "-"


def main():
    program, wrong = os.path.abspath(sys.argv[1]), 0
    print(f"{'question':34} {'answer':>12} {'seconds':>9} {'nodes':>14}")
    for row in rows(sys.argv[2:]):
        answer, seconds, nodes = ask(program, row["command"])
        fine = answer == row["answer"]
        wrong += not fine
        print(f"{row['name']:34} {answer:>12} {seconds:9.2f} {nodes:>14}"
              + ("" if fine else f"   WRONG, {row['answer']} was expected"), flush=True)
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
