"""Checks that a release could be made: the files of the tarball, and one version in all places.

It neither compresses nor builds the tarball; `make dist` does both.
"""
import datetime
import io
import json
import os
import pathlib
import re
import subprocess
import sys
import tarfile
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "schema"))
from harness import ROOT, Tally, environment, program_argument, run

import jsonschema
from puzzle_yaml import load

GENERATED = re.compile(r"(^|/)(build[^/]*|node_modules|__pycache__|\.git)/|\.(o|a|so|pyc|gcda|gcno|xz|orig|rej)$|~$")
NEEDED = {"README.md", "LICENSE", "CHANGELOG.md", "CONTRIBUTING.md", "CITATION.cff", "Makefile", "meson.build",
          "meson_options.txt", "include/boardcover.h", "docs/FORMAT.md", "docs/puzzle.schema.json"}
KINDS = {"Added", "Changed", "Deprecated", "Removed", "Fixed", "Security"}
SEMVER = r"(?:0|[1-9]\d*)\.(?:0|[1-9]\d*)\.(?:0|[1-9]\d*)"
# The part of the schema of CFF 1.2.0 that CITATION.cff uses.
CITATION = {
    "type": "object", "additionalProperties": False,
    "required": ["cff-version", "message", "title", "abstract", "type", "authors", "version", "date-released",
                 "license", "keywords"],
    "properties": {
        "cff-version": {"const": "1.2.0"},
        "message": {"type": "string", "minLength": 1}, "title": {"const": "boardcover"},
        "abstract": {"type": "string", "minLength": 1}, "type": {"const": "software"},
        "authors": {"const": [{"name": "boardcover contributors"}]},
        "version": {"type": "string"}, "date-released": {"type": "string", "pattern": r"^\d{4}-\d{2}-\d{2}$"},
        "license": {"const": "MIT"},
        "keywords": {"type": "array", "minItems": 1, "uniqueItems": True, "items": {"type": "string", "minLength": 1}},
    },
}


# ---- the tarball ----

def git(*words):
    return subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True, check=True).stdout


def make_tar(**more):
    return subprocess.run([sys.executable, ROOT / "scripts/dist", "--tar"], env=dict(os.environ, **more),
                          stdout=subprocess.PIPE, check=True).stdout


def folder_of(program):
    """The build folder that PROGRAM is in."""
    return next((folder for folder in pathlib.Path(program).resolve().parents if (folder / "meson-info").is_dir()), None)


def sources_of(folder):
    """All files of the repository that Meson needs to build FOLDER, including its own files."""
    info = folder / "meson-info"
    files = json.loads((info / "intro-buildsystem_files.json").read_text())
    for target in json.loads((info / "intro-targets.json").read_text()):
        files += [file for sources in target["target_sources"] for file in sources.get("sources", [])]
    for file in map(pathlib.Path, files):
        if file.is_relative_to(ROOT) and not file.is_relative_to(folder):
            yield str(file.relative_to(ROOT))


def check_tar(program):
    tar = make_tar()
    other = make_tar(TZ="Asia/Tokyo", LC_ALL="C", GIT_CONFIG_COUNT="1", GIT_CONFIG_KEY_0="tar.umask",
                     GIT_CONFIG_VALUE_0="0077")
    TALLY.check("the same bytes again", "" if tar == other else "two archives of one commit differ")
    with tarfile.open(fileobj=io.BytesIO(tar)) as archive:
        members = archive.getmembers()
    prefix = f"boardcover-{released_version()}/"
    outside = [m.name for m in members if not (m.name + "/").startswith(prefix)]
    TALLY.check("one folder", f"not below {prefix}: {outside[:5]}" if outside else "")
    odd = [m.name for m in members if not (m.isfile() or m.isdir())]
    TALLY.check("files and folders alone", f"something else: {odd[:5]}" if odd else "")
    names = {m.name.removeprefix(prefix) for m in members if m.isfile()}
    generated = sorted(name for name in names if GENERATED.search(name)) + git("ls-files", "-ci", "--exclude-standard").split()
    TALLY.check("nothing generated", f"generated: {generated[:5]}" if generated else "")
    TALLY.check("what everyone needs", "\n".join(f"missing: {name}" for name in sorted(NEEDED - set(git("ls-files").split()))))
    check_sources(folder_of(program))


def check_sources(folder):
    if not folder:
        TALLY.check("sources", "the program is in no build folder")
        return
    known = set(git("-c", "core.quotePath=false", "ls-files").splitlines())
    missing = sorted(set(sources_of(folder)) - known)
    TALLY.check("sources", "\n".join(f"the build needs {name}; git add it" for name in missing))


def released_version():
    """The version of the last commit, which is part of the name of its tarball."""
    return version_in(git("show", "HEAD:meson.build"))


# ---- versions ----

def version_in(text):
    return re.search(r"^\s*version: '([^']+)'", text, re.M)[1]


def check_citation(version):
    citation = load((ROOT / "CITATION.cff").read_text())
    errors = [error.message for error in jsonschema.Draft202012Validator(CITATION).iter_errors(citation)]
    TALLY.check("CITATION.cff", "\n".join(errors))
    TALLY.check("its version", "" if citation.get("version") == version else
                f"CITATION.cff has {citation.get('version')}, meson.build {version}")
    licence = (ROOT / "LICENSE").read_text().split()[0]
    TALLY.check("its licence", "" if citation.get("license") == licence else f"LICENSE says {licence}")
    return str(citation.get("date-released"))


def check_changelog(version, date):
    text = (ROOT / "CHANGELOG.md").read_text()
    heads = re.findall(r"^## (.*)$", text, re.M)
    wrong = [head for head in heads[heads[:1] == ["[Unreleased]"]:]
             if not re.fullmatch(rf"\[{SEMVER}\] - \d{{4}}-\d\d-\d\d", head)]
    TALLY.check("headings of CHANGELOG.md", f"not [VERSION] - DATE: {wrong}" if wrong else "")
    kinds = set(re.findall(r"^### (.*)$", text, re.M))
    TALLY.check("kinds of changes", f"unknown: {sorted(kinds - KINDS)}" if kinds - KINDS else "")
    newest = next((head for head in heads if head != "[Unreleased]"), "none")
    TALLY.check("the newest version", "" if newest == f"[{version}] - {date}" else
                f"CHANGELOG.md has {newest}, meson.build and CITATION.cff [{version}] - {date}")


def check_chart():
    """The chart of the README shows the times in bench/rivals.tsv."""
    with tempfile.TemporaryDirectory() as folder:
        drawn = pathlib.Path(folder) / "speed.svg"
        subprocess.run([sys.executable, ROOT / "bench/rivals.py", "--chart", drawn], check=True)
        same = drawn.read_bytes() == (ROOT / "docs/pictures/speed.svg").read_bytes()
    TALLY.check("the speed chart", "" if same else "draw it again: python3 bench/rivals.py --chart docs/pictures/speed.svg")


def check_versions(program):
    version = version_in((ROOT / "meson.build").read_text())
    TALLY.check("meson.build", "" if re.fullmatch(SEMVER, version) else f"{version} is no MAJOR.MINOR.PATCH")
    printed = run([program, "--version"], env=environment(program)).out.split()
    TALLY.check("boardcover --version", "" if version in printed else f"{version} is not in {printed}")
    date = check_citation(version)
    try:
        problem = "" if datetime.date.fromisoformat(date) else "no date"
    except ValueError as error:
        problem = str(error)
    TALLY.check("date-released", problem)
    check_changelog(version, date)


TALLY = Tally("release")
PROGRAM = program_argument()
check_versions(PROGRAM)
check_chart()
if (ROOT / ".git").exists():
    check_tar(PROGRAM)
TALLY.finish()
