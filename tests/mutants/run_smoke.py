"""Tests the search for mutations on an example, their order, and the tables of results and excuses."""
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from harness import Tally

from mutations import apply, in_order, sites_of
from run_mutants import HERE, all_sites, read_table

SOURCE = """/* a < b */
enum { MOST = 3, LEAST = 1 };

static int least (int a, int b) /* a == b */
{
  assert (a < b);
  const char *text = "a < b";
  if (!a && b <= 4)
    total->sum += a;
  count (a, b + 1);
  return a == b;
}
"""
EXPECTED = {
    "enum { MOST = 4, LEAST = 1 };": "constant",
    "  if (!a && b < 4)": "comparison",
    "  if (!a || b <= 4)": "logic",
    "  if (a && b <= 4)": "negation",
    "    total->sum -= a;": "sign",
    "    ;": "dropped",
    "  count (a, b);": "off by one",
    "  ;": "dropped",
    "  return a != b;": "equality",
}


def check_example(tally):
    found = sites_of("src/x.c", SOURCE)
    afters = {site.after: site.kind for site in found}
    for after, kind in EXPECTED.items():
        tally.check(f"finds {after.strip()}", "" if afters.get(after) == kind else f"{afters}")
    for site in found:
        text = apply(SOURCE, site)
        changed = [1 for a, b in zip(SOURCE.split("\n"), text.split("\n")) if a != b]
        tally.check(f"changes one line: {site.after}", "" if len(changed) == 1 else text)
        tally.check("leaves assertions, texts and comments alone",
                    "" if "assert" not in site.before and '"' not in site.before else site.before)
        moved = apply("\n" + SOURCE, site)
        tally.check("finds its line again", "" if moved == "\n" + text else "not found")


def check_order(tally):
    sites = all_sites()
    first, again, other = in_order(sites, 1), in_order(sites, 1), in_order(sites, 2)
    tally.check("every site once", "" if sorted(s.name for s in first) == sorted({s.name for s in sites}) else "not so")
    tally.check("the same seed gives the same order", "" if first == again else "it does not")
    tally.check("another seed gives another order", "" if first != other else "it does not")
    missing = {site.folder for site in sites} - {site.folder for site in first[:100]}
    tally.check("some of every folder", "" if not missing else f"none of {missing}")
    fewer = in_order([site for site in sites if site.path != first[0].path], 1)
    kept = {site.name for site in first[:100]} & {site.name for site in fewer[:110]}
    tally.check("a change of one file keeps the others", "" if len(kept) > 80 else f"{len(kept)} of 100")


def check_tables(tally):
    for name, row in read_table(HERE / "results.tsv").items():
        tally.check(f"result {name}", "" if row["verdict"] in ("caught", "survived", "unfit") else f"{row}")
    for name, row in read_table(HERE / "excused.tsv").items():
        tally.check(f"excuse {name}", "" if len(row["reason"]) > 10 else "needs a reason")


if __name__ == "__main__":
    tally = Tally("mutants")
    check_example(tally)
    check_order(tally)
    check_tables(tally)
    tally.finish()
