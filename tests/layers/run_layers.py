"""Checks the structure of the sources: includes, cycles, types defined twice, sizes (see checks.py).

The block ```layers of docs/ARCHITECTURE.md says which folder may include which.  run_proofs.py shows
that each check can fail; scripts/structure prints the numbers.
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
