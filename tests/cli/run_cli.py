"""Runs the cases of tests/cli/*.test (see tests/cases.py), or of the files named."""
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from cases import problem_of, read_cases
from harness import ROOT, Scratch, Tally, environment, in_pool, program_argument, run


def run_file(path):
    """(case, problem) of every case of a file, in one scratch folder."""
    with Scratch() as folder:
        return [(case, problem_of(case, run(case.script, cwd=folder, env=ENV, timeout=120)))
                for case in read_cases(path)]


ENV = environment(program_argument())
tally = Tally("cli")
files = [pathlib.Path(name) for name in sys.argv[2:]] or sorted(ROOT.glob("tests/cli/*.test"))
for _, results in in_pool(run_file, files):
    for case, problem in results:
        tally.check(case.place, problem)
tally.finish()
