"""Executes a notebook and compares the outputs of its cells with the stored ones.

    notebook.py NOTEBOOK [--write]     --write stores the new outputs instead

It supports what the notebooks of docs/ use: code cells in Python, printed text, and a last expression
shown as text or as an SVG picture.
"""
import ast
import contextlib
import io
import json
import sys


def lines(text):
    return text.splitlines(keepends=True)


def run_cell(source, names):
    """The outputs of a cell, as a notebook stores them."""
    tree = ast.parse(source)
    last = ast.Expression(tree.body.pop().value) if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    printed, value = io.StringIO(), None
    with contextlib.redirect_stdout(printed):
        exec(compile(tree, "cell", "exec"), names)
        if last:
            value = eval(compile(last, "cell", "eval"), names)
    outputs = []
    if printed.getvalue():
        outputs.append({"name": "stdout", "output_type": "stream", "text": lines(printed.getvalue())})
    if value is not None:
        data = {"text/plain": lines(repr(value))}
        if hasattr(value, "_repr_svg_"):
            data["image/svg+xml"] = lines(value._repr_svg_())
        outputs.append({"data": data, "execution_count": None, "metadata": {}, "output_type": "execute_result"})
    return outputs


def main():
    path, names, wrong = sys.argv[1], {}, 0
    with open(path, encoding="utf-8") as file:
        notebook = json.load(file)
    cells = [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]
    for number, cell in enumerate(cells, 1):
        outputs = run_cell("".join(cell["source"]), names)
        if outputs != cell["outputs"]:
            wrong += 1
            if "--write" not in sys.argv:
                print(f"cell {number} gives something else:\n{''.join(cell['source'])}\n"
                      f"now: {json.dumps(outputs)[:2000]}\nshown: {json.dumps(cell['outputs'])[:2000]}")
        cell["outputs"] = outputs
    if "--write" in sys.argv:
        with open(path, "w", encoding="utf-8") as file:
            json.dump(notebook, file, indent=1, ensure_ascii=False)
            file.write("\n")
        return 0
    print(f"{len(cells) - wrong} cells agree, {wrong} do not")
    return 1 if wrong or not cells else 0


if __name__ == "__main__":
    sys.exit(main())
