"""Tests of the Python module: answers, errors, and stopping long calls."""
import gc
import itertools
import json
import os
import pathlib
import re
import resource
import signal
import subprocess
import sys
import tempfile
import threading
import time
import types
import unittest
import unittest.mock

import boardcover
from boardcover import InputError, Puzzle, Stopped

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
try:
    import numpy
except ImportError:
    numpy = None


def peak():
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


class Questions(unittest.TestCase):
    def test_counts(self):
        self.assertEqual(boardcover.count("6x8", "L3:any"), 1514)
        self.assertEqual(boardcover.count("18x18", "L3:any"), 15105645789047859299613180380516)
        puzzle = Puzzle(board="6x10", pieces="pentominoes")
        self.assertEqual(puzzle.count(), 9356)
        self.assertEqual(puzzle.count(up_to_symmetry=True), 2339)
        self.assertEqual(sum(puzzle.count(part=(k, 5)) for k in range(1, 6)), 9356)
        self.assertEqual(puzzle.count(limit=2), 2)

    def test_solve(self):
        puzzle = Puzzle(board="6x10", pieces="pentominoes")
        covering = puzzle.solve()
        self.assertEqual(sorted(cell for placement in covering.placements for cell in placement.cells), puzzle.cells)
        self.assertEqual(sorted(placement.piece for placement in covering.placements), sorted(puzzle.pieces))
        self.assertEqual(covering, puzzle.solve(threads=1))
        self.assertGreater(puzzle.rank(covering), 0)
        self.assertIsNone(boardcover.solve("5x5", "L3:any", time=10))
        self.assertEqual(boardcover.solve("2x2", "I1:any"), Puzzle("2x2", "I1:any").unrank(1))
        self.assertEqual(len(boardcover.solve("20x21", "L3:any").placements), 140)

    def test_list_is_that_of_count_and_of_unrank(self):
        puzzle = Puzzle(board="6x6", pieces="I2:any")
        coverings = list(puzzle.list())
        self.assertEqual(len(coverings), puzzle.count())
        self.assertEqual(len(set(coverings)), len(coverings))
        self.assertEqual([c.index for c in coverings], list(range(1, 6729)))
        self.assertEqual(puzzle.unrank(4711), coverings[4710])
        for covering in coverings[:50]:
            cells = [cell for placement in covering.placements for cell in placement.cells]
            self.assertEqual(sorted(cells), puzzle.cells)

    def test_sample_repeats_itself(self):
        puzzle = Puzzle(board="8x8", pieces="I2:any")
        first, again, other = (puzzle.sample(20, seed=seed) for seed in (1, 1, 2))
        self.assertEqual(first, again)
        self.assertNotEqual(first, other)
        self.assertEqual(len(first), 20)

    def test_files_of_the_project(self):
        for name, count in {"soma-cube": 11520, "pentominoes-6x10": 9356, "arrows": 2}.items():
            self.assertEqual(Puzzle.open(ROOT / f"puzzles/{name}.yaml").count(), count)

    def test_rules_on_a_brief_puzzle(self):
        free = Puzzle(board="3x4", pieces="I2:any")
        tube = Puzzle(board="3x4", pieces="I2:any", wrap="columns")
        self.assertLess(free.count(), tube.count())
        named = Puzzle(board="2x2", pieces="I2:any", title="Four cells")
        self.assertEqual(named.title, "Four cells")

    def test_boards_as_rows(self):
        rows = [[1] * 8 for _ in range(8)]
        rows[0][0] = rows[7][7] = 0
        self.assertEqual(boardcover.count(rows, "I2:any"), 0)
        rows[0][0] = 1
        rows[7][0] = 0
        self.assertGreater(boardcover.count(rows, "I2:any"), 0)
        self.assertEqual(boardcover.count(["..", ".."], "I2:any"), 2)

    def test_fill_heat_sequence_explain(self):
        self.assertEqual(len(Puzzle(board="3x3", pieces="L3:3").fill().placements), 2)
        heat = Puzzle(board="2x3", pieces="I2:any").heat()
        self.assertEqual(heat.coverings, 3)
        self.assertEqual(sum(uses for _, uses in heat.uses()), 3 * 3)
        self.assertTrue(all(abs(share - 1) < 1e-12 for share in heat.shares("I2")))
        terms = Puzzle(board="3x2", pieces="I2:any").sequence("columns", 2, 20)
        self.assertEqual(terms.terms[20], 413403)
        self.assertEqual(terms.signature, [0, 4, 0, -1])
        self.assertTrue(Puzzle.open(ROOT / "puzzles/mutilated-chessboard.yaml").explain()["none"])

    def test_solution(self):
        board = [[1, 1, 0, 0, 1, 0], [0, 0, 1, 0, 1, 0], [0, 1, 1, 0, 0, 1], [1, 1, 0, 1, 1, 1],
                 [1, 0, 0, 0, 1, 0], [0, 1, 1, 1, 0, 0]]
        table = [[1, 0, 0, 1, 1, 0], [1, 0, 1, 0, 1, 0], [0, 1, 1, 0, 1, 1], [0, 0, 1, 0, 0, 0],
                 [1, 1, 0, 1, 1, 0], [0, 1, 0, 0, 0, 0]]
        self.assertEqual(boardcover.solution(board, table), 14)
        with self.assertRaises(InputError):
            boardcover.solution(board, table[1:])

    @unittest.skipUnless(numpy, "numpy is not installed")
    def test_numpy(self):
        board = numpy.ones((4, 5), dtype=bool)
        board[1, 2] = board[2, 2] = False
        puzzle = Puzzle(board=board, pieces="I2:any")
        array = next(puzzle.list()).array()
        self.assertEqual(array.shape, (4, 5))
        self.assertTrue(((array >= 0) == board).all())
        shares = puzzle.heat().array("I2")
        self.assertEqual(shares.shape, (4, 5))
        self.assertTrue((shares == board).all())
        shape = numpy.array([[1, 0], [1, 1]])
        self.assertEqual(Puzzle(board="2x3", pieces=[{"name": "L", "shape": shape, "count": 2}]).count(), 2)
        self.assertEqual(boardcover.solution(numpy.zeros((1, 1), int), numpy.ones((1, 1), int)), 1)
        self.assertEqual(Puzzle(board=numpy.ones((3, 3, 3)), pieces="soma").count(up_to_symmetry=True), 240)

    def test_layers(self):
        box = [[[1, 1], [1, 1]], [[1, 1], [1, 0]]]
        self.assertEqual(Puzzle(board=box, pieces="I1,I2:3").lattice, "cube")
        tripod = {"name": "tripod", "shape": [[[1, 1], [1, 0]], [[1, 0], [0, 0]]]}
        self.assertEqual(Puzzle(board="2x2x2", lattice="cube", pieces=[dict(tripod, count=2)]).count(), 4)


class Pictures(unittest.TestCase):
    def test_svg(self):
        puzzle = Puzzle(board="4x5", pieces="I2:any")
        for picture in (puzzle._repr_svg_(), next(puzzle.list())._repr_svg_(), puzzle.heat()._repr_svg_()):
            self.assertTrue(picture.startswith("<svg") or picture.startswith("<?xml"), picture[:40])

    def test_colours(self):
        covering = next(Puzzle(board="1x4", pieces="I2:any").list())
        fills = [re.findall('fill="(#[^"]*)" stroke="[^"]*" stroke-width="[^"]*" d="[^"]*"><title>', str(picture))
                 for picture in (covering.draw(colour_by="piece"), covering.draw(colour_by="placement"))]
        self.assertEqual([len(set(found)) for found in fills], [1, 2])
        with self.assertRaises(InputError):
            covering.draw(colour_by="colour")

    def test_files(self):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "x.svg"
            Puzzle(board="4x5", pieces="I2:any").draw(path)
            self.assertIn("</svg>", path.read_text())


class Failures(unittest.TestCase):
    def test_input(self):
        with self.assertRaises(InputError) as caught:
            Puzzle(board="6x8", pieces="L33")
        self.assertIn("L33", str(caught.exception))
        with self.assertRaises(ValueError):
            Puzzle.parse("board: 3x3\npieces: 7\n")
        with self.assertRaises(InputError):
            Puzzle(board="3x3", pieces="I2:any").count(engine="steam")
        with self.assertRaises(InputError):
            Puzzle(board="3x3", pieces="I2:any").count(colour="red")
        with self.assertRaises(InputError):
            Puzzle.open("there is no such file")

    def test_messages_have_places(self):
        with self.assertRaises(InputError) as caught:
            Puzzle.parse("board: 3x3\npieces: [L33]\n", name="mine.yaml")
        message = caught.exception.messages[0]
        self.assertEqual((message.file, message.line), ("mine.yaml", 2))
        self.assertTrue(message.problem)

    def test_time_is_a_limit(self):
        began = time.monotonic()
        with self.assertRaises(Stopped) as caught:
            Puzzle(board="12x12", pieces="I2:any").count(engine="search", time=0.2)
        self.assertGreaterEqual(caught.exception.found, 0)
        self.assertLess(time.monotonic() - began, 60)

    def test_time_limits_solve(self):
        with self.assertRaises(Stopped) as caught:
            Puzzle(board="21x21", pieces="T4:90,S4:20,I1").solve(time=0.001)
        self.assertIsNone(caught.exception.found)

    def test_lists_can_be_left(self):
        endless = Puzzle(board="20x20", pieces="I2:any").list()
        self.assertEqual(len(list(itertools.islice(endless, 1000))), 1000)
        endless.close()


class LongRuns(unittest.TestCase):
    def interrupted(self, program):
        """Runs PROGRAM, which prints a line before its long call, and then interrupts it."""
        child = subprocess.Popen([sys.executable, "-c", "import signal; signal.signal(signal.SIGINT, "
                                  "signal.default_int_handler)\nfrom boardcover import *\n" + program],
                                 stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.assertEqual(child.stdout.readline(), "now\n")
        time.sleep(0.3)
        child.send_signal(signal.SIGINT)
        _, err = child.communicate(timeout=120)
        self.assertNotEqual(child.returncode, 0)
        self.assertIn("KeyboardInterrupt", err)

    def test_ctrl_c_in_a_count(self):
        self.interrupted("p = Puzzle(board='12x12', pieces='I2:any')\n"
                         "print('now', flush=True)\np.count(engine='search')")

    def test_ctrl_c_in_a_list_that_finds_nothing(self):
        self.interrupted("p = Puzzle(board='15x15', pieces='I2:any')\nprint('now', flush=True)\n"
                         "for c in p.list(engine='brute'): pass")

    def test_progress(self):
        seen = []
        with self.assertRaises(Stopped):
            Puzzle(board="12x12", pieces="I2:any").count(engine="search", time=1, progress=seen.append)
        self.assertTrue(seen)
        self.assertGreater(seen[-1].seconds, 0)

    def test_progress_of_a_list(self):
        seen = []
        with self.assertRaises(Stopped):
            # An odd number of cells: no covering, and too many nodes to visit in any time.
            for _ in Puzzle(board="15x15", pieces="I2:any").list(engine="brute", time=1,
                                                                 progress=seen.append):
                self.fail()
        self.assertTrue(seen)

    def test_progress_bar(self):
        bars = []

        class Bar:
            def __init__(self, **_):
                self.n, self.is_open = 0, True
                bars.append(self)

            def refresh(self):
                assert self.is_open

            def close(self):
                self.is_open = False

        module = types.ModuleType("tqdm.auto")
        module.tqdm = Bar
        with unittest.mock.patch.dict(sys.modules, {"tqdm": types.ModuleType("tqdm"), "tqdm.auto": module}):
            self.assertEqual(boardcover.count("6x8", "L3:any", progress=True), 1514)
        self.assertEqual([bar.is_open for bar in bars], [False])

    def test_an_error_in_progress_ends_the_run(self):
        def fail(now):
            raise KeyError("mine")
        with self.assertRaises(KeyError):
            Puzzle(board="12x12", pieces="I2:any").count(engine="search", progress=fail)

    def test_other_threads_run_meanwhile(self):
        ticks, over = [], threading.Event()

        def tick():
            while not over.is_set():
                ticks.append(1)
                time.sleep(0.001)

        thread = threading.Thread(target=tick)
        thread.start()
        with self.assertRaises(Stopped):
            Puzzle(board="12x12", pieces="I2:any").count(engine="search", time=0.5)
        over.set()
        thread.join()
        self.assertGreater(len(ticks), 5)

    def test_one_puzzle_in_two_threads(self):
        puzzle, found = Puzzle(board="6x10", pieces="pentominoes"), []
        threads = [threading.Thread(target=lambda: found.append(puzzle.count())) for _ in range(2)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(found, [9356, 9356])

    def test_memory_of_a_long_list_stays(self):
        most = int(os.environ.get("BCOV_LISTED", 200000))
        lazy = Puzzle(board="10x10", pieces="I2:any").list()
        for _ in itertools.islice(lazy, 20000):
            pass
        gc.collect()
        before = peak()
        for _ in itertools.islice(lazy, most):
            pass
        lazy.close()
        self.assertLess(peak() - before, 20 * 1024)  # KiB


class Exchange(unittest.TestCase):
    def test_convert_and_back(self):
        puzzle = Puzzle.open(ROOT / "puzzles/arrows.yaml")
        again = Puzzle.parse(puzzle.convert("json"), name="x.json")
        self.assertEqual(again.count(), 2)
        self.assertIsInstance(json.loads(puzzle.convert("json")), dict)


if __name__ == "__main__":
    unittest.main()
