"""Yotei, written from the rules alone (T1-T34 and the sixteen powers), to judge another implementation.

Plain and slow on purpose.  The game is one coroutine, Yotei._game, that reads like the rulebook: wherever
somebody has to move (a seat, or chance) it yields who that is and a function listing the legal moves, and it is
sent who moved and the text of the move.  Rule numbers stand in the comments.
"""
import json
import os
import re
from collections import Counter, namedtuple
from fractions import Fraction

TIERS = ("I", "II", "III")                                                   # T1
ELEMENTS = {"I": "MFT", "II": "OLB", "III": "SCW"}                           # T2
ALL_ELEMENTS = "MFTOLBSCW"
POWERS = {                                                                   # when each may be played
    "onsen": "any", "cellar": "any", "bumper": "any", "festival": "any",
    "guide": "with", "plough": "with", "fox": "with",                        # H, named in a `collect`
    "detour": "P", "rooster": "P", "thaw": "P", "market": "P",
    "lantern": "PO", "offer": "PO", "regret": "PO", "queue": "PO",
    "token": "POH",
}
SET_UP = {2: (3, 4, (3, 3, 3)), 3: (3, 5, (5, 4, 3)), 4: (2, 6, (5, 4, 3))}  # T5: characters, boxes, rows I-II-III
FACE_DOWN_PRICE = {"I": 0, "II": 0, "III": 2}                                # T10, T11
START_POTATOES = 5                                                           # T6
HELD = 3                                                                     # T28
STARS = 2                                                                    # T33
ROUNDS = 30                                                                  # T33a
MOST_LAND, MOST_MYSTERY = 96, 32                                             # limits of a card set

DEFAULTS = {"players": "2", "cards": "niseko-1", "first": "random"}
NAMED = ("cards",)
VALUES = {"players": ("2", "3", "4"), "first": ("random", "A", "B", "C", "D")}
CARDS_FOLDER = os.environ.get("ZASHIKI_CARDS") or os.path.join(
    os.path.dirname(os.path.abspath(__file__)), os.pardir, os.pardir, "cards")

Land = namedtuple("Land", "id tier gives needs cost bid charm mystery star")


class Illegal(Exception):
    """A move, option, card set or record that the rules do not allow."""


# ---- card sets ----------------------------------------------------------------------------------------------

def shipped(name):
    """A card set that comes with the program, by its name."""
    if not isinstance(name, str) or not re.fullmatch("[a-z0-9-]+", name):
        raise Illegal("option cards cannot be %r" % (name,))
    path = os.path.join(CARDS_FOLDER, name + ".json")
    if not os.path.exists(path):
        raise Illegal("no card set %r" % (name,))
    return read_file(path)


def read_file(path):
    with open(path, encoding="utf-8") as file:
        return json.load(file)


def whole(value, least, what):
    if not isinstance(value, int) or isinstance(value, bool) or value < least:
        raise Illegal("%s cannot be %r" % (what, value))
    return value


def read_land(item):
    name = item.get("id")
    if not isinstance(name, str) or not name or re.search(r"\s", name):
        raise Illegal("a land card cannot have the id %r" % (name,))
    what = "card %s: " % name
    if item.get("tier") not in TIERS:
        raise Illegal(what + "no tier")
    gives, needs = item.get("gives", ""), item.get("needs", "")
    for letters in (gives, needs):
        if not isinstance(letters, str) or set(letters) - set(ALL_ELEMENTS):
            raise Illegal(what + "no such elements: %r" % (letters,))
    if ("cost" in item) == ("bid" in item) or item.get("bid", True) is not True:
        raise Illegal(what + "either a cost or \"bid\": true")
    return Land(name, item["tier"], gives, needs, whole(item.get("cost", 0), 0, what + "cost"), "bid" in item,
                whole(item.get("charm", 0), 0, what + "charm"), whole(item.get("mystery", 0), 0, what + "mystery"),
                whole(item.get("star", 0), 0, what + "star"))


class CardSet:
    """The cards of a file or of a record's `cardset`: land {id: Land}, land_count {id: copies}, cash and
    mystery_count of the mystery cards."""

    def __init__(self, data):
        self.name = data.get("name")
        self.land, self.land_count, self.cash, self.mystery_count = {}, Counter(), {}, Counter()
        for item in data["land"]:
            card = read_land(item)
            if card.id in self.land:
                raise Illegal("card %s comes twice" % card.id)
            self.land[card.id] = card
            self.land_count[card.id] = whole(item.get("count", 1), 1, "count of " + card.id)
        for item in data["mystery"]:
            power = item.get("id")
            if power not in POWERS:
                raise Illegal("no power %r" % (power,))
            if power in self.cash:
                raise Illegal("power %s comes twice" % power)
            if item.get("cash") not in (1, 2, 3):                            # T3
                raise Illegal("power %s: cash cannot be %r" % (power, item.get("cash")))
            self.cash[power] = item["cash"]
            self.mystery_count[power] = whole(item.get("count", 1), 1, "count of " + power)
        if sum(self.land_count.values()) > MOST_LAND:
            raise Illegal("more than %d land cards" % MOST_LAND)
        if sum(self.mystery_count.values()) > MOST_MYSTERY:
            raise Illegal("more than %d mystery cards" % MOST_MYSTERY)
        if self.mystery_count["festival"] > 1:
            raise Illegal("more than one festival")


class Deck:
    """A deck and its discards.  The order of a shuffled deck is unknown, so a multiset is all there is."""

    def __init__(self, cards):
        self.cards, self.discards = Counter(cards), Counter()
        self.renewed = 0                                                     # for statistics only

    def __len__(self):
        return sum(self.cards.values())

    def outcomes(self, prefix):
        return [(prefix + name, Fraction(count, len(self))) for name, count in self.cards.items()]

    def draw(self, name):
        remove(self.cards, name)
        self._renew()

    def discard(self, name):
        self.discards[name] += 1
        self._renew()

    def _renew(self):
        if not self.cards and self.discards:                                 # T31: at once
            self.cards, self.discards = self.discards, Counter()
            self.renewed += 1


class Place:
    """A slot of a row, or a draw pile."""

    def __init__(self, name, tier, pile):
        self.name, self.tier, self.pile = name, tier, pile
        self.card = None                 # of a slot: its Land, or None when empty
        self.turned = False              # of a slot: its card lies face down
        self.people = []                 # the Characters here: one, or the bidders

    def bidding(self):
        return any(person.bid for person in self.people)


class Character:
    """A placed character with the potatoes laid on the card, or those of its bidding box."""

    def __init__(self, seat, potatoes, bid=False, time=0):
        self.seat, self.potatoes, self.bid, self.time = seat, potatoes, bid, time


def remove(cards, name):
    cards[name] -= 1
    if cards[name] == 0:
        del cards[name]


# ---- the game -----------------------------------------------------------------------------------------------

class Yotei:
    def __init__(self, options=None, cardset=None):
        self.options = dict(DEFAULTS)
        for name, value in (options or {}).items():
            if name not in DEFAULTS:
                raise Illegal("no option %r" % (name,))
            if name != "cards" and value not in VALUES[name]:
                raise Illegal("option %s cannot be %r" % (name, value))
            self.options[name] = value
        self.players = int(self.options["players"])
        self.seats = "ABCD"[:self.players]
        if self.options["first"] not in ("random",) + tuple(self.seats):
            raise Illegal("option first cannot be %s with %d players" % (self.options["first"], self.players))
        try:
            self.set = CardSet(cardset if cardset is not None else shipped(self.options["cards"]))
        except (AttributeError, KeyError, TypeError) as error:
            raise Illegal("not a card set: %r" % (error,))
        if self.set.name != self.options["cards"]:
            raise Illegal("option cards names %r, the card set is %r" % (self.options["cards"], self.set.name))

        # T1, T3, T6
        self.decks = {tier: Deck({name: self.set.land_count[name] for name, card in self.set.land.items()
                                  if card.tier == tier}) for tier in TIERS}
        self.mystery = Deck(self.set.mystery_count)
        # T5
        self.characters_each, self.boxes, rows = SET_UP[self.players]
        self.slots = [Place("%s%d" % (tier, n), tier, False)
                      for tier, length in zip(TIERS, rows) for n in range(1, length + 1)]
        self.piles = [Place(tier, tier, True) for tier in TIERS]
        self.place = {place.name: place for place in self.slots + self.piles}
        # What each seat has
        self.potatoes = {seat: START_POTATOES for seat in self.seats}        # T6: behind the screen
        self.characters = {seat: self.characters_each for seat in self.seats}            # not placed
        self.hand = {seat: Counter() for seat in self.seats}                 # mystery cards held
        self.onsen = {seat: 0 for seat in self.seats}                        # kept
        self.land = {seat: [] for seat in self.seats}                        # collected face up
        self.forests = {seat: 0 for seat in self.seats}                      # T22: face-down tier I
        self.machines = {seat: 0 for seat in self.seats}                     # T22: face-down tier III
        # The round
        self.round = 0
        self.start = None                                                    # the starting token
        self.phase = None                                                    # set-up, placement, opening, harvest
        self.time = 0                                                        # counts the bids
        self.stuck = set()                                                   # T16
        self.bumper, self.queue, self.token = set(), set(), None
        # The turn
        self.market, self.roosted = 0, False
        self.settling = []                                                   # T26: places, the innermost last
        self.making_room = False                                             # T28
        self.ending = None

        self.events = Counter()                                              # for statistics only
        self._over = False
        self._script = self._game()
        self._actor, self._moves = next(self._script)

    # ---- what others may ask ------------------------------------------------------------------------------

    def actor(self):
        return "over" if self._over else self._actor

    def legal(self):
        """All legal moves of the actor, sorted; at chance, pairs of text and probability."""
        return [] if self._over else sorted(self._moves())

    def also(self):
        """T29: {seat: moves} of the others, out of turn, whenever a player is to move."""
        if self.actor() not in self.seats:
            return {}
        moves = {seat: sorted(self._any_time_moves(seat)) for seat in self.seats if seat != self._actor}
        return {seat: texts for seat, texts in moves.items() if texts}

    def apply(self, by, text):
        if self._over:
            raise Illegal("the game is over (%s)" % self.ending)
        if by == self._actor:
            legal = [move for move, _ in self.legal()] if by == "chance" else self.legal()
        else:
            legal = self.also().get(by, [])
        if text not in legal:
            raise Illegal("%r is not legal for %s" % (text, by))
        self._continue(by, text)

    def points(self):
        """Charm points alone."""
        return {seat: sum(card.charm for card in self.land[seat]) + self.machines[seat] + self.onsen[seat]
                for seat in self.seats}

    def result(self):
        if not self._over:
            return None
        charm = self.points()                                                # T34
        points = {seat: charm[seat] + self.potatoes[seat] // 3 for seat in self.seats}
        standing = {seat: (points[seat], self.potatoes[seat]) for seat in self.seats}
        best = max(standing.values())
        return {"winners": [seat for seat in self.seats if standing[seat] == best], "points": points,
                "end": self.ending}

    # ---- the machinery ------------------------------------------------------------------------------------

    def _continue(self, by, text):
        try:
            self._actor, self._moves = self._script.send((by, text))
        except StopIteration:
            self._over = True

    def _chance(self, outcomes):
        """Chance moves; the last word of its move."""
        _, text = yield "chance", outcomes
        return text.split(" ")[-1]

    def _ask(self, seat, moves):
        """A seat decides; before it does, others may act out of turn (T29)."""
        while True:
            by, text = yield seat, moves
            if by == seat:
                return text
            self.events["out of turn: " + " ".join(text.split(" ")[:1 + text.startswith("use")])] += 1
            yield from self._any_time(by, text)

    def _next(self, seat):
        """The seat to the left."""
        return self.seats[(self.seats.index(seat) + 1) % self.players]

    def _from_start(self):
        at = self.seats.index(self.start)
        return self.seats[at:] + self.seats[:at]

    # ---- the rules: rounds --------------------------------------------------------------------------------

    def _game(self):
        # T6
        self.phase = "set-up"
        self.start = self.options["first"]
        if self.start == "random":
            chance = Fraction(1, self.players)
            self.start = yield from self._chance(lambda: [("first " + seat, chance) for seat in self.seats])
        yield from self._fill()
        while True:
            self.round += 1
            yield from self._placement()
            yield from self._opening()
            yield from self._harvest()
            self.ending = self._end()
            if self.ending:
                break
            # The round is over; T32
            yield from self._fill()
            self.start = self._next(self.start) if self.token is None else self.token
            self.characters = {seat: self.characters_each for seat in self.seats}
            self.bumper, self.queue, self.token = set(), set(), None
        # T30
        for seat in self.seats:
            for name, count in self.hand[seat].items():
                if name == "onsen":
                    self.onsen[seat] += count
                    self.events["kept at the end (T30)"] += count
                else:
                    self.potatoes[seat] += self.set.cash[name] * count
                    self.events["cashed at the end (T30)"] += count
            self.hand[seat].clear()

    def _end(self):
        # T33
        if any(self.stars(seat) >= STARS for seat in self.seats):
            return "T33"
        if self.stuck:
            return "T16"
        if self.round == ROUNDS:
            return "T33a"
        return None

    def stars(self, seat):
        return sum(card.star for card in self.land[seat])

    def _fill(self):
        """T32: empty slots, I, then II, then III, left to right; T31: with no card left they stay empty."""
        for slot in self.slots:
            if slot.card is None and len(self.decks[slot.tier]):
                yield from self._reveal(slot)

    def _reveal(self, slot):
        deck = self.decks[slot.tier]
        name = yield from self._chance(lambda: deck.outcomes("reveal %s " % slot.name))
        self._note_renewal(deck, lambda: deck.draw(name), slot.tier)
        slot.card = self.set.land[name]

    # ---- the rules: placement -----------------------------------------------------------------------------

    def _placement(self):
        # T7
        self.phase = "placement"
        self.stuck = set()
        seat = self.start
        while any(self._has_to_place(seat) for seat in self.seats):
            if self._has_to_place(seat):
                yield from self._placement_turn(seat)
            seat = self._next(seat)

    def _has_to_place(self, seat):
        return self.characters[seat] > 0 and seat not in self.stuck

    def _placement_turn(self, seat):
        to_place, self.market, self.roosted = 1, 0, False
        while to_place:
            if not self._placements(seat):                                   # T16
                self.stuck.add(seat)
                self.events["T16" + (" holding mystery cards" if self.hand[seat] else "")] += 1
                if self.roosted and to_place == 1:
                    self.events["T16 at rooster's second placement"] += 1
                return
            text = yield from self._ask(seat, lambda: self._placements(seat) + self._powers(seat, "P")
                                        + self._any_time_moves(seat))
            words = text.split(" ")
            if words[0] in ("place", "flip", "pile", "bid"):
                if words[0] == "bid":
                    self._bid(seat, words[1], int(words[2]))
                else:
                    self._lay(seat, words[0], words[1], 2 * self.market)
                self.characters[seat] -= 1
                self.market = 0
                to_place -= 1
            elif text == "use rooster":
                self._spend(seat, "rooster")
                to_place += not self.roosted                                 # two characters this turn
                self.roosted = True
                self.events["use rooster"] += 1
            else:
                yield from self._other_move(seat, text)

    def _price(self, kind, place, discount):
        price = place.card.cost if kind == "place" else FACE_DOWN_PRICE[place.tier]
        return max(0, price - discount)

    def _free_places(self, potatoes, discount):
        """T8, T10, T11: 'place I3', 'flip I3', 'pile II', for the player who has so many potatoes."""
        found = []
        for slot in self.slots:
            if slot.card is None or slot.people:                             # T13
                continue
            if not slot.turned and not slot.card.bid:                        # T8
                found.append(("place", slot))
            found.append(("flip", slot))                                     # T10, T15; also when turned before
        for pile in self.piles:
            if not pile.people and len(self.decks[pile.tier]):               # T11, T31
                found.append(("pile", pile))
        return [(kind, place) for kind, place in found if self._price(kind, place, discount) <= potatoes]

    def _bids(self, seat):
        """T9, T14: the cards a seat may bid for."""
        if sum(person.bid for slot in self.slots for person in slot.people) >= self.boxes:
            return []
        return [slot for slot in self.slots if slot.card is not None and slot.card.bid and not slot.turned
                and all(person.seat != seat for person in slot.people)]

    def _placements(self, seat):
        moves = ["%s %s" % (kind, place.name)
                 for kind, place in self._free_places(self.potatoes[seat], 2 * self.market)]
        for slot in self._bids(seat):
            moves += ["bid %s %d" % (slot.name, size) for size in range(self.potatoes[seat] + 1)]
        return moves

    def _lay(self, seat, kind, name, discount):
        """A character onto a free place, its price laid there."""
        place = self.place[name]
        price = self._price(kind, place, discount)
        full = self._price(kind, place, 0)
        self.potatoes[seat] -= price
        place.people.append(Character(seat, price))
        self.events["%s %s" % (kind, place.tier)] += 1
        if price < full:
            self.events["%s cheaper by %d" % (kind, full - price)] += 1
        if kind == "flip":
            if place.turned:
                self.events["flip of a card turned before"] += 1
            elif place.card.bid:
                self.events["flip of a bidding card (T15)"] += 1
            place.turned = True

    def _bid(self, seat, name, size):
        place = self.place[name]
        if any(person.potatoes == size for person in place.people):
            self.events["equal bid"] += 1
        self.potatoes[seat] -= size
        self.time += 1
        place.people.append(Character(seat, size, True, self.time))
        self.events["bid" if size else "bid of nothing"] += 1
        if sum(person.bid for slot in self.slots for person in slot.people) == self.boxes:
            self.events["last box"] += 1

    # ---- the rules: opening -------------------------------------------------------------------------------

    def _opening(self):
        # T17
        self.phase = "opening"
        for seat in self._from_start():
            while self.hand[seat]:
                text = yield from self._ask(seat, lambda: ["done"] + self._powers(seat, "O")
                                            + self._any_time_moves(seat))
                if text == "done":
                    break
                yield from self._other_move(seat, text)

    # ---- the rules: harvest -------------------------------------------------------------------------------

    def _harvest(self):
        # T18
        self.phase = "harvest"
        for seat in self._from_start():
            while self._to_collect(seat):
                text = yield from self._ask(seat, lambda: self._collects(seat) + self._powers(seat, "H")
                                            + self._any_time_moves(seat))
                if text.startswith("collect"):
                    yield from self._collect(seat, text)
                else:
                    yield from self._other_move(seat, text)

    def _to_collect(self, seat):
        """The places from which a seat may collect; T26: a card being settled is not begun again."""
        return [place for place in self.place.values() if place not in self.settling
                and any(person.seat == seat for person in place.people)]

    def _collects(self, seat):
        moves = []
        for place in self._to_collect(seat):
            moves.append("collect " + place.name)
            moves += self._collects_with(seat, place)
        return moves

    def _collects_with(self, seat, place):
        """The one way, if any, to collect a card with powers that supply exactly the elements missing."""
        if place.pile or place.turned:
            return []                                                        # T22: needs nothing
        missing = self.missing(seat, place.card)
        if not missing:
            return []
        hand, text = self.hand[seat], "collect " + place.name
        foxes = 0
        for element in ALL_ELEMENTS:
            for _ in range(missing[element]):
                if element == "M":
                    text += " with guide"
                elif element == "F":
                    text += " with plough"
                elif element in ELEMENTS["II"]:
                    text += " with fox " + element
                    foxes += 1
                else:
                    return []                                                # Forest, tier III: no power supplies it
        if missing["M"] > hand["guide"] or missing["F"] > hand["plough"] or foxes > hand["fox"]:
            return []
        return [text]

    def elements(self, seat):
        """T19."""
        own = Counter(letter for card in self.land[seat] for letter in card.gives)
        own["T"] += self.forests[seat]
        return own

    def missing(self, seat, card, supplied=""):
        """The elements that a seat lacks for a card."""
        return Counter(card.needs) - self.elements(seat) - Counter(supplied)

    def _supply(self, seat, text):
        """'collect I3 with guide with fox O': the powers named are spent; the elements they supply."""
        supplied = ""
        for part in text.split(" with ")[1:]:
            words = part.split(" ")
            self._spend(seat, words[0])
            self.events["with " + words[0]] += 1
            supplied += {"guide": "M", "plough": "F"}.get(words[0]) or words[1]
        if len(supplied) > 1:
            self.events["with several powers"] += 1
        return supplied

    def _collect(self, seat, text):
        place = self.place[text.split(" ")[1]]
        supplied = self._supply(seat, text)
        if place.bidding():
            yield from self._settle(place, seat, supplied)                   # T24
            return
        # T18: the character comes back
        person = place.people.pop()
        if place.pile:
            deck = self.decks[place.tier]
            name = yield from self._chance(lambda: deck.outcomes("top %s " % place.tier))
            self._note_renewal(deck, lambda: deck.draw(name), place.tier)
            self._collect_face_down(seat, place.tier, name)                  # T23
            self.events["collect pile " + place.tier] += 1
        elif place.turned:
            name = place.card.id
            place.card, place.turned = None, False
            self._collect_face_down(seat, place.tier, name)
            self.events["collect face down " + place.tier] += 1
        elif not self.missing(seat, place.card, supplied):
            yield from self._take(seat, place)                               # T20
        else:
            self.potatoes[seat] += person.potatoes                           # T21
            self.events["collect in vain (T21)"] += 1

    def _collect_face_down(self, seat, tier, name):
        # T22
        if tier == "I":
            self.forests[seat] += 1
        elif tier == "II":
            self.potatoes[seat] += 4 if seat in self.bumper else 2
            deck = self.decks[tier]
            self._note_renewal(deck, lambda: deck.discard(name), tier)
            if seat in self.bumper:
                self.events["bumper harvest"] += 1
        else:
            self.machines[seat] += 1

    def _take(self, seat, slot):
        """T20: a face-up card is collected; its elements and rewards count at once."""
        card, slot.card = slot.card, None
        self.land[seat].append(card)
        self.events["collect " + card.tier] += 1
        for _ in range(card.mystery):
            yield from self._draw(seat)

    def _settle(self, place, beginner, supplied):
        # T24
        self.settling.append(place)
        self.events["settling, depth %d" % len(self.settling)] += 1
        order = sorted(place.people, key=lambda person: (-person.potatoes, person.seat not in self.queue, person.time))
        plain = sorted(place.people, key=lambda person: (-person.potatoes, person.time))
        winner = None
        for person in order:
            seat = person.seat
            extra = supplied if seat == beginner else ""
            met = yield from self._meets(person, place, extra)
            if met:
                winner = person
                break
            self._repay(person, place)                                       # T25: who yields or fails
        if winner is None:
            self.events["nobody meets the needs (T27)"] += 1
            self.settling.remove(place)
            return
        self.events["bid won by the %s bidder" % ("only" if len(order) == 1 else "first" if winner is order[0]
                                                  else "a later")] += 1
        if order != plain:
            self.events["queue changed the order"] += 1
        if supplied and winner.seat != beginner:
            self.events["powers spent in vain on a bid"] += 1
        if len({person.potatoes for person in order}) < len(order):
            self.events["settled among equal bids"] += 1
        for person in list(place.people):                                    # T24, T25: repaid before the winner draws
            if person is not winner:
                self._repay(person, place)
        place.people.remove(winner)                                          # the bid is spent
        self.settling.remove(place)
        yield from self._take(winner.seat, place)

    def _repay(self, person, place):
        place.people.remove(person)
        self.potatoes[person.seat] += person.potatoes

    def _meets(self, person, place, extra):
        """T25: whether the bidder whose turn it is meets the needs, after what they do for it."""
        seat = person.seat
        while self.missing(seat, place.card, extra):
            if not self._to_collect(seat) and not self.hand[seat]:
                self.events["bidder fails at once"] += 1
                return False
            self.events["bidder asked (T25)"] += 1
            text = yield from self._ask(seat, lambda: ["yield"] + self._collects(seat)
                                        + self._collects_with(seat, place)
                                        + self._powers(seat, "H") + self._any_time_moves(seat))
            if text == "yield":
                self.events["yield"] += 1
                return False
            if not text.startswith("collect"):
                yield from self._other_move(seat, text)
            elif text.split(" ")[1] == place.name:
                extra += self._supply(seat, text)                            # proved with powers
                self.events["proved with powers (T25)"] += 1
            else:
                self.events["collects another card first (T25)"] += 1
                yield from self._collect(seat, text)                         # T26 in there
                if not self.missing(seat, place.card, extra):
                    self.events["met by another card (T25)"] += 1
        return True

    # ---- the rules: mystery cards -------------------------------------------------------------------------

    def _draw(self, seat):
        # T28
        while sum(self.hand[seat].values()) >= HELD:
            self.events["make room (T28)"] += 1
            self.making_room = True
            text = yield from self._ask(seat, lambda: self._any_time_moves(seat))
            self.making_room = False
            self.events["room by " + text.split(" ")[text.startswith("use")]] += 1
            yield from self._any_time(seat, text)
        if not len(self.mystery):
            self.events["no mystery card to draw"] += 1
            return
        name = yield from self._chance(lambda: self.mystery.outcomes("mystery "))
        self._note_renewal(self.mystery, lambda: self.mystery.draw(name), "mystery")
        self.hand[seat][name] += 1

    def _any_time_moves(self, seat):
        """T29: cashing, and the powers of any time."""
        moves = ["cash " + name for name in self.hand[seat]]
        for name in self.hand[seat]:
            if POWERS[name] != "any":
                continue
            if name == "cellar" and self.potatoes[seat] > 0:
                continue
            if name == "festival" and self.making_room:                      # T28
                continue
            moves.append("use " + name)
        return moves

    def _any_time(self, seat, text):
        name = text.split(" ")[1]
        self.events[text] += 1
        if text.startswith("cash"):
            self.potatoes[seat] += self.set.cash[name]
            self._spend(seat, name)
        elif name == "onsen":
            remove(self.hand[seat], name)                                    # kept, never discarded
            self.onsen[seat] += 1
        elif name == "cellar":
            self.potatoes[seat] += 4
            self._spend(seat, name)
        elif name == "bumper":
            self.bumper.add(seat)
            self._spend(seat, name)
        elif name == "festival":
            remove(self.hand[seat], name)                                    # T29: played, and then discarded
            yield from self._draw(seat)
            yield from self._draw(seat)
            self._note_renewal(self.mystery, lambda: self.mystery.discard(name), "mystery")

    def _spend(self, seat, name):
        """A played or cashed card is discarded."""
        remove(self.hand[seat], name)
        self._note_renewal(self.mystery, lambda: self.mystery.discard(name), "mystery")

    def _powers(self, seat, when):
        """The other powers that a seat may play now: in placement (P), opening (O), about to collect (H)."""
        moves = []
        potatoes = self.potatoes[seat]
        bids = [(slot, person) for slot in self.slots for person in slot.people if person.bid]
        for name in self.hand[seat]:
            if when not in POWERS[name]:
                continue
            use = "use " + name
            if name in ("market", "queue", "token"):
                moves.append(use)
            elif name == "rooster":
                if self.characters[seat] >= 2:
                    moves.append(use)
            elif name == "lantern":
                moves += ["%s %s %s" % (use, slot.name, person.seat) for slot, person in bids if person.seat != seat]
            elif name == "offer":
                moves += ["%s %s %d" % (use, slot.name, size) for slot, person in bids if person.seat == seat
                          for size in range(1, potatoes + 1)]
            elif name == "regret":
                moves += ["%s %s %d" % (use, slot.name, size) for slot, person in bids if person.seat == seat
                          for size in range(1, person.potatoes + 1)]
            elif name == "thaw":
                moves += ["%s %s" % (use, slot.name) for slot in self.slots
                          if slot.card is not None and not slot.turned and not slot.people]
            elif name == "detour":
                for place in self.place.values():
                    for person in place.people:
                        if person.seat == seat and not person.bid:
                            moves += ["%s %s %s %s" % (use, place.name, kind, to.name) for kind, to in
                                      self._free_places(potatoes + person.potatoes, 0)]
        return moves

    def _other_move(self, seat, text):
        """Whatever is neither a placement nor a collecting."""
        words = text.split(" ")
        if words[0] == "cash" or POWERS[words[1]] == "any":
            yield from self._any_time(seat, text)
            return
        name = words[1]
        self.events["use %s in %s" % (name, self.phase)] += 1
        self._spend(seat, name)
        if name == "market":
            self.market += 1
        elif name == "queue":
            self.queue.add(seat)
        elif name == "token":
            self.token = seat                                                # the one played last counts
        elif name == "lantern":
            pass                                                             # shown to the seat alone
        elif name in ("offer", "regret"):
            person = next(person for person in self.place[words[2]].people if person.seat == seat)
            size = int(words[3]) if name == "offer" else -int(words[3])
            person.potatoes += size
            self.potatoes[seat] -= size
        elif name == "thaw":
            slot = self.place[words[2]]
            deck = self.decks[slot.tier]
            card, slot.card = slot.card, None
            self._note_renewal(deck, lambda: deck.discard(card.id), slot.tier)
            yield from self._reveal(slot)
        elif name == "detour":
            person = self.place[words[2]].people.pop()
            self.potatoes[seat] += person.potatoes                           # back; a card it had turned stays turned
            self._lay(seat, words[3], words[4], 0)                           # paid in full
            self.events["detour from a %s" % ("pile" if words[2] in TIERS else
                                              "turned card" if self.place[words[2]].turned else "card")] += 1

    # ---- statistics ---------------------------------------------------------------------------------------

    def _note_renewal(self, deck, act, which):
        before = deck.renewed
        act()
        if deck.renewed > before:
            self.events["renewed (T31): %s, %s" % (which, self.phase)] += 1


# ---- what happens in a record ------------------------------------------------------------------------------

def describe(record, replay):
    """Its events and peaks, for `judge.py stats`."""
    peaks, decisions, positions = Counter(), Counter(), Counter()

    def watch(n, game, legal):
        if game.actor() in ("chance", "over"):
            return
        decisions["decisions"] += 1
        peaks["legal moves"] = max(peaks["legal moves"], len(legal))
        peaks["potatoes"] = max(peaks["potatoes"], *game.potatoes.values())
        peaks["settling at once"] = max(peaks["settling at once"], len(game.settling))
        for text in {" ".join(text.split(" ")[:1 + text.startswith("use")]) for text in legal}:
            positions["positions with %s in %s" % (text, game.phase)] += 1
        if game.also():
            positions["positions with moves out of turn"] += 1
            if game.making_room:
                positions["positions with moves out of turn while someone makes room"] += 1
        if any(slot.turned and not slot.people for slot in game.slots):
            positions["positions with a free card face down"] += 1
        if any(slot.card is None for slot in game.slots) and game.phase == "placement":
            positions["placements with an empty slot"] += 1
        if any(not len(deck) for deck in game.decks.values()):
            positions["positions with a closed pile"] += 1
    game = replay(record, watch)
    events = game.events + positions
    peaks |= decisions | Counter({"moves": len(record.moves), "rounds": game.round})
    events["%d players" % game.players] += 1
    if game.actor() != "over":
        events["unfinished"] += 1
        return events, peaks
    result = game.result()
    events["ended by " + result["end"]] += 1
    best = max(result["points"].values())
    if len(result["winners"]) > 1:
        events["shared win"] += 1
    elif list(result["points"].values()).count(best) > 1:
        events["won on potatoes (T34)"] += 1
    if game.stuck and result["end"] == "T33":
        events["T33 and T16 at once"] += 1
    peaks["points"] = best
    return events, peaks


def begin(header):
    """The game of a record's first line, which names the card set, and holds it when it is not shipped."""
    options = header.get("options")
    if not (options and "cards" in options):
        raise Illegal("the options do not name the card set")
    return Yotei(options, header.get("cardset"))


Game = Yotei
