"""Exports puzzles and counts their solutions with other programs.

The SAT solver clasp counts the models of `convert --to dimacs`.  exact_cover.py, if it finishes in time,
and boardcover itself count the solutions of `convert --to dlx`.  The puzzles are rows of known.tsv and
puzzle files with small answers and small formulas; SAT solvers are slow on pentominoes.
"""
import csv
import os
import pathlib
import re
import shutil
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
import exact_cover
from harness import ROOT, Scratch, Tally, environment, in_pool, program_argument, run

MOST_MODELS, MOST_VARIABLES, EVERY, SECONDS = 2000, 2700, 4, 2


def rows():
    """Every fourth row of known.tsv with a small count."""
    with open(ROOT / "tests/known/known.tsv", encoding="utf-8", newline="") as file:
        small = [row for row in csv.DictReader(file, delimiter="\t")
                 if row["question"] == "count" and int(row["answer"]) <= MOST_MODELS]
    return small[::EVERY]


def puzzles():
    """The puzzle files with a small count, as rows."""
    for path in sorted(ROOT.glob("puzzles/*.yaml")):
        stated = re.search(r"^answers:.*\bcount: (\d+)", path.read_text(), re.M)
        if stated and int(stated.group(1)) <= MOST_MODELS and not path.name.startswith("slow-"):
            yield {"id": path.name, "file": f"puzzles/{path.name}", "answer": stated.group(1)}


def convert(row, form, folder):
    """Exports a puzzle; returns the outcome and the path of the export."""
    what = [row["file"]] if "file" in row else ["-b", row["board"], "-p", row["pieces"]]
    done = run(["boardcover", "convert", *what, "--to", form], cwd=folder, env=ENV)
    path = os.path.join(folder, f"out.{form}")
    with open(path, "w", encoding="utf-8") as file:
        file.write(done.out)
    return done, path


def judge(row, done, found):
    """The problem with the outcome DONE, whose output contains the count FOUND."""
    return "" if done.status in (0, *SATISFIABLE) and found == row["answer"] else \
        f"{row['answer']} was expected, not {found}\n{done}"


def by_clasp(row, path):
    done = run(["clasp", "-n", "0", "-q", path], timeout=120)
    found = re.search(r"^c Models\s*:\s*(\d+)$", done.out, re.M)
    return judge(row, done, found and found.group(1))


def by_dlx(row, folder):
    done, path = convert(row, "dlx", folder)
    if done.status == 0:
        stranger = exact_cover.count(done.out, SECONDS)
        if stranger is not None and str(stranger) != row["answer"]:
            return f"{row['answer']} was expected, not {stranger}\n{done}"
        done = run(["boardcover", "count", path], env=ENV)
    return judge(row, done, done.out.strip())


def ask(row):
    """The problem found by each program; empty if the formula is too large."""
    with Scratch() as folder:
        done, path = convert(row, "dimacs", folder)
        size = re.search(r"^p cnf (\d+) ", done.out, re.M)
        if size and int(size.group(1)) > MOST_VARIABLES:
            return {}
        problems = {"dimacs": "" if size and done.status == 0 else str(done),
                    "dlx": by_dlx(row, folder)}
        if CLASP and size:
            problems["clasp"] = by_clasp(row, path)
        return problems


# Exit statuses of clasp: there are models, there are none, all models were found.
SATISFIABLE = (10, 20, 30)
ENV = environment(program_argument())
CLASP = shutil.which("clasp")
tally = Tally("crosscheck")
for row, problems in in_pool(ask, [*rows(), *puzzles()]):
    for form, problem in problems.items():
        tally.check(f"{row['id']} by {form}", problem)
tally.finish()
