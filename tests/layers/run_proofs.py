"""Shows that each check of checks.py can fail, on small source trees with one mistake each.

The unchanged tree must pass.  Each case changes some of its files and states the expected report.
"""
import pathlib
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from harness import Tally

from checks import MOST_LINES, MOST_MODULES, check_all

PAGE = "docs/ARCHITECTURE.md"
LIST = "tests/layers/allowed.txt"


def table(rows):
    return f"# Page\n\n```layers\n{rows}```\n"


ROWS = """base:
engine: base
engine/dense: base engine
engine/order: base engine
api: base engine engine/*
programs/web:
programs/web/http: programs/web
programs/cli: programs/web
"""
SOUND = {
    PAGE: table(ROWS),
    LIST: "# nothing\n",
    "include/boardcover.h": "typedef struct bcov_mem bcov_mem;\nvoid bcov_solve (void);\n",
    "src/base/mem.h": '#include "boardcover.h"\nvoid *bcov_mem_new (void);\n',
    "src/base/mem.c": '#include "mem.h"\nstruct bcov_mem {\n  int a;\n};\n\n'
                      "void *bcov_mem_new (void)\n{\n  return 0;\n}\n",
    "src/engine/engine.h": '#include "base/mem.h"\ntypedef struct {\n  int b;\n} bcov_job;\n'
                           "int bcov_dense_run (void); /* bcov_dense_run is no use of it */\n",
    "src/engine/dense/dense.c": '#include "engine/engine.h"\n\nint bcov_dense_run (void)\n{\n'
                                "  return bcov_mem_new () != 0;\n}\n",
    "src/engine/order/order.h": '#include "engine/engine.h"\n',
    "src/api/solve.c": '#include "engine/order/order.h"\n\nvoid bcov_solve (void)\n{\n'
                       "  bcov_dense_run ();\n}\n",
    "programs/web/web.h": '#include "boardcover.h"\nvoid web_serve (void);\n',
    "programs/web/http/http.h": '#include "web.h"\n',
    "programs/cli/main.c": '#include "../web/web.h"\n\nint main (void)\n{\n  web_serve ();\n}\n',
}
# Cycles of two modules: by includes, by a symbol alone, and across two folders.
CIRCLE = {"src/base/a.h": '#include "b.h"\n', "src/base/b.h": '#include "a.h"\n'}
SYMBOLS = {"src/base/a.c": "int bcov_a (void)\n{\n  return bcov_b ();\n}\n",
           "src/base/b.c": "int bcov_b (void)\n{\n  return bcov_a ();\n}\n"}
VARIABLE = {"src/base/a.c": "const int bcov_a[2] = {1};\n\nint bcov_c (void)\n{\n  return bcov_b;\n}\n",
            "src/base/b.c": "const int bcov_b = 1;\n\nint bcov_d (void)\n{\n  return bcov_a[0];\n}\n"}
PROGRAM = {"programs/web/a.c": "int one (void)\n{\n  return two ();\n}\n",
           "programs/web/b.c": "int two (void)\n{\n  return one ();\n}\n"}
UPWARDS = {"src/base/up.c": "int bcov_up (void)\n{\n  return bcov_down ();\n}\n",
           "src/engine/dense/down.c": "int bcov_down (void)\n{\n  return bcov_up ();\n}\n"}
TWICE = {"src/base/a.h": "typedef struct {\n  int a;\n} bcov_pair;\n",
         "src/base/b.h": "typedef union {\n  int a;\n} bcov_pair;\n"}
FULL = {f"src/base/m{number}.c": "" for number in range(MOST_MODULES)}

# The changed files and the expected report; "" if the change must pass.
CASES = [
    # The table.
    ({}, ""),
    ({PAGE: table(ROWS + "nowhere: base\n")}, "there is no folder src/nowhere"),
    ({PAGE: table(ROWS.replace("api: base", "api: basis"))}, "it names basis, which has no row"),
    ({PAGE: table(ROWS.replace("api: base engine engine/*", "api: base engine base/*"))},
     "it names base/*, which has no row"),
    ({PAGE: table(ROWS.replace("cli:", "cli: base"))}, "programs/cli may not name base"),
    ({PAGE: table(ROWS.replace("base:", "base: programs/web"))}, "base may not name programs/web"),
    ({PAGE: table(ROWS.replace("base:", "base: engine/order"))}, "base engine engine/order"),
    ({PAGE: table(ROWS.replace("engine: base", "engine: base engine/*"))}, "engine engine/dense"),
    ({PAGE: table(ROWS.replace("engine/order: base engine\n", ""))},
     "says nothing of the folder engine/order"),
    ({PAGE: table(ROWS.replace("programs/web/http: programs/web\n", ""))},
     "says nothing of the folder programs/web/http"),
    ({PAGE: table(ROWS.replace("programs/cli: programs/web\n", ""))},
     "programs/cli may not include ../web/web.h"),
    # Includes.
    ({"src/base/mem.h": '#include "engine/engine.h"\n'}, "base may not include engine/engine.h"),
    ({"src/engine/dense/dense.c": '#include "engine/order/order.h"\n'},
     "engine/dense may not include engine/order/order.h"),
    ({PAGE: table(ROWS.replace("api: base engine engine/*", "api: base engine"))},
     "api may not include engine/order/order.h"),
    ({PAGE: table(ROWS.replace("api: base engine engine/*", "api: base engine/*"))}, ""),
    ({PAGE: table(ROWS.replace("engine/dense: base engine", "engine/dense: base"))},
     "engine/dense may not include engine/engine.h"),
    ({"src/engine/engine.h": '#include "order/order.h"\n'}, "there is no order/order.h"),
    ({"src/engine/order/order.h": '#include "engine.h"\n'}, "there is no engine.h"),
    ({"programs/cli/main.c": '#include "http/http.h"\n'}, "there is no http/http.h"),
    ({"programs/cli/main.c": '#include "../web/http/http.h"\n'},
     "programs/cli may not include ../web/http/http.h"),
    ({"programs/web/web.h": '#include "http/http.h"\n'}, "programs/web may not include http/http.h"),
    ({"programs/cli/main.c": '#include "base/mem.h"\n'}, "there is no base/mem.h"),
    ({"programs/cli/main.c": '#include "../../src/base/mem.h"\n'}, "programs/cli may not include"),
    ({"programs/web/web.h": "#include <microhttpd.h>\n"}, "programs/web may not include <microhttpd.h>"),
    ({"programs/web/http/http.h": '#include "web.h"\n#include <microhttpd.h>\n'}, ""),
    ({"programs/cli/main.c": "# include <pthread.h>\n"}, "programs/cli may not include <pthread.h>"),
    # Cycles and exceptions for them.
    (CIRCLE, "a -> b: a.h includes b.h"),
    (SYMBOLS, "a -> b: a.c uses bcov_b"),
    (VARIABLE, "b -> a: b.c uses bcov_a"),
    (PROGRAM, "web/a -> web/b: a.c uses two"),
    (UPWARDS, "cycle of down up"),
    (dict(UPWARDS, **{LIST: "cycle: up down\n"}), "cycle of base engine engine/dense"),
    (dict(CIRCLE, **{LIST: "cycle: a b\n"}), ""),
    (dict(PROGRAM, **{LIST: "cycle: web/a web/b\n"}), ""),
    (dict(CIRCLE, **{LIST: "cycle: a b c\n"}), "it is smaller now"),
    ({LIST: "cycle: a b\n"}, "there is no such cycle any more: remove it from the list"),
    # Types.
    (TWICE, "defined in src/base/a.h and src/base/b.h"),
    (dict(TWICE, **{LIST: "type: bcov_pair 2\n"}), ""),
    (dict(TWICE, **{LIST: "type: bcov_pair 3\n"}), "there are 2 now: lower the number in the list"),
    ({LIST: "type: bcov_pair 2\n"}, "it is needed no more: remove it from the list"),
    ({"src/base/a.h": "struct one {\n  int a;\n};\n", "programs/cli/b.c": "enum one { A };\n"},
     "defined in programs/cli/b.c and src/base/a.h"),
    ({"src/base/a.h": "typedef int one[3];\n", "src/base/b.c": "typedef int one (int a);\n"},
     "defined in src/base/a.h and src/base/b.c"),
    ({"src/base/a.h": "typedef int (*one) (int);\n", "src/base/b.c": "typedef BCOV_VEC (int) one;\n"},
     "defined in src/base/a.h and src/base/b.c"),
    ({"src/base/a.c": "typedef int one;\n", "src/base/b.c": "typedef int one;\n"}, ""),
    ({"src/base/a.h": "typedef struct bcov_mem bcov_mem;\nstruct bcov_mem;\n"}, ""),
    # Sizes and names.
    (FULL, f"{MOST_MODULES + 1} modules, at most {MOST_MODULES}"),
    (dict(FULL, **{LIST: f"full: base {MOST_MODULES + 1}\n"}), ""),
    (dict(FULL, **{LIST: f"full: base {MOST_MODULES + 2}\n"}), "lower the number in the list"),
    ({LIST: "full: base 20\n"}, "it is needed no more: remove it from the list"),
    ({"src/base/long.c": "\n" * (MOST_LINES + 1)}, f"{MOST_LINES + 1} lines"),
    ({"src/base/long.c": "\n" * MOST_LINES}, ""),
    ({"src/engine/dense/mem.h": ""}, "src/base/mem.h and src/engine/dense/mem.h"),
    ({LIST: "cycles: a b\n"}, "not known: cycles"),
]


def problems(changes):
    """The report of the checks for the tree with CHANGES."""
    with tempfile.TemporaryDirectory(prefix="boardcover-layers-") as folder:
        root = pathlib.Path(folder).resolve()
        for name, text in {**SOUND, **changes}.items():
            path = root / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        return [f"{what}: {problem}" for what, problem in check_all(root) if problem]


tally = Tally("proofs")
for changes, expected in CASES:
    found = problems(changes)
    fine = any(expected in problem for problem in found) if expected else not found
    tally.check(f"{expected or 'nothing wrong'} in a tree with {' '.join(changes) or 'no change'}",
                "" if fine else "\n".join(found or ["nothing was reported"]))
tally.finish()
