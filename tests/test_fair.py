#!/usr/bin/env python3
"""Fair shuffles from outside: whole games at a real server, proven by the program and by tests/fair.py.

    tests/test_fair.py [NAME...]

ZASHIKI names the program. docs/fair.md says what is promised.
"""
import base64
import json
import os
import random
import sqlite3
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent / "server"))
if "ZASHIKI" not in os.environ:
    print("ZASHIKI does not name the program", file=sys.stderr)
    sys.exit(77)
from client import PATIENCE_S, ZASHIKI, Refused, Server  # noqa: E402
import fair  # noqa: E402

QUICK = ("--rate", "0", "--bot-delay", "0", "--per-address", "2000")


def program(*words, typed=None):
    return subprocess.run([ZASHIKI, *words], input=typed, capture_output=True, text=True, timeout=PATIENCE_S * 2,
                          check=False)


class Seat:
    """A player with a seed."""

    def __init__(self, player, letter):
        self.player, self.letter, self.seed = player, letter, None

    def commitment(self):
        self.seed = os.urandom(32)
        return fair.commitment(self.letter, self.seed)

    def hand_in(self, **keys):
        return self.player.order("seed", seed=self.seed.hex(), **keys)


class Fair(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.server = Server(Path(folder.name, "data"), *QUICK).start()
        self.addCleanup(self.stop)
        self.choose = random.Random(1)

    def stop(self):
        if self.server.process.poll() is None:
            self.assertEqual(self.server.stop(), 0, self.server.errors)

    def sit_down(self, game="sketch", commits="AB", **keys):
        first = self.server.player()
        tokens = first.open(game, **keys)
        seats = []
        for letter, token in tokens.items():
            player = first if letter == "A" else self.server.player(first.table)
            player.token = token
            player.join()
            seats.append(Seat(player, letter))
        for seat in seats:
            more = {"commit": seat.commitment()} if seat.letter in commits else {}
            seat.player.order("sit", name="Person " + seat.letter, **more)
        self.catch_up(seats)
        return seats

    def catch_up(self, seats):
        for seat in seats:
            seat.player.wait(lambda p=seat.player: p.number == max(other.player.number for other in seats)
                             and (p.now["actor"] != "chance" or p.now.get("seeds")))

    def hand_in(self, seats):
        self.catch_up(seats)
        for seat in seats:
            if seat.letter in seats[0].player.now.get("seeds", ()):
                seat.hand_in()
        self.catch_up(seats)

    def move(self, seats):
        """One move of whoever is to move; false when the game is over."""
        actor = seats[0].player.now["actor"]
        if actor == "over":
            return False
        player = seats["ABCD".index(actor)].player
        answer = player.order("move", move=self.choose.choice(player.now["legal"]))
        for seat in seats:
            seat.player.wait(lambda p=seat.player: p.number >= answer["done"])
        self.catch_up(seats)
        return True

    def play(self, seats):
        while self.move(seats):
            pass

    def record(self, seats, **keys):
        return seats[0].player.ask("record", **keys)["record"]

    def check(self, record, status=0):
        """What `zashiki verify` says; tests/fair.py is of the same opinion."""
        done = program("verify", typed=record)
        self.assertEqual(done.returncode, status, done.stdout + done.stderr)
        trace = program("trace", typed=record).stdout
        faults = list(fair.faults([json.loads(line) for line in record.splitlines()],
                                  [json.loads(line) for line in trace.splitlines()]))
        self.assertEqual(bool(faults), bool(status), faults)
        self.assertEqual(program("check", typed=record).stdout, "")
        return done.stdout

    def test_kept(self):
        """Games that were played once stay proven; web/tests/fair.test.ts looks at them, too."""
        for path in sorted(Path(__file__).parent.glob("fair/*.jsonl")):
            with self.subTest(path.name):
                self.assertIn(": proven: ", self.check(path.read_text(encoding="utf-8")))

    def test_whole_games(self):
        """Every game to its end, with every seat's seed; nobody is shown one before; a rematch has new ones."""
        for game in ("sketch", "yokai", "yotei"):
            with self.subTest(game):
                seats = self.sit_down(game, commits="ABCD")
                self.hand_in(seats)
                self.play(seats)
                record = self.record(seats)
                said = self.check(record)
                self.assertIn(": proven: ", said)
                self.assertEqual(len(said.splitlines()), 1, said)
                told = json.loads(record.splitlines()[0])["fair"]
                for seat in seats:
                    self.assertEqual(told[seat.letter]["seed"], seat.seed.hex())
                for seat in seats:
                    before = [text for text in seat.player.streams if '"kind":"show"' not in text
                              and '"record":' not in text]
                    for one in (told["server"], *(told[other.letter] for other in seats)):
                        self.assertFalse(any(one["seed"] in text for text in before))
                first = told["server"]
                for seat in seats:
                    seat.player.order("again", commit=seat.commitment())
                self.hand_in(seats)
                if self.move(seats) and seats[0].player.now["actor"] != "over":  # a declaration ends a game of Yokai at once
                    seats[0].player.order("resign")
                self.catch_up(seats)
                self.check(self.record(seats))
                second = json.loads(self.record(seats).splitlines()[0])["fair"]["server"]
                self.assertNotIn(second["seed"], first.values())
                self.assertEqual(self.record(seats, games=0), record)

    def test_changes_are_found(self):
        """A bit of a seed, of a commitment, of a draw."""
        seats = self.sit_down()
        self.hand_in(seats)
        self.play(seats)
        record = self.record(seats)
        self.check(record)
        told = json.loads(record.splitlines()[0])["fair"]
        for who in ("server", "A", "B"):
            for key in ("seed", "commit"):
                digits = told[who][key]
                self.check(record.replace(digits, digits[:-1] + "%x" % (int(digits[-1], 16) ^ 1)), 1)
        self.check(record.replace('"draw":3}', '"draw":2}'), 1)
        lines = record.splitlines(keepends=True)
        # One that was cut off behind a line is not said to have been taken back; and of an empty file nothing is proven.
        cut = next(i for i, line in enumerate(lines) if '"draw":20}' in line)
        self.assertIn("draws from 20 on are not in the record, which has no result", self.check("".join(lines[:cut])))
        nothing = program("verify", os.devnull)
        self.assertEqual((nothing.returncode, nothing.stdout), (1, "/dev/null: there is no record, so nothing is proven.\n"))
        deals = [i for i, line in enumerate(lines) if '"by":"chance","move":"deal A' in line]
        other = next(i for i in deals if lines[i].split('"')[7] != lines[deals[0]].split('"')[7])
        words = lines[deals[0]].split('"')[7], lines[other].split('"')[7]
        lines[deals[0]] = lines[deals[0]].replace(*words)
        lines[other] = lines[other].replace(*reversed(words))
        self.check("".join(lines), 1)

    def test_undo_draws_anew(self):
        """A draw that was taken back keeps its number; the next one is another, and the gap is named."""
        seats = self.sit_down("sketch")
        self.hand_in(seats)
        a, b = (seat.player for seat in seats)

        def draws():
            return [event["draw"] for event in a.events.values() if "draw" in event]

        dealt = len(draws())
        while len(draws()) == dealt:
            self.assertTrue(self.move(seats))
        last = draws()[-1]
        mover = next(event["by"] for event in reversed(list(a.events.values())) if event["kind"] == "move"
                     and event["by"] != "chance")
        asker, other = (a, b) if mover == "A" else (b, a)
        asker.order("undo")
        other.wait(lambda: other.number >= asker.number)
        if other.now.get("asks_undo"):
            other.order("agree")
        self.catch_up(seats)
        self.play(seats)
        self.assertEqual(len(draws()), len(set(draws())), "no number comes twice")
        said = self.check(self.record(seats))
        self.assertRegex(said, rf"draws? .*{last} w(as|ere) taken back")

    def test_left_out(self):
        """Who did not commit is not waited for; who goes before handing in is left out, and both are named."""
        seats = self.sit_down(commits="A")
        self.assertEqual(seats[1].player.now["seeds"], ["A"])
        with self.assertRaises(Refused) as refused:
            seats[1].player.order("seed", seed="00" * 32)
        self.assertEqual(refused.exception.key, "seed.unasked")
        with self.assertRaises(Refused) as refused:
            seats[0].player.order("seed", seed="00" * 32)
        self.assertEqual(refused.exception.key, "seed.wrong")
        with self.assertRaises(Refused) as refused:
            seats[0].player.order("leave")
        self.assertEqual(refused.exception.key, "seat.begun")
        seats[0].player.order("bot", seat="A", bot="easy")
        self.catch_up(seats)
        seats[1].player.wait(lambda: seats[1].player.now["actor"] in ("B", "over"))
        seats[1].player.order("resign")
        said = self.check(self.record(seats[1:]))
        self.assertIn("A committed to a seed and did not hand it in", said)
        self.assertIn("B had no seed of its own", said)

    def test_as_before(self):
        """Where nobody commits there is nothing of it, and nothing is proven."""
        seats = self.sit_down(commits="")
        self.play(seats)
        record = self.record(seats)
        self.assertNotIn("fair", record)
        self.assertNotIn("draw\"", record)
        done = program("verify", typed=record)
        self.assertEqual(done.returncode, 1)
        self.assertIn("there are no seeds", done.stdout)

    def test_asked_twice(self):
        """The same request once more changes nothing."""
        first = self.server.player()
        tokens = first.open("sketch")
        first.token = tokens["A"]
        first.join()
        a = Seat(first, "A")
        keys = {"name": "Ann", "commit": a.commitment(), "request": "twice", "at": 0}
        done = first.ask("sit", **keys)
        number = first.number
        self.assertEqual(first.ask("sit", **keys), done)
        self.assertEqual(first.number, number)
        second = self.server.player(first.table, tokens["B"])
        second.join()
        second.order("sit", name="Ben")
        self.catch_up([a, Seat(second, "B")])
        keys = {"request": "seed", "at": first.number}
        done = a.hand_in(**keys)
        first.wait(lambda: first.now["actor"] != "chance")
        number = first.number
        self.assertEqual(a.hand_in(**keys), done)
        self.assertEqual(first.number, number)

    def keeps(self, text, words):
        """Bytes in which these digits are not, nor what they stand for, however it is written."""
        raw = bytes.fromhex(words)
        for secret in (raw, raw[::-1], base64.b64encode(raw)[:-1], base64.urlsafe_b64encode(raw)[:-1], words.encode()):
            self.assertNotIn(secret.lower(), text.lower())

    def test_killed(self):
        """Seeds survive a server that is killed; the file has none of them in its entries, the program none in its words,
        and an export during the game none at all."""
        seats = self.sit_down()
        self.hand_in(seats)
        for _ in range(4):
            self.move(seats)
        exported = subprocess.run([ZASHIKI, "export", "--data", self.server.data], capture_output=True, timeout=PATIENCE_S * 2, check=False)
        self.assertEqual((exported.returncode, exported.stderr), (0, b""))
        self.assertEqual(json.loads(exported.stdout.splitlines()[0])["entries"], seats[0].player.number)
        for seat in seats:  # what was sealed is there
            self.assertIn(fair.commitment(seat.letter, seat.seed).encode(), exported.stdout)
        self.assertEqual(exported.stdout.count(b'"sealed"'), len(seats))
        self.server.kill()
        with sqlite3.connect(self.server.database) as base:
            bodies = "\n".join(body for body, in base.execute("SELECT body FROM entries"))
            secrets = [bytes(secret) for secret, in base.execute("SELECT secret FROM secrets")]
        self.assertEqual(len(secrets), 1)
        self.assertIn('"sealed"', bodies)
        hidden = [seat.seed.hex() for seat in seats] + [secrets[0].hex()]
        for words in hidden:
            self.assertNotIn(words, bodies)
            self.keeps(exported.stdout, words)
        self.server.start()
        for seat in seats:
            old = seat.player
            seat.player = self.server.player(old.table, old.token)
            seat.player.join()
        self.play(seats)
        record = self.record(seats)
        self.check(record)
        self.keeps(exported.stdout, json.loads(record.splitlines()[0])["fair"]["server"]["seed"])
        self.assertFalse([line for line in self.server.errors + self.server.said
                          if any(words in line for words in hidden)])


if __name__ == "__main__":
    names = [argument for name in sys.argv[1:] for argument in ("-k", name)]
    unittest.main(argv=[sys.argv[0], *names], verbosity=2, warnings="ignore")
