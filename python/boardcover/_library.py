"""The shared library: its functions and their types, objects that free themselves, and errors."""
from __future__ import annotations

import ctypes
import importlib
import os
import pathlib
import queue
import threading
from typing import Any, Callable, Optional

from . import _prototypes as c

_HERE = pathlib.Path(__file__).resolve().parent
_lib = ctypes.CDLL(os.environ.get("BOARDCOVER_LIBRARY") or str(_HERE / "libboardcover.so"))
functions: dict[str, Any] = {}
for _name, (_result, _arguments) in c.FUNCTIONS.items():
    _function = functions[_name.removeprefix("bcov_")] = getattr(_lib, _name)
    _function.restype, _function.argtypes = _result, _arguments


def text(value: Optional[bytes]) -> str:
    return (value or b"").decode()


def call(name: str, *arguments: Any) -> Any:
    """Calls bcov_NAME; texts are passed as UTF-8."""
    return functions[name](*[a.encode() if isinstance(a, str) else a for a in arguments])


# ---- errors ----

class Error(Exception):
    """The library failed.  `messages` has one entry for each problem."""

    def __init__(self, messages: list[Message], fallback: str = "boardcover failed"):
        super().__init__("\n".join(str(m) for m in messages) or fallback)
        self.messages = messages


class InputError(Error, ValueError):
    """A puzzle, option or argument is wrong."""


class Stopped(Error):
    """A time or memory limit ended the run.  `found` is the result so far."""

    def __init__(self, messages: list[Message], found: Any = None):
        super().__init__(messages, "stopped")
        self.found = found


class Message:
    """One problem: its place, the problem itself, and a remedy.

    `line` and `column` count from 1; 0 means that there is none.
    """

    def __init__(self, file: str, line: int, column: int, problem: str, remedy: str):
        self.file, self.line, self.column, self.problem, self.remedy = file, line, column, problem, remedy

    def __str__(self) -> str:
        place = ":".join(str(part) for part in (self.file, self.line, self.column) if part)
        said = "; ".join(part for part in (self.problem, self.remedy) if part)
        return f"{place}: {said}" if place else said

    def __repr__(self) -> str:
        return f"<Message {self}>"


class Report:
    """A bcov_error that lasts for one call."""

    def __init__(self) -> None:
        self.pointer = call("error_new")
        if not self.pointer:
            raise MemoryError

    def __enter__(self) -> Report:
        return self

    def __exit__(self, *_: object) -> None:
        call("error_free", self.pointer)

    def messages(self) -> list[Message]:
        e = self.pointer
        return [Message(text(call("error_file", e, k)), call("error_line", e, k), call("error_column", e, k),
                        text(call("error_problem", e, k)), text(call("error_remedy", e, k)))
                for k in range(call("error_count", e))]

    def check(self, status: int, found: Any = None) -> None:
        """Raises the exception for STATUS, if there is one; WRONG is a result, not an error."""
        if status == c.STOPPED:
            raise Stopped(self.messages(), found)
        if status == c.INPUT:
            raise InputError(self.messages())
        if status not in (c.OK, c.WRONG):
            raise Error(self.messages())


# ---- objects ----

class Object:
    """Owns a pointer and frees it with bcov_KIND_free; `needs` are objects that must live longer."""

    kind = ""

    def __init__(self, pointer: int, *needs: Any):
        self.pointer, self._needs = pointer, needs

    def __del__(self) -> None:
        if getattr(self, "pointer", None):
            call(self.kind + "_free", self.pointer)
            self.pointer = 0


class Handle(Object):
    """Any object without methods of its own."""

    def __init__(self, kind: str, pointer: int, *needs: Any):
        self.kind = kind
        super().__init__(pointer, *needs)


def out() -> Any:
    return ctypes.c_void_p()


def taken_text(pointer: Any) -> str:
    """The text behind an out parameter, which is freed."""
    return taken_bytes(pointer, None).decode()


def taken_bytes(pointer: Any, length: Any) -> bytes:
    if not pointer.value:
        return b""
    data = ctypes.string_at(pointer.value) if length is None else ctypes.string_at(pointer.value, length.value)
    call("free", pointer)
    return data


# ---- requests and long calls ----

class Progress:
    """The state of a run.  `fraction` is 0 to 1, or None if it is unknown."""

    def __init__(self, now: int):
        fraction, left = call("progress_fraction", now), call("progress_seconds_left", now)
        self.seconds: float = call("progress_seconds", now)
        self.fraction: Optional[float] = fraction if fraction >= 0 else None
        self.seconds_left: Optional[float] = left if left >= 0 else None
        self.found: int = call("progress_found", now)

    def __repr__(self) -> str:
        done = "" if self.fraction is None else f"{100 * self.fraction:.1f} %, "
        return f"<Progress {done}{self.seconds:.1f} s, {self.found} found>"


class Request(Object):
    """The options of one call.  Long calls run in a thread, so that Ctrl-C stops them at once."""

    kind = "request"

    def __init__(self, options: dict[str, Any], progress: Any = None):
        super().__init__(call("request_new"))
        self.progress = _progress_of(progress)
        self._events: queue.SimpleQueue[Any] = queue.SimpleQueue()
        self.tell: Callable[[Any], Any] = self._events.put  # receives each Progress in the working thread
        self._told = c.bcov_see_progress(self._see)
        for name, value in options.items():
            self._set(name.replace("_", "-"), value)
        if self.progress:
            call("request_progress", self.pointer, self._told, None)

    def _set(self, name: str, value: Any) -> None:
        if value is None:
            return
        if isinstance(value, bool):
            value = "yes" if value else "no"
        elif name == "time" and isinstance(value, (int, float)):
            value = f"{round(value * 1000)}ms"
        elif isinstance(value, (list, tuple)):
            value = ("/" if name == "part" else ",").join(str(part) for part in value)
        with Report() as report:
            report.check(call("request_set", self.pointer, name, str(value), report.pointer))

    def _see(self, now: int, _data: Any) -> int:
        self.tell(Progress(now))
        return c.OK

    def show(self, now: Progress) -> None:
        """Passes NOW to the caller's function."""
        if self.progress:
            self.progress(now)

    def close(self) -> None:
        """Ends a progress bar."""
        if isinstance(self.progress, _Bar):
            self.progress.close()

    def stop(self) -> None:
        call("request_stop", self.pointer)

    def run(self, work: Callable[[], Any]) -> Any:
        """Does WORK in a thread, and shows its progress in this one."""
        result: list[Any] = []

        def body() -> None:
            try:
                result.append((work(), None))
            except BaseException as error:  # is raised again below, in the caller's thread
                result.append((None, error))
            self._events.put(None)

        thread = threading.Thread(target=body, daemon=True)
        thread.start()
        try:
            event: Any
            for event in iter(self._events.get, None):
                self.show(event)
        except BaseException:
            self.stop()
            raise
        finally:
            thread.join()
            self.close()
        value, error = result[0]
        if error:
            raise error
        return value


class _Bar:
    """A progress bar of tqdm."""

    def __init__(self) -> None:
        try:
            tqdm: Any = importlib.import_module("tqdm.auto").tqdm
        except ImportError:
            raise ImportError("progress=True needs tqdm; install it, or pass a function") from None
        self._bar = tqdm(total=1.0, bar_format="{l_bar}{bar}| {elapsed}<{remaining}")

    def __call__(self, now: Progress) -> None:
        self._bar.n = now.fraction or 0
        self._bar.refresh()

    def close(self) -> None:
        self._bar.close()


def _progress_of(wish: Any) -> Optional[Callable[[Progress], Any]]:
    """WISH is a function, or True for a progress bar."""
    if wish is None or wish is False:
        return None
    return _Bar() if wish is True else wish
