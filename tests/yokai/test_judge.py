"""Tests of the judge's Yokai: the printed example, and hand-made positions for each rule of Y1-Y36."""
import os
import subprocess
import sys
import unittest
from collections import Counter
from fractions import Fraction

HERE = os.path.dirname(os.path.abspath(__file__))
TESTS = os.path.dirname(HERE)
sys.path[0] = TESTS  # not this folder: its judge.py is that of the game
from judge import judge                                                                    # noqa: E402
from yokai import steer                                                                    # noqa: E402
from yokai.judge import (CARDS, FAMILIES, HINTS, PACTS, SHAPES, Illegal, Yokai, at_origin, # noqa: E402
                   drawn_shape, forms, groups, hang_together, sides)

PEACE = "KKKK/PPPP/RRRR/OOOO"
LINE = "KKKKPPPPRRRROOOO"


def position(layout=PEACE, at=(0, 0), turned="", laid=None, pile=None, pacts="", taken=0, **options):
    """A's turn.  layout: rows of families, '.' an empty place; the cards are numbered as they are read.
    laid: {7: 'KP'}; pile: what is left of it by size."""
    options.setdefault("first", "A")
    game = Yokai(options)
    marks = [(x + at[0], y + at[1], mark) for y, row in enumerate(layout.split("/"))
             for x, mark in enumerate(row) if mark != "."]
    pacts = pacts.split()
    while game.actor() == "chance":
        text = game.legal()[0][0]
        if text.startswith("card"):
            card = int(text.split(" ")[1])
            text = "card %d %s" % (card, marks[card - 1][2])
        elif text.startswith("pact"):
            text = "pact " + pacts[len(game.pacts)]
        game.apply(text)
    game.places = {card: marks[card - 1][:2] for card in CARDS}
    game.turned, game.laid, game.taken = turned.split(), dict(laid or {}), taken
    for hint in game.turned + list(game.laid.values()):
        if hint:
            game.unseen_hints[len(hint)].remove(hint)
    if pile is not None:
        game.pile = dict(zip((1, 2, 3), pile))
    return game


def play(game, *texts):
    for text in texts:
        game.apply(text)
    return game


def peeked(game):
    """Two peeks on."""
    for _ in range(2):
        game.apply([text for text in game.legal() if text != "declare"][0])
    return game


def moved(game, text=None):
    """Two peeks and a move on."""
    peeked(game)
    game.apply(text or game.legal()[0])
    return game


def declared(game):
    return play(game, "declare").result()


def moves_of(game, card):
    start = "move %d to " % card
    return {text[len(start):] for text in game.legal() if text.startswith(start)}


class SetUp(unittest.TestCase):
    def test_y1_y4_cards(self):
        game = Yokai({"first": "A"})
        dealt = []
        for card in CARDS:
            legal = game.legal()
            left = {f: 4 - dealt.count(f) for f in FAMILIES}
            self.assertEqual(legal, sorted(("card %d %s" % (card, f), Fraction(n, 17 - card))
                                           for f, n in left.items() if n))
            family = legal[card % len(legal)][0][-1]
            dealt.append(family)
            game.apply("card %d %s" % (card, family))
        self.assertEqual(Counter(dealt), Counter("KPRO" * 4))
        self.assertEqual([game.places[c] for c in (1, 4, 5, 16)], [(0, 0), (3, 0), (0, 1), (3, 3)])
        self.assertEqual(game.actor(), "A")

    def test_y1_the_last_card_is_certain(self):
        game = Yokai({"first": "A"})
        for card, family in zip(CARDS, "KPRO" * 4):
            legal = game.legal()
            game.apply("card %d %s" % (card, family))
        self.assertEqual(legal, [("card 16 O", Fraction(1))])

    def test_y2_hints(self):
        self.assertEqual(HINTS, {1: ("K", "P", "R", "O"), 2: ("KP", "KR", "KO", "PR", "PO", "RO"),
                                 3: ("KPR", "KPO", "KRO", "PRO")})

    def test_y3_pacts_and_shapes(self):
        self.assertEqual(len(PACTS), 6)
        self.assertEqual(sorted(SHAPES), ["beam", "crown", "lantern", "spiral", "square", "triangle"])
        for name in SHAPES:
            self.assertEqual(len(drawn_shape(name)), 16)
            self.assertTrue(hang_together(drawn_shape(name)))

    def test_y5_piles(self):
        for players, row in (("2", (2, 3, 2)), ("3", (2, 4, 3)), ("4", (3, 4, 3))):
            self.assertEqual(tuple(Yokai({"players": players}).pile.values()), row)

    def test_y5_size_first(self):
        game = moved(position())
        game.apply("reveal")
        legal = dict(game.legal())
        self.assertEqual(len(legal), 14)
        self.assertEqual(sum(legal.values()), 1)
        self.assertEqual(legal["hint K"], Fraction(2, 7) / 4)
        self.assertEqual(legal["hint KO"], Fraction(3, 7) / 6)
        self.assertEqual(legal["hint PRO"], Fraction(2, 7) / 4)
        game.apply("hint K")
        self.assertEqual((game.actor(), game.turned, game.pile), ("B", ["K"], {1: 1, 2: 3, 3: 2}))
        moved(game)
        game.apply("reveal")
        legal = dict(game.legal())
        self.assertNotIn("hint K", legal)
        self.assertEqual(legal["hint P"], Fraction(1, 6) / 3)       # K then P: 1/6 of the draws, 1/42 of the orders
        self.assertEqual(legal["hint KO"], Fraction(3, 6) / 6)
        game.apply("hint P")
        moved(game)
        game.apply("reveal")
        legal = dict(game.legal())
        self.assertEqual([text for text in legal if len(text) == 6], [])       # no more of one family
        self.assertEqual(legal["hint KPR"], Fraction(2, 5) / 4)

    def test_y6_hints(self):
        game = Yokai({"hints": "0+3+4"})
        self.assertEqual(tuple(game.pile.values()), (0, 3, 4))
        game = moved(position(hints="0+3+4"))
        game.apply("reveal")
        self.assertEqual({len(text) for text, _ in game.legal()}, {7, 8})
        for hints in ("4+3+0", "2+3+2", "1+6+0", "0+6+1"):
            Yokai({"hints": hints})
        Yokai({"players": "4", "hints": "0+6+4"})
        for hints in ("2+4+2", "5+2+0", "0+7+0", "1+1+5", "2+3", "2+3+2+0", "02+3+2", "-1+4+4", "", "2 + 3 + 2",
                      "by players", 7):
            self.assertRaises(Illegal, Yokai, {"hints": hints})
        self.assertRaises(Illegal, Yokai, {"players": "3", "hints": "2+3+2"})

    def test_y6_a_certain_hint(self):
        game = moved(position(turned="KPR KPO KRO", pile=(0, 0, 1), hints="0+3+4"))
        game.apply("reveal")
        self.assertEqual(game.legal(), [("hint PRO", Fraction(1))])

    def test_y7_first(self):
        for players in (2, 3, 4):
            seats = "ABCD"[:players]
            game = Yokai({"players": str(players)})
            self.assertEqual((game.actor(), game.legal()),
                             ("chance", [("first " + seat, Fraction(1, players)) for seat in seats]))
            for seat in seats:
                game = position(players=str(players), first=seat)
                order = ""
                for _ in range(players + 1):
                    order += game.actor()
                    moved(game)
                    play(game, "reveal")
                    game.apply(game.legal()[0][0])
                at = seats.index(seat)
                self.assertEqual(order, (seats[at:] + seats * 2)[:players + 1])

    def test_options(self):
        for options in ({"players": "5"}, {"players": "1"}, {"players": 2}, {"level": "0"}, {"level": "6"},
                        {"reconcile": "5"}, {"reconcile": "3"}, {"players": "3", "reconcile": "4"}, {"stack": "yes"},
                        {"blind": "1"}, {"shape": "star"}, {"first": "C"}, {"players": "3", "first": "D"},
                        {"edition": "en"}, {"first": "E"}):
            self.assertRaises(Illegal, Yokai, options)
        Yokai({"players": "4", "reconcile": "4", "first": "D"})
        Yokai({"players": "2", "level": "1", "reconcile": "0", "stack": "off", "blind": "off", "shape": "none",
               "first": "random"})


class Turn(unittest.TestCase):
    def test_the_printed_example(self):
        game = position("OKPP/KPRO/KROO/PRRK", turned="K")
        play(game, "peek 1", "peek 2")
        self.assertEqual([game.families[c] for c in sorted(game.seen["A"])], ["O", "K"])
        self.assertEqual(game.seen["B"], set())
        play(game, "move 2 to -1,1")
        self.assertTrue(hang_together(game.places.values()))
        play(game, "hint K on 2")
        self.assertEqual((game.actor(), game.laid, game.turned), ("B", {2: "K"}, []))
        self.assertNotIn("peek 2", game.legal())
        peeked(game)
        self.assertEqual(moves_of(game, 2), set())

    def test_y8_y9_peek(self):
        game = position(laid={3: "K", 16: "O"})
        free = [c for c in CARDS if c not in (3, 16)]
        self.assertEqual(game.legal(), sorted(["declare"] + ["peek %d" % c for c in free]))
        play(game, "peek 10")
        self.assertEqual(game.actor(), "A")
        self.assertEqual(game.legal(), sorted("peek %d" % c for c in free if c != 10))
        self.assertRaises(Illegal, game.apply, "peek 10")
        self.assertRaises(Illegal, game.apply, "declare")
        play(game, "peek 2")
        self.assertEqual({text.split(" ")[0] for text in game.legal()}, {"move"})

    def test_y10_any_card_to_another_empty_place(self):
        game = peeked(position())
        self.assertEqual(game.seen["A"], {1, 10})
        around = {"%d,-1" % n for n in range(4)} | {"%d,4" % n for n in range(4)}
        around |= {"-1,%d" % n for n in range(4)} | {"4,%d" % n for n in range(4)}
        self.assertEqual(moves_of(game, 6), around)
        self.assertEqual(moves_of(game, 1), around - {"0,-1", "-1,0"})   # would hang on nothing; nor stay
        self.assertEqual(len(game.legal()), 4 * 16 + 8 * 15 + 4 * 14)
        play(game, "move 6 to -1,2")
        self.assertEqual(game.places[6], (-1, 2))
        play(game, "reveal", "hint K", "peek 1", "peek 2")
        self.assertIn("1,1", moves_of(game, 1))                          # the hole that 6 left

    def test_y10_only_one_move(self):
        game = moved(position())
        self.assertEqual(game.legal(), ["reveal"])

    def test_y11_corners_do_not_count(self):
        game = peeked(position())
        self.assertNotIn("4,4", moves_of(game, 1))
        self.assertNotIn("-1,-1", moves_of(game, 6))

    def test_y11_a_card_that_holds_others_together(self):
        game = peeked(position("K/K/K/KPPPP/RRRR/OOOO"))
        self.assertEqual(moves_of(game, 2), set())                       # a straight run
        game = peeked(position(".PP./.K../KKKP/PRRR/ROOO/O..."))
        self.assertEqual(game.places[3], (1, 1))                         # 3 carries 1 and 2
        self.assertEqual(moves_of(game, 3), {"2,1"})
        self.assertEqual(moves_of(game, 1), {"2,1"})                     # 1 carries 2
        self.assertTrue(moves_of(game, 2) >= {"0,0", "0,1", "2,1", "1,-1"})
        play(game, "move 3 to 2,1")
        self.assertTrue(hang_together(game.places.values()))

    def test_y11_four_parts(self):
        # the middle card parts the others in four; only its own place holds them
        game = position("....K..../....K..../....K..../....K..../PPPPRRRRO/....O..../....O..../....O....")
        self.assertEqual(game.places[9], (4, 4))
        peeked(game)
        self.assertEqual(moves_of(game, 9), set())
        self.assertEqual(moves_of(game, 4), set())
        self.assertTrue(moves_of(game, 1))

    def test_y11_against_the_plain_words(self):
        """Every card to every place near by, and all sixteen hang together after it."""
        for seed in range(4):
            moves, _ = steer.play({"players": "4"}, "spread", str(seed))
            game = Yokai({"players": "4"})
            for _, text in moves:
                legal = game.legal()
                if legal[0][0:4] == "move":
                    xs, ys = zip(*game.places.values())
                    table = [(x, y) for x in range(min(xs) - 2, max(xs) + 3) for y in range(min(ys) - 2, max(ys) + 3)]
                    taken = set(game.places.values())
                    plain = []
                    for card in CARDS:
                        if card in game.laid:
                            continue
                        others = taken - {game.places[card]}
                        plain += ["move %d to %d,%d" % (card, x, y) for x, y in table
                                  if (x, y) not in taken and any(near in others for near in sides((x, y)))
                                  and hang_together(others | {(x, y)})]
                    self.assertEqual(legal, sorted(plain))
                game._continue(text)

    def test_y12_no_edge(self):
        game = position(LINE, at=(-12, -30))
        peeked(game)
        self.assertIn("4,-30", moves_of(game, 1))
        self.assertIn("-13,-30", moves_of(game, 16))
        self.assertEqual(moves_of(game, 2), set())
        play(game, "move 1 to 4,-30", "reveal")

    def test_y12_skip(self):
        game = peeked(position(LINE, turned="K", laid={1: "KP", 16: "RO"}))
        self.assertEqual((game.actor(), game.legal()), ("A", ["skip"]))
        play(game, "skip")
        self.assertEqual(game.places[5], (4, 0))
        self.assertIn("hint K on 2", game.legal())
        play(game, "reveal")
        game = peeked(position(LINE, laid={1: "KP"}))
        self.assertNotIn("skip", game.legal())
        self.assertEqual({text.split(" ")[1] for text in game.legal()}, {"16"})

    def test_y12_skip_at_a_cross_and_not_at_a_bend(self):
        cross = "....K..../....K..../....K..../....K..../PPPPRRRRO/....O..../....O..../....O...."
        game = peeked(position(cross, laid={1: "K", 5: "P", 13: "R", 16: "O"}))
        self.assertEqual(game.legal(), ["skip"])
        bend = "KKKKPPPP/.......R/.......R/.......R/.......R/.......O/.......O/.......O/.......O"
        game = peeked(position(bend, laid={1: "K", 16: "O"}))
        self.assertEqual(game.legal(), ["move 8 to 6,1"])                # round the corner

    def test_y13_y14_y16_hint(self):
        game = moved(position(turned="K KP", laid={2: "RO"}))
        free = [c for c in CARDS if c != 2]
        self.assertEqual(game.legal(), sorted(["reveal"] + ["hint %s on %d" % (h, c) for h in ("K", "KP")
                                                            for c in free]))
        play(game, "hint KP on 9")
        self.assertEqual((game.laid, game.turned, game.actor()), ({2: "RO", 9: "KP"}, ["K"], "B"))
        self.assertFalse({"peek 2", "peek 9"} & set(game.legal()))
        peeked(game)
        self.assertFalse(moves_of(game, 9) | moves_of(game, 2))

    def test_y14_a_locked_card_may_be_hemmed_in_and_holds_others(self):
        game = peeked(position(LINE, laid={1: "K"}))
        self.assertIn("0,1", moves_of(game, 16))                         # laid beside a locked one

    def test_y16_must(self):
        game = moved(position())
        self.assertEqual(game.legal(), ["reveal"])                       # none turned up
        game = moved(position(turned="K PRO", pile=(0, 0, 0)))
        self.assertNotIn("reveal", game.legal())                         # the pile is empty
        self.assertEqual(len(game.legal()), 32)


class End(unittest.TestCase):
    def test_y20(self):
        game = position()
        self.assertEqual(declared(game), {"winners": ["A", "B"], "points": {"A": 35, "B": 35}, "rank": "legendary",
                                          "end": "Y20"})
        self.assertEqual((game.actor(), game.legal()), ("over", []))
        self.assertRaises(Illegal, game.apply, "peek 1")
        self.assertIsNone(position().result())
        game = moved(position())
        play(game, "reveal", "hint K")
        self.assertIn("declare", game.legal())
        self.assertEqual(game.actor(), "B")

    def test_y21(self):
        game = moved(position(turned="K", pile=(0, 0, 0), laid={5: "P"}), "move 13 to 4,3")
        play(game, "hint K on 1")
        self.assertEqual((game.actor(), game.result()["end"]), ("over", "Y21"))
        game = moved(position(turned="K", pile=(0, 0, 1)))
        play(game, "hint K on 1")
        self.assertEqual(game.actor(), "B")                              # none turned up, but one in the pile
        moved(game)
        self.assertEqual(game.legal(), ["reveal"])
        play(game, "reveal", "hint PRO")
        self.assertEqual(game.actor(), "A")                              # turned up, not laid
        game = moved(position(turned="K P", pile=(0, 0, 0)))
        play(game, "hint K on 1")
        self.assertEqual(game.actor(), "B")

    def test_y21_counts_the_move_of_that_turn(self):
        game = moved(position(turned="K", pile=(0, 0, 0), laid={5: "P"}), "move 16 to -1,0")
        play(game, "hint K on 1")
        self.assertEqual(game.result(), {"winners": [], "points": {"A": 0, "B": 0}, "rank": "lost", "end": "Y21"})

    def test_y21_a_game_has_twice_as_many_turns_as_hints(self):
        for players, turns in (("2", 14), ("3", 18), ("4", 20)):
            for blind in ("off", "on"):
                moves, result = steer.play({"players": players, "blind": blind}, "full", "1")
                self.assertEqual(result["end"], "Y21")
                self.assertEqual(sum(text.startswith(("hint", "reveal", "take")) for by, text in moves
                                     if by != "chance"), turns)

    def test_y22(self):
        lost = {"winners": [], "points": {"A": 0, "B": 0}, "rank": "lost", "end": "Y20"}
        self.assertEqual(declared(position("KKPK/KPPP/RRRR/OOOO")), lost)
        self.assertEqual(declared(position("KKRP/RRKK/ROPP/OOOP")), lost)          # corners only: K
        self.assertEqual(declared(position("KKPP/PPKK/RRRR/OOOO")), lost)
        self.assertEqual(declared(position("KKPP/KKPP/RRRR/OOOO"))["winners"], ["A", "B"])
        self.assertEqual(declared(position("KPPP/KKKP/RRRR/OOOO"))["rank"], "legendary")
        self.assertEqual(declared(position(LINE))["rank"], "legendary")

    def test_y23_points(self):
        def points(players="2", **more):
            return declared(position(players=players, **more))["points"]["A"]
        self.assertEqual(points(pile=(2, 3, 2)), 35)
        self.assertEqual(points(pile=(1, 3, 2), turned="K"), 32)
        self.assertEqual(points(pile=(0, 0, 0), turned="KP", laid={1: "K", 5: "P", 2: "PRO"}), 2 + 1 + 1 - 1)
        self.assertEqual(points(pile=(0, 0, 0), turned="KP", laid={1: "P", 2: "R", 3: "PRO", 4: "RO"}), -2)
        self.assertEqual(points(pile=(0, 0, 1), laid={1: "KPR", 8: "KR"}), 5 + 1 - 1)
        self.assertEqual(declared(position("KPKK/PPPK/RRRR/OOOO", pile=(0, 1, 0)))["points"], {"A": 0, "B": 0})

    def test_y24_ranks(self):
        for players, glorious, legendary in ((2, 8, 12), (3, 10, 16), (4, 11, 19)):
            game = Yokai({"players": str(players)})
            for points in range(-12, 60):
                rank = "legendary" if points >= legendary else "glorious" if points >= glorious else "honourable"
                self.assertEqual(game.rank(points), rank)
        result = declared(position(players="3", pile=(0, 0, 0), turned="KP",
                                   laid={1: "P", 2: "R", 3: "PRO", 4: "RO"}))
        self.assertEqual(result, {"winners": ["A", "B", "C"], "points": {"A": -2, "B": -2, "C": -2},
                                  "rank": "honourable", "end": "Y20"})


class Levels(unittest.TestCase):
    def test_y30_level_1(self):
        game = Yokai({"level": "1"})
        self.assertEqual((game.reconcile, game.stack, game.blind, game.goal), (0, False, False, "none"))

    def test_y35a_levels(self):
        def rules(**options):
            game = Yokai(options)
            return game.reconcile, game.stack, game.blind, game.goal
        self.assertEqual(rules(level="2"), (1, False, False, "none"))
        self.assertEqual(rules(level="3"), (0, True, False, "none"))
        self.assertEqual(rules(level="4"), (0, False, True, "none"))
        self.assertEqual(rules(level="5"), (0, False, False, "random"))
        self.assertEqual(rules(level="5", shape="crown"), (0, False, False, "crown"))
        self.assertEqual(rules(level="2", reconcile="2"), (2, False, False, "none"))
        self.assertEqual(rules(level="5", reconcile="2", stack="on"), (2, True, False, "random"))
        self.assertEqual(rules(level="3", blind="on"), (0, False, True, "none"))
        # written out at its default an option says nothing
        self.assertEqual(rules(level="2", reconcile="0"), (1, False, False, "none"))
        self.assertEqual(rules(level="3", stack="off"), (0, True, False, "none"))
        self.assertEqual(rules(level="4", blind="off"), (0, False, True, "none"))
        self.assertEqual(rules(level="5", shape="none"), (0, False, False, "random"))

    def test_order_at_the_start(self):
        game = Yokai({"players": "4", "reconcile": "4", "level": "5"})
        words = []
        while game.actor() == "chance":
            legal = game.legal()
            words.append((legal[-1][0].split(" ")[0], len(legal)))
            game.apply(legal[-1][0])
        self.assertEqual(words[0], ("first", 4))
        self.assertEqual([w for w, _ in words[1:17]], ["card"] * 16)
        self.assertEqual(words[17:], [("pact", 6), ("pact", 5), ("pact", 4), ("pact", 3), ("shape", 6)])
        self.assertEqual([seat for seat, _ in game.pacts], list("DABC"))
        self.assertEqual(len({pair for _, pair in game.pacts}), 4)

    def test_y31_pact(self):
        game = Yokai({"level": "2", "first": "B"})
        for card, family in zip(CARDS, PEACE.replace("/", "")):
            game.apply("card %d %s" % (card, family))
        self.assertEqual(game.legal(), sorted(("pact " + pair, Fraction(1, 6)) for pair in PACTS))
        game.apply("pact KO")
        self.assertEqual((game.actor(), game.pacts), ("B", [("B", "KO")]))
        self.assertEqual(declared(game)["rank"], "lost")                 # K above, O below
        for pair, won in (("KP", True), ("PR", True), ("RO", True), ("KR", False), ("PO", False), ("KO", False)):
            self.assertEqual(bool(declared(position(reconcile="1", pacts=pair))["winners"]), won)

    def test_y31_corners_do_not_count(self):
        # K and O meet at a corner only
        self.assertEqual(declared(position("KKPP/KKPP/RROO/RROO", level="2", pacts="KO"))["rank"], "lost")
        self.assertEqual(declared(position("KKPP/KKPP/RROO/RROO", level="2", pacts="KR"))["rank"], "legendary")

    def test_y31_all_must_hold(self):
        for pacts, won in (("KP PR", True), ("KP KR", False), ("KO PR", False)):
            self.assertEqual(bool(declared(position(reconcile="2", pacts=pacts))["winners"]), won)
        result = declared(position("KKPP/KKPP/RROO/RROO", players="4", reconcile="4", pacts="RO KP PO KR"))
        self.assertEqual(result["rank"], "legendary")

    def test_y32_forms(self):
        self.assertEqual({name: len(forms(name)) for name in SHAPES},
                         {"spiral": 8, "crown": 4, "square": 1, "triangle": 4, "lantern": 4, "beam": 2})
        self.assertIn(at_origin({(-y, x) for x, y in drawn_shape("crown")}), forms("crown"))

    def test_y32_shapes(self):
        won = {
            "spiral": "..RKKK/..R..K/..RR.P/.....P/OOOOPP",
            "crown": "K...P/KKKPP/RR.PO/RROOO",
            "square": PEACE,
            "triangle": "...K/..KK/.PPK/PPRR/.RRO/..OO/...O",
            "lantern": "KKK/PPK/PPR/RRR/OOO/.O.",
            "beam": "KKKK/.PP./.PP./.RR./.RR./OOOO",
        }
        for name, layout in won.items():
            self.assertEqual(declared(position(layout, shape=name))["rank"], "legendary", name)
            for other in SHAPES:
                if other != name:
                    self.assertEqual(declared(position(layout, shape=other))["rank"], "lost")
        torn = "..KKKK/..P..R/..PP.R/.....R/POOOOR"                      # the shape, but not peace
        self.assertEqual(declared(position(torn, shape="spiral"))["rank"], "lost")

    def test_y32_turned_mirrored_and_anywhere(self):
        self.assertEqual(declared(position("KKPPOO/KKPPOO/RRRR", shape="lantern"))["rank"], "lost")
        for layout in ("KKPPO./KKPPOO/RRRRO", ".K./KKK/PPP/PRR/RRO/OOO"):
            for at in ((0, 0), (-7, 11)):
                self.assertEqual(declared(position(layout, at, shape="lantern"))["rank"], "legendary")
        rows = "..RKKK/..R..K/..RR.P/.....P/OOOOPP".split("/")
        mirrored = "/".join(row[::-1] for row in rows)
        upside = "/".join(row for row in reversed(rows))
        turned = "/".join("".join(row[x] for row in reversed(rows)) for x in range(6))
        for layout in (mirrored, upside, turned):
            self.assertEqual(declared(position(layout, (-2, -3), shape="spiral"))["rank"], "legendary")

    def test_y32_random(self):
        game = Yokai({"shape": "random", "first": "A"})
        for card, family in zip(CARDS, PEACE.replace("/", "")):
            game.apply("card %d %s" % (card, family))
        self.assertEqual(game.legal(), [("shape " + name, Fraction(1, 6)) for name in sorted(SHAPES)])
        game.apply("shape crown")
        self.assertEqual(game.shape, "crown")
        self.assertEqual(declared(game)["rank"], "lost")

    def test_y33_stack(self):
        for options in ({"stack": "on"}, {"level": "3"}):
            game = moved(position(turned="K PRO KP", **options))
            self.assertEqual(game.legal(), sorted(["reveal"] + ["hint KP on %d" % c for c in CARDS]))
            play(game, "hint KP on 3")
            moved(game)
            self.assertEqual({text[:8] for text in game.legal()}, {"reveal", "hint PRO"})
            play(game, "reveal", "hint R")
            moved(game)
            self.assertIn("hint R on 1", game.legal())
            self.assertNotIn("hint PRO on 1", game.legal())

    def test_y34_blind(self):
        for options in ({"blind": "on"}, {"level": "4"}, {"level": "4", "stack": "on"}):
            game = moved(position(**options))
            self.assertEqual(game.legal(), ["take"])
            play(game, "take")
            self.assertEqual((game.actor(), game.taken, game.pile_size()), ("B", 1, 6))
            moved(game)
            self.assertEqual(game.legal(), sorted(["take"] + ["hint on %d" % c for c in CARDS]))
            play(game, "hint on 7")
            self.assertEqual((game.actor(), game.taken), ("A", 0))
            self.assertNotIn("peek 7", game.legal())
            moved(game)
            self.assertEqual(game.legal(), ["take"])

    def test_y34_points(self):
        result = declared(position(blind="on", pile=(1, 1, 0), taken=2, laid={1: "", 5: "", 9: ""}))
        self.assertEqual((result["points"]["A"], result["rank"]), (3 + 4 + 10, "legendary"))
        game = moved(position(level="4", taken=1, pile=(0, 0, 0), laid={n: "" for n in range(1, 7)}),
                     "move 13 to 4,3")
        self.assertEqual(game.legal(), sorted("hint on %d" % n for n in range(7, 17)))
        play(game, "hint on 16")
        self.assertEqual(game.result(), {"winners": ["A", "B"], "points": {"A": 7, "B": 7}, "rank": "honourable",
                                         "end": "Y21"})

    def test_y35(self):
        game = moved(position(turned="K", pile=(0, 0, 0), level="5", shape="crown"), "move 13 to 4,3")
        play(game, "hint K on 1")
        self.assertEqual(game.result(), {"winners": [], "points": {"A": 0, "B": 0}, "rank": "lost", "end": "Y21"})
        self.assertEqual(declared(position(level="2", pacts="KO"))["end"], "Y20")


class Formats(unittest.TestCase):
    def test_trace_lines(self):
        game = Yokai({"players": "3"})
        self.assertEqual(judge.trace_line(0, game, game.legal()),
                         '{"n":0,"actor":"chance","legal":[["first A","1/3"],["first B","1/3"],["first C","1/3"]]}')
        game = peeked(position(LINE, laid={1: "KP", 16: "RO"}))
        self.assertEqual(judge.trace_line(9, game, game.legal()), '{"n":9,"actor":"A","legal":["skip"]}')
        game = play(position(), "declare")
        self.assertEqual(judge.trace_line(18, game, game.legal()),
                         '{"n":18,"actor":"over","result":{"winners":["A","B"],"points":{"A":35,"B":35},'
                         '"rank":"legendary","end":"Y20"}}')

    def test_byte_order(self):
        game = peeked(position())
        legal = game.legal()
        self.assertEqual(legal[0], "move 1 to -1,1")
        self.assertEqual(legal, sorted(legal, key=lambda text: text.encode()))
        self.assertLess(legal.index("move 16 to 0,-1"), legal.index("move 2 to -1,0"))

    def record(self, options=None, mode="full", seed="1"):
        options = options or {}
        moves, result = steer.play(options, mode, seed)
        lines = [judge.dump({"zashiki": 1, "game": "yokai", "rules": 1, "options": options, "seats": ["x", "y"]})]
        return lines + [judge.dump({"by": b, "move": m}) for b, m in moves] + [judge.dump({"result": result})]

    def refused(self, lines):
        with self.assertRaises(judge.BadRecord) as caught:
            for record in judge.read_records(line + "\n" for line in lines):
                judge.trace_of(record)
        return str(caught.exception)

    def test_refusals(self):
        lines = self.record()
        self.assertIn("line %d:" % (len(lines) - 1), self.refused(lines[:-2] + lines[-1:]))  # a result too early
        self.assertIn("line %d:" % (len(lines) - 1), self.refused(lines[:-1]))             # over without a result
        self.assertIn("line %d:" % len(lines), self.refused(lines[:-1] + [lines[-1].replace("Y21", "Y20")]))
        self.assertIn("line %d:" % len(lines), self.refused(lines[:-1] + [lines[-2]] + lines[-1:]))
        self.assertIn("line 1:", self.refused([lines[0].replace("{}", '{"players":"9"}')] + lines[1:]))
        self.assertIn("line 1:", self.refused([lines[0].replace("yokai", "yotei")] + lines[1:]))
        self.assertIn("line 3:", self.refused(lines[:2] + lines[1:]))

    def test_command_line(self):
        def command(*words, **more):
            return subprocess.run([sys.executable, os.path.join(TESTS, "judge", "judge.py")] + list(words),
                                  stdout=subprocess.PIPE, stderr=subprocess.PIPE, universal_newlines=True, **more)
        done = command("make", "--game", "yokai", "--games", "2", "--seed", "3", "--set", "players=3", "--set", "level=4",
                       "--set", "stack=off", "--steer", "full")
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertEqual(done.stdout.splitlines()[0],
                         '{"zashiki":1,"game":"yokai","rules":1,"options":{"players":"3","level":"4"},'
                         '"seats":["judge","judge","judge"]}')
        trace = command("trace", input=done.stdout)
        self.assertEqual((trace.returncode, trace.stderr), (0, ""))
        self.assertEqual(len(trace.stdout.splitlines()), len(done.stdout.splitlines()) - 2)
        self.assertNotIn("points", trace.stdout.splitlines()[20])
        self.assertEqual(command("stats", input=done.stdout).returncode, 0)
        for words in (("--steer", "ties"), ("--set", "reconcile=3"), ("--set", "edition=fr"), ("--set", "blind")):
            done = command("make", "--game", "yokai", "--games", "1", "--seed", "3", *words)
            self.assertEqual((done.returncode, done.stdout), (1, ""))


class Invariants(unittest.TestCase):
    def test_games(self):
        """Over whole games: all cards hang together, no hint card is lost, probabilities sum to 1."""
        tables = ({}, {"players": "3", "level": "2"}, {"players": "4", "stack": "on"}, {"level": "4", "stack": "on"},
                  {"level": "5", "hints": "4+3+0"}, {"players": "4", "reconcile": "4", "shape": "crown", "first": "C"})
        for options in tables:
            for mode in steer.MODES:
                moves, result = steer.play(options, mode, "1")
                game = Yokai(options)
                total = sum(game.hints)
                for by, move in moves:
                    self.assertEqual(by, game.actor())
                    legal = game.legal()
                    self.assertTrue(legal)
                    if by == "chance":
                        self.assertEqual(sum(p for _, p in legal), 1)
                        self.assertTrue(all(p > 0 for _, p in legal))
                    else:
                        self.assertEqual(legal, sorted(set(legal)))
                    game.apply(move)
                    self.assertEqual(len(set(game.places.values())), 16)
                    self.assertEqual(len(groups(game.places.values())), 1)
                    self.assertEqual(game.pile_size() + len(game.turned) + game.taken + len(game.laid), total)
                self.assertEqual(result, game.result())
                self.assertEqual(Counter(game.families.values()), Counter("KPRO" * 4))


if __name__ == "__main__":
    unittest.main()
