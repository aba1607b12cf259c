"""embed.py ROOT OUTPUT DEPENDENCIES: writes the table of assets.h as C.

Every file of programs/web/page is served under its own name (index.html also as /), and every puzzle of
puzzles/ as /api/gallery/NAME.  /api/gallery lists the puzzles with their titles and boards.  The folders
themselves are dependencies, so added and removed files cause a rebuild.
"""
import json
import pathlib
import re
import sys

TYPES = {
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".svg": "image/svg+xml",
}
BYTES_A_LINE = 24


def value_of(key, text, usual):
    """The value of a top-level line `key: value` of a puzzle file, without quotes."""
    found = re.search(rf"^{key}:[ \t]*(.+?)[ \t]*$", text, re.M)
    return found.group(1).strip("\"'") if found else usual


def board_of(text):
    """The board of a puzzle file on one line: its size, or its rows, padded to the same length and joined by '/'."""
    said = value_of("board", text, "")
    rows = re.search(r"^board:[ \t]*\|[ \t]*\n((?:[ \t]+\S.*\n)+)", text, re.M)
    if not rows:
        return said
    rows = [row.strip() for row in rows.group(1).splitlines()]
    return "/".join(row.ljust(max(map(len, rows)), "#") for row in rows)


def gallery_of(puzzles):
    rows = []
    for path in puzzles:
        text = path.read_text()
        rows.append({"name": path.stem, "title": value_of("title", text, path.stem),
                     "lattice": value_of("lattice", text, "square"), "board": board_of(text)})
    rows.sort(key=lambda row: row["name"])
    return json.dumps(rows, ensure_ascii=False, separators=(",", ":")).encode()


def assets_of(pages, puzzles):
    """(path, type, bytes) of everything."""
    for path in pages:
        if path.name == "index.html":
            yield "/", TYPES[".html"], path.read_bytes()
        yield "/" + path.name, TYPES[path.suffix], path.read_bytes()
    yield "/api/gallery", "application/json", gallery_of(puzzles)
    for path in puzzles:
        yield "/api/gallery/" + path.stem, "text/plain; charset=utf-8", path.read_bytes()


def write(assets, out):
    out.write('/* Written by embed.py. */\n\n#include "assets.h"\n\n')
    for number, (path, _, data) in enumerate(assets):
        if not re.fullmatch(r"[a-z0-9/_.-]+", path):
            sys.exit(f"embed.py: {path}: this name cannot be requested")
        out.write(f"static const unsigned char asset_{number}[] = {{\n")
        for start in range(0, len(data) + 1, BYTES_A_LINE):
            out.write(",".join(map(str, (data + b"\0")[start:start + BYTES_A_LINE])) + ",\n")
        out.write("};\n")
    out.write("\nconst struct asset assets[] = {\n")
    for number, (path, kind, data) in enumerate(assets):
        out.write(f'    {{"{path}", "{kind}", asset_{number}, {len(data)}}},\n')
    out.write("};\n\nconst size_t asset_count = sizeof assets / sizeof *assets;\n")


def main():
    root, output, dependencies = map(pathlib.Path, sys.argv[1:])
    folders = [root / "programs/web/page", root / "puzzles"]
    pages = sorted(path for path in folders[0].iterdir() if path.suffix in TYPES)
    puzzles = sorted(folders[1].glob("*.yaml"))
    with output.open("w") as out:
        write(list(assets_of(pages, puzzles)), out)
    names = " ".join(str(path).replace(" ", "\\ ") for path in folders + pages + puzzles)
    dependencies.write_text(f"{output}: {names}\n")


if __name__ == "__main__":
    main()
