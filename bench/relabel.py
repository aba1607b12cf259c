#!/usr/bin/env python3
"""Measures how the time to the first covering depends on names and order.  Converts a puzzle to an exact
cover problem, shuffles and renames its items and options, and prints time and nodes for each seed.

    bench/relabel.py build/programs/cli/boardcover puzzles/x.yaml [SEEDS [COMMAND...]]

COMMAND defaults to `list --limit 1 --engine search --threads 1`.  The last line gives the median and the
maximum of the user times."""

import os
import random
import statistics
import subprocess
import sys
import tempfile

ASKED = ["list", "--limit", "1", "--engine", "search", "--threads", "1"]


def relabeled(text, seed):
    """TEXT in Knuth's format with other names and another order."""
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
    """(user seconds, nodes) of one run."""
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
