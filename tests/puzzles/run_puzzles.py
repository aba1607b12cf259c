"""Every file in puzzles/ has a title, a source and answers, and the answers are right.

The answers of files called slow-* take minutes and are checked only if SLOW is set.
"""
import os
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from harness import ROOT, Tally, environment, in_pool, program_argument, run


def check(path):
    lacking = [key for key in ("title:", "source:", "answers:")
               if not any(line.startswith(key) for line in path.read_text().splitlines())]
    if lacking:
        return "lacks " + ", ".join(lacking)
    slow = path.name.startswith("slow-") and not os.environ.get("SLOW")
    command = ["explain"] if slow else ["check"]
    outcome = run(["boardcover", *command, f"puzzles/{path.name}"], cwd=ROOT, env=ENV,
                  timeout=600)
    return "" if outcome.status == 0 else str(outcome)


ENV = environment(program_argument())
tally = Tally("puzzles")
for path, problem in in_pool(check, sorted(ROOT.glob("puzzles/*.yaml"))):
    tally.check(path.name, problem)
tally.finish()
