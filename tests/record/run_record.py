"""Compares the output of many commands with their recorded output.

    run_record.py PROGRAM [WORD...]           compares; with words, only commands that contain one of them
    run_record.py PROGRAM --write             records all commands again
    run_record.py PROGRAM --slowest           also lists the commands that took longest

`commands.txt` has one command per line, with the quoting of a shell; it runs in the project's root.
` < FILE` at the end of a line names the standard input, and ` | ` pipes output to the next command.  A
line `## NAME` begins a section; other lines that start with `#` are comments.  A prefix changes how a
command runs: `@stats ` adds `--stats --threads 1`, which records the choice of engine and its work;
`@one ` adds `--threads 1`; `@again ` runs it with one thread and with two, which must print the same.

`expected/NAME.txt` contains the status, the standard output, and after `!` the standard error of each
command of a section.  For long output it contains the first two lines, the number of lines and a sha256.

A change that users should not notice must pass.  If you change output or `--stats` on purpose, record
again, read the differences and mention them in the commit.
"""
import difflib
import hashlib
import os
import pathlib
import re
import shlex
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from harness import ROOT, Outcome, Tally, environment, in_pool, program_argument, run  # noqa: E402

HERE = pathlib.Path(__file__).resolve().parent
TIMEOUT = 60
MOST_LINES, MOST_BYTES, SHOWN_LINES, SHOWN_WIDTH = 14, 1000, 2, 150
MARKS = {"@stats": ("--stats", "--threads", "1"), "@one": ("--threads", "1"), "@again": ()}
# Lines of --stats that differ from run to run.
UNSTEADY = re.compile(r"^(seconds|peak memory) .*\n", re.M)


class Command:
    """A line of commands.txt."""

    def __init__(self, section, line):
        self.section, self.line, self.seconds = section, line, 0.0
        mark, _, rest = line.partition(" ")
        self.again = mark == "@again"
        self.more = MARKS.get(mark, ())
        words = shlex.split(rest if mark in MARKS else line)
        self.input = None
        if len(words) > 2 and words[-2] == "<":
            self.input = words[-1]
            words = words[:-2]
        self.stages = [[]]
        for word in words:
            if word == "|":
                self.stages.append([])
            else:
                self.stages[-1].append(word)

    def run(self, program, more=()):
        """Runs the stages of the pipe one after the other; returns the outcome of the last."""
        text = (ROOT / self.input).read_bytes() if self.input else b""
        errors = ""
        for stage in self.stages:
            outcome = run(["boardcover", *stage, *more], cwd=ROOT, env=environment(program),
                          input=text, timeout=TIMEOUT)
            text = outcome.out.encode()
            errors += outcome.err
        return Outcome(outcome.command, outcome.status, outcome.out, UNSTEADY.sub("", errors))

    def record(self, program):
        """Runs the command and returns the text to record."""
        began = time.monotonic()
        if self.again:
            text, other = (describe(self.run(program, ("--threads", str(n)))) for n in (1, 2))
            if other != text:
                text += "with two threads:\n" + other
        else:
            text = describe(self.run(program, self.more))
        self.seconds = time.monotonic() - began
        return text


def read_commands():
    """The commands of commands.txt."""
    commands, section = [], "all"
    for line in (HERE / "commands.txt").read_text().splitlines():
        if line.startswith("## "):
            section = line[3:].strip()
        elif line.strip() and not line.startswith("#"):
            commands.append(Command(section, line.strip()))
    lines = [command.line for command in commands]
    twice = {line for line in lines if lines.count(line) > 1}
    if twice:
        sys.exit("commands.txt has these twice:\n" + "\n".join(sorted(twice)))
    return commands


def cut(line):
    return line if len(line) <= SHOWN_WIDTH else line[:SHOWN_WIDTH] + " [...]"


def shown(text, mark):
    """TEXT with MARK before each line, shortened to its first lines and a hash if it is long."""
    lines = text.split("\n")
    end = "" if lines[-1] == "" else f"{mark}[no end of line]\n"
    if lines[-1] == "":
        lines.pop()
    if len(lines) <= MOST_LINES and len(text) <= MOST_BYTES:
        return "".join(f"{mark}{line}\n" for line in lines) + end
    digest = hashlib.sha256(text.encode()).hexdigest()[:32]
    first = "".join(f"{mark}{cut(line)}\n" for line in lines[:SHOWN_LINES])
    return first + f"{mark}[{len(lines)} lines, sha256 {digest}]\n"


def describe(outcome):
    status = "out of time" if outcome.status is None else f"status {outcome.status}"
    return status + "\n" + shown(outcome.out, "  ") + shown(outcome.err, "! ")


def read_expected():
    """The recorded text of each command."""
    expected, line, text = {}, None, []
    for path in sorted((HERE / "expected").glob("*.txt")):
        for row in path.read_text().splitlines(keepends=True):
            if row.startswith("$ "):
                line, text = row[2:].rstrip("\n"), []
                expected[line] = text
            else:
                text.append(row)
    return {line: "".join(text) for line, text in expected.items()}


def write_expected(commands, records):
    folder = HERE / "expected"
    folder.mkdir(exist_ok=True)
    for path in folder.glob("*.txt"):
        path.unlink()
    for section in dict.fromkeys(command.section for command in commands):
        text = "".join(f"$ {command.line}\n{record}" for command, record in zip(commands, records)
                       if command.section == section)
        (folder / f"{section}.txt").write_text(text)


def problem_of(expected, got):
    """The difference between two records, '' if there is none."""
    if expected is None:
        return "this command is not recorded yet; its record would be\n" + got
    if got == expected:
        return ""
    diff = difflib.unified_diff(expected.splitlines(), got.splitlines(), "recorded", "now",
                                lineterm="", n=2)
    return "\n".join(diff)


def main():
    program = program_argument()
    options = {"--write", "--slowest"} & set(sys.argv[2:])
    words = [word for word in sys.argv[2:] if word not in options]
    if "--write" in options and words:
        sys.exit(f"usage: {sys.argv[0]} PATH-OF-BOARDCOVER [--write | --slowest | WORD...]")
    commands = [command for command in read_commands()
                if not words or any(word in command.line for word in words)]
    workers = len(os.sched_getaffinity(0))
    tally, expected, records = Tally("record"), read_expected(), []
    for command, got in in_pool(lambda c: c.record(program), commands, workers):
        records.append(got)
        if "--write" in options:
            problem = "it ran out of time" if got.startswith("out of time") else ""
        else:
            problem = problem_of(expected.get(command.line), got)
        tally.check(command.line, problem)
    if not words:
        gone = set(expected) - {command.line for command in commands}
        if "--write" in options:
            write_expected(commands, records)
        elif gone:
            tally.check("commands.txt", "recorded, but no longer in commands.txt:\n" + "\n".join(sorted(gone)))
    if "--slowest" in options:
        for command in sorted(commands, key=lambda c: -c.seconds)[:20]:
            print(f"{command.seconds:6.2f} s  {command.line}")
    tally.finish()


if __name__ == "__main__":
    main()
