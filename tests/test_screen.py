#!/usr/bin/env python3
"""The whole screen, driven by keys and mouse in tmux, and compared with what a person can read in tests/screens/.

    ZASHIKI=build/zashiki tests/test_screen.py            compares
    ZASHIKI=build/zashiki tests/test_screen.py --whole    plays games to their end that are only begun otherwise
    ZASHIKI=build/zashiki tests/test_screen.py --write    writes the screens down, to be looked at before they are kept
"""
import fcntl
import json
import os
import pty
import re
import shutil
import struct
import subprocess
import sys
import tempfile
import termios
import time
import unittest
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from dialogue import PATIENCE_S

if "ZASHIKI" not in os.environ or not shutil.which("tmux"):
    sys.exit(77)
PROGRAM = os.path.abspath(os.environ["ZASHIKI"])
SCREENS = Path(__file__).resolve().parent / "screens"
PAGE = SCREENS.parent.parent / "docs" / "terminal-screens.md"
WRITE = "--write" in sys.argv
WHOLE = "--whole" in sys.argv
LOOKS = 1000  # at a screen that does not come: half a minute, and as much longer as a machine is slow
ENV = {name: value for name, value in os.environ.items() if not name.startswith("TMUX")}
ENV.update(LC_ALL="C.UTF-8", TERM="xterm-256color")


# What docs/terminal-screens.md shows.
PICTURES = {
    "sketch": [("sketch", "the beginning"), ("sketch-middle", "a card is chosen, and where it goes is not")],
    "yokai": [("yokai", "the beginning"), ("yokai-middle", "a card is lifted; it may go to the marked places"),
              ("yokai-over", "the end")],
    "yotei": [("yotei", "the beginning"), ("yotei-sheet", "a card is opened"), ("yotei-middle", "the third round")],
}


class Terminal:
    """A shell in a tmux of its own, of 80 columns and 24 rows."""

    def __init__(self, columns=80, rows=24):
        self.folder = tempfile.TemporaryDirectory()
        self.socket = os.path.join(self.folder.name, "tmux")
        self.tmux("-f", "/dev/null", "new-session", "-d", "-s", "t", "-x", str(columns), "-y", str(rows),
                  f"env TERM=xterm-256color HISTFILE= XDG_DATA_HOME={self.folder.name} PS1='$ ' bash --norc --noprofile")
        self.wait(lambda screen: screen.startswith("$"))

    def tmux(self, *words):
        return subprocess.run(["tmux", "-S", self.socket, *words], env=ENV, check=True, capture_output=True, text=True).stdout

    def screen(self):
        return "\n".join(line.rstrip() for line in self.tmux("capture-pane", "-p", "-t", "t").splitlines()) + "\n"

    def idle(self):
        """Whether every thread of what runs in the shell waits for something, so that it has drawn what it draws."""
        shell = self.tmux("display-message", "-p", "-t", "t", "#{pane_pid}").strip()
        for program in subprocess.run(["pgrep", "-P", shell], capture_output=True, text=True, check=False).stdout.split():
            for thread in Path(f"/proc/{program}/task").glob("*/stat"):
                try:
                    if thread.read_text(encoding="utf-8").rpartition(")")[2].split()[0] in "RD":
                        return False
                except (FileNotFoundError, ProcessLookupError):  # it has ended meanwhile
                    return False
        return True

    def wait(self, holds, late=None):
        """The screen, as soon as that holds of it, it is the same twice and the program is idle.

        late: what is done with a screen of which it still does not hold in the end."""
        before = ""
        for _ in range(LOOKS):
            screen = self.screen()
            if screen == before and holds(screen) and self.idle():
                return screen
            before = screen
            time.sleep(0.02)
        if late:
            late(screen)
        raise AssertionError("this does not come to be:\n" + screen)

    def modes(self):
        """Whether the other screen is shown, whether the cursor is, and whether clicks are told."""
        return self.tmux("display-message", "-p", "-t", "t", "#{alternate_on} #{cursor_flag} #{mouse_any_flag}").strip()

    def keys(self, *keys):
        self.tmux("send-keys", "-t", "t", *keys)

    def type(self, text):
        self.tmux("send-keys", "-t", "t", "-l", text)

    def run(self, command):
        self.type(command)
        self.keys("Enter")

    def click(self, column, row):
        """Pressed and let go before the program looks."""
        self.type(f"\033[<0;{column};{row}M\033[<0;{column};{row}m")

    def close(self):
        self.tmux("kill-server")
        self.folder.cleanup()


class Screen(unittest.TestCase):
    def setUp(self):
        self.terminal = Terminal()
        self.addCleanup(self.terminal.close)

    def compare(self, name, holds=lambda screen: True):
        """Waits for the screen that was written down, which that holds of, too."""
        path = SCREENS / f"{name}.txt"
        if WRITE:
            path.write_text(self.terminal.wait(holds), encoding="utf-8")
        kept = path.read_text(encoding="utf-8")
        self.assertTrue(holds(kept), f"{name}.txt is another screen")
        self.terminal.wait(lambda screen: screen == kept, late=lambda screen: self.assertEqual(screen, kept, name))

    def start(self, *words, said="Your turn"):
        self.terminal.run(" ".join([PROGRAM, "play", *words]))
        return self.terminal.wait(lambda screen: said in screen and "q" in screen.splitlines()[0])

    def resize(self, columns, rows):
        self.terminal.tmux("resize-window", "-t", "t", "-x", str(columns), "-y", str(rows))

    def move(self, notation, said):
        """A move in notation, by the line that a colon opens; then a pattern is on the screen."""
        self.terminal.type(f":{notation}")
        self.terminal.keys("Enter")
        return self.terminal.wait(lambda screen: re.search(said, screen))

    def quit(self):
        self.terminal.keys("q")
        self.terminal.wait(lambda screen: screen.rstrip().endswith("$"))
        self.terminal.run("clear")
        self.terminal.wait(lambda screen: screen.strip() == "$")

    def test_sketch(self):
        """A card, then a place; a refusal, a move taken back, a click, another size."""
        terminal = self.terminal
        self.start("sketch", "--seed", "7")
        self.compare("sketch")
        terminal.keys("Down", "Enter")
        self.compare("sketch-place", lambda screen: "Esc goes back" in screen)
        terminal.keys("Escape")
        terminal.wait(lambda screen: "Esc goes back" not in screen)
        terminal.type(":RB>G")
        terminal.keys("Enter")
        self.compare("sketch-refused", lambda screen: "(S11)" in screen)
        terminal.keys("2")
        terminal.keys("1")
        terminal.wait(lambda screen: "Guest plays fire–wind on the fire stack: 2 of 7." in screen)
        terminal.keys("u")
        terminal.wait(lambda screen: "A move is undone." in screen)
        row = next(i for i, line in enumerate(terminal.screen().splitlines(), 1) if "play GY ..." in line)
        terminal.click(10, row)
        terminal.wait(lambda screen: "play GY>G" in screen and "play GY>Y" in screen)
        terminal.tmux("resize-window", "-t", "t", "-x", "100", "-y", "32")
        wide = terminal.wait(lambda screen: "play GY>G" in screen and "─" * 100 in screen)
        self.assertEqual(len(wide.splitlines()), 32)
        terminal.tmux("resize-window", "-t", "t", "-x", "60", "-y", "20")
        terminal.wait(lambda screen: "The window is too small" in screen)
        terminal.tmux("resize-window", "-t", "t", "-x", "80", "-y", "24")
        terminal.wait(lambda screen: "play GY>G" in screen)

    def test_sketch_side_by_side(self):
        """Left and right go over the hand and the stacks and choose nothing; clicks choose there; an ability is chosen last."""
        terminal = self.terminal
        self.start("sketch", "--seed", "11")
        for key, card in ("Right", "BY"), ("Right", "GY"), ("Right", "BYc"), ("Left", "GY"), ("Down", "BYc"), ("Up", "GY"):
            terminal.keys(key)
            terminal.wait(lambda screen, card=card: f">{card}<" in screen and "ways to go on" in screen)
        terminal.keys("Enter")
        terminal.wait(lambda screen: ">G earth<" in screen)
        terminal.keys("Right")
        terminal.wait(lambda screen: ">Y wind<" in screen)
        terminal.keys("Escape")
        row, column = next((i, line.index("BYc") + 1) for i, line in enumerate(terminal.wait(lambda now: ">GY<" in now).splitlines(), 1) if ">GY<" in line)
        terminal.click(column, row)
        terminal.wait(lambda screen: ">BYc<" in screen and "play BYc>B ..." in screen)
        terminal.click(5, 5)
        terminal.wait(lambda screen: "(S11)" in screen and " Fire stack: yokai 4" in screen)
        terminal.click(70, 5)
        self.compare("sketch-ability", lambda screen: "play BYc>Y call R" in screen)
        terminal.keys("Escape")
        terminal.wait(lambda screen: "play BYc>B ..." in screen and ">Y wind<" in screen)
        terminal.keys("2", "2")
        terminal.wait(lambda screen: "with call on the wind stack and calls the 4 from the" in screen)

    def test_words_of_line_mode(self):
        """After a colon they are understood; a move is asked about, and one that could be several is not called none."""
        terminal = self.terminal
        self.start("yotei", "--seed", "7")
        for line, said in (("why place III2", "turn it face down. (T9)"), ("why place I2", "You may place a character on Mountain (I2)."), ("why", "Name a move: why MOVE"),
                           ("why place II9", "is not a move"), ("I2", "That could be: place I2, flip I2"), ("alone", "on this device alone")):
            terminal.type(f":{line}")
            terminal.keys("Enter")
            terminal.wait(lambda screen, said=said: said in " ".join(screen.split()))
        terminal.keys("q")
        for line, said in (("help", "Colon: a line"), ("moves", "1 place ... 6 ways to go on: I2, I3"), ("board", "Pile I: 27 cards"),
                           ("log", "Karakasa gets the starting token."), ("rules T13", " T13 ")):
            terminal.type(f":{line}")
            terminal.keys("Enter")
            page = terminal.wait(lambda screen, said=said: said in " ".join(screen.split()) + " " or said in screen)
            self.assertIn("Arrows and Page keys", page)
            self.assertNotRegex(page, "hand NAME|device|alone")
            terminal.keys("q")
            terminal.wait(lambda screen: "Your turn" in screen)
        terminal.type(":quit")
        terminal.keys("Enter")
        terminal.wait(lambda screen: "The same deal again" in screen)

    def test_sketch_help(self):
        """The keys, and the legend of the signs on the board."""
        self.start("sketch", "--seed", "7")
        self.terminal.keys("?")
        self.compare("sketch-help", lambda screen: "RBd" in screen and "Arrows and Page keys" in screen)

    def test_rules_fill_the_window(self):
        """A paragraph of the rules is folded where the window ends, not where a line of its file does."""
        terminal = self.terminal
        self.start("sketch", "--seed", "7")
        terminal.keys("r")
        self.compare("sketch-rules", lambda screen: "Arrows and Page keys" in screen)
        self.resize(160, 40)
        terminal.wait(lambda screen: " (S18-S24)" in screen)
        terminal.keys("q")
        terminal.type(":rules Y99")
        terminal.keys("Enter")
        terminal.wait(lambda screen: "no rule" in screen)

    def test_yokai(self):
        """Two looks, which only this turn shows; a card over the plane, then a place; a plane that scrolls; refusals."""
        terminal = self.terminal
        self.start("yokai", "--seed", "7")
        self.compare("yokai")
        terminal.keys("Enter")
        terminal.wait(lambda screen: "Card 1: Kitsune." in screen)
        terminal.keys("1", "Enter")
        self.compare("yokai-refused", lambda screen: "(Y9)" in screen)
        terminal.keys("Down", "Right", "Right", "Enter")
        terminal.wait(lambda screen: "Card 7: Oni." in screen and "move a card" in screen)
        terminal.keys("8", "Enter")
        self.compare("yokai-place", lambda screen: "+" in screen.splitlines()[3])
        terminal.keys("Escape")
        terminal.wait(lambda screen: "Esc goes back" not in screen)
        self.assertNotIn("│O", self.move("8 to 5,3", "turn up a hint or lay one"))
        row = next(i for i, line in enumerate(terminal.screen().splitlines(), 1) if "[P]" in line)
        terminal.click(terminal.screen().splitlines()[row - 1].index("[P]") + 2, row)
        terminal.wait(lambda screen: "hint P on" in screen)
        terminal.keys("1", "4", "Enter")
        terminal.wait(lambda screen: "│[P]" in screen and "look at two cards" in screen)
        for said in ("look at a second card", "move a card"):
            terminal.keys("Enter")
            terminal.wait(lambda screen, said=said: said in screen)
        terminal.keys("9", "Enter")
        terminal.wait(lambda screen: "(Y11)" in screen)
        terminal.keys("4", "Enter")
        self.assertIn(">", terminal.wait(lambda screen: "..." in screen).splitlines()[1])
        terminal.keys("Down", "Down", "Right")
        self.compare("yokai-scrolled", lambda screen: "<" in screen.splitlines()[1])

    def test_yokai_in_other_windows(self):
        """In Japanese, with every rule; in a large window."""
        self.start("yokai", "--seed", "7", "--lang", "ja", "--set", "players=4", "--set", "shape=crown", "--set", "reconcile=4", said="あなたの番")
        self.compare("yokai-ja")
        self.quit()
        self.resize(120, 40)
        self.start("yokai", "--seed", "7", "--set", "players=3", "--set", "blind=on")
        self.compare("yokai-large")

    def test_yotei(self):
        """A card opens its sheet; what is done with it is chosen there, a bid with its potatoes; why nothing can be done."""
        terminal = self.terminal
        self.start("yotei", "--seed", "7")
        self.compare("yotei")
        terminal.keys("Up", "Up", "Enter")
        self.compare("yotei-sheet", lambda screen: "Tier III, place 2 (III2)" in screen)
        terminal.keys("2")
        terminal.wait(lambda screen: "How many potatoes" in screen)
        terminal.keys("Right", "Right", "3")
        self.compare("yotei-bid", lambda screen: "[3]" in screen)
        terminal.keys("Enter")
        terminal.wait(lambda screen: "A3┬" in screen and "Guest bids 3 potatoes" in screen and "Your turn" in screen)
        terminal.click(4, 11)
        self.compare("yotei-refused", lambda screen: "(T13)" in screen)
        terminal.keys("Escape")
        terminal.wait(lambda screen: "Esc goes back" not in screen)
        self.move("flip II1", "Face-down card")

    def until_mine(self):
        """The next screen on which it is one's turn, without anything done out of turn."""
        terminal = self.terminal
        while True:
            screen = terminal.wait(lambda now: "Your turn" in now or "You may act out of turn" in now)
            if "Your turn" in screen:
                return screen
            terminal.keys("Escape")
            terminal.wait(lambda now: now != screen)

    def test_yotei_powers(self):
        """With cards of one's own: a mystery card, then from where and to where on the board, then how."""
        terminal = self.terminal
        land = [{"id": "hill", "tier": "I", "name": "A hill of a very long name", "count": 20, "gives": "M", "mystery": 1, "cost": 0},
                {"id": "inn", "tier": "II", "name": "Inn", "count": 12, "gives": "O", "needs": "MMMMTTTT", "bid": True},
                {"id": "peak", "tier": "III", "name": "Peak", "count": 12, "gives": "S", "needs": "O", "cost": 3, "charm": 12, "star": 1}]
        path = os.path.join(terminal.folder.name, "own.json")
        Path(path).write_text(json.dumps({"name": "own", "land": land, "mystery": [{"id": "detour", "cash": 1, "count": 16}]}), encoding="utf-8")
        self.start("yotei", "--seed", "4", "--bot", "random", "--set", f"cards={path}", "--set", "first=A")
        for slot in ("I1", "I2", "I3"):
            self.move(f"place {slot}", f"{slot}─+A")
            self.until_mine()
        for held, slot in enumerate(("I1", "I2", "I3"), 1):
            self.move(f"collect {slot}", f" AA* +[?]{held} ")
        self.until_mine()
        self.move("place I1", "I1─+A")
        self.until_mine()
        terminal.keys("Down", "Down", "Down")
        terminal.wait(lambda screen: "> Detour" in screen)
        terminal.keys("Enter", "Enter")
        terminal.wait(lambda screen: "Which of your characters makes the detour?" in screen)
        terminal.keys("Enter")
        terminal.wait(lambda screen: "Where to?" in screen)
        terminal.click(4, 11)
        terminal.wait(lambda screen: "(T13)" in screen and "Where to?" in screen)
        terminal.click(4, 3)
        self.compare("yotei-power", lambda screen: "Tier III, place 1 (III1)" in screen)
        terminal.keys("Enter")
        terminal.wait(lambda screen: "Guest makes a detour" in screen)

    def test_yotei_in_other_windows(self):
        """Four players in Japanese; in a large window, with the legend."""
        self.start("yotei", "--seed", "7", "--lang", "ja", "--set", "players=4", said="あなたの番")
        self.compare("yotei-ja")
        self.quit()
        self.resize(120, 40)
        self.start("yotei", "--seed", "7", "--set", "players=4")
        self.compare("yotei-large")
        self.terminal.keys("?")
        self.terminal.wait(lambda screen: "L Local produce" in screen and "Arrows and Page keys" in screen)

    def test_plain_game(self):
        """A game that brings no board is shown in words."""
        self.start("null", "--seed", "7")
        self.compare("null")

    def play_whole(self, game, seed, bot, middle):
        """Enter chooses the first of everything until the game is over; after so many there is a picture."""
        def over(screen):
            return "a: play again" in screen or "Your best so far" in screen
        screen = self.start(game, "--seed", str(seed), "--bot", bot)
        for _ in range(middle):
            self.terminal.keys("Enter")
            screen = self.terminal.wait(lambda now, before=screen: now != before and "Your turn" in now)
        self.compare(f"{game}-middle")
        while not over(screen):
            self.terminal.keys("Enter" if "Your turn" in screen else "Escape")  # Escape: nothing out of turn
            screen = self.terminal.wait(lambda now, before=screen: now != before and (
                over(now) or "Your turn" in now or "You may act out of turn" in now))
        self.terminal.wait(over)
        self.terminal.keys("Tab")  # what was noticed goes
        self.compare(f"{game}-over", lambda screen: "a: play again" in screen)

    def test_whole_sketch(self):
        """And then: the log is shown from its end, and the record is saved."""
        self.play_whole("sketch", 3, "greedy", 18)
        self.terminal.keys("l")
        self.terminal.wait(lambda screen: "Page keys" in screen and "the game ends." in screen and "sits down" not in screen)
        self.terminal.keys("Home")
        self.terminal.wait(lambda screen: screen.startswith(" Guest sits down."))
        self.terminal.keys("q")
        saved = Path(self.terminal.folder.name) / "game.jsonl"
        self.move(f"save {saved}", "The record is in")
        self.assertIn('"result"', saved.read_text(encoding="utf-8").splitlines()[-1])
        self.quit()

    @unittest.skipUnless(WHOLE, "only with --whole")
    def test_whole_yokai(self):
        self.play_whole("yokai", 3, "easy", 23)

    @unittest.skipUnless(WHOLE, "only with --whole")
    def test_whole_yotei(self):
        self.play_whole("yotei", 12, "greedy", 26)

    def test_leaves_the_terminal_as_it_was(self):
        """After q, Ctrl-C, an end from outside, and Ctrl-Z the terminal is as before."""
        terminal = self.terminal
        terminal.run("stty -g > /dev/null; clear; stty -g")
        before = terminal.wait(lambda screen: re.search(r"^[0-9a-f:]{40,}$", screen, re.M))
        state = re.search(r"^[0-9a-f:]{40,}", before, re.M)[0]
        for how, before in (("q", ""), ("C-c", ""), ("C-c", "r"), ("C-c", ":"), ("TERM", ""), ("HUP", "r"), ("SEGV", ""), ("ABRT", "r")):
            self.start("sketch", "--seed", "7")
            self.assertEqual(terminal.modes(), "1 0 1")
            if before:  # a page, or a line that is being typed
                terminal.keys(before)
                terminal.wait(lambda screen: "Page keys" in screen if before == "r" else screen.rstrip().endswith(":"))
            if how.isupper():
                terminal_pid = terminal.tmux("display-message", "-p", "-t", "t", "#{pane_pid}").strip()
                children = subprocess.run(["pgrep", "-P", terminal_pid], capture_output=True, text=True, check=True).stdout.split()
                subprocess.run(["kill", f"-{how}", *children], check=True)
            else:
                terminal.keys(how)
            terminal.wait(lambda screen: "Your turn" not in screen and screen.rstrip().endswith("$"))
            self.assertEqual(terminal.modes(), "0 1 0", how)
            terminal.run("clear; stty -g")
            self.assertIn(state, terminal.wait(lambda screen: re.search(r"^[0-9a-f:]{40,}$", screen, re.M)), how)
        self.start("sketch", "--seed", "7")
        terminal.keys("C-z")
        terminal.wait(lambda screen: "Stopped" in screen)
        self.assertEqual(terminal.modes(), "0 1 0")
        terminal.run("clear; stty -g")
        self.assertIn(state, terminal.wait(lambda screen: re.search(r"^[0-9a-f:]{40,}$", screen, re.M)))
        terminal.tmux("resize-window", "-t", "t", "-x", "100", "-y", "30")  # meanwhile
        terminal.run("fg")
        terminal.wait(lambda screen: "Your turn" in screen and "? help  q quit" in screen and "─" * 100 in screen)
        self.assertEqual(terminal.modes(), "1 0 1")
        terminal.keys("q")
        terminal.wait(lambda screen: "The same deal again" in screen)
        # In line mode what is asked is asked again.
        terminal.run(f"clear; {PROGRAM} play sketch --seed 7 --plain")
        terminal.wait(lambda screen: screen.rstrip().endswith("Type a move, or help.\n>"))
        terminal.keys("C-z")
        terminal.wait(lambda screen: "Stopped" in screen)
        terminal.run("clear; fg")
        terminal.wait(lambda screen: screen.rstrip().endswith("Type a move, or help.\n>") and "fg" not in screen)
        terminal.run("quit")
        terminal.wait(lambda screen: "The same deal again" in screen)

    def test_ends_with_its_terminal(self):
        """A terminal that is closed takes the program with it, also one that has no ear for that signal."""
        for words in (["play", "sketch", "--seed", "7"], ["play", "sketch", "--seed", "7", "--plain"]):
            master, slave = pty.openpty()
            fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
            with subprocess.Popen(["setsid", PROGRAM, *words], stdin=slave, stdout=slave, stderr=slave, env=ENV) as program:
                os.close(slave)
                said = b""
                while b"Your turn" not in said:
                    said += os.read(master, 65536)
                os.close(master)
                program.wait(PATIENCE_S)

    def test_goes_on_with_an_interrupted_game(self):
        """What was left is offered again, and goes on where it was; when it is over it is gone."""
        terminal = self.terminal
        with tempfile.TemporaryDirectory() as folder:
            terminal.run(f"export XDG_DATA_HOME={folder}; clear")
            self.start("null")
            terminal.keys("Enter")
            left = terminal.wait(lambda screen: "Guest: " in screen and "Your turn" in screen)
            board = re.search(r"^turns_left +\d+", left, re.M)[0]
            terminal.keys("q")
            terminal.wait(lambda screen: "The same deal again" in screen)
            terminal.run(f"clear; {PROGRAM} play null")
            terminal.wait(lambda screen: "A game that you left is still here." in screen)
            terminal.keys("y", "e", "s", "Enter")
            self.assertIn(board, terminal.wait(lambda screen: "Your turn" in screen))
            terminal.keys("Enter")
            terminal.wait(lambda screen: "a: play again" in screen)
            terminal.keys("q")
            terminal.wait(lambda screen: "? help" not in screen)
            self.assertEqual([name for name in os.listdir(os.path.join(folder, "zashiki")) if name.startswith("play-")], [])

    def test_a_game_that_goes_on_has_its_log(self):
        """Names of cards, and who drew one, stand in the log also after the program was left."""
        terminal = self.terminal

        def log():
            terminal.keys("l")
            pages = [terminal.wait(lambda screen: "Page keys" in screen)]
            terminal.keys("Home")
            pages.append(terminal.wait(lambda screen: screen.startswith(" Guest sits down.")))
            terminal.keys("q")
            terminal.wait(lambda screen: "Page keys" not in screen)
            return pages

        for game, bot in ("yokai", "easy"), ("yotei", "greedy"), ("sketch", "greedy"):
            self.start(game, "--bot", bot)
            for _ in range(7):
                terminal.keys("Enter")
                screen = terminal.wait(lambda now: "Your turn" in now or "You may act out of turn" in now)
                if "Your turn" not in screen:
                    terminal.keys("Escape")
                    terminal.wait(lambda now: "Your turn" in now)
            before = log()
            self.quit()
            terminal.run(f"{PROGRAM} play {game} --bot {bot}")
            terminal.wait(lambda screen: "A game that you left is still here." in screen)
            terminal.run("yes")
            terminal.wait(lambda screen: "Your turn" in screen)
            self.assertEqual(log(), before, game)
            self.quit()

    def test_a_locale_that_is_not_installed(self):
        """Its language and letters are believed; without a code for letters it goes line by line."""
        terminal = self.terminal
        terminal.run("export LC_ALL=pl_XX.UTF-8")
        self.start("sketch", "--seed", "7", said="Twoja kolej")
        self.assertIn("┌─ R ogień", terminal.screen())
        self.quit()
        terminal.run(f"LC_ALL=pl_XX {PROGRAM} play sketch --seed 7")
        terminal.wait(lambda screen: screen.rstrip().endswith("Wpisz ruch albo help.\n>"))

    def test_colour(self):
        """Stacks have their colours; with NO_COLOR there are none."""
        self.start("sketch", "--seed", "7")
        self.assertIn("\x1b[31m", self.terminal.tmux("capture-pane", "-e", "-p", "-t", "t").replace("\x1b[1m", "").replace("\x1b[1;31m", "\x1b[31m"))
        self.terminal.keys("q")
        self.terminal.wait(lambda screen: "The same deal again" in screen)
        self.terminal.run("clear; export NO_COLOR=1")
        self.start("sketch", "--seed", "7")
        self.assertNotRegex(self.terminal.tmux("capture-pane", "-e", "-p", "-t", "t"), r"\x1b\[(\d+;)*3[1-7]")


    def test_zz_page(self):
        """The page in docs/ has these very screens."""
        parts = ["# Screens of the terminal\n\nTaken from tmux at 80 columns and 24 rows, without their colours; "
                 "`tests/test_screen.py` plays them again and compares. [The terminal](terminal.md) says how it is played.\n"]
        for game, title in ("sketch", "Yokai Sketch"), ("yokai", "Yokai"), ("yotei", "Yōtei"):
            for name, says in PICTURES[game]:
                screen = (SCREENS / f"{name}.txt").read_text(encoding="utf-8").rstrip("\n")
                parts.append(f"\n## {title}: {says}\n\n```\n{screen}\n```\n")
        page = "".join(parts)
        if WRITE:
            PAGE.write_text(page, encoding="utf-8")
        self.assertEqual(page, PAGE.read_text(encoding="utf-8"))


def run(name):
    test, result = Screen(name), unittest.TestResult()
    test.run(result)
    return [f"{test}\n{why}" for test, why in result.failures + result.errors]


def main():
    """All of them: each has a terminal of its own and mostly waits for it, so several run at a time."""
    names = unittest.defaultTestLoader.getTestCaseNames(Screen)
    with ThreadPoolExecutor(4) as pool:
        faults = sum(pool.map(run, names[:-1]), [])
    faults += run(names[-1])  # the page, of screens that have been written
    print(*faults, f"{len(names)} tests, {len(faults)} of them failed", sep="\n")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.argv = [word for word in sys.argv if word not in ("--write", "--whole")]
    sys.exit(unittest.main() if len(sys.argv) > 1 else main())
