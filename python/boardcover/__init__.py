"""Cover boards with pieces: solve, count, list, sample, fill, explain and draw.

>>> import boardcover
>>> print(boardcover.solve("2x3", "L3:any"))
LLA
LAA
>>> boardcover.count("6x8", "L3:any")
1514
>>> puzzle = boardcover.Puzzle(board="6x10", pieces="pentominoes")
>>> puzzle.count(up_to_symmetry=True)
2339
>>> print(next(puzzle.list()))
FFYYYYWWPP
IFFXYWWPPP
...
"""
from __future__ import annotations

import json
import pathlib
import queue
import threading
from ctypes import byref, c_double, c_int, c_int32, c_size_t, c_uint64
from typing import Any, Iterator, List, Mapping, NamedTuple, Optional, Sequence, Union

from . import _prototypes as _c
from ._library import (Error, Handle, InputError, Message, Object, Progress, Report, Request, Stopped, call,
                       functions, out, taken_bytes, taken_text, text)

__all__ = ["solve", "count", "solution", "Puzzle", "Covering", "Placement", "Heat", "Hint", "Terms",
           "Estimate", "Error", "InputError", "Stopped", "Message", "Progress", "version"]

version: str = text(call("version"))
__version__ = version


def _int(value: Any) -> int:
    return int(text(value))


# ---- coverings ----

class Placement(NamedTuple):
    """A piece on the board: its name and the coordinates of the cells that it covers."""

    piece: str
    cells: tuple[tuple[int, ...], ...]


class Covering(Object):
    """Placements of pieces on a board.  `print` shows letters; notebooks show a picture."""

    kind = "covering"
    _placements: Optional[list[Placement]] = None

    def __init__(self, pointer: int, puzzle: Puzzle, *needs: Any, index: int = 0):
        super().__init__(pointer, puzzle, *needs)
        self.puzzle, self.index = puzzle, index

    @property
    def placements(self) -> list[Placement]:
        """The placements, in the reading order of their first cells.

        >>> covering = next(Puzzle(board="2x3", pieces="L3:any").list())
        >>> covering.placements[0]
        Placement(piece='L3', cells=((0, 0), (0, 1), (1, 0)))
        """
        if self._placements is None:
            puzzle, pointer = self.puzzle, self.pointer
            cells, piece = functions["covering_cells"], functions["covering_piece"]
            names, width, room = puzzle.pieces, puzzle._width, (c_int32 * max(1, puzzle._width * puzzle.size))()
            self._placements = []
            for k in range(call("covering_placements", pointer)):
                flat = iter(room[:cells(pointer, k, room) * width])
                at = tuple(zip(flat, flat) if width == 2 else zip(flat, flat, flat)) if width else ()
                self._placements.append(Placement(names[piece(pointer, k)] if names else "", at))
        return self._placements

    def map(self) -> list[int]:
        """The number of the placement on each cell, in reading order; -1 for an empty cell."""
        room = (c_int32 * max(1, self.puzzle.size))()
        call("covering_map", self.pointer, room)
        return room[:self.puzzle.size]

    def array(self) -> Any:
        """The board as a numpy array: the number of the placement on each cell, and -1 for an empty cell.

        Needs numpy.  Positions without a cell are -2.
        """
        import numpy
        cells = numpy.array(self.puzzle.cells)
        result = numpy.full(cells.max(axis=0) + 1, -2, dtype=numpy.int32)
        result[tuple(cells.T)] = self.map()
        return result

    def draw(self, path: Union[str, pathlib.Path, None] = None, **look: Any) -> Union[str, bytes]:
        """Draws the covering, and writes the picture to PATH if given; see `Puzzle.draw`."""
        return _picture(path, look, lambda request, given, *rest: call(
            "covering_picture", self.pointer, request, given, *rest))

    def _text(self, style: int) -> str:
        found = out()
        with Report() as report:
            report.check(call("covering_draw", self.pointer, style, False, byref(found), None, report.pointer))
        return taken_text(found)

    def boxes(self) -> str:
        """The covering as text, drawn with lines."""
        return self._text(_c.BOXES)

    def __str__(self) -> str:
        return self._text(_c.LETTERS).rstrip("\n")

    def __repr__(self) -> str:
        return f"<Covering of {self.puzzle.title or 'a board'} with {len(self.placements)} pieces>"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Covering) and sorted(self.placements) == sorted(other.placements)

    def __hash__(self) -> int:
        return hash(tuple(sorted(self.placements)))

    def _repr_svg_(self) -> str:
        return str(self.draw())


def _copy(pointer: int, puzzle: Puzzle, index: int = 0) -> Covering:
    copied = out()
    if functions["covering_copy"](pointer, byref(copied), None):
        raise MemoryError("no memory for a covering")
    return Covering(copied.value, puzzle, index=index)


def _picture(path: Any, look: Mapping[str, Any], draw: Any) -> Union[str, bytes]:
    """Calls DRAW and returns SVG as text, PNG and PDF as bytes."""
    look = dict(look)
    if path is not None and "medium" not in look:
        look["medium"] = pathlib.Path(path).suffix.lstrip(".").lower() or "svg"
    request, given, found, length = Request({}), Handle("look", call("look_new")), out(), c_size_t()
    with Report() as report:
        for name, value in look.items():
            said = ("yes" if value else "no") if isinstance(value, bool) else str(value)
            report.check(call("look_set", given.pointer, name.replace("_", "-"), said, report.pointer))
        report.check(request.run(lambda: draw(request.pointer, given.pointer, byref(found), byref(length),
                                              report.pointer)))
    data = taken_bytes(found, length)
    if path is not None:
        pathlib.Path(path).write_bytes(data)
    return data.decode() if look.get("medium", "svg") == "svg" else data


# ---- puzzles ----

class Heat(Object):
    """The number of coverings that use each placement."""

    kind = "heat"

    def __init__(self, pointer: int, puzzle: Puzzle, coverings: int):
        super().__init__(pointer, puzzle)
        self.puzzle, self.coverings = puzzle, coverings

    def shares(self, piece: str) -> list[float]:
        """The fraction of the coverings in which PIECE covers each cell, in reading order."""
        room = (c_double * max(1, self.puzzle.size))()
        with Report() as report:
            report.check(call("heat_cells", self.pointer, self.puzzle.pieces.index(piece), room, report.pointer))
        return room[:self.puzzle.size]

    def array(self, piece: str) -> Any:
        """The shares of PIECE as a numpy array in the shape of the board; 0 where there is no cell.  Needs numpy."""
        import numpy
        cells = numpy.array(self.puzzle.cells)
        result = numpy.zeros(cells.max(axis=0) + 1)
        result[tuple(cells.T)] = self.shares(piece)
        return result

    def uses(self) -> list[tuple[Placement, int]]:
        """Each placement with the exact number of coverings that use it."""
        result = []
        for k in range(call("heat_placements", self.pointer)):
            found = out()
            with Report() as report:
                report.check(call("heat_uses", self.pointer, k, byref(found), report.pointer))
            alone = _copy(call("heat_placement", self.pointer, k), self.puzzle)
            result.append((alone.placements[0], int(taken_text(found))))
        return result

    def draw(self, path: Union[str, pathlib.Path, None] = None, piece: Optional[str] = None,
             **look: Any) -> Union[str, bytes]:
        """Draws how often PIECE covers each cell or, without PIECE, how often neighbouring cells belong to
        different pieces."""
        name = None if piece is None else piece.encode()
        return _picture(path, look, lambda request, given, *rest: call(
            "heat_picture", self.pointer, request, name, given, *rest))

    def _repr_svg_(self) -> str:
        return str(self.draw())

    def __repr__(self) -> str:
        return f"<Heat of {self.coverings} coverings>"

    def __str__(self) -> str:
        found = out()
        with Report() as report:
            report.check(call("heat_text", self.pointer, byref(found), None, report.pointer))
        return taken_text(found).rstrip("\n")


class Hint(NamedTuple):
    """A placement, as a covering of one piece, and how many of the coverings found contain it.

    `uses` is the number of coverings that contain the placement, and `coverings` is the number of coverings
    found.  `complete` is true if these are all coverings.  `placement` is None if no covering was found.
    """

    placement: Optional[Covering]
    uses: int
    coverings: int
    complete: bool


class Estimate(NamedTuple):
    """The estimated number of coverings.

    `low` and `high` are the ends of an interval that is intended to contain the true number in 95 of 100
    cases.  `exact` is true if the number is certain.  `probes` is the number of partial coverings examined,
    and `text` is the line that `count --estimate` prints.  Numbers beyond the range of a float are infinite.
    """

    estimate: float
    low: float
    high: float
    exact: bool
    probes: int
    text: str


class Terms(NamedTuple):
    """The counts of a growing board, and the recurrence that they satisfy.

    `signature` contains the coefficients c1, c2, ... of a(n) = c1 a(n-1) + c2 a(n-2) + ...; it is empty
    if no recurrence was found.
    """

    terms: dict[int, int]
    signature: list[int]
    generating_function: str


_Coverings = List[Covering]  # inside Puzzle, the name `list` is a method


class Puzzle(Object):
    """A board, pieces and rules.

    `board` and `pieces` are texts in the syntax of the command line, or the values of these keys in a
    puzzle file.  A board, and the `shape` of a piece, may also be rows of booleans, such as a numpy array,
    where true is a cell; an array of three dimensions means layers of cubes.  Other keys of a puzzle file are
    keyword arguments (`rules`, `lattice`, `wrap`, `title`, ...).

    >>> Puzzle(board="3x4", pieces="L3:any").count()
    4
    >>> Puzzle(board=[[1, 1, 1], [1, 0, 1], [1, 1, 1]], pieces="I2:any").count()
    2
    >>> Puzzle(board="3x3", pieces=[{"name": "corner", "shape": "X./XX", "count": 3}]).count()
    0
    >>> Puzzle(board="3x4", pieces=[{"name": "corner", "shape": [[1, 0], [1, 1]], "count": 4}]).count()
    4
    """

    kind = "puzzle"

    def __init__(self, board: Any = None, pieces: Any = None, rules: Optional[Mapping[str, Any]] = None,
                 **keys: Any):
        if board is None or pieces is None:
            raise InputError([], "a puzzle needs a board and pieces; Puzzle.open reads a file")
        keys = {name.replace("_", "-"): value for name, value in keys.items() if value is not None}
        if rules:
            keys["rules"] = rules
        if _depth(board) == 3:
            keys.setdefault("lattice", "cube")
        self._start(_from_keys(_drawing(board, "."), _drawn_pieces(pieces), keys))

    def _start(self, pointer: int) -> None:
        super().__init__(pointer)
        self.title: str = text(call("puzzle_title", pointer))
        self.lattice: str = text(call("puzzle_lattice", pointer))
        self.size: int = call("puzzle_cells", pointer)
        self._width: int = call("puzzle_coordinates", pointer)
        self.pieces: list[str] = [text(call("puzzle_piece_name", pointer, k))
                                  for k in range(call("puzzle_pieces", pointer))]

    @classmethod
    def _made(cls, pointer: int) -> Puzzle:
        puzzle = cls.__new__(cls)
        puzzle._start(pointer)
        return puzzle

    @classmethod
    def open(cls, path: Union[str, pathlib.Path]) -> Puzzle:
        """Reads a puzzle file: YAML, JSON or an exact cover problem (.dlx)."""
        return cls._made(_make("puzzle_open", None, str(path)))

    @classmethod
    def parse(cls, source: str, name: str = "puzzle.yaml") -> Puzzle:
        """Reads the text of a puzzle file; NAME appears in messages.

        >>> Puzzle.parse("board: 2x3\\npieces: [{name: I2, count: any}]").count()
        3
        """
        data = source.encode()
        return cls._made(_make("puzzle_parse", None, name, data, len(data)))

    @classmethod
    def arrows(cls, n: int) -> Puzzle:
        """The arrow puzzle of N x N cells, where N is even: no two arrows point at the same side or corner.

        >>> Puzzle.arrows(4).count()
        2
        """
        return cls._made(_make("puzzle_arrows", None, n))

    @property
    def cells(self) -> list[tuple[int, ...]]:
        """The coordinates of the cells in reading order."""
        room, result = (c_int32 * 3)(), []
        for k in range(self.size if self._width else 0):
            call("puzzle_cell", self.pointer, k, room)
            result.append(tuple(room[:self._width]))
        return result

    # -- questions --

    def _ask(self, name: str, options: dict[str, Any], *arguments: Any, progress: Any = None,
             read: Any = None) -> Any:
        """Calls bcov_NAME (puzzle, request, ARGUMENTS..., &answer, err) and READs the answer."""
        request, answer = Request(options, progress), out()
        with Report() as report:
            status = request.run(lambda: call(name, self.pointer, request.pointer, *arguments, byref(answer),
                                              report.pointer))
            kept = Handle("answer", answer.value, self, request)
            found = read(kept) if read and kept.pointer else None
            report.check(status, found)
        return found

    def _covering(self, answer: Handle) -> Optional[Covering]:
        pointer = call("answer_covering", answer.pointer)
        return _copy(pointer, self) if pointer else None

    def solve(self, progress: Any = None, **options: Any) -> Optional[Covering]:
        """Returns one covering, or None if there is none; faster than `list`.

        The covering is the same in every run, for any number of threads, but it is usually not the first one
        of `list`.  If there is none, `explain` may give the reason.  Options: engine, threads, time (seconds),
        memory ("4G").  `progress` as in `count`.

        >>> Puzzle(board="2x2", pieces="O4").solve().placements
        [Placement(piece='O4', cells=((0, 0), (0, 1), (1, 0), (1, 1)))]
        >>> Puzzle(board="3x3", pieces="I2:any").solve() is None
        True
        """
        found: Optional[Covering] = self._ask("solve", options, progress=progress, read=self._covering)
        return found

    def count(self, progress: Any = None, **options: Any) -> int:
        """Returns the exact number of coverings.

        Options: up_to_symmetry, limit, part=(2, 5), engine, threads, time (seconds), memory ("4G"),
        without.  `progress` is a function that receives a `Progress`, or True for a progress bar (tqdm).
        """
        return int(self._ask("count", options, progress=progress, read=_count))

    def list(self, progress: Any = None, **options: Any) -> Iterator[Covering]:
        """Yields the coverings in a fixed order, as they are found.

        >>> [str(covering) for covering in Puzzle(board="2x2", pieces="I2:any").list()]
        ['II\\nAA', 'IA\\nIA']
        """
        request = Request(options, progress)
        return _coverings(self, request, lambda *rest: call("cursor_new", self.pointer, request.pointer, *rest))

    def sample(self, count: int = 1, seed: int = 0, progress: Any = None, **options: Any) -> _Coverings:
        """Returns COUNT random coverings, all equally likely."""
        request = Request(dict(options, seed=seed), progress)
        return [*_coverings(self, request, lambda *rest: call("cursor_new_sample", self.pointer, request.pointer,
                                                              count, *rest))]

    def fill(self, progress: Any = None, **options: Any) -> Covering:
        """Covers as many cells as possible, and returns one way to do so.

        >>> Puzzle(board="3x3", pieces="L3").fill().placements
        [Placement(piece='L3', cells=((0, 0), (0, 1), (1, 0)))]
        """
        found: Covering = self._ask("fill", options, progress=progress, read=self._covering)
        return found

    def heat(self, progress: Any = None, **options: Any) -> Heat:
        """Counts the coverings that use each placement.

        >>> Puzzle(board="2x3", pieces="I2:any").heat().uses()[0]
        (Placement(piece='I2', cells=((0, 0), (0, 1))), 1)
        """
        found = out()
        coverings = self._ask("heat_new", options, byref(found), progress=progress, read=_count)
        return Heat(found.value, self, coverings)

    def hint(self, progress: Any = None, **options: Any) -> Hint:
        """Returns a placement that all coverings share or, if there is none, the most common one.

        If the limit `time` is reached, the hint is based on the coverings found so far.

        >>> Puzzle(board="2x3", pieces="L3:any").hint().uses
        1
        """
        found = out()
        try:
            self._ask("hint_new", options, byref(found), progress=progress)
        except Stopped:
            if not found.value:
                raise
        kept = Handle("hint", found.value, self)
        placement = call("hint_placement", kept.pointer)
        return Hint(_copy(placement, self) if placement else None, _int(call("hint_uses", kept.pointer)),
                    _int(call("hint_coverings", kept.pointer)), bool(call("hint_complete", kept.pointer)))

    def sequence(self, grow: str = "columns", first: int = 1, last: int = 20, progress: Any = None,
                 **options: Any) -> Terms:
        """Counts the coverings for FIRST to LAST rows, columns or layers, and finds their recurrence.

        >>> fibonacci = Puzzle(board="2x1", pieces="I2:any").sequence(last=12)
        >>> fibonacci.terms[12], fibonacci.signature, fibonacci.generating_function
        (233, [1, 1], 'x*(1 + x)/(1 - x - x^2)')
        """
        terms: dict[int, int] = {}

        def see(n: int, value: bytes, _data: Any) -> int:
            terms[n] = int(value)
            return _c.OK

        kept, law = _c.bcov_see_term(see), out()
        self._ask("sequence", options, grow, first, last, kept, None, byref(law), progress=progress)
        found = Handle("law", law.value, self)
        signature = text(call("law_signature", found.pointer))
        return Terms(terms, [int(part) for part in signature.split(",") if part],
                     text(call("law_generating_function", found.pointer)))

    def explain(self, **options: Any) -> dict[str, Any]:
        """Returns the size of the problem, the engine and its cost and, if a proof rules out coverings, the reason.

        >>> Puzzle(board="3x3", pieces="I2:any").explain()["none"]
        True
        """
        request, found = Request(options), out()
        with Report() as report:
            report.check(request.run(lambda: call("explain", self.pointer, request.pointer, byref(found),
                                                  report.pointer)))
        kept = Handle("report", found.value, self, request)
        result: dict[str, Any] = json.loads(text(call("report_json", kept.pointer)))
        return result

    def estimate(self, progress: Any = None, **options: Any) -> Estimate:
        """Estimates the number of coverings by random probes, which take a second by default.

        The option `time` sets another time, and `probes` a number of partial coverings to examine instead.  The
        same `probes` and `seed` give the same estimate.

        >>> found = Puzzle(board="8x8", pieces="I2:any").estimate(probes=20000, seed=1)
        >>> found.low <= 12988816 <= found.high
        True
        >>> Puzzle(board="2x2", pieces="I2:any").estimate().text
        'about 2 (2 to 2)'
        """
        request, found = Request(options, progress), out()
        with Report() as report:
            report.check(request.run(lambda: call("count_estimate", self.pointer, request.pointer, byref(found),
                                                  report.pointer)))
        kept = Handle("report", found.value, self, request)
        values = json.loads(text(call("report_json", kept.pointer)))
        return Estimate(float(values["estimate"]), float(values["low"]), float(values["high"]), values["exact"],
                        values["probes"], text(call("report_text", kept.pointer)).rstrip("\n"))

    def exists(self, progress: Any = None, **options: Any) -> bool:
        """Returns whether there is a covering; faster than counting.

        >>> Puzzle(board="3x3", pieces="I2:any").exists()
        False
        """
        found = out()
        self._ask("exists", options, byref(found), progress=progress)
        kept = Handle("report", found.value, self)
        return text(call("report_find", kept.pointer, "exists")) == "yes"

    def draw(self, path: Union[str, pathlib.Path, None] = None, rank: Optional[int] = None,
             **look: Any) -> Union[str, bytes]:
        """Draws the first covering, or the one at position RANK; if there is none, the empty board.

        The suffix of PATH selects svg, png or pdf.  Returns SVG as text and the others as bytes.  Options:
        medium, cut, animate, isometric, pixels, and colour_by: "piece" (kind), "placement" (every copy has its
        own colour), "orientation" (how the piece is turned) or "neighbour" (few colours; pieces that touch differ).
        """
        covering = self.unrank(rank) if rank else None
        for covering in () if covering else self.list(limit=1):
            pass
        if covering:
            return covering.draw(path, **look)
        return _picture(path, look, lambda request, given, *rest: call(
            "puzzle_picture", self.pointer, request, given, *rest))

    def unrank(self, rank: int, **options: Any) -> Covering:
        """Returns the covering at position RANK of `list`, counted from 1.

        >>> print(Puzzle(board="8x8", pieces="I2:any").unrank(12988816))
        IAIAIAIA
        IAIAIAIA
        ...
        """
        found: list[Covering] = []

        def see(pointer: int, index: int, _data: Any) -> int:
            found.append(_copy(pointer, self, index))
            return _c.OK

        kept = _c.bcov_see(see)
        self._ask("unrank", options, str(rank), kept, None)
        return found[0]

    def rank(self, covering: Union[Covering, str], **options: Any) -> int:
        """Returns the position of COVERING in `list`, counted from 1.  COVERING may also be a drawing in letters.

        >>> Puzzle(board="2x2", pieces="I2:any").rank("IA/IA".replace("/", "\\n"))
        2
        """
        found: list[int] = []

        def see(rank: bytes, _data: Any) -> int:
            found.append(int(rank))
            return _c.OK

        kept, data = _c.bcov_see_rank(see), _covering_text(covering)
        self._ask("rank", options, "covering", data, len(data), kept, None)
        return found[0]

    def convert(self, to: str) -> str:
        """Returns the puzzle as "yaml", "json", "dlx" or "dimacs"."""
        found = out()
        request = Request({})
        with Report() as report:
            report.check(request.run(lambda: call("convert", self.pointer, request.pointer, to, byref(found), None,
                                                  report.pointer)))
        return taken_text(found)

    def _repr_svg_(self) -> str:
        found, length = out(), c_size_t()
        with Report() as report:
            report.check(call("puzzle_picture", self.pointer, None, None, byref(found), byref(length),
                              report.pointer))
        return taken_bytes(found, length).decode()

    def __repr__(self) -> str:
        name = repr(self.title) if self.title else f"{self.size} cells"
        return f"<Puzzle {name}: {len(self.pieces)} pieces>"


def _covering_text(covering: Union[Covering, str]) -> bytes:
    """COVERING as a text that the library can read, in JSON, which always identifies the pieces."""
    if isinstance(covering, str):
        return covering.encode()
    found = out()
    with Report() as report:
        report.check(call("covering_json", covering.pointer, 0, byref(found), None, report.pointer))
    return taken_text(found).encode()


def _count(answer: Handle) -> int:
    return _int(call("answer_count", answer.pointer))


def _make(name: str, *arguments: Any) -> int:
    """Calls a function that creates a puzzle."""
    made = out()
    with Report() as report:
        report.check(call(name, *arguments, byref(made), report.pointer))
    return int(made.value or 0)


def _depth(cells: Any) -> int:
    """The number of dimensions of nested sequences; 0 for a text or a number."""
    if isinstance(cells, str) or not hasattr(cells, "__len__"):
        return 0
    return 1 + (_depth(cells[0]) if len(cells) else 0)


def _drawing(cells: Any, sign: str) -> Any:
    """CELLS as in a puzzle file: rows of booleans become a drawing with SIGN for each cell."""
    if _depth(cells) == 3:
        return [_drawing(layer, sign) for layer in cells]
    if _depth(cells) == 1 and isinstance(cells, (list, tuple)):
        return "\n".join(cells) if sign == "." else cells
    if _depth(cells) != 2:
        return cells
    other = "#" if sign == "." else "."
    return "\n".join("".join(sign if cell else other for cell in row) for row in cells)


def _drawn_pieces(pieces: Any) -> Any:
    """PIECES as in a puzzle file: shapes given as booleans become drawings."""
    if not isinstance(pieces, (list, tuple)):
        return pieces
    return [dict(piece, shape=_drawing(piece["shape"], "X")) if isinstance(piece, dict) and "shape" in piece
            else piece for piece in pieces]


def _from_keys(board: Any, pieces: Any, keys: dict[str, Any]) -> int:
    """Reads texts in the syntax of the command line first, and then adds the other keys."""
    if not isinstance(pieces, str):
        return _parsed(dict(keys, board=board, pieces=pieces))
    lattice, wrap = keys.pop("lattice", None), keys.pop("wrap", None)
    if not isinstance(board, str):  # layers: the pieces are read with a box instead
        lattice, keys = "cube", dict(keys, board=board)
        rows = board[0].split("\n")
        board = f"{len(board)}x{len(rows)}x{len(rows[0])}"
    made = _make("puzzle_brief", None, board.replace("\n", "/"), pieces, _bytes(lattice), _bytes(wrap))
    if not keys:
        return made
    return _parsed(dict(json.loads(Puzzle._made(made).convert("json")), **keys))


def _bytes(value: Optional[str]) -> Optional[bytes]:
    return None if value is None else value.encode()


def _parsed(keys: dict[str, Any]) -> int:
    data = json.dumps(keys).encode()
    return _make("puzzle_parse", None, "puzzle.json", data, len(data))


# ---- lazy lists ----

_BATCH, _AHEAD = 256, 4


def _coverings(puzzle: Puzzle, request: Request, start: Any) -> Iterator[Covering]:
    """Yields the coverings of a cursor.  A thread reads ahead, so that Ctrl-C works during the search."""
    batches: queue.Queue[Any] = queue.Queue(_AHEAD)
    over = threading.Event()

    def put(batch: Any) -> bool:
        while not over.is_set():
            try:
                batches.put(batch, timeout=0.1)
                return True
            except queue.Full:
                pass
        return False

    def read() -> None:
        cursor, borrowed, index = out(), out(), 0
        with Report() as report:
            try:
                report.check(start(byref(cursor), report.pointer))
                kept = Handle("cursor", cursor.value, puzzle, request)
                batch: list[Covering] = []
                following, place = functions["cursor_next"], byref(borrowed)
                while True:
                    status = following(kept.pointer, place, report.pointer)
                    if status or not borrowed.value:
                        report.check(status)
                        break
                    index += 1
                    batch.append(_copy(borrowed.value, puzzle, index))
                    if len(batch) >= _BATCH or index < _BATCH:
                        if not put(batch):
                            return
                        batch = []
                put(batch)
                put(None)
            except BaseException as error:  # raised again in the reader's thread
                put(batch if "batch" in locals() else [])
                put(error)

    def tell(now: Progress) -> None:
        if not batches.full():  # otherwise the reader is busy, and progress is dropped
            put(now)

    request.tell = tell
    thread = threading.Thread(target=read, daemon=True)
    thread.start()
    try:
        while True:
            batch = batches.get()
            if batch is None:
                return
            if isinstance(batch, BaseException):
                raise batch
            if isinstance(batch, Progress):
                request.show(batch)
            else:
                yield from batch
    finally:
        over.set()
        request.stop()
        thread.join()
        request.close()


# ---- one call ----

def solve(board: Any, pieces: Any, progress: Any = None, time: Optional[float] = None,
          **keys: Any) -> Optional[Covering]:
    """Returns one way to cover BOARD with PIECES, or None if there is none.

    >>> solve("8x8", "T4:15") is None
    True
    """
    return Puzzle(board, pieces, **keys).solve(progress=progress, time=time)


def count(board: Any, pieces: Any, progress: Any = None, up_to_symmetry: bool = False, limit: Optional[int] = None,
          time: Optional[float] = None, **keys: Any) -> int:
    """Returns the exact number of ways to cover BOARD with PIECES.

    >>> count("8x8", "I2:any")
    12988816
    """
    return Puzzle(board, pieces, **keys).count(progress=progress, up_to_symmetry=up_to_symmetry, limit=limit,
                                               time=time)


def solution(game_board: Sequence[Sequence[int]], table: Sequence[Sequence[int]]) -> int:
    """Returns the largest number of cells of GAME_BOARD that the pieces on TABLE can fill.

    Both are square matrices of 0 and 1.  Each piece may be rotated but not reflected, and must fill a
    whole hole.

    >>> solution([[0, 1], [1, 1]], [[1, 0], [0, 0]])
    1
    """
    n = len(game_board)
    for matrix in (game_board, table):
        if len(matrix) != n or any(len(row) != n for row in matrix):
            raise InputError([], "game_board and table must be square matrices of the same size")
    flat = [(c_int * (n * n))(*(int(x) for row in matrix for x in row)) for matrix in (game_board, table)]
    cells = c_uint64()
    with Report() as report:
        report.check(call("fill_table", flat[0], flat[1], n, byref(cells), report.pointer))
    return int(cells.value)
