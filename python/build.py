#!/usr/bin/env python3
"""Builds the Python wheel: python/build.py [--archive FILE] [FOLDER]  (default build-python).

With --archive, FILE is the static library to use; otherwise one is built that runs on any processor of
this architecture.

The wheel contains the package, prototypes read from include/boardcover.h, and one shared library with
GMP, libyaml and Jansson inside, so that it needs nothing but glibc.  The name of the wheel states the
required version of glibc: the newest symbol version that the library uses.  The same sources give the same bytes.
"""
import argparse
import base64
import hashlib
import pathlib
import platform
import re
import shutil
import subprocess
import zipfile

from prototypes import prototypes

ROOT = pathlib.Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "python/boardcover"
STATIC = ("gmp", "yaml", "jansson")
STREAMS = ("stdin", "stdout", "stderr")
EPOCH = (1980, 1, 1, 0, 0, 0)


def run(*words, **more):
    done = subprocess.run([str(word) for word in words], check=False, text=True, capture_output=True, **more)
    if done.returncode:
        raise SystemExit(f"{' '.join(map(str, words))}\n{done.stdout}{done.stderr}")
    return done.stdout


def static_library(name, folder):
    """A copy of Debian's static library whose standard streams are ours.

    Debian compiles static libraries for programs, not for shared libraries.  The only references that
    cannot be linked into one are those to the C library's streams.
    """
    path = run("gcc", f"-print-file-name=lib{name}.a").strip()
    copy = folder / f"lib{name}.a"
    renames = [word for stream in STREAMS for word in ("--redefine-sym", f"{stream}=bcov_static_{stream}")]
    run("objcopy", *renames, path, copy)
    return copy


def streams(folder):
    source = folder / "streams.c"
    names = ", ".join(f"*bcov_static_{stream}" for stream in STREAMS)
    sets = " ".join(f"bcov_static_{stream} = {stream};" for stream in STREAMS)
    source.write_text(f'#include <stdio.h>\n__attribute__ ((visibility ("hidden"))) FILE {names};\n'
                      f"__attribute__ ((constructor)) static void set (void) {{ {sets} }}\n")
    return source


def build_library(folder, archive):
    if not archive:
        run(ROOT / "scripts/build", folder, "-Dunit=false", "--buildtype=release")
    out = folder / "wheel/libboardcover.so"
    out.parent.mkdir(parents=True, exist_ok=True)
    archives = [static_library(name, out.parent) for name in STATIC]
    run("gcc", "-shared", "-fPIC", "-O2", "-s", "-o", out, streams(out.parent), "-Wl,--whole-archive",
        archive or folder / "libboardcover.a", "-Wl,--no-whole-archive", *archives,
        "-Wl,--exclude-libs," + ":".join(path.name for path in archives), "-Wl,-Bsymbolic", "-lm", "-pthread")
    return out


def platform_tag(library):
    """The platform of the wheel, such as manylinux_2_34_x86_64; any dependency other than glibc is an error."""
    needs = set(re.findall(r"NEEDED +(\S+)", run("objdump", "-p", library)))
    if needs - {"libc.so.6", "libm.so.6"}:
        raise SystemExit(f"the library needs more than glibc: {needs}")
    versions = re.findall(r"GLIBC_(\d+)\.(\d+)", run("objdump", "-T", library))
    major, minor = max((int(a), int(b)) for a, b in versions)
    return f"manylinux_{major}_{minor}_{platform.machine()}"


def version():
    return re.search(r"version: '([^']+)'", (ROOT / "meson.build").read_text())[1]


def metadata(tag):
    text = (ROOT / "python/README.md").read_text()
    return {
        "METADATA": f"Metadata-Version: 2.1\nName: boardcover\nVersion: {version()}\n"
                    "Summary: Count, list, draw and explain coverings of boards with pieces\n"
                    "License: MIT\nRequires-Python: >=3.9\nDescription-Content-Type: text/markdown\n"
                    "Classifier: Operating System :: POSIX :: Linux\n"
                    "Classifier: Topic :: Games/Entertainment :: Puzzle Games\n"
                    "Classifier: Topic :: Scientific/Engineering :: Mathematics\n"
                    "Classifier: Typing :: Typed\n\n" + text,
        "WHEEL": f"Wheel-Version: 1.0\nGenerator: boardcover\nRoot-Is-Purelib: false\nTag: py3-none-{tag}\n",
    }


def contents(library, tag):
    """(name in the wheel, bytes) of every file but RECORD."""
    info = f"boardcover-{version()}.dist-info"
    for path in sorted(PACKAGE.iterdir()):
        if path.suffix in (".py", ".typed"):
            yield f"boardcover/{path.name}", path.read_bytes()
    yield "boardcover/_prototypes.py", prototypes((ROOT / "include/boardcover.h").read_text()).encode()
    yield "boardcover/libboardcover.so", library.read_bytes()
    for name, text in metadata(tag).items():
        yield f"{info}/{name}", text.encode()
    yield f"{info}/licenses/LICENSE", (ROOT / "LICENSE").read_bytes()


def write_wheel(folder, library):
    tag = platform_tag(library)
    path = folder / f"boardcover-{version()}-py3-none-{tag}.whl"
    record = ""
    for old in folder.glob("*.whl"):
        old.unlink()
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as wheel:
        def put(name, data):
            entry = zipfile.ZipInfo(name, EPOCH)
            entry.external_attr = (0o755 if name.endswith(".so") else 0o644) << 16
            wheel.writestr(entry, data, zipfile.ZIP_DEFLATED)
        for name, data in contents(library, tag):
            digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
            record += f"{name},sha256={digest},{len(data)}\n"
            put(name, data)
        record += f"boardcover-{version()}.dist-info/RECORD,,\n"
        put(f"boardcover-{version()}.dist-info/RECORD", record.encode())
    return path


def unpack(folder, wheel):
    """The package as a folder too, for tests: PYTHONPATH=build-python/package."""
    shutil.rmtree(folder / "package", ignore_errors=True)
    with zipfile.ZipFile(wheel) as file:
        file.extractall(folder / "package")


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--archive", type=pathlib.Path)
    parser.add_argument("folder", nargs="?", type=pathlib.Path, default=ROOT / "build-python")
    wish = parser.parse_args()
    folder = wish.folder.resolve()
    wheel = write_wheel(folder, build_library(folder, wish.archive))
    unpack(folder, wheel)
    print(f"built {wheel.name}: python3 -m pip install {wheel}")


if __name__ == "__main__":
    main()
