#!/usr/bin/env python3
"""A finished game gone through again and studied, from the table and from a file, line by line and on the whole screen.

    ZASHIKI=build/zashiki tests/test_review.py
"""
import json
import os
import re
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

from dialogue import PATIENCE_S, converse
from test_screen import PROGRAM, Terminal


def run(*words):
    return subprocess.run([PROGRAM, *words], capture_output=True, text=True, check=True, timeout=PATIENCE_S).stdout


class Lines(unittest.TestCase):
    def test_studies_what_was_played(self):
        """When the game is over, `study` judges it as `zashiki study` does, and `choices` tells what there was to choose."""
        with tempfile.TemporaryDirectory() as folder:
            env = {**os.environ, "LC_ALL": "C.UTF-8", "XDG_DATA_HOME": folder}
            saved = os.path.join(folder, "game.jsonl")
            after = iter(["save " + saved, "path", "study", "study", "choices", "21", "22", "choices", "", "quit", "quit"])
            said, status = converse([PROGRAM, "play", "yokai", "--seed", "3", "--bot", "easy", "--set", "players=2"],
                                    lambda said: next(after, "quit") if "The game is over." in said else "declare", env)
            self.assertEqual(status, 0)
            said = said.replace("\n    ", " ")
            self.assertIn("Your best so far with these rules and players: lost.", said)
            self.assertIn("  Basic game: 2 players: lost, 3 players: not yet, 4 players: not yet\n", said)
            judged = json.loads(run("study", saved, "--json"))
            decision = judged["decisions"][-1]
            points = [f"{entry['worth'] * judged['points'] / judged['whole']:.1f}" for entry in decision["moves"]]
            listed = re.findall(r"(?m)^ +([\d.]+) pts  (\S+(?: \S+)*?): .*$", said)
            self.assertEqual(listed, list(zip(points, [entry["move"] for entry in decision["moves"]])))
            lost = f"{decision['loss'] * judged['points'] / judged['whole']:.1f}"
            self.assertRegex(said, rf"(?m)^  Move 23, Guest: declare that the yokai are at peace\. {lost} pts lost\. Better: look at card \d+\.")
            self.assertRegex(said, rf"(?m)^Guest declares that the yokai are at peace\.\n{lost} pts lost\.")
            self.assertIn("Here nobody had anything to choose", said)
            self.assertIn("Karakasa looks at card", said.rpartition("Move 0 of 23.")[2])  # by its face, as in the game

    def test_plays_on_from_any_position(self):
        """From a study a game with bots goes on: the same moves up to there, others in the other seats; the record stays."""
        with tempfile.TemporaryDirectory() as folder:
            env = {**os.environ, "LC_ALL": "C.UTF-8", "XDG_DATA_HOME": folder}
            first, second, third = (os.path.join(folder, name) for name in ("first", "second", "third"))
            typed = iter(["save " + first, "study", "22", "play", "save " + second, "declare", "quit", "play b", "save " + third, "quit",
                          "play nobody", "end", "play", "quit", "quit"])
            said, status = converse([PROGRAM, "play", "yokai", "--seed", "3", "--bot", "easy", "--set", "players=2"],
                                    lambda said: next(typed, "quit") if "The game is over." in said else "declare", env)
            self.assertEqual(status, 0)
            self.assertIsNone(next(typed, None))
            said = said.replace("\n    ", " ")
            was, own, other = ([json.loads(line) for line in Path(path).read_text(encoding="utf-8").splitlines()]
                               for path in (first, second, third))
            self.assertEqual(own, [{**was[0], "faces": own[0]["faces"]}, *was[1:23]])
            self.assertEqual(other, [{**was[0], "seats": ["normal", "person"], "faces": other[0]["faces"]}, *was[1:23], *other[23:]])
            self.assertEqual([face for face in own[0]["faces"] if face], [face for face in was[0]["faces"] if face])
            # What is tried is no step on the path, and comes back to where it was begun.
            self.assertEqual(said.count("Your best so far"), 1)
            self.assertEqual(said.count("Guest declares that the yokai are at peace."), 3)
            self.assertEqual(said.count("Move 22 of 23. Press Enter"), 4)
            self.assertIn("You play as Guest, and bots play the other seats.", said)
            self.assertIn("There is no seat “nobody” here", said)
            self.assertIn("Here the game is over. Go back to a position before its end to play on.", said)

    def test_counts_a_finished_game_of_yokai(self):
        """When all cards are turned up: families with their cards, hints and whether they were right; a wide plane keeps its rows."""
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "game.jsonl")
            for option in ("off", "on"):
                Path(path).write_text(run("selfplay", "yokai", "--seed", "3", "--set", "players=2", "--set", f"blind={option}"), encoding="utf-8")
                typed = iter(["", "", "99", "end", "", "quit"])
                said, _ = converse([PROGRAM, "replay", path], lambda said, typed=typed: next(typed))
                # A step is to the next move that says something: cards that are dealt do not.
                self.assertRegex(said, r"\n>  \n\S* ?\S+ begins\.\n\nMove 1 of .*\n.*\n>  \nThe sixteen yokai are laid face down\.\n\nMove 17 of")
                self.assertRegex(said, r"There is no such move: the last one is \d\d\.")
                self.assertIn("\n>  \nThat was the last move.\n", said)
                board = said.replace("\n    ", " ").partition("\n> end\n")[2].partition("\ny \\ x")[2]
                self.assertNotIn("face down", board)
                self.assertIn("O  Oni: 4 groups (2, 8, 10, 13)", board)
                if option == "off":
                    self.assertIn("Kappa–Rokurokubi on card 13: wrong (Oni)", board)
                    self.assertIn("random B declared peace and had looked at 2 of the 16 cards.", board)
                else:  # ten columns
                    self.assertRegex(board, r"^  -3 .* 5      6\n-1\n")

    def test_what_cannot_be_studied(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "game.jsonl")
            record = run("selfplay", "null", "--seed", "1")
            with open(path, "w", encoding="utf-8") as file:
                file.write("\n".join(record.splitlines()[:-2]) + "\n")
            typed = iter(["study", "nonsense", "quit"])
            said, _ = converse([PROGRAM, "replay", path], lambda said: next(typed, "quit"))
            self.assertIn("only finished games can be studied", said.replace("\n    ", " "))
            self.assertIn("“nonsense” is not known here.", said)


class Screen(unittest.TestCase):
    def test_shows_every_player(self):
        """A board of Yōtei for four fills the smallest window, and no player of it is cut off."""
        terminal = Terminal()
        self.addCleanup(terminal.close)
        record = os.path.join(terminal.folder.name, "game.jsonl")
        for players in ("3", "4"):
            Path(record).write_text(run("selfplay", "yotei", "--games", "1", "--seed", "4", "--set", f"players={players}", "--bot", "greedy"),
                                    encoding="utf-8")
            terminal.run(f"clear; {PROGRAM} replay {record}")
            screen = terminal.wait(lambda screen: "Move 0 of" in screen)
            for seat in "ABCD"[:int(players)]:
                self.assertRegex(screen, rf"(?m)^ {seat}  greedy {seat} +5p ")
            terminal.keys("q")
            terminal.wait(lambda screen: screen.rstrip().endswith("$"))

    def test_studies_on_the_whole_screen(self):
        """From the table, and from a file: the arrows step, s studies, decisions and the costliest of them are found."""
        terminal = Terminal()
        self.addCleanup(terminal.close)
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "game.jsonl")
            terminal.run(f"export XDG_DATA_HOME={folder}; clear; {PROGRAM} play yokai --seed 3 --bot easy --set players=2 --save {path}")
            terminal.wait(lambda screen: "Your turn" in screen)
            terminal.type(":declare")
            terminal.keys("Enter")
            over = terminal.wait(lambda screen: "Your best so far" in screen)
            self.assertIn("Lost together. The yokai were declared at peace.", over)
            self.assertIn("Guest: 0 points  Karakasa: 0 points", over)
            terminal.keys("s")
            terminal.wait(lambda screen: "Move 0 of 23." in screen)
            terminal.keys("q")
            terminal.wait(lambda screen: "s: study, a: play again" in screen)
            terminal.keys("q")
            terminal.wait(lambda screen: "The same deal again" in screen)
            terminal.run(f"clear; {PROGRAM} replay {path}")
            terminal.wait(lambda screen: "Move 0 of 23." in screen)
            terminal.keys("Right", "End", "Left")
            # Where no choices stand, what has happened last does.
            terminal.wait(lambda screen: "Move 22 of 23." in screen and "Choices" not in screen and re.search("Karakasa (turns up|lays) ", screen))
            terminal.keys("s")
            terminal.wait(lambda screen: "pts lost on average" in screen)
            terminal.keys("q")
            terminal.wait(lambda screen: "Choices of Guest" in screen and "(played)" in screen)
            terminal.keys("Home")
            terminal.wait(lambda screen: "Move 0 of 23." in screen)
            terminal.keys("1")
            terminal.wait(lambda screen: "Move 22 of 23." in screen and "Better: look at card" in screen)
            terminal.keys("p")
            terminal.wait(lambda screen: "You play as Guest, and bots play the other seats." in screen)
            terminal.keys("b")
            terminal.wait(lambda screen: "You play as Karakasa, and bots" in screen)
            terminal.keys("a", "Enter")
            terminal.wait(lambda screen: "Your turn: look at two cards, or declare peace" in screen)
            terminal.type(":declare")
            terminal.keys("Enter")
            tried = terminal.wait(lambda screen: "Lost together." in screen)
            self.assertNotIn("Your best so far", tried)
            terminal.keys("q")
            terminal.wait(lambda screen: "Move 22 of 23." in screen)
            terminal.keys("?")
            terminal.wait(lambda screen: "p: play on from here with bots" in screen)
            terminal.keys("q", "End", "p")
            terminal.wait(lambda screen: "Here the game is over." in screen)
            terminal.keys("q", "q")
            terminal.wait(lambda screen: screen.rstrip().endswith("$") and "Move" not in screen)


if __name__ == "__main__":
    sys.exit(unittest.main())
