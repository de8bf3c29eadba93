#!/usr/bin/python3
"""The server from outside: the real program, a real port on loopback, a real SQLite file.

    tests/test_server.py [NAME...]    all of it, or the tests whose names contain one of these

ZASHIKI names the program; ZASHIKI_KILLS how often it is killed in mid-game (8). Load stays on
loopback and is bounded.
"""
import datetime
import hashlib
import http.client
import contextlib
import json
import os
import random
import re
import resource
import signal
import socket
import sqlite3
import stat
import subprocess
import sys
import tempfile
import threading
import time
import types
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent / "server"))
if "ZASHIKI" not in os.environ:
    print("ZASHIKI does not name the program", file=sys.stderr)
    sys.exit(77)
from client import PATIENCE_S, ZASHIKI, Closed, Guest, Player, Refused, Server, connected, wait_until  # noqa: E402

QUICK = ("--rate", "0", "--bot-delay", "0", "--per-address", "2000")
SANITIZED = "ZASHIKI_SANITIZED" in os.environ and "ZASHIKI_ALL" not in os.environ
KILLS = int(os.environ.get("ZASHIKI_KILLS", "8"))


def run(*words):
    return subprocess.run([ZASHIKI, *map(str, words)], capture_output=True, text=True,
                          timeout=PATIENCE_S * 2, check=False)


class Case(unittest.TestCase):
    flags = QUICK

    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.server = self.serve(Path(self.folder.name, "data"), *self.flags)

    def serve(self, data, *flags, **keys):
        server = Server(data, *flags, **keys).start()
        self.addCleanup(self.stop, server)
        return server

    def stop(self, server):
        """What still runs ends well, leaks nothing (when a sanitizer looks) and says nothing."""
        if server.process.poll() is None:
            self.assertEqual(server.stop(), 0, server.errors)

    def refused(self, key):
        return RefusedWith(self, key)

    def sit_down(self, server=None, game="sketch", **keys):
        """Two players who sit at a new table, and everything is dealt."""
        server = server or self.server
        a = server.player()
        tokens = a.open(game, **keys)
        a.token = tokens["A"]
        b = server.player(a.table, tokens["B"])
        for player, name in ((a, "Ann"), (b, "Ben")):
            player.join()
            player.order("sit", name=name)
        self.settle(a, b)
        return a, b

    def settle(self, *players):
        """Until everybody has seen the same, and somebody who is here is to move."""
        for player in players:
            player.wait(lambda p=player: p.now["actor"] not in ("chance",)
                        and p.number == max(q.number for q in players))

    def move(self, players, choose=random):
        """Whoever is to move does; the answer, or None when the game is over."""
        actor = players[0].now["actor"]
        if actor == "over":
            return None
        player = players["AB".index(actor)]
        answer = player.order("move", move=choose.choice(player.now["legal"]))
        for other in players:
            other.wait(lambda o=other: o.number >= answer["done"])
        self.settle(*players)
        return answer

    def play_on(self, players):
        """A move, or another game; the answer."""
        answer = self.move(players)
        if not answer:
            players[0].order("again")
            players[1].wait(lambda: players[1].now.get("again") == ["A"])
            answer = players[1].order("agree")
            self.settle(*players)
        return answer

    @contextlib.contextmanager
    def moving(self, players):
        """They play on meanwhile, on a thread of their own; the numbers of the entries that were acknowledged, which grow."""
        numbers, errors, over = [], [], threading.Event()

        def play():
            try:
                while not over.is_set():
                    numbers.append(self.play_on(players)["done"])
            except BaseException as error:  # pylint: disable=broad-except
                errors.append(error)

        def more():
            count = len(numbers)
            wait_until(lambda: errors or len(numbers) > count)
        thread = threading.Thread(target=play)
        thread.start()
        try:
            more()
            yield numbers
            more()
        finally:
            over.set()
            thread.join()
        self.assertEqual(errors, [])

    def run_amid_moves(self, players, *words):
        """Runs it while they play on, again until something was acknowledged meanwhile; what came of it, and the numbers
        that were acknowledged before it began."""
        with self.moving(players) as numbers:
            while True:
                before = list(numbers)
                done = run(*words)
                if done.returncode or len(numbers) > len(before):
                    return done, before

    def hold_to(self, entries, numbers, player):
        """What was acknowledged is there, as it was told, and all before it."""
        self.assertEqual(sorted(entries), list(range(1, len(entries) + 1)))
        self.assertGreaterEqual(len(entries), max(numbers))
        for number in numbers:
            told = player.events[number]
            self.assertEqual([entries[number].get(key) for key in ("kind", "by", "move")],
                             [told.get(key) for key in ("kind", "by", "move")], number)

    def goes_through(self, player, refusal, *what, **keys):
        """Whether an order is accepted, where it may also be refused for this one reason."""
        try:
            player.order(*what, **keys)
        except Refused as refused:
            self.assertEqual(refused.key, refusal)
            return False
        return True

    def entries(self, table, server=None):
        with contextlib.closing(sqlite3.connect((server or self.server).database)) as base:
            rows = base.execute("SELECT number, body FROM entries WHERE table_id=? "
                                "AND number < 1073741824 ORDER BY number", (table,)).fetchall()
        return {number: json.loads(body) for number, body in rows}

    def ask(self, method, path, **headers):
        connection = http.client.HTTPConnection("127.0.0.1", self.server.port, timeout=PATIENCE_S)
        connection.request(method, path, headers={k.replace("_", "-"): v
                                                  for k, v in headers.items()})
        answer = connection.getresponse()
        body = answer.read()
        connection.close()
        return answer, body

    def health(self):
        """The status, and what fails; a machine that is busy can make the loop late, and that is true then."""
        answer, body = self.ask("GET", "/health")
        said = json.loads(body)
        self.assertEqual(answer.status, 200 if said["status"] == "ok" else 503)
        return [part for part in said.get("of", []) if part != "lag"]


class RefusedWith:
    def __init__(self, case, key):
        self.case, self.key = case, key

    def __enter__(self):
        return self

    def __exit__(self, kind, error, trace):
        self.case.assertIs(kind, Refused, f"not refused with {self.key}: {error}")
        self.case.assertEqual(error.key, self.key)
        self.words = error.words
        return True




class Web(Case):
    def test_pages(self):
        answer, body = self.ask("GET", "/")
        self.assertEqual(answer.status, 200)
        self.assertIn(b"<title>", body)
        policy = answer.headers["Content-Security-Policy"]
        self.assertNotIn("unsafe-inline", policy)
        for part in ("default-src 'self'", "script-src 'self' 'wasm-unsafe-eval'",
                     "style-src 'self'", "base-uri 'none'", "frame-ancestors 'none'",
                     "object-src 'none'", f"ws://localhost:{self.server.port}"):
            self.assertIn(part, policy)
        self.assertEqual(answer.headers["X-Content-Type-Options"], "nosniff")
        self.assertEqual(answer.headers["Referrer-Policy"], "no-referrer")
        self.assertIn("camera=()", answer.headers["Permissions-Policy"])
        self.assertIsNone(answer.headers["Cross-Origin-Opener-Policy"])  # of use over https alone
        answer, body = self.ask("HEAD", "/")
        self.assertEqual((answer.status, body), (200, b""))
        self.assertEqual(self.ask("GET", "/nothing.js")[0].status, 404)
        self.assertEqual(self.ask("GET", "/../../etc/passwd.txt")[0].status, 404)
        self.assertEqual(self.ask("POST", "/")[0].status, 405)
        self.assertEqual(self.ask("GET", "/ws")[0].status, 400)

    def test_health_and_metrics(self):
        a, _ = self.sit_down()
        self.assertEqual(self.health(), [])
        answer, body = self.ask("GET", "/metrics")
        self.assertEqual(answer.status, 200)
        self.assertTrue(answer.headers["Content-Type"].startswith("text/plain; version=0.0.4"))
        values = dict(line.split() for line in body.decode().splitlines() if line[0] != "#")
        self.assertEqual(values["zashiki_connections"], "2")
        self.assertEqual(values["zashiki_tables_opened_total"], "1")
        self.assertEqual(values["zashiki_write_failures_total"], "0")
        self.assertEqual(int(values["zashiki_entries_total"]), a.number)
        self.assertGreater(int(values["process_resident_memory_bytes"]), 1 << 20)
        for secret in (a.table, a.token, "Mika", "127.0.0.1"):
            self.assertNotIn(secret, body.decode())
        # Through a proxy that nobody has named, everybody would seem to come from this machine.
        for header in ({"X_Forwarded_For": "203.0.113.9"}, {"Forwarded": "for=203.0.113.9"}):
            self.assertEqual(self.ask("GET", "/metrics", **header)[0].status, 403)

    def test_lag(self):
        """A loop that stood still says so. Stopped for longer than what counts as late."""
        def says_so():
            os.kill(self.server.process.pid, signal.SIGSTOP)
            time.sleep(2)
            os.kill(self.server.process.pid, signal.SIGCONT)
            return "lag" in json.loads(self.ask("GET", "/health")[1]).get("of", [])
        wait_until(says_so)  # it forgets that soon, perhaps before it is asked

    def test_policy(self):
        """What runs or shows something says by which policy; what only a page uses does not, changed or not."""
        page = self.ask("GET", "/")[1].decode()
        if "assets/" not in page:
            self.skipTest("the web client is not built in")
        for ending, said in ((".js", True), (".css", False)):
            path = "/" + re.search(r'"\./(assets/[^"]*' + re.escape(ending) + ')"', page)[1]
            answer = self.ask("GET", path)[0]
            again = self.ask("GET", path, If_None_Match=answer.headers["ETag"])[0]
            self.assertEqual((answer.status, again.status), (200, 304))
            for one in (answer, again):
                self.assertEqual("Content-Security-Policy" in one.headers, said, path)
            self.assertEqual(answer.headers["X-Content-Type-Options"], "nosniff")

    def test_etag(self):
        answer, body = self.ask("GET", "/", Accept_Encoding="gzip")
        if not answer.headers["ETag"]:
            self.skipTest("the web client is not built in")
        self.assertEqual(answer.headers["Content-Encoding"], "gzip")
        again, body = self.ask("GET", "/", If_None_Match=answer.headers["ETag"],
                               Accept_Encoding="gzip")
        self.assertEqual((again.status, body), (304, b""))

    def test_links(self):
        said = json.loads(self.ask("GET", "/server.json")[1])
        self.assertEqual(said, {"links": None, "why": "links.here_only"})
        other = self.serve(Path(self.folder.name, "public"), "--public-url",
                           "https://example.org/zashiki")
        connection = http.client.HTTPConnection("127.0.0.1", other.port, timeout=PATIENCE_S)
        connection.request("GET", "/server.json")
        answer = connection.getresponse()
        self.assertEqual(answer.headers["Cross-Origin-Opener-Policy"], "same-origin")
        self.assertEqual(json.loads(answer.read()),
                         {"links": "https://example.org/zashiki/", "why": "links.public"})
        connection.close()
        other.guest(origin="https://example.org").close()

    def test_contact(self):
        """/.well-known/security.txt is there where whoever runs the server has named somebody, and says until when it holds."""
        path = "/.well-known/security.txt"
        self.assertEqual(self.ask("GET", path)[0].status, 404)
        file = Path(self.folder.name, "zashiki.ini")
        file.write_text("contact = mailto:host@example.org\n")
        other = self.serve(Path(self.folder.name, "contact"), "--config", file)
        connection = http.client.HTTPConnection("127.0.0.1", other.port, timeout=PATIENCE_S)
        connection.request("GET", path)
        answer = connection.getresponse()
        self.assertEqual((answer.status, answer.headers["Content-Type"]), (200, "text/plain; charset=utf-8"))
        said = dict(line.split(": ", 1) for line in answer.read().decode().splitlines())
        connection.close()
        self.assertEqual(said["Contact"], "mailto:host@example.org")
        left = datetime.datetime.strptime(said["Expires"], "%Y-%m-%dT%H:%M:%S%z") - datetime.datetime.now(datetime.timezone.utc)
        self.assertTrue(29 <= left.days <= 30, said)
        self.assertEqual(sorted(said), ["Contact", "Expires"])
        for wrong in ("host@example.org", "http://example.org/", "mailto:", "mailto:a b@example.org", "mailto:a@b\nExpires: x",
                      "https://" + 200 * "x"):
            ran = run("serve", "--data", Path(self.folder.name, "x"), "--port", "0", "--contact", wrong)
            self.assertEqual(ran.returncode, 2, wrong)
            self.assertIn("--contact begins with mailto:", ran.stderr)

    def test_keeps_connection(self):
        connection = http.client.HTTPConnection("127.0.0.1", self.server.port, timeout=PATIENCE_S)
        for _ in range(3):
            connection.request("GET", "/health")
            answer = connection.getresponse()
            answer.read()
            self.assertFalse(answer.will_close)
        connection.close()

    @unittest.skipIf(SANITIZED, "it waits for fifteen seconds and more")
    def test_slow_head(self):
        """A head that drips in is cut off, however steadily it does."""
        drip = socket.create_connection(("127.0.0.1", self.server.port))
        drip.settimeout(0.5)
        drip.sendall(b"GET / HTTP/1.1\r\nX: ")

        def cut_off():
            try:
                drip.sendall(b"x")
                return drip.recv(1) == b""
            except (BrokenPipeError, ConnectionResetError):
                return True
            except (TimeoutError, socket.timeout):
                return False

        wait_until(cut_off)
        drip.close()


class Doors(Case):
    def test_origin(self):
        port = self.server.port
        for origin in (f"http://localhost:{port}", f"http://127.0.0.1:{port}", None):
            Guest(port, origin=origin).close()
        for origin in ("http://localhost", "https://example.org", f"https://localhost:{port}",
                       f"http://localhost:{port}.example.org", "null",
                       f"http://localhost:{port}/", f"http://localhost:{port + 1}"):
            with self.assertRaises(ConnectionRefusedError) as refusal:
                Guest(port, origin=origin)
            self.assertEqual(refusal.exception.args[0], 403, origin)

    def closed_with(self, code, *frames):
        guest = self.server.guest()
        try:
            for frame in frames:
                guest.send_bytes(guest.frame(*frame[0], **frame[1]))
            with self.assertRaises(Closed) as closed:
                while True:
                    guest.receive_text()
            self.assertEqual(closed.exception.code, code)
        finally:
            guest.close()

    def test_frames(self):
        self.closed_with(1009, ((1, b"x" * 8193), {}))
        self.closed_with(1009, ((1, b"x" * 100000), {}))
        self.closed_with(1009, *[((1 if i == 0 else 0, b"x" * 1000), {"fin": False})
                                 for i in range(9)])
        self.closed_with(1003, ((2, b"binary"), {}))
        self.closed_with(1002, ((1, b"{}"), {"mask": False}))
        self.closed_with(1002, ((3, b""), {}))
        self.closed_with(1002, ((0, b"not begun"), {}))
        self.closed_with(None, ((9, b"x" * 126), {}))  # wslay gives no reason here
        self.closed_with(1007, ((1, b"\xff\xfe"), {}))
        self.closed_with(1000, ((8, b"\x03\xe8"), {}))

    def test_pieces(self):
        """A message in fragments, split at every byte, with a ping in between."""
        player = self.server.player()
        text = b'{"zashiki":1,"do":"ping","request":"p"}'
        data = (player.frame(1, text[:9], fin=False) + player.frame(9, b"hey") +
                player.frame(0, text[9:]) + player.frame(1, text))
        for i in range(len(data)):
            player.send_bytes(data[i:i + 1])
        for _ in range(2):
            self.assertEqual(player.take(), {"zashiki": 1, "request": "p", "pong": True})
        player.send_bytes(b"".join(player.frame(1, text) for _ in range(20)))
        for _ in range(20):
            self.assertTrue(player.take()["pong"])
        self.assertEqual(player.pongs, 1)
        # The largest message that is allowed.
        player.send_bytes(player.frame(1, text.ljust(8192)))
        self.assertTrue(player.take()["pong"])
        player.close()

    def test_rubbish(self):
        player = self.server.player()
        for text in ("", "{}", "[]", "null", "nonsense", '{"zashiki":1}', '{"zashiki":2,"do":"ping"}',
                     '{"zashiki":1,"do":"fly"}', '{"zashiki":1,"do":"ping","do":"ping"}',
                     "[" * 4000, '{"zashiki":1,"do":"open","request":"x"}',
                     '{"zashiki":1,"do":"open","game":"sketch"}',
                     '{"zashiki":1,"do":"move","table":"x","request":"y"}',
                     '{"zashiki":1,"do":"join","table":"../../x"}'):
            player.send_text(text)
            self.assertIn("refused", player.take(), text)
        self.assertTrue(player.ask("ping")["pong"])
        player.close()

    def test_slow_reader(self):
        a, b = self.sit_down()
        for _ in range(8):
            self.move((a, b))
        slow = self.server.player(a.table)
        slow.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        before = self.server.memory_kb()
        slow.socket.settimeout(5)
        with self.assertRaises((Closed, TimeoutError, socket.timeout)):
            for _ in range(100000):
                slow.send_text(json.dumps({"zashiki": 1, "do": "history", "table": a.table, "request": "h",
                                           "from": 1, "to": a.number}))
        if "ASAN_OPTIONS" not in os.environ:  # a sanitizer keeps what was freed for a while
            self.assertLess(self.server.memory_kb() - before, 20000)
        slow.close()
        self.assertIsNotNone(self.move((a, b)))  # nobody else has noticed


class Limits(Case):
    flags = ("--per-address", "3")

    def test_rate(self):
        """However slowly they are sent and read elsewhere: here all come at once."""
        player = self.server.player()
        player.send_bytes(1000 * player.frame(1, b'{"zashiki":1,"do":"ping","request":"x"}'))
        with self.assertRaises(Closed) as closed:
            while True:
                player.take()
        self.assertEqual(closed.exception.code, 1008)

    def test_frames(self):
        """Pings, and the parts of a message, are messages to the limits."""
        for opcode, fin in ((9, True), (1, False)):
            player, began = self.server.player(), time.monotonic()
            player.send_bytes(b"".join(player.frame(opcode if fin or not i else 0, b"", fin=fin) for i in range(1000)))
            with self.assertRaises(Closed) as closed:
                while True:
                    player.take()
            self.assertEqual(closed.exception.code, 1008)
            self.assertLessEqual(player.pongs, 80 + 20 * (time.monotonic() - began) + 1)
            player.close()

    def test_per_address(self):
        guests = [self.server.guest() for _ in range(3)]
        with self.assertRaises(ConnectionRefusedError) as refusal:
            self.server.guest()
        self.assertEqual(refusal.exception.args[0], 503)
        self.assertIn("\nzashiki_closed_for_limits_total 1\n", self.ask("GET", "/metrics")[1].decode())
        guests.pop().close()

        def comes_in():
            try:
                guests.append(self.server.guest())
            except ConnectionRefusedError:
                return False
            return True

        wait_until(comes_in)
        for guest in guests:
            guest.close()


class Proxies(Case):
    flags = ("--per-address", "1", "--proxy", "192.0.2.1,198.51.100.0/24", "--proxy", "127.0.0.0/8",
             "--metrics", "127.0.0.0/8, 203.0.113.5")

    def test_by_address(self):
        """Everybody behind the proxies is counted alone, and nobody can say to be another."""
        guests = [self.server.guest(headers=(f"X-Forwarded-For: {who}, 198.51.100.7",))
                  for who in ("203.0.113.1", "203.0.113.2", "2001:db8:1::1", "2001:db8:2::1")]
        for who in ("203.0.113.1", "2001:db8:1:ff::1"):
            with self.assertRaises(ConnectionRefusedError) as refusal:
                self.server.guest(headers=("X-Forwarded-For: 203.0.113.9",
                                           f"X-Forwarded-For: {who}"))
            self.assertEqual(refusal.exception.args[0], 503)
        for guest in guests:
            guest.close()

    def test_metrics(self):
        """A guest is not taken for the proxy, which may see them, whatever the headers say."""
        for status, said in ((200, {}), (200, {"X_Forwarded_For": "203.0.113.5"}),
                             (403, {"X_Forwarded_For": "203.0.113.9"}),
                             (403, {"X_Forwarded_For": "203.0.113.9", "Forwarded": "for=203.0.113.8"}),
                             (403, {"X_Forwarded_For": "203.0.113.9", "Forwarded": "nonsense"}),
                             (403, {"X_Forwarded_For": "unknown, 127.0.0.2"})):
            self.assertEqual(self.ask("GET", "/metrics", **said)[0].status, status, said)

    def test_options(self):
        config = Path(self.folder.name, "zashiki.ini")
        config.write_text("port = 0\nper-address = 1\nproxy = 10.0.0.0/8, ::1\nproxy = 127.0.0.1\n")
        server = Server(Path(self.folder.name, "y"), "--config", str(config)).start()
        self.addCleanup(self.stop, server)
        for who in ("203.0.113.1", "203.0.113.2"):
            self.addCleanup(server.guest(headers=(f"Forwarded: for={who}",)).close)
        for wrong in ("localhost", "10.0.0.0/33", ""):
            ran = run("serve", "--proxy", wrong)
            self.assertEqual(ran.returncode, 2)
            self.assertIn("--proxy has addresses in digits", ran.stderr)


class Games(Case):
    def test_whole_game(self):
        """Two play to the end, one watches; nobody is told a card that is not his to see."""
        random.seed(1)
        a, b = self.sit_down()
        watcher = self.server.player(a.table)
        watcher.join()
        late = []
        while self.move((a, b)):
            watcher.wait(lambda: watcher.number == a.number)
            if random.random() < 0.1:
                late.append(self.server.player(a.table, random.choice([a, b]).token))
                late[-1].join()
                late[-1].close()
        for player in (a, b):
            self.assertEqual(player.now["status"], "over")
            self.assertTrue(player.now["result"]["winners"])
            self.assertEqual(sorted(player.events), list(range(player.snapshot["snapshot"] + 1,
                                                               player.number + 1)))
        truth = self.entries(a.table)
        self.assertEqual(sorted(truth), list(range(1, a.number + 1)))
        hidden = 0
        for number, entry in truth.items():
            if entry["by"] != "chance" or entry["move"].split()[0] not in ("deal", "draw"):
                continue
            told = [p.events.get(number, {}).get("move") for p in (a, b, watcher)]
            self.assertLessEqual(sum(text == entry["move"] for text in told), 1)
            hidden += 1
            self.assertNotEqual(told[2], entry["move"])
        self.assertGreater(hidden, 10)
        for event in watcher.events.values():
            if event["now"]["status"] != "over":
                self.assertNotIn('"hand"', json.dumps(event))
        record = a.ask("record")["record"]
        path = Path(self.folder.name, "game.jsonl")
        path.write_text(record, encoding="utf-8")
        self.assertEqual(run("check", path).returncode, 0)
        with sqlite3.connect(self.server.database) as base:
            kept, = base.execute("SELECT body FROM records").fetchone()
        # What is kept for good has no names.
        self.assertEqual(kept, record.replace('"Ann","Ben"', '"",""'))
        # Whoever comes later is told the same.
        fresh = self.server.player(a.table, a.token)
        fresh.join()
        self.assertEqual(fresh.now, a.now)
        for number, line in fresh.log.items():
            if number in a.events:
                self.assertEqual(line["move"] if "move" in line else line["kind"],
                                 a.events[number].get("move", line["kind"]))
        # Another game with the same people.
        a.order("again")
        b.wait(lambda: b.now.get("again") == ["A"])
        b.order("agree")
        self.settle(a, b)
        self.assertEqual((a.now["games"], a.now["status"]), (1, "playing"))

    def test_once(self):
        a, b = self.sit_down()
        mover = (a, b)["AB".index(a.now["actor"])]
        move = {"move": mover.now["legal"][0], "at": mover.number, "request": "same"}
        first = mover.order("move", **move)
        self.settle(a, b)
        self.assertEqual(mover.order("move", **move), first)
        self.assertEqual(mover.order("move", **{**move, "move": "nonsense"}), first)
        count = len(self.entries(a.table))
        self.server.kill()
        self.server.start()
        again = self.server.player(a.table, mover.token)
        again.join()
        self.assertEqual(again.order("move", **move), first)
        self.assertEqual(len(self.entries(a.table)), count)
        # Refusals are repeated too, though the reason may be gone.
        with self.refused("table.stale"):
            again.order("move", move="x", at=1, request="stale")

    def test_refusals(self):
        a, b = self.sit_down()
        mover, other = (a, b) if a.now["actor"] == "A" else (b, a)
        stranger = self.server.player(a.table)
        move = mover.now["legal"][0]
        with self.refused("table.stale"):
            mover.order("move", move=move, at=mover.number - 1)
        with self.refused("table.ahead"):
            mover.order("move", move=move, at=mover.number + 1)
        with self.refused("token.wrong"):
            stranger.order("move", move=move, token="x" * 32)
        with self.refused("table.unknown"):
            stranger.ask("join", table="x" * 22)
        with self.refused("game.unknown"):
            stranger.open("chess")
        with self.refused("clock.range"):
            stranger.open("sketch", clock_ms=10 ** 9)
        with self.refused("option.unknown"):
            stranger.open("sketch", options={"x": "y"})
        with self.refused("record.not_over"):
            a.ask("record")
        with self.refused("history.range"):
            a.ask("history", **{"from": 1, "to": 10000})
        with self.assertRaises(Refused) as refusal:
            other.order("move", move=move)
        self.assertNotEqual(refusal.exception.key, "table.stale")
        with self.assertRaises(Refused) as refusal:
            mover.order("move", move="nonsense")
        self.assertTrue(refusal.exception.words["args"] is not None)

    def test_since(self):
        a, b = self.sit_down()
        for _ in range(6):
            self.move((a, b))
        back = self.server.player(a.table, a.token)
        back.number = since = a.number - 4
        back.join(since=since)
        self.assertEqual(back.snapshots, 0)
        self.assertEqual(sorted(back.events), list(range(since + 1, a.number + 1)))
        for number, event in back.events.items():
            self.assertEqual(event, a.events[number])
        back.join(since=a.number)
        self.assertEqual(back.snapshots, 0)
        back.join(since=a.number + 100)
        self.assertEqual(back.snapshots, 1)
        back.number = 0
        back.join(since=0)
        self.assertEqual(sorted(back.events), list(range(1, a.number + 1)))
        again = self.server.player(a.table, a.token)
        again.number = 10 ** 6
        again.ask("history", **{"from": 3, "to": 9})
        self.assertEqual(sorted(again.events), list(range(3, 10)))

    def test_bot_hint_and_signs(self):
        a = self.server.player()
        a.token = a.open("sketch")["A"]
        a.join()
        a.order("sit", name="Żaneta 日本 \u0000"[:9])
        a.order("bot", seat="B", bot="greedy")
        hints = 0
        while a.now["status"] != "over":
            if a.now["actor"] != "A":
                a.take()
            elif hints < 5:
                hint = a.ask("hint")["hint"]
                self.assertIn(hint["move"], a.now["legal"])
                hints += 1
                a.order("move", move=hint["move"])
            else:
                a.order("move", move=a.now["legal"][0])
        self.assertEqual(hints, 5)
        with self.refused("hint.none"):
            a.ask("hint")
        a.ask("react", reaction="nice")
        self.assertEqual(a.reactions[0]["reaction"], "nice")
        a.wait(lambda: a.here == ["A"])

    def test_silence_and_memory(self):
        """Yokai: nothing is said while it is played (Y8); the aid to memory is known to all."""
        a, b = self.sit_down(game="yokai", memory=True, advice=True)
        watcher = self.server.player(a.table)
        watcher.join()
        for player in (a, b, watcher):
            self.assertIs(player.snapshot["memory"], True)
        for attempt in (lambda: a.ask("react", reaction="nice"),
                        lambda: b.order("sit", name="Oni in the corner")):
            with self.refused("table.silent"):
                attempt()
        on = types.SimpleNamespace(choice=lambda legal: next(move for move in legal if move != "declare"))
        for _ in range(8):
            self.move((a, b), on)
        shown = [e for e in a.events.values() if "saw" in e]
        self.assertTrue(shown and all(e["by"] == "A" for e in shown))
        asker = a if a.now["actor"] == "A" else b
        self.assertIn(asker.ask("hint")["hint"]["move"], asker.now["legal"])
        for player in (a, b, watcher):
            player.wait(lambda player=player: any(e["kind"] == "advice" for e in player.events.values()))
        self.assertFalse(any("saw" in e for e in watcher.events.values()))
        a.order("resign")
        b.wait(lambda: b.now["status"] == "over")
        self.assertEqual(b.now["result"]["rank"], "lost")
        b.ask("react", reaction="thanks")
        a.wait(lambda: a.reactions)
        head = json.loads(b.ask("record")["record"].splitlines()[0])
        self.assertEqual((head["memory"], head["advice"], head["advised"]), ("on", "on", [asker.snapshot["you"]]))

    def test_presence(self):
        a, b = self.sit_down()
        a.wait(lambda: a.here == ["A", "B"])
        watchers = [self.server.player(a.table) for _ in range(3)]
        for watcher in watchers:
            watcher.join()
        a.wait(lambda: a.watching == 3)
        watchers.pop().close()
        b.close()
        a.wait(lambda: (a.here, a.watching) == (["A"], 2))

    def test_undo_pause_resign(self):
        a, b = self.sit_down(options={"first": "A"})
        number = a.number
        a.order("pause")
        with self.refused("table.paused"):
            a.order("move", move=a.now["legal"][0] if "legal" in a.now else "end")
        b.wait(lambda: b.number == number + 1)
        b.order("resume")
        a.wait(lambda: a.now["status"] == "playing")
        self.move((a, b))
        if a.now.get("may_undo"):
            a.order("undo")
            self.settle(a, b)
            self.assertEqual(a.now["actor"], "A")
        b.order("resign")
        a.wait(lambda: a.now["status"] == "over")
        self.assertEqual(a.now["result"]["winners"], ["A"])
        self.assertEqual(a.now["result"]["end"], "resign")

    def test_clock(self):
        a, b = self.sit_down(clock_ms=700, clock_step_ms=0)
        a.wait(lambda: a.now["status"] == "over")
        self.assertEqual(a.now["result"]["end"], "time")


class Names(Case):
    def texts(self, player):
        """Everything that is told to one who comes now, as text."""
        player.streams.clear()
        player.join()
        last = player.number
        for first in range(1, last + 1, 64):
            player.ask("history", **{"from": first, "to": min(last, first + 63)})
        return "".join(player.streams)

    def test_deleted(self):
        a, b = self.sit_down()
        self.move((a, b))
        a.order("resign")
        self.settle(a, b)
        self.assertIn("Ann", b.ask("record")["record"])
        before = self.entries(a.table)
        number = a.order("forget")["done"]
        b.wait(lambda: b.number >= number)
        self.assertEqual(b.events[number]["kind"], "forget")
        self.assertNotIn("name", b.now["seats"][0])
        self.assertEqual(b.now["seats"][1]["name"], "Ben")
        for turn in range(2):
            for token in (a.token, b.token, None):
                guest = self.server.player(a.table, token)
                texts = self.texts(guest)
                self.assertNotIn("Ann", texts)
                self.assertIn("Ben", texts)
                self.assertNotIn("Ann", guest.ask("record")["record"])
                self.assertIn("Ben", guest.ask("record")["record"])
            # In the entries nothing has changed; the name is in no file.
            self.assertEqual({n: e for n, e in self.entries(a.table).items() if n < number}, before)
            self.server.stop()
            kept = b"".join(path.read_bytes() for path in Path(self.server.data).iterdir())
            self.assertEqual((b"Ann" in kept, b"Ben" in kept), (False, True))
            self.server.start()
        self.assertEqual(run("backup", Path(self.folder.name, "x.db"), "--data", self.server.data).returncode, 0)
        self.server.stop()
        self.assertEqual(self.server.errors, [])
        # What is stored is whole: it can be restored.
        back = run("restore", Path(self.folder.name, "x.db"), "--data", self.server.data, "--force")
        self.assertEqual((back.returncode, back.stdout), (0, "1 tables\n"), back.stderr)

    def test_whose(self):
        a, b = self.sit_down()
        with self.refused("token.wrong"):
            self.server.player(a.table, "x" * 32).order("forget", at=0)
        number = b.order("forget", request="once")["done"]
        self.assertEqual(b.order("forget", request="once")["done"], number)
        a.wait(lambda: a.number >= number)
        self.assertEqual(a.now["seats"][0]["name"], "Ann")
        self.move((a, b))
        b.order("sit", name="Bea")
        self.assertEqual(b.now["seats"][1]["name"], "Bea")


class Cards(Case):
    tiny = json.loads(Path("tests/yotei/records/tiny.json").read_text(encoding="utf-8"))

    def test_own_set(self):
        """A table with a card set of its own: told, played, kept over a restart, in the record."""
        rng = random.Random(5)
        a, b = self.sit_down(game="yotei", options={"cards": "yotei-tiny"}, cardset=self.tiny)
        self.assertEqual(a.snapshot["cardset"], self.tiny)
        self.assertEqual(a.snapshot["options"]["cards"], "yotei-tiny")
        for _ in range(20):
            self.move((a, b), rng)
        other = self.sit_down(game="yotei")
        self.assertNotIn("cardset", other[0].snapshot)
        self.assertEqual(other[0].snapshot["options"]["cards"], "niseko-1")
        before = a.now
        self.server.stop()
        self.server.start()
        a, b = (self.server.player(p.table, p.token) for p in (a, b))
        a.join()
        b.join()
        self.assertEqual((a.now, a.snapshot["cardset"]), (before, self.tiny))
        while self.move((a, b), rng):
            pass
        record = a.ask("record")["record"]
        self.assertEqual(json.loads(record.splitlines()[0])["cardset"], self.tiny)
        path = Path(self.folder.name, "game.jsonl")
        path.write_text(record, encoding="utf-8")
        self.assertEqual(run("check", path).returncode, 0)

    def test_refused_sets(self):
        guest = self.server.player()
        def opens(cards, **changes):
            return guest.open("yotei", options={"cards": cards}, cardset={**self.tiny, **changes})
        with self.refused("yotei.cards.unknown"):
            guest.open("yotei", options={"cards": "yotei-tiny"})
        for path in ("cards/niseko-1.json", "./mine.json", "niseko"):
            with self.refused("yotei.cards.unknown"):
                guest.open("yotei", options={"cards": path})
        with self.refused("yotei.cards.other"):
            opens("niseko-1")
        with self.refused("yotei.cards.taken"):
            opens("niseko-1", name="niseko-1")
        with self.refused("yotei.cards.no_tier"):
            opens("yotei-tiny", land=[])
        with self.refused("yotei.cards.key") as refusal:
            opens("yotei-tiny", mystery=[{"id": "onsen", "cash": 1, "x": 1}])
        self.assertEqual(refusal.words["args"], ["onsen", "x"])
        long = self.server.player()
        with self.assertRaises(Closed) as closed:
            long.open("yotei", options={"cards": "x"}, cardset={**self.tiny, "name": "x" * 9000})
        self.assertEqual(closed.exception.code, 1009)
        self.assertEqual(set(opens("yotei-tiny")), {"A", "B"})


class Away(Case):
    flags = (*QUICK, "--away", "1", "--stand-in", "random")

    def test_who_stands_in(self):
        """The server's own word counts where the table has none."""
        for words, expected in (({}, "random"), ({"stand_in": "greedy"}, "greedy")):
            a, _ = self.sit_down(**words)
            self.assertEqual(a.snapshot["stand_in"], expected)
        ran = run("serve", "--port", "0", "--data", self.folder.name, "--stand-in", "nobody")
        self.assertEqual(ran.returncode, 2)
        self.assertIn('--stand-in is a bot, not "nobody"', ran.stderr)

    def test_stand_in(self):
        a, b = self.sit_down()
        with self.refused("seat.taken"):
            a.order("bot", seat="B", bot="greedy")
        b.close()
        wait_until(lambda: self.goes_through(a, "seat.taken", "bot", seat="B", bot="greedy"))
        a.wait(lambda: a.now["seats"][1]["who"] == "stand_in")
        self.assertEqual(a.now["seats"][1]["name"], "Ben")
        back = self.server.player(a.table, b.token)
        back.join()
        back.order("sit")
        back.wait(lambda: back.now["seats"][1] == {"seat": "B", "who": "person", "name": "Ben"})


class Crashes(Case):
    def shown(self, *players):
        """Everything that anybody was told has happened: number, kind, by, time."""
        return {number: (e["kind"], e["by"], e["time"])
                for p in players for number, e in [*p.log.items(), *p.events.items()]}

    def test_killed_in_mid_game(self):
        rng = random.Random(3)
        tables = [list(self.sit_down()) for _ in range(3)]
        acknowledged = {players[0].table: 0 for players in tables}
        for turn in range(KILLS):
            shown = {}
            moves = rng.randrange(1, 12)
            for _ in range(moves):
                players = rng.choice(tables)
                answer = self.move(players, rng)
                if answer is None:
                    players[0].order("again")
                    players[1].wait(lambda p=players: "again" in p[1].now)
                    players[1].order("agree")
                    self.settle(*players)
                else:
                    acknowledged[players[0].table] = answer["done"]
            # One more each that is sent and not waited for, and some of what comes is read.
            for players in tables:
                actor = players[0].now["actor"]
                if actor in ("A", "B"):
                    mover = players["AB".index(actor)]
                    mover.tell("move", move=rng.choice(mover.now["legal"]), at=mover.number,
                               request=f"last{turn}")
            time.sleep(rng.random() * 0.01)
            self.server.kill()
            for players in tables:
                for player in players:
                    try:
                        while player.take(0.5):
                            pass
                    except Closed:
                        pass
                    for request, answer in player.answers.items():
                        if "done" in answer:
                            acknowledged[player.table] = max(acknowledged[player.table],
                                                             answer["done"])
                shown[players[0].table] = self.shown(*players)
            self.server.start()
            for i, players in enumerate(tables):
                table = players[0].table
                tokens = [p.token for p in players]
                for player in players:
                    player.close()
                fresh = [self.server.player(table, token) for token in tokens]
                for player in fresh:
                    player.join()
                    self.assertGreaterEqual(player.number, acknowledged[table])
                    older = [number for number in shown[table] if number not in player.log]
                    for first in range(1, max(older, default=0) + 1, 64):
                        player.ask("history", **{"from": first, "to": min(first + 63, player.number)})
                    for number, what in shown[table].items():
                        line = player.log.get(number) or player.events[number]
                        self.assertEqual((line["kind"], line["by"], line["time"]), what)
                self.settle(*fresh)
                tables[i] = fresh
        self.assertEqual(self.server.errors, [])

    def test_set_aside(self):
        a, b = self.sit_down()
        c, d = self.sit_down()
        self.server.stop()
        with sqlite3.connect(self.server.database) as base:
            base.execute("UPDATE entries SET body = replace(body, 'deal', 'seal') "
                         "WHERE table_id = ?", (a.table,))
        self.server.start()
        wait_until(lambda: self.server.errors)
        self.assertIn(a.table, self.server.errors[0])
        self.assertIn("set aside", self.server.errors[0])
        guest = self.server.player(a.table, a.token)
        with self.refused("table.aside"):
            guest.join()
        again = [self.server.player(c.table, p.token) for p in (c, d)]
        for player in again:
            player.join()
        self.assertIsNotNone(self.move(again))
        # It is kept, and not told again.
        self.server.stop()
        self.assertTrue(self.entries(a.table))
        self.server.errors.clear()
        self.server.start()
        self.server.player(c.table, c.token).join()
        self.server.stop()
        self.assertEqual(self.server.errors, [])
        # Who looks for it is told.
        for command in ("audit", "export"):
            asked = run(command, "--data", self.server.data)
            self.assertEqual(asked.returncode, 1)
            self.assertIn(f"table {a.table} is set aside: the check sum does not match at entry", asked.stderr)
            self.assertNotIn(c.table, asked.stderr)

    def test_tokens_of_schema_4(self):
        """A table from before there were keys: links that were given away then lead to their seats."""
        table, tokens = "e5BAkotb9R_ygN3ssOd15Q", {"A": "a-token-of-then", "B": "b-token-of-then"}
        self.server.stop()
        os.remove(self.server.database)
        with sqlite3.connect(self.server.database) as base:
            base.executescript("""
                CREATE TABLE tables (id TEXT PRIMARY KEY, game TEXT NOT NULL, rules INTEGER NOT NULL,
                    options TEXT NOT NULL, clock_ms INTEGER NOT NULL, clock_step_ms INTEGER NOT NULL,
                    opened_ms INTEGER NOT NULL, aside TEXT, memory INTEGER NOT NULL DEFAULT 0, cardset TEXT,
                    advice INTEGER NOT NULL DEFAULT 0) STRICT, WITHOUT ROWID;
                CREATE TABLE seats (table_id TEXT NOT NULL REFERENCES tables(id), seat INTEGER NOT NULL,
                    token BLOB NOT NULL, PRIMARY KEY (table_id, seat)) STRICT, WITHOUT ROWID;
                CREATE TABLE entries (table_id TEXT NOT NULL REFERENCES tables(id), number INTEGER NOT NULL,
                    body TEXT NOT NULL, PRIMARY KEY (table_id, number)) STRICT, WITHOUT ROWID;
                CREATE TABLE records (table_id TEXT NOT NULL REFERENCES tables(id), game INTEGER NOT NULL,
                    ended_ms INTEGER NOT NULL, body TEXT NOT NULL, PRIMARY KEY (table_id, game)) STRICT, WITHOUT ROWID;
                PRAGMA application_id=2053206888; PRAGMA user_version=4;""")
            base.execute("INSERT INTO tables (id, game, rules, options, clock_ms, clock_step_ms, opened_ms)"
                         " VALUES (?, 'null', 1, '{}', 0, 0, 1794808741449)", (table,))
            for number, (seat, token) in enumerate(tokens.items()):
                kept = hashlib.blake2b(f"{table}\0{token}".encode(), digest_size=32).digest()
                base.execute("INSERT INTO seats VALUES (?, ?, ?)", (table, number, kept))
                body = {"kind": "sit", "by": seat, "sits": {"seat": seat, "who": "person", "name": seat}, "time": 1}
                base.execute("INSERT INTO entries VALUES (?, ?, ?)", (table, number + 1, json.dumps(body)))
        base.close()
        self.server.start()
        for seat, token in tokens.items():
            player = self.server.player(table, token)
            player.join()
            self.assertEqual(player.snapshot["you"], seat)
            player.order("pause" if seat == "A" else "resume")
            # Nobody takes the seat away by a key.
            with self.refused("seat.taken"):
                player.order("sit", key="k" * 32)
            with self.refused("key.none"):
                player.order("link", key="k" * 32)

    def test_graceful_stop(self):
        a, b = self.sit_down()
        guests = [self.server.guest() for _ in range(20)]
        self.server.process.send_signal(signal.SIGTERM)
        for guest in (a, b, *guests):
            with self.assertRaises(Closed) as closed:
                while True:
                    guest.receive_text()
            self.assertEqual(closed.exception.code, 1001)
        self.assertEqual(self.server._ended(), 0)
        self.assertFalse(os.path.exists(self.server.database + "-wal"))

    def test_full_disk(self):
        a, b = self.sit_down()
        pid = self.server.process.pid
        size = max(os.path.getsize(self.server.database + end) for end in ("", "-wal"))
        resource.prlimit(pid, resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))
        number, entries = a.number, len(self.entries(a.table))
        mover = (a, b)["AB".index(a.now["actor"])]
        keys = {"move": mover.now["legal"][0], "at": mover.number}
        for _ in range(2):
            with self.refused("store.failed"):
                mover.order("move", **keys)
        self.assertEqual(mover.number, number)
        self.assertEqual(self.health(), ["disk"])
        self.assertEqual(len(self.entries(a.table)), entries)
        reader = self.server.player(a.table)
        reader.join()
        self.assertEqual(reader.number, number)
        resource.prlimit(pid, resource.RLIMIT_FSIZE,
                         (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
        wait_until(lambda: self.goes_through(mover, "store.failed", "move", **keys))
        self.assertEqual(mover.number, number + 1)
        self.assertEqual(self.health(), [])
        self.assertIn("could not be written", self.server.errors[0])


class Programs(Case):
    flags = ("--bot-delay", "0")  # with the limits that every server has

    def test_example(self):
        """Two of the programs that others begin with play whole games, of which one has some hundred moves."""
        python = "/usr/bin/python3" if os.path.exists("/usr/bin/python3") else sys.executable
        if subprocess.run([python, "-c", "import websockets"], capture_output=True, check=False).returncode:
            self.skipTest("there is no python3-websockets")
        example = Path(__file__).parent.parent / "examples/bot.py"
        self.assertLessEqual(len(example.read_text().splitlines()), 60)
        for game in ("sketch", "yokai", "yotei"):
            opener = self.server.player()
            tokens = opener.open(game, **({"options": {"players": "2"}} if game == "yotei" else {}))
            links = [f"http://127.0.0.1:{self.server.port}/#/table/{opener.table}/{token}" for token in tokens.values()]
            bots = [subprocess.Popen([python, example, link], stdout=subprocess.PIPE, text=True) for link in links]
            said = {bot.communicate(timeout=PATIENCE_S)[0] for bot in bots}
            self.assertEqual([bot.returncode for bot in bots], [0, 0])
            self.assertEqual(len(said), 1)
            self.assertIn("winners", json.loads(said.pop()))
            opener.close()


class Running(Case):
    def test_thinking_yields(self):
        """Threads that think for bots, and the one that copies the log, leave the processor to the loop, however low its own priority is."""
        own, helpers = min(os.nice(0) + 3, 19), 1 + min(max(1, len(os.sched_getaffinity(0)) // 2), 8)
        command = [ZASHIKI, "serve", "--data", Path(self.folder.name, "nice"), "--port", "0"]
        process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, preexec_fn=lambda: os.nice(3))
        self.addCleanup(lambda: (process.terminate(), process.wait(), process.stdout.close()))
        process.stdout.readline()

        def threads(priority):
            stats = [file.read_text() for file in Path(f"/proc/{process.pid}/task").glob("*/stat")]
            return [stat.rsplit(")", 1)[1].split()[16] for stat in stats].count(str(priority))

        wait_until(lambda: threads(min(own + 10, 19)) == helpers)
        self.assertGreaterEqual(threads(own), 1)

    def test_by_name(self):
        """This file runs the tests that are named, as its first lines say."""
        ran = subprocess.run([sys.executable, __file__, "test_one_at_a_time"], capture_output=True,
                             text=True, timeout=PATIENCE_S * 2, check=False)
        self.assertEqual(ran.returncode, 0, ran.stderr)
        self.assertIn("Ran 1 test ", ran.stderr)

    def test_one_at_a_time(self):
        second = run("serve", "--data", self.server.data, "--port", "0")
        self.assertEqual(second.returncode, 1)
        self.assertIn("another zashiki", second.stderr)
        taken = run("serve", "--data", Path(self.folder.name, "x"), "--port", self.server.port)
        self.assertEqual(taken.returncode, 1)
        self.assertIn("is taken; try --port", taken.stderr)

    def test_file_of_a_socket(self):
        """For a proxy on this machine: open to its user and group, who are believed about for whom they ask."""
        file = os.path.join(self.folder.name, "socket")
        words = ("--bind", f"unix:{file}", "--public-url", "https://games.example.org/", "--per-address", "1")
        server = Server(Path(self.folder.name, "by-file"), *words, port="").start()
        self.addCleanup(lambda: server.process.poll() is None and server.stop())
        self.assertEqual(server.said[:2], [f"Zashiki is open at unix:{file}\n", "For friends:       https://games.example.org/\n"])
        self.assertEqual(stat.S_IMODE(os.stat(file).st_mode), 0o660)
        first, second = (server.player(headers=[f"X-Forwarded-For: 203.0.113.{i}"], origin="https://games.example.org") for i in (1, 2))
        self.assertTrue(first.open("sketch"))
        nobody = server.guest()  # has an address of its own, too
        for headers in ([], ["X-Forwarded-For: 203.0.113.2"]):
            with self.assertRaises(ConnectionRefusedError) as refused:
                server.guest(headers=headers)
            self.assertEqual(refused.exception.args, (503,))
        with connected(file) as asked:
            asked.sendall(b"GET /metrics HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
            self.assertIn(b" 403 ", asked.recv(65536))
        for guest in (first, second, nobody):
            guest.close()
        another = run("serve", "--data", Path(self.folder.name, "x"), *words)
        self.assertEqual((another.returncode, another.stderr), (1, f"zashiki serve: cannot listen at unix:{file}: Address already in use\n"))
        server.kill()
        self.assertTrue(os.path.exists(file))
        server.start()  # what was left is nobody's
        self.assertEqual(server.stop(), 0)
        self.assertFalse(os.path.exists(file))
        Path(file).write_text("mine", encoding="ascii")
        self.assertEqual(run("serve", "--data", Path(self.folder.name, "x"), *words).returncode, 1)
        self.assertEqual(Path(file).read_text(encoding="ascii"), "mine")
        for wrong, why in ((["--bind", "unix:socket"], "a file's whole path"), (["--bind", f"unix:{file}"], "needs --public-url"),
                           (["--bind", "unix:/" + 200 * "x", "--public-url", "https://games.example.org/"], "File name too long")):
            said = run("serve", "--data", Path(self.folder.name, "x"), *wrong)
            self.assertNotEqual(said.returncode, 0)
            self.assertIn(why, said.stderr)

    @unittest.skipUnless("ZASHIKI_FAIL_MALLOC" in os.environ, "nothing refuses memory in this build")
    def test_no_memory(self):
        """Refused memory once, anywhere: the server goes on, or says why it ends."""
        count = Path(self.folder.name, "count")

        def serve(refused):
            os.environ.update(LD_PRELOAD=os.environ["ZASHIKI_FAIL_MALLOC"], FAIL_MALLOC=str(refused),
                              FAIL_MALLOC_COUNT=str(count))
            try:
                data = Path(self.folder.name, f"memory{refused}")
                return Server(data, *QUICK).start()
            finally:
                for name in ("LD_PRELOAD", "FAIL_MALLOC", "FAIL_MALLOC_COUNT"):
                    del os.environ[name]

        def play(server):
            """Both sit down; what was refused may end it at any time."""
            try:
                self.sit_down(server)
            except (Closed, Refused, ConnectionError, AssertionError):
                pass
            if server.process.poll() is None:
                server.process.send_signal(signal.SIGTERM)
            return server._ended()

        self.assertEqual(play(serve(-1)), 0)
        calls = int(count.read_text())
        places = 120 if "ZASHIKI_ALL" in os.environ else 6
        ended = 0
        for place in range(places):  # half of them while it starts, half while it serves
            late = calls - 600 + place * 600 // places if place % 2 else place * calls // places + 1
            try:
                server = serve(late)
            except RuntimeError as error:
                self.assertRegex(str(error), "memory|not start", f"call {late}")
                ended += 1
                continue
            status = play(server)
            self.assertTrue(status == 0 or server.errors, f"call {late}: {status} without a word")
            ended += status != 0
        self.assertGreater(ended, 0)

    def test_least_rate(self):
        """At the lowest rate one can still come to a table, which counts as five messages."""
        server = Server(Path(self.folder.name, "least"), "--rate", "1").start()
        player = server.player()
        player.open()
        player.join()
        server.stop()

    def test_few_files(self):
        """With few files there are few connections, which is said, and one too many is refused."""
        def few(count):
            return lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (count, count))
        server = Server(Path(self.folder.name, "few"), *QUICK, limit_files=few(160)).start()
        wait_until(lambda: server.errors)
        places = int(re.search(r"place for (\d+) connections only", server.errors[0])[1])
        self.assertIn(places, range(20, 100))
        guests = [server.guest() for _ in range(places)]
        with self.assertRaises(ConnectionRefusedError) as refusal:
            server.guest()
        self.assertEqual(refusal.exception.args[0], 503)
        for guest in guests:
            guest.close()
        server.stop()
        with self.assertRaises(RuntimeError) as error:
            Server(Path(self.folder.name, "few"), limit_files=few(64)).start()
        self.assertIn("64 open files are too few", str(error.exception))

    def test_config(self):
        config = Path(self.folder.name, "zashiki.ini")
        config.write_text("# the house\n[server]\nport = 0\nrate=0\npublic-url = https://y.example/\nlan = yes\n"
                          "; the last line of a name counts\nlan = no\nbind = 127.0.0.1\npublic-url = https://x.example/\n")
        server = Server(Path(self.folder.name, "y"), "--config", str(config)).start()
        self.addCleanup(self.stop, server)
        self.assertTrue(any("https://x.example/" in line for line in server.said))
        config.write_text("prot = 0\n")
        wrong = run("serve", "--config", config)
        self.assertEqual(wrong.returncode, 2)
        self.assertIn('line 1: there is no option "prot"', wrong.stderr)
        # A folder is none; without its options the server would be another one.
        wrong = run("serve", "--port", 0, "--data", Path(self.folder.name, "y"), "--config", self.folder.name)
        self.assertEqual(wrong.returncode, 2)
        self.assertIn(f"cannot read {self.folder.name}: Is a directory", wrong.stderr)

    def test_export_and_import(self):
        """While games are played, at both servers; what was acknowledged before is carried, and what is there already stays as it is."""
        a, b = self.sit_down()
        c, d = self.sit_down()
        c.order("resign")
        self.settle(c, d)
        lines, before = self.run_amid_moves((a, b), "export", "--data", self.server.data)
        self.assertEqual((lines.returncode, lines.stderr), (0, ""))
        for token in (a.token, b.token, c.token, d.token):
            self.assertNotIn(token, lines.stdout)
        heads = [json.loads(line) for line in lines.stdout.splitlines() if line.startswith('{"table"')]
        self.assertEqual({head["table"] for head in heads}, {a.table, c.table})
        carried = {}
        for line in map(json.loads, lines.stdout.splitlines()):
            if "table" in line:
                entries = carried.setdefault(line["table"], {})
            elif "entry" in line:
                entries[len(entries) + 1] = line["entry"]
        self.hold_to(carried[a.table], before, a)
        self.assertGreater(a.number, len(carried[a.table]))  # it went on here
        file = Path(self.folder.name, "tables.jsonl")
        file.write_text(lines.stdout)
        number = len(carried[a.table])
        other = self.serve(Path(self.folder.name, "other"), *self.flags)
        e, f = self.sit_down(other)
        with self.moving((e, f)) as numbers:
            into = run("import", file, "--data", other.data)
        self.assertEqual((into.returncode, into.stdout), (0, "2 tables\n"), into.stderr)
        self.hold_to(self.entries(e.table, other), numbers, e)
        # The links lead to the same tables there, and the game goes on.
        guests = [other.player(a.table, token) for token in (a.token, b.token)]
        for guest in guests:
            guest.join()
            self.assertEqual(guest.number, number)
            self.assertEqual([seat["name"] for seat in guest.now["seats"]], ["Ann", "Ben"])
        self.play_on(guests)
        over = other.player(c.table)
        over.join()
        self.assertEqual(over.ask("record")["record"], d.ask("record")["record"])
        # Twice changes nothing.
        again = run("import", file, "--data", other.data)
        self.assertEqual((again.returncode, again.stdout), (1, "0 tables\n"))
        self.assertIn(f"table {a.table}: it is there already", again.stderr)
        guests[0].drain()
        self.assertGreater(guests[0].number, number)
        # What does not fold is set aside, and nothing that makes no sense is added.
        wrong = lines.stdout.replace(a.table, "wrong").replace("deal A", "seal A")
        file.write_text("\n".join(line for line in wrong.splitlines() if c.table not in line) + "\n{}\n")
        bad = run("import", file, "--data", other.data)
        self.assertEqual(bad.returncode, 1)
        self.assertEqual(other.stop(), 0)
        other.start()
        with self.refused("table.aside" if "set aside" in bad.stderr else "table.unknown"):
            other.player("wrong").join()
        again = other.player(e.table, e.token)
        again.join()
        self.assertEqual(again.number, max(e.number, f.number))

    def test_whole_tables_are_carried(self):
        """What cannot be read in full is not exported, and of a file that was cut off no table is taken in part."""
        a, b = self.sit_down()
        c, d = self.sit_down()
        for guest, other in ((a, b), (c, d)):
            guest.order("resign")
            self.settle(guest, other)
        first, second = sorted((a.table, c.table))
        whole = run("export", "--data", self.server.data).stdout.splitlines(keepends=True)
        head = next(i for i, line in enumerate(whole) if f'"{second}"' in line)
        file, places = Path(self.folder.name, "cut.jsonl"), iter(range(99))

        def taken(lines):
            folder = Path(self.folder.name, f"place{next(places)}")  # which is made where it is not there
            file.write_text("".join(lines))
            done = run("import", file, "--data", folder)
            return done.returncode, done.stdout, done.stderr

        self.assertEqual(taken(whole), (0, "2 tables\n", ""))
        for end in (head + 1, head + 3, len(whole) - 1):  # without entries, without all of them, without its record
            status, tables, why = taken(whole[:end])
            self.assertEqual((status, tables), (1, "1 tables\n"), end)
            self.assertRegex(why, f"table {second}: .* are there")
        # Nor when it was cut off within a line that still ends as one, or cannot be read; then nothing is in the way of the whole.
        last = next(i for i, line in enumerate(whole) if '"of":' in line)
        lines = [whole[0].replace('"records":1}', '"records":0}'), *whole[1:last]]
        self.assertTrue(lines[-1].endswith("}}\n"))
        for cut in (lines[-1][:-2], lines[-1][:-1].replace("{", "{{", 1)):
            status, tables, why = taken([*lines[:-1], cut])
            self.assertEqual((status, tables), (1, "0 tables\n"), why)
            self.assertRegex(why, f"line {last}: ")
            file.write_text("".join(lines))
            again = run("import", file, "--data", Path(self.folder.name, f"place{next(places) - 1}"))
            self.assertEqual((again.returncode, again.stdout), (0, "1 tables\n"), again.stderr)
            next(places)
        folder = run("import", self.folder.name, "--data", Path(self.folder.name, "place0"))
        self.assertEqual((folder.returncode, folder.stdout), (1, "0 tables\n"))
        self.assertIn("Is a directory", folder.stderr)
        # For a table without entries, too, the time that it is kept begins where it arrives.
        alone = re.sub('"(entries|records)":[0-9]+', r'"\1":0', re.sub('"opened_ms":[0-9]+', '"opened_ms":1', whole[0]))
        self.assertEqual(taken([alone]), (0, "1 tables\n", ""))
        with sqlite3.connect(Path(self.folder.name, f"place{next(places) - 1}", "zashiki.db")) as base:
            (note,), = base.execute("SELECT body FROM entries")
        self.assertRegex(note, f"^0 0 {str(int(time.time()))[:5]}")
        # However many games ended at a table.
        many = [line.replace('"records":1}', '"records":300}') for line in whole[:head]]
        many += [whole[head - 1].replace('"of":0', f'"of":{game}') for game in range(1, 300)]
        self.assertEqual(taken(many), (0, "1 tables\n", ""))
        # Of a table that is damaged nothing is written, and it is named.
        self.server.stop()
        with sqlite3.connect(self.server.database) as base:
            base.execute("UPDATE entries SET body = body || ' ' WHERE table_id = ? AND number = 3", [first])
        damaged = run("export", "--data", self.server.data)
        self.assertEqual((damaged.returncode, damaged.stdout), (1, "".join(whole[head:])))
        self.assertIn(f"{first}: the check sum does not match at entry 3", damaged.stderr)

    def test_records_are_carried(self):
        """One that cannot be read takes no other with it, there and where they arrive."""
        a, b = self.sit_down()
        for game in range(4):
            a.order("resign")
            self.settle(a, b)
            if game < 3:
                a.order("again")
                self.settle(a, b)
                b.order("again")
                self.settle(a, b)
        whole = run("export", "--data", self.server.data).stdout
        self.assertEqual(whole.count('{"of":'), 4)
        self.server.stop()
        with sqlite3.connect(self.server.database) as base:
            base.execute("UPDATE records SET body = body || ' ' WHERE game = 1")
        damaged = run("export", "--data", self.server.data)
        self.assertEqual(damaged.returncode, 1)
        self.assertIn(f"{a.table}: the check sum does not match at the record of game 1", damaged.stderr)
        lines = whole.replace('"records":4', '"records":3').splitlines(keepends=True)
        self.assertEqual(damaged.stdout, "".join(line for line in lines if not line.startswith('{"of":1')))
        file, folder = Path(self.folder.name, "records.jsonl"), Path(self.folder.name, "records")
        folder.mkdir()
        file.write_text(damaged.stdout)
        into = run("import", file, "--data", folder)
        self.assertEqual((into.returncode, into.stdout), (0, "1 tables\n"), into.stderr)
        again = run("export", "--data", folder)
        self.assertEqual((again.returncode, again.stdout), (0, damaged.stdout))
        self.assertEqual(run("audit", "--data", folder).stdout, "1 tables, 3 records\n")
        # None of a game that was not played, and each once.
        for other in ("0", "3", "7"):
            file.write_text(damaged.stdout.replace('{"of":2', '{"of":' + other))
            empty = Path(self.folder.name, f"empty{other}")
            empty.mkdir()
            self.assertIn("does not come next", run("import", file, "--data", empty).stderr)

    def test_backup(self):
        """While a game is played; what was acknowledged before is in it."""
        a, b = self.sit_down()
        copy, data = Path(self.folder.name, "copy.db"), self.server.data
        self.assertEqual(run("backup", copy, "--data", data).returncode, 0)
        self.assertEqual(run("backup", copy, "--data", data).returncode, 1)
        itself = run("backup", self.server.database, "--data", data, "--force")
        self.assertEqual(itself.returncode, 1)
        self.assertIn("where the tables are", itself.stderr)
        backup, before = self.run_amid_moves((a, b), "backup", copy, "--data", data, "--force")
        self.assertEqual((backup.returncode, backup.stderr), (0, ""))
        kept_entries = self.entries(a.table, types.SimpleNamespace(database=copy))
        self.hold_to(kept_entries, before, a)
        self.assertGreater(a.number, len(kept_entries))  # it went on
        running = run("restore", copy, "--data", data, "--force")
        self.assertEqual(running.returncode, 1)
        self.assertIn("another zashiki", running.stderr)
        # At the end of a link, as on another disk, which may not be there now.
        far, link = Path(self.folder.name, "far"), Path(self.folder.name, "link.db")
        far.mkdir()
        link.symlink_to(far / "tables.db")
        missing = run("backup", link, "--data", data, "--force")
        self.assertEqual(missing.returncode, 1)
        self.assertIn("a link to a file that is not there", missing.stderr)
        (far / "tables.db").write_text("")
        self.assertEqual(run("backup", link, "--data", data, "--force").returncode, 0)
        self.assertTrue(link.is_symlink())
        self.assertEqual(sorted(path.name for path in far.iterdir()), ["tables.db"])
        self.assertGreater((far / "tables.db").stat().st_size, 0)
        self.server.stop()
        kept = run("restore", copy, "--data", data)
        self.assertEqual(kept.returncode, 1)
        self.assertIn("--force", kept.stderr)
        back = run("restore", copy, "--data", data, "--force")
        self.assertEqual((back.returncode, back.stdout), (0, "1 tables\n"), back.stderr)
        self.assertEqual(self.entries(a.table), kept_entries)
        self.server.start()
        again = self.server.player(a.table, a.token)
        again.join()
        self.assertEqual(again.number, len(kept_entries))
        # Elsewhere, and not what is damaged.
        other = Path(self.folder.name, "other")
        self.assertEqual(run("restore", copy, "--data", other).returncode, 0)
        # Hidden cards are in both: they are nobody else's to read, whatever is usual for this user.
        for path in (copy, other / "zashiki.db"):
            self.assertEqual(path.stat().st_mode & 0o777, 0o600)
        broken = Path(self.folder.name, "broken.db")
        with sqlite3.connect(copy) as base:
            base.execute("UPDATE entries SET body='{}' WHERE number=4")
        wrong = run("restore", copy, "--data", other, "--force")
        self.assertEqual(wrong.returncode, 1)
        self.assertIn("1 of 1 tables", wrong.stderr)
        # By hand it can take the place of the tables: those that are sound are played on.
        c, d = self.sit_down()
        self.assertEqual(run("backup", copy, "--data", data, "--force").returncode, 0)
        with sqlite3.connect(copy) as base:
            base.execute("UPDATE entries SET body='{}' WHERE number=4 AND table_id=?", [a.table])
            base.execute("UPDATE lists SET members=zeroblob(16)")
        self.assertIn("the list of tables is damaged", run("restore", copy, "--data", other, "--force").stderr)
        self.server.stop()
        (Path(data) / "zashiki.db").write_bytes(copy.read_bytes())
        self.server.start()
        with self.refused("table.aside"):
            self.server.player(a.table, a.token).join()
        guests = [self.server.player(c.table, token) for token in (c.token, d.token)]
        for guest in guests:
            guest.join()
        self.move(guests)
        self.server.stop()
        broken.write_bytes(copy.read_bytes()[:9000])
        self.assertEqual(run("restore", broken, "--data", other, "--force").returncode, 1)
        broken.write_text("no database")
        self.assertEqual(run("restore", broken, "--data", other, "--force").returncode, 1)

    @unittest.skipUnless("ZASHIKI_BAD_SECTOR" in os.environ, "nothing replaces calls in this build")
    def test_bad_sector(self):
        """The tables that the disk does not give are named, and all others are exported; a backup takes the file's place."""
        a, b = self.sit_down()
        a.order("resign")
        self.settle(a, b)
        one = run("export", "--data", self.server.data).stdout
        file, folder, copy = (Path(self.folder.name, name) for name in ("many.jsonl", "many", "many.db"))
        ids = [f"{number:02}{a.table[2:]}" for number in range(20)]
        file.write_text("".join(one.replace(a.table, id) for id in ids))
        folder.mkdir()
        self.assertEqual(run("import", file, "--data", folder).returncode, 0)
        self.assertEqual(run("backup", copy, "--data", folder).returncode, 0)
        database = folder / "zashiki.db"
        moves = re.finditer(ids[9].encode() + b'.{1,20}{"kind":"move"', database.read_bytes(), re.S)
        at = next(m.start() for m in moves if m.string[m.start() // 4096 * 4096] == 10)  # no page that leads to others
        worn = {**os.environ, "LD_PRELOAD": os.environ["ZASHIKI_BAD_SECTOR"], "BAD_FILE": str(database), "BAD_BYTE": str(at)}

        def run_worn(*words):
            return subprocess.run([ZASHIKI, *words, "--data", folder], env=worn, capture_output=True, text=True, timeout=PATIENCE_S, check=False)

        exported = run_worn("export")
        self.assertEqual(exported.returncode, 1)
        named = re.findall("export: ([^:]*): .*Input/output error", exported.stderr)
        self.assertIn(ids[9], named)
        self.assertLess(len(named), 8)
        heads = [json.loads(line)["table"] for line in exported.stdout.splitlines() if line.startswith('{"table"')]
        self.assertEqual(sorted(heads + named), ids)
        audit = run_worn("audit")
        self.assertEqual((audit.returncode, re.findall("table (.*) cannot be read", audit.stderr)), (1, named))
        self.assertEqual(run_worn("restore", copy, "--force").returncode, 0)
        self.assertEqual(run_worn("audit").stdout, "20 tables, 20 records\n")

    @unittest.skipUnless("ZASHIKI_NOTE_SYNCS" in os.environ, "nothing notes calls in this build")
    def test_files_are_synced(self):
        """A file that takes a place in a folder is on the disk before, and the folder after: a new one, a backup, what is restored."""
        notes = Path(self.folder.name, "notes")

        def noted(*words):
            """What was synced and renamed, in order; folders as "/"."""
            notes.unlink(missing_ok=True)
            environment = {**os.environ, "LD_PRELOAD": os.environ["ZASHIKI_NOTE_SYNCS"], "NOTE_SYNCS": str(notes)}
            process = subprocess.Popen([ZASHIKI, *map(str, words)], env=environment, stdout=subprocess.PIPE, text=True)
            if words[0] == "serve":
                process.stdout.readline()
                process.terminate()
            process.communicate(timeout=PATIENCE_S)
            self.assertEqual(process.returncode, 0)
            paths = [re.split("[ \t]", line) for line in notes.read_text().splitlines()]
            return [" ".join([what] + ["/" if Path(path).is_dir() else Path(path).name for path in each]) for what, *each in paths]

        fresh, copy = Path(self.folder.name, "fresh"), Path(self.folder.name, "copy.db")
        made = noted("serve", "--data", fresh, "--port", "0")
        at = made.index("rename zashiki.db.part zashiki.db")
        self.assertIn("sync zashiki.db.part", made[:at])
        self.assertEqual(made[at + 1], "sync /")
        self.assertEqual(noted("backup", copy, "--data", fresh)[-3:], ["sync copy.db.part", "rename copy.db.part copy.db", "sync /"])
        restored = noted("restore", copy, "--data", Path(self.folder.name, "other"))
        at = restored.index("rename zashiki.db.part zashiki.db")
        self.assertIn("sync zashiki.db.part", restored[:at])
        self.assertEqual(restored[at + 1], "sync /")
        games = Path(__file__).parent / "yokai/records/judge.jsonl"
        kept = noted("path", "add", games, "--name", "judge", "--data", Path(self.folder.name, "path"))
        self.assertEqual(kept, ["sync path.json.part", "rename path.json.part path.json", "sync /"])


if __name__ == "__main__":
    only = [word for name in sys.argv[1:] for word in ("-k", name)]
    unittest.main(argv=[sys.argv[0], *only], verbosity=2, warnings="ignore")
