#!/usr/bin/env python3
"""Several people around one terminal, line by line and on the whole screen: nobody sees what is another's.

    ZASHIKI=build/zashiki tests/test_people.py
"""
import re
import sys
import tempfile
import unittest

from dialogue import converse
from test_screen import PROGRAM, Terminal

FAMILIES = "Kitsune|Kappa|Rokurokubi|Oni"


def parts(said):
    """Who looked, and what they saw, from one hand-over to the next."""
    pieces = re.split(r"^Hand the device to (\w+)\..*\n(?:    .*\n)?(?=> )", said, flags=re.M)
    return list(zip(pieces[1::2], pieces[2::2]))


def first_move(said):
    """Enter where the screen is handed over or something may be done out of turn, else the first of the moves."""
    asked = said.rstrip("> \n").rsplit("\n\n", 1)[-1]
    return "" if re.search("Hand the device|just Enter|press Enter|Press Enter", asked) else "1"


class Lines(unittest.TestCase):
    def test_whole_game(self):
        """Two play Sketch to its end. What one draws the other never reads, nor is anything shown while the screen is handed over."""
        said, status = converse([PROGRAM, "play", "sketch", "--people", "Mai,Ben", "--seed", "7"], first_move)
        self.assertEqual(status, 0)
        self.assertRegex(said, r"(?m)^((Mai|Ben) wins|The game is drawn|You win)")
        looked = parts(said)
        self.assertGreater(len(looked), 10)
        end = next(i for i, (_, text) in enumerate(looked) if re.search(r"win|drawn\n", text))
        for name, text in looked[:end]:
            other = {"Mai": "Ben", "Ben": "Mai"}[name]
            self.assertNotRegex(text, rf"(?m)^{other} draws (?!a card\.)")
            self.assertNotIn("Hand the device", text)
        self.assertRegex(said, r"(?m)^Mai draws \w+–\w+")
        self.assertRegex(said, r"(?m)^Ben draws \w+–\w+")

    def test_looks_and_bids_stay_one_s_own(self):
        """Yokai: what a look shows is read by the player who looked, and hidden again. Yōtei: the table stays open, potatoes and bids do not."""
        people = {"Mai", "Ben", "Eva"}
        said, _ = converse([PROGRAM, "play", "yokai", "--people", ",".join(people), "--seed", "3", "--set", "players=4"],
                           lambda said: "quit" if said.count("Hand the device") > 4 else first_move(said))
        # A look is told without what it showed; that is seen by the player who looked alone, after Enter, until Enter.
        looks = [(name, part) for name, text in parts(said) for part in re.split(r"(?m)^> .*\n", text)
                 if re.search(rf"card \d+( too)?\. Card \d+: ({FAMILIES})", part.replace("\n    ", " "))]
        self.assertGreater(len(looks), 4)
        for name, part in looks:
            self.assertRegex(part.replace("\n    ", " "), rf"^\n{name} looks at card \d+( too)?\. Card \d+: ({FAMILIES})\. Press Enter to hide it\.\n$")
        self.assertEqual(len(re.findall(rf"Card \d+: ({FAMILIES})", said.replace("\n    ", " "))), len(looks))
        self.assertEqual(said.count("press Enter to see it."), len(looks))

        def bid(said):
            """Mai's first move is a bid of two."""
            slot = re.search(r"(?m)^ ?\d+  bid (\w+) \.\.\.", said)
            if "Mai bids" in said or "Your turn" not in said:
                return "quit" if said.count("Hand the device") > 3 else first_move(said)
            return f"bid {slot[1]} 2" if slot else "moves"
        said, _ = converse([PROGRAM, "play", "yotei", "--people", "Mai,Ben", "--seed", "2"],
                           bid)
        self.assertIn("Mai bids", said)
        self.assertNotIn("Mai bids 2", "".join(text for name, text in parts(said) if name == "Ben"))
        self.assertGreater(len(parts(said)), 2)
        for name, text in parts(said):
            other = {"Mai": "Ben", "Ben": "Mai"}[name]
            self.assertEqual("Your turn" in text, bool(re.search(rf"(?m)^{name}: \d+ potato", text)))
            self.assertNotRegex(text, rf"(?m)^{other}: \d+ potato")

    def test_asks_for_a_move_back_and_hands_over_out_of_turn(self):
        """Ben ends his turn and would like it back: he is handed the screen, asks, and Mai, who has it, agrees."""
        typed = iter(["", "1", "end", "", "hand ben", "", "undo", "no", "", "hand ben", "", "undo", "yes", "quit"])
        said, _ = converse([PROGRAM, "play", "sketch", "--people", "Mai,Ben", "--seed", "7", "--set", "first=B"], lambda said: next(typed, "quit"))
        said = said.replace("\n    ", " ")
        self.assertEqual(re.findall(r"Hand the device to (\w+)", said), ["Ben", "Mai", "Ben", "Mai", "Ben"])
        self.assertIn("Mai plays one to three cards. Type a move, or just Enter to hand back.\n> undo\n", said)
        self.assertEqual(said.count("Ben would like to undo a move. Mai, do you agree? Type yes or no.\n"), 2)
        self.assertIn("> yes\n", said)
        self.assertRegex(said, r"> yes\n(.*\n)*A move is undone\.\n")

    def test_says_what_is_wrong(self):
        for words, wanted in ((["--people", "5"], "from 1 to 2"), (["--people", "A,B,C"], "from 1 to 2"), (["--people", "0"], "from 1 to 2"),
                              (["--people", "2", "--seat", "B"], "goes without"), (["--people", ",x"], "each name"),
                              (["--clock", "0"], "--clock is minutes"), (["--clock", "5+x"], "--clock is minutes")):
            said, status = converse([PROGRAM, "play", "sketch", *words], lambda said: "quit")
            self.assertEqual(status, 2, words)
            self.assertIn(wanted, said)


class Screen(unittest.TestCase):
    def test_hides_the_board(self):
        """The cover shows neither cards nor log; Yōtei's table stays in sight without what is secret."""
        terminal = Terminal()
        self.addCleanup(terminal.close)
        terminal.run(f"{PROGRAM} play sketch --people Mai,Ben --seed 7")
        cover = terminal.wait(lambda screen: "Hand the device to Ben." in screen)
        self.assertNotRegex(cover, r"RG|fire|─")
        terminal.keys("h", "l", "1", "b")  # nothing opens it but Enter
        terminal.wait(lambda screen: screen == cover)
        terminal.keys("Enter")
        terminal.wait(lambda screen: "Your turn" in screen and " RG " in screen)
        terminal.keys("1")
        terminal.keys("1")
        terminal.wait(lambda screen: "Ben plays" in screen)
        terminal.type(":hand Mai")
        terminal.keys("Enter")
        terminal.wait(lambda screen: "Hand the device to Mai." in screen)
        terminal.keys("Enter")
        terminal.wait(lambda screen: "Esc to hand back" in screen)
        terminal.keys("Escape")
        terminal.wait(lambda screen: "Hand the device to Ben." in screen)
        terminal.keys("q")
        terminal.wait(lambda screen: "--people Mai,Ben" in screen)
        terminal.run(f"clear; {PROGRAM} play yotei --people Mai,Ben --seed 2 --set first=B")
        cover = terminal.wait(lambda screen: "Hand the device to Ben." in screen)
        self.assertIn("stays in sight", cover)
        self.assertIn("I1", cover)
        terminal.keys("q")

    def test_shows_a_look_to_one_alone(self):
        terminal = Terminal()
        self.addCleanup(terminal.close)
        terminal.run(f"{PROGRAM} play yokai --people Mai,Ben --seed 3 --set first=A")
        terminal.wait(lambda screen: "Your turn" in screen)
        terminal.type(":peek 1")
        terminal.keys("Enter")
        before = terminal.wait(lambda screen: "Only Mai looks" in screen)
        self.assertNotIn("Card 1: Rokurokubi", before)
        terminal.keys("Enter")
        terminal.wait(lambda screen: "Card 1: Rokurokubi. Press Enter to hide it." in screen)
        terminal.keys("Enter")
        after = terminal.wait(lambda screen: "look at a second card" in screen)
        self.assertNotIn("Card 1: Rokurokubi", after)
        self.assertNotRegex(after, r"│R +[│>]")  # nor on the board
        terminal.keys("q")
        terminal.wait(lambda screen: "The same deal again" in screen)

    def test_goes_on_covered(self):
        """A game that was left begins with the cover: nobody knows who looks."""
        terminal = Terminal()
        self.addCleanup(terminal.close)
        with tempfile.TemporaryDirectory() as folder:
            terminal.run(f"export XDG_DATA_HOME={folder}; clear; {PROGRAM} play yotei --people Mai,Ben")
            terminal.wait(lambda screen: "Your turn" in screen or "Hand the device" in screen)
            terminal.keys("q")
            terminal.wait(lambda screen: "The same deal again" in screen)
            terminal.run(f"clear; {PROGRAM} play yotei")
            terminal.wait(lambda screen: "A game that you left is still here." in screen)
            terminal.type("yes\n")
            terminal.wait(lambda screen: "Hand the device" in screen)
            terminal.keys("Enter")
            terminal.wait(lambda screen: "Your turn" in screen)
            terminal.keys("q")
            terminal.wait(lambda screen: "The game is kept: zashiki play yotei goes on with it." in screen)


if __name__ == "__main__":
    sys.exit(unittest.main())
