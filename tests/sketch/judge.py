"""Yokai Sketch, written from the rules alone (S1-S27), to judge another implementation.

Plain and slow on purpose.  The game is one coroutine, Sketch._game, that reads like the rulebook: wherever
somebody has to move (a seat, or chance) it yields who that is and a function listing the legal moves, and it is
sent the text of the move that was made.  Rule numbers stand in the comments.
"""
from collections import Counter, namedtuple
from fractions import Fraction
from functools import lru_cache

COLOURS = "RBGY"                                      # S1, and the order of S4
NUMBERS = (3, 4, 5, 6, 7)                             # S2
PAIRS = ("RB", "RG", "RY", "BG", "BY", "GY")          # S4
KINDS = (("", 4), ("c", 1), ("d", 1))                 # S3: 4 plain, 1 call, 1 distract for each pair
SKETCH_CARDS = Counter({pair + kind: copies for pair in PAIRS for kind, copies in KINDS})
SEATS = "AB"
TURN_LIMIT = 300                                      # S25
DEFAULTS = {"edition": "en", "first": "random"}
VALUES = {"edition": ("en", "fr"), "first": ("random", "A", "B")}

Yokai = namedtuple("Yokai", "printed number")         # the printed colour is only for statistics (S21)


class Illegal(Exception):
    """A move, option or record that the rules do not allow."""


class _End(Exception):
    """S25: the game ends at once."""


class Laid:
    """One sketch card lying on a side.  Compared by identity: two cards of one name are two cards."""
    __slots__ = ("name",)

    def __init__(self, name):
        self.name = name

    def __repr__(self):
        return self.name


class Stack:
    """A colour's stack of yokai from top to bottom: known_above, then unseen in unknown order, then bottom."""

    def __init__(self, colour):
        self.colour = colour
        self.known_above = []            # face up before; [0] is the top, the rest was covered by calls
        self.unseen = set(NUMBERS)       # S6: never seen yet, of this stack's own colour
        self.bottom = []                 # S15: frightened, the uppermost first
        self.sides = {"A": [], "B": []}  # S11: Laid cards in their order of arrival

    def height(self):
        return len(self.known_above) + len(self.unseen) + len(self.bottom)

    def top(self):
        return self.known_above[0]


@lru_cache(maxsize=None)
def fraction(part, whole):
    return Fraction(part, whole)


@lru_cache(maxsize=None)
def other(seat):
    return "B" if seat == "A" else "A"


def other_colour(card, colour):
    """The colour of a card that is not this one."""
    return card[1] if card[0] == colour else card[0]


def parse_play(text):
    """'play RBc>R call G' -> ('RBc', 'R', 'call', 'G'); the last two may be None."""
    words = text.split(" ")
    card, colour = words[1].split(">")
    ability = words[2] if len(words) > 2 else None
    source = words[3] if len(words) > 3 else None
    return card, colour, ability, source


class Sketch:
    seats = SEATS

    def __init__(self, options=None):
        self.options = dict(DEFAULTS)
        for name, value in (options or {}).items():
            if name not in VALUES:
                raise Illegal("no option %r" % (name,))
            if value not in VALUES[name]:
                raise Illegal("option %s cannot be %r" % (name, value))
            self.options[name] = value
        self.edition = self.options["edition"]

        self.deck = Counter(SKETCH_CARDS)               # its order is unknown, so a multiset is all there is
        self.discards = Counter()
        self.hands = {"A": Counter(), "B": Counter()}
        self.stacks = {colour: Stack(colour) for colour in COLOURS}
        self.notebooks = {"A": [], "B": []}             # (colour it counts as, yokai)
        self.last_played = {"A": None, "B": None}       # S23 en: a Laid card that still lies, or None
        self.player = None
        self.played = 0                                 # cards played this turn
        self.must_play = False                          # S10
        self.turns = 0                                  # complete turns of both players together
        self.passes = 0                                 # turns in a row without a card played, up to now

        self.events = Counter()                         # for statistics only; no rule looks at it
        self.peaks = Counter()
        self.moved = set()
        self.dry = 0                                    # turns in a row in which nothing was drawn
        self.idle = (False, False)                      # whether the last two turns had no decision
        self.drawn = self.revealed = 0                  # yokai drawn, and revealed after that, by the last card
        self.second = None                              # fr: the second stack that the last card has checked
        self.ending = None

        self._over = False
        self._script = self._game()
        self._actor, self._moves = None, None
        self._continue(None)

    # ---- what others may ask ------------------------------------------------------------------------------

    def actor(self):
        return "over" if self._over else self._actor

    def legal(self):
        """All legal moves, sorted; at chance, pairs of text and probability."""
        return [] if self._over else sorted(self._moves())

    def apply(self, text):
        if self._over:
            raise Illegal("the game is over (S25)")
        legal = self.legal()
        if self._actor == "chance":
            legal = [move for move, _ in legal]
        if text not in legal:
            raise Illegal("%r is not legal for %s" % (text, self._actor))
        self._continue(text)

    def points(self):
        """S26: the sums of the notebooks."""
        return {seat: sum(yokai.number for _, yokai in self.notebooks[seat]) for seat in SEATS}

    def colours(self):
        """S27, S21: how many different colours, each yokai as the colour of the stack it was taken from."""
        return {seat: len({colour for colour, _ in self.notebooks[seat]}) for seat in SEATS}

    def result(self):
        if not self._over:
            return None
        points, colours = self.points(), self.colours()
        standing = {seat: (points[seat], colours[seat]) for seat in SEATS}      # S26, then S27
        best = max(standing.values())
        result = {"winners": [seat for seat in SEATS if standing[seat] == best]}
        if len(result["winners"]) == 2:
            result["drawn"] = True
        result["points"] = points
        result["end"] = "S25"
        return result

    # ---- the machinery ------------------------------------------------------------------------------------

    def _continue(self, text):
        try:
            self._actor, self._moves = self._script.send(text)
        except StopIteration:
            self._over = True

    # ---- the rules ----------------------------------------------------------------------------------------

    def _game(self):
        # S7
        first = self.options["first"]
        if first == "random":
            text = yield "chance", lambda: [("first A", fraction(1, 2)), ("first B", fraction(1, 2))]
            first = text.split(" ")[1]
        # S5
        for seat in "AAABBB":
            text = yield "chance", lambda: self._cards("deal %s " % seat, self.deck)
            self._take_from_deck(seat, text.split(" ")[2])
        # S6
        for colour in COLOURS:
            yield from self._uncover(colour)
        # Turns, until S25
        self.player = first
        try:
            while True:
                yield from self._turn(self.player)
                self._end_of_turn()
                self.player = other(self.player)
        except _End as end:
            self.ending = str(end)

    def _turn(self, player):
        hand = self.hands[player]
        self.played = 0
        # S8
        if not self.deck and self.discards:
            self.deck, self.discards = self.discards, Counter()
            self.events["reshuffle"] += 1
        if self.deck:
            text = yield "chance", lambda: self._cards("draw ", self.deck)
            self._take_from_deck(player, text.split(" ")[1])
            self.dry = 0
        else:
            self.dry += 1
            self.events["nothing to draw"] += 1
            if not hand:
                self.events["turn without a decision"] += 1
        self.idle = (self.idle[1], not hand)
        # S10
        self.must_play = sum(hand.values()) >= 4
        # S9; after the third card, or with no card left in hand, the turn ends by itself
        while self.played < 3 and hand:
            text = yield player, self._plays
            if text == "end":
                if self.played == 0:
                    self.events["pass"] += 1
                break
            yield from self._play(player, *parse_play(text))
        if self.played and not hand:
            self.events["hand exhausted"] += 1

    def _end_of_turn(self):
        # S25, the ruling
        self.turns += 1
        self.passes = 0 if self.played else self.passes + 1
        if not self.deck and self.discards and self.passes >= 2:
            self.events["two passes, deck empty, discards not"] += 1
        if not self.deck and not self.discards and self.passes >= 2:
            raise _End("nothing left")
        if self.turns >= TURN_LIMIT:
            raise _End("turn limit")

    def _play(self, player, card, colour, ability, source):
        opponent = other(player)
        stack = self.stacks[colour]
        # S11
        self._remove(self.hands[player], card)
        laid = Laid(card)
        stack.sides[player].append(laid)
        self.played += 1
        also_checked = None
        self.drawn = self.revealed = 0
        # S12, S18: the ability, before any check
        if ability == "distract":
            target, at = self._distract_target(opponent, colour)             # S23, fixed before this card matters:
            goes_to = other_colour(target.name, at)                          # it is the opponent's card
            self._note_distract(target, at, goes_to, colour, opponent)
            self.stacks[at].sides[opponent].remove(target)                   # S22
            self.stacks[goes_to].sides[opponent].append(target)
            also_checked = goes_to
        self.last_played[player] = laid                                      # S23 en
        if ability == "call":
            called = self.stacks[source].known_above.pop(0)                  # S19
            stack.known_above.insert(0, called)
            also_checked = source
            self.events["call"] += 1
            if called.printed != source:
                self.events["call of a called yokai"] += 1
            if self.stacks[source].known_above:
                self.events["call uncovers a covered yokai"] += 1
            yield from self._uncover(source)
        self._note_peaks()
        self.second = also_checked if self.edition == "fr" else None
        # S17: the played stack; in fr then also the other one that the ability touched
        yield from self._check(colour, player, "")
        if self.edition == "fr" and also_checked is not None:
            yield from self._check(also_checked, player, " in " + ability + "'s second check")

    def _check(self, colour, player, where):
        # S13
        stack = self.stacks[colour]
        revealed = self.revealed
        a, b = len(stack.sides["A"]), len(stack.sides["B"])
        if a + b < stack.top().number:
            return
        yokai = stack.known_above.pop(0)
        self.drawn += 1
        if a == b:
            # S15
            stack.bottom.append(yokai)
            self._discard_side(colour, "A")
            self._discard_side(colour, "B")
            self.events["tie" + where] += 1
            if stack.height() == 1:
                self.events["tie of a single yokai"] += 1
            if yokai.printed != colour:
                self.events["called yokai frightened"] += 1
            if a + b > yokai.number:
                self.events["tie with more than enough"] += 1
        else:
            # S14; what stays on the other side is not checked again (S16)
            winner = "A" if a > b else "B"
            self.notebooks[winner].append((colour, yokai))
            self._discard_side(colour, winner)
            self.events["won" + where] += 1
            if winner != player:
                self.events["won by the other player"] += 1
            if yokai.printed != colour:
                self.events["called yokai won"] += 1
            # S25: at once, before any further check
            if stack.height() == 0:
                self.events["last yokai" + where] += 1
                raise _End("stack")
        yield from self._uncover(colour)
        if self.drawn == 2:
            self.events["two stacks drawn by one card"] += 1
            if revealed and self.revealed > revealed:
                self.events["two reveals after the checks of one card"] += 1
        left = len(stack.sides["A"]) + len(stack.sides["B"])
        if left >= stack.top().number:
            self.events["enough stays behind (S16)"] += 1

    def _uncover(self, colour):
        """A stack without a face-up top gets one: by a reveal if it was never seen, silently if it is known."""
        stack = self.stacks[colour]
        if stack.known_above:
            return                                                    # covered by a call, known
        if stack.unseen:
            chance = fraction(1, len(stack.unseen))
            text = yield "chance", lambda: [("reveal %s %d" % (colour, n), chance) for n in stack.unseen]
            number = int(text.split(" ")[2])
            stack.unseen.remove(number)
            stack.known_above.append(Yokai(colour, number))
            self.revealed += self.drawn > 0
        else:
            yokai = stack.bottom.pop(0)                               # frightened before, known
            stack.known_above.append(yokai)
            self.events["frightened yokai comes up"] += 1
            if yokai.printed != colour:
                self.events["frightened called yokai comes up"] += 1

    # ---- legal moves --------------------------------------------------------------------------------------

    def _plays(self):
        player = self.player
        moves = []
        # S10
        if not (self.must_play and self.played == 0):
            moves.append("end")
        for card in self.hands[player]:
            for colour in card[:2]:                                          # S11
                play = "play %s>%s" % (card, colour)
                moves.append(play)                                           # S18: declined, or none
                if card.endswith("c"):
                    for source in COLOURS:                                   # S19, S20
                        if source != colour and self.stacks[source].height() > 1:
                            moves.append(play + " call " + source)
                if card.endswith("d") and self._distract_target(other(player), colour) is not None:
                    moves.append(play + " distract")
        return moves

    def _distract_target(self, opponent, colour):
        """S23: the opponent's card that a distract played on this colour moves, and where it lies; or None."""
        if self.edition == "fr":
            side = self.stacks[colour].sides[opponent]
            return (side[-1], colour) if side else None
        card = self.last_played[opponent]                                    # S24: None if none or discarded
        if card is None:
            return None
        for at in COLOURS:
            if card in self.stacks[at].sides[opponent]:
                return card, at
        raise AssertionError("a last card that lies nowhere")

    @staticmethod
    def _cards(prefix, cards):
        total = sum(cards.values())
        return [(prefix + card, fraction(count, total)) for card, count in cards.items()]

    # ---- moving cards about -------------------------------------------------------------------------------

    @staticmethod
    def _remove(cards, card):
        cards[card] -= 1
        if cards[card] == 0:
            del cards[card]

    def _take_from_deck(self, seat, card):
        self._remove(self.deck, card)
        self.hands[seat][card] += 1

    def _discard_side(self, colour, seat):
        side = self.stacks[colour].sides[seat]
        for card in side:
            self.discards[card.name] += 1
            if self.last_played[seat] is card:
                self.last_played[seat] = None                                # S24
        side.clear()

    # ---- statistics ---------------------------------------------------------------------------------------

    def _note_distract(self, target, at, goes_to, colour, opponent):
        self.events["distract"] += 1
        if at == colour:
            self.events["distract off the played stack"] += 1
        if goes_to == colour:
            self.events["distract onto the played stack"] += 1
        if target in self.moved:
            self.events["distract of a card moved before"] += 1
        if target is not self.last_played[opponent]:
            self.events["distract of a card not played last"] += 1
        if target.name[2:]:
            self.events["distract of a special card"] += 1
        self.moved.add(target)

    def _note_peaks(self):
        table = 0
        for stack in self.stacks.values():
            a, b = len(stack.sides["A"]), len(stack.sides["B"])
            table += a + b
            self.peaks["cards on one side"] = max(self.peaks["cards on one side"], a, b)
            self.peaks["cards at one stack"] = max(self.peaks["cards at one stack"], a + b)
            self.peaks["stack height"] = max(self.peaks["stack height"], stack.height())
            self.peaks["known yokai from the top"] = max(self.peaks["known yokai from the top"],
                                                         len(stack.known_above))
            self.peaks["yokai at the bottom"] = max(self.peaks["yokai at the bottom"], len(stack.bottom))
        self.peaks["cards on the table"] = max(self.peaks["cards on the table"], table)


# ---- what happens in a record ------------------------------------------------------------------------------

class Watch:
    """Counts, over the positions of one record, what the game itself does not note."""

    def __init__(self):
        self.events, self.peaks, self.decisions = Counter(), Counter(), 0

    def __call__(self, n, game, legal):
        actor = game.actor()
        if actor not in SEATS:
            return
        self.decisions += 1
        self.peaks["legal moves"] = max(self.peaks["legal moves"], len(legal))
        hand = game.hands[actor]
        if any(card.endswith("d") for card in hand) and not any(move.endswith("distract") for move in legal):
            self.events["positions with a distract without target"] += 1
        if any(card.endswith("c") for card in hand) and any(s.height() == 1 for s in game.stacks.values()):
            self.events["positions with a call barred by S20"] += 1
        for stack in game.stacks.values():
            if len(stack.sides["A"]) + len(stack.sides["B"]) >= stack.top().number:
                self.events["positions with an unchecked full stack"] += 1


def describe(record, replay):
    """Its events and peaks, for `judge.py stats`."""
    watch = Watch()
    game = replay(record, watch)
    events, peaks = game.events + watch.events, game.peaks | watch.peaks
    peaks["decisions"] = watch.decisions
    peaks["moves"] = len(record.moves)
    peaks["turns"] = game.turns
    events["edition " + game.edition] += 1
    if game.actor() == "over":
        result, points = game.result(), game.points()
        events["ended by: " + game.ending] += 1
        if game.ending == "stack" and game.played < 3 and game.hands[game.player]:
            events["mid-turn ending after card %d" % game.played] += 1
        if game.ending == "nothing left" and game.dry < 2:
            events["ended by: nothing left, %d of the 2 turns drew" % (2 - game.dry)] += 1
        if game.ending == "nothing left" and any(game.idle):
            events["ended by: nothing left, without a decision: %s" %
                   ("both turns" if all(game.idle) else "the last turn" if game.idle[1] else "the turn before")] += 1
        if game.ending == "stack" and game.second and game.drawn == 1:
            stack = game.stacks[game.second]
            if stack.height() and len(stack.sides["A"]) + len(stack.sides["B"]) >= stack.top().number:
                events["ended before a second check that would have drawn"] += 1
        if "drawn" in result:
            events["drawn"] += 1
        elif points["A"] == points["B"]:
            events["won on colours (S27)"] += 1
        printed = {s: len({y.printed for _, y in game.notebooks[s]}) for s in SEATS}
        if points["A"] == points["B"]:
            best = max(printed.values())
            if [s for s in SEATS if printed[s] == best] != result["winners"]:
                events["printed colours would give another result (S21)"] += 1
    else:
        events["unfinished"] += 1
    return events, peaks


Game = Sketch
