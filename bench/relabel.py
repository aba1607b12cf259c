#!/usr/bin/env python3
"""How a first covering's time depends on names: a puzzle as an exact cover problem with items and
options shuffled and renamed by seeds, and the time and nodes of each.

    bench/relabel.py build/programs/cli/boardcover puzzles/x.yaml [SEEDS [COMMAND...]]

COMMAND is what is asked, `list --limit 1 --engine search --threads 1` unless told.  The median and
the worst are printed at the end; user time of one process, as the system counts it."""

import os
import random
import statistics
import subprocess
import sys
import tempfile

ASKED = ["list", "--limit", "1", "--engine", "search", "--threads", "1"]


def relabeled(text, seed):
    """The dlx TEXT with other names and another order."""
    lines = [line for line in text.splitlines() if line and not line.startswith("|")]
    parts = lines[0].split("|")
    primary, secondary = parts[0].split(), parts[1].split() if len(parts) > 1 else []
    chance = random.Random(seed)
    names = [f"i{k}" for k in range(len(primary) + len(secondary))]
    chance.shuffle(names)
    new = dict(zip((item.split("|")[-1] for item in primary + secondary), names))

    def renamed(word):
        item, _, colour = word.partition(":")
        return new[item] + (":" + colour if colour else "")

    options = [" ".join(renamed(word) for word in line.split()) for line in lines[1:]]
    for items in (primary, secondary, options):
        chance.shuffle(items)
    head = " ".join(map(renamed, primary))
    if secondary:
        head += " | " + " ".join(map(renamed, secondary))
    return "\n".join([head] + options) + "\n"


def measure(program, asked, path):
    """User seconds and nodes."""
    before = os.times().children_user
    done = subprocess.run([program] + asked + ["--stats", path], capture_output=True, text=True)
    seconds = os.times().children_user - before
    if done.returncode not in (0, 1):
        sys.exit(done.stderr)
    nodes = [line.split()[1] for line in done.stderr.splitlines() if line.startswith("nodes")]
    return seconds, int(nodes[0]) if nodes else 0


def main():
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    program, puzzle = sys.argv[1:3]
    seeds = int(sys.argv[3]) if len(sys.argv) > 3 else 10
    asked = sys.argv[4:] or ASKED
    text = subprocess.run([program, "convert", puzzle, "--to", "dlx"], capture_output=True,
                          text=True, check=True).stdout
    times = []
    for seed in range(1, seeds + 1):
        with tempfile.NamedTemporaryFile("w", suffix=".dlx") as file:
            file.write(relabeled(text, seed))
            file.flush()
            seconds, nodes = measure(program, asked, file.name)
        times.append(seconds)
        print(f"seed {seed}: {seconds:.2f} s, {nodes} nodes", flush=True)
    print(f"median {statistics.median(times):.2f} s, worst {max(times):.2f} s")


main()
