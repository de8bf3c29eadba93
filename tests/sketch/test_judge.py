"""Tests of the judge itself: the printed example, and hand-made positions for each rule of S1-S27."""
import os
import subprocess
import sys
import unittest
from collections import Counter
from fractions import Fraction

HERE = os.path.dirname(os.path.abspath(__file__))
TESTS = os.path.dirname(HERE)
sys.path[0] = TESTS  # not this folder: its judge.py is that of the game
from judge import judge                                                         # noqa: E402
from sketch import steer                                                        # noqa: E402
from sketch.judge import COLOURS, PAIRS, SKETCH_CARDS, Illegal, Laid, Sketch, Yokai # noqa: E402


def cards(text):
    return Counter(text.split())


def position(edition="en", hand="", other="BY", deck="RB RB RB", discards="", stacks=None, last=None):
    """A's turn, after the draw.  stacks: {'G': (known, unseen, bottom, A's side, B's side)}, yokai as '4' or 'R4'.
    last: {'B': 'G'} makes the last card of B's side at G the last that B played."""
    game = Sketch({"edition": edition, "first": "A"})
    while game.actor() == "chance":
        game.apply(game.legal()[0][0])
    for seat, text in (("A", hand), ("B", other)):
        game.hands[seat].clear()
        game.hands[seat].update(text.split())
    game.deck, game.discards = cards(deck), cards(discards)
    game.must_play = sum(game.hands["A"].values()) >= 4
    for colour in COLOURS:
        known, unseen, bottom, a, b = (stacks or {}).get(colour, ("7", "3456", "", "", ""))
        stack = game.stacks[colour]

        def yokai(text):
            return Yokai(text[0], int(text[1])) if len(text) == 2 else Yokai(colour, int(text))
        stack.known_above = [yokai(y) for y in known.split()]
        stack.unseen = {int(n) for n in unseen}
        stack.bottom = [yokai(y) for y in bottom.split()]
        stack.sides = {"A": [Laid(c) for c in a.split()], "B": [Laid(c) for c in b.split()]}
    for seat, colour in (last or {}).items():
        game.last_played[seat] = game.stacks[colour].sides[seat][-1]
    return game


def side(game, colour, seat):
    return " ".join(card.name for card in game.stacks[colour].sides[seat])


def tops(game):
    return [s.top().number if s.known_above else None for s in game.stacks.values()]


def numbers(yokai):
    return [y.number for y in yokai]


class SetUp(unittest.TestCase):
    def test_s1_s4_cards(self):
        self.assertEqual(sum(SKETCH_CARDS.values()), 36)
        self.assertEqual(PAIRS, ("RB", "RG", "RY", "BG", "BY", "GY"))
        for pair in PAIRS:
            self.assertEqual([SKETCH_CARDS[pair + kind] for kind in ("", "c", "d")], [4, 1, 1])

    def test_s5_s6_s7_order(self):
        game = Sketch({})
        self.assertEqual(game.legal(), [("first A", Fraction(1, 2)), ("first B", Fraction(1, 2))])
        game.apply("first B")
        self.assertEqual(len(game.legal()), 18)
        self.assertEqual(game.legal()[0], ("deal A BG", Fraction(1, 9)))
        self.assertEqual(game.legal()[1], ("deal A BGc", Fraction(1, 36)))
        for seat in "AAABBB":
            self.assertEqual(game.actor(), "chance")
            game.apply("deal %s %s" % (seat, "RB" if seat == "A" else "GYc" if game.hands["B"] == {} else "GY"))
        self.assertEqual(game.hands, {"A": cards("RB RB RB"), "B": cards("GYc GY GY")})
        for colour in "RBGY":
            self.assertEqual(game.legal(), [("reveal %s %d" % (colour, n), Fraction(1, 5)) for n in range(3, 8)])
            game.apply("reveal %s 5" % colour)
        legal = dict(game.legal())
        self.assertEqual(legal["draw RB"], Fraction(1, 30))
        self.assertEqual(legal["draw GY"], Fraction(1, 15))
        self.assertNotIn("draw GYc", legal)
        game.apply("draw RB")
        self.assertEqual(game.actor(), "B")
        self.assertEqual(game.hands["B"], cards("GYc GY GY RB"))

    def test_s5_a_card_dealt_out_is_left_out(self):
        game = Sketch({"first": "A"})
        game.apply("deal A RBc")
        self.assertNotIn("deal A RBc", dict(game.legal()))
        self.assertRaises(Illegal, game.apply, "deal A RBc")
        self.assertEqual(dict(game.legal())["deal A RB"], Fraction(4, 35))

    def test_s7_option_first(self):
        for seat in "AB":
            game = Sketch({"first": seat})
            self.assertTrue(game.legal()[0][0].startswith("deal A"))
            while game.actor() == "chance":
                game.apply(game.legal()[0][0])
            self.assertEqual(game.actor(), seat)

    def test_options(self):
        self.assertRaises(Illegal, Sketch, {"edition": "de"})
        self.assertRaises(Illegal, Sketch, {"colour": "R"})


class Turn(unittest.TestCase):
    def test_s8_discards_come_back_only_for_a_draw(self):
        game = position(hand="RB RG", deck="", discards="GY GY RBc")
        game.apply("end")
        self.assertEqual(game.legal(), [("draw GY", Fraction(2, 3)), ("draw RBc", Fraction(1, 3))])
        self.assertFalse(game.discards)
        game = position(hand="RB RG", deck="BG", discards="GY GY RBc")
        game.apply("end")
        self.assertEqual(game.legal(), [("draw BG", Fraction(1))])
        game.apply("draw BG")
        self.assertEqual(game.discards, cards("GY GY RBc"))

    def test_s8_nothing_to_draw(self):
        game = position(hand="RB RG", other="BY", deck="")
        game.apply("play RB>R")
        game.apply("end")
        self.assertEqual((game.actor(), game.legal()), ("B", ["end", "play BY>B", "play BY>Y"]))

    def test_s9_three_cards(self):
        game = position(hand="RB RB RB RB")
        for _ in range(3):
            self.assertEqual(game.actor(), "A")
            game.apply("play RB>R")
        self.assertEqual((game.actor(), game.player), ("chance", "B"))
        self.assertEqual(game.hands["A"], cards("RB"))

    def test_s9_no_card_left(self):
        game = position(hand="RB")
        game.apply("play RB>B")
        self.assertEqual((game.actor(), game.player), ("chance", "B"))

    def test_s10(self):
        game = position(hand="RB RB RG GY")
        self.assertNotIn("end", game.legal())
        self.assertRaises(Illegal, game.apply, "end")
        game.apply("play GY>G")
        self.assertIn("end", game.legal())
        self.assertIn("end", position(hand="RB RB RG").legal())

    def test_s11_s4_moves(self):
        game = position(hand="RB RB GY BG")
        self.assertEqual(game.legal(), ["play BG>B", "play BG>G", "play GY>G", "play GY>Y", "play RB>B", "play RB>R"])
        game.apply("play BG>G")
        self.assertEqual(side(game, "G", "A"), "BG")
        self.assertEqual(side(game, "G", "B"), "")


class Checks(unittest.TestCase):
    def test_the_printed_example(self):
        for edition in ("en", "fr"):
            game = position(edition, hand="RG", stacks={"G": ("4", "3567", "", "RG BG", "GY")})
            game.apply("play RG>G")
            self.assertEqual(game.points(), {"A": 4, "B": 0})
            self.assertEqual(game.discards, cards("RG RG BG"))
            self.assertEqual((side(game, "G", "A"), side(game, "G", "B")), ("", "GY"))
            self.assertEqual(game.legal(), [("reveal G %d" % n, Fraction(1, 4)) for n in (3, 5, 6, 7)])

    def test_s13_not_enough(self):
        game = position(hand="RG BG", stacks={"G": ("5", "3467", "", "RG BG", "GY")})
        game.apply("play RG>G")
        self.assertEqual((game.actor(), game.points()["A"]), ("A", 0))

    def test_s14_the_other_player_may_take_it(self):
        game = position(hand="RG BG", stacks={"G": ("4", "3567", "", "", "GY GY GYc")})
        game.apply("play RG>G")
        self.assertEqual(game.points(), {"A": 0, "B": 4})
        self.assertEqual((side(game, "G", "A"), side(game, "G", "B")), ("RG", ""))
        self.assertEqual(game.discards, cards("GY GY GYc"))

    def test_s15_frightened(self):
        game = position(hand="RG BG", stacks={"G": ("4", "357", "6", "BG", "GY GY")})
        game.apply("play RG>G")
        self.assertEqual(numbers(game.stacks["G"].bottom), [6, 4])
        self.assertEqual(game.discards, cards("RG BG GY GY"))
        self.assertEqual(game.points(), {"A": 0, "B": 0})
        self.assertEqual(game.legal(), [("reveal G %d" % n, Fraction(1, 3)) for n in (3, 5, 7)])

    def test_s15_known_ones_come_up_without_chance(self):
        game = position(hand="RG BG", stacks={"G": ("4", "", "6 3", "BG", "GY GY")})
        game.apply("play RG>G")
        self.assertEqual(game.actor(), "A")
        self.assertEqual(game.stacks["G"].top().number, 6)
        self.assertEqual(numbers(game.stacks["G"].bottom), [3, 4])

    def test_s15_last_unseen_is_still_a_reveal(self):
        game = position(hand="RG BG", stacks={"G": ("4", "5", "6 3", "BG", "GY GY")})
        game.apply("play RG>G")
        self.assertEqual(game.legal(), [("reveal G 5", Fraction(1))])

    def test_s15_single_yokai(self):
        game = position(hand="RG BG", stacks={"G": ("4", "", "", "BG", "GY GY")})
        game.apply("play RG>G")
        self.assertEqual((game.actor(), game.stacks["G"].top().number), ("A", 4))
        self.assertEqual((side(game, "G", "A"), side(game, "G", "B")), ("", ""))

    def test_s16_what_stays_draws_nothing_by_itself(self):
        for edition in ("en", "fr"):
            game = position(edition, hand="RG BG", stacks={"G": ("7", "", "3 4", "RG RG BG", "GY GY GY")})
            game.apply("play RG>G")
            self.assertEqual(game.points(), {"A": 7, "B": 0})
            self.assertEqual((game.actor(), game.stacks["G"].top().number), ("A", 3))
            self.assertEqual(side(game, "G", "B"), "GY GY GY")
            # the next card played there does, in the same turn
            game.apply("play BG>G")
            self.assertEqual(game.points(), {"A": 7, "B": 3})
            self.assertEqual(side(game, "G", "A"), "BG")

    def test_s17_other_stacks_are_not_checked(self):
        game = position("fr", hand="RB RG", stacks={"G": ("3", "4567", "", "", "GY GY GY")})
        game.apply("play RG>R")
        self.assertEqual(game.points(), {"A": 0, "B": 0})


class Call(unittest.TestCase):
    def test_s18_optional_s19_choices(self):
        game = position(hand="RBc GY")
        self.assertEqual([m for m in game.legal() if "RBc>R" in m],
                         ["play RBc>R", "play RBc>R call B", "play RBc>R call G", "play RBc>R call Y"])
        game.apply("play RBc>R")
        self.assertEqual(game.stacks["R"].height(), 5)

    def test_s20_last_yokai(self):
        game = position(hand="RBc", stacks={"G": ("4", "", "", "", ""), "Y": ("4", "", "5", "", ""),
                                            "B": ("4", "3", "", "", "")})
        self.assertEqual([m for m in game.legal() if "RBc>R" in m],
                         ["play RBc>R", "play RBc>R call B", "play RBc>R call Y"])

    def test_s12_s19_before_the_check_and_reveals_in_order(self):
        # red top 3 with two cards: a call of a 4 covers it before the check
        game = position(hand="RBc RB RG", stacks={"R": ("3", "4567", "", "RG", "RY"), "G": ("4", "3567", "", "", "")})
        game.apply("play RBc>R call G")
        self.assertEqual(game.legal(), [("reveal G %d" % n, Fraction(1, 4)) for n in (3, 5, 6, 7)])
        game.apply("reveal G 7")
        self.assertEqual(game.actor(), "A")
        self.assertEqual(numbers(game.stacks["R"].known_above), [4, 3])
        # S21, S16: taken as a red one; the covered 3 comes up without chance, and is not checked
        game.apply("play RB>R")
        self.assertEqual(game.notebooks["A"], [("R", Yokai("G", 4))])
        self.assertEqual((game.actor(), game.stacks["R"].top().number), ("A", 3))

    def test_s19_source_reveal_then_check_then_reveal(self):
        game = position(hand="RBc RB", stacks={"R": ("7", "456", "3", "RG", "RY RY"), "G": ("4", "35", "", "", "")})
        game.apply("play RBc>R call G")
        self.assertEqual(game.points(), {"A": 0, "B": 0})
        game.apply("reveal G 5")
        # 2:2 at the called 4: frightened to the bottom of red, and the covered 7 comes up
        self.assertEqual(game.actor(), "A")
        red = game.stacks["R"]
        self.assertEqual((numbers(red.known_above), red.bottom), ([7], [Yokai("R", 3), Yokai("G", 4)]))

    def test_s21_a_frightened_called_yokai_comes_up_again_there(self):
        game = position(hand="RB RB", stacks={"R": ("4", "", "G6 3", "RB", "RY RY")})
        game.apply("play RB>R")
        self.assertEqual(game.stacks["R"].top(), Yokai("G", 6))

    def test_call_takes_the_covering_yokai(self):
        game = position(hand="RBc RB", stacks={"G": ("R4 6", "35", "", "", "")})
        game.apply("play RBc>B call G")
        self.assertEqual((game.actor(), tops(game)), ("A", [7, 4, 6, 7]))

    def test_s17_source_stack(self):
        stacks = {"G": ("7", "3", "", "RG BG", "GY")}
        game = position("en", hand="RBc RB", stacks=stacks)
        game.apply("play RBc>B call G")
        game.apply("reveal G 3")
        self.assertEqual((game.actor(), game.points()), ("A", {"A": 0, "B": 0}))
        game = position("fr", hand="RBc RB", stacks=stacks)
        game.apply("play RBc>B call G")
        game.apply("reveal G 3")
        self.assertEqual((game.actor(), game.points()), ("over", {"A": 3, "B": 0}))    # the last green one

    def test_s17_fr_order_played_reveal_other_reveal(self):
        game = position("fr", hand="RBc RB", stacks={"B": ("7", "56", "", "RB BG", ""),
                                                     "G": ("3", "457", "", "RG BG", "GY GY")})
        game.apply("play RBc>B call G")
        game.apply("reveal G 4")                      # the source's reveal
        # the check of blue: 3 cards at the called 3, A takes it; the covered 7 comes up; then green: 2:2 at 4
        self.assertEqual(game.points(), {"A": 3, "B": 0})
        self.assertEqual(numbers(game.stacks["G"].bottom), [4])
        self.assertEqual(game.legal(), [("reveal G 5", Fraction(1, 2)), ("reveal G 7", Fraction(1, 2))])


class Distract(unittest.TestCase):
    def test_s23_en_the_last_card_wherever_it_lies(self):
        game = position("en", hand="RBd RB", stacks={"G": ("7", "3456", "", "", "BG GY")}, last={"B": "G"})
        self.assertIn("play RBd>R distract", game.legal())
        game.apply("play RBd>R distract")
        self.assertEqual((side(game, "G", "B"), side(game, "Y", "B")), ("BG", "GY"))

    def test_s23_en_onto_the_played_stack_before_the_check(self):
        game = position("en", hand="RBd RB", stacks={"R": ("4", "3567", "", "RB", "RY"),
                                                     "G": ("7", "3456", "", "", "RG")}, last={"B": "G"})
        game.apply("play RBd>R distract")
        self.assertEqual(numbers(game.stacks["R"].bottom), [4])                # 2:2 with the moved card

    def test_s12_en_off_the_played_stack_before_the_check(self):
        game = position("en", hand="RBd RB", stacks={"R": ("3", "4567", "", "RB", "RY")}, last={"B": "R"})
        game.apply("play RBd>R distract")
        self.assertEqual((game.actor(), side(game, "Y", "B"), tops(game)[0]), ("A", "RY", 3))

    def test_s24_no_card_played_yet(self):
        game = position("en", hand="RBd")
        self.assertEqual(game.legal(), ["end", "play RBd>B", "play RBd>R"])

    def test_s24_discarded_since(self):
        game = position("en", hand="RG RBd", stacks={"G": ("4", "", "5", "BG", "BG GY"),
                                                     "B": ("7", "3456", "", "", "BG")}, last={"B": "G"})
        self.assertIn("play RBd>R distract", game.legal())
        game.apply("play RG>G")                       # a tie: B's last card goes; the one before is no substitute
        self.assertEqual(game.legal(), ["end", "play RBd>B", "play RBd>R"])

    def test_s24_one_that_stays_is_still_a_target(self):
        game = position("en", hand="RG RBd", stacks={"G": ("4", "", "5", "BG BG", "GY")}, last={"B": "G"})
        game.apply("play RG>G")
        self.assertIn("play RBd>R distract", game.legal())

    def test_s24_moved_again(self):
        game = position("en", hand="RBd RYd", stacks={"G": ("7", "3456", "", "", "BG GY")}, last={"B": "G"})
        game.apply("play RBd>R distract")
        game.apply("play RYd>R distract")
        self.assertEqual((side(game, "G", "B"), side(game, "Y", "B")), ("BG GY", ""))

    def test_s17_en_new_stack_is_not_checked(self):
        for edition, taken in (("en", 0), ("fr", 3)):
            game = position(edition, hand="RBd RB", stacks={"R": ("7", "3456", "", "", "RG"),
                                                            "G": ("3", "", "4", "", "GY BG")}, last={"B": "R"})
            game.apply("play RBd>R distract")
            self.assertEqual(game.points(), {"A": 0, "B": taken})
            self.assertEqual(side(game, "G", "B"), "" if taken else "GY BG RG")

    def test_s17_fr_a_tie_there(self):
        game = position("fr", hand="RBd RB", stacks={"R": ("7", "3456", "", "", "RG"),
                                                     "G": ("4", "", "3", "BG BG", "GY")})
        game.apply("play RBd>R distract")
        self.assertEqual(numbers(game.stacks["G"].bottom), [4])
        self.assertEqual((side(game, "G", "A"), side(game, "G", "B")), ("", ""))

    def test_s23_fr_last_onto_that_side(self):
        stacks = {"R": ("7", "3456", "", "", "RY RG"), "B": ("7", "3456", "", "", "")}
        game = position("fr", hand="RBd RG", stacks=stacks)
        self.assertEqual(game.legal(), ["end", "play RBd>B", "play RBd>R", "play RBd>R distract",
                                        "play RG>G", "play RG>R"])
        game.apply("play RBd>R distract")
        self.assertEqual((side(game, "R", "B"), side(game, "G", "B")), ("RY", "RG"))

    def test_s23_fr_also_one_that_a_distract_moved_there(self):
        game = position("fr", hand="RBd RGd BY", stacks={"R": ("7", "3456", "", "", "RG"),
                                                         "G": ("7", "3456", "", "", "GY")})
        game.apply("play RBd>R distract")
        self.assertEqual(side(game, "G", "B"), "GY RG")
        game.apply("play RGd>G distract")
        self.assertEqual((side(game, "G", "B"), side(game, "R", "B")), ("GY", "RG"))

    def test_s22_the_moved_cards_ability_does_nothing(self):
        for edition in ("en", "fr"):
            game = position(edition, hand="RBd RB", stacks={"R": ("7", "3456", "", "", "RGc")}, last={"B": "R"})
            game.apply("play RBd>R distract")
            self.assertEqual([s.height() for s in game.stacks.values()], [5, 5, 5, 5])
            self.assertEqual((game.actor(), side(game, "G", "B")), ("A", "RGc"))

    def test_s23_en_the_players_own_distract_becomes_last(self):
        game = position("en", hand="RBd", other="GYd", deck="", stacks={"G": ("7", "3456", "", "", "BG GY")},
                        last={"B": "G"})
        game.apply("play RBd>R distract")
        self.assertEqual((game.actor(), game.legal()), ("B", ["end", "play GYd>G", "play GYd>G distract",
                                                             "play GYd>Y", "play GYd>Y distract"]))
        game.apply("play GYd>G distract")
        self.assertEqual((side(game, "R", "A"), side(game, "B", "A")), ("", "RBd"))


class End(unittest.TestCase):
    def test_s25_at_once(self):
        for edition in ("en", "fr"):
            game = position(edition, hand="RG RB RB", stacks={"G": ("3", "", "", "RG", "GY")})
            game.apply("play RG>G")
            self.assertEqual((game.actor(), game.legal()), ("over", []))
            self.assertEqual(game.result(), {"winners": ["A"], "points": {"A": 3, "B": 0}, "end": "S25"})
            self.assertRaises(Illegal, game.apply, "end")

    def test_s25_before_any_further_check(self):
        game = position("fr", hand="RBd RB", stacks={"R": ("3", "", "", "RB RB", "RY RG"),
                                                     "G": ("3", "", "4", "", "GY BG")})
        game.apply("play RBd>R distract")             # red's last is A's; green would be B's
        self.assertEqual((game.actor(), game.points()), ("over", {"A": 3, "B": 0}))

    def test_s25_two_turns_without_a_card(self):
        game = position(hand="RB", other="BY", deck="")
        game.apply("end")
        self.assertEqual(game.actor(), "B")
        game.apply("end")
        self.assertEqual((game.actor(), game.result()["winners"]), ("over", ["A", "B"]))

    def test_s25_two_turns_must_follow_each_other(self):
        game = position(hand="RB RG", other="BY BY", deck="")
        game.apply("end")
        game.apply("play BY>B")
        game.apply("end")
        game.apply("end")
        self.assertEqual(game.actor(), "B")
        game.apply("end")
        self.assertEqual(game.actor(), "over")

    def test_s25_not_while_something_is_left(self):
        game = position(hand="RB", other="BY", deck="", discards="GY GY GY")
        for seat in "BABA":
            game.apply("end")
            if game.actor() == "chance":
                game.apply("draw GY")
        self.assertEqual(game.actor(), "over")        # only once the third GY has been drawn and not played
        self.assertEqual(game.turns, 4)

    def test_s25_an_empty_hand_counts_and_has_no_decision(self):
        game = position(hand="RB", other="", deck="")
        game.apply("play RB>R")                       # B has nothing, then A has nothing
        self.assertEqual((game.actor(), game.turns), ("over", 3))
        game = position(hand="RB RB", other="", deck="")
        game.apply("end")
        self.assertEqual((game.actor(), game.turns), ("over", 2))
        game = position(hand="RB RB", other="", deck="")
        game.apply("play RB>R")
        game.apply("end")
        self.assertEqual((game.actor(), game.turns), ("A", 2))

    def test_s25_300_turns(self):
        game = position(hand="RB", other="BY")
        game.turns = 298
        game.apply("end")
        game.apply("draw RB")
        self.assertEqual(game.actor(), "B")
        game.apply("play RB>R")
        self.assertEqual(game.actor(), "B")
        game.apply("end")
        self.assertEqual((game.actor(), game.turns, game.result()["end"]), ("over", 300, "S25"))

    def scored(self, a, b):
        game = position(hand="RB", other="BY", deck="")
        for seat, text in (("A", a), ("B", b)):
            game.notebooks[seat] = [(y[0], Yokai(y[0], int(y[1]))) for y in text.split()]
        game.apply("end")
        game.apply("end")
        return game.result()

    def test_s26(self):
        self.assertEqual(self.scored("R7 R3", "G3 B5"),
                         {"winners": ["A"], "points": {"A": 10, "B": 8}, "end": "S25"})

    def test_s27_colours(self):
        self.assertEqual(self.scored("R7 R3", "G3 B7"),
                         {"winners": ["B"], "points": {"A": 10, "B": 10}, "end": "S25"})

    def test_s27_drawn(self):
        self.assertEqual(judge.dump({"result": self.scored("R7 G3", "G3 B7")}),
                         '{"result":{"winners":["A","B"],"drawn":true,"points":{"A":10,"B":10},"end":"S25"}}')

    def test_s21_s27_a_called_yokai_counts_as_its_new_colour(self):
        game = position(hand="RB", stacks={"R": ("G3 7", "", "", "RB", "RY")})
        game.notebooks["A"] = [("R", Yokai("R", 4))]
        game.apply("play RB>R")
        self.assertEqual(game.colours(), {"A": 1, "B": 0})


class Formats(unittest.TestCase):
    def test_trace_lines(self):
        game = Sketch({})
        self.assertEqual(judge.trace_line(0, game, game.legal()),
                         '{"n":0,"actor":"chance","legal":[["first A","1/2"],["first B","1/2"]]}')
        game = position(hand="RB", stacks={"R": ("4", "5", "", "RB", "RY RY")})
        self.assertEqual(judge.trace_line(14, game, game.legal()),
                         '{"n":14,"actor":"A","legal":["end","play RB>B","play RB>R"],"points":{"A":0,"B":0}}')
        game.apply("play RB>R")
        self.assertEqual(judge.trace_line(15, game, game.legal()),
                         '{"n":15,"actor":"chance","legal":[["reveal R 5","1/1"]]}')

    def record(self, edition="en", mode="random", seed="1"):
        options = {} if edition == "en" else {"edition": edition}
        moves, result = steer.play(options, mode, seed)
        lines = [judge.dump({"zashiki": 1, "game": "sketch", "rules": 1, "options": options, "seats": ["x", "y"]})]
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
        self.assertIn("line 3:", self.refused(lines[:2] + lines[1:]))
        self.assertIn("line 2:", self.refused(lines[:1] + [lines[1].replace("chance", "A")] + lines[2:]))
        self.assertIn("line %d:" % len(lines), self.refused(lines[:-1] + [lines[-1].replace("S25", "S26")]))
        self.assertIn("line 5:", self.refused(lines[:4] + [lines[4][:-3]]))
        unfinished = list(judge.read_records(lines[:20]))[0]
        self.assertEqual(len(judge.trace_of(unfinished)), 20)                              # 19 moves and one more

    def test_further_keys_are_ignored(self):
        lines = self.record()
        plain = [judge.trace_of(r) for r in judge.read_records(lines)]
        timed = [lines[0][:-1] + ',"note":1}'] + [line[:-1] + ',"t":3}' for line in lines[1:-1]] + lines[-1:]
        self.assertEqual(plain, [judge.trace_of(r) for r in judge.read_records(timed)])

    def test_command_line(self):
        lines = "\n".join(self.record("fr", "mixed", "2") + self.record("en", "ties", "3")) + "\n"

        def command(*words, **more):
            return subprocess.run([sys.executable, os.path.join(TESTS, "judge", "judge.py")] + list(words),
                                  stdout=subprocess.PIPE, stderr=subprocess.PIPE, universal_newlines=True, **more)
        done = command("trace", input=lines)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertEqual(len(done.stdout.splitlines()), len(lines.splitlines()) - 2)
        done = command("trace", input=lines.replace('"first', '"thirst'))
        self.assertEqual((done.returncode, done.stdout), (1, ""))
        self.assertIn("line 2", done.stderr)


class Invariants(unittest.TestCase):
    def test_games(self):
        """Over whole games: no card and no yokai is lost, probabilities sum to 1, every seat can move."""
        for edition in ("en", "fr"):
            for mode in steer.MODES:
                for seed in ("1", "2", "3"):
                    moves, result = steer.play({"edition": edition}, mode, seed)
                    game = Sketch({"edition": edition})
                    for by, move in moves:
                        self.assertEqual(by, game.actor())
                        legal = game.legal()
                        self.assertTrue(legal)
                        if by == "chance":
                            self.assertEqual(sum(p for _, p in legal), 1)
                        else:
                            self.assertEqual(legal, sorted(set(legal)))
                        game.apply(move)
                        total = game.deck + game.discards + game.hands["A"] + game.hands["B"]
                        yokai = Counter()
                        for colour, stack in game.stacks.items():
                            for seat in "AB":
                                total.update(card.name for card in stack.sides[seat])
                                self.assertTrue(all(colour in card.name for card in stack.sides[seat]))
                            yokai.update(stack.known_above + stack.bottom)
                            yokai.update(Yokai(colour, n) for n in stack.unseen)
                        for book in game.notebooks.values():
                            yokai.update(y for _, y in book)
                        self.assertEqual(total, SKETCH_CARDS)
                        self.assertEqual((len(yokai), sum(yokai.values())), (20, 20))
                    self.assertEqual(result, game.result())


if __name__ == "__main__":
    unittest.main()
