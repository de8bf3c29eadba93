#!/usr/bin/env python3
"""test_postgres: several servers on one PostgreSQL, any of which can go at any time.

Three servers stand behind a relay; programs play through it, each seat on a connection of its own, which is made
anew when it breaks or is silent. At most tables they take part in fair shuffles, at some there is a clock. Meanwhile servers
are killed, cut off from the database, and the database itself goes down. In the end every move that was acknowledged is in the
database once, where it was said to be, and the shuffles of every game that is over are proven, from the seeds that were handed in.

    test_postgres.py [NAME...]       with ZASHIKI_ALL=1 the longer ones too, with ZASHIKI_OLD=PROGRAM an update from it
"""
import base64
import collections
import http.client
import itertools
import json
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
import threading
import time
import typing
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent / "server"))
from client import PATIENCE_S, Closed, Player, Refused, Server, ZASHIKI, wait_until  # noqa: E402
from database import Caddy, Database, Relay, programs  # noqa: E402
import fair  # noqa: E402

SILENCE_S = 2  # after which a player tries another connection; twice as long each time, until somebody answers
names = itertools.count(1)


class Stop(Exception):
    """The game is over for this player."""


class Plan(typing.NamedTuple):
    """How a table is opened: which of its seats commit to seeds, and its clock."""

    commits: str = "ABCD"
    clock_ms: int = 0

    @property
    def runs_out(self):
        return 0 < self.clock_ms < 10000


# As between people; against a clock that B lets run out; where one has a seed; where none has, as before there were fair shuffles.
PLANS = Plan(), Plan(clock_ms=2000), Plan("A", 600000), Plan("")


class Seat(threading.Thread):
    """A player that comes back, whatever happens to its connection, and says what was not answered again."""

    def __init__(self, house, table, token, seat, game, plan):
        super().__init__(daemon=True)
        self.house, self.table, self.token, self.seat, self.game, self.plan = house, table, token, seat, game, plan
        self.player, self.error = None, None
        self.silence_s = SILENCE_S
        self.seed = None  # committed to, for the game on the table
        self.handed_in = {}  # seeds by the number of the entry
        self.moves = 0
        self.acknowledged = {}  # the entry's number by request
        self.told = {}  # what was said of each entry, by number
        self.random = random.Random(f"{table}{seat}")

    def run(self):
        try:
            key = base64.urlsafe_b64encode(self.random.randbytes(24)).decode()
            self.commit("sit", name=f"Player {self.seat}", key=key)
            self.token = key  # by which it comes back, to any server
            self.lose()
            while True:
                self.play()
        except Stop:
            pass
        except BaseException as error:  # pylint: disable=broad-except
            self.error = error
            self.house.failed = True
            raise
        finally:
            if self.player:
                self.player.close()

    def connected(self):
        while not self.player:
            if self.house.stopping:
                raise Stop
            try:
                player = self.house.player(self.table, self.token)
                player.socket.settimeout(self.silence_s)
                self.player = player
                self.ask("join")
            except (Closed, OSError, Refused):
                self.lose()
                time.sleep(0.05)
        return self.player

    def lose(self):
        if self.player:
            self.player.close()
        self.player = None

    def take(self, timeout):
        """The next message, and a note of what it told."""
        message = self.player.take(timeout)
        if message and "event" in message:
            number = message["event"]
            told = {key: message.get(key) for key in ("kind", "move", "by", "time", "commit", "seed")}
            assert self.told.setdefault(number, told) == told, (number, told, self.told[number])
        return message

    def ask(self, do, **keys):
        """One try on the connection that is there."""
        keys.setdefault("request", f"q{next(names)}-{self.seat}")
        self.player.tell(do, **keys)
        deadline = time.monotonic() + self.silence_s
        while keys["request"] not in self.player.answers:
            if time.monotonic() > deadline:
                self.silence_s = min(2 * self.silence_s, PATIENCE_S)
                raise Closed()
            if self.house.stopping:
                raise Closed()
            self.take(0.2)
        self.silence_s = SILENCE_S
        answer = self.player.answers.pop(keys["request"])
        if "refused" in answer:
            raise Refused(answer["refused"])
        return answer

    def order(self, do, **keys):
        """Asks until it is answered, always as the same request."""
        keys["request"] = f"q{next(names)}-{self.seat}"
        at = self.connected().number
        while True:
            try:
                self.connected()
                answer = self.ask(do, at=at, **keys)
            except (Closed, OSError):
                self.lose()
                continue
            except Refused as refused:
                if refused.key in ("store.failed", "server.too_fast"):
                    time.sleep(0.1)
                    continue
                return None  # it came too late, or the other was faster
            self.acknowledged[keys["request"]] = answer["done"]
            self.house.count()
            return answer

    def commit(self, do, **keys):
        """Asks with a commitment to a new seed for the game that it begins, where this seat takes part."""
        seed = os.urandom(32)
        if self.seat in self.plan.commits:
            keys["commit"] = fair.commitment(self.seat, seed)
        if self.order(do, **keys):
            self.seed = seed

    def hand_in(self):
        """As it was committed to; whoever was away for too long is too late."""
        answer = self.order("seed", seed=self.seed.hex())
        if answer:
            self.handed_in[answer["done"]] = self.seed

    def thinks_s(self):
        """Where there is a clock for that, B lets it run out."""
        return self.plan.clock_ms / 4000 if self.seat == "B" and self.plan.runs_out else self.house.thinks_s(self.game)

    def play(self):
        """Waits until something can be done, and does it."""
        while True:
            now = self.connected().now or {}
            if self.seat in now.get("seeds", ()):
                self.hand_in()
                return
            if now.get("status") == "playing" and now.get("actor") == self.seat and now.get("legal"):
                self.moves += bool(self.order("move", move=self.house.choose(self.game, now["legal"], self.random)))
                time.sleep(self.thinks_s())
                return
            if now.get("status") == "over" and self.house.once:
                raise Stop
            if now.get("status") == "over" and not now.get("again") and self.seat == "A":
                self.commit("again")
                return
            if now.get("again") == ["A"] and self.seat == "B":
                self.commit("agree")
                return
            if self.house.stopping:
                raise Stop
            try:
                self.take(0.2)
            except (Closed, OSError):
                self.lose()


class House:
    """A database, three servers on it, the third through a relay of its own, and players behind another."""

    def __init__(self, url, third_url, tables, games=("sketch",), door=Relay, program=ZASHIKI, plans=PLANS):
        self.stopping = self.failed = False
        self.once = door is Caddy  # one game at each table
        self.kills = collections.Counter()  # of servers while a game of a kind was played
        self.lock, self.done = threading.Condition(), 0
        run = subprocess.run([program, "migrate", url], capture_output=True, text=True, check=False)
        assert run.returncode == 0, run.stderr
        flags = ("--rate", "0", "--bot-delay", "0", "--per-address", "1000", "--public-url", "https://localhost/")
        self.servers = [Server("/nowhere", "--store", at, *flags, program=program).start()
                        for at in (url, url, third_url)]
        self.relay = door(*(server.port for server in self.servers))
        self.seats = []
        wait_until(self.answers)
        for game, plan in zip(games * tables, itertools.cycle(plans)):
            opener = self.player()
            tokens = opener.open(game, **({"clock_ms": plan.clock_ms} if plan.clock_ms else {}))
            self.seats += [Seat(self, opener.table, token, seat, game, plan) for seat, token in tokens.items()]
            opener.close()
        for seat in self.seats:
            seat.start()

    def player(self, *words):
        return Player(self.relay.port, *words, tls=self.relay.tls)

    def answers(self):
        try:
            self.player().close()
            return True
        except (Closed, OSError):
            return False

    def thinks_s(self, game):
        """For long at first, where a server is to be killed before the game is over: the shortest has two moves each."""
        return 0 if not self.once else 0.3 if self.kills[game] else 12

    def choose(self, game, legal, rng):
        """Any move, but none that ends a game of Yokai before that."""
        return rng.choice([move for move in legal if move != "declare" or not self.once or self.kills[game]] or legal)

    def kill(self, server):
        """Kills it, and notes in which kinds of games that was."""
        playing = {seat.game for seat in self.seats if seat.moves and seat.is_alive() and seat.player
                   and (seat.player.now or {}).get("status") == "playing"}
        server.kill()
        self.kills.update(playing)

    def count(self):
        with self.lock:
            self.done += 1
            self.lock.notify_all()

    def goes_on(self, more=30):
        """Waits for so many further answers."""
        with self.lock:
            wanted = self.done + more
            right = self.lock.wait_for(lambda: self.done >= wanted or self.failed, PATIENCE_S)
        assert right and not self.failed, (self.done, wanted, [seat.error for seat in self.seats],
                                           [server.errors[-5:] for server in self.servers])

    def stop(self):
        self.stopping = True
        for seat in self.seats:
            seat.join(PATIENCE_S)
            assert not seat.is_alive(), seat.name
        self.relay.close()
        for server in self.servers:
            if server.process.poll() is None:
                server.stop()

    def records(self, database):
        """Of games that are over, as lines that have been read, by table and game."""
        records, ours = collections.defaultdict(dict), {seat.table for seat in self.seats}
        for table, game, body in database.sql("SELECT table_id, game, replace(body, E'\\n', E'\\x1f') FROM records"):
            if table in ours:
                records[table][int(game)] = [json.loads(line) for line in body.split("\x1f") if line]
        return records

    def until_over(self, database):
        """Waits until a game is over at each table, and a clock has run out where B lets it."""
        over, ran_out = ({seat.table for seat in self.seats if seat.plan.runs_out >= least} for least in (False, True))

        def are_over():
            assert not self.failed, [seat.error for seat in self.seats]
            found = {table for table, in database.sql("SELECT DISTINCT table_id FROM records")}
            clocks = {table for table, in database.sql("SELECT DISTINCT table_id FROM entries WHERE body LIKE '%\"kind\":\"time\"%'")}
            return over <= found and ran_out <= clocks
        wait_until(are_over)

    def hold_to_account(self, database, mixed=False):
        """Every acknowledged request is there once, where it was said to be; no gaps, no time turned back. The shuffles of
        games that are over are proven, from what was handed in; a clock runs out once."""
        entries, ours = collections.defaultdict(dict), {seat.table for seat in self.seats}
        for table, number, body in database.sql("SELECT table_id, number, body FROM entries ORDER BY 1, 2"):
            if table in ours:
                entries[table][int(number)] = json.loads(body)
        acknowledged = 0
        for table, lines in entries.items():
            assert sorted(lines) == list(range(1, len(lines) + 1)), table
            times = [line["time"] for line in lines.values()]
            assert times == sorted(times), table
            requests = collections.Counter(line["request"] for line in lines.values() if "request" in line)
            assert all(count == 1 for count in requests.values()), requests
        for seat in self.seats:
            lines = entries[seat.table]
            for request, number in seat.acknowledged.items():
                assert lines[number].get("request") == request, (request, number, lines.get(number))
                acknowledged += 1
            for number, told in seat.told.items():
                for key in ("time", "commit"):
                    assert lines[number].get(key) == told[key], (number, told, lines[number])
        self.hold_games_to_account(database, entries, mixed)
        audit = subprocess.run([ZASHIKI, "audit", "--store", database.url], capture_output=True, text=True, check=False)
        wrong = [line for line in audit.stderr.splitlines() if any(table in line for table in ours)]
        assert not wrong, wrong
        # Of a program before check sums entries may be left without; the next sum proves them.
        without = "SELECT id FROM tables WHERE summed IS DISTINCT FROM count" if mixed else \
            "SELECT table_id FROM entries WHERE sum IS NULL"
        unsummed = {table for table, in database.sql(without)}
        assert not unsummed & ours, unsummed
        return acknowledged


    def hold_games_to_account(self, database, entries, mixed):
        """Of games that are over: each was dealt from the seeds that were handed in, and no clock ran out twice."""
        records = self.records(database)
        for seat in self.seats:
            game, seeds, times, ran_out = 0, {}, 0, set()
            for number, line in sorted(entries[seat.table].items()):
                if line["kind"] == "again":
                    game, times = game + 1, 0
                times += line["kind"] == "time"
                if number in seat.handed_in:
                    seeds[game] = seat.handed_in[number].hex()
                assert times <= 1, (seat.table, number)
                if line["kind"] == "time":
                    assert seat.plan.runs_out, line
                    ran_out.add(game)
            for game, record in records[seat.table].items():
                assert not (game in ran_out and "result" in record[-1]), record[-1]
                told = record[0].get("fair", {})
                if not mixed:
                    assert bool(told) == bool(seat.plan.commits), (seat.plan, record[0])
                    assert (seat.seat in told) == (seat.seat in seat.plan.commits), (seat.seat, seat.plan, record[0])
                if told:
                    assert told.get(seat.seat, {}).get("seed") == seeds.get(game), (seat.seat, game, seeds, record[0])
        fair_ones = [record for games in records.values() for record in games.values() if "fair" in record[0]]
        if mixed and not fair_ones:
            return  # a program before fair shuffles has opened the tables
        assert fair_ones and any("seed" in record[0]["fair"].get("B", {}) for record in fair_ones)
        text = "".join(json.dumps(line, separators=(",", ":"), ensure_ascii=False) + "\n"
                       for record in fair_ones for line in record)
        verified = subprocess.run([ZASHIKI, "verify"], input=text, capture_output=True, text=True, check=False)
        proven = verified.stdout.count(": proven: ")
        assert (verified.returncode, proven) == (0, len(fair_ones)), (verified.stdout, verified.stderr)


@unittest.skipUnless(programs(), "there is no PostgreSQL")
class Postgres(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.database = Database()
        cls.addClassCleanup(cls.database.remove)

    def open_house(self, url, tables, through=None):
        """Whose third server reaches the database by a relay."""
        relay = Relay((through or self.database).port)
        self.addCleanup(relay.close)
        house = House(url, f"postgresql://game@127.0.0.1:{relay.port}/postgres", tables)
        self.addCleanup(house.stop)
        return house, relay

    def open_pair(self):
        """A database, its synchronous standby, and the address that names both."""
        first = Database()
        self.addCleanup(first.remove)
        standby = Database(first)
        self.addCleanup(standby.remove)
        first.sql("ALTER SYSTEM SET synchronous_standby_names = 'standby'")
        first.sql("SELECT pg_reload_conf()")
        wait_until(lambda: first.sql("SELECT sync_state FROM pg_stat_replication") == [["sync"]])
        return first, standby, f"postgresql://game@127.0.0.1:{first.port},127.0.0.1:{standby.port}/postgres"

    def test_contract(self):
        """The same answers as from SQLite and the model."""
        port = str(self.database.port)
        build = os.environ["ZASHIKI_BUILD"]
        subprocess.run([ZASHIKI, "migrate", self.database.url], check=True, capture_output=True)
        done = subprocess.run([os.path.join(build, "test_contract")], capture_output=True, text=True, check=False,
                              env={**os.environ, "ZASHIKI_PGHOST": self.database.folder, "ZASHIKI_PGPORT": port})
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertNotIn("SKIP", done.stdout.upper())

    def test_some_go(self):
        """One is killed, one is cut off, the database starts anew."""
        house, relay = self.open_house(self.database.url, 3)
        house.goes_on()
        relay.hold()  # first: or whoever was at the other comes there in between, and hears of nothing as long as that lasts
        house.servers[0].kill()
        house.goes_on()
        house.servers[0].start()
        relay.mend()
        self.database.stop("fast")
        self.database.start()
        house.goes_on()
        house.until_over(self.database)
        house.stop()
        self.assertGreater(house.hold_to_account(self.database), 90)

    def test_loop_goes_on(self):
        """While its database does not answer, a server answers what needs none, and says that writes wait."""
        subprocess.run([ZASHIKI, "migrate", self.database.url], check=True, capture_output=True)
        relay = Relay(self.database.port)
        self.addCleanup(relay.close)
        server = Server("/nowhere", "--store", f"postgresql://game@127.0.0.1:{relay.port}/postgres", "--rate", "0").start()
        self.addCleanup(lambda: server.process.poll() is None and server.kill())
        writer, reader, other = (server.player() for _ in range(3))
        relay.hold()
        writer.tell("open", game="sketch", request="w")
        reader.tell("join", table="no-such-table-is-there", request="r")
        for _ in range(3):
            other.ask("ping")
        # It says so for as long as it lasts: whoever asks once more before the write is there hears it again.
        wait_until(lambda: "queue" in self.failing(server))
        self.assertIn("queue", self.failing(server))
        other.ask("ping")
        writer.drain()
        self.assertNotIn("w", writer.answers)  # it has waited all the time
        relay.mend()
        writer.wait(lambda: "w" in writer.answers)
        reader.wait(lambda: "r" in reader.answers)
        self.assertNotIn("queue", self.failing(server))
        wait_until(lambda: self.health(server) == (200, {"status": "ok"}))
        for player in (writer, reader, other):
            player.close()
        self.assertEqual(server.stop(), 0)

    def test_across(self):
        """Moves, who is here and reactions are seen at another server."""
        subprocess.run([ZASHIKI, "migrate", self.database.url], check=True, capture_output=True)
        flags = ("--store", self.database.url, "--rate", "0", "--bot-delay", "0")
        first, second = (Server("/nowhere", *flags).start() for _ in range(2))
        self.addCleanup(lambda: [server.kill() for server in (first, second) if server.process.poll() is None])
        a = first.player()
        tokens = a.open()
        a.token = tokens["A"]
        b = second.player(a.table, tokens["B"])
        a.join()
        b.join()
        a.wait(lambda: a.here == ["A", "B"])
        b.wait(lambda: b.here == ["A", "B"])
        a.order("sit", name="Ann")
        b.wait(lambda: b.number == 1)
        b.order("sit", name="Ben")
        a.wait(lambda: a.now["status"] == "playing" and a.number >= b.number)
        b.ask("react", reaction="hello")
        a.wait(lambda: a.reactions)
        self.assertEqual(a.reactions[0]["by"], "B")
        watcher = first.player(a.table)
        watcher.join()
        b.wait(lambda: b.watching == 1)
        # A request that one server has answered, the other answers too, and does not act on.
        mover, other = (a, b) if a.now["actor"] == "A" else (b, a)
        mover.wait(lambda: mover.now.get("legal"))
        move = {"move": mover.now["legal"][0], "at": mover.number, "request": "same"}
        done = mover.order("move", **move)
        port = (second if mover is a else first).port
        again = Player(port, mover.table, mover.token)
        self.assertEqual(again.ask("move", **move)["done"], done["done"])
        again.close()
        self.addCleanup(lambda: [player.close() for player in (a, b, watcher)])
        # Who is at a server that goes is away, at once when it says so.
        if os.environ.get("ZASHIKI_ALL"):
            second.kill()
        else:
            second.stop()
        a.wait(lambda: a.here == ["A"])
        if os.environ.get("ZASHIKI_ALL"):
            # Without its database it says so, though nobody asks it to write anything.
            self.database.stop("fast")
            wait_until(lambda: self.health(first) == (503, {"status": "failing", "of": ["database"]}))
            self.database.start()
            wait_until(lambda: self.health(first) == (200, {"status": "ok"}))
        self.assertEqual(first.stop(), 0)

    def health(self, server):
        connection = http.client.HTTPConnection("127.0.0.1", server.port)
        connection.request("GET", "/health")
        answer = connection.getresponse()
        said = answer.status, json.loads(answer.read())
        connection.close()
        return said

    def failing(self, server):
        """What /health names, by the status that goes with it."""
        status, said = self.health(server)
        self.assertEqual((status, said["status"]), (503, "failing") if "of" in said else (200, "ok"))
        return said.get("of", [])

    def thought_ns(self, server):
        """For how long the threads that think, which give way to the others, have run; when none of them does."""
        folder = Path(f"/proc/{server.process.pid}/task")

        def threads():
            for task in folder.iterdir():
                fields = (task / "stat").read_text(encoding="ascii").rsplit(")", 1)[1].split()
                yield task, fields[0], int(fields[16])
        usual = next(nice for task, _, nice in threads() if task.name == str(server.process.pid))
        wait_until(lambda: all(state == "S" for _, state, nice in threads() if nice > usual))
        ran = [int((task / "schedstat").read_text(encoding="ascii").split()[0]) for task, _, nice in threads() if nice > usual]
        assert ran, "no thread gives way"
        return sum(ran)

    def test_bots_once(self):
        """Two servers have guests at a table of bots: every move is thought and made once."""
        subprocess.run([ZASHIKI, "migrate", self.database.url], check=True, capture_output=True)
        flags = ("--store", self.database.url, "--rate", "0", "--bot-delay", "0")
        first, second = (Server("/nowhere", *flags).start() for _ in range(2))
        self.addCleanup(lambda: [server.kill() for server in (first, second) if server.process.poll() is None])
        a = first.player()
        a.token = a.open()["A"]
        watcher = second.player(a.table)
        watcher.join()
        a.join()
        a.order("sit", name="Ann")
        # What each server asks to think about, and what it is granted, is noted by the database.
        sql = self.database.sql
        sql("CREATE TABLE claimed (number int, owner text, granted boolean, at timestamptz, until timestamptz);"
            "CREATE FUNCTION note_claim() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN"
            " INSERT INTO claimed VALUES (NEW.number, NEW.owner, TG_WHEN = 'AFTER', clock_timestamp(), NEW.until); RETURN NEW; END $$;"
            "CREATE TRIGGER asked BEFORE INSERT ON claims FOR EACH ROW EXECUTE FUNCTION note_claim();"
            "CREATE TRIGGER granted AFTER INSERT OR UPDATE ON claims FOR EACH ROW EXECUTE FUNCTION note_claim()")
        self.addCleanup(sql, "DROP FUNCTION note_claim CASCADE; DROP TABLE claimed")
        owners = lambda where: [owner for owner, in sql(f"SELECT DISTINCT owner FROM claimed WHERE {where}")]
        by_b, order = 0, {"do": "bot", "seat": "B", "bot": "strong"}  # for so long that the other server asks, too
        while a.number < 40 or len(owners("true")) < 2:
            before, number = [self.thought_ns(server) for server in (first, second)], a.number
            a.order(**order)
            a.wait(lambda: a.now.get("legal") or a.now["status"] == "over")
            moved = [i for i in range(number + 1, a.number + 1) if a.events[i]["kind"] == "move" and a.events[i]["by"] == "B"]
            window = f"granted AND number BETWEEN {number} AND {a.number - 1}"
            self.assertEqual(sql(f"SELECT DISTINCT number + 1 FROM claimed WHERE {window} ORDER BY 1"), [[str(i)] for i in moved])
            # Once for each move, but where a machine is so busy that a thought takes longer than it was granted for.
            soon = "at < lag(until) OVER (PARTITION BY number ORDER BY at)"
            self.assertEqual(sql(f"SELECT number FROM (SELECT number, {soon} AS soon FROM claimed WHERE {window}) grants WHERE soon"), [])
            thought = [self.thought_ns(server) > then for server, then in zip((first, second), before)]
            self.assertEqual(sum(thought), len(owners(window)), (moved, thought))
            by_b += len(moved)
            order = {"do": "move", "move": a.now["legal"][0]} if a.now.get("legal") else {"do": "again"}
        self.assertGreater(by_b, 4)
        watcher.wait(lambda: watcher.number >= a.number)
        if os.environ.get("ZASHIKI_ALL"):
            if a.now["status"] == "playing":
                a.order("resign")
            a.order("again")
            # A server that died has claimed what comes next: it is waited for, and no longer than it has said.
            sql(f"UPDATE claims SET owner = 'dead', number = 1000, until = now() + interval '3 s' WHERE table_id = '{a.table}'")
            after = ("SELECT min(other.at) >= dead.until FROM claimed other, claimed dead WHERE dead.owner = 'dead' AND other.owner <> 'dead'"
                     " AND other.granted AND other.at > dead.at GROUP BY dead.until")
            while not (granted := sql(after)):
                if a.now.get("legal"):
                    a.order("move", move=a.now["legal"][0])
                elif a.now["status"] == "over":
                    a.order("again")
                else:
                    a.take(1)
            self.assertEqual(granted, [["t"]])
        a.close()
        watcher.close()

    def test_schema(self):
        """What is not set up, or is too new, is refused; what is newer and says that it can be used is not."""
        database = self.database
        database.sql("CREATE DATABASE other")
        url = f"postgresql://game@127.0.0.1:{database.port}/other"
        run = lambda *words: subprocess.run([ZASHIKI, *words], capture_output=True, text=True, check=False)
        refused = run("serve", "--store", url, "--port", "0")
        self.assertIn("run zashiki migrate", refused.stderr)
        together = [subprocess.Popen([ZASHIKI, "migrate", url], stdout=subprocess.PIPE, text=True) for _ in range(4)]
        said = [process.communicate()[0] for process in together]
        self.assertEqual(sum("it had 0" in text for text in said), 1, said)
        self.assertEqual(sum("already" in text for text in said), 3, said)
        sql = lambda text: subprocess.run([str(database.bin / "psql"), "-X", "-q", "-d", url, "-c", text], check=True)
        sql("UPDATE zashiki_schema SET version = version + 1")
        Server("/nowhere", "--store", url).start().stop()
        self.assertIn("newer", run("migrate", url).stderr)
        sql("UPDATE zashiki_schema SET oldest = version")
        self.assertIn("newer", run("serve", "--store", url, "--port", "0").stderr)
        self.assertIn("postgresql://", run("serve", "--store", "mysql://x").stderr)

    def psql(self, name, keeps=False):
        """SQL for a database of that name; `keeps`: a session that stays open, by its standard input."""
        words = [str(self.database.bin / "psql"), "-X", "-q", "-At", "-d", self.database.url.replace("/postgres", f"/{name}")]
        if not keeps:
            return lambda text: subprocess.run([*words, "-c", text], check=True, capture_output=True, text=True).stdout.strip()
        session = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.addCleanup(lambda: (session.communicate(), session.wait()))
        return session

    def begin(self, name, text):
        """Does this in a transaction that stays open, until what comes back is closed."""
        session = self.psql(name, keeps=True)
        session.stdin.write(f"BEGIN; {text};\n\\echo begun\n")
        session.stdin.flush()
        self.assertEqual(session.stdout.readline(), "begun\n")
        return session

    def test_strange_databases(self):
        """What is usual for others there does not matter, and nobody waits for what somebody else holds without an end."""
        for name, more in (("strange", ""), ("latin", " ENCODING 'LATIN1' LOCALE 'C' TEMPLATE template0")):
            self.database.sql(f"CREATE DATABASE {name}{more}")
        run = lambda *words: subprocess.run([ZASHIKI, *words], capture_output=True, text=True, check=False, timeout=PATIENCE_S)
        url = self.database.url.replace("/postgres", "/strange")
        refused = run("migrate", url.replace("/strange", "/latin"))
        self.assertIn("its encoding is not UTF8", refused.stderr)
        self.assertEqual(run("migrate", url).returncode, 0)
        sql = self.psql("strange")
        # A write that has waited for another one goes on from there.
        sql("ALTER DATABASE strange SET default_transaction_isolation = 'repeatable read'")
        server = Server("/nowhere", "--store", url, "--rate", "0").start()
        self.addCleanup(lambda: server.process.poll() is None and server.kill())
        player = server.player()
        player.token = player.open()["A"]
        player.join()
        other = threading.Thread(target=sql, args=(f"BEGIN; UPDATE tables SET visited_ms = visited_ms WHERE id = '{player.table}';"
                                                   " SELECT pg_sleep(1); COMMIT",))
        other.start()
        wait_until(lambda: sql("SELECT count(*) FROM pg_stat_activity WHERE wait_event = 'PgSleep'") == "1")
        self.assertEqual(player.order("sit", name="Ann")["done"], 1)
        other.join()
        # A backup that reads for long is not waited for while everybody else waits behind that.
        sql("ALTER TABLE tables DROP sum, DROP summed, DROP ends; ALTER TABLE records DROP sum, DROP summed_ms;"
            " ALTER TABLE entries DROP sum, DROP name_sum; UPDATE zashiki_schema SET version = 1")
        backup = self.begin("strange", "LOCK TABLE tables, entries IN ACCESS SHARE MODE")
        migrated = run("migrate", url)
        self.assertEqual(migrated.returncode, 1)
        self.assertIn("try again", migrated.stderr)
        backup.communicate()
        self.assertEqual(run("migrate", url).returncode, 0)
        if not os.environ.get("ZASHIKI_ALL"):
            self.assertEqual(server.stop(), 0)
            return
        # A server that cannot connect because of somebody says so, and one that comes back can be stopped.
        self.begin("strange", "LOCK TABLE zashiki_schema IN ACCESS EXCLUSIVE MODE")
        self.assertIn("statement timeout", run("serve", "--store", url, "--port", "0").stderr)
        sql("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'zashiki'")
        wait_until(lambda: len([line for line in server.errors if "is lost" in line]) == 2)
        self.assertEqual(server.stop(), 0)
        player.close()

    def test_keys_begin_with_the_table(self):
        """Every index of every table, so that rows can be spread by the table's id; docs/scaling.md names all of them."""
        subprocess.run([ZASHIKI, "migrate", self.database.url], check=True, capture_output=True)
        found = self.database.sql(
            "SELECT c.relname, i.indisunique, a.attname FROM pg_class c LEFT JOIN pg_index i ON i.indrelid = c.oid"
            " LEFT JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = i.indkey[0]"
            " WHERE c.relkind = 'r' AND c.relnamespace = 'public'::regnamespace ORDER BY c.relname")
        of_tables = [["claims", "t", "table_id"], ["entries", "t", "table_id"], ["records", "t", "table_id"],
                     ["secrets", "t", "table_id"], ["tables", "t", "id"]]
        self.assertEqual(found, [*of_tables, ["zashiki_schema", "", ""]])
        page = (Path(__file__).parent.parent / "docs/scaling.md").read_text(encoding="utf-8")
        for name, _, column in of_tables:
            self.assertIn(f"create_distributed_table('{name}', '{column}'", page)
        self.assertIn("create_reference_table('zashiki_schema')", page)

    def test_carried(self):
        """Tables go from a database into a file and from there into another database, and are the same; what is damaged
        there is named, by the command and by a server that is asked for it, and nothing else is touched."""
        urls = [self.database.url.replace("/postgres", f"/{name}") for name in ("here", "there")]
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        run = lambda *words: subprocess.run([ZASHIKI, *words], capture_output=True, text=True, check=False)
        for name, url in zip(("here", "there"), urls):
            self.database.sql(f"CREATE DATABASE {name}")
            self.assertEqual(run("migrate", url).returncode, 0)
        server = Server("/nowhere", "--store", urls[0], "--rate", "0").start()
        self.addCleanup(lambda: server.process.poll() is None and server.kill())
        tables = []
        for _ in range(2):
            a = server.player()
            tokens = a.open()
            a.token = tokens["A"]
            b = server.player(a.table, tokens["B"])
            for seat, name in ((a, "Änn"), (b, "Ben")):
                seat.join()
                seat.order("sit", name=name)
            a.wait(lambda a=a: a.now["status"] == "playing" and a.now["actor"] in "AB")
            mover = a if a.now["actor"] == "A" else b
            mover.wait(lambda mover=mover: mover.now.get("legal"))
            mover.order("move", move=mover.now["legal"][0])
            a.order("resign")
            tables.append((a.table, tokens["A"]))
        first = run("export", "--store", urls[0])
        self.assertEqual((first.returncode, first.stdout.count('{"table":'), first.stdout.count('{"of":')), (0, 2, 2), first.stderr)
        path, data = os.path.join(folder.name, "tables.jsonl"), os.path.join(folder.name, "new", "data")
        Path(path).write_text(first.stdout, encoding="utf-8")
        for where in (("--data", data), ("--store", urls[1])):
            self.assertEqual(run("import", path, *where).stdout, "2 tables\n")
            self.assertEqual(run("export", *where).stdout, first.stdout)
            audit = run("audit", *where)
            self.assertEqual((audit.returncode, audit.stdout), (0, "2 tables, 2 records\n"), audit.stderr)
            again = run("import", path, *where)
            self.assertEqual((again.returncode, again.stdout), (1, "0 tables\n"))
            self.assertEqual(again.stderr.count(": it is there already\n"), 2)
            self.assertEqual(run("export", *where).stdout, first.stdout)
        # One at which nobody has sat down is there as well.
        alone, unused = os.path.join(folder.name, "alone.jsonl"), urls[1].replace("/there", "/unused")
        self.database.sql("CREATE DATABASE unused")
        self.assertEqual(run("migrate", unused).returncode, 0)
        head = first.stdout.splitlines()[0]
        Path(alone).write_text(re.sub('"(entries|records)":[0-9]+', r'"\1":0', head) + "\n", encoding="utf-8")
        for status, count in ((0, 1), (1, 0)):
            carried = run("import", alone, "--store", unused)
            self.assertEqual((carried.returncode, carried.stdout), (status, f"{count} tables\n"), carried.stderr)
        server.stop()
        # At a server that runs, guests who have asked for the tables in vain have them as soon as they are imported, and play on.
        self.database.sql("CREATE DATABASE served")
        served = urls[1].replace("/there", "/served")
        self.assertEqual(run("migrate", served).returncode, 0)
        server = Server("/nowhere", "--store", served, "--rate", "0").start()
        guests = [server.player(*table) for table in tables]
        for guest in guests:
            with self.assertRaises(Refused) as refused:
                guest.join()
            self.assertEqual(refused.exception.key, "table.unknown")
        self.assertEqual(run("import", path, "--store", served).stdout, "2 tables\n")
        lines = [json.loads(line) for line in first.stdout.splitlines()]
        entries = {line["table"]: line["entries"] for line in lines if "table" in line}
        records = [line["record"].splitlines()[1:] for line in lines if "of" in line]  # the names stand in the entries
        for guest in guests:
            guest.join()
            self.assertEqual((guest.number, guest.now["status"]), (entries[guest.table], "over"))
            records.remove(guest.ask("record")["record"].splitlines()[1:])
            self.assertEqual(guest.order("again")["done"], entries[guest.table] + 1)
        self.assertEqual(run("audit", "--store", served).stdout, "2 tables, 2 records\n")
        self.assertEqual(server.stop(), 0)
        # What has come, but cannot be read, is not taken for what is wrong.
        third = urls[1].replace("/there", "/third")
        self.database.sql("CREATE DATABASE third")
        self.assertEqual(run("migrate", third).returncode, 0)
        sql = lambda text, url: subprocess.run([str(self.database.bin / "psql"), "-X", "-At", "-d", url, "-c", text],
                                               check=True, capture_output=True, text=True).stdout.strip()
        sql("CREATE ROLE carrier LOGIN; GRANT INSERT, SELECT (table_id) ON secrets TO carrier;"
            " GRANT SELECT, INSERT, UPDATE ON tables, entries, records, zashiki_schema TO carrier", third)
        unread = run("import", path, "--store", third.replace("game@", "carrier@"))
        self.assertEqual((unread.returncode, unread.stdout), (1, "0 tables\n"))
        self.assertIn(f"table {min(tables)[0]}: cannot read the table: ERROR:  permission denied", unread.stderr)
        self.assertEqual(sql("SELECT count(*) FROM tables WHERE aside IS NULL", third), "2")
        audit = run("audit", "--store", third)
        self.assertEqual((audit.returncode, audit.stdout), (0, "2 tables, 2 records\n"), audit.stderr)
        # Everything that servers and commands have written has a sum.
        sql = lambda text: subprocess.run([str(self.database.bin / "psql"), "-X", "-At", "-d", urls[1], "-c", text],
                                          check=True, capture_output=True, text=True).stdout.strip()
        self.assertEqual(sql("SELECT (SELECT count(*) FROM tables WHERE sum IS NULL OR summed IS DISTINCT FROM count)"
                             " + (SELECT count(*) FROM entries WHERE sum IS NULL OR (name IS NULL) <> (name_sum IS NULL))"
                             " + (SELECT count(*) FROM records WHERE sum IS NULL OR summed_ms <> ended_ms)"), "0")
        sql(f"UPDATE records SET body = replace(body, 'A', 'B') WHERE table_id = '{tables[1][0]}'")
        sql(f"UPDATE entries SET body = replace(body, '\"A\"', '\"B\"') WHERE table_id = '{tables[0][0]}' AND number = 1")
        audit = run("audit", "--store", urls[1])
        self.assertEqual(audit.returncode, 1)
        self.assertIn(f"table {tables[0][0]} cannot be played on: the check sum does not match at entry 1", audit.stderr)
        self.assertIn(f"table {tables[1][0]}: the check sum does not match at the record of game 0", audit.stderr)
        server = Server("/nowhere", "--store", urls[1], "--rate", "0").start()
        with self.assertRaises(Refused) as refused:
            server.player(*tables[0]).join()
        self.assertEqual(refused.exception.key, "table.aside")
        server.player(*tables[1]).join()
        self.assertEqual(server.stop(), 0)
        self.assertEqual(sql("SELECT id || aside FROM tables WHERE aside IS NOT NULL"),
                         tables[0][0] + "the check sum does not match at entry 1")
        # What was set aside is still named, and a record that its table has left behind is still looked at.
        sql(f"DELETE FROM entries WHERE table_id = '{tables[1][0]}'")
        sql(f"DELETE FROM tables WHERE id = '{tables[1][0]}'")
        audit = run("audit", "--store", urls[1])
        self.assertEqual((audit.returncode, audit.stdout), (1, "0 tables, 1 records\n"))
        self.assertIn(f"table {tables[0][0]} is set aside: the check sum does not match at entry 1", audit.stderr)
        self.assertIn(f"table {tables[1][0]}: the check sum does not match at the record of game 0", audit.stderr)
        # An id that is none of ours is not found for ever.
        sql(f"UPDATE records SET table_id = table_id || '{'z' * 40}'")
        audit = subprocess.run([ZASHIKI, "audit", "--store", urls[1]], capture_output=True, text=True, check=False, timeout=PATIENCE_S)
        self.assertIn("the list of records is damaged after table", audit.stderr)
        sql(f"UPDATE tables SET id = id || '{'z' * 40}', aside = NULL")
        for word, said in (("audit", "0 tables, 0 records\n"), ("export", "")):
            done = subprocess.run([ZASHIKI, word, "--store", urls[1]], capture_output=True, text=True, check=False, timeout=PATIENCE_S)
            self.assertEqual((done.returncode, done.stdout), (1, said))
            self.assertIn("the list of tables is damaged after table", done.stderr)

    @unittest.skipUnless(os.environ.get("ZASHIKI_OLD"), "ZASHIKI_OLD names no older program")
    def test_rolling_update(self):
        """Servers of an older program are replaced one by one while people play, as docs/scaling.md says."""
        base = Database()
        self.addCleanup(base.remove)
        migrate = [ZASHIKI, "migrate", base.url]
        house = House(base.url, base.url, 3, program=os.environ["ZASHIKI_OLD"])
        self.addCleanup(house.stop)
        house.goes_on()
        subprocess.run(migrate, check=True, capture_output=True)
        house.goes_on()
        for server in house.servers:
            self.assertEqual(server.stop(), 0)
            house.goes_on()
            server.program = ZASHIKI
            server.start()
            house.goes_on()
        house.stop()
        subprocess.run(migrate, check=True, capture_output=True)
        self.assertGreater(house.hold_to_account(base, mixed=True), 200)

    @unittest.skipUnless(os.environ.get("ZASHIKI_ALL"), "only with ZASHIKI_ALL")
    def test_all_go(self):
        """Each server is killed in turn, one is cut off, the database crashes, and a standby takes its place."""
        first, standby, both = self.open_pair()
        house, relay = self.open_house(both, 6, first)
        for server in house.servers:
            house.goes_on()
            server.kill()
            house.goes_on()
            server.start()
        relay.hold()
        house.goes_on(60)
        relay.mend()
        house.goes_on()
        relay.cut()
        house.goes_on()
        first.stop("immediate")
        first.start()
        house.goes_on(60)
        self.assertEqual(house.servers[1].stop(), 0)
        house.goes_on()
        house.servers[1].start()
        house.goes_on()
        house.until_over(first)
        # The third server knows the first database alone; from here on it is of no use, and harms nobody but who stays there.
        first.stop("immediate")
        standby.promote()
        house.goes_on(100)
        house.stop()
        self.assertGreater(house.hold_to_account(standby), 400)

    @unittest.skipUnless(os.environ.get("ZASHIKI_ALL"), "only with ZASHIKI_ALL")
    def test_standby_has_it(self):
        """What a database wrote, but its standby has not got, is not told when the database is back before the standby."""
        first, standby, both = self.open_pair()
        subprocess.run([ZASHIKI, "migrate", both], check=True, capture_output=True)
        server = Server("/nowhere", "--store", both, "--rate", "0").start()
        self.addCleanup(lambda: server.process.poll() is None and server.kill())
        player = server.player()
        player.token = player.open()["A"]
        player.join()
        standby.stop()

        def sit():
            nonlocal player
            while True:
                try:
                    return player.order("sit", name="Ann", request="same", at=0)
                except Closed:  # to come by another server
                    player = server.player(player.table, player.token)
        with self.assertRaises(Refused):
            sit()
        first.stop()
        first.start()
        self.assertEqual(first.sql("SELECT count(*) FROM entries"), [["1"]])  # but for a standby it could be gone
        time.sleep(2)  # it tries to connect, and the table is tried again
        with self.assertRaises(Refused):
            sit()
        self.assertFalse([line for line in server.errors if "again" in line])
        refused = subprocess.run([ZASHIKI, "serve", "--store", both, "--port", "0"], capture_output=True, text=True, check=False)
        self.assertIn("its synchronous standby does not answer", refused.stderr)
        standby.start()
        while True:
            try:
                self.assertEqual(sit()["done"], 1)
                break
            except Refused:
                time.sleep(0.5)
        first.stop()
        standby.promote()
        self.assertEqual(standby.sql("SELECT count(*) FROM entries"), [["1"]])
        player.close()
        self.assertEqual(server.stop(), 0)

    @unittest.skipUnless(os.environ.get("ZASHIKI_ALL"), "only with ZASHIKI_ALL")
    def test_each_waits_for_ten_seconds(self):
        """Whoever asks while somebody holds the rows is refused after that time, whoever else waits, and when since."""
        subprocess.run([ZASHIKI, "migrate", self.database.url], check=True, capture_output=True)
        server = Server("/nowhere", "--store", self.database.url, "--rate", "0").start()
        self.addCleanup(lambda: server.process.poll() is None and server.kill())
        players, waited = [server.player() for _ in range(12)], []
        for player in players:
            player.token = player.open()["A"]
        holder = subprocess.Popen([str(self.database.bin / "psql"), "-X", "-q", "-d", self.database.url, "-c",
                                   "BEGIN; SELECT FROM tables FOR UPDATE; SELECT pg_sleep(60)"], stdout=subprocess.DEVNULL)
        self.addCleanup(holder.wait)
        self.addCleanup(holder.kill)
        wait_until(lambda: self.database.sql("SELECT 1 FROM pg_stat_activity WHERE wait_event = 'PgSleep'"))

        def wait(number, player):
            time.sleep(0.8 * number)
            began = time.monotonic()
            with self.assertRaises(Refused) as refused:
                player.order("sit", name="Ann")
            waited.append((refused.exception.key, time.monotonic() - began))
        threads = [threading.Thread(target=wait, args=each) for each in enumerate(players)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual({key for key, _ in waited}, {"store.failed"})
        self.assertLess(max(seconds for _, seconds in waited), 13, waited)

    @unittest.skipUnless(os.environ.get("ZASHIKI_ALL"), "only with ZASHIKI_ALL")
    def test_writes_given_up(self):
        """However long a standby is away, or somebody holds what is to be written, a server has a few connections only."""
        first, standby, both = self.open_pair()
        subprocess.run([ZASHIKI, "migrate", both], check=True, capture_output=True)
        server = Server("/nowhere", "--store", both, "--rate", "0").start()
        self.addCleanup(lambda: server.process.poll() is None and server.kill())
        open_ones = lambda: first.sql("SELECT wait_event FROM pg_stat_activity WHERE application_name = 'zashiki'")

        def try_on(hold):
            """Somebody tries again and again, until what they want would have been given up three times; then who is connected."""
            player = server.player()
            player.token = player.open()["A"]
            hold()
            ends = time.monotonic() + 35
            while time.monotonic() < ends:
                try:
                    player.order("sit", name="Ann")
                    self.fail("it was written")
                except Refused as refused:
                    self.assertEqual(refused.key, "store.failed")
                except Closed:  # to come by another server
                    player = server.player(player.table, player.token)
                time.sleep(1)
            player.close()
            return open_ones()
        self.assertLess(len(try_on(standby.stop)), 5)
        standby.start()
        wait_until(lambda: len(open_ones()) == 2)
        holder = subprocess.Popen([str(first.bin / "psql"), "-X", "-q", "-d", first.url], stdin=subprocess.PIPE, text=True)
        self.addCleanup(holder.wait)
        self.addCleanup(holder.kill)

        def hold():
            holder.stdin.write("BEGIN; LOCK TABLE entries IN EXCLUSIVE MODE; SELECT pg_sleep(60);\n")
            holder.stdin.flush()
            wait_until(lambda: first.sql("SELECT 1 FROM pg_stat_activity WHERE wait_event = 'PgSleep'"))
        self.assertLess(len(try_on(hold)), 5)

    @unittest.skipUnless(os.environ.get("ZASHIKI_ALL"), "only with ZASHIKI_ALL")
    def test_sent_away(self):
        """Who is at a server that loses its database is sent away once, and goes on at another."""
        subprocess.run([ZASHIKI, "migrate", self.database.url], check=True, capture_output=True)
        relay = Relay(self.database.port)
        through = f"postgresql://game@127.0.0.1:{relay.port}/postgres"
        first, second = (Server("/nowhere", "--store", url, "--rate", "0").start() for url in (through, self.database.url))
        self.addCleanup(lambda: [server.kill() for server in (first, second) if server.process.poll() is None])
        a = first.player()
        a.token = a.open()["A"]
        a.order("sit", name="Ann")
        relay.close()
        with self.assertRaises(Closed) as closed:
            a.wait(lambda: False)
        self.assertEqual(closed.exception.args[0], 1013)
        again = second.player(a.table, a.token)
        again.order("sit", name="Anna")
        # Whoever comes to it all the same stays.
        stays = first.player()
        for _ in range(3):
            time.sleep(1)
            stays.ask("ping")
        for player in (again, stays):
            player.close()
        self.assertEqual((first.stop(), second.stop()), (0, 0))

    @unittest.skipUnless(os.environ.get("ZASHIKI_ALL") and shutil.which("caddy"), "only with ZASHIKI_ALL and Caddy")
    def test_caddy(self):
        """A game of each kind is played to its end over TLS through Caddy, while a server is killed every ten seconds."""
        said = subprocess.run([ZASHIKI, "games"], capture_output=True, text=True, check=True).stdout
        games = tuple(line.split()[0] for line in said.splitlines() if not line.startswith(" "))
        url = self.database.url
        house = House(url, url, 2, games, Caddy, plans=(Plan(), Plan(clock_ms=600000)))
        self.addCleanup(house.stop)
        for server in itertools.cycle(house.servers):
            ends = time.monotonic() + 10
            while time.monotonic() < ends and any(seat.is_alive() for seat in house.seats):
                time.sleep(0.1)
            if not any(seat.is_alive() for seat in house.seats):
                break
            house.kill(server)
            server.start()
        house.stop()
        self.assertFalse([seat.error for seat in house.seats if seat.error])
        for game in games:
            self.assertGreater(house.kills[game], 0, f"no server was killed while {game} was played")
        self.assertGreater(house.hold_to_account(self.database), 100)
        over = {record[0]["game"] for table in house.records(self.database).values() for record in table.values()}
        self.assertEqual(over, set(games))


if __name__ == "__main__":
    unittest.main(verbosity=2, warnings="ignore")
