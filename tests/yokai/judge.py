"""Yokai, the cooperative game, written from the rules alone (Y1-Y36), to judge another implementation.

Plain and slow on purpose.  The game is one coroutine, Yokai._game, that reads like the rulebook: wherever
somebody has to move (a seat, or chance) it yields who that is and a function listing the legal moves, and it is
sent the text of the move that was made.  Rule numbers stand in the comments.
"""
import re
from collections import Counter
from fractions import Fraction
from functools import lru_cache
from itertools import combinations

FAMILIES = "KPRO"                                                            # Y1, and the order in a name
CARDS = range(1, 17)                                                         # numbered by their first place
HINTS = {size: tuple("".join(set_) for set_ in combinations(FAMILIES, size)) for size in (1, 2, 3)}      # Y2
PACTS = HINTS[2]                                                             # Y3: every pair of families
SHAPES = {                                                                   # Y32
    "spiral": "..####/..#..#/..##.#/.....#/######",
    "crown": "#...#/#####/##.##/#####",
    "square": "####/####/####/####",
    "triangle": "...#/..##/.###/####/.###/..##/...#",
    "lantern": "###/###/###/###/###/.#.",
    "beam": "####/.##./.##./.##./.##./####",
}
PILE = {2: (2, 3, 2), 3: (2, 4, 3), 4: (3, 4, 3)}                            # Y5: of one, two, three families
RANKS = {2: (8, 12), 3: (10, 16), 4: (11, 19)}                               # Y24: from so many glorious, legendary

DEFAULTS = {"players": "2", "level": "1", "reconcile": "0", "stack": "off", "blind": "off", "shape": "none",
            "hints": "by players", "first": "random"}
VALUES = {"players": ("2", "3", "4"), "level": ("1", "2", "3", "4", "5"), "reconcile": ("0", "1", "2", "3", "4"),
          "stack": ("off", "on"), "blind": ("off", "on"), "shape": ("none", "random") + tuple(SHAPES),
          "first": ("random", "A", "B", "C", "D")}


class Illegal(Exception):
    """A move, option or record that the rules do not allow."""


class _End(Exception):
    """Y20, Y21: the game ends."""


# ---- the plane ----------------------------------------------------------------------------------------------

@lru_cache(maxsize=None)
def sides(place):
    """The four places by the sides of one; corners do not count (Y11)."""
    x, y = place
    return (x, y - 1), (x + 1, y), (x, y + 1), (x - 1, y)


def groups(places):
    """The places parted into sets that hang together by their sides."""
    left, parts = set(places), []
    while left:
        part, fresh = set(), [left.pop()]
        while fresh:
            place = fresh.pop()
            part.add(place)
            for near in sides(place):
                if near in left:
                    left.remove(near)
                    fresh.append(near)
        parts.append(part)
    return parts


def hang_together(places):
    return len(groups(places)) == 1


def touch(some, others):
    """Whether a place of some and a place of others lie side by side."""
    return any(near in others for place in some for near in sides(place))


def drawn_shape(name):
    """The places of a goal shape as drawn in Y32."""
    return {(x, y) for y, row in enumerate(SHAPES[name].split("/")) for x, mark in enumerate(row) if mark == "#"}


def at_origin(places):
    """The same figure, slid to the top left."""
    left, top = min(x for x, _ in places), min(y for _, y in places)
    return frozenset((x - left, y - top) for x, y in places)


@lru_cache(maxsize=None)
def forms(name):
    """Y32, the ruling: the shape turned and mirrored, each at the origin."""
    places, found = drawn_shape(name), set()
    for _ in range(4):
        places = {(-y, x) for x, y in places}                                # a quarter turn
        found.add(at_origin(places))
        found.add(at_origin({(-x, y) for x, y in places}))                   # mirrored
    return found


def place_text(place):
    return "%d,%d" % place


# ---- the game -----------------------------------------------------------------------------------------------

class Yokai:
    def __init__(self, options=None):
        self._read_options(options or {})
        self.seats = "ABCD"[:self.players]

        self.families = {}                               # card -> family, as dealt; seen by no one
        self.places = {card: ((card - 1) % 4, (card - 1) // 4) for card in CARDS}        # Y4
        self.pile = {size: count for size, count in zip((1, 2, 3), self.hints)}          # left in the pile, by size
        self.unseen_hints = {size: set(HINTS[size]) for size in HINTS}                   # not turned up yet
        self.turned = []                                 # turned up and not laid, the latest last
        self.taken = 0                                   # Y34: taken and not laid
        self.laid = {}                                   # card -> the hint card on it ("" at blind)
        self.pacts = []                                  # Y31: (seat, pair), in turn order
        self.shape = None                                # Y32: its name
        self.seen = {seat: set() for seat in self.seats}                                 # cards a seat looked at
        self.player = None
        self.ending = None                               # "Y20" or "Y21"

        self.turns = 0
        self.events = Counter()                          # for statistics only; no rule looks at it
        self.peaks = Counter()

        self._over = False
        self._script = self._game()
        self._actor, self._moves = None, None
        self._continue(None)

    def _read_options(self, given):
        self.options = dict(DEFAULTS)
        for name, value in given.items():
            if name not in DEFAULTS:
                raise Illegal("no option %r" % (name,))
            if name != "hints" and value not in VALUES[name]:
                raise Illegal("option %s cannot be %r" % (name, value))
            self.options[name] = value
        options = self.options
        self.players = int(options["players"])
        # Y35a: a level switches its one rule on; what a single option says beyond its default refines or adds
        level = int(options["level"])
        self.reconcile = int(options["reconcile"]) or (1 if level == 2 else 0)           # Y31
        self.blind = options["blind"] == "on" or level == 4                              # Y34
        self.stack = (options["stack"] == "on" or level == 3) and not self.blind         # Y33
        self.goal = options["shape"]                                                     # Y32
        if self.goal == "none" and level == 5:
            self.goal = "random"
        if self.reconcile > self.players:
            raise Illegal("option reconcile cannot be more than players")
        if options["first"] != "random" and options["first"] not in "ABCD"[:self.players]:
            raise Illegal("option first cannot be %s with %d players" % (options["first"], self.players))
        # Y5, Y6
        self.hints = PILE[self.players]
        if "hints" in given:
            text = given["hints"]
            if not isinstance(text, str) or not re.fullmatch("[0-4][+][0-6][+][0-4]", text):
                raise Illegal("option hints cannot be %r" % (text,))
            self.hints = tuple(int(number) for number in text.split("+"))
            if sum(self.hints) != sum(PILE[self.players]):
                raise Illegal("option hints must add up to %d (Y6)" % sum(PILE[self.players]))

    # ---- what others may ask ------------------------------------------------------------------------------

    def actor(self):
        return "over" if self._over else self._actor

    def legal(self):
        """All legal moves, sorted; at chance, pairs of text and probability."""
        return [] if self._over else sorted(self._moves())

    def apply(self, text):
        if self._over:
            raise Illegal("the game is over (%s)" % self.ending)
        legal = self.legal()
        if self._actor == "chance":
            legal = [move for move, _ in legal]
        if text not in legal:
            raise Illegal("%r is not legal for %s" % (text, self._actor))
        self._continue(text)

    def points(self):
        """Absent in traces of this game."""
        return None

    def result(self):
        if not self._over:
            return None
        won = not self.failures()
        points = self.count_points() if won else 0
        return {"winners": list(self.seats) if won else [],
                "points": {seat: points for seat in self.seats},
                "rank": self.rank(points) if won else "lost",
                "end": self.ending}

    # ---- the end: Y22-Y24, Y31, Y32, Y35 ------------------------------------------------------------------

    def places_of(self, family):
        return {self.places[card] for card in CARDS if self.families[card] == family}

    def failures(self):
        """What keeps the players from winning, if the game ended now."""
        found = []
        for family in FAMILIES:                                              # Y22
            if not hang_together(self.places_of(family)):
                found.append("family " + family)
        for _, pair in self.pacts:                                           # Y31
            if not touch(self.places_of(pair[0]), self.places_of(pair[1])):
                found.append("pact " + pair)
        if self.shape is not None and at_origin(self.places.values()) not in forms(self.shape):      # Y32
            found.append("shape " + self.shape)
        return found

    def count_points(self):
        if self.blind:                                                       # Y34
            return len(self.laid) + 2 * self.taken + 5 * self.pile_size()
        points = 0                                                           # Y23
        for card, hint in self.laid.items():
            points += 1 if self.families[card] in hint else -1
        return points + 2 * len(self.turned) + 5 * self.pile_size()

    def rank(self, points):
        glorious, legendary = RANKS[self.players]                            # Y24
        return "legendary" if points >= legendary else "glorious" if points >= glorious else "honourable"

    # ---- the machinery ------------------------------------------------------------------------------------

    def _continue(self, text):
        try:
            self._actor, self._moves = self._script.send(text)
        except StopIteration:
            self._over = True

    # ---- the rules ----------------------------------------------------------------------------------------

    def _game(self):
        # Y7
        first = self.options["first"]
        if first == "random":
            chance = Fraction(1, self.players)
            text = yield "chance", lambda: [("first " + seat, chance) for seat in self.seats]
            first = text.split(" ")[1]
        # Y4
        for card in CARDS:
            text = yield "chance", lambda: self._deals(card)
            self.families[card] = text.split(" ")[2]
        # Y31: to the first player, then on in turn order
        seat = first
        for _ in range(self.reconcile):
            text = yield "chance", self._pacts
            self.pacts.append((seat, text.split(" ")[1]))
            seat = self._next(seat)
        # Y32
        if self.goal == "random":
            chance = Fraction(1, len(SHAPES))
            text = yield "chance", lambda: [("shape " + name, chance) for name in SHAPES]
            self.shape = text.split(" ")[1]
        elif self.goal != "none":
            self.shape = self.goal
        # Turns, until Y20 or Y21
        self.player = first
        try:
            while True:
                yield from self._turn(self.player)
                self.turns += 1
                self.player = self._next(self.player)
        except _End as end:
            self.ending = str(end)

    def _next(self, seat):
        return self.seats[(self.seats.index(seat) + 1) % self.players]

    def _turn(self, player):
        # Y20, Y9.  At most nine cards are locked at this point (Y21), so there are always two to look at.
        text = yield player, lambda: ["declare"] + self._peeks(None)
        if text == "declare":
            raise _End("Y20")
        looked_at = int(text.split(" ")[1])
        self.seen[player].add(looked_at)
        text = yield player, lambda: self._peeks(looked_at)
        self.seen[player].add(int(text.split(" ")[1]))
        # Y10, Y12
        text = yield player, self._moves_or_skip
        if text == "skip":
            self.events["skip"] += 1
        else:
            words = text.split(" ")
            self._note_move(int(words[1]), tuple(int(number) for number in words[3].split(",")))
            self.places[int(words[1])] = tuple(int(number) for number in words[3].split(","))
        # Y13
        text = yield player, self._hint_actions
        if text == "take":                                                   # Y34
            self.taken += 1
            size = next(size for size in self.pile if self.pile[size])       # whichever: only their number counts
            self.pile[size] -= 1
        elif text == "reveal":
            text = yield "chance", self._turn_up
            hint = text.split(" ")[1]
            self.pile[len(hint)] -= 1
            self.unseen_hints[len(hint)].remove(hint)
            self.turned.append(hint)
        else:
            words = text.split(" ")
            card = int(words[-1])
            if self.blind:                                                   # 'hint on 7'
                self.taken -= 1
                self.laid[card] = ""
            else:                                                            # 'hint KP on 7'
                self.turned.remove(words[1])
                self.laid[card] = words[1]
                self.events["hint right" if self.families[card] in words[1] else "hint wrong"] += 1
        # Y21; right after a card was turned up it never holds, for that one is not laid
        if self.pile_size() == 0 and not self.turned and self.taken == 0:
            raise _End("Y21")

    # ---- chance -------------------------------------------------------------------------------------------

    def _deals(self, card):
        left = Counter({family: 4 for family in FAMILIES})
        left.subtract(self.families.values())
        total = sum(left.values())
        return [("card %d %s" % (card, family), Fraction(left[family], total)) for family in FAMILIES if left[family]]

    def _pacts(self):
        dealt = [pair for _, pair in self.pacts]
        left = [pair for pair in PACTS if pair not in dealt]
        return [("pact " + pair, Fraction(1, len(left))) for pair in left]

    def _turn_up(self):
        """First the size, in proportion to what the pile still holds; then a card of that size not seen yet."""
        outcomes = []
        for size in self.pile:
            if self.pile[size]:
                unseen = self.unseen_hints[size]
                chance = Fraction(self.pile[size], self.pile_size()) * Fraction(1, len(unseen))
                outcomes += [("hint " + hint, chance) for hint in unseen]
        return outcomes

    # ---- legal moves --------------------------------------------------------------------------------------

    def pile_size(self):
        return sum(self.pile.values())

    def unlocked(self):
        return [card for card in CARDS if card not in self.laid]             # Y14

    def _peeks(self, looked_at):
        return ["peek %d" % card for card in self.unlocked() if card != looked_at]

    def _moves_or_skip(self):
        moves = ["move %d to %s" % (card, place_text(place))
                 for card in self.unlocked() for place in self.new_places(card)]
        return moves or ["skip"]                                             # Y12

    def new_places(self, card):
        """Y10, Y11: where a card may go: to an empty place, another than its own, by the side of every part into
        which lifting it leaves the others."""
        here = self.places[card]
        part_at = {}
        parts = groups(place for other, place in self.places.items() if other != card)
        for number, part in enumerate(parts):
            for place in part:
                part_at[place] = number
        around = {near for place in part_at for near in sides(place)}
        return [place for place in around if place != here and place not in part_at
                and len({part_at[near] for near in sides(place) if near in part_at}) == len(parts)]

    def _hint_actions(self):
        actions = []
        free = self.unlocked()                                               # Y14
        if self.pile_size():                                                 # Y13, Y16
            actions.append("take" if self.blind else "reveal")
        if self.blind:                                                       # Y34
            if self.taken:
                actions += ["hint on %d" % card for card in free]
        else:
            hints = self.turned[-1:] if self.stack else self.turned          # Y33
            actions += ["hint %s on %d" % (hint, card) for hint in hints for card in free]
        return actions

    # ---- statistics ---------------------------------------------------------------------------------------

    def _note_move(self, card, place):
        self.events["move"] += 1
        if not hang_together(p for other, p in self.places.items() if other != card):
            self.events["move of a card that held others together"] += 1
        if min(place) < 0:
            self.events["move to a negative place"] += 1
        if card not in self.seen[self.player]:
            self.events["move of a card never looked at"] += 1
        xs, ys = zip(*[p for other, p in self.places.items() if other != card], place)
        self.peaks["width or height"] = max(self.peaks["width or height"], max(xs) - min(xs) + 1, max(ys) - min(ys) + 1)
        self.peaks["farthest left or up"] = max(self.peaks["farthest left or up"], -min(xs), -min(ys))
        self.peaks["farthest right or down"] = max(self.peaks["farthest right or down"], max(xs), max(ys))


# ---- what happens in a record ------------------------------------------------------------------------------

def describe(record, replay):
    """Its events and peaks, for `judge.py stats`."""
    peaks, decisions = Counter(), Counter()

    def watch(n, game, legal):
        if game.actor() not in ("chance", "over"):
            decisions["decisions"] += 1
            peaks["legal moves"] = max(peaks["legal moves"], len(legal))
    game = replay(record, watch)
    events = Counter(game.events)
    peaks |= game.peaks | decisions | Counter({"moves": len(record.moves), "turns": game.turns})
    events["%d players" % game.players] += 1
    for name, value in game.options.items():
        if value != DEFAULTS[name] and name != "players":
            events["option %s=%s" % (name, value)] += 1
    if game.actor() != "over":
        events["unfinished"] += 1
        return events, peaks
    result, failures = game.result(), game.failures()
    events["ended by " + result["end"]] += 1
    events["rank %s, %d players" % (result["rank"], game.players)] += 1
    if failures:
        kinds = sorted({failure.split(" ")[0] for failure in failures})
        events["lost for: " + ", ".join(kinds)] += 1
    else:
        events["won, level " + game.options["level"]] += 1
        if game.count_points() < 0:
            events["won with negative points"] += 1
        if game.shape:
            form = at_origin(game.places.values())
            drawn = form == at_origin(drawn_shape(game.shape))
            events["won, shape %s %s" % (game.shape, "as drawn" if drawn else "turned or mirrored")] += 1
        if game.pacts:
            events["won, pacts held: %d" % len(game.pacts)] += 1
        peaks["points"] = game.count_points()
    return events, peaks


Game = Yokai
