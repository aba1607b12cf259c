"""Sends requests from 200 clients at once, some of which misbehave.  Every answer must have an expected
status, and afterwards the server must have released all jobs, connections and memory."""
import asyncio
import collections
import json
import random
import time

from serving import ENDLESS, Server

CLIENTS = 200
MOST_GROWTH = 16 << 20  # of the server's memory, in bytes


def requests(server, chance):
    """(kind, bytes, expected statuses, behaviour: read, leave early or stall)."""
    def post(path, puzzle, **members):
        return server.post_bytes(path, {"puzzle": puzzle, **members})

    side = chance.randrange(2, 9)
    trominoes = {"board": f"{side}x6", "pieces": [{"L3": "any"}]}
    host = f"Host: {server.host}\r\n\r\n"
    get = lambda path: f"GET {path} HTTP/1.1\r\n{host}".encode()
    busy = {200, 429}
    return [
        ("page", get("/"), {200}, "read"),
        ("gallery", get("/api/gallery"), {200}, "read"),
        ("puzzle", get("/api/gallery/soma-cube"), {200}, "read"),
        ("catalog", get("/api/catalog?name=pentominoes"), busy, "read"),
        ("status", get("/api/status"), {200}, "read"),
        ("count", post("/api/count", trominoes), busy, "read"),
        ("list", post("/api/list", trominoes, limit=300), busy, "read"),
        ("fill", post("/api/fill", {"board": "4x5", "pieces": [{"T4": "any"}]}), busy, "read"),
        ("convert", post("/api/convert", trominoes, to="yaml"), busy, "read"),
        ("limit", server.post_bytes("/api/count", {**ENDLESS, "seconds": 0.05}), busy, "read"),
        ("gone", server.post_bytes("/api/count", ENDLESS), busy, "leave"),
        ("gone list", post("/api/list", ENDLESS["puzzle"], engine="search"), busy, "leave"),
        ("half a request", post("/api/count", trominoes)[:-5], {None}, "leave"),
        ("host", b"GET / HTTP/1.1\r\nHost: evil.example\r\n\r\n", {403}, "read"),
        ("path", get("/../../etc/passwd"), {404}, "read"),
        ("json", server.post_bytes("/api/count", b"{" * chance.randrange(1, 999)), {400, 429}, "read"),
        ("puzzle?", post("/api/count", "board: 6x8\npieces: Q9\n"), {422, 429}, "read"),
        ("long", server.post_bytes("/api/count", b" " * ((1 << 20) + 1)), {413}, "read"),
        ("junk", bytes(chance.randrange(256) for _ in range(200)) + b"\r\n\r\n",
         {400, 403, 404, 405, 414, 431, 505, None}, "junk"),
    ]


async def send(server, data, manner):
    """The status of the answer; 0 if the connection failed."""
    reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
    try:
        writer.write(data)
        await writer.drain()
        if manner == "leave":
            await asyncio.sleep(0.05)
            return None
        if manner == "junk":
            writer.write_eof()
        answer = await asyncio.wait_for(reader.read(1 << 24), 60)
        status = answer.split(b" ", 2)[1] if answer.startswith(b"HTTP/1.1 ") else b""
        while answer and await asyncio.wait_for(reader.read(1 << 24), 60):
            pass
        return int(status) if status.isdigit() else None
    finally:
        writer.close()


async def client(server, number, until, seen):
    chance = random.Random(number)
    while time.monotonic() < until:
        kind, data, planned, manner = chance.choice(requests(server, chance))
        try:
            status = await send(server, data, manner)
        except (ConnectionError, asyncio.TimeoutError) as problem:
            status = type(problem).__name__
        seen[kind, status, manner == "leave" or status in planned or
             (manner == "junk" and status == "ConnectionResetError")] += 1


async def crowd(server, seconds):
    seen = collections.Counter()
    until = time.monotonic() + seconds
    await asyncio.gather(*(client(server, number, until, seen) for number in range(CLIENTS)))
    return seen


def load(program, seconds, tally):
    with Server(program) as server:
        asyncio.run(crowd(server, min(3, seconds)))  # loads libraries and fills the allocator's arenas
        server.wait_until(lambda s: s["running"] + s["quick"] == 0 and s["connections"] == 1)
        time.sleep(0.5)
        before = server.resident()
        seen = asyncio.run(crowd(server, seconds))
        wrong = {key[:2]: count for key, count in seen.items() if not key[2]}
        tally.check(f"{CLIENTS} clients: planned answers alone", str(wrong) if wrong else "")
        kinds = {key[0] for key in seen if key[1] in (200, 403, 404, 400, 413, 422)}
        tally.check("each kind had its answer", "" if len(kinds) >= 14 else str(dict(seen)))
        tally.check("nothing is left", "" if server.wait_until(
            lambda s: s["running"] + s["waiting"] + s["quick"] == 0 and s["connections"] == 1, 12)
            else json.dumps(server.status()))
        time.sleep(0.5)
        grown = server.resident() - before
        tally.check("memory is back", "" if grown < MOST_GROWTH else f"{grown >> 20} MiB more")
        print(f"load: {sum(seen.values())} requests in {seconds:g} s, "
              f"memory {before >> 20} MiB before, {(before + grown) >> 20} MiB after")
        ended = server.stop()
        tally.check("it ends", "" if ended[0] < 10 and ended[1:] == (0, "") else str(ended))
