"""Tests the web page in Chromium: run_browser.py PROGRAM [PART...].

Starts the server and runs browser.mjs, which prints the total.  If necessary, npm first downloads the
version of the browser's driver that package-lock.json names.
"""
import json
import pathlib
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))
sys.path.insert(0, str(HERE))
from harness import program_argument
from serving import Server

DRIVER = "node_modules/playwright-core"


def has_driver():
    """Whether the driver is installed in the version of the lock file."""
    there = HERE / DRIVER / "package.json"
    wanted = json.loads((HERE / "package-lock.json").read_text())["packages"][DRIVER]["version"]
    return there.exists() and json.loads(there.read_text())["version"] == wanted


def fetch_driver():
    command = ["npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund"]
    try:
        return subprocess.run(command, cwd=HERE, check=False, stdout=sys.stderr).returncode == 0
    except FileNotFoundError:
        return False


def main():
    program = program_argument()
    if not has_driver() and not fetch_driver():
        print("FAILED browser: npm could not fetch playwright-core; "
              "see above, or try 'npm ci' in tests/web\n0 passed, 1 failed")
        sys.exit(1)
    with Server(program) as server:
        done = subprocess.run(["node", HERE / "browser.mjs", server.url, *sys.argv[2:]], check=False)
    sys.exit(done.returncode)


if __name__ == "__main__":
    main()
