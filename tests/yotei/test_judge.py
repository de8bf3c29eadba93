"""Tests of the judge's Yotei: the printed examples, and hand-made positions for each rule of T1-T34 and each power."""
import copy
import json
import os
import subprocess
import sys
import unittest
from collections import Counter
from fractions import Fraction

HERE = os.path.dirname(os.path.abspath(__file__))
TESTS = os.path.dirname(HERE)
RECORDS = os.path.join(HERE, "records")
sys.path[0] = TESTS  # not this folder: its judge.py is that of the game
from judge import judge                                                                    # noqa: E402
from yotei import steer                                                                    # noqa: E402
import yotei.judge as yotei                                                                # noqa: E402
from yotei.judge import Illegal, POWERS, Yotei                                             # noqa: E402

NISEKO = yotei.shipped("niseko-1")
TINY = yotei.read_file(os.path.join(RECORDS, "tiny.json"))
FEW = yotei.read_file(os.path.join(RECORDS, "few.json"))
OWN = {"M": "mt-a", "F": "fm-a", "O": "to-d", "L": "pr-d", "B": "bo-d"}                    # cards that give one element


def extra_cards(*cards, mystery=()):
    """niseko-1 with cards of one's own, as (id, tier, key=value...)."""
    data = copy.deepcopy(NISEKO)
    data["land"] += [dict(card) for card in cards]
    for item in data["mystery"]:
        if item["id"] in mystery:
            item["count"] = mystery[item["id"]]
    return data


def position(rows="", hands=None, own=None, potatoes=None, characters=None, decks=None, players=2, cards=None,
             **options):
    """A's placement turn.  rows: 'I1 mt-a, II2 to-f' (all other slots are empty); hands: {'A': 'guide fox'};
    own: {'A': 'MMT'} elements owned; characters: {'A': 1} left to place; decks: {'I': 'mt-a mt-b', 'mystery': ''}."""
    game = Yotei(dict({"first": "A", "players": str(players)}, **options), cards)
    while game.actor() == "chance":
        game.apply("chance", game.legal()[0][0])
    for slot in game.slots:
        slot.card = None
    for part in filter(None, rows.split(", ")):
        name, card = part.split(" ")
        game.place[name].card = game.set.land[card]
    for seat, names in (hands or {}).items():
        game.hand[seat] = Counter(names.split())
        for name in game.hand[seat]:
            game.mystery.cards[name] -= game.hand[seat][name]
        game.mystery.cards += Counter()
    for seat, letters in (own or {}).items():
        game.forests[seat] = letters.count("T")
        game.land[seat] = [game.set.land[OWN[letter]]._replace(charm=0, mystery=0)
                           for letter in letters if letter != "T"]
    game.potatoes.update(potatoes or {})
    game.characters.update(characters or {})
    for name, ids in (decks or {}).items():
        deck = game.mystery if name == "mystery" else game.decks[name]
        deck.cards, deck.discards = Counter(ids.split()), Counter()
    return game


def play(game, *moves):
    """'A place I1'; a move without a seat is chance's or the actor's."""
    for move in moves:
        by, text = game.actor(), move
        if move[:2] in ("A ", "B ", "C ", "D "):
            by, text = move[0], move[2:]
        game.apply(by, text)
    return game


def texts(game, start=""):
    legal = [move for move, _ in game.legal()] if game.actor() == "chance" else game.legal()
    return [move for move in legal if move.startswith(start)]


class Parts(unittest.TestCase):
    def test_t1_t2_the_set(self):
        game = Yotei()
        self.assertEqual({tier: len(deck) for tier, deck in game.decks.items()}, {"I": 30, "II": 24, "III": 12})
        self.assertTrue(all(card.star == 1 for card in game.set.land.values() if card.tier == "III"))
        for card in game.set.land.values():
            self.assertTrue(set(card.gives) <= set(yotei.ELEMENTS[card.tier]))

    def test_t3_mystery(self):
        game = Yotei()
        self.assertEqual(sorted(game.mystery.cards), sorted(POWERS))
        self.assertEqual((len(POWERS), len(game.mystery), set(game.set.cash.values())), (16, 16, {1, 2}))
        for cash in (0, 4, "1"):
            data = copy.deepcopy(NISEKO)
            data["mystery"][0]["cash"] = cash
            self.assertRaises(Illegal, Yotei, {}, data)

    def test_t4_no_end_of_potatoes(self):
        game = position("II1 to-a", potatoes={"A": 500}, characters={"A": 1, "B": 0})
        play(game, "flip II1", "collect II1")
        self.assertEqual(game.potatoes["A"], 502)

    def test_t5_t6_set_up(self):
        for players, each, boxes, rows in ((2, 3, 4, "333"), (3, 3, 5, "543"), (4, 2, 6, "543")):
            game = Yotei({"players": str(players)})
            self.assertEqual(game.legal(), [("first " + seat, Fraction(1, players)) for seat in "ABCD"[:players]])
            play(game, "first B")
            order = []
            while game.actor() == "chance":
                order.append(game.legal()[0][0].split(" ")[1])
                game.apply("chance", game.legal()[-1][0])
            self.assertEqual(order, ["%s%d" % (tier, n + 1) for tier, row in zip(("I", "II", "III"), rows)
                                     for n in range(int(row))])
            self.assertEqual((game.actor(), game.boxes), ("B", boxes))
            self.assertEqual(set(game.characters.values()), {each})
            self.assertEqual(set(game.potatoes.values()), {5})

    def test_t6_first(self):
        game = Yotei({"first": "B"})
        self.assertEqual(game.legal()[0], ("reveal I1 fm-a", Fraction(1, 10)))
        self.assertEqual(dict(game.legal())["reveal I1 fo-b"], Fraction(2, 30))
        play(game, "reveal I1 fm-a")
        self.assertEqual(dict(game.legal())["reveal I2 fm-a"], Fraction(2, 29))
        self.assertEqual(sum(p for _, p in game.legal()), 1)
        self.assertRaises(Illegal, Yotei, {"first": "C"})

    def test_options(self):
        for options in ({"players": "1"}, {"players": "5"}, {"players": 2}, {"first": "E"}, {"edition": "en"},
                        {"cards": "niseko"}, {"cards": "../niseko-1"}, {"cards": "none"}, {"cards": 1}):
            self.assertRaises(Illegal, Yotei, options)

    def test_card_sets(self):
        Yotei({"cards": "yotei-tiny"}, TINY)
        self.assertRaises(Illegal, Yotei, {"cards": "other"}, TINY)
        base = {"id": "x", "tier": "I", "cost": 1}
        good = [base, dict(base, gives="OO", needs="SCW"), {"id": "x", "tier": "III", "bid": True, "star": 2}]
        bad = [dict(base, id="a b"), dict(base, id=""), dict(base, id="mt-a"), dict(base, tier="IV"),
               dict(base, gives="X"), dict(base, bid=True), {"id": "x", "tier": "I"}, dict(base, cost=-1),
               dict(base, cost="1"), dict(base, count=0), {"id": "x", "tier": "I", "bid": False},
               dict(base, count=31)]
        for card in good + [dict(base, count=30)]:
            Yotei({}, extra_cards(card))
        for card in bad:
            self.assertRaises(Illegal, Yotei, {}, extra_cards(card))
        Yotei({}, extra_cards(mystery={"thaw": 17}))
        self.assertRaises(Illegal, Yotei, {}, extra_cards(mystery={"thaw": 18}))
        self.assertRaises(Illegal, Yotei, {}, extra_cards(mystery={"festival": 2}))
        for data in ({}, [], {"name": "niseko-1", "land": []},
                     {"name": "niseko-1", "land": [], "mystery": [{"id": "x"}]}):
            self.assertRaises(Illegal, Yotei, {}, data)

    def test_a_set_too_small_for_the_rows(self):
        game = Yotei({"cards": "yotei-few", "players": "4", "first": "A"}, FEW)
        while game.actor() == "chance":
            game.apply("chance", game.legal()[0][0])
        self.assertEqual([slot.name for slot in game.slots if slot.card is None], ["III3"])
        self.assertEqual(texts(game, "pile"), [])


class Placement(unittest.TestCase):
    def test_t7_turns(self):
        game = position("I1 mt-a, I2 mt-a, I3 mt-a, II1 to-a, II2 to-b, II3 to-c", players=3, first="B")
        order = ""
        while game.phase == "placement":
            order += game.actor()
            game.apply(game.actor(), texts(game, "flip")[0] if texts(game, "flip") else texts(game, "pile")[0])
        self.assertEqual(order, "BCABCABCA")

    def test_t8_place(self):
        game = position("I1 mt-a, I2 mt-d, II1 to-a, III1 sk-b", potatoes={"A": 3})
        self.assertEqual(texts(game, "place"), ["place I1", "place I2", "place II1"])      # sk-b costs 4
        play(game, "place I2")
        self.assertEqual((game.potatoes["A"], game.place["I2"].people[0].potatoes), (1, 2))
        self.assertEqual(texts(game, "place"), ["place I1", "place II1", "place III1"])    # B has 5

    def test_t9_t14_bid(self):
        game = position("I1 mt-e, I2 mt-a", potatoes={"A": 2})
        self.assertEqual(texts(game, "bid"), ["bid I1 0", "bid I1 1", "bid I1 2"])
        self.assertNotIn("place I1", game.legal())
        play(game, "bid I1 2")
        self.assertEqual(game.potatoes["A"], 0)
        self.assertEqual(len(texts(game, "bid I1")), 6)
        play(game, "bid I1 5")
        self.assertEqual(texts(game, "bid"), [])                       # only once
        self.assertIn("flip I2", game.legal())

    def test_t14_boxes(self):
        game = position("I1 mt-e, I2 mt-f, I3 fm-e")
        play(game, "bid I1 0", "bid I1 0", "bid I2 0")
        self.assertTrue(texts(game, "bid I3"))
        play(game, "bid I3 0")                                          # the fourth of 4
        self.assertEqual(texts(game, "bid"), [])
        self.assertEqual(texts(game, "flip"), [])
        self.assertEqual(texts(game), ["pile I", "pile II", "pile III"])

    def test_t10_t15_flip(self):
        game = position("I1 mt-e, I2 mt-a, II1 to-a, III1 sk-a", potatoes={"A": 1, "B": 2})
        self.assertEqual(texts(game, "flip"), ["flip I1", "flip I2", "flip II1"])
        play(game, "flip I1")
        self.assertEqual(game.potatoes["A"], 1)
        self.assertEqual(texts(game, "flip"), ["flip I2", "flip II1", "flip III1"])
        self.assertEqual(texts(game, "bid I1"), [])
        play(game, "flip III1")
        self.assertEqual((game.potatoes["B"], game.place["III1"].people[0].potatoes), (0, 2))
        game = position("I1 mt-e, I2 mt-a")
        play(game, "bid I1 0")
        self.assertNotIn("flip I1", game.legal())                       # T15

    def test_t11_pile(self):
        game = position("I1 mt-a", decks={"II": ""}, potatoes={"A": 1})
        self.assertEqual(texts(game, "pile"), ["pile I"])               # II empty, III too dear
        play(game, "pile I")
        self.assertEqual(texts(game, "pile"), ["pile III"])
        play(game, "pile III")
        self.assertEqual((game.potatoes["B"], game.place["III"].people[0].potatoes), (3, 2))

    def test_t12_needs_not_asked(self):
        self.assertIn("place III1", position("III1 sk-a").legal())

    def test_t13_one_character(self):
        game = play(position("I1 mt-a, I2 mt-a"), "place I1")
        self.assertEqual(texts(game, "place") + texts(game, "flip"), ["place I2", "flip I2"])

    def test_t16_at_the_start_of_a_turn(self):
        game = position("I1 mt-a, III1 sk-a", decks={"I": "", "II": "", "III": "sk-b"}, potatoes={"B": 1},
                        hands={"B": "lantern", "A": "thaw"}, characters={"A": 2, "B": 2})
        play(game, "place I1")                                          # B cannot pay for tier III, and holds a card
        self.assertEqual((game.actor(), game.stuck), ("A", {"B"}))
        self.assertEqual(game.also(), {"B": ["cash lantern"]})
        play(game, "B cash lantern", "flip III1")                       # the others go on; B stays done
        self.assertEqual((game.actor(), game.phase), ("A", "opening"))
        play(game, "done", "collect I1", "collect III1")
        self.assertEqual(game.result()["end"], "T16")

    def test_t16_after_a_power(self):
        # an offer spends the potatoes that tier III would have cost
        game = position("I1 mt-e, III1 sk-a", decks={"I": "", "II": "", "III": ""}, hands={"A": "offer"},
                        potatoes={"A": 3}, characters={"A": 2, "B": 1})
        play(game, "bid I1 1", "flip III1")
        self.assertEqual(game.stuck, {"A"})
        game = position("I1 mt-e, III1 sk-a, III2 sk-c", decks={"I": "", "II": "", "III": ""}, hands={"A": "offer"},
                        potatoes={"A": 3}, characters={"A": 2, "B": 1})
        play(game, "bid I1 0", "flip III2")
        self.assertEqual(texts(game), ["cash offer", "flip III1", "place III1", "use offer I1 1", "use offer I1 2",
                                       "use offer I1 3"])
        play(game, "use offer I1 2")                                    # 1 left: nothing to place, T16
        self.assertEqual((game.stuck, game.phase, game.actor()), ({"A"}, "harvest", "A"))

    def test_t16_thaw(self):
        game = position("III1 sk-d", decks={"I": "", "II": "", "III": "sk-b"}, hands={"A": "thaw"},
                        potatoes={"A": 2}, characters={"A": 1, "B": 0})
        play(game, "use thaw III1")
        self.assertEqual(game.legal(), [("reveal III1 sk-b", Fraction(1))])
        play(game, "reveal III1 sk-b")
        self.assertEqual(texts(game), ["flip III1", "pile III"])        # T31: sk-d is the deck now

    def test_t16_of_all(self):
        game = position("", decks={"I": "mt-a", "II": "", "III": ""}, characters={"A": 1, "B": 1})
        play(game, "pile I")
        self.assertEqual(game.actor(), "A")
        play(game, "collect I")
        self.assertEqual(game.legal(), [("top I mt-a", Fraction(1))])
        play(game, "top I mt-a")
        self.assertEqual(game.result(), {"winners": ["A", "B"], "points": {"A": 1, "B": 1}, "end": "T16"})


class Opening(unittest.TestCase):
    def test_t17(self):
        game = position("I1 mt-e, I2 mt-a", hands={"B": "lantern queue", "A": "token"}, characters={"A": 1, "B": 1})
        play(game, "bid I1 2", "bid I1 1")
        self.assertEqual((game.actor(), game.legal()), ("A", ["cash token", "done", "use token"]))
        self.assertEqual(game.also(), {"B": ["cash lantern", "cash queue"]})
        play(game, "use token")                                         # holds none: passed over
        self.assertEqual((game.actor(), game.legal()), ("B", ["cash lantern", "cash queue", "done", "use lantern I1 A",
                                                              "use queue"]))
        play(game, "done")
        self.assertEqual(texts(game), ["collect I1"])

    def test_t17_nobody_holds_any(self):
        game = play(position("I1 mt-a", characters={"A": 1, "B": 0}), "place I1")
        self.assertEqual(texts(game), ["collect I1"])

    def test_t17_from_the_token(self):
        game = position("I1 mt-a", hands={"A": "fox", "B": "fox", "C": "fox"}, players=3, first="B",
                        characters={"A": 0, "B": 1, "C": 0})
        play(game, "B place I1", "B done", "C done", "A done")
        self.assertEqual(texts(game, "coll"), ["collect I1"])


class Harvest(unittest.TestCase):
    def test_t18_order(self):
        game = position("I1 mt-a, I2 mt-a, I3 mt-b, II1 to-a", first="B", characters={"A": 2, "B": 2})
        play(game, "place I1", "flip I2", "place I3", "flip II1")
        self.assertEqual((game.actor(), texts(game)), ("B", ["collect I1", "collect I3"]))
        play(game, "collect I3")                                        # in vain
        self.assertEqual((game.actor(), texts(game)), ("B", ["collect I1"]))
        play(game, "collect I1")
        self.assertEqual((game.actor(), texts(game)), ("A", ["collect I2", "collect II1"]))

    def test_printed_example_farmland(self):
        for own, gets in (("TM", True), ("T", False), ("M", False), ("", False)):
            game = position("I1 fm-c", own={"A": own}, characters={"A": 1, "B": 0})
            play(game, "place I1")
            self.assertEqual(game.potatoes["A"], 4)
            play(game, "collect I1")
            self.assertEqual(game.points()["A"], int(gets))
            self.assertEqual(game.potatoes["A"], 4 if gets else 5)
            self.assertEqual(game.place["I1"].card is None, gets)

    def test_printed_example_forest_first(self):
        for first, second, gets in (("I", "I2", True), ("I2", "I", False)):
            game = position("I2 fm-b", characters={"A": 2, "B": 0}, decks={"I": "mt-a"})
            play(game, "place I2", "pile I")
            for name in (first, second):
                play(game, "collect " + name)
                if game.actor() == "chance" and game.legal()[0][0].startswith("top"):
                    play(game, "top I mt-a")
            self.assertEqual(game.elements("A")["F"] == 1, gets)
            self.assertEqual(game.elements("A")["T"], 1)

    def test_printed_example_pile(self):
        game = position("I1 mt-a", characters={"A": 1, "B": 0}, decks={"I": "mt-a mt-a fo-b"})
        play(game, "pile I", "collect I")
        self.assertEqual(game.legal(), [("top I fo-b", Fraction(1, 3)), ("top I mt-a", Fraction(2, 3))])
        play(game, "top I mt-a")
        self.assertEqual(+game.elements("A"), Counter("T"))

    def test_t19_elements_stay_and_count(self):
        game = position("II1 to-e", own={"A": "MM"}, characters={"A": 1, "B": 0})
        play(game, "place II1", "collect II1")
        self.assertEqual(+game.elements("A"), Counter("MMO"))
        game = position("II1 to-e", own={"A": "M"}, characters={"A": 1, "B": 0})
        play(game, "place II1", "collect II1")                          # MM: twice
        self.assertEqual((+game.elements("A"), game.potatoes["A"]), (Counter("M"), 5))

    def test_t20_rewards_at_once(self):
        game = position("I1 fo-a, I2 mt-b", characters={"A": 2, "B": 0}, decks={"mystery": "onsen fox"})
        play(game, "place I1", "place I2", "collect I1")
        self.assertEqual(game.legal(), [("mystery fox", Fraction(1, 2)), ("mystery onsen", Fraction(1, 2))])
        play(game, "mystery onsen")
        self.assertEqual(texts(game), ["cash onsen", "collect I2", "use onsen"])
        play(game, "use onsen", "collect I2")
        self.assertEqual(game.elements("A")["M"], 1)

    def test_t21_in_vain(self):
        game = position("II1 to-b", characters={"A": 1, "B": 0})
        play(game, "place II1", "collect II1")
        self.assertEqual((game.potatoes["A"], game.place["II1"].card.id), (5, "to-b"))

    def test_t22_face_down(self):
        game = position("I1 mt-e, II1 to-a, III1 sk-a", characters={"A": 3, "B": 0})
        play(game, "flip I1", "flip II1", "flip III1", "collect I1", "collect II1", "collect III1")
        self.assertEqual((game.forests["A"], game.machines["A"], game.potatoes["A"]), (1, 1, 5))
        self.assertEqual((game.points()["A"], game.stars("A")), (1, 0))
        self.assertEqual(+game.elements("A"), Counter("T"))
        self.assertEqual(game.decks["II"].discards, Counter(["to-a"]))
        self.assertEqual((game.decks["I"].discards, game.decks["III"].discards), (Counter(), Counter()))

    def test_t23_pile(self):
        game = position("I1 mt-a", characters={"A": 3, "B": 0}, decks={"II": "to-a to-b", "III": "sk-a"})
        play(game, "pile II", "pile III", "pile I", "collect II", "top II to-b")
        self.assertEqual((game.potatoes["A"], game.decks["II"].discards), (5 - 2 + 2, Counter(["to-b"])))
        play(game, "collect III", "top III sk-a")
        self.assertEqual((game.points()["A"], game.stars("A"), len(game.decks["III"])), (1, 0, 0))


def bids(rows, sizes, queue="", **more):
    """All bid for I1, then harvest: sizes 'A1 B1'."""
    pairs = sizes.split()
    more.setdefault("players", 3)
    seats = "ABCD"[:more["players"]]
    more.setdefault("characters", {})
    for seat in seats:
        more["characters"].setdefault(seat, sum(pair[0] == seat for pair in pairs))
    game = position(rows, first=pairs[0][0], **more)
    game.queue = set(queue)
    for pair in pairs:
        play(game, "%s bid I1 %s" % (pair[0], pair[1:]))
    return game


class Bidding(unittest.TestCase):
    def winner(self, game):
        play(game, texts(game, "collect")[0])
        owners = [seat for seat in game.seats if any(card.id == "mt-e" for card in game.land[seat])]
        return "".join(owners)

    def test_t24_order(self):
        every = {"A": "T", "B": "T", "C": "T"}
        for sizes, queue, winner in (("A1 B2 C0", "", "B"), ("B1 C1 A1", "", "B"), ("A1 B2 C2", "", "B"),
                                     ("A2 B2 C2", "C", "C"), ("A2 B2 C2", "CB", "B"), ("A2 B1 C1", "C", "A"),
                                     ("A0 B0 C0", "", "A")):
            self.assertEqual(self.winner(bids("I1 mt-e", sizes, queue, own=every)), winner, (sizes, queue))
        self.assertEqual(self.winner(bids("I1 mt-e", "A1 B3 C2", own={"A": "T", "C": "T"})), "C")   # B fails at once

    def test_t24_the_bid_is_spent_the_others_repaid(self):
        game = bids("I1 mt-e", "A1 B3 C2", own={"A": "T", "C": "T"})
        play(game, "A collect I1")
        self.assertEqual(game.potatoes, {"A": 5, "B": 5, "C": 3})
        self.assertEqual(game.legal()[0][0].split(" ")[0], "mystery")    # repaid before the winner draws
        self.assertEqual(game.place["I1"].people, [])

    def test_t25_other_cards_first(self):
        game = bids("I1 mt-e, I2 mt-a", "A1 B3 C2", own={"A": "T"}, characters={"B": 2})
        play(game, "B pile I", "A collect I1")
        self.assertEqual((game.actor(), game.legal()), ("B", ["collect I", "yield"]))
        self.assertEqual(game.place["I1"].people[0].seat, "A")
        play(game, "collect I", "top I mt-a")                           # a Forest: B wins without another word
        self.assertEqual([card.id for card in game.land["B"]], ["mt-e"])
        self.assertEqual(game.potatoes, {"A": 5, "B": 2, "C": 5})

    def test_t25_yield(self):
        game = bids("I1 mt-e", "A1 B3 C2", own={"A": "T"}, characters={"B": 2})
        play(game, "B pile I", "A collect I1", "yield")
        self.assertEqual(game.potatoes["B"], 5)
        self.assertEqual([card.id for card in game.land["A"]], ["mt-e"])   # C failed at once
        play(game, game.legal()[0][0])
        self.assertEqual((game.actor(), texts(game, "coll")), ("B", ["collect I"]))

    def test_t25_holding_a_card_is_asked(self):
        game = bids("I1 mt-e", "A1 B3", own={"A": "T"}, hands={"B": "offer token"}, players=2)
        play(game, "done", "A collect I1")
        self.assertEqual((game.actor(), game.legal()), ("B", ["cash offer", "cash token", "use token", "yield"]))
        play(game, "use token")
        self.assertEqual((game.actor(), game.legal()), ("B", ["cash offer", "yield"]))
        play(game, "cash offer")                                        # nothing left: fails at once
        self.assertEqual((game.potatoes["B"], [card.id for card in game.land["A"]]), (7, ["mt-e"]))

    def test_t25_proved_with_powers(self):
        game = bids("I1 mt-f", "A1 B3", own={"A": "F"}, hands={"B": "plough"}, players=2)
        play(game, "done", "A collect I1")
        self.assertEqual(game.legal(), ["cash plough", "collect I1 with plough", "yield"])
        play(game, "collect I1 with plough")
        self.assertEqual((game.points()["B"], game.potatoes["B"]), (2, 2))
        self.assertEqual(game.mystery.discards, Counter(["plough"]))

    def test_t25_the_beginner_is_asked_too(self):
        game = bids("I1 mt-f, I2 fm-a", "A1", players=2, characters={"A": 2})
        play(game, "place I2", "collect I1")
        self.assertEqual((game.actor(), game.legal()), ("A", ["collect I2", "yield"]))
        play(game, "collect I2")                                        # met: wins without another word
        self.assertEqual((game.points()["A"], game.potatoes["A"]), (2, 3))

    def test_t25_in_vain(self):
        game = bids("I1 mt-f, I2 mt-b", "A1", players=2, characters={"A": 2})
        play(game, "place I2", "collect I1", "collect I2")
        self.assertEqual((game.actor(), game.round), ("chance", 1))      # failed at once; the round is over
        self.assertEqual((game.potatoes["A"], game.place["I1"].card.id), (5, "mt-f"))

    def test_t25_begun_with_powers_spent_in_vain(self):
        game = bids("I1 mt-f", "A1 B3", own={"B": "F"}, hands={"A": "plough"}, players=2)
        play(game, "done", "A collect I1 with plough")
        self.assertEqual((game.points()["B"], game.hand["A"]), (2, Counter()))
        self.assertEqual(game.mystery.discards, Counter(["plough"]))
        self.assertEqual(game.potatoes, {"A": 5, "B": 2})

    def test_t26_chain(self):
        # A bids for I1 (needs F) and I2, a Farmland that needs T; B is the higher bidder for I2 and needs a Forest
        game = position("I1 mt-f, I2 fm-e, I3 fo-b", own={"A": "T"}, characters={"A": 2, "B": 2},
                        decks={"mystery": "fox"})
        play(game, "A bid I1 2", "B bid I2 3", "A bid I2 1", "B place I3")
        play(game, "A collect I1")
        self.assertEqual((game.actor(), game.legal()), ("A", ["collect I2", "yield"]))
        play(game, "collect I2")
        self.assertEqual((game.actor(), game.legal()), ("B", ["collect I3", "yield"]))
        self.assertEqual([place.name for place in game.settling], ["I1", "I2"])
        play(game, "yield", "mystery fox")                               # A has the Farmland, so I1 is met as well
        self.assertEqual((game.points()["A"], +game.elements("A")), (2, Counter("TFM")))
        self.assertEqual((game.actor(), texts(game, "collect")), ("B", ["collect I3"]))

    def test_t26_not_begun_again(self):
        # I1 needs what I2 gives and the other way round
        game = position("I1 mt-f, I2 fm-f, II1 to-a", characters={"A": 3, "B": 0})
        play(game, "bid I1 1", "bid I2 1", "flip II1", "collect I1")
        self.assertEqual(game.legal(), ["collect I2", "collect II1", "yield"])
        play(game, "collect I2")
        self.assertEqual(game.legal(), ["collect II1", "yield"])         # neither I1 nor I2
        play(game, "collect II1")                                       # both fail at once
        self.assertEqual((game.potatoes["A"], game.actor()), (7, "chance"))
        self.assertEqual(game.settling, [])

    def test_t26_with_for_the_card_asked_only(self):
        game = position("I1 mt-f, I2 fm-f, II1 to-a", characters={"A": 2, "B": 0}, hands={"A": "guide plough"})
        play(game, "bid I1 1", "bid I2 1", "done", "collect I1", "collect I2")
        self.assertEqual(texts(game, "collect"), ["collect I2 with guide"])
        play(game, "collect I2 with guide")
        self.assertEqual(game.points()["A"], 4)                         # F by guide, then I1 by F
        self.assertEqual(game.hand["A"], Counter(["plough"]))

    def test_t27_nobody(self):
        game = bids("I1 mt-e", "A1 B3 C2")
        play(game, "A collect I1")
        self.assertEqual((game.potatoes, game.place["I1"].card.id), ({"A": 5, "B": 5, "C": 5}, "mt-e"))


class Mystery(unittest.TestCase):
    def full(self, **more):
        """A, holding 3, collects a card with a mystery card."""
        more.setdefault("decks", {"mystery": "fox"})
        game = position("I1 fo-a, II1 to-a", characters={"A": 1, "B": 0},
                        hands={"A": "onsen bumper festival", "B": "festival onsen"}, **more)
        return play(game, "place I1", "A done", "B done", "collect I1")

    def test_t28_room(self):
        game = self.full()
        self.assertEqual(game.actor(), "A")
        self.assertEqual(game.legal(), ["cash bumper", "cash festival", "cash onsen", "use bumper", "use onsen"])
        self.assertEqual(game.also(), {"B": ["cash festival", "cash onsen", "use onsen"]})
        play(game, "B use onsen", "use onsen")
        self.assertEqual((game.actor(), game.points()), ("chance", {"A": 1, "B": 1}))
        play(game, "mystery fox")
        self.assertEqual(game.hand["A"], Counter(["bumper", "festival", "fox"]))

    def test_t28_cellar(self):
        game = position("I1 fo-a", characters={"A": 1, "B": 0}, hands={"A": "cellar fox guide"}, potatoes={"A": 1})
        play(game, "place I1", "done", "collect I1")
        self.assertEqual(texts(game), ["cash cellar", "cash fox", "cash guide", "use cellar"])
        play(game, "cash fox")
        self.assertEqual((game.actor(), game.potatoes["A"]), ("chance", 1))

    def test_t28_empty_deck(self):
        game = self.full(decks={"mystery": ""})
        self.assertEqual(game.actor(), "A")                             # must make room all the same
        play(game, "use onsen")
        self.assertEqual(game.hand["A"], Counter(["bumper", "festival"]))       # and draws nothing
        game = self.full(decks={"mystery": ""})
        play(game, "cash bumper")                                       # T31: the deck at once
        self.assertEqual(game.legal(), [("mystery bumper", Fraction(1))])

    def test_t28_out_of_turn(self):
        game = position("I1 mt-a, I2 mt-a", hands={"B": "festival fox guide", "A": "bumper"},
                        decks={"mystery": "thaw thaw"})
        play(game, "B use festival", "mystery thaw")
        self.assertEqual((game.actor(), texts(game)), ("B", ["cash fox", "cash guide", "cash thaw"]))
        self.assertEqual(game.also(), {"A": ["cash bumper", "use bumper"]})
        play(game, "cash fox")
        self.assertEqual(game.legal(), [("mystery thaw", Fraction(1))])
        play(game, "mystery thaw")
        self.assertEqual((game.actor(), game.phase), ("A", "placement"))
        self.assertEqual((game.mystery.cards, game.mystery.discards), (Counter(["fox"]), Counter(["festival"])))

    def test_t29_cash(self):
        game = position("I1 mt-a", hands={"A": "fox guide", "B": "thaw onsen cellar"}, potatoes={"B": 0})
        self.assertEqual(texts(game, "cash"), ["cash fox", "cash guide"])
        self.assertEqual(game.also(), {"B": ["cash cellar", "cash onsen", "cash thaw", "use cellar", "use onsen"]})
        play(game, "B cash thaw", "A cash guide")
        self.assertEqual((game.potatoes, game.actor()), ({"A": 7, "B": 1}, "A"))
        self.assertEqual(game.also(), {"B": ["cash cellar", "cash onsen", "use onsen"]})
        self.assertEqual(game.mystery.discards, Counter(["thaw", "guide"]))
        for by, text in (("B", "cash thaw"), ("A", "use fox"), ("B", "use cellar"), ("B", "place I1"),
                         ("C", "cash fox")):
            self.assertRaises(Illegal, game.apply, by, text)

    def test_t29_not_at_chance(self):
        game = position("I1 mt-a", hands={"A": "thaw", "B": "fox"})
        play(game, "use thaw I1")
        self.assertEqual((game.actor(), game.also()), ("chance", {}))
        self.assertRaises(Illegal, game.apply, "B", "cash fox")

    def test_t30_cashed_at_the_end(self):
        game = position("I1 mt-a", decks={"I": "", "II": "", "III": ""}, characters={"A": 1, "B": 1},
                        hands={"A": "guide", "B": "fox bumper"})
        game.onsen["B"] = 1                                              # kept, not held
        play(game, "flip I1", "done", "done", "collect I1")
        self.assertEqual(game.result(), {"winners": ["B"], "points": {"A": 2, "B": 3}, "end": "T16"})
        self.assertEqual(game.potatoes, {"A": 7, "B": 7})

    def test_t30_onsen_is_kept_at_the_end(self):
        game = position("I1 mt-a", decks={"I": "", "II": "", "III": ""}, characters={"A": 1, "B": 1},
                        hands={"A": "guide", "B": "onsen onsen fox"})
        play(game, "flip I1", "done", "done", "collect I1")
        self.assertEqual(game.result(), {"winners": ["B"], "points": {"A": 2, "B": 4}, "end": "T16"})
        self.assertEqual(game.potatoes, {"A": 7, "B": 6})
        self.assertEqual(game.points(), {"A": 0, "B": 2})


class Ends(unittest.TestCase):
    def round_of(self, game):
        """Plays on to the end of the round, by the first legal moves but powers and cash."""
        start = game.round
        while game.round == start and game.actor() != "over":
            moves = texts(game)
            quiet = [move for move in moves if move.split(" ")[0] in ("flip", "pile", "done", "collect", "yield")]
            play(game, (quiet or moves)[0])
        return game

    def test_t31_tier_ii_later_in_the_round(self):
        game = position("II1 to-a, I1 mt-a", decks={"II": "to-b"}, characters={"A": 2, "B": 0})
        play(game, "flip II1", "pile II", "collect II1")
        self.assertEqual((game.decks["II"].cards, game.decks["II"].discards), (Counter(["to-b"]), Counter(["to-a"])))
        play(game, "collect II")
        self.assertEqual(game.legal(), [("top II to-b", Fraction(1))])
        play(game, "top II to-b")                                       # to-a becomes the deck, then to-b its discards
        self.assertEqual((game.decks["II"].cards, game.decks["II"].discards), (Counter(["to-a"]), Counter(["to-b"])))

    def test_t31_slots_stay_empty(self):
        game = position("I1 mt-a, II1 to-a", decks={"I": "", "II": "to-b", "III": ""}, characters={"A": 1, "B": 0})
        play(game, "place I1", "collect I1")
        self.assertEqual(game.legal(), [("reveal II2 to-b", Fraction(1))])
        play(game, "reveal II2 to-b")
        self.assertEqual((game.actor(), texts(game, "pile")), ("B", []))
        self.assertEqual([slot.name for slot in game.slots if slot.card], ["II1", "II2"])

    def test_t32_filling_and_token(self):
        game = position("I1 mt-a, I3 mt-b, II2 to-a", decks={"I": "mt-c mt-c", "II": "to-b to-c", "III": "sk-a"},
                        characters={"A": 1, "B": 0})
        play(game, "place I1", "collect I1")
        order = []
        while game.actor() == "chance":
            order.append(game.legal()[0][0])
            game.apply("chance", game.legal()[0][0])
        self.assertEqual(order, ["reveal I1 mt-c", "reveal I2 mt-c", "reveal II1 to-b", "reveal II3 to-c",
                                 "reveal III1 sk-a"])
        self.assertEqual((game.actor(), game.round, game.characters), ("B", 2, {"A": 3, "B": 3}))

    def test_t33_stars(self):
        for own, over in ((1, True), (0, False)):
            game = position("III1 sk-a, I1 mt-a", own={"A": "OOM"}, characters={"A": 1, "B": 1})
            game.land["A"] += [game.set.land["sk-b"]] * own
            play(game, "place III1", "place I1", "collect III1")
            self.assertEqual(game.actor(), "B")                          # the harvest goes on
            play(game, "collect I1")
            self.assertEqual(game.actor() == "over", over)
            if over:
                self.assertEqual((game.result()["end"], game.points()), ("T33", {"A": 12, "B": 0}))

    def test_t33_stars_and_t16(self):
        game = position("III1 sk-a", own={"A": "OOM"}, characters={"A": 1, "B": 1},
                        decks={"I": "", "II": "", "III": ""})
        game.land["A"].append(game.set.land["sk-b"])
        play(game, "place III1", "collect III1")
        self.assertEqual((game.stuck, game.result()["end"]), ({"B"}, "T33"))

    def test_t33a_thirty_rounds(self):
        game = position("II1 to-a, II2 to-b", decks={"I": "", "II": "to-c to-d to-e to-f pr-a", "III": ""})
        game.round = 30
        game.characters = {"A": 1, "B": 1}
        self.round_of(game)
        self.assertEqual((game.actor(), game.result()["end"]), ("over", "T33a"))
        game = position("II1 to-a, II2 to-b", decks={"I": "", "II": "to-c to-d to-e to-f pr-a", "III": ""})
        game.round, game.characters = 29, {"A": 1, "B": 1}
        self.round_of(game)
        self.assertEqual(game.round, 30)

    def ended(self, potatoes, charm, players=2):
        game = position("I1 mt-a", characters={seat: int(seat == "A") for seat in "ABCD"[:players]}, players=players)
        game.round = 30
        game.machines.update(charm)
        game.apply("A", "flip I1")
        game.potatoes.update(potatoes)
        game.apply("A", "collect I1")
        return game.result()

    def test_t34_points(self):
        self.assertEqual(self.ended({"A": 8, "B": 2}, {"A": 1, "B": 3}),
                         {"winners": ["A"], "points": {"A": 3, "B": 3}, "end": "T33a"})
        self.assertEqual(self.ended({"A": 3, "B": 4}, {"A": 2, "B": 2})["winners"], ["B"])
        self.assertEqual(self.ended({"A": 4, "B": 4}, {"A": 2, "B": 2})["winners"], ["A", "B"])
        self.assertEqual(self.ended({"A": 0, "B": 9}, {"A": 4, "B": 0})["winners"], ["A"])
        result = self.ended({"A": 5, "B": 5, "C": 5, "D": 0}, {"A": 0, "B": 1, "C": 1, "D": 2}, 4)
        self.assertEqual(result, {"winners": ["B", "C"], "points": {"A": 1, "B": 2, "C": 2, "D": 2}, "end": "T33a"})


class Powers(unittest.TestCase):
    def test_when(self):
        """Every power in the three phases."""
        every = " ".join(POWERS)
        game = position("I1 mt-e, I2 fm-f, II1 to-a, III1 sk-a", hands={"A": every}, potatoes={"A": 5},
                        characters={"A": 3, "B": 1})
        play(game, "bid I1 1", "bid I1 1", "flip II1")
        names = {text.split(" ")[1] for text in texts(game, "use")}
        self.assertEqual(names, {"onsen", "bumper", "festival", "detour", "lantern", "offer", "regret", "thaw",
                                 "market", "queue", "token"})           # one character left: no rooster
        play(game, "pile I")
        self.assertEqual({text.split(" ")[1] for text in texts(game, "use")},
                         {"onsen", "bumper", "festival", "lantern", "offer", "regret", "queue", "token"})
        play(game, "done")
        self.assertEqual({text.split(" ")[1] for text in texts(game, "use")}, {"onsen", "bumper", "festival", "token"})

    def test_onsen(self):
        game = position("I1 mt-a", hands={"B": "onsen"})
        play(game, "B use onsen")
        self.assertEqual((game.points(), game.hand["B"]), ({"A": 0, "B": 1}, Counter()))
        self.assertEqual(game.mystery.discards, Counter())
        self.assertEqual(game.also(), {})

    def test_cellar(self):
        game = position("I1 mt-e, I2 mt-a", hands={"A": "cellar"}, potatoes={"A": 1})
        self.assertNotIn("use cellar", game.legal())
        play(game, "bid I1 1")                                          # laid ones do not count
        self.assertEqual(game.also(), {"A": ["cash cellar", "use cellar"]})
        play(game, "A use cellar")
        self.assertEqual((game.potatoes["A"], game.mystery.discards), (4, Counter(["cellar"])))

    def with_powers(self, card, own, hand):
        tier = Yotei().set.land[card].tier
        game = position("%s1 %s" % (tier, card), own={"A": own}, hands={"A": hand}, potatoes={"A": 9},
                        characters={"A": 1, "B": 0})
        play(game, texts(game, "place")[0] if texts(game, "place") else "bid %s1 1" % tier, "done")
        return [text.partition(" with ")[2] for text in texts(game, "collect")]

    def test_guide_plough_fox(self):
        for card, own, hand, expected in (
                ("to-a", "", "guide", ["", "guide"]), ("to-a", "M", "guide", [""]), ("to-a", "", "plough", [""]),
                ("pr-a", "", "plough guide", ["", "plough"]), ("to-b", "", "plough guide", ["", "guide with plough"]),
                ("to-b", "M", "plough guide", ["", "plough"]), ("to-b", "", "guide", [""]),
                ("to-e", "", "guide", [""]), ("to-e", "M", "guide", ["", "guide"]), ("bo-a", "T", "guide fox", [""]),
                ("sk-a", "OM", "fox", ["", "fox O"]), ("sk-a", "O", "fox guide", ["", "guide with fox O"]),
                ("sk-b", "OO", "fox", ["", "fox B"]), ("fc-d", "LL", "fox", ["", "fox L"]), ("fc-d", "L", "fox", [""]),
                ("sk-c", "O", "fox", ["", "fox O"])):
            self.assertEqual(self.with_powers(card, own, hand), expected, (card, own, hand))

    def test_guide_twice(self):
        data = extra_cards(mystery={"guide": 2, "fox": 2})
        game = position("II1 to-e, III1 sk-b", hands={"A": "guide guide fox fox"}, own={"A": "O"}, potatoes={"A": 9},
                        characters={"A": 2, "B": 0}, cards=data)
        play(game, "place II1", "place III1", "done")
        self.assertEqual(texts(game, "collect II1"), ["collect II1", "collect II1 with guide with guide"])
        self.assertEqual(texts(game, "collect III1"), ["collect III1", "collect III1 with fox O with fox B"])

    def test_guide_is_spent_and_gives_nothing_for_good(self):
        game = position("II1 to-h", hands={"A": "guide fox thaw"}, characters={"A": 1, "B": 0}, decks={"mystery": ""})
        play(game, "place II1", "done", "collect II1 with guide")
        self.assertEqual(+game.elements("A"), Counter("O"))
        # guide is the deck now (T31), and with two held there is room
        self.assertEqual(game.legal(), [("mystery guide", Fraction(1))])

    def test_detour(self):
        game = position("I1 mt-d, I2 mt-e, I3 mt-a, II1 to-b, III1 sk-a", hands={"A": "detour"}, potatoes={"A": 3},
                        decks={"III": ""})
        play(game, "place I1", "bid I2 0")
        self.assertEqual(texts(game, "use detour"), [
            "use detour I1 flip I3", "use detour I1 flip II1", "use detour I1 flip III1", "use detour I1 pile I",
            "use detour I1 pile II", "use detour I1 place I3", "use detour I1 place II1", "use detour I1 place III1"])
        play(game, "use detour I1 place III1")                           # 2 back, 3 paid
        self.assertEqual((game.potatoes["A"], game.actor()), (0, "A"))
        self.assertEqual((game.place["I1"].people, game.place["III1"].people[0].potatoes), ([], 3))
        self.assertIn("flip I1", game.legal())
        self.assertNotIn("place I1", game.legal())                       # too dear now
        self.assertEqual(game.characters["A"], 2)

    def test_detour_not_from_a_bid_and_to_no_bid(self):
        game = position("I1 mt-e, I2 mt-f", hands={"A": "detour"})
        play(game, "bid I1 0", "pile I")
        self.assertEqual(texts(game, "use"), [])
        game = position("I1 mt-e, I2 mt-f", hands={"A": "detour"}, decks={"III": ""})
        play(game, "pile I", "bid I1 0")
        self.assertEqual(texts(game, "use"), ["use detour I flip I2", "use detour I pile II"])

    def test_detour_leaves_a_turned_card(self):
        game = position("I1 mt-e, I2 mt-a, II1 to-b, III1 sk-a", hands={"A": "detour", "B": "thaw"})
        play(game, "flip III1", "pile I", "use detour III1 flip II1")
        self.assertEqual(game.potatoes["A"], 5)
        self.assertTrue(game.place["III1"].turned)
        self.assertEqual([text for text in texts(game) if "III1" in text], ["flip III1"])
        play(game, "pile II")
        self.assertEqual(texts(game, "use thaw"), ["use thaw I1", "use thaw I2"])
        play(game, "flip III1")
        self.assertEqual((game.potatoes["B"], game.place["III1"].people[0].potatoes), (3, 2))

    def test_detour_a_turned_card_stays_for_the_next_round(self):
        game = position("I1 mt-a, I2 mt-a", hands={"A": "detour"}, characters={"A": 2, "B": 1},
                        decks={"II": "", "III": ""})
        play(game, "flip I1", "flip I2", "use detour I1 pile I")
        self.assertEqual(texts(game), ["flip I1"])
        game = position("I1 mt-a, I2 mt-a, II1 to-a", hands={"A": "detour"}, characters={"A": 2, "B": 1},
                        decks={"I": "mt-b", "II": "", "III": ""})
        play(game, "flip I1", "flip I2", "use detour I1 pile I", "flip II1", "collect I", "top I mt-b", "collect II1",
             "collect I2")
        while game.actor() == "chance":
            game.apply("chance", game.legal()[0][0])
        self.assertEqual(game.round, 2)
        self.assertEqual((game.place["I1"].card.id, game.place["I1"].turned), ("mt-a", True))
        self.assertEqual([text for text in texts(game) if "I1" in text.split(" ")], ["flip I1"])

    def test_detour_may_end_in_t16(self):
        # A's character leaves the only card they could pay for a second time, and the new price takes the rest
        game = position("III1 sk-d, III2 sk-a, I1 mt-a", hands={"A": "detour"}, decks={"I": "", "II": "", "III": ""},
                        potatoes={"A": 4}, characters={"A": 2, "B": 1})
        play(game, "flip III1", "flip I1")
        self.assertEqual(texts(game), ["cash detour", "flip III2", "use detour III1 flip III2",
                                       "use detour III1 place III2"])
        play(game, "use detour III1 place III2")                         # 1 left, and III1 costs 2
        self.assertEqual((game.stuck, game.phase, game.potatoes["A"]), ({"A"}, "harvest", 1))
        play(game, "collect III2", "collect I1")
        self.assertEqual(game.result()["end"], "T16")

    def test_lantern(self):
        game = position("I1 mt-e, I2 mt-f", hands={"A": "lantern"}, players=3)
        play(game, "bid I1 1", "bid I1 2", "bid I2 3")
        self.assertEqual(texts(game, "use"), ["use lantern I1 B", "use lantern I2 C"])
        before = game.points(), dict(game.potatoes)
        play(game, "use lantern I2 C")
        self.assertEqual((before, game.actor()), ((game.points(), game.potatoes), "A"))

    def test_offer_regret(self):
        game = position("I1 mt-e, I2 mt-f", hands={"A": "offer regret"}, potatoes={"A": 4}, characters={"A": 2, "B": 1},
                        own={"A": "T", "B": "T"})
        play(game, "bid I1 1", "bid I1 2")
        self.assertEqual(texts(game, "use"), ["use offer I1 1", "use offer I1 2", "use offer I1 3", "use regret I1 1"])
        play(game, "use offer I1 3")
        self.assertEqual((game.potatoes["A"], texts(game, "use")),
                         (0, ["use regret I1 %d" % n for n in (1, 2, 3, 4)]))
        play(game, "pile I", "use regret I1 2")                          # in the opening; equal, and the earlier
        self.assertEqual((game.potatoes["A"], game.phase), (2, "harvest"))
        play(game, "collect I1")
        self.assertEqual([card.id for card in game.land["A"]][-1:], ["mt-e"])
        self.assertEqual(game.potatoes["B"], 5)

    def test_offer_and_regret_need_something(self):
        game = position("I1 mt-e, I2 mt-a", hands={"A": "offer regret"}, potatoes={"A": 0})
        play(game, "bid I1 0", "bid I1 2")
        self.assertEqual(texts(game, "use"), [])

    def test_rooster(self):
        game = position("I1 mt-a, I2 mt-a, I3 mt-b, II1 to-a", hands={"A": "rooster market"}, potatoes={"A": 5})
        play(game, "use rooster")
        self.assertEqual(game.actor(), "A")
        play(game, "place I1")
        self.assertEqual(game.actor(), "A")
        self.assertIn("use market", game.legal())                        # before the second one, too
        play(game, "place I2")
        self.assertEqual((game.actor(), game.characters), ("B", {"A": 1, "B": 3}))
        game = position("I1 mt-a, I2 mt-a", hands={"A": "rooster"}, characters={"A": 1, "B": 1})
        self.assertEqual(texts(game, "use"), [])

    def test_rooster_order_of_turns(self):
        game = position("I1 mt-a, I2 mt-a, I3 mt-a, II1 to-a, II2 to-b", hands={"A": "rooster"},
                        characters={"A": 2, "B": 3})
        play(game, "use rooster", "flip I1", "flip I2", "flip I3", "flip II1")
        self.assertEqual(game.actor(), "B")                              # A has none left
        play(game, "flip II2")
        self.assertEqual(game.phase, "harvest")

    def test_rooster_without_a_second_place(self):
        game = position("I1 mt-a", hands={"A": "rooster"}, decks={"I": "", "II": "to-a", "III": ""},
                        characters={"A": 2, "B": 1})
        play(game, "use rooster", "flip I1", "pile II")
        self.assertEqual(game.stuck, {"B"})
        game = position("I1 mt-a", hands={"A": "rooster"}, decks={"I": "", "II": "", "III": ""},
                        characters={"A": 2, "B": 1})
        play(game, "use rooster", "flip I1")
        self.assertEqual((game.stuck, game.actor()), ({"A", "B"}, "A"))
        play(game, "collect I1")
        self.assertEqual(game.result()["end"], "T16")

    def test_bumper(self):
        game = position("II1 to-a, II2 to-b, I1 mt-a", hands={"A": "bumper"}, characters={"A": 2, "B": 1})
        play(game, "use bumper", "flip II1", "flip II2", "pile II", "collect II1")
        self.assertEqual(game.potatoes["A"], 9)
        play(game, "collect II")
        play(game, game.legal()[0][0])
        self.assertEqual((game.potatoes["A"], game.actor()), (13, "B"))
        play(game, "collect II2")
        self.assertEqual(game.potatoes["B"], 7)                          # only A's
        while game.actor() == "chance":
            game.apply("chance", game.legal()[0][0])
        self.assertEqual((game.round, game.bumper), (2, set()))          # until the end of the round

    def test_thaw(self):
        game = position("I1 mt-a, I2 mt-e, II1 to-a", hands={"A": "thaw"}, decks={"I": "mt-b mt-b fo-b"})
        play(game, "pile II", "bid I2 0")
        self.assertEqual(texts(game, "use thaw"), ["use thaw I1", "use thaw II1"])
        play(game, "use thaw I1")
        self.assertEqual(game.legal(), [("reveal I1 fo-b", Fraction(1, 3)), ("reveal I1 mt-b", Fraction(2, 3))])
        play(game, "reveal I1 fo-b")
        self.assertEqual((game.actor(), game.decks["I"].discards), ("A", Counter(["mt-a"])))
        self.assertIn("place I1", game.legal())

    def test_thaw_with_a_closed_pile(self):
        game = position("I1 mt-a", hands={"A": "thaw"}, decks={"I": ""})
        play(game, "use thaw I1")
        self.assertEqual(game.legal(), [("reveal I1 mt-a", Fraction(1))])   # T31: its own discard is the deck
        play(game, "reveal I1 mt-a")
        self.assertNotIn("pile I", game.legal())

    def test_thaw_the_last_of_a_deck(self):
        game = position("I1 mt-a", hands={"A": "thaw"}, decks={"I": "mt-b"})
        play(game, "use thaw I1", "reveal I1 mt-b")
        self.assertEqual((game.decks["I"].cards, game.decks["I"].discards), (Counter(["mt-a"]), Counter()))

    def test_market(self):
        game = position("I1 mt-d, I2 mt-e, III1 sk-a, III2 sk-b", hands={"A": "market detour"}, potatoes={"A": 1})
        self.assertEqual(texts(game, "place") + texts(game, "flip III"), [])
        play(game, "use market")
        self.assertEqual(texts(game, "place") + texts(game, "flip III") + texts(game, "pile III"),
                         ["place I1", "place III1", "flip III1", "flip III2", "pile III"])
        self.assertEqual(texts(game, "bid"), ["bid I2 0", "bid I2 1"])
        play(game, "place I1")
        self.assertEqual((game.potatoes["A"], game.place["I1"].people[0].potatoes), (1, 0))
        play(game, "B flip I2")
        self.assertEqual(texts(game, "place"), [])                       # only the next placement
        self.assertEqual([t for t in texts(game, "use detour") if "III" in t], [])          # in full

    def test_market_returns_what_was_laid(self):
        game = position("III1 sk-a", hands={"A": "market"}, potatoes={"A": 1}, characters={"A": 1, "B": 0})
        play(game, "use market", "place III1", "collect III1")
        self.assertEqual(game.potatoes["A"], 1)

    def test_market_rooster_and_bid(self):
        game = position("I1 mt-e, III1 sk-a", hands={"A": "market rooster"}, potatoes={"A": 2})
        play(game, "use market", "use rooster", "bid I1 0")
        self.assertNotIn("place III1", game.legal())                     # the bid was the next placement

    def test_queue(self):
        game = position("I1 mt-e, I2 mt-a", hands={"B": "queue"}, characters={"A": 1, "B": 1}, own={"A": "T", "B": "T"})
        play(game, "bid I1 1", "bid I1 1")
        self.assertEqual(game.legal(), ["cash queue", "done", "use queue"])
        play(game, "use queue", "collect I1")
        self.assertEqual([card.id for card in game.land["B"]], ["mt-e"])
        self.assertEqual(game.potatoes, {"A": 5, "B": 4})

    def test_festival(self):
        game = position("I1 mt-a", hands={"A": "festival"}, decks={"mystery": "fox fox guide"})
        play(game, "use festival")
        self.assertEqual(game.legal(), [("mystery fox", Fraction(2, 3)), ("mystery guide", Fraction(1, 3))])
        play(game, "mystery fox", "mystery guide")
        self.assertEqual((game.actor(), game.hand["A"]), ("A", Counter(["fox", "guide"])))
        self.assertEqual(game.mystery.discards, Counter(["festival"]))

    def test_festival_does_not_draw_itself(self):
        game = position("I1 mt-a", hands={"A": "festival"}, decks={"mystery": "fox"})
        play(game, "use festival", "mystery fox")                        # nothing to draw the second time
        self.assertEqual((game.actor(), game.hand["A"]), ("A", Counter(["fox"])))
        self.assertEqual((game.mystery.cards, game.mystery.discards), (Counter(["festival"]), Counter()))

    def test_token(self):
        game = position("I1 mt-a, I2 mt-a", hands={"A": "token", "B": "token"}, characters={"A": 1, "B": 1})
        play(game, "use token", "place I1", "place I2", "B done", "collect I1")
        self.assertEqual(game.legal(), ["cash token", "collect I2", "use token"])
        play(game, "collect I2")
        while game.actor() == "chance":
            game.apply("chance", game.legal()[0][0])
        self.assertEqual((game.actor(), game.start, game.token), ("A", "A", None))        # not to the left
        game = position("I1 mt-a, I2 mt-a", hands={"A": "token", "C": "token"}, characters={"A": 1, "B": 0, "C": 1},
                        players=3)
        play(game, "use token", "place I1", "use token", "place I2", "collect I1", "collect I2")
        while game.actor() == "chance":
            game.apply("chance", game.legal()[0][0])
        self.assertEqual(game.actor(), "C")                              # played last


class Records(unittest.TestCase):
    def record(self, options, mode, seed, cardset=None):
        moves, result = steer.play(options, mode, seed, cardset)
        header = {"zashiki": 1, "game": "yotei", "rules": 1, "options": options, "seats": ["x", "y"]}
        if cardset:
            header["cardset"] = cardset
        lines = [judge.dump(header)] + [judge.dump({"by": b, "move": m}) for b, m in moves]
        return lines + [judge.dump({"result": result})]

    def refused(self, lines):
        with self.assertRaises(judge.BadRecord) as caught:
            for record in judge.read_records(line + "\n" for line in lines):
                judge.trace_of(record)
        return str(caught.exception)

    def test_refusals(self):
        lines = self.record({"cards": "niseko-1"}, "random", "1")
        self.assertIn("line %d:" % (len(lines) - 1), self.refused(lines[:-1]))
        self.assertIn("line %d:" % len(lines), self.refused(lines[:-1] + [lines[-1].replace('"end":"T', '"end":"X')]))
        self.assertIn("line 1:", self.refused([lines[0].replace('"cards":"niseko-1"', "")] + lines[1:]))
        self.assertIn("line 1:", self.refused([lines[0].replace("niseko-1", "niseko-9")] + lines[1:]))
        self.assertIn("line 4:", self.refused(lines[:3] + ['{"by":"A","move":"cash fox"}'] + lines[3:]))

    def test_trace(self):
        lines = self.record({"players": "3", "cards": "yotei-tiny"}, "powers", "7", TINY)
        trace = [line for record in judge.read_records(lines) for line in judge.trace_of(record)]
        self.assertEqual(len(trace), len(lines) - 1)
        also = [json.loads(line) for line in trace if '"also"' in line]
        self.assertTrue(also)
        for item in also:
            self.assertEqual(list(item), ["n", "actor", "legal", "also", "points"])
            self.assertNotIn(item["actor"], item["also"])
            self.assertEqual(list(item["also"]), sorted(item["also"]))

    def test_kept_records(self):
        names = [name for name in os.listdir(RECORDS) if name.endswith(".jsonl")]
        self.assertTrue(names)
        for name in names:
            with open(os.path.join(RECORDS, name), encoding="utf-8") as file:
                for record in judge.read_records(file):
                    judge.replay(record)

    def test_command_line(self):
        def command(*words, **more):
            return subprocess.run([sys.executable, os.path.join(TESTS, "judge", "judge.py")] + list(words),
                                  stdout=subprocess.PIPE, stderr=subprocess.PIPE, universal_newlines=True, **more)
        done = command("make", "--game", "yotei", "--games", "2", "--seed", "3", "--set", "players=3", "--steer", "powers")
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertEqual(done.stdout.splitlines()[0],
                         '{"zashiki":1,"game":"yotei","rules":1,"options":{"players":"3","cards":"niseko-1"},'
                         '"seats":["judge","judge","judge"]}')
        trace = command("trace", input=done.stdout)
        self.assertEqual((trace.returncode, trace.stderr), (0, ""))
        self.assertEqual(command("stats", input=done.stdout).returncode, 0)
        done = command("make", "--game", "yotei", "--games", "1", "--seed", "3", "--cards",
                       os.path.join(RECORDS, "tiny.json"), "--set", "first=B")
        self.assertTrue(done.stdout.startswith('{"zashiki":1,"game":"yotei","rules":1,"options":{"cards":"yotei-tiny",'
                                               '"first":"B"},"seats":["judge","judge"],"cardset":{"name":'))
        for words in (("--steer", "ties"), ("--set", "first=C"), ("--set", "edition=fr")):
            done = command("make", "--game", "yotei", "--games", "1", "--seed", "3", *words)
            self.assertEqual((done.returncode, done.stdout), (1, ""))


class Invariants(unittest.TestCase):
    def cards_about(self, game):
        """Every land card that is not with a player face down, and every mystery card but a festival being played."""
        land = Counter()
        for deck in game.decks.values():
            land += deck.cards + deck.discards
        land += Counter(slot.card.id for slot in game.slots if slot.card)
        for seat in game.seats:
            land += Counter(card.id for card in game.land[seat])
        mystery = game.mystery.cards + game.mystery.discards
        for seat in game.seats:
            mystery += game.hand[seat]
            mystery["onsen"] += game.onsen[seat]
        return land, +mystery

    def test_games(self):
        """Over whole games: no card is lost, no potato below 0, probabilities sum to 1, decks are renewed at once."""
        for cardset in (None, TINY, FEW):
            for players in "234":
                options = {"players": players, "cards": cardset["name"] if cardset else "niseko-1"}
                for mode in steer.MODES:
                    moves, result = steer.play(options, mode, "1", cardset)
                    game = Yotei(options, cardset)
                    for by, move in moves:
                        legal = game.legal()
                        self.assertTrue(legal)
                        if game.actor() == "chance":
                            self.assertEqual(sum(p for _, p in legal), 1)
                            self.assertTrue(all(p > 0 for _, p in legal))
                        else:
                            self.assertEqual(legal, sorted(set(legal)))
                        game.apply(by, move)
                        land, mystery = self.cards_about(game)
                        face_down = sum(game.forests.values()) + sum(game.machines.values())
                        self.assertTrue(all(n <= game.set.land_count[name] for name, n in land.items()))
                        if game.actor() != "over" and game.actor() != "chance":
                            self.assertEqual(sum(land.values()) + face_down, sum(game.set.land_count.values()))
                            self.assertLessEqual(sum((game.set.mystery_count - mystery).values()), 1)
                        self.assertGreaterEqual(min(game.potatoes.values()), 0)
                        self.assertLessEqual(max(sum(hand.values()) for hand in game.hand.values()), 3)
                        for deck in list(game.decks.values()) + [game.mystery]:
                            self.assertTrue(deck.cards or not deck.discards)
                    self.assertEqual(result, game.result())
                    self.assertFalse(any(place.people for place in game.place.values()))


if __name__ == "__main__":
    unittest.main()
