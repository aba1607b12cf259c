"""The same number by strangers: puzzles written out for other programs and counted there.

`convert --to dimacs` goes to the SAT solver clasp, which lists all models; `convert --to dlx` is read
back as an exact cover problem, which knows nothing of boards.  Rows of known.tsv with small answers.
"""
import csv
import os
import pathlib
import re
import shutil
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from harness import ROOT, Scratch, Tally, environment, in_pool, program_argument, run

MOST_MODELS, EVERY = 2000, 7


def rows():
    """Every seventh known count that is small."""
    with open(ROOT / "tests/known/known.tsv", encoding="utf-8", newline="") as file:
        small = [row for row in csv.DictReader(file, delimiter="\t")
                 if row["question"] == "count" and int(row["answer"]) <= MOST_MODELS]
    return small[::EVERY]


def puzzles():
    """The puzzle files whose stated count is small, as rows."""
    for path in sorted(ROOT.glob("puzzles/*.yaml")):
        stated = re.search(r"^answers:.*\bcount: (\d+)", path.read_text(), re.M)
        if stated and int(stated.group(1)) <= MOST_MODELS and not path.name.startswith("slow-"):
            yield {"id": path.name, "file": f"puzzles/{path.name}", "answer": stated.group(1)}


def convert(row, form, folder):
    what = [row["file"]] if "file" in row else ["-b", row["board"], "-p", row["pieces"]]
    done = run(["boardcover", "convert", *what, "--to", form], cwd=folder, env=ENV)
    path = os.path.join(folder, f"out.{form}")
    with open(path, "w", encoding="utf-8") as file:
        file.write(done.out)
    return done, path


def by_dlx(row, folder):
    done, path = convert(row, "dlx", folder)
    if done.status == 0:
        done = run(["boardcover", "count", path], env=ENV)
    return "" if done.status == 0 and done.out.strip() == row["answer"] else \
        f"{row['answer']} was expected\n{done}"


def by_clasp(row, folder):
    done, path = convert(row, "dimacs", folder)
    if done.status != 0:
        return str(done)
    done = run(["clasp", "-n", "0", "-q", path], timeout=120)
    found = re.search(r"^c Models\s*:\s*(\d+)$", done.out, re.M)
    return "" if found and found.group(1) == row["answer"] else \
        f"{row['answer']} was expected\n{done}"


def ask(row):
    with Scratch() as folder:
        return by_dlx(row, folder), by_clasp(row, folder) if CLASP else ""


ENV = environment(program_argument())
CLASP = shutil.which("clasp")
tally = Tally("crosscheck")
for row, (dlx, clasp) in in_pool(ask, [*rows(), *puzzles()]):
    tally.check(f"{row['id']} as dlx", dlx)
    if CLASP:
        tally.check(f"{row['id']} by clasp", clasp)
tally.finish()
