"""Semantic mutations of C source: where they can be made, and how each changes a line.

A site is one place where one small change alters what the program does: a comparison flipped, a
bound off by one, a condition negated, a statement dropped, a constant changed.  Comments, texts,
preprocessor lines, declarations and assertions are left alone.
"""
import hashlib
import re
from collections import Counter, defaultdict
from dataclasses import dataclass

# (name, pattern, replacement); the pattern sees code without comments and texts.
OPERATORS = [
    ("comparison", r"(?<=[\w)\] ]) < (?=[\w(*-])", " <= "),
    ("comparison", r" <= ", " < "),
    ("comparison", r"(?<=[\w)\] ]) > (?=[\w(*-])", " >= "),
    ("comparison", r" >= ", " > "),
    ("equality", r" == ", " != "),
    ("equality", r" != ", " == "),
    ("logic", r" && ", " || "),
    ("logic", r" \|\| ", " && "),
    ("off by one", r" \+ 1\b(?!\.)", ""),
    ("off by one", r" - 1\b(?!\.)", ""),
    ("sign", r"(?<=[\w)\]]) \+ (?=[\w(*&])", " - "),
    ("sign", r"(?<=[\w)\]]) - (?=[\w(*&])", " + "),
    ("sign", r" \+= ", " -= "),
    ("sign", r" -= ", " += "),
    ("bits", r"(?<=[\w)\]]) \| (?=[\w(~])", " & "),
    ("bits", r"(?<=[\w)\]]) & (?=[\w(~])", " | "),
    ("bits", r" << ", " >> "),
    ("constant", r"(?<== )(\d+)(?=[,;]| *$)", lambda m: str(int(m[1]) + 1)),
    ("constant", r"\btrue\b", "false"),
    ("constant", r"\bfalse\b", "true"),
    ("negation", r"(?<=if \()!(?=[\w(])", ""),
    ("negation", r"(?<=if \()(?=[\w]+(?:->|\.)?\w*\))", "!"),
]
# A statement on a line of its own: an assignment through a pointer or member, a step, or a call.
STATEMENT = re.compile(r"^  +(?:\*?\w+(?:(?:->|\.)\w+|\[[^][]*\])+ (?:[-+|&^*]|<<|>>)?= [^;]*|"
                       r"\w+(?:(?:->|\.)\w+|\[[^][]*\])*(?:\+\+|--)|(?:\+\+|--)\*?\w+|"
                       r"(?!return\b|if\b|for\b|while\b|switch\b|assert\b|else\b)\w+ \([^;]*\));$")
LEFT_ALONE = re.compile(r"\bassert \(|static_assert|__attribute__|^#|^typedef|^\s*case |^extern|"
                        r"bcov_mem_free|_free \(|bcov_error_add|^\s*\(void\)\w+;")


@dataclass(frozen=True)
class Site:
    path: str
    line: int     # from 1
    kind: str
    before: str   # the line
    after: str    # the mutated line
    copy: int = 0  # number of earlier sites in the file with the same lines

    @property
    def folder(self):
        return self.path.rsplit("/", 1)[0]

    @property
    def name(self):
        """Stays the same when other lines of the file change."""
        text = f"{self.path}\n{self.before}\n{self.after}" + (f"\n{self.copy}" if self.copy else "")
        return hashlib.sha256(text.encode()).hexdigest()[:10]


def masked(text):
    """TEXT with comments and quoted texts blanked, each character in its place."""
    def blank(match):
        return re.sub(r"[^\n]", " ", match[0])
    return re.sub(r'/\*.*?\*/|//[^\n]*|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'', blank, text,
                  flags=re.S)


def function_lines(lines):
    """Numbers (from 0) of the lines inside function bodies and enums, as GNU style shows them."""
    inside, depth = set(), 0
    for number, line in enumerate(lines):
        if line == "{" or re.match(r"^enum \{", line):
            depth = 1
        if depth:
            inside.add(number)
        if re.match(r"^\}", line) or re.match(r"^enum \{.*\}", line):
            depth = 0
    return inside


def sites_of(path, text):
    """All sites of a file, each with what its line becomes."""
    lines, code = text.split("\n"), masked(text).split("\n")
    found, seen = [], Counter()

    def add(number, kind, after):
        lines_of = lines[number], after
        found.append(Site(path, number + 1, kind, *lines_of, copy=seen[lines_of]))
        seen[lines_of] += 1

    for number in sorted(function_lines(lines)):
        if LEFT_ALONE.search(code[number]) or not code[number].strip():
            continue
        for kind, pattern, put in OPERATORS:
            for match in re.finditer(pattern, code[number]):
                middle = put(match) if callable(put) else put
                after = lines[number][:match.start()] + middle + lines[number][match.end():]
                add(number, kind, after)
        if STATEMENT.match(code[number]) and code[number].count("(") == code[number].count(")"):
            indent = re.match(r" *", lines[number])[0]
            add(number, "dropped", indent + ";")
    return found


def apply(text, site):
    """TEXT with the mutation made; None when the line is no longer there."""
    lines = text.split("\n")
    at = site.line - 1
    if at >= len(lines) or lines[at] != site.before:
        same = [k for k, line in enumerate(lines) if line == site.before]
        if len(same) != 1:
            return None
        at = same[0]
    return "\n".join(lines[:at] + [site.after] + lines[at + 1:])


def in_order(sites, seed):
    """The SITES in the order in which they are tried.

    Any start of this order has sites of every folder, in proportion to the size of the folder.  Within
    a folder a hash decides, so that a change of the code adds and removes sites but keeps the others.
    """
    by_folder = defaultdict(list)
    for site in sites:
        by_folder[site.folder].append((hashlib.sha256(f"{seed} {site.name}".encode()).digest(), site))
    order = [(place / len(folder), key, site) for folder in by_folder.values()
             for place, (key, site) in enumerate(sorted(folder, key=lambda pair: pair[0]))]
    return [site for _, _, site in sorted(order, key=lambda entry: entry[:2])]
