"""Runs the commands in ```console blocks of README.md and docs/*.md and compares their output.

'$ ' starts a command for sh; the lines after it are its whole standard output.  A line '…' matches any
lines.  The blocks of one page share a scratch folder that contains `puzzles`.
"""
import pathlib
import re
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from harness import ROOT, Scratch, Tally, environment, in_pool, program_argument, run


def blocks(path):
    """(line number, lines) of each console block."""
    inside, start, lines = False, 0, []
    for number, line in enumerate(path.read_text().splitlines(), 1):
        if inside and line.strip() == "```":
            yield start, lines
            inside = False
        elif inside:
            lines.append(line)
        elif line.strip() == "```console":
            inside, start, lines = True, number, []


def commands(path):
    """(line number, command, expected lines) of every command of a page."""
    for start, lines in blocks(path):
        current = None
        for number, line in enumerate(lines, start + 1):
            if line.startswith("$ "):
                if current:
                    yield current
                current = (number, line[2:], [])
            elif current:
                current[2].append(line)
        if current:
            yield current


def same(expected, printed):
    """Whether PRINTED matches the lines of the page."""
    pattern = "".join(r"(?:.*\n)*?" if line == "…" else re.escape(line) + r"\n"
                      for line in expected)
    return re.fullmatch(pattern, printed) is not None


def run_page(path):
    results = []
    with Scratch() as folder:
        for number, command, expected in commands(path):
            outcome = run(command, cwd=folder, env=ENV, timeout=120)
            while expected and not expected[-1]:
                expected.pop()
            fine = same(expected, outcome.out.rstrip("\n") + "\n" if outcome.out else "")
            results.append((number, "" if fine and not outcome.err else
                            "the page shows:\n" + "\n".join(expected) + f"\n{outcome}"))
    return results


ENV = environment(program_argument())
tally = Tally("readme")
pages = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
for path, results in in_pool(run_page, [page for page in pages if page.exists()]):
    for number, problem in results:
        tally.check(f"{path.relative_to(ROOT)}:{number}", problem)
tally.finish()
