"""Plays Yotei tellingly: seats with a taste each mode gives them, and chance that helps where it is asked to.

A steered chance picks only outcomes that have a probability above 0, so that every game is a legal one.
The seats see everything; a taste is a weight for each legal move.
"""
import random

from .judge import ELEMENTS, Yotei

MODES = ("random", "bidders", "powers", "hoard", "flips", "piles", "long", "poor", "renew", "stars", "mixed")
OUT_OF_TURN = 8                                          # before one decision in eight


def play(options, mode, seed, cardset=None):
    """One game: its moves as (by, text), and its result."""
    rng = random.Random("judge yotei %s %s %s" % (sorted(options.items()), mode, seed))
    if mode == "mixed":
        mode = rng.choice(MODES[:-1])
    game = Yotei(options, cardset)
    plan = Plan(mode, rng)
    moves = []
    while game.actor() != "over":
        actor = game.actor()
        if actor == "chance":
            move = plan.chance(game, game.legal())
        else:
            also = game.also()
            outsider = plan.outsider(game, also)
            if outsider is not None:
                actor = outsider
                move = plan.pick(game, actor, also[actor])
            else:
                move = plan.pick(game, actor, game.legal())
        moves.append((actor, move))
        game._continue(actor, move)
    return moves, game.result()


def key(text):
    """Moves of one key share one weight: each power, each kind of placement at each place."""
    words = text.split(" ")
    return " ".join(words[:3] if " with " in text else words[:2])


class Plan:
    def __init__(self, mode, rng):
        self.mode, self.rng = mode, rng
        self.style = rng.random()                        # a shade of the mode

    # ---- chance -------------------------------------------------------------------------------------------

    def chance(self, game, legal):
        weights = [float(p) * self.likes(game, text) for text, p in legal]
        return self.rng.choices([text for text, _ in legal], weights)[0]

    def likes(self, game, text):
        words = text.split(" ")
        if words[0] in ("first", "top") or self.mode == "random":
            return 1
        if words[0] == "mystery":
            if self.mode == "renew":
                return 4 if words[1] in ("thaw", "festival") else 1
            if self.mode == "bidders":
                return 3 if words[1] in ("queue", "offer", "regret", "guide", "plough", "fox") else 1
            return 1
        card = game.set.land[words[2]]
        if self.mode == "bidders":
            return 6 if card.bid else 1
        if self.mode in ("powers", "hoard", "renew"):
            return 1 + 8 * card.mystery + card.bid
        if self.mode == "long":
            return 1 + 4 * len(card.needs)
        return 1

    # ---- seats --------------------------------------------------------------------------------------------

    def outsider(self, game, also):
        odds = {"powers": 12, "hoard": 40, "long": 60}.get(self.mode, OUT_OF_TURN)
        if also and self.rng.randrange(odds) == 0:
            return self.rng.choice(sorted(also))
        return None

    def pick(self, game, seat, legal):
        if self.mode == "random":
            return self.rng.choice(legal)
        groups = {}
        for text in legal:
            groups.setdefault(key(text), []).append(text)
        names = sorted(groups)
        name = self.rng.choices(names, [self.taste(game, seat, name, groups[name]) for name in names])[0]
        return self.variant(game, seat, groups[name])

    def variant(self, game, seat, texts):
        words = texts[0].split(" ")
        if words[0] == "bid":
            others = {person.potatoes for person in game.place[words[1]].people}
            sizes = [int(text.split(" ")[2]) for text in texts]
            equal = [text for text in texts if int(text.split(" ")[2]) in others]
            if equal and self.rng.random() < 0.6:
                return self.rng.choice(equal)
            if self.mode == "poor" and self.rng.random() < 0.5:
                return texts[sizes.index(max(sizes))]
            return self.rng.choice([text for text, size in zip(texts, sizes) if size <= 3])
        if words[:2] == ["use", "offer"] or words[:2] == ["use", "regret"]:
            telling = [text for text in texts if self.equals_a_bid(game, seat, text)]
            if telling and self.rng.random() < 0.7:
                return self.rng.choice(telling)
        if words[:2] == ["use", "detour"]:
            turned = [text for text in texts if game.place[text.split(" ")[2]].turned]
            piles = [text for text in texts if text.split(" ")[2] in ELEMENTS]
            for some in (turned, piles):
                if some and self.rng.random() < 0.5:
                    return self.rng.choice(some)
        return self.rng.choice(texts)

    @staticmethod
    def equals_a_bid(game, seat, text):
        """Whether an offer or a regret makes two bids equal."""
        _, power, name, size = text.split(" ")
        own = next(person for person in game.place[name].people if person.seat == seat)
        after = own.potatoes + (int(size) if power == "offer" else -int(size))
        return any(person.potatoes == after for person in game.place[name].people if person is not own)

    def taste(self, game, seat, name, texts):
        words = name.split(" ")
        return max(0.0001, getattr(self, words[0] if words[0] != "yield" else "give_up")(game, seat, words, texts))

    # placements

    def place(self, game, seat, words, texts):
        card = game.place[words[1]].card
        met = not game.missing(seat, card)
        if self.mode == "long":
            return 0.0001 if self.close(game, seat, card) else 4
        if self.mode == "stars":
            return (1 + card.charm + 2 * card.mystery + 8 * card.star + 2 * len(card.gives)) * (5 if met else 1)
        if self.mode in ("hoard", "renew"):
            return (1 + 6 * card.mystery) * (2 if met else 1)
        if self.mode == "poor":
            return 1 + card.cost if met else 0.3
        if self.mode == "powers":
            return 1 + 10 * card.mystery * (3 if met else 1)
        return 1

    @staticmethod
    def close(game, seat, card):
        """Whether the card might be collected by the end of this round."""
        return sum(game.missing(seat, card).values()) <= 1

    def flip(self, game, seat, words, texts):
        tier = game.place[words[1]].tier
        turned = game.place[words[1]].turned
        if self.mode == "flips":
            return 8
        if self.mode == "long":
            return {"I": 0.0005, "II": 5, "III": 0.0002}[tier]
        if self.mode == "poor":
            return {"I": 4, "II": 0.2, "III": 5}[tier]
        if self.mode == "renew":
            return {"I": 0.3, "II": 5, "III": 0.3}[tier]
        if self.mode == "stars":
            return {"I": 1.5, "II": 1.5 if game.potatoes[seat] < 3 else 0.2, "III": 0.1}[tier]
        return 2 if turned else 0.5

    def pile(self, game, seat, words, texts):
        if self.mode == "piles":
            return 30
        if self.mode == "long":
            return {"I": 0.0005, "II": 5, "III": 0.0002}[words[1]]
        if self.mode == "poor":
            return {"I": 8, "II": 0.2, "III": 5}[words[1]]
        if self.mode == "renew":
            return {"I": 0.3, "II": 8, "III": 0.3}[words[1]]
        if self.mode == "stars":
            return {"I": 2, "II": 1, "III": 0.1}[words[1]]
        return 0.5

    def bid(self, game, seat, words, texts):
        slot = game.place[words[1]]
        if self.mode == "bidders":
            return 12 + 20 * len(slot.people)
        if self.mode == "long":
            return 0.0001 if self.close(game, seat, slot.card) else 2
        if self.mode == "stars":
            card = slot.card
            return (1 + card.charm + 8 * card.star) * (5 if not game.missing(seat, card) else 1)
        if self.mode == "powers":
            return 4 + 4 * len(slot.people)
        return 1

    # harvest

    def collect(self, game, seat, words, texts):
        place = game.place[words[1]]
        if "with" in words:
            return {"powers": 40, "bidders": 20, "stars": 4}.get(self.mode, 1)
        if place.pile or place.turned:
            return 4 if self.mode == "stars" else 1
        met = not game.missing(seat, place.card)
        if self.mode == "bidders":                       # begin what depends on other cards
            return 6 if place.bidding() else 1
        if self.mode == "stars":
            return 6 if met else 0.05
        if self.mode == "long":
            return 1 if not met else 0.01
        return 1

    def give_up(self, game, seat, words, texts):
        return 0.3 if self.mode in ("bidders", "powers", "stars") else 1

    # mystery cards

    def done(self, game, seat, words, texts):
        return 1 if self.mode == "powers" else 3

    def cash(self, game, seat, words, texts):
        return {"powers": 0.01, "bidders": 0.05, "hoard": 0.01, "renew": 1.5, "stars": 0.1, "poor": 0.3,
                "long": 0.3}.get(self.mode, 0.2)

    def use(self, game, seat, words, texts):
        power = words[1]
        if self.mode == "hoard":
            return 0.01
        if self.mode == "powers":
            return 60 if power != "onsen" or self.style < 0.5 else 1
        if power == "rooster" and self.mode == "poor":
            return 10
        if self.mode == "renew":
            return 20 if power in ("thaw", "festival") else 2
        if self.mode == "bidders":
            return 6 if power in ("offer", "regret", "queue", "lantern") else 0.5
        return 1
