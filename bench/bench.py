"""Measures time, memory and work of boardcover's engines and compares them with goals.

    bench/bench.py build/boardcover [WORD...]      only rows whose name contains one of the words
        --quick               omit the long rows
        --yardsticks FOLDER   compile the C programs in FOLDER and compare with them
        --record              store the results in bench/last.tsv, for comparison with later runs
        --out FILE            write the results to a table of the same format

bench.tsv contains the rows:

    name      name of the row
    long      yes: omitted by --quick
    engine    value of --engine; - for none
    threads   value of --threads; - for none
    answer    a line that the output must contain; - for none
    against   command of a yardstick, or =NAME for a row further up
    goal      4s: maximum user time; 10ms wall: maximum wall time; 20x: factor by which the row must be
              faster than `against` (user time for a yardstick, wall time for a row; short rows run
              alternately and their medians are compared)
    memory    maximum peak memory of the process in megabytes
    command   arguments of boardcover; `< FILE` at the end names its standard input

It prints user and wall time in seconds, megabytes, states of all levels (frontier), work (nodes of
the search, transitions of the frontier), work per second, and the speed relative to `against` and to
the last recorded run.

Short runs are repeated, and the minimum of each time counts.  The peak memory is what the kernel
reports for the process; it is at least that of the Python process that starts it, about 15 MB.  The
exit status is 1 if an answer is wrong, but not if a goal is missed, because the machine may be slow.
"""
import argparse
import csv
import os
import pathlib
import re
import shlex
import signal
import statistics
import subprocess
import sys
import tempfile
import threading
import time

HERE = pathlib.Path(__file__).resolve().parent
LAST = HERE / "last.tsv"
FIELDS = ["name", "user", "wall", "memory", "states", "work", "rate", "ratio"]
LONGEST = 900  # seconds until a run is killed
ENOUGH = 1.5   # seconds after which a run is not repeated
MOST_RUNS = 7
TURNS = 15     # alternate runs of two rows that are compared, if they are SHORT
SHORT = 0.3    # seconds


class Run:
    """The time, memory and output of one process."""

    def __init__(self, command, stdin=None, limit=LONGEST):
        self.command, self.stdin = command, stdin
        with tempfile.TemporaryFile("w+") as out, tempfile.TemporaryFile("w+") as err:
            with open(HERE.parent / stdin if stdin else os.devnull, encoding="utf-8") as given:
                began = time.monotonic()
                child = subprocess.Popen(command, cwd=HERE.parent, stdin=given, stdout=out,
                                         stderr=err)
                timer = threading.Timer(limit, os.kill, (child.pid, signal.SIGKILL))
                timer.start()
                _, status, used = os.wait4(child.pid, 0)
                self.wall = time.monotonic() - began
                timer.cancel()
            child.returncode = self.status = os.waitstatus_to_exitcode(status)
            self.user, self.memory = used.ru_utime, used.ru_maxrss / 1e3
            self.processor = used.ru_utime + used.ru_stime
            out.seek(0)
            err.seek(0)
            self.out, self.err = out.read(), err.read()

    def stat(self, name):
        """A number in the output of --stats."""
        found = re.search(rf"^{name} +([\d.]+)", self.err, re.M)
        return float(found.group(1)) if found else None


def least(command, stdin=None):
    """A run with the minimum of each time over several runs; long commands run once."""
    best = Run(command, stdin)
    spent, runs = best.wall, 1
    while best.status == 0 and spent < ENOUGH and runs < MOST_RUNS:
        again = Run(command, stdin)
        best.user, best.wall = min(best.user, again.user), min(best.wall, again.wall)
        best.memory = max(best.memory, again.memory)
        spent, runs = spent + again.wall, runs + 1
    return best


def by_turns(one, other):
    """The ratio of the median wall times of ONE and OTHER, which run alternately."""
    walls = [(Run(one.command, one.stdin).wall, Run(other.command, other.stdin).wall)
             for _ in range(TURNS)]
    return statistics.median(wall[0] for wall in walls) / statistics.median(wall[1] for wall in walls)


class Yardsticks:
    """C programs in a folder, compiled on demand; each command is timed once."""

    def __init__(self, folder):
        self.folder, self.seconds = folder, {}
        self.place = tempfile.TemporaryDirectory()

    def user(self, command):
        if not self.folder:
            return None
        if command not in self.seconds:
            name, *words = command.split()
            binary = pathlib.Path(self.place.name) / name
            if not binary.exists():
                subprocess.run(["cc", "-O3", "-march=native", "-o", binary,
                                pathlib.Path(self.folder) / f"{name}.c"], check=True)
            self.seconds[command] = least([binary, *words]).user
        return self.seconds[command]


def table(path):
    if not path.exists():
        return []
    with open(path, encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file, delimiter="\t"))


def command_of(program, row):
    """The words of a row's command, and the file for its standard input or ''."""
    command, _, stdin = row["command"].partition(" < ")
    words = [program, *shlex.split(command)]
    for option in "engine", "threads":
        if row[option] != "-":
            words += [f"--{option}", row[option]]
    if words[1] != "judge":
        words.append("--stats")
    return words, stdin


def measure(program, row):
    """Runs a row; returns a row of the table of results, with the Run as `run`."""
    run = least(*command_of(program, row))
    work = run.stat("nodes")
    return {"name": row["name"], "user": run.user, "wall": run.wall, "memory": run.memory,
            "states": run.stat("states"), "work": work,
            "rate": work / max(run.user, 1e-3) if work else None, "run": run}


def ratio(row, result, yardsticks, results):
    """The speed relative to `against`; None if that is not known."""
    against = row["against"]
    if against.startswith("="):
        other = results.get(against[1:])
        if other and other["wall"] < SHORT:
            return by_turns(other["run"], result["run"])
        return other["wall"] / result["wall"] if other else None
    seconds = yardsticks.user(against) if against != "-" else None
    return seconds / max(result["user"], 1e-3) if seconds else None


def verdict(row, result):
    """The goals of a row and whether they are met."""
    words = []
    goal = re.fullmatch(r"([\d.]+)(s|ms|x)( wall)?", row["goal"])
    if goal:
        number = float(goal.group(1)) / (1000 if goal.group(2) == "ms" else 1)
        if goal.group(2) == "x":
            met = None if result["ratio"] is None else result["ratio"] >= number
        else:
            met = result["wall" if goal.group(3) else "user"] <= number
        words.append((row["goal"], met))
    if row["memory"] != "-":
        words.append((row["memory"] + " MB", result["memory"] <= float(row["memory"])))
    name = {True: "met", False: "MISSED", None: "not measured"}
    return ", ".join(f"{text} {name[met]}" for text, met in words)


def mistake(row, run):
    if run.status != 0:
        return f"status {run.status}: " + (run.err.strip().splitlines() or ["no message"])[0]
    if row["answer"] not in ["-", *run.out.splitlines()]:
        return f"WRONG: {row['answer']} was expected"
    return ""


def short(value, form="{:.3g}"):
    """A number for a column, with a suffix if it is large."""
    if value is None:
        return "-"
    for size, letter in (1e9, "G"), (1e6, "M"), (1e3, "k"):
        if value >= size:
            return form.format(value / size) + letter
    return form.format(value)


def show(result, before, remark):
    faster = "-"
    if before and float(before["user"]) > 0.02:
        faster = f"{float(before['user']) / max(result['user'], 1e-3):.2f}"
    print(f"{result['name']:36} {result['user']:8.3f} {result['wall']:8.3f} {result['memory']:7.0f}"
          f" {short(result['states']):>7} {short(result['work']):>7} {short(result['rate']):>7}"
          f" {short(result['ratio']):>6} {faster:>6}  {remark}", flush=True)


def record(path, results):
    """Writes RESULTS to the table at PATH and keeps its other rows."""
    rows = {row["name"]: row for row in table(path)}
    for name, result in results.items():
        rows[name] = {key: f"{result[key]:.4g}" if isinstance(result[key], float) else result[key]
                      for key in FIELDS}
    with open(path, "w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, FIELDS, delimiter="\t", lineterminator="\n", restval="-")
        writer.writeheader()
        order = [row["name"] for row in table(HERE / "bench.tsv")]
        for name in sorted(rows, key=lambda name: order.index(name) if name in order else 0):
            if name in order:
                writer.writerow({key: value if value is not None else "-"
                                 for key, value in rows[name].items()})


def arguments():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("program")
    parser.add_argument("words", nargs="*")
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--yardsticks", metavar="FOLDER")
    parser.add_argument("--record", action="store_true")
    parser.add_argument("--out", metavar="FILE", type=pathlib.Path)
    return parser.parse_args()


def main():
    options = arguments()
    program, yardsticks = os.path.abspath(options.program), Yardsticks(options.yardsticks)
    before, results, wrong = {row["name"]: row for row in table(LAST)}, {}, 0
    print(f"{'':36} {'user':>8} {'wall':>8} {'MB':>7} {'states':>7} {'work':>7} {'a sec.':>7}"
          f" {'x':>6} {'last':>6}  goal")
    for row in table(HERE / "bench.tsv"):
        if options.quick and row["long"] == "yes":
            continue
        if options.words and not any(word in row["name"] for word in options.words):
            continue
        result = measure(program, row)
        result["ratio"] = ratio(row, result, yardsticks, results)
        problem = mistake(row, result["run"])
        wrong += bool(problem)
        show(result, before.get(row["name"]), problem or verdict(row, result))
        if not problem:
            results[row["name"]] = result
    for path in [options.out] * bool(options.out) + [LAST] * options.record:
        record(path, results)
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
