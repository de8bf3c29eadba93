#!/usr/bin/env python3
"""A terminal at a server's table: `zashiki join` and `zashiki watch` beside another program, with and without TLS.

    ZASHIKI=build/zashiki tests/test_join.py
"""
import base64
import contextlib
import hashlib
import json
import os
import pty
import re
import shutil
import socket
import ssl
import subprocess
import sys
import tempfile
import threading
import unittest
from pathlib import Path

root = Path(__file__).resolve().parent.parent
if "ZASHIKI" not in os.environ:
    sys.exit(77)
PROGRAM = os.path.abspath(os.environ["ZASHIKI"])
sys.path.insert(0, str(root / "tests/server"))
from client import PATIENCE_S, Server, wait_until  # noqa: E402
from dialogue import converse  # noqa: E402
import fair  # noqa: E402
if shutil.which("tmux"):
    from test_screen import Terminal


class Relay:
    """TLS before a server's port, by a certificate for localhost that is signed by itself."""

    def __init__(self, folder, port):
        self.certificate, key = os.path.join(folder, "certificate.pem"), os.path.join(folder, "key.pem")
        subprocess.run(["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2",
                        "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost", "-keyout", key, "-out", self.certificate],
                       check=True, capture_output=True)
        self.context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        self.context.load_cert_chain(self.certificate, key)
        self.behind = port
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self):
        while True:
            try:
                plain, _ = self.listener.accept()
            except OSError:
                return
            threading.Thread(target=self.carry, args=(plain,), daemon=True).start()

    def carry(self, plain):
        try:
            near = self.context.wrap_socket(plain, server_side=True)
        except OSError:
            return
        far = socket.create_connection(("127.0.0.1", self.behind))

        def pump(one, other):
            try:
                while data := one.recv(65536):
                    other.sendall(data)
                other.shutdown(socket.SHUT_WR)
            except OSError:
                pass
        threading.Thread(target=pump, args=(far, near), daemon=True).start()
        pump(near, far)

    def close(self):
        self.listener.close()


class Listener:
    """Somebody else's server, which only listens: the text of the first frame that it is sent."""

    def __init__(self):
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]

    def hear(self):
        near, _ = self.listener.accept()
        self.listener.close()
        with near, near.makefile("rb") as stream:
            head = b"".join(iter(stream.readline, b"\r\n")).decode()
            key = re.search(r"(?i)sec-websocket-key: (\S+)", head)[1]
            digest = hashlib.sha1((key + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11").encode()).digest()
            near.sendall(b"HTTP/1.1 101 x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: "
                         + base64.b64encode(digest) + b"\r\n\r\n")
            size = stream.read(2)[1] & 0x7F
            if size == 126:
                size = int.from_bytes(stream.read(2), "big")
            mask = stream.read(4)
            return bytes(byte ^ mask[i % 4] for i, byte in enumerate(stream.read(size))).decode()


class Liar:
    """A server that is not honest: what another one tells is changed on the way, and what it is told is noted."""

    def __init__(self, port, change):
        self.behind, self.change, self.heard = port, change, []
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self):
        while True:
            try:
                near, _ = self.listener.accept()
            except OSError:
                return
            far = socket.create_connection(("127.0.0.1", self.behind))
            for pair in (near, far, self.note), (far, near, self.lie):
                threading.Thread(target=self.carry, args=pair, daemon=True).start()

    @staticmethod
    def carry(one, other, told):
        try:
            with one, one.makefile("rb") as stream:
                other.sendall(b"".join(iter(stream.readline, b"\r\n")) + b"\r\n")
                while head := stream.read(2):
                    size, more = head[1] & 0x7F, b""
                    if size > 125:
                        more = stream.read(2 if size == 126 else 8)
                        size = int.from_bytes(more, "big")
                    mask = stream.read(4) if head[1] & 0x80 else b""
                    other.sendall(told(head, more, mask, stream.read(size)))
                other.shutdown(socket.SHUT_WR)
        except OSError:
            with contextlib.suppress(OSError):
                other.shutdown(socket.SHUT_RDWR)

    def note(self, head, more, mask, data):
        self.heard.append(bytes(byte ^ mask[i % 4] for i, byte in enumerate(data)).decode(errors="replace"))
        return head + more + mask + data

    def lie(self, head, more, mask, data):
        said = self.change(data.decode()).encode() if head[0] == 0x81 else data
        assert len(said) == len(data)
        return head + more + mask + said

    def close(self):
        self.listener.close()


class Table(unittest.TestCase):
    """A server, and tables on it."""

    def setUp(self):
        self.folder = tempfile.TemporaryDirectory(dir=os.environ.get("ZASHIKI_BUILD"))
        self.addCleanup(self.folder.cleanup)
        self.server = Server(Path(self.folder.name, "data"), "--bot-delay", "0").start()
        self.addCleanup(self.stop)
        self.env = {**os.environ, "XDG_DATA_HOME": os.path.join(self.folder.name, "home"), "LC_ALL": "C.UTF-8"}

    def stop(self):
        if self.server.process.poll() is None:
            self.server.stop()

    def open(self, game, **keys):
        guest = self.server.guest()
        guest.send_text(json.dumps({"zashiki": 1, "do": "open", "request": "o", "game": game, **keys}))
        answer = json.loads(guest.receive_text())
        guest.close()
        return answer["table"], answer["tokens"]

    def link(self, table, token=None, base=None):
        base = base or f"http://127.0.0.1:{self.server.port}/"
        return f"{base}#/table/{table}" + (f"/{token}" if token else "")

    def sit(self, link):
        """A terminal takes seat A, waits for the other, and is killed."""
        first = subprocess.Popen([PROGRAM, "join", "--name", "Mai", link], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=self.env)
        said = ""
        while "Waiting for everyone to sit down: Player B.\n" not in said:
            said += first.stdout.readline() or self.fail(said)
        first.kill()
        first.communicate()

    def beside(self, table, token):
        """A program that plays the other seat, for as long as the test takes."""
        other = subprocess.Popen([str(root / "examples/bot.py"), self.link(table, token)], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.addCleanup(other.wait)
        self.addCleanup(other.kill)

    def play_through(self, liar, *typed):
        """Sits down at a new table through one who lies, and types that; what was said."""
        self.addCleanup(liar.close)
        table, tokens = self.open("null", options={"first": "A"})
        self.beside(table, tokens["B"])
        lines = iter(typed)
        said, status = converse([PROGRAM, "join", self.link(table, tokens["A"], f"http://127.0.0.1:{liar.port}/")], lambda said: next(lines, "quit"), self.env)
        self.assertEqual(status, 0, said)
        return said


class Join(Table):
    def test_plays_beside_another_program(self):
        table, tokens = self.open("sketch")
        bot = subprocess.Popen([str(root / "examples/bot.py"), self.link(table, tokens["B"])], stdout=subprocess.PIPE, text=True)
        watcher = subprocess.Popen([PROGRAM, "watch", self.link(table)], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True, env=self.env)
        typed = iter(["Mai"])
        said, status = converse([PROGRAM, "join", self.link(table, tokens["A"])], lambda said: next(typed, "1"), self.env)
        self.assertEqual(status, 0, said[-600:])
        self.assertIn("This seat is free. Type your name to take it, or quit.\n> Mai\n", said)
        result = json.loads(bot.communicate(timeout=PATIENCE_S)[0])
        watched = watcher.communicate(timeout=PATIENCE_S)[0]
        winner = {"A": "You win!", "B": "Random wins!"}[result["winners"][0]] if not result.get("drawn") else "The game is drawn"
        self.assertIn(f"\n{winner}\n", said)
        self.assertIn("  Mai: %d point" % result["points"]["A"], said)
        self.assertIn("  Mai: %d point" % result["points"]["A"], watched)
        # Who watches sees what both play and draws nothing; who plays sees their own cards and not the other's.
        for text in (said, watched):
            self.assertRegex(text, r"(?m)^Random plays \w+–\w+.* on the \w+ stack")
            self.assertNotRegex(text, r"(?m)^Random draws (?!a card\.)")
        self.assertRegex(said, r"(?m)^Mai draws \w+–\w+")
        self.assertNotRegex(watched, r"(?m)^Mai draws (?!a card\.)")
        # The shuffles are ours, too: a seed that was committed to came in time.
        self.assertNotIn("did not come in time", said)

    def test_comes_back_by_the_same_link(self):
        table, tokens = self.open("null", options={"first": "A"})
        link = self.link(table, tokens["A"])
        self.sit(link)
        kept = Path(self.env["XDG_DATA_HOME"], "zashiki/seats")
        self.assertEqual(kept.stat().st_mode & 0o777, 0o600)
        self.assertRegex(kept.read_text(encoding="utf-8"), rf"^http://127.0.0.1:{self.server.port}/ {table} {tokens['A']} [\w-]{{32}} [0-9a-f]{{64}}\n$")
        # The seat is ours: no name is asked for. Whoever has the link alone watches.
        bot = subprocess.Popen([str(root / "examples/bot.py"), self.link(table, tokens["B"])], stdout=subprocess.DEVNULL)
        said, status = converse([PROGRAM, "join", link], lambda said: "1", self.env)
        self.assertEqual((bot.wait(PATIENCE_S), status), (0, 0))
        self.assertRegex(said, r"(?m)^(You win!|Random wins!|The game is drawn)$")
        self.assertNotIn("This seat is free", said)
        self.assertNotIn("did not come in time", said)  # nor is our part of the shuffle lost
        other = {**self.env, "XDG_DATA_HOME": os.path.join(self.folder.name, "other")}
        said, _ = converse([PROGRAM, "join", link], lambda said: "quit", other)
        self.assertIn("You are watching.", said)

    def test_a_key_is_for_one_server(self):
        """A link to the same table and seat at somebody else's server gets the invitation that it came with, not the key."""
        table, tokens = self.open("null")
        self.sit(self.link(table, tokens["A"]))
        key = Path(self.env["XDG_DATA_HOME"], "zashiki/seats").read_text(encoding="utf-8").split()[3]
        other = Listener()
        there = subprocess.Popen([PROGRAM, "join", self.link(table, tokens["A"], f"http://127.0.0.1:{other.port}/")],
                                 stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=self.env)
        self.addCleanup(lambda: (there.kill(), there.communicate()))
        heard = other.hear()
        self.assertIn(tokens["A"], heard)
        self.assertNotIn(key, heard)

    def test_what_is_lost_on_the_way(self):
        """Whose connection is lost as they sit down comes back by the same link, and may sit; whose answer is lost has the seat; whose
        seed is lost sends it again."""
        class Loses(Liar):
            lose = ['"do":"sit"', '"kind":"sit","by":"A"', '"do":"seed"']

            def lost(self, text):
                for what in self.lose:
                    if what in text:
                        self.lose.remove(what)
                        raise ConnectionError
                return text

            def note(self, head, more, mask, data):
                said = super().note(head, more, mask, data)
                self.lost(self.heard[-1])
                return said
        liar = Loses(self.server.port, lambda text: liar.lost(text))
        self.addCleanup(liar.close)
        table, tokens = self.open("null", options={"first": "A"})
        link = self.link(table, tokens["A"], f"http://127.0.0.1:{liar.port}/")
        first = subprocess.Popen([PROGRAM, "join", "--name", "Mai", link], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=self.env)
        self.addCleanup(lambda: (first.kill(), first.communicate()))
        wait_until(lambda: len(liar.lose) == 2)
        first.kill()
        first.communicate()
        self.beside(table, tokens["B"])
        typed = iter(["Mai", "resign", "yes"])
        said, status = converse([PROGRAM, "join", link], lambda said: next(typed, "quit"), self.env)
        self.assertEqual((status, liar.lose), (0, []), said)
        self.assertIn("This seat is free.", said)
        self.assertEqual(sum('"do":"seed"' in heard for heard in liar.heard), 2)
        self.assertNotIn("did not come in time", said)

    def test_hands_its_seed_in_again(self):
        """A seed that could not be saved is handed in once more, and nobody is told: they had not asked for it."""
        class Refuses(Liar):
            request = None

            def note(self, head, more, mask, data):
                said = super().note(head, more, mask, data)
                if self.request or '"do":"seed"' not in self.heard[-1]:
                    return said
                self.request = json.loads(self.heard[-1])["request"]
                return masked(json.dumps({"zashiki": 1, "do": "ping", "request": self.request}))

            def lie(self, head, more, mask, data):
                if self.request and b'"pong"' in data and f'"{self.request}"'.encode() in data:
                    return unmasked(json.dumps({"zashiki": 1, "request": self.request, "refused": {"key": "store.failed"}}))
                return head + more + mask + data

        def unmasked(text):
            return bytes([0x81, len(text)]) + text.encode()

        def masked(text):
            return bytes([0x81, 0x80 | len(text), 0, 0, 0, 0]) + text.encode()
        liar = Refuses(self.server.port, None)
        said = self.play_through(liar, "Mai", "resign", "yes")
        seeds = [json.loads(heard)["seed"] for heard in liar.heard if '"do":"seed"' in heard]
        self.assertEqual(len(seeds), 2, said)
        self.assertEqual(seeds[0], seeds[1])
        self.assertNotIn("saved", said)
        self.assertNotIn("did not come in time", said)

    def test_links_that_are_none(self):
        """Nothing of a link gets into a request or a file that could end a line there."""
        for end in ("table/x%0Ay", "table/x%20y", "table/x/y%0D%0Az", "table/x/%E3%81%82"):
            ran = subprocess.run([PROGRAM, "join", f"http://127.0.0.1:1/#/{end}"], capture_output=True, text=True, env=self.env, check=False)
            self.assertEqual(ran.returncode, 2, end)
            self.assertIn("That is no link to a table", ran.stderr)
        ran = subprocess.run([PROGRAM, "join", "http://127.0.0.1:1/ x\r\nX: y#/table/x"], capture_output=True, text=True, env=self.env, check=False)
        self.assertIn("That is no link to a table", ran.stderr)

    def test_goes_on_at_another_device(self):
        """A link to one's seat for another device works once; the seat is then played at both, until one puts the other out."""
        table, tokens = self.open("null", options={"first": "A"}, clock_ms=3000000)
        other = {**self.env, "XDG_DATA_HOME": os.path.join(self.folder.name, "other")}
        self.beside(table, tokens["B"])
        first = iter(["Mai", "device"])
        said, _ = converse([PROGRAM, "join", self.link(table, tokens["A"])], lambda said: next(first, "quit"), self.env)
        link = re.search(rf"(?m)^http://\S+/#/device/{table}/[\w-]{{32}}$", said)[0]
        self.assertIn("It works once.", said.replace("\n    ", " "))
        self.assertRegex(said, r"Your turn: .*? ([1-4]\d:\d\d|50:00) left\.")
        second = iter(["who"])
        said, status = converse([PROGRAM, "join", link], lambda said: next(second, "quit"), other)
        self.assertEqual(status, 0, said)
        self.assertRegex(said, r"(?m)^A: Mai \(([1-4]\d:\d\d|50:00), you, 2 devices\)$")
        # By the same link it comes back; elsewhere the link has been used.
        again = iter(["alone", "who"])
        said, _ = converse([PROGRAM, "join", link], lambda said: next(again, "quit"), other)
        self.assertRegex(said, r"(?m)^A: Mai \(([1-4]\d:\d\d|50:00), you\)$")
        third = {**self.env, "XDG_DATA_HOME": os.path.join(self.folder.name, "third")}
        said, status = converse([PROGRAM, "join", link], lambda said: "quit", third)
        self.assertEqual(status, 1)
        self.assertIn("This link has been used", said)
        # The first device is out.
        said, status = converse([PROGRAM, "join", self.link(table, tokens["A"])], lambda said: "quit", self.env)
        self.assertEqual((status, said), (1, "zashiki join: This link does not open a seat here. Ask for a new one.\n"))

    def test_no_link_to_a_device_is_lost(self):
        """Whose connection is lost as they come by a link to another device asks once more with the same key; so does who comes back
        later. The link works once all the same."""
        class Loses(Liar):
            lose = []

            def note(self, head, more, mask, data):
                said = super().note(head, more, mask, data)
                if "ask" in self.lose and '"do":"device"' in self.heard[-1]:
                    self.lose.remove("ask")
                    raise ConnectionError
                return said

            def answer(self, text):
                if "answer" in self.lose and '"done":' in text and '"do":"device"' in [heard for heard in self.heard if heard][-1]:
                    self.lose.remove("answer")
                    raise ConnectionError
                return text
        liar = Loses(self.server.port, lambda text: liar.answer(text))
        self.addCleanup(liar.close)
        base = f"http://127.0.0.1:{liar.port}/"
        table, tokens = self.open("null", options={"first": "A"})
        self.beside(table, tokens["B"])
        first = iter(["Mai", "device"])
        said, _ = converse([PROGRAM, "join", self.link(table, tokens["A"])], lambda said: next(first, "quit"), self.env)
        link = base + re.search(rf"(?m)#/device/{table}/[\w-]{{32}}$", said)[0]
        liar.lose = ["ask", "answer"]
        for n, typed in enumerate((["who"], ["who"], ["device"])):
            other = {**self.env, "XDG_DATA_HOME": os.path.join(self.folder.name, f"other{n == 2}")}
            typed = iter(typed)
            said, status = converse([PROGRAM, "join", link], lambda said: next(typed, "quit"), other)
            if n < 2:
                self.assertEqual((status, liar.lose), (0, []), said)
                self.assertRegex(said, r"(?m)^A: Mai \(you, 2 devices\)$")
        self.assertEqual(status, 1)
        self.assertIn("This link has been used", said)
        # The program is gone before the answer comes.
        first = iter(["device"])
        said, _ = converse([PROGRAM, "join", self.link(table, tokens["A"])], lambda said: next(first, "quit"), self.env)
        link = base + re.search(rf"(?m)#/device/{table}/[\w-]{{32}}$", said)[0]
        liar.lose = ["answer"]
        third = {**self.env, "XDG_DATA_HOME": os.path.join(self.folder.name, "third")}
        gone = subprocess.Popen([PROGRAM, "join", link], stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=third)
        self.addCleanup(lambda: (gone.kill(), gone.communicate()))
        wait_until(lambda: not liar.lose)
        gone.kill()
        gone.communicate()
        typed = iter(["who"])
        said, status = converse([PROGRAM, "join", link], lambda said: next(typed, "quit"), third)
        self.assertEqual(status, 0, said)
        self.assertRegex(said, r"(?m)^A: Mai \(you, 3 devices\)$")

    @unittest.skipUnless(shutil.which("tmux"), "needs tmux")
    def test_link_in_one_piece(self):
        """A link to another device is longer than a row of the whole screen, and is copied without a gap."""
        table, tokens = self.open("null")
        terminal = Terminal()
        self.addCleanup(terminal.close)
        terminal.run(f"clear; {PROGRAM} join --name Mai '{self.link(table, tokens['A'])}'")
        terminal.wait(lambda screen: "Mai sits down." in screen)  # before, it waits for everyone, too
        terminal.type(":device")
        terminal.keys("Enter")
        terminal.wait(lambda screen: "It works once." in screen and "#/device/" in screen)
        whole = terminal.tmux("capture-pane", "-p", "-J", "-t", "t")
        self.assertRegex(whole, rf"(?m)^http://127\.0\.0\.1:\d+/#/device/{table}/[\w-]{{32}} *$")
        terminal.keys("Enter")
        terminal.wait(lambda screen: "Waiting for everyone" in screen and "#/device" not in screen)

    @unittest.skipUnless(shutil.which("tmux"), "needs tmux")
    def test_asks_before_it_is_answered(self):
        """What is typed between the news that one sits and the answer goes by the new key already."""
        def hold(text):
            if '"done":1}' in text:
                wait_until(lambda: any('"do":"link"' in heard for heard in liar.heard))
            return text
        liar = Liar(self.server.port, hold)
        self.addCleanup(liar.close)
        table, tokens = self.open("null")
        terminal = Terminal()
        self.addCleanup(terminal.close)
        terminal.run(f"clear; {PROGRAM} join --name Mai '{self.link(table, tokens['A'], f'http://127.0.0.1:{liar.port}/')}'")
        terminal.wait(lambda screen: "Waiting for everyone" in screen)
        terminal.type(":device")
        terminal.keys("Enter")
        terminal.wait(lambda screen: "It works once." in screen or "That seat is taken." in screen)
        self.assertIn("It works once.", terminal.tmux("capture-pane", "-p", "-J", "-t", "t"))

    def test_says_whom_it_waits_for(self):
        """Whose turn it is, when that is another person's; that the game is paused, and how it goes on."""
        table, tokens = self.open("null", options={"first": "A"})
        people = {}
        for seat, name in ("A", "Mai"), ("B", "Ben"):
            env = {**self.env, "XDG_DATA_HOME": os.path.join(self.folder.name, name)}
            people[seat] = subprocess.Popen([PROGRAM, "join", "--name", name, self.link(table, tokens[seat])], stdin=subprocess.PIPE,
                                            stdout=subprocess.PIPE, text=True, env=env)
            self.addCleanup(people[seat].communicate)
            self.addCleanup(people[seat].kill)

        def until(seat, wanted):
            lines = []
            while wanted not in (lines or [""])[-1]:
                lines.append(people[seat].stdout.readline() or self.fail("".join(lines)))
            return lines
        until("B", "Mai chooses a move.")
        until("A", "Your turn")
        print("moves\npause", file=people["A"].stdin, flush=True)
        until("B", "The game is paused. Type resume to go on.")

    def test_plays_another_game(self):
        """Both want another; each commits to a seed for it, and its shuffle can be verified."""
        table, tokens = self.open("null")
        saved = os.path.join(self.folder.name, "second.jsonl")

        def answers(then):
            return lambda said: next(then, "quit") if "The game is over." in said.rstrip("> \n").rsplit("\n\n", 1)[-1] else "1"
        people = [(["again", "save " + saved], tokens["A"], "Mai", "a"), (["again"], tokens["B"], "Ben", "b")]
        done = {}

        def play(then, token, name, home):
            env = {**self.env, "XDG_DATA_HOME": os.path.join(self.folder.name, home)}
            done[name] = converse([PROGRAM, "join", "--name", name, self.link(table, token)], answers(iter(then)), env)
        threads = [threading.Thread(target=play, args=person) for person in people]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        for said, status in done.values():
            self.assertEqual(status, 0, said[-500:])
            self.assertNotIn("did not come in time", said)
        record = Path(saved).read_text(encoding="utf-8").splitlines()
        self.assertEqual(json.loads(record[0])["seats"], ["Mai", "Ben"])
        verified = subprocess.run([PROGRAM, "verify", saved], capture_output=True, text=True, check=False, timeout=PATIENCE_S)
        self.assertEqual(verified.returncode, 0, verified.stdout + verified.stderr)
        self.assertTrue(json.loads(record[0])["fair"].keys() >= {"server", "A", "B"})

    def test_keeps_its_seed_from_a_liar(self):
        """A server that has not committed is not told our seed; one that says afterwards that it had committed otherwise is found out."""
        commits = re.compile(r'("kind":"commit","by":"chance","commit":")[0-9a-f]{64}')
        saved = os.path.join(self.folder.name, "liar.jsonl")

        def play(change):
            liar = Liar(self.server.port, change)
            said = self.play_through(liar, "Mai", "resign", "yes", "save " + saved)
            self.assertIn("The record is in", said)
            return said, [text for text in liar.heard if '"do":"seed"' in text]
        said, seeds = play(lambda text: text)
        self.assertEqual(len(seeds), 1)
        self.assertNotIn("had fixed another", said)
        said, seeds = play(lambda text: text.replace('"kind":"commit","by":"chance"', '"kind":"commit","by":"chancy"'))
        self.assertEqual(seeds, [])
        self.assertIn("did not come in time", said)
        said, seeds = play(lambda text: commits.sub(r"\g<1>" + "0" * 64, text))
        self.assertEqual(len(seeds), 1)
        self.assertIn("Before the game, the server had fixed another secret number.", said.replace("\n    ", " "))
        # One that says that ours is another one could know it.
        ours = re.compile(r'("kind":"commit","by":"A","commit":"|\\"A\\":\{\\"commit\\":\\")[0-9a-f]{64}')
        said, seeds = play(lambda text: ours.sub(r"\g<1>" + "0" * 64, text))
        self.assertEqual(seeds, [])
        self.assertIn("What this device sent before the game is not in the record.", said.replace("\n    ", " "))

    def test_stands_a_seat_that_there_is_not(self):
        """A server can say that we are at any seat; then there is no seed."""
        liar = Liar(self.server.port, lambda text: text.replace('"you":"A"', '"you":"Z"').replace('"seat":"A"', '"seat":"Z"'))
        said = self.play_through(liar, "Mai", "1", "1")
        self.assertIn("The game is over.", said)

    def test_says_nothing_of_another_game(self):
        """What was told before one game is not compared with the record of the next, for which somebody else pressed."""
        saved = os.path.join(self.folder.name, "next.jsonl")
        table, tokens = self.open("null", options={"first": "A"})
        ben = self.server.player(table)
        ben.token = tokens["B"]
        ben.join()
        seed = bytes(32)

        def hand_in():
            ben.wait(lambda: "B" in ben.now.get("seeds", ()))
            ben.order("seed", seed=seed.hex())

        def play_alone():
            hand_in()
            ben.wait(lambda: ben.now["seats"][0]["who"] == "stand_in")
            ben.order("resign")
            ben.order("again", commit=fair.commitment("B", seed))
            hand_in()
            ben.order("resign")
            ben.close()

        def save():
            alone.join()
            return "save " + saved
        ben.order("sit", name="Ben", commit=fair.commitment("B", seed))
        alone = threading.Thread(target=play_alone)
        alone.start()
        steps = iter([lambda: "Mai", lambda: "bot", save])
        said, status = converse([PROGRAM, "join", self.link(table, tokens["A"])], lambda said: next(steps, lambda: "quit")(), self.env)
        self.assertEqual(status, 0, said)
        self.assertTrue({"server", "B"} <= json.loads(Path(saved).read_text(encoding="utf-8").splitlines()[0])["fair"].keys(), said)
        self.assertNotIn("had fixed another", said)

    def test_knows_what_it_has_not_heard(self):
        """Who committed to another game while the connection was lost, so long ago that nothing says so any more, is not accused."""
        class Cuts(Liar):
            away, done, back = False, threading.Event(), threading.Event()

            def lie(self, head, more, mask, data):
                if not self.away and b'"kind":"ask_again"' in data:
                    self.away = True
                    raise ConnectionError
                if self.done.is_set() and b'"snapshot":' in data:
                    self.back.set()
                return super().lie(head, more, mask, data)

            def note(self, head, more, mask, data):
                if self.away:
                    self.done.wait(PATIENCE_S)
                return super().note(head, more, mask, data)
        liar = Cuts(self.server.port, lambda text: text)
        self.addCleanup(liar.close)
        saved = os.path.join(self.folder.name, "unheard.jsonl")
        table, tokens = self.open("null", options={"first": "A"})
        ben = self.server.player(table)
        ben.token = tokens["B"]
        ben.join()

        def play():
            for game in range(2):
                seed = bytes([game]) * 32
                ben.order(*(["again"] if game else ["sit"]), **({} if game else {"name": "Ben"}), commit=fair.commitment("B", seed))
                for i in range(70 * game):
                    ben.order("sit", name=f"Ben {i}")
                if game:
                    liar.done.set()
                ben.wait(lambda: "B" in ben.now.get("seeds", ()))
                ben.order("seed", seed=seed.hex())
                ben.wait(lambda: not ben.now.get("seeds"))
                ben.order("resign")

        def again():
            liar.back.wait(PATIENCE_S)
            return "again"

        def save():
            other.join()
            return "save " + saved
        other = threading.Thread(target=play)
        other.start()
        steps = iter([lambda: "Mai", again, save])
        said, status = converse([PROGRAM, "join", self.link(table, tokens["A"], f"http://127.0.0.1:{liar.port}/")], lambda said: next(steps, lambda: "quit")(), self.env)
        ben.close()
        self.assertEqual(status, 0, said)
        self.assertIn("B", json.loads(Path(saved).read_text(encoding="utf-8").splitlines()[0])["fair"], said)
        self.assertNotIn("had fixed another", said.replace("\n    ", " "))

    def test_lets_a_bot_play_on(self):
        """A bot plays for a person, everybody is told so, and the person comes back."""
        table, tokens = self.open("sketch", options={"first": "A"}, stand_in="easy")
        self.beside(table, tokens["B"])
        watcher = subprocess.Popen([PROGRAM, "watch", self.link(table)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=self.env)
        typed = iter(["Mai", "1", "bot"])
        said, status = converse([PROGRAM, "join", self.link(table, tokens["A"])], lambda said: next(typed, "quit"), self.env)
        self.assertEqual(status, 0)
        self.assertIn("A bot is playing for you: type sit to take your seat back.", said)
        self.assertRegex(said, r"(?m)^(You win!|Random wins!|The game is drawn)$")
        watched, _ = watcher.communicate(timeout=PATIENCE_S)
        self.assertIn("A bot plays on for Mai.", watched)

    def test_says_what_is_wrong(self):
        table, tokens = self.open("sketch")
        for link, wanted in (("nonsense", "no link to a table"), (f"http://127.0.0.1:1/#/table/{table}", "cannot be reached"),
                             (self.link("x" * 22), "There is no such table"), (f"http://127.0.0.1:{self.server.port}/", "no link to a table")):
            done = subprocess.run([PROGRAM, "join", link], capture_output=True, text=True, env=self.env, timeout=PATIENCE_S, check=False)
            self.assertNotEqual(done.returncode, 0)
            self.assertIn(wanted, done.stderr)
        # Asked for, it is not in the shell's history.
        done = subprocess.run([PROGRAM, "join"], input="nonsense\n", capture_output=True, text=True, env=self.env, timeout=PATIENCE_S, check=False)
        self.assertIn("Type or paste the link", done.stdout)
        self.assertEqual(tokens.keys(), {"A", "B"})

    def test_checks_the_certificate(self):
        relay = Relay(self.folder.name, self.server.port)
        self.addCleanup(relay.close)
        table, tokens = self.open("null", options={"first": "A"})

        def join(host, **env):
            link = self.link(table, tokens["A"], base=f"https://{host}:{relay.port}/")
            return subprocess.run([PROGRAM, "join", link], input="quit\n", capture_output=True, text=True,
                                  env={**self.env, **env}, timeout=PATIENCE_S, check=False)
        # One that nobody has signed, one for another name, and one that the machine knows.
        for host, env in (("localhost", {}), ("127.0.0.1", {"SSL_CERT_FILE": relay.certificate})):
            refused = join(host, **env)
            self.assertEqual(refused.returncode, 1)
            self.assertIn("could not prove who it is", refused.stderr)
            self.assertEqual(refused.stdout, "")
        known = join("localhost", SSL_CERT_FILE=relay.certificate)
        self.assertEqual((known.returncode, known.stderr), (0, ""))
        self.assertIn("This seat is free.", known.stdout)


class Lost(Table):
    """A server that is gone: some 15 seconds, so `make test-all` alone runs it."""

    def test_says_so_and_ends(self):
        table, tokens = self.open("null", options={"first": "A"})
        watcher = subprocess.Popen([PROGRAM, "watch", self.link(table)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                   text=True, env=self.env)
        master, slave = pty.openpty()
        person = subprocess.Popen([PROGRAM, "join", "--plain", "--name", "Mai", self.link(table, tokens["A"])], stdin=slave, stdout=slave,
                                  stderr=slave, env=self.env)
        os.close(slave)
        said = b""

        def until(wanted):
            nonlocal said
            while wanted not in said:
                said += os.read(master, 4096)
        until(b"Waiting for everyone")
        self.stop()
        # On a terminal it is tried for ever; what is typed meanwhile does no harm, and quit leaves.
        until(b"Connection lost.")
        os.write(master, b"hint\n")
        until(b"The server does not answer.")
        os.write(master, b"quit\n")
        self.assertEqual(person.wait(PATIENCE_S), 0)
        os.close(master)
        # Where nobody is it ends by itself, and says why.
        told, errors = watcher.communicate(timeout=PATIENCE_S)
        self.assertEqual(watcher.returncode, 1)
        self.assertIn("Connection lost.", told)
        self.assertIn("The server cannot be reached.", errors)


if __name__ == "__main__":
    sys.exit(unittest.main(defaultTest="Join"))
