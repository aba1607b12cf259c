"""Checks the shape of the code base: who includes whom, cycles, double types, sizes (see checks.py).

The table of who may include whom is the block ```layers of docs/ARCHITECTURE.md, so that the page
cannot grow old.  run_proofs.py shows that each check can fail; scripts/structure prints the figures.
"""
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from harness import ROOT, Tally

from checks import check_all

tally = Tally("layers")
for what, problem in check_all(ROOT):
    tally.check(what, problem)
tally.finish()
