#!/usr/bin/env python3
"""Line mode: text and nothing else, also on a terminal; every prompt is a sentence; games from a pipe.

    ZASHIKI=build/zashiki tests/test_line.py
"""
import json
import os
import pty
import re
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

from dialogue import PATIENCE_S

if "ZASHIKI" not in os.environ:
    sys.exit(77)
ROOT = Path(__file__).resolve().parent.parent
PROGRAM = os.path.abspath(os.environ["ZASHIKI"])
LANGUAGES = ("en", "fr", "pl", "ja")
# What a sentence ends with, and a list of commands or a file's name after a colon.
ENDS = re.compile(r"[.!?。！？…][)」”»\"]?$")


def environment(**more):
    kept = {name: value for name, value in os.environ.items() if name not in ("NO_COLOR", "LANGUAGE")}
    return {**kept, "LC_ALL": "C.UTF-8", "TERM": "xterm-256color", **more}


def on_terminal(words, typed):
    """What the program writes to a terminal that is as good as any, when that is typed; without what the terminal echoes."""
    master, slave = pty.openpty()
    with subprocess.Popen([PROGRAM, *words], stdin=slave, stdout=slave, stderr=slave, env=environment()) as process:
        os.close(slave)
        os.write(master, typed.encode())
        said = b""
        try:
            while part := os.read(master, 65536):
                said += part
        except OSError:  # the other end is closed
            pass
        os.close(master)
        process.wait(PATIENCE_S)
    return said.decode().replace("\r\n", "\n")


def from_pipe(words, typed, **more):
    """What the program writes when that comes from a pipe: each line waits until something is asked."""
    done = subprocess.run([PROGRAM, *words], input=typed, capture_output=True, text=True, env=environment(**more), check=True)
    return done.stdout


class Text(unittest.TestCase):
    def test_prints_text_alone_on_a_terminal(self):
        """No control sequence, no box drawing, no space without width: whatever is asked, in every game and language."""
        typed = "moves\n1\nback\nboard\nhelp\nwhy x\nrules\nwho\nclock\nlog\nundo\nsave\nreact\n1\n1\nresign\nno\nquit\n"
        for game in ("sketch", "yokai", "yotei", "null"):
            for language in LANGUAGES:
                said = on_terminal(["play", game, "--seed", "7", "--plain", "--lang", language], typed)
                where = f"{game} {language}"
                self.assertEqual(re.findall(r"[^\n -~\u00a0-\uffff]", said), [], where)
                self.assertEqual(re.findall(r"[\u2500-\u257f\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]", said), [], where)
                if language == "ja":  # sentences end as the language has it; what is in Latin letters is as it is
                    self.assertEqual(re.findall(r"[^\x00-\x7f]\.(?:\s|$)", said), [], where)

    def test_a_guided_game_is_no_step(self):
        """Y36: Yokai's guided game, followed to its end, says that it is no step on the path, and keeps none."""
        lines = [json.loads(line) for line in (ROOT / "src/games/yokai/tutorial.jsonl").read_text(encoding="utf-8").splitlines()]
        typed = [line.get("move", "") for line in lines if "say" in line or line.get("by") == "A"]
        with tempfile.TemporaryDirectory() as folder:
            said = from_pipe(["play", "yokai", "--tutorial", "--plain", "--lang", "en"], "\n".join([*typed, "declare", "yes"]) + "\n", XDG_DATA_HOME=folder)
            self.assertIn("a game is no step on the path", " ".join(said.split()))
            self.assertEqual(os.listdir(folder), [])

    def test_readers_of_french_play_by_the_french_edition(self):
        """Unless they choose another; and the command that repeats the deal says which."""
        for language, chosen, edition, again in (("fr", [], "Édition française", " --set edition=fr"), ("en", [], "English edition", ""),
                                                 ("fr", ["--set", "edition=en"], "Édition anglaise", " --set edition=en")):
            said = from_pipe(["play", "sketch", "--seed", "3", "--plain", "--lang", language, *chosen], "quit\n")
            self.assertRegex(said, rf"dition\s?: {edition}")
            self.assertTrue(said.endswith(f"zashiki play sketch --seed 3{again}\n"), said[-80:])
        said = from_pipe(["play", "sketch", "--tutorial", "--plain", "--lang", "fr"], "quit\n")
        self.assertRegex(said, "Édition\\s: Édition française")

    def test_a_card_chosen_by_number_is_that_card(self):
        """BY is not BYc, though its name begins alike: only its own two places are asked for."""
        said = from_pipe(["play", "sketch", "--seed", "5", "--plain", "--lang", "en"], "moves\n2\nquit\n")
        self.assertIn("2  play BY ...", said)
        self.assertEqual(re.findall(r"\d+  play (\S+):", said), ["BY>B", "BY>Y"])

    def test_why_takes_numbers(self):
        """A number of `moves` names its move; one of a group is answered with the moves of that group, and chooses nothing."""
        said = from_pipe(["play", "sketch", "--seed", "5", "--plain", "--lang", "en"], "moves\nwhy 2\nwhy BY>B\n2\nwhy 1\nwhy Y\nquit\n")
        self.assertNotIn("is not a move", said)
        self.assertRegex(said, r"2 stands for several moves\. Type why and one of these:\nplay BY>B: play water–wind [^\n]*(\n +[^\n]*)?\nplay BY>Y: ")
        self.assertEqual(len(re.findall("You may play water–wind on the water stack", said)), 2)
        self.assertEqual(len(re.findall("You may play water–wind on the wind stack", said)), 1)
        said = from_pipe(["play", "yotei", "--seed", "7", "--plain", "--lang", "en"], "why 1\nquit\n")
        self.assertIn("1 stands for several moves. Type why and one of these:\nplace I2: ", said)


if __name__ == "__main__":
    sys.exit(unittest.main())
