"""Tests the server: addresses, refusals, limits, clients that disconnect, and shutdown.

run_server.py PROGRAM [SECONDS]: SECONDS is the duration of the load test (8; make test-long uses 30).
"""
import json
import pathlib
import re
import signal
import socket
import sys
import time
from concurrent.futures import ThreadPoolExecutor

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
from harness import ROOT, Tally, program_argument, run
from load import load
from serving import DOMINOES, ENDLESS, Server, read_all

PROGRAM = program_argument()
TROMINOES = {"board": "6x8", "pieces": [{"L3": "any"}]}
SMALL = {"board": "2x3", "pieces": [{"L3": "any"}]}
tally = Tally("web")


def same(what, got, wanted):
    tally.check(what, "" if got == wanted else
                f"wanted {repr(wanted)[:500]}\ngot    {repr(got)[:500]}")


def command(*words):
    return run([PROGRAM, *words], cwd=ROOT).out


# ---- resources -------------------------------------------------------------------------------

def test_reading(server):
    pages = sorted((ROOT / "programs/web/page").glob("*.*"))
    for path in pages:
        same(path.name, server.get("/" + path.name).body, path.read_bytes())
    index = server.get("/")
    same("/", index.body, (ROOT / "programs/web/page/index.html").read_bytes())
    same("type of /", index.heads["content-type"], "text/html; charset=utf-8")
    for name, value in {"x-content-type-options": "nosniff", "referrer-policy": "no-referrer",
                        "cache-control": "no-store", "connection": "close"}.items():
        same(name, index.heads.get(name), value)
    tally.check("policy", "" if index.heads["content-security-policy"].startswith(
        "default-src 'self'; img-src 'self' data: blob:") else str(index.heads))
    head = server.get("/", "HEAD")
    same("HEAD", (head.status, head.body, head.heads["content-length"]),
         (200, b"", index.heads["content-length"]))
    same("version", server.get("/api/version").json["version"], command("--version").split()[1])
    same("status", server.status()["running"], 0)
    same("catalog", server.get("/api/catalog?lattice=square").text,
         command("catalog", "--json", "--lattice", "square"))
    same("a name of the catalog", server.get("/api/catalog?name=one-sided%20pentominoes").text,
         command("catalog", "--json", "one-sided", "pentominoes"))
    same("HEAD of the catalog", server.get("/api/catalog", "HEAD").status, 200)
    gallery = server.get("/api/gallery").json
    same("gallery", [row["name"] for row in gallery],
         sorted(path.stem for path in (ROOT / "puzzles").glob("*.yaml")))
    same("a row of it", [row for row in gallery if row["name"] == "soma-cube"],
         [{"name": "soma-cube", "title": "Soma cube", "lattice": "cube", "board": "3x3x3"}])
    for row in gallery:
        converted = json.loads(command("convert", f"puzzles/{row['name']}.yaml", "--to", "json"))
        same("the board of " + row["name"], row["board"], converted["board"])
    for row in gallery:
        same(row["name"], server.get("/api/gallery/" + row["name"]).body,
             (ROOT / "puzzles" / (row["name"] + ".yaml")).read_bytes())
    try:
        same("::1", server.get("/api/version", address="::1").status, 200)
    except OSError:
        print("this machine has no ::1")
    for host in ("localhost", "LOCALHOST", "[::1]"):
        same(host, server.raw(f"GET / HTTP/1.1\r\nHost: {host}:{server.port}\r\n\r\n".encode())
             .status, 200)
    same("our own page", server.get("/api/version", heads=[
        f"Origin: http://localhost:{server.port}", "Sec-Fetch-Site: same-origin"]).status, 200)
    same("led here by another site", server.get("/", heads=["Sec-Fetch-Site: cross-site"]).status,
         200)


# ---- questions -------------------------------------------------------------------------------

def ask(server, path, puzzle, **members):
    """(lines, last line) of a streamed answer."""
    answer = server.post("/api/" + path, {"puzzle": puzzle, **members})
    tally.check(f"{path} is answered", "" if answer.status == 200 and answer.whole and
                answer.heads["content-type"] == "application/x-ndjson" else str(answer))
    lines = [line for line in answer.events if line["event"] != "progress"]
    return lines[:-1], lines[-1]


def seconds_of(work):
    began = time.monotonic()
    work()
    return time.monotonic() - began


def test_asking(server):
    text = "board: 6x8\npieces:\n  - L3: any\n"
    for puzzle in (TROMINOES, text):
        lines, last = ask(server, "count", puzzle)
        same("count", (lines, last["event"], last["count"], last["complete"]),
             ([], "done", "1514", True))
    took = min(seconds_of(lambda: ask(server, "count", TROMINOES)) for _ in range(5))
    print(f"a count of 6x8 takes {1000 * took:.0f} ms")
    pentominoes = (ROOT / "puzzles/pentominoes-8x8-hole.yaml").read_text()
    same("up to symmetry", ask(server, "count", pentominoes, up_to_symmetry=True)[1]["count"], "65")
    last = ask(server, "count", pentominoes, limit=2)[1]
    same("count no further", (last["count"], last["complete"]), ("2", False))
    lines, last = ask(server, "list", SMALL)
    listed = command("list", "-b", "2x3", "-p", "L3:any", "--json").splitlines()
    same("list", lines, [{"event": "covering", **json.loads(line)} for line in listed])
    same("how many", (last["count"], last["complete"]), ("2", True))
    same("limit", len(ask(server, "list", TROMINOES, limit=7)[0]), 7)
    same("covering", ask(server, "covering", SMALL, rank="2")[0], [lines[1]])
    last = ask(server, "covering", SMALL, rank="3")[1]
    same("no such covering", (last["event"], last["status"]), ("error", 2))
    drawn = ask(server, "sample", TROMINOES, n=5, seed=9)[0]
    sampled = command("sample", "-b", "6x8", "-p", "L3:any", "-n", "5", "--seed", "9", "--json")
    same("sample", [line["placements"] for line in drawn],
         [json.loads(line)["placements"] for line in sampled.splitlines()])
    for name in ("solve", "fill", "heat", "hint", "explain"):
        report = json.loads(command(name, "-b", "2x3", "-p", "L3:any", "--json"))
        same(name, ask(server, name, SMALL)[1]["report"], report)
    last = ask(server, "solve", {"board": "3x3", "pieces": [{"I2": "any"}]})[1]
    same("no covering", (last["event"], last["report"]), ("done", {"placements": None}))
    same("exists", ask(server, "explain", SMALL, exists=True)[1]["report"],
         json.loads(command("explain", "-b", "2x3", "-p", "L3:any", "--json", "--exists")))
    steps, last = ask(server, "trace", SMALL, steps=6)
    told = command("explain", "-b", "2x3", "-p", "L3:any", "--trace", "--json", "--limit", "6")
    same("trace", steps, [{"event": "step", **json.loads(line)} for line in told.splitlines()])
    for form in ("yaml", "json", "dlx", "dimacs"):
        answer = server.post("/api/convert", {"puzzle": SMALL, "to": form})
        same("convert to " + form, answer.text,
             command("convert", "-b", "2x3", "-p", "L3:any", "--to", form))
    for medium, start, kind in (("svg", b"<", "image/svg+xml"), ("png", b"\x89PNG", "image/png"),
                                ("pdf", b"%PDF", "application/pdf")):
        for more in ({}, {"placements": lines[0]["placements"]},
                     {"placements": lines[0]["placements"][:1]}, {"placements": []}):
            answer = server.post("/api/draw", {"puzzle": SMALL, "medium": medium, **more})
            tally.check(f"draw {medium} {str(more)[:50]}", "" if answer.status == 200 and
                        answer.body.startswith(start) and answer.heads["content-type"] == kind
                        else str(answer))
    empty, laid = (server.post("/api/draw", {"puzzle": SMALL, **more}).body for more in (
        {}, {"placements": lines[0]["placements"]}))
    tally.check("what is laid is seen", "" if empty != laid else "no")
    cells = [[0, 0], [0, 1], [1, 0]]
    for wrong in ([{"piece": "L3", "cells": cells}] * 2, [{"piece": "L3", "cells": [[0, 9]]}],
                  [{"piece": "Q9", "cells": cells}], [1], [[]], [{"piece": "L3"}]):
        answer = server.post("/api/draw", {"puzzle": SMALL, "placements": wrong})
        tally.check(f"wrong placements {wrong}", "" if answer.status == 422 and len(answer.body) > 9
                    else str(answer))
    for more, words in ({"heat": True}, ["--heat"]), ({"heat_of": "L3"}, ["--heat-of", "L3"]):
        same("a heat map", server.post("/api/draw", {"puzzle": SMALL, **more}).text,
             command("draw", "-b", "2x3", "-p", "L3:any", *words, "-o", "-"))
    for more in {"heat_of": "T9"}, {"heat": True, "cut": True}:
        same("no such heat map", server.post("/api/draw", {"puzzle": SMALL, **more}).status, 422)
    same("heat of placements",
         server.post("/api/draw", {"puzzle": SMALL, "heat": True, "placements": []}).status, 400)
    two = {"puzzle": "board: 1x4\npieces: [I2: any]", "placements": [
        {"piece": "I2", "cells": [[0, 0], [0, 1]]}, {"piece": "I2", "cells": [[0, 2], [0, 3]]}]}
    for what, colours in (("piece", 1), ("placement", 2)):
        picture = server.post("/api/draw", {**two, "colour_by": what}).text
        same(f"colours by {what}", len(set(re.findall('fill="(#[^"]*)"[^>]*><title>', picture))), colours)
    same("no such colours", server.post("/api/draw", {**two, "colour_by": "sun"}).status, 422)
    same("no such medium", server.post("/api/draw", {"puzzle": SMALL, "medium": "gif"}).status, 422)
    exact = server.post("/api/convert", {"puzzle": SMALL, "to": "dlx"}).text
    same("exact cover", ask(server, "count", exact, name="x.dlx")[1]["count"], "2")


# ---- refusals --------------------------------------------------------------------------------

def refusals(server):
    """(name, bytes, expected statuses)."""
    host = f"Host: {server.host}\r\n"

    def get(path, heads=host, method="GET"):
        return f"{method} {path} HTTP/1.1\r\n{heads}\r\n".encode("latin-1")

    def count(body, heads=()):
        return server.post_bytes("/api/count", body, heads)

    yield "no Host", get("/", ""), {400, 403}
    for name in ("evil.example", f"evil.example:{server.port}", "127.0.0.1", "127.0.0.1:1",
                 f"127.0.0.1.evil.example:{server.port}", f"localhost.:{server.port}",
                 f"127.0.0.2:{server.port}", f"[::1:{server.port}", f"::1:{server.port}",
                 f"[127.0.0.1]:{server.port}", f"localhost:{server.port}x", "", "[", ":",
                 f"x@127.0.0.1:{server.port}", "a" * 300, f"0.0.0.0:{server.port}"):
        yield f"Host {name[:40]}", get("/", f"Host: {name}\r\n"), {403}
    yield "two Hosts", get("/", host + "Host: evil.example\r\n"), {400}
    for origin in ("http://evil.example", "null", f"https://{server.host}", "http://127.0.0.1",
                   f"http://evil.example:{server.port}", f"http://{server.host}.evil.example", ""):
        yield f"Origin {origin}", count({"puzzle": SMALL}, [f"Origin: {origin}"]), {403}
    yield "other site", count({"puzzle": SMALL}, ["Sec-Fetch-Site: cross-site"]), {403}
    yield "other site reads", get("/api/catalog", host + "Sec-Fetch-Site: same-site\r\n"), {403}
    for path in ("/../", "/..", "/./", "//", "/index.html/", "/%2e%2e/%2e%2e/etc/passwd",
                 "/page/../index.html", "/..%2findex.html", "/api/gallery/../version",
                 "/api/gallery/%2e%2e/version", "/index.html%00", "/index.html%00.js", "/INDEX.HTML",
                 "/api/gallery/", "/api/gallery/soma-cube.yaml", "/api", "/api/", "/etc/passwd",
                 "/\\..\\", "/%69ndex.html", "/index.html;x", "/index.html#x", "/caf\xe9",
                 "http://127.0.0.1/", "/" + "a" * 2000, "/api/count/", "/favicon.ico/.."):
        yield f"path {path[:40]}", get(path), {400, 404}
    yield "a 0 in the path", get("/index.html\0/../x"), {400}
    yield "a 0 behind the path", get("/\0"), {400}
    yield "a 0 and a name", get("/api/gallery/\0soma-cube"), {400, 404}
    yield "no path", get("*"), {400, 404}
    yield "a long address", get("/" + "a" * 100000), {414, 431}
    yield "a long head", get("/", host + "X: " + "a" * 100000 + "\r\n"), {431, 413}
    yield "many heads", get("/", host + "".join(f"X-{k}: y\r\n" for k in range(20000))), {431, 413}
    for name in ("OPTIONS", "PUT", "DELETE", "POST", "TRACE", "get", "CONNECT", "BREW"):
        yield f"method {name}", get("/", method=name), {405}
    yield "GET of a question", get("/api/count"), {405}
    yield "HEAD of a question", get("/api/count", method="HEAD"), {405}
    yield "catalog of nonsense", get("/api/catalog?name=Q9"), {422}
    yield "catalog of bytes", get("/api/catalog?name=%ff%fe"), {400}
    yield "catalog of a 0", get("/api/catalog?name=L3%00"), {400}
    yield "catalog of a lattice", get("/api/catalog?lattice=steam"), {422}
    form = get("/api/count", host + "Content-Type: text/plain\r\nContent-Length: 2\r\n", "POST")
    yield "type text/plain", form + b"{}", {415}
    yield "no type", get("/api/count", host + "Content-Length: 2\r\n", "POST") + b"{}", {415}
    json_type = host + "Content-Type: application/json\r\n"
    yield "no length", get("/api/count", json_type, "POST"), {411}
    for length in ("x", "-1", "1e3", "99999999999999999999999", "0x10"):
        yield f"length {length}", get("/api/count", json_type + f"Content-Length: {length}\r\n",
                                      "POST") + b"{}", {400, 413}
    yield "two lengths", get("/api/count", json_type + "Content-Length: 2\r\nContent-Length: 3\r\n",
                             "POST") + b"{} ", {400}
    yield "a body of 1 MiB + 1", count(b" " * ((1 << 20) + 1)), {413}
    yield "a body of 4 MiB", count(b" " * (4 << 20)), {413}
    yield "a body of a TiB", get("/api/count", json_type + f"Content-Length: {1 << 40}\r\n",
                                 "POST"), {413}
    chunked = get("/api/count", json_type + "Transfer-Encoding: chunked\r\n", "POST")
    yield "chunks of 2 MiB", chunked + b"10000\r\n" + b" " * 65536 + b"\r\n" + (
        b"10000\r\n" + b" " * 65536 + b"\r\n") * 31 + b"0\r\n\r\n", {411}
    yield "a length and chunks", get(
        "/api/count", json_type + "Content-Length: 2\r\nTransfer-Encoding: chunked\r\n",
        "POST") + b"2\r\n{}\r\n0\r\n\r\n", {411}
    yield "bad chunks", chunked + b"zz\r\n{}\r\n0\r\n\r\n", {411}
    whole = chunked + b"2\r\n{}\r\n0\r\n\r\n"
    yield "good chunks", whole, {411}
    for body in (b"", b"{", b"[]", b"{}", b"nul", b'{"puzzle":1}', b'{"puzzle":null}', b'"x"',
                 b"{\"puzzle\":\"\xff\xfe\"}", b'{"puzzle":"a\\u0000b"}', b'{"puzzle":"","puzzle":""}',
                 b'{"puzzle":"","steam":1}', b'{"puzzle":"","limit":-1}', b'{"puzzle":"","limit":1.5}',
                 b'{"puzzle":"","limit":99999999999999999999}', b'{"puzzle":"","seconds":0}',
                 b'{"puzzle":"","up_to_symmetry":1}', b'{"puzzle":"","engine":7}',
                 b'{"puzzle":"","rank":"1"}', b'{"puzzle":"","name":"' + b"n" * 300 + b'"}',
                 b'{"puzzle":""} x', b"\0\0\0\0", b"[" * 100000, b'{"puzzle":' * 1000,
                 b"[" + b"[]," * 300000 + b"[]]", b'{"puzzle":"' + b"\\" * 9999,
                 b'{"puzzle":{"board":' + b"[" * 40 + b"]" * 40 + b"}}"):
        yield f"body {body[:40]!r}", count(body), {400}
    for puzzle in ("", "steam", "board: 6x8\npieces: Q9\n", {"board": "6x8"}, {}, "\t", "&a [*a]",
                   {"board": "99999999x99999999", "pieces": "I2"},
                   "a: &a [x,x]\nb: &b [*a,*a]\nboard: *b\npieces: I2\n"):
        yield f"puzzle {str(puzzle)[:40]!r}", count({"puzzle": puzzle}), {422}
    for pixels in (8193, 1 << 32, "99999999999"):
        yield f"{pixels} pixels", server.post_bytes(
            "/api/draw", {"puzzle": SMALL, "medium": "png", "pixels": pixels}), {400}
    for line in ("a b: c", "a", ": x", " folded", "a\0: b", "a: \x01", "Content-Length: ",
                 "Transfer-Encoding: gzip", "Transfer-Encoding: chunked, chunked"):
        yield f"line {line!r}", get("/", host + line + "\r\n"), {400, 411}
    yield "a line without CR", get("/", host + "a: b\n"), {400}
    yield "a folded line", get("/", host + "a: b\r\n c\r\n"), {400}
    yield "many arguments", get("/api/catalog?" + "&" * 3000), {414}
    yield "many cookies", get("/", host + "Cookie: " + "a;" * 9000 + "\r\n"), {431}
    yield "many short lines", get("/", host + "a:b\r\n" * 5000), {431}
    yield "HTTP/2", b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", {505}
    for junk in (b"\r\n\r\n", b"GET\r\n\r\n", b"GET / HTTP/9.9\r\n\r\n", b"\x16\x03\x01\x02\0\1\0\1",
                 b"GET / HTTP/1.1\r\nno colon\r\n\r\n", b"GET / HTTP/1.1\r\n : x\r\n\r\n"):
        yield f"junk {junk[:30]!r}", junk, {400, 403, 404, 405, 505, None}


def test_refusals(server):
    for what, data, wanted in refusals(server):
        with server.connect() as link:
            try:
                link.sendall(data)
                if None in wanted:
                    link.shutdown(socket.SHUT_WR)
            except OSError:
                pass
            answer = read_all(link)
        tally.check(what, "" if answer.status in wanted else f"wanted {wanted}, got {answer}")
        if answer.status and not what.startswith("bad chunks"):  # libmicrohttpd itself refuses these
            line = answer.body.count(b"\n") == 1 and answer.body.endswith(b"\n")
            tally.check(f"{what}: a plain line", "" if (
                (line or answer.status == 422 or what.startswith("HEAD ")) and
                answer.heads.get("content-type") == "text/plain; charset=utf-8" and
                answer.heads.get("x-content-type-options") == "nosniff" and
                answer.heads.get("connection") == "close") else f"{answer} {answer.heads}")
    same("Allow", server.get("/api/count").heads["allow"], "POST")
    same("Allow of the page", server.get("/", "PUT").heads["allow"], "GET, HEAD")
    two = server.raw(server.post_bytes("/api/count", {"puzzle": SMALL}) +
                     b"GET /etc/passwd HTTP/1.1\r\n\r\njunk")
    same("a request behind a request", two.text.count("HTTP/1.1"), 0)
    message = server.post("/api/count", {"puzzle": "board: 6x8\npieces: Q9\n"}).text
    same("place and remedy", message,
         "puzzle:2:9: unknown piece 'Q9'; did you mean 'W5'? see boardcover catalog\n")
    same("all is well", ask(server, "count", TROMINOES)[1]["count"], "1514")


def trickle(server, data, most=20):
    """Sends one byte per second: (seconds until the connection ends, answer)."""
    began = time.monotonic()
    with server.connect(timeout=1) as link:
        for k in range(most):
            try:
                link.sendall(data[k:k + 1])
                part = link.recv(1 << 16)
                rest = read_all(link)
                rest.status = rest.status or int(part.split()[1] if part else 0)
                return time.monotonic() - began, rest.status
            except socket.timeout:
                continue
            except OSError:
                break
    return time.monotonic() - began, None


def test_slow_senders(server):
    head = f"POST /api/count HTTP/1.1\r\nHost: {server.host}\r\nContent-Type: application/json\r\n" \
           "Content-Length: 1000\r\n\r\n".encode()

    def slow_body():
        with server.connect() as link:
            link.sendall(head + b"{")
            began = time.monotonic()
            answer = read_all(link)
            return time.monotonic() - began, answer.status

    def nothing():
        with server.connect() as link:
            began = time.monotonic()
            answer = read_all(link)
            return time.monotonic() - began, answer.status

    def slow_bytes_of_body():
        with server.connect(timeout=1) as link:
            link.sendall(head)
            began = time.monotonic()
            while time.monotonic() - began < 20:
                try:
                    link.sendall(b" ")
                    return time.monotonic() - began, int(link.recv(1000).split()[1])
                except socket.timeout:
                    continue
            return 20, None

    with ThreadPoolExecutor(4) as pool:
        tries = {"slow head": pool.submit(trickle, server, head),
                 "slow body": pool.submit(slow_body), "nothing": pool.submit(nothing),
                 "slow bytes of a body": pool.submit(slow_bytes_of_body)}
        for what, result in tries.items():
            seconds, status = result.result()
            tally.check(what, "" if status == 408 and seconds < 13 else f"{status}, {seconds:.1f} s")


# ---- limits ----------------------------------------------------------------------------------

def test_slow_crowd():
    """Fast clients are served while 900 others send slowly; a head may arrive in parts."""
    for part in (0, 30, None):
        with Server(PROGRAM) as server:
            post = server.post_bytes("/api/count", {"puzzle": SMALL})
            links = [server.connect() for _ in range(900)]
            for link in links:
                link.sendall(post[:part] if part is not None else post[:-5])
            seconds = max(seconds_of(lambda: same("version", server.get("/api/version").status, 200))
                          for _ in range(3))
            tally.check(f"an honest client behind 900 with {part} bytes",
                        "" if seconds < 15 else f"{seconds:.1f} s")
            for link in links:
                link.close()
    with Server(PROGRAM) as server, server.connect() as link:
        for byte in server.post_bytes("/api/count", {"puzzle": SMALL}):
            link.sendall(bytes([byte]))
        same("byte by byte", read_all(link).events[-1]["count"], "2")


def start_endless(server, **members):
    link = server.connect()
    link.sendall(server.post_bytes("/api/count", {**ENDLESS, **members}))
    return link


def test_limits():
    with Server(PROGRAM, "--jobs", "2", "--job-time", "3s", "--memory", "64M") as server:
        last = ask(server, "count", DOMINOES, engine="brute", seconds=0.5)[1]
        same("less time", (last["event"], last["status"]), ("error", 3))
        tally.check("at least so many", "" if last["at_least"].isdecimal() else str(last))
        for path in ("heat", "sample", "hint"):
            for engine in ("brute", "auto"):
                last = ask(server, path, {"board": "14x14", "pieces": [{"L3": "any"}, {"T4": "any"},
                                                                       {"I2": "any"}]},
                           engine=engine, seconds=0.3)[1]
                tally.check(f"a stopped {path} by {engine} tells its work", "" if last["event"] == "error"
                            and last["status"] == 3 and last["seconds"] > 0.2 and last["nodes"] > 0
                            and last["engine"] != "auto" else str(last))
        began = time.monotonic()
        answer = server.post("/api/count", {**ENDLESS, "seconds": 1000})
        took = time.monotonic() - began
        same("more time", answer.events[-1]["status"], 3)
        tally.check("the server's time holds", "" if 2.5 < took < 30 else f"{took:.1f} s")
        progress = [line for line in answer.events if line["event"] == "progress"]
        tally.check("progress", "" if 4 <= len(progress) <= 35 and set(progress[0]) >= {
            "seconds", "fraction", "seconds_left", "nodes", "found"} else str(progress[:3]))
        large = server.post("/api/count", {"puzzle": {"board": "4000x4000", "pieces": "I1"}})
        tally.check("a large board", "" if large.status == 422 or large.events[-1]["status"] == 3
                    else str(large))
        test_slow_reader(server)
        test_slow_readers_of_files(server)
        test_long_conversion(server)
    with Server(PROGRAM, "--memory", "30M") as server:
        last = ask(server, "count", {"board": "30x30", "pieces": [{"I2": "any"}]},
                   engine="frontier")[1]
        same("memory", (last["event"], last["status"], "memory" in last["message"]),
             ("error", 3, True))
    with Server(PROGRAM, "--jobs", "2", "--job-time", "8s") as server:
        test_crowd(server)


def test_crowd(server):
    links = [start_endless(server) for _ in range(2 + 8)]
    tally.check("two run, eight wait", "" if server.wait_until(
        lambda s: (s["running"], s["waiting"]) == (2, 8)) else str(server.status()))
    crowded = server.post("/api/count", ENDLESS)
    same("too many jobs", (crowded.status, crowded.heads.get("retry-after")), (429, "1"))
    same("what is quick is done", server.post("/api/convert", {"puzzle": SMALL}).status, 200)
    links[9].close()
    tally.check("one that waits goes", "" if server.wait_until(lambda s: s["waiting"] == 7)
                else str(server.status()))
    links[0].close()
    tally.check("the next has its turn", "" if server.wait_until(
        lambda s: (s["running"], s["waiting"]) == (2, 6)) else str(server.status()))
    answers = [read_all(link) for link in links[1:9]]
    statuses = sorted(answer.status for answer in answers)
    tally.check("who waits too long is told", "" if set(statuses) == {200, 429} else str(statuses))
    for link in links:
        link.close()
    tally.check("all gone", "" if server.wait_until(lambda s: s["running"] == 0) else
                str(server.status()))


def test_slow_reader(server):
    before = server.resident()
    with server.connect() as link:
        link.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        link.sendall(server.post_bytes("/api/list", {"puzzle": DOMINOES, "engine": "search"}))
        time.sleep(1.5)
        grown = server.resident() - before
        tally.check("a list does not run ahead", "" if grown < 60 << 20 else f"{grown >> 20} MiB")
        tally.check("a job that waits for its reader has its time too", "" if server.wait_until(
            lambda s: s["running"] == 0) else str(server.status()))
    link = server.connect()
    link.sendall(server.post_bytes("/api/list", {"puzzle": DOMINOES, "engine": "search"}))
    time.sleep(0.1)
    before, until = server.resident(), time.monotonic() + 2.5
    while time.monotonic() < until:  # always reads slower than the server lists
        link.recv(1 << 16)
        time.sleep(0.003)
    grown = server.resident() - before
    tally.check("a long list takes no memory", "" if grown < 8 << 20 else f"{grown >> 20} MiB")
    link.close()
    tally.check("a reader goes away", "" if server.wait_until(lambda s: s["running"] == 0) else
                str(server.status()))


def test_slow_readers_of_files(server):
    """A job waits for a client that does not read, instead of storing its output."""
    large = {"puzzle": {"board": "80x80", "pieces": [{"pentominoes": "any"}]}, "to": "dlx"}
    size = len(server.post("/api/convert", large).body)
    tally.check("a large file", "" if size > 8 << 20 else f"{size} bytes")
    links = []
    for _ in range(6):
        links.append(server.connect())
        links[-1].setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        links[-1].sendall(server.post_bytes("/api/convert", large))
    time.sleep(8)  # no job that waits may start
    same("two wait to be fetched", server.status()["quick"], 2)
    for link in links:
        link.close()
    tally.check("their readers go away", "" if server.wait_until(lambda s: s["quick"] == 0) else
                str(server.status()))


def leave_quick_job(server, path, body, after):
    """The job stops if the client closes the connection some seconds after it began."""
    link = server.connect()
    link.sendall(server.post_bytes(path, body))
    tally.check(path + " begins", "" if server.wait_until(lambda s: s["quick"] == 1) else "no")
    time.sleep(after)
    link.close()
    tally.check(path + " ends with its client",
                "" if server.wait_until(lambda s: s["quick"] == 0) else str(server.status()))


def test_long_conversion(server):
    """Each of the piece's million placements is wrong, which takes long to find out."""
    rows = ["#" * 1000 if r % 495 == 0 else "." * 1000 for r in range(1, 1001)]
    late = {"board": "\n".join(rows), "pieces": [{"name": "big", "shape": "500x500", "count": "any"}]}
    leave_quick_job(server, "/api/convert", {"puzzle": late, "to": "dlx"}, 1)


def test_long_drawing(server):
    """The server stops a drawing that takes seconds if the client closes the connection."""
    large = {"puzzle": {"board": "100x100", "pieces": [{"I1": "any"}]}, "medium": "png", "pixels": 8192}
    began = server.worked()
    same("a large drawing", server.post("/api/draw", large).status, 200)
    whole = server.worked() - began
    leave_quick_job(server, "/api/draw", large, 0)
    part = server.worked() - began - whole
    tally.check("/api/draw stops", "" if part < whole / 2 else f"{part:.2f} of {whole:.2f} s")


def test_going_away(server):
    for members in ({}, {"engine": "search"}, {"engine": "auto", "puzzle": {
            "board": "30x30", "pieces": [{"L3": "any"}]}}):
        link = start_endless(server, **members)
        tally.check("it runs", "" if server.wait_until(lambda s: s["running"] == 1) else "no")
        link.close()
        tally.check("it ends with its client", "" if server.wait_until(
            lambda s: s["running"] == 0) else str(server.status()))


def test_end():
    for how in (signal.SIGTERM, signal.SIGINT):
        with Server(PROGRAM) as server:
            links = [start_endless(server) for _ in range(6)] + [server.connect() for _ in range(5)]
            server.wait_until(lambda s: s["running"] == 4)
            seconds, status, err = server.stop(how)
            tally.check(f"{how.name} ends it", "" if seconds < 10 and status == 0 and not err else
                        f"{seconds:.1f} s, status {status}, {err}")
            for link in links:
                link.close()
    with Server(PROGRAM) as server:
        taken = run([PROGRAM, "serve", "--port", str(server.port)])
        tally.check("a port that is taken", "" if taken.status == 4 and
                    "is in use by another program" in taken.err else str(taken))


def test_address():
    """With another address, the server listens on that address alone and accepts it as its name."""
    with Server(PROGRAM, "--address", "127.0.0.2") as server:
        same("the address told", server.get("/api/version").status, 200)
        evil = f"GET / HTTP/1.1\r\nHost: evil.example:{server.port}\r\n\r\n".encode()
        same("a foreign name there", server.raw(evil).status, 403)
        try:
            server.connect("127.0.0.1").close()
            tally.check("nowhere else", "127.0.0.1 answers too")
        except ConnectionRefusedError:
            tally.check("nowhere else")
    if socket.has_ipv6:
        try:
            with Server(PROGRAM, "--address", "::1") as server:
                same("::1 alone", server.get("/api/version").status, 200)
        except RuntimeError:
            print("this machine has no ::1")


def main():
    seconds = float(sys.argv[2]) if len(sys.argv) > 2 else 8
    with Server(PROGRAM) as server:
        test_reading(server)
        test_asking(server)
        test_refusals(server)
        test_slow_senders(server)
        test_going_away(server)
        test_long_drawing(server)
        ended = server.stop()
        tally.check("it ends", "" if ended[0] < 10 and ended[1:] == (0, "") else str(ended))
    test_slow_crowd()
    test_limits()
    test_end()
    test_address()
    load(PROGRAM, seconds, tally)
    tally.finish()


if __name__ == "__main__":
    main()
