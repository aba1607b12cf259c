"""Compares one thread with two on the workloads of threads.tsv.

    bench/threads.py build/boardcover [WORD...]     only workloads that contain one of the words
        --turns N       run each that many times, by turns; the best counts (3)
        --old PROGRAM   measure a second program, too, by turns with the first

It prints the wall times with one thread and with two, and their ratio; the processor times, and by
how much two threads use more; the balance, which is the processor time of two threads divided by
that of the thread that worked longer; and the ideal ratio, which is the processor time of one thread
divided by that of the thread that worked longer.  While other programs use the machine, wall times
mean little; the ideal ratio is what they would be if both threads ran all the time.

Remarks:

    SLOWER    two threads take more than 5 % and 2 ms longer
    MORE      they use that much more processor time
    POOR      a run of more than half a second gets less than 1.7 times as fast
    BALANCE   the same by the ideal ratio

The exit status is 1 if the answers differ.

`QUEENS N`, `LATIN N` and `ARROWS N` in a workload name a file that the script writes: queens that
do not attack each other on an N x N board, and Latin squares of order N, as exact cover files, and
the arrows of arrows-6x6.yaml on N x N.
"""
import argparse
import os
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile
import time

from bench import HERE, table

LONG, WELL = 0.5, 1.7       # seconds; least ratio of long rows
SLOWER, NOTHING = 1.05, 0.002
EVERY = 0.002               # seconds between two looks at the threads


def queens(n):
    sides = range(n)
    diagonals = [f"{way}{k}" for way in "ab" for k in range(2 * n - 1)]
    lines = [" ".join([f"{way}{k}" for way in "rc" for k in sides] + ["|"] + diagonals)]
    lines += [f"r{r} c{c} a{r + c} b{r - c + n - 1}" for r in sides for c in sides]
    return ".dlx", "\n".join(lines) + "\n"


def latin(n):
    sides = range(n)
    lines = [" ".join(f"{way}{i}.{k}" for way in "prc" for i in sides for k in sides)]
    lines += [f"p{r}.{c} r{r}.{k} c{c}.{k}" for r in sides for c in sides for k in sides]
    return ".dlx", "\n".join(lines) + "\n"


def arrows(n):
    text = (HERE / "arrows-6x6.yaml").read_text(encoding="utf-8")
    text = re.sub(r"6x6", f"{n}x{n}", text)
    return ".yaml", re.sub(r"((?:up|down|left|right)): 3", rf"\1: {n // 2}", text)


MAKERS = {"QUEENS": queens, "LATIN": latin, "ARROWS": arrows}


def write_files(command, folder):
    """Replaces `QUEENS 8` and the like in COMMAND by the names of new files."""
    def name(found):
        ending, text = MAKERS[found[1]](int(found[2]))
        path = pathlib.Path(folder) / (found[1].lower() + found[2] + ending)
        path.write_text(text, encoding="utf-8")
        return str(path)
    return re.sub(rf"\b({'|'.join(MAKERS)}) (\d+)", name, command)


class Times:
    """Wall time, processor time, and that of the thread that worked longer, of one run.  The threads
    of a run follow each other in teams of two, so all but the first count as one."""

    def __init__(self, command):
        with tempfile.TemporaryFile("w+") as out:
            began = time.monotonic()
            child = subprocess.Popen(command, cwd=HERE.parent, stdout=out,
                                     stderr=subprocess.DEVNULL)
            seen = {}
            while True:
                self.look(child.pid, seen)
                pid, status, used = os.wait4(child.pid, os.WNOHANG)
                if pid:
                    break
                time.sleep(EVERY)
            self.wall = time.monotonic() - began
            child.returncode = self.status = os.waitstatus_to_exitcode(status)
            out.seek(0)
            self.out = out.read()
        self.processor = used.ru_utime + used.ru_stime
        others = sum(spent for thread, spent in seen.items() if thread != child.pid)
        self.longer = max(self.processor - others, others)

    @staticmethod
    def look(process, seen):
        """Stores the seconds of each thread of PROCESS in SEEN."""
        try:
            for thread in os.listdir(f"/proc/{process}/task"):
                with open(f"/proc/{process}/task/{thread}/schedstat", encoding="ascii") as file:
                    seen[int(thread)] = int(file.read().split()[0]) / 1e9
        except OSError:
            pass  # it has just ended


class Best:
    """The least of each time of several runs."""

    def __init__(self):
        self.wall = self.processor = self.longer = float("inf")
        self.out = set()

    def add(self, times):
        self.wall = min(self.wall, times.wall)
        self.processor = min(self.processor, times.processor)
        self.longer = min(self.longer, times.longer)
        self.out.add((times.status, times.out))


def remarks(one, two):
    if one.wall > LONG:
        if one.wall < WELL * two.wall:
            yield "POOR"
        if one.processor < WELL * two.longer:
            yield "BALANCE"
    if two.wall > SLOWER * one.wall + NOTHING:
        yield "SLOWER"
    if two.processor > SLOWER * one.processor + NOTHING:
        yield "MORE"


def show(name, one, two):
    print(f"{name:74} {one.wall:7.3f} {two.wall:7.3f} {one.wall / two.wall:5.2f} "
          f"{one.processor:7.3f} {two.processor:7.3f} {two.processor / one.processor - 1:+5.0%} "
          f"{two.processor / two.longer:5.2f} {one.processor / two.longer:5.2f}  "
          f"{' '.join(remarks(one, two))}", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("program")
    parser.add_argument("words", nargs="*")
    parser.add_argument("--turns", type=int, default=3)
    parser.add_argument("--old")
    options = parser.parse_intermixed_args()
    programs = [os.path.abspath(p) for p in (options.old, options.program) if p]
    wrong = 0
    print(f"{'':74} {'wall 1':>7} {'wall 2':>7} {'x':>5} {'cpu 1':>7} {'cpu 2':>7} {'more':>5} "
          f"{'bal.':>5} {'ideal':>5}")
    with tempfile.TemporaryDirectory() as folder:
        for row in table(HERE / "threads.tsv"):
            if options.words and not any(word in row["command"] for word in options.words):
                continue
            words = shlex.split(write_files(row["command"], folder))
            best = [[Best(), Best()] for _ in programs]
            for _ in range(options.turns):
                for program, pair in zip(programs, best):
                    for threads, times in enumerate(pair, 1):
                        times.add(Times([program, *words, "--threads", str(threads)]))
            for program, pair in zip(programs, best):
                show(("(old) " if len(programs) > 1 and pair is best[0] else "") + row["command"],
                     *pair)
            if len(set().union(*(times.out for pair in best for times in pair))) > 1:
                print("    THE ANSWERS DIFFER")
                wrong += 1
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
