"""Starts a server to test and sends it requests or arbitrary bytes."""
import json
import os
import re
import signal
import socket
import subprocess
import time

DOMINOES = {"board": "12x12", "pieces": [{"I2": "any"}]}
# A question that runs forever and needs little memory.
ENDLESS = {"puzzle": DOMINOES, "engine": "brute"}


class Answer:
    """An answer; the status is None if the connection was closed without one."""

    def __init__(self, data):
        head, _, body = data.partition(b"\r\n\r\n")
        lines = head.decode("latin-1").split("\r\n")
        found = re.match(r"HTTP/1\.[01] (\d{3}) ", lines[0])
        self.status = int(found.group(1)) if found else None
        self.heads = {name.lower(): value.strip() for name, _, value in
                      (line.partition(":") for line in lines[1:])}
        chunked = self.heads.get("transfer-encoding", "").lower() == "chunked"
        self.whole = not chunked or body.endswith(b"0\r\n\r\n")
        self.body = unchunk(body) if chunked else body

    @property
    def text(self):
        return self.body.decode()

    @property
    def json(self):
        return json.loads(self.body)

    @property
    def events(self):
        return [json.loads(line) for line in self.body.splitlines()]

    def __str__(self):
        return f"{self.status} {self.body[:300]!r}"


def unchunk(body):
    parts = []
    while body:
        size, _, rest = body.partition(b"\r\n")
        length = int(size or b"0", 16)
        if not length:
            break
        parts.append(rest[:length])
        body = rest[length + 2:]
    return b"".join(parts)


class Server:
    """`boardcover serve` on a free port; use it in a `with`."""

    def __init__(self, program, *options):
        self.process = subprocess.Popen([program, "serve", "--port", "0", "--quiet", *options],
                                        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.url = self.process.stdout.readline().strip()
        found = re.fullmatch(r"http://(\[?([0-9.:]+)\]?:(\d+))/", self.url)
        if not found:
            raise RuntimeError(f"no address but {self.url!r}: {self.process.stderr.read()}")
        self.host, self.address, self.port = found.group(1), found.group(2), int(found.group(3))

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.process.poll() is None:
            self.stop()

    def stop(self, how=signal.SIGTERM):
        """Stops the server: (seconds it took, exit status, its standard error)."""
        began = time.monotonic()
        self.process.send_signal(how)
        try:
            _, err = self.process.communicate(timeout=20)
        except subprocess.TimeoutExpired:
            self.process.kill()
            _, err = self.process.communicate()
        return time.monotonic() - began, self.process.returncode, err

    def connect(self, address=None, timeout=30):
        return socket.create_connection((address or self.address, self.port), timeout=timeout)

    def raw(self, data, timeout=30, address=None):
        """Sends bytes and reads to the end."""
        with self.connect(address, timeout) as link:
            try:
                link.sendall(data)
            except OSError:
                pass  # the server may have closed the connection already
            return read_all(link)

    def get(self, path, method="GET", heads=(), **more):
        head = [f"{method} {path} HTTP/1.1", f"Host: {self.host}", *heads]
        return self.raw("\r\n".join(head).encode() + b"\r\n\r\n", **more)

    def post_bytes(self, path, body, heads=()):
        """The bytes of a POST request; a BODY that is not bytes is converted to JSON."""
        body = body if isinstance(body, bytes) else json.dumps(body).encode()
        head = [f"POST {path} HTTP/1.1", f"Host: {self.host}", "Content-Type: application/json",
                f"Content-Length: {len(body)}", *heads]
        return "\r\n".join(head).encode() + b"\r\n\r\n" + body

    def post(self, path, body, heads=(), **more):
        return self.raw(self.post_bytes(path, body, heads), **more)

    def status(self):
        return self.get("/api/status").json

    def resident(self):
        """The current memory of the server, in bytes."""
        with open(f"/proc/{self.process.pid}/statm") as statm:
            return int(statm.read().split()[1]) * 4096

    def worked(self):
        """The processor time of the server, in seconds."""
        with open(f"/proc/{self.process.pid}/stat") as stat:
            user, system = stat.read().rpartition(")")[2].split()[11:13]
        return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")

    def wait_until(self, condition, seconds=20):
        """Whether CONDITION of the status becomes true within a time that suits a busy machine."""
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            if condition(self.status()):
                return True
            time.sleep(0.05)
        return False


def read_all(link):
    parts = []
    try:
        while part := link.recv(1 << 16):
            parts.append(part)
    except ConnectionError:
        pass
    return Answer(b"".join(parts))
