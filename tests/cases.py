"""The format of *.test files, which contain commands and their output.

    # A line that starts with '# ' is a comment and ends the case above it.
    $ boardcover count -b 6x8 -p L3:any
    1514
    $ boardcover count -b 0x8 -p L3:any
    ! 0x8
    ? 2

'$ ' starts a command for sh, and '> ' continues it on the next line; several commands in a row run as
one script.  The lines that follow are its exact standard output, except for empty lines at the end.
'! ' is an extended regular expression that must match a line of standard error; without one, standard
error must be empty.  '? ' is the exit status, 0 by default.  A backslash at the start of a line marks
the rest of the line as output.  The cases of one file share a scratch folder.
"""
import subprocess


class Case:
    def __init__(self, place):
        self.place, self.commands, self.out, self.errors, self.status = place, [], [], [], 0

    @property
    def script(self):
        return "\n".join(self.commands)

    @property
    def expected(self):
        return "\n".join(self.out).rstrip("\n")


def read_cases(path):
    """The cases of the file at PATH."""
    cases, case, fresh = [], None, False
    for number, line in enumerate(path.read_text().splitlines(), 1):
        mark, rest = line[:2], line[2:]
        if mark == "$ ":
            if not fresh:
                case = Case(f"{path.name}:{number}")
                cases.append(case)
            case.commands.append(rest)
            fresh = True
            continue
        if mark == "> " and fresh:
            case.commands[-1] += "\n" + rest
            continue
        fresh = False
        if mark == "# " or line == "#":
            case = None
        elif mark == "! " and case:
            case.errors.append(rest)
        elif mark == "? " and case:
            case.status = int(rest)
        elif case:
            case.out.append(line[1:] if line.startswith("\\") else line)
        elif line:
            raise SystemExit(f"{path}:{number}: expected '$ command' or '# comment'")
    return cases


def matches(regex, text):
    """Whether a line of TEXT matches the extended regular expression."""
    done = subprocess.run(["grep", "-E", "-q", "-e", regex], input=text.encode(), check=False)
    if done.returncode > 1:
        raise SystemExit(f"not an extended regular expression: {regex}")
    return done.returncode == 0


def problem_of(case, outcome):
    """How OUTCOME differs from what CASE expects, '' if it does not."""
    said = []
    if outcome.status != case.status:
        said.append(f"exit status {case.status} was expected")
    if outcome.out.rstrip("\n") != case.expected:
        said.append("another standard output was expected:\n" + case.expected)
    if not case.errors and outcome.err:
        said.append("nothing was expected on standard error")
    said += [f"no line of standard error matches: {regex}"
             for regex in case.errors if not matches(regex, outcome.err)]
    return "\n".join(said + [str(outcome)]) if said else ""
