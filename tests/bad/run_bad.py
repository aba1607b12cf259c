"""Invalid input must give exit status 2, no standard output and a clear message, within ten seconds.

yaml/NAME.yaml      is read by `boardcover count`;      NAME.expected
judge/NAME.FORMAT   is read by `boardcover judge FORMAT` from standard input;   NAME.FORMAT.expected
*.test              commands (see tests/cases.py), all with status 2

Each line of a .expected file is an extended regular expression that must match a line of standard error.
"""
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from cases import matches, problem_of, read_cases
from harness import BROKEN, ROOT, Scratch, Tally, environment, in_pool, program_argument, run

HERE = ROOT / "tests" / "bad"
SECONDS = 10


def fairness(outcome):
    """The rules that an outcome breaks and that hold for every error."""
    said = []
    if outcome.status != 2:
        said.append("exit status 2 was expected")
    if outcome.out:
        said.append("nothing was expected on standard output")
    if not outcome.err.strip():
        said.append("a message was expected on standard error")
    if BROKEN.search(outcome.err):
        said.append("the program itself broke")
    return said


def judge_file(job):
    """Runs one file: JOB is (file, command, whether the file is its standard input, expectation)."""
    path, command, as_input, expected = job
    outcome = run(command, env=ENV, timeout=SECONDS, cwd=path.parent,
                  input=path.read_bytes() if as_input else b"")
    said = fairness(outcome)
    if not expected.exists():
        said.append(f"there is no {expected.name}")
    else:
        said += [f"no line of standard error matches: {regex}"
                 for regex in expected.read_text().splitlines()
                 if regex and not matches(regex, outcome.err)]
    return "\n".join(said + [str(outcome)]) if said else ""


def bad_files():
    for path in sorted(HERE.glob("yaml/*")):
        if path.suffix != ".expected":
            yield path, ["boardcover", "count", path.name], False, path.with_suffix(".expected")
    for path in sorted(HERE.glob("judge/*")):
        if path.suffix != ".expected":
            yield (path, ["boardcover", "judge", path.suffix[1:]], True,
                   path.with_name(path.name + ".expected"))


def usage_case(case):
    with Scratch() as folder:
        outcome = run(case.script, cwd=folder, env=ENV, timeout=SECONDS)
    said = fairness(outcome)
    case.status = 2
    return "\n".join(said) + "\n" + str(outcome) if said else problem_of(case, outcome)


ENV = environment(program_argument())
tally = Tally("bad")
for job, problem in in_pool(judge_file, list(bad_files())):
    tally.check(f"{job[0].parent.name}/{job[0].name}", problem)
cases = [case for path in sorted(HERE.glob("*.test")) for case in read_cases(path)]
for case, problem in in_pool(usage_case, cases):
    tally.check(case.place, problem)
tally.finish()
