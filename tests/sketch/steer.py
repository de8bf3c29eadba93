"""Plays Yokai Sketch badly but tellingly: policies that steer games towards rare events.

Both seats and chance work together; a steered chance picks only outcomes that have a probability above 0,
so that every game is a legal one.
"""
import random

from .judge import COLOURS, SEATS, Sketch, other, other_colour, parse_play

MODES = ("random", "ties", "calls", "distracts", "hoard", "long", "endings", "mixed")
NEVER = -1000.0


def play(options, mode, seed):
    """One game: its moves as (by, text), and its result."""
    rng = random.Random("judge %s %s %s" % (sorted(options.items()), mode, seed))
    if mode == "mixed":
        mode = rng.choice(MODES[:-1])
    game = Sketch(options)
    plan = Plan(mode, rng, game.edition)
    moves = []
    while game.actor() != "over":
        actor, legal = game.actor(), game.legal()
        move = plan.chance(game, legal) if actor == "chance" else plan.seat(game, actor, legal)
        moves.append((actor, move))
        game._continue(move)
    return moves, game.result()


# ---- looking one card ahead ---------------------------------------------------------------------------------

class Ahead:
    """What a play would do, without doing it (as far as it is known before any reveal)."""

    def __init__(self, game, text):
        player, opponent = game.player, other(game.player)
        self.card, self.colour, self.ability, self.source = parse_play(text)
        self.target = self.goes_to = self.at = None
        self.sides = {c: {s: len(game.stacks[c].sides[s]) for s in SEATS} for c in COLOURS}
        self.sides[self.colour][player] += 1
        tops = {c: game.stacks[c].top() for c in COLOURS}
        heights = {c: game.stacks[c].height() for c in COLOURS}
        second = None
        if self.ability == "distract":
            self.target, self.at = game._distract_target(opponent, self.colour)
            self.goes_to = second = other_colour(self.target.name, self.at)
            self.sides[self.at][opponent] -= 1
            self.sides[self.goes_to][opponent] += 1
        elif self.ability == "call":
            second, source = self.source, game.stacks[self.source]
            tops[self.colour] = source.top()
            heights[self.colour] += 1
            heights[second] -= 1
            if len(source.known_above) > 1:
                tops[second] = source.known_above[1]
            elif source.unseen:
                tops[second] = None
            else:
                tops[second] = source.bottom[0]
        self.outcomes = []               # (colour, 'tie' or the winning seat, yokai, stack's last)
        self.discarded = 0
        self.check(self.colour, tops, heights)
        self.before = False              # the game ends before a second check that would have drawn
        if game.edition == "fr" and second:
            if self.ends():
                top = tops[second]
                self.before = bool(top and sum(self.sides[second].values()) >= top.number)
            else:
                self.check(second, tops, heights)

    def check(self, colour, tops, heights):
        a, b, top = self.sides[colour]["A"], self.sides[colour]["B"], tops[colour]
        if top is None or a + b < top.number:
            return
        if a == b:
            self.outcomes.append((colour, "tie", top, False))
            self.discarded += a + b
        else:
            self.outcomes.append((colour, "A" if a > b else "B", top, heights[colour] == 1))
            self.discarded += max(a, b)

    def ties(self):
        return sum(o[1] == "tie" for o in self.outcomes)

    def wins(self):
        return sum(o[1] != "tie" for o in self.outcomes)

    def ends(self):
        return any(o[3] for o in self.outcomes)

    def uneven(self, colour):
        return abs(self.sides[colour]["A"] - self.sides[colour]["B"])


# ---- the policies -------------------------------------------------------------------------------------------

class Plan:
    def __init__(self, mode, rng, edition):
        self.rng, self.mode = rng, mode
        self.colour = rng.choice(COLOURS)                # of a tower, of a dump
        self.seat_named = rng.choice(SEATS)
        self.noise = rng.choice((0.0, 0.05, 0.15, 0.3))
        self.style = {seat: rng.choice(("pass", "spend", "single", "any")) for seat in SEATS}
        self.variant = rng.choice({
            "random": ("",), "ties": ("", "few"), "calls": ("free", "tower", "fright", "fright"),
            "distracts": ("free", "free", "pile") if edition == "en" else ("free", "double", "before"), "hoard": ("",),
            "long": ("turns", "exhaust", "drain", "drain") if edition == "en" else ("turns",),
            "endings": ("draw", "draw", "colours", "first card", "before" if edition == "fr" else "any", "any"),
        }[mode])
        if self.variant in ("turns", "exhaust", "drain", "tower", "draw", "colours"):
            self.noise = 0.0
        self.stop = rng.random() < 0.3   # once the opponent has no card left
        self.score = getattr(self, "score_" + mode, None)

    # chance

    def chance(self, game, legal):
        if self.variant in ("exhaust", "drain", "pile"):
            best = [(self.chance_exhaust(game, text) + self.rng.random(), text) for text, _ in legal]
            return max(best)[1]
        if self.variant in ("double", "before"):
            texts = [text for text, _ in legal if text.endswith("d")]
            if texts and not any(card.endswith("d") for card in game.hands[game.player or "A"]):
                return self.rng.choice(texts)
        if self.mode in ("calls", "distracts") and self.rng.random() < 0.5:
            kind = "c" if self.mode == "calls" else "d"
            texts = [text for text, _ in legal if text.endswith(kind)]
            if texts:
                return self.rng.choice(texts)
        if self.mode in ("ties", "long") or self.variant in ("fright", "tower"):
            even = [text for text, _ in legal if text[0] == "r" and text[-1] in "46"]
            if even and self.rng.random() < 0.5:
                return self.rng.choice(even)
        texts, weights = zip(*legal)
        return self.rng.choices(texts, [float(p) for p in weights])[0]

    def chance_exhaust(self, game, text):
        words = text.split(" ")
        if words[0] == "reveal":
            if words[1] == self.colour:
                return 10 * int(words[2])
            return {4: 50, 6: 40, 3: 30, 5: 20, 7: 10}[int(words[2])]
        if words[0] == "first":
            return 0
        card = words[-1]
        hand = game.hands[words[1] if words[0] == "deal" else game.player]
        score = 0
        if self.variant == "pile":
            seat = words[1] if words[0] == "deal" else game.player
            if seat == self.seat_named:
                return 10 * (self.colour in card) - 5 * card.endswith("d")
            return 30 * card.endswith("d") + 10 * (self.colour not in card)
        distracts = sum(n for c, n in hand.items() if c.endswith("d"))
        if card.endswith("d"):
            score += 20 if distracts == 0 else -10
        if self.colour in card:
            score += 10
        return score

    # seats

    def seat(self, game, actor, legal):
        if self.mode == "random" or self.rng.random() < self.noise:
            return self.rng.choice(legal)
        best, choice = None, None
        for text in legal:
            ahead = None if text == "end" else Ahead(game, text)
            score = (self.score(game, actor, ahead), self.rng.random())
            if best is None or score > best:
                best, choice = score, text
        return choice

    def score_ties(self, game, actor, ahead):
        if ahead is None:
            return 0 if self.variant else -1
        score = 10 * ahead.ties() - 4 * ahead.wins() - (20 if ahead.ends() else 0)
        even = game.stacks[ahead.colour].top().number % 2 == 0
        return score + (1 if even else -1) - ahead.uneven(ahead.colour)

    def score_calls(self, game, actor, ahead):
        if ahead is None:
            return 0.5
        score = -6 * ahead.wins() - (50 if ahead.ends() else 0)
        called_tie = any(o[1] == "tie" and o[2].printed != o[0] for o in ahead.outcomes)
        if self.variant == "tower":
            if ahead.ability == "call":
                score += 40 if ahead.colour == self.colour else -20 if ahead.source == self.colour else -4
            elif ahead.colour == self.colour:
                score -= 8
            elif ahead.card.endswith("c"):
                score -= 3
            even = game.stacks[ahead.colour].top().number % 2 == 0
            return score + 4 * ahead.ties() - 5 * ahead.wins() + even - ahead.uneven(ahead.colour)
        if ahead.ability == "call":
            number = game.stacks[ahead.source].top().number
            score += 8 + (4 if number % 2 == 0 and self.variant == "fright" else 0)
            score += 3 * (len(ahead.outcomes) > 1)
        if self.variant == "fright":
            score += 6 * ahead.ties() + 12 * called_tie - ahead.uneven(ahead.colour)
        return score + self.rng.random() * 2

    def score_distracts(self, game, actor, ahead):
        if self.variant == "pile":
            return self.score_exhaust(game, actor, ahead, seat=self.seat_named)
        if self.variant in ("double", "before"):
            return self.score_double(game, ahead)
        if ahead is None:
            return 0.5
        score = -3 * ahead.wins() - (50 if ahead.ends() else 0) + 3 * ahead.ties()
        if ahead.ability == "distract":
            score += 10 + 4 * sum(o[0] == ahead.goes_to for o in ahead.outcomes)
            score += 3 * (ahead.goes_to == ahead.colour) + 3 * (ahead.target in game.moved)
        elif ahead.card.endswith("d"):
            score -= 4
        return score + self.rng.random() * 4

    def score_double(self, game, ahead):
        """fr: a distract of which both checks draw, or of which the first ends the game and the second would draw."""
        if ahead is None:
            return 3
        if ahead.ends():
            return 200 if ahead.before else -200
        if ahead.ability == "distract" and len(ahead.outcomes) == 2:
            unseen = all(game.stacks[o[0]].unseen for o in ahead.outcomes)
            return 20 if self.variant == "before" else 100 if unseen else 50
        score = 5 - 20 * ahead.card.endswith("d") + self.rng.random() * 2
        for colour, outcome, yokai, last in ahead.outcomes:
            low = game.stacks[colour].height() <= 2
            score -= 6 if self.variant == "double" or low else 0
        return score

    def score_hoard(self, game, actor, ahead):
        style = self.style[actor]
        if ahead is None:
            return {"pass": 100, "spend": -100, "single": 100 if game.played else 0, "any": 0}[style]
        return self.rng.random() * 10 - 5 * ahead.wins() - 20 * ahead.ends()

    def score_long(self, game, actor, ahead):
        if self.variant in ("exhaust", "drain"):
            return self.score_exhaust(game, actor, ahead)
        if ahead is None:
            return 5
        score = 10 * ahead.ties()
        for colour, outcome, yokai, last in ahead.outcomes:
            if last:
                score += NEVER
            elif outcome != "tie":
                score -= 20 if yokai.number % 2 == 0 else 4
        top = game.stacks[ahead.colour].top()
        if top.number % 2 == 0:
            score += 2 - 2 * ahead.uneven(ahead.colour)
        return score

    def score_exhaust(self, game, actor, ahead, seat=None):
        """Towards an empty deck and no discards (en): distracts pile up cards on a stack that nobody plays on."""
        empty = not game.deck and not game.discards
        if ahead is None:
            if empty and self.variant == "drain":
                if self.stop and not game.hands[other(actor)]:
                    return -NEVER
                return NEVER / 4 if game.passes and not game.played else 3
            return -NEVER if empty else 3
        score = 0.0
        if empty and self.variant == "drain" and not ahead.outcomes:
            score += 50
        dump = self.colour
        for colour, outcome, yokai, last in ahead.outcomes:
            if last:
                score += NEVER
            if colour == dump:
                score += NEVER / 2
            elif outcome == "tie":
                score -= 2
            else:
                score -= 8 if game.stacks[colour].height() > 2 else 60
        score -= ahead.discarded
        if ahead.ability == "distract":
            right = seat is None or actor != seat
            if ahead.goes_to == dump and right:
                score += 40
            elif ahead.at == dump:
                score -= 100
            else:
                score -= 3
        elif ahead.card.endswith("d"):
            score -= 5
        if ahead.ability == "call":
            score -= 300 if dump in (ahead.source, ahead.colour) else 10
        if seat is not None and actor != seat:
            score -= 60 * (ahead.colour == dump)
        elif seat is not None and ahead.ability is None and ahead.card.endswith("d"):
            score += 6
        elif ahead.colour == dump:
            score += 6
        elif dump in ahead.card:
            score += 8                  # as the last card, the opponent may move it onto the dump
        else:
            score += 1
        return score

    def score_endings(self, game, actor, ahead):
        if ahead is None:
            return 0
        points, colours = game.points(), {s: {c for c, _ in game.notebooks[s]} for s in SEATS}
        for colour, outcome, yokai, last in ahead.outcomes:
            if outcome != "tie":
                points[outcome] += yokai.number
                colours[outcome].add(colour)
        gap = abs(points["A"] - points["B"])
        same = len(colours["A"]) == len(colours["B"])
        more = sum(game.hands[actor].values()) > 1
        score = 3 * ahead.wins() + self.rng.random() * 4
        if ahead.ends():
            if self.variant == "draw":
                score += 100 if gap == 0 and same else NEVER
            elif self.variant == "colours":
                score += 100 if gap == 0 and not same else NEVER
            elif self.variant == "first card":
                score += 100 if game.played < 2 and more else NEVER
            elif self.variant == "before":
                score += 100 if ahead.before else NEVER
            else:
                score += 20
        elif self.variant == "before":
            score += 4 * len(ahead.outcomes) ** 2 - 5 - game.stacks[ahead.colour].height()
            score -= 8 * (ahead.card.endswith("d") and not ahead.ability)
        elif self.variant in ("draw", "colours"):
            score -= 2 * gap
            if self.variant == "colours":
                score -= 3 * same
        else:
            score += 3 - game.stacks[ahead.colour].height()
        return score
