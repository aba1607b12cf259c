"""Compares docs/puzzle.schema.json with the program: both must accept the same structure of puzzles.

puzzles/*, accepted.yaml   both accept them
refused.yaml               both refuse them
refused.txt                the files of tests/bad/yaml that the schema refuses.  It must accept the others
                           if they are YAML: their structure is right, but not their meaning
random puzzles             the schema accepts what the program accepts (see random_puzzles)
the catalog                the schema completes the names that `boardcover catalog` lists
"""
import copy
import json
import pathlib
import random
import re
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from harness import ROOT, Tally, environment, in_pool, program_argument, run

try:
    import jsonschema
    import yaml
except ImportError as error:
    sys.exit(f"{error}; install the Debian packages python3-jsonschema and python3-yaml, "
             "or for another python3 jsonschema and pyyaml")
from puzzle_yaml import load

HERE = ROOT / "tests" / "schema"
SCHEMA = json.loads((ROOT / "docs" / "puzzle.schema.json").read_text())
RANDOM_PUZZLES = 600


def complaint(value):
    """Why the schema refuses VALUE; empty if it accepts it."""
    error = jsonschema.exceptions.best_match(VALIDATOR.iter_errors(value))
    return f"at /{'/'.join(map(str, error.absolute_path))}: {error.message[:300]}" if error else ""


def reading(text):
    """The outcome of reading a puzzle without solving it."""
    return run(["boardcover", "convert", "-", "--to", "json"], env=ENV, input=text.encode(), timeout=10)


def documents(name):
    """(place, text) of each puzzle in a file with several."""
    line = 1
    for text in re.split(r"^---\n", (HERE / name).read_text(), flags=re.M):
        yield f"{name}:{line}", text
        line += text.count("\n") + 1


def check_pair(place, text, allowed):
    """The program and the schema both accept TEXT, or both refuse it if it is not ALLOWED."""
    outcome, why, verb = reading(text), complaint(load(text)), "allow" if allowed else "refuse"
    said = [f"the program should {verb} it\n{outcome}"] if outcome.status != (0 if allowed else 2) else []
    said += [f"the schema should {verb} it: {why}"] if bool(why) == allowed else []
    TALLY.check(place, "\n".join(said + [text]) if said else "")


# ---- files ----

def check_bad_files():
    listed = set((HERE / "refused.txt").read_text().split())
    for path in sorted((ROOT / "tests/bad/yaml").glob("*")):
        if path.suffix == ".expected":
            continue
        try:
            refuses = not VALIDATOR.is_valid(load(path.read_bytes()))
        except yaml.YAMLError:
            refuses = None
        if path.name in listed:
            TALLY.check(path.name, "" if refuses else "the schema should refuse it")
        elif refuses is not None:
            TALLY.check(path.name, "the schema refuses it: add it to refused.txt" if refuses else "")
        listed.discard(path.name)
    TALLY.check("refused.txt", "\n".join(f"there is no tests/bad/yaml/{name}" for name in sorted(listed)))


def check_puzzles():
    for path in sorted((ROOT / "puzzles").glob("*")):
        if path.suffix != ".dlx":
            TALLY.check(path.name, complaint(load(path.read_bytes())))


# ---- names ----

def check_catalog():
    """The names in the output of `boardcover catalog`."""
    out = run(["boardcover", "catalog"], env=ENV).out
    listed = set(re.findall(r"^  (\w+) +\d+ +\d+ +\d+$", out, re.M))
    for line in re.findall(r"^  ((?:[A-Z]\d? ?)+)$", out, re.M):
        listed.update(line.split())
    known = set(SCHEMA["$defs"]["catalog"]["enum"])
    TALLY.check("catalog", "\n".join(
        [f"add {name} to $defs/catalog" for name in sorted(listed - known)] +
        [f"the program does not know {name}" for name in sorted(known - listed)]))


# ---- random puzzles ----

WORDS = ["6x8", "2x2x2", "..", "X", "XX/X.", "L3", "L3:any", "T4:2..", "any", "1..2", "soma", "a", "up", "north", "none",
         "hex", "true", "No", "domino,I1:any", "7", "#.?", "XX\nX."]
VALUES = WORDS + [0, 1, 2, True, False, None, [], {}, ["X", ".."], ["L3", "I2"], {"I2": "any"}, {"a": 1},
                  {"name": "a", "shape": "X"}, ["a", "b", "a", "b"], ["north"]]
KEYS = sorted(SCHEMA["properties"]) + sorted(SCHEMA["$defs"]["piece"]["properties"]) + ["rows", "border", "I2", "zz"]


def places(value):
    """(container, key) of every value inside VALUE."""
    for key in list(value) if isinstance(value, dict) else range(len(value)):
        yield value, key
        if isinstance(value[key], (dict, list)):
            yield from places(value[key])


def change(value, dice):
    """Replaces or removes one value inside VALUE, or adds a key next to it."""
    inside, key = dice.choice(list(places(value)))
    what = dice.randrange(8)
    if what == 0:
        del inside[key]
    elif what == 1 and isinstance(inside, dict):
        inside[dice.choice(KEYS)] = copy.deepcopy(dice.choice(VALUES))
    else:
        inside[key] = copy.deepcopy(dice.choice(VALUES))


MAY_BE_NULL = {"title", "source", "lattice", "wrap", "rules", "answers"}


def stricter(value):
    """Whether VALUE contains something that the schema refuses on purpose (see its $comment)."""
    def is_odd(inside, key):
        drawing = inside is value and key in ("board", "table") or key == "shape" or isinstance(key, int)
        null = inside[key] is None and not (inside is value and key in MAY_BE_NULL)
        return null or drawing and isinstance(inside[key], (int, float))
    return any(is_odd(inside, key) for inside, key in places(value))


def random_puzzles():
    """Puzzles of accepted.yaml with one or two changes."""
    dice = random.Random(14)
    base = [load(text) for _, text in documents("accepted.yaml")]
    for number in range(RANDOM_PUZZLES):
        value = copy.deepcopy(dice.choice(base))
        for _ in range(1 + number % 2):
            if value:
                change(value, dice)
        if not stricter(value):
            yield json.dumps(value, ensure_ascii=False)


def check_random():
    """The schema accepts what the program accepts.  The program also checks meanings, so not vice versa."""
    read, agreed, tried = 0, 0, 0
    for text, outcome in in_pool(reading, list(random_puzzles())):
        why = complaint(json.loads(text))
        tried += 1
        read += outcome.status == 0
        agreed += (outcome.status == 0) != bool(why)
        TALLY.check("random puzzle", f"the program reads it, but the schema says {why}\n{text}"
                    if outcome.status == 0 and why else "")
    TALLY.check("random puzzles", "" if read > 0.1 * tried and agreed > 0.7 * tried else
                f"{tried} were tried, {read} read, and on {agreed} both agree")


TALLY = Tally("schema")
ENV = environment(program_argument())
jsonschema.Draft202012Validator.check_schema(SCHEMA)
VALIDATOR = jsonschema.Draft202012Validator(SCHEMA)
check_puzzles()
for place, text in documents("accepted.yaml"):
    check_pair(place, text, True)
for place, text in documents("refused.yaml"):
    check_pair(place, text, False)
check_bad_files()
check_catalog()
check_random()
TALLY.finish()
