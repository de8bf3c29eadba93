#!/usr/bin/python3
"""The recipes of deploy/ for real: games over TLS through Caddy and nginx, while the server is killed.

    tests/test_proxy.py [NAME...]

ZASHIKI names the program. With ZASHIKI_ALL a game of each kind is played through Caddy while the server is killed every
ten seconds; otherwise one game, with one kill. Ports are free ones on loopback, the certificate is made for the test.
"""
import configparser
import http.client
import os
import random
import shutil
import ssl
import subprocess
import sys
import tempfile
import threading
import time
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent / "server"))
if "ZASHIKI" not in os.environ:
    print("ZASHIKI does not name the program", file=sys.stderr)
    sys.exit(77)
if "ZASHIKI_SANITIZED" in os.environ and "ZASHIKI_ALL" not in os.environ:
    sys.exit(77)  # test_server.py is there for what the server itself does
from client import PATIENCE_S, Closed, Guest, Player, Refused, Server, wait_until  # noqa: E402
from ports import free_port  # noqa: E402

ROOT = Path(__file__).resolve().parent.parent
GONE = (Closed, ConnectionRefusedError, ConnectionResetError, BrokenPipeError, ssl.SSLError, TimeoutError)


def replaced(text, *pairs):
    """A recipe with other names in it; each must be there."""
    for old, new in pairs:
        assert old in text, old
        text = text.replace(old, new)
    return text


class Proxied(unittest.TestCase):
    """A server with a proxy before it. Each kind of proxy says how it is started."""

    flags = ()

    def place(self):
        """How the server is told where the proxy finds it."""
        return ("--port", str(free_port()), "--proxy", "127.0.0.1")

    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.here = Path(self.folder.name)
        self.port = free_port()
        self.make_certificate()
        self.server = Server(self.here / "data", "--rate", "0", "--bot-delay", "0", *self.place(),
                             "--public-url", f"https://localhost:{self.port}/", *self.flags, port="").start()
        self.addCleanup(self.stop)

    def stop(self):
        if self.server.process.poll() is None:
            self.assertEqual(self.server.stop(), 0)

    def make_certificate(self):
        self.certificate, self.key = self.here / "cert.pem", self.here / "key.pem"
        subprocess.run(["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes",
                        "-days", "2", "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost",
                        "-keyout", self.key, "-out", self.certificate], check=True, capture_output=True)
        self.tls = ssl.create_default_context(cafile=self.certificate)

    def run_proxy(self, *command, **keys):
        """Starts it, and waits until it answers with a certificate that holds."""
        log = (self.here / "proxy.log").open("wb")
        process = subprocess.Popen(command, stdout=log, stderr=log, **keys)

        def end():
            process.terminate()
            process.wait(PATIENCE_S)
            log.close()
        self.addCleanup(end)

        def answers():
            self.assertIsNone(process.poll(), (self.here / "proxy.log").read_text())
            try:
                return self.page("/health")[0].status in (200, 503)
            except GONE:
                return False
        wait_until(answers)

    def found(self, before, behind=""):
        """Where the server is, as a proxy writes it: with this before and behind a socket's file."""
        port = self.server.port
        return f"{before}{port}{behind}" if isinstance(port, str) else f"127.0.0.1:{port}"

    def caddy(self):
        if not shutil.which("caddy"):
            self.skipTest("there is no caddy")
        recipe = replaced((ROOT / "deploy/Caddyfile").read_text(),
                          ("games.example.org {", f"https://localhost:{self.port} {{\n\ttls {self.certificate} {self.key}"),
                          ("127.0.0.1:8080", self.found("unix/")))
        config = self.here / "Caddyfile"
        config.write_text("{\n\tadmin off\n\tauto_https disable_redirects\n}\n" + recipe)
        home = {**os.environ, "HOME": str(self.here), "XDG_DATA_HOME": str(self.here / "caddy"),
                "XDG_CONFIG_HOME": str(self.here / "caddy")}
        self.run_proxy("caddy", "run", "--config", config, "--adapter", "caddyfile", env=home)

    def nginx(self):
        nginx = shutil.which("nginx") or "/usr/sbin/nginx"
        if not Path(nginx).exists():
            self.skipTest("there is no nginx")
        recipe = replaced((ROOT / "deploy/nginx.conf").read_text(),
                          ("listen 443 ssl", f"listen 127.0.0.1:{self.port} ssl"), ("games.example.org;", "localhost;"),
                          ("/etc/ssl/games.example.org.pem", str(self.certificate)),
                          ("/etc/ssl/games.example.org.key", str(self.key)),
                          ("127.0.0.1:8080", self.found("unix:", ":")))
        places = "".join(f"{kind}_temp_path {self.here / kind};\n"
                         for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi"))
        config = self.here / "nginx.conf"
        config.write_text(f"daemon off;\nworker_processes 1;\npid {self.here / 'pid'};\nerror_log stderr;\nevents {{ }}\n"
                          f"http {{\naccess_log {self.here / 'requests'};\n{places}{recipe}}}\n")
        self.here.chmod(0o755)  # its workers are another user
        self.run_proxy(nginx, "-p", self.here, "-c", config)

    def page(self, path):
        connection = http.client.HTTPSConnection("localhost", self.port, timeout=PATIENCE_S, context=self.tls)
        connection.request("GET", path)
        answer = connection.getresponse()
        body = answer.read()
        connection.close()
        return answer, body

    def guest(self, kind=Guest, *words, **keys):
        # From another address than the proxy's: who comes from there could be another proxy.
        return kind(self.port, *words, tls=self.tls, source="127.0.0.2", **keys)

    # ---- What holds behind either ----

    def holds(self):
        answer, body = self.page("/")
        self.assertEqual(answer.status, 200)
        self.assertIn(b"<title>", body)
        self.assertEqual(answer.headers["Strict-Transport-Security"], "max-age=31536000")
        self.assertEqual(answer.headers["Cross-Origin-Opener-Policy"], "same-origin")
        self.assertEqual(self.page("/metrics")[0].status, 404)
        with self.assertRaises(ConnectionRefusedError) as refused:
            self.guest(origin="https://evil.example")
        self.assertEqual(refused.exception.args, (403,))
        # Whoever they say they are, they come from one address.
        guests = [self.guest(origin=f"https://localhost:{self.port}",
                             headers=[f"X-Forwarded-For: 203.0.113.{i}", f"Forwarded: for=203.0.113.{i}"])
                  for i in range(3)]
        with self.assertRaises(ConnectionRefusedError) as refused:
            self.guest(headers=["X-Forwarded-For: 203.0.113.9"])
        self.assertEqual(refused.exception.args, (503,))
        for guest in guests:
            guest.close()

    # ---- A game whose players come back ----

    def player(self, table=None, token=None):
        """Joined; however long the server is gone."""
        deadline = time.monotonic() + PATIENCE_S
        while True:
            try:
                player = self.guest(Player, table, token)
                if table:
                    player.join()
                return player
            except GONE:
                assert time.monotonic() < deadline, "nobody answers"
                time.sleep(0.05)

    def play(self, game, rng, after_move=lambda count: None, goes_on=lambda: False):
        """To its end, which nobody declares while it is to go on; the numbers of acknowledged moves."""
        opener = self.player()
        tokens = opener.open(game)
        players = {seat: self.player(opener.table, token) for seat, token in tokens.items()}
        opener.close()
        for seat, player in players.items():
            player.order("sit", name=f"Player {seat}")
        acknowledged = []
        while True:
            try:
                last = max([0, *acknowledged])
                a = players["A"]
                a.wait(lambda: a.number >= last and a.now["status"] != "open" and a.now["actor"] != "chance")
                actor = a.now["actor"]
                if actor == "over":
                    break
                mover = players[actor]
                mover.wait(lambda: mover.number >= a.number)
                legal = [move for move in mover.now["legal"] if move != "declare" or not goes_on()]
                move, at, request = rng.choice(legal), mover.number, f"move{len(acknowledged)}"
                acknowledged.append(self.insist(players, actor, move, at, request))
            except GONE:
                self.come_back(players)
            after_move(len(acknowledged))
        self.assertEqual(acknowledged, sorted(set(acknowledged)))  # each once, and in order
        log = players["A"].log | players["A"].events
        for number in acknowledged:
            self.assertEqual(log[number]["kind"], "move")
        for player in players.values():
            player.close()
        return acknowledged

    def insist(self, players, seat, move, at, request):
        """Asks for a move until it is answered, with the same request, which acts once."""
        while True:
            try:
                return players[seat].order("move", move=move, at=at, request=request)["done"]
            except GONE:
                self.come_back(players)
            except Refused as refused:
                self.assertEqual(refused.key, "store.failed")

    def come_back(self, players):
        for seat, player in players.items():
            player.close()
            fresh = self.player(player.table, player.token)
            fresh.log = player.log | player.events | fresh.log
            players[seat] = fresh


class Behind(Proxied):
    flags = ("--per-address", "3")

    def test_caddy(self):
        self.caddy()
        self.holds()

    def test_nginx(self):
        self.nginx()
        self.holds()
        self.assertEqual((self.here / "requests").read_text(), "")  # nobody's address


class BehindByFile(Behind):
    """The same with the file of a socket between the two."""

    def place(self):
        return ("--bind", f"unix:{self.here}/socket")

    def nginx(self):
        os.chmod(self.server.port, 0o666)  # its workers are another user, who would be in the server's group
        super().nginx()


class Killed(Proxied):
    def restart(self):
        self.server.kill()
        self.server.start()

    def test_nginx(self):
        self.nginx()
        self.assertGreater(len(self.play("sketch", random.Random(2))), 10)

    def test_caddy(self):
        self.caddy()
        self.assertGreater(
            len(self.play("yokai", random.Random(3), after_move=lambda count: count == 5 and self.restart())), 5)

    @unittest.skipUnless("ZASHIKI_ALL" in os.environ, "takes minutes")
    def test_every_ten_seconds(self):
        self.caddy()
        over, kills = threading.Event(), []

        def kill():
            while not over.wait(10):
                self.server.kill()
                kills.append(time.monotonic())
                self.server.start()
        killer = threading.Thread(target=kill)
        killer.start()
        try:
            for game in ("sketch", "yokai", "yotei"):
                seen = {}  # how often it was killed before each move was acknowledged
                killed = lambda seen=seen: len(kills) > seen.get(1, len(kills))

                def after_move(count, seen=seen, killed=killed):
                    if count:
                        seen.setdefault(count, len(kills))
                    time.sleep(0.3 if killed() else 1)  # of more than ten moves every game has time enough
                moves = self.play(game, random.Random(5), after_move, goes_on=lambda killed=killed: not killed())
                print(f"{game}: {len(moves)} moves to the end, the server killed {seen[len(moves)] - seen[1]} times", flush=True)
                self.assertGreater(seen[len(moves)], seen[1], f"{game}: never between its moves")
        finally:
            over.set()
            killer.join()


@unittest.skipUnless(shutil.which("systemd-analyze"), "there is no systemd")
class Unit(unittest.TestCase):
    def test_unit(self):
        """systemd reads the unit without a complaint, and finds little that it leaves open."""
        with tempfile.TemporaryDirectory() as folder:
            unit = Path(folder, "zashiki.service")
            unit.write_text(replaced((ROOT / "deploy/zashiki.service.in").read_text(),
                                     ("@bindir@/zashiki", os.environ["ZASHIKI"]), ("@sysconfdir@", "/etc"),
                                     ("Documentation=man:zashiki(1)\n", "")))
            said = subprocess.run(["systemd-analyze", "verify", "--man=no", unit], capture_output=True, text=True,
                                  check=False)
            self.assertNotIn("zashiki.service", said.stderr)
            looked = subprocess.run(["systemd-analyze", "security", "--offline=yes", "--threshold=20", unit],
                                    capture_output=True, text=True, check=False)
            self.assertEqual(looked.returncode, 0, looked.stdout[-400:])

    def test_restarts(self):
        """It is started again however often it ends, but for options that are wrong."""
        unit = configparser.ConfigParser(strict=False, interpolation=None)
        unit.optionxform = str
        unit.read(ROOT / "deploy/zashiki.service.in")
        self.assertEqual(unit["Unit"]["StartLimitIntervalSec"], "0")
        self.assertEqual(unit["Service"]["Restart"], "always")
        status = lambda *words: subprocess.run([os.environ["ZASHIKI"], "serve", "--port", "0", *words], capture_output=True,
                                               check=False).returncode
        wrong = int(unit["Service"]["RestartPreventExitStatus"])
        with tempfile.TemporaryDirectory() as folder:
            self.assertEqual(status("--data", folder, "--keep", "for ever"), wrong)
            Path(folder, "zashiki.db").write_bytes(b"no database")
            self.assertNotIn(status("--data", folder), (0, wrong))
        self.assertNotIn(status("--store", "postgresql://127.0.0.1:1/x"), (0, wrong))

    def test_config(self):
        """The server takes the file that goes with it, with what is meant for the internet turned on."""
        with tempfile.TemporaryDirectory() as folder:
            config = Path(folder, "zashiki.ini")
            config.write_text(replaced((ROOT / "deploy/zashiki.ini").read_text(),
                                       ("#public-url", "public-url"), ("#proxy", "proxy")))
            server = Server(folder, "--config", str(config)).start()
            self.assertTrue(any("https://games.example.org/" in line for line in server.said))
            self.assertEqual(server.stop(), 0)


if __name__ == "__main__":
    names = [f"*{name}*" for name in sys.argv[1:]]
    unittest.main(argv=[sys.argv[0], "-v", *[part for name in names for part in ("-k", name)]])
