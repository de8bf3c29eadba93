"""Plays Yokai tellingly: all seats know all cards and work together, and chance helps them where it is asked to.

A steered chance picks only outcomes that have a probability above 0, so that every game is a legal one.
The planner at the top looks for a short row of single-card moves towards peace, or into given places.
"""
import random
from itertools import permutations

from .judge import CARDS, FAMILIES, SHAPES, Yokai, at_origin, forms, groups, hang_together, sides, touch

MODES = ("random", "win", "shape", "reconcile", "locked", "spread", "declare-early", "full", "mixed")
SQUARE = [(x, y) for y in range(4) for x in range(4)]


def play(options, mode, seed):
    """One game: its moves as (by, text), and its result."""
    rng = random.Random("judge yokai %s %s %s" % (sorted(options.items()), mode, seed))
    if mode == "mixed":
        mode = rng.choice(MODES[:-1])
    game = Yokai(options)
    plan = Plan(mode, rng, game)
    moves = []
    while game.actor() != "over":
        actor, legal = game.actor(), game.legal()
        move = plan.chance(game, legal) if actor == "chance" else plan.seat(game, legal)
        moves.append((actor, move))
        game._continue(move)
    return moves, game.result()


# ---- the planner: a beam search over places as bits of one number ----------------------------------------------

WIDTH, ZERO = 56, 26                                     # no game of 20 moves reaches the edge


def bit(place):
    return 1 << ((place[1] + ZERO) * WIDTH + place[0] + ZERO)


def place_of(one):
    y, x = divmod(one.bit_length() - 1, WIDTH)
    return x - ZERO, y - ZERO


def mask(places):
    return sum(bit(place) for place in set(places))


def bits(many):
    while many:
        one = many & -many
        yield one
        many ^= one


def count(many):
    return bin(many).count("1")


def grown(many):
    return many | many << 1 | many >> 1 | many << WIDTH | many >> WIDTH


def parts_of(many):
    parts = []
    while many:
        part = many & -many
        while True:
            more = grown(part) & many
            if more == part:
                break
            part = more
        parts.append(part)
        many ^= part
    return parts


def allowed(rest, here):
    """Y10, Y11: the places for a lifted card, given the other fifteen."""
    places = None
    for part in parts_of(rest):
        around = grown(part)
        places = around if places is None else places & around
    return places & ~rest & ~here


class Peace:
    """All families together; all pacts hold, or not all of them do."""

    def __init__(self, pacts=(), broken=False):
        self.pacts = [(FAMILIES.index(a), FAMILIES.index(b)) for a, b in pacts]
        self.broken = broken and bool(pacts)

    def missing(self, families):
        total = sum(len(parts_of(family)) - 1 for family in families)
        held = [bool(grown(families[a]) & families[b]) for a, b in self.pacts]
        return total + (all(held) if self.broken else held.count(False))

    def moves(self, families, family, here, places, rng):
        left = families[family] ^ here
        fixed = sum(len(parts_of(other)) - 1 for n, other in enumerate(families) if n != family)
        around = [grown(part) for part in parts_of(left)]
        held, depends = 0, []
        for a, b in self.pacts:
            if family not in (a, b):
                held += bool(grown(families[a]) & families[b])
                continue
            near = grown(families[b if a == family else a])
            if near & left:
                held += 1
            else:
                depends.append(near)
        for place in bits(places):
            missing = fixed + len(around) - sum(1 for near in around if near & place)
            holding = held + sum(1 for near in depends if near & place)
            missing += holding == len(self.pacts) if self.broken else len(self.pacts) - holding
            yield missing, place


class Into:
    """Every family in its own places; with the same places for all, only the figure counts."""

    def __init__(self, targets):
        self.targets = targets

    def missing(self, families):
        return sum(count(families[n] & ~self.targets[n]) for n in range(4))

    def moves(self, families, family, here, places, rng):
        if here & self.targets[family]:
            return                                       # lies well
        now = self.missing(families)
        home = places & self.targets[family]
        if home:
            for place in bits(home):
                yield now - 1, place
            return
        aside = list(bits(places))
        for place in rng.sample(aside, min(3, len(aside))):
            yield now + (0.5 if any(place & t for t in self.targets) else 0), place


def search(places, families, locked, goal, rng, limit, width=40):
    """A row of (card, place) that leads to the goal, or None."""
    positions = tuple(bit(places[card]) for card in CARDS)
    family_of = [FAMILIES.index(families[card]) for card in CARDS]
    masks = tuple(sum(p for p, f in zip(positions, family_of) if f == n) for n in range(4))
    if goal.missing(masks) == 0:
        return []
    beam = [(positions, masks, ())]
    seen = {masks}
    for _ in range(limit):
        found = []
        for positions, masks, moves in beam:
            everything = masks[0] | masks[1] | masks[2] | masks[3]
            for index, here in enumerate(positions):
                if index + 1 in locked:
                    continue
                family = family_of[index]
                to = allowed(everything ^ here, here)
                if not to:
                    continue
                for missing, place in goal.moves(masks, family, here, to, rng):
                    found.append((missing + rng.random() * 0.4, len(found), positions, masks, moves, index, place))
        found.sort()
        beam = []
        for missing, _, positions, masks, moves, index, place in found:
            family = family_of[index]
            masks = tuple(m ^ positions[index] ^ place if n == family else m for n, m in enumerate(masks))
            if masks in seen:
                continue
            seen.add(masks)
            moves = moves + ((index + 1, place_of(place)),)
            if goal.missing(masks) == 0:
                return list(moves)
            beam.append((positions[:index] + (place,) + positions[index + 1:], masks, moves))
            if len(beam) == width:
                break
    return None


# ---- figures ----------------------------------------------------------------------------------------------------

def fours(cells, start):
    """All sets of four of these cells that hang together and hold the start."""
    found, fresh = set(), {frozenset([start])}
    for _ in range(3):
        fresh = {some | {near} for some in fresh for cell in some for near in sides(cell)
                 if near in cells and near not in some}
    found.update(fresh)
    return found


def tilings(cells):
    """All ways to part a figure into sets of four that hang together."""
    if not cells:
        return [()]
    return [(four,) + rest for four in fours(cells, min(cells)) for rest in tilings(cells - four)]


_TILINGS = {}


def tilings_of(cells):
    cells = frozenset(cells)
    if cells not in _TILINGS:
        _TILINGS[cells] = sorted(tilings(cells), key=lambda t: sorted(map(sorted, t)))
    return _TILINGS[cells]


def slid(cells, dx, dy):
    return frozenset((x + dx, y + dy) for x, y in cells)


def spots(figures, places):
    """Figures slid over the table, those first that cover most of these places."""
    here, found = set(places), []
    left, top = min(x for x, _ in here), min(y for _, y in here)
    right, bottom = max(x for x, _ in here), max(y for _, y in here)
    for figure in sorted(figures, key=sorted):
        width, height = max(x for x, _ in figure), max(y for _, y in figure)
        for dx in range(left - width, right + 1):
            for dy in range(top - height, bottom + 1):
                found.append((len(slid(figure, dx, dy) & here), len(found), figure, dx, dy))
    found.sort(reverse=True)
    return found


def assignments(figures, places, families, locked, pacts, broken, rng, tries=16):
    """Targets for Into, the nearest first: where each family should lie to make one of the figures in peace."""
    cells_of = {f: {places[card] for card in CARDS if families[card] == f} for f in FAMILIES}
    must = {f: {places[card] for card in locked if families[card] == f} for f in FAMILIES}
    found = []
    best = spots(figures, places.values())
    if not best:
        return []
    enough = best[0][0] - 2
    best = [spot for spot in best if spot[0] >= enough]
    for _, _, figure, dx, dy in rng.sample(best, min(12, len(best))):
        ways = tilings_of(figure)
        for way in rng.sample(ways, min(60, len(ways))):
            tiles = [slid(tile, dx, dy) for tile in way]
            common = [{f: len(tile & cells_of[f]) for f in FAMILIES} for tile in tiles]
            for order in permutations(FAMILIES):
                well = sum(common[n][f] for n, f in enumerate(order))
                if found and well < found[0][0] - 3:
                    continue
                tile_of = dict(zip(order, tiles))
                if any(must[f] - tile_of[f] for f in FAMILIES):
                    continue
                held = [touch(tile_of[a], tile_of[b]) for a, b in pacts]
                if all(held) if broken and pacts else not all(held):
                    continue
                found.append((well, rng.random(), tile_of))
        found.sort(key=lambda item: item[:2], reverse=True)
        found = found[:tries]
    return [tile_of for _, _, tile_of in found]


def movable(cells):
    """The places of a figure whose card could be moved, were none locked."""
    everything = mask(cells)
    return {cell for cell in cells if allowed(everything ^ bit(cell), bit(cell))}


def star(rng):
    """Straight arms from one place of the square, 16 places in all: few cards of it can be moved."""
    while True:
        arms = rng.choice((1, 2, 2, 2, 3, 4))
        ways = rng.sample(((1, 0), (0, 1), (-1, 0), (0, -1)), arms)
        cuts = sorted(rng.sample(range(1, 15), arms - 1))
        lengths = [b - a for a, b in zip([0] + cuts, cuts + [15])]
        x, y = rng.choice(SQUARE)
        cells = {(x, y)} | {(x + dx * n, y + dy * n) for (dx, dy), length in zip(ways, lengths)
                            for n in range(1, length + 1)}
        if len(cells & set(SQUARE)) >= 4:
            return frozenset(cells)


# ---- the policies -----------------------------------------------------------------------------------------------

class Plan:
    def __init__(self, mode, rng, game):
        self.mode, self.rng = mode, rng
        self.total = sum(game.hints)                     # of hint cards; a game has at most twice as many turns
        self.turn = 0
        self.moves, self.planned = [], False
        self.variant = rng.choice({
            "win": ("", "", "", "nearly"), "shape": ("", "", "", "nearly", "near miss"),
            "reconcile": ("held", "held", "broken"), "locked": ("any", "peace"),
            "spread": ("far", "thin", "crawl", "ribbon"), "declare-early": ("peace", "any", "any"),
        }.get(mode, ("",)))
        self.length = rng.choice(("soon", "late", "late", "end", "end"))         # of a plan that succeeds
        self.quality = rng.choice(("right", "right", "right", "wrong", "any"))
        self.order = rng.choice(("turn up first", "lay first", "any"))
        self.way = rng.choice(((1, 0), (0, 1), (-1, 0), (0, -1)))
        self.at = rng.choice((0, 0, 1, 2, 3))            # declare-early: the turn
        self.must_lock = set()
        self.figure = None                               # frozenset of places, where they matter
        self.shape = None                                # the goal shape that chance will draw, or is drawn
        if game.goal != "none":
            self.shape = rng.choice(sorted(SHAPES)) if game.goal == "random" else game.goal
        elif mode == "shape":
            self.shape = rng.choice(sorted(SHAPES))      # one of our own, without consequences
        self.deal = None
        if mode in ("win", "shape", "reconcile") and rng.random() < (0.4 if mode == "win" else 0.6):
            self.deal = self.easy_deal()
        if mode == "locked":
            while True:
                self.figure = star(rng)
                self.must_lock = movable(self.figure)
                if len(self.must_lock) < self.total - 1 and (self.variant == "any" or tilings_of(self.figure)):
                    break
            if self.variant == "peace":
                self.deal = self.helping_deal(self.figure)
        if mode == "declare-early" and self.variant == "peace":
            self.deal = self.square_deal(0)

    # deals that chance is made to draw

    def square_deal(self, swaps):
        way = list(self.rng.choice(tilings_of(SQUARE)))
        self.rng.shuffle(way)
        dealt = [next(f for f, tile in zip(FAMILIES, way) if place in tile) for place in SQUARE]
        for _ in range(swaps):
            i, j = self.rng.sample(range(16), 2)
            dealt[i], dealt[j] = dealt[j], dealt[i]
        return dealt

    def helping_deal(self, figure):
        """The cards that stay lie well already; the others anyhow."""
        way = list(self.rng.choice(tilings_of(figure)))
        self.rng.shuffle(way)
        dealt = {place: f for f, tile in zip(FAMILIES, way) for place in tile if place in SQUARE}
        left = [f for f in FAMILIES for _ in range(4 - list(dealt.values()).count(f))]
        self.rng.shuffle(left)
        return [dealt[place] if place in dealt else left.pop() for place in SQUARE]

    def easy_deal(self):
        if self.shape is None or self.shape == "square":
            return self.square_deal(self.rng.choice((0, 1, 1, 2, 3)))
        best = spots(forms(self.shape), SQUARE)
        _, _, figure, dx, dy = self.rng.choice([spot for spot in best if spot[0] >= best[0][0] - 1])
        return self.helping_deal(slid(figure, dx, dy))

    # chance

    def chance(self, game, legal):
        texts, weights = zip(*legal)
        words = texts[0].split(" ")
        if words[0] == "card" and self.deal:
            return "card %s %s" % (words[1], self.deal[int(words[1]) - 1])
        if words[0] == "shape":
            return "shape " + self.shape if self.shape else self.rng.choice(texts)
        return self.rng.choices(texts, [float(p) for p in weights])[0]

    # seats

    def seat(self, game, legal):
        if self.mode == "random":
            return self.rng.choice(legal)
        if legal[0] == "declare":
            self.turn = game.turns
            return self.start(game, legal)
        word = legal[0].split(" ")[0]
        if word == "peek":
            return self.rng.choice(legal)
        if word in ("move", "skip"):
            return self.move(game, legal)
        return self.hint(game, legal)

    def start(self, game, legal):
        peeks = [text for text in legal if text != "declare"]
        if self.mode == "declare-early":
            return "declare" if self.turn >= self.at else self.rng.choice(peeks)
        if self.mode in ("full", "spread"):
            return self.rng.choice(peeks)
        if not self.planned:
            self.make_plan(game)
        done = not self.moves
        if self.mode == "locked":
            done = done and self.variant == "peace" and self.turn >= self.until
        if done and (self.moves is not None or self.rng.random() < 0.1):
            return "declare"
        if self.moves and self.rng.random() < 0.5:
            text = "peek %d" % self.moves[0][0]
            if text in peeks:
                return text
        return self.rng.choice(peeks)

    def move(self, game, legal):
        if self.moves:
            card, place = self.moves.pop(0)
            return "move %d to %d,%d" % (card, place[0], place[1])
        if self.mode == "spread":
            return self.spread(game, legal)
        return self.rng.choice(legal)

    # planning

    def make_plan(self, game):
        self.planned = True
        budget = 2 * self.total - game.turns
        pacts = [pair for _, pair in game.pacts]
        broken = self.variant == "broken"
        goals = []
        if self.mode == "locked":
            if self.variant == "peace":
                ways = tilings_of(self.figure)
                for way in self.rng.sample(ways, min(6, len(ways))):
                    goals += self.into_tiles(game, way, pacts)
            if not goals:
                self.variant = "any"
                goals = [Into([mask(self.figure)] * 4)]
        elif self.shape is not None:
            for tile_of in assignments(forms(self.shape), game.places, game.families, game.laid, pacts, broken,
                                       self.rng):
                goals.append(Into([mask(tile_of[f]) for f in FAMILIES]))
        else:
            goals = [Peace(pacts, broken)] * 3
        best = None
        for goal in goals[:6]:
            found = search(game.places, game.families, game.laid, goal, self.rng, budget)
            if found is not None and (best is None or len(found) < len(best)):
                best = found
            if best is not None and self.shape is None:
                break
        self.moves = best
        self.until = 0
        if best is None:
            return
        if self.variant == "nearly" and best:
            best.pop()                                   # stops one move too early: lost
        longest = 2 * self.total - (2 if self.mode == "locked" else 0)
        until = {"late": self.rng.randint(min(len(best), longest), longest), "end": longest}.get(self.length, len(best))
        if self.mode == "locked":
            until = min(longest, max(len(best), 2 * len(self.must_lock)))
            self.until = self.rng.randint(until, 2 * self.total)
        if self.variant == "near miss":
            self.miss(game, best)
        if until > len(best):
            self.pad(game, best, until - len(best))

    def into_tiles(self, game, way, pacts):
        """The best families for these tiles, as a goal."""
        found = []
        for order in permutations(way):
            tile_of = dict(zip(FAMILIES, order))
            if all(touch(tile_of[a], tile_of[b]) for a, b in pacts):
                well = sum(game.places[card] in tile_of[game.families[card]] for card in CARDS)
                found.append((well, self.rng.random(), tile_of))
        return [Into([mask(max(found, key=lambda item: item[:2])[2][f]) for f in FAMILIES])] if found else []

    def pad(self, game, moves, more):
        """Makes a plan longer: one card takes a detour before it goes where it should."""
        if not moves:
            if more < 2:
                return
            choice = [card for card in CARDS if card not in game.laid and game.new_places(card)]
            card = self.rng.choice(choice)
            moves.append((card, game.places[card]))
            more -= 1
            at = 0
        else:
            at = self.rng.randrange(len(moves)) if self.mode != "locked" else 0
        places = dict(game.places)
        for card, place in moves[:at]:
            places[card] = place
        card, goal = moves[at]
        here = places[card]
        rest = mask(place for other, place in places.items() if other != card)
        free = sorted(place_of(one) for one in bits(allowed(rest, 0)))
        detour = []
        for n in range(more):
            last = n == more - 1
            choice = [p for p in free if p != here and not (last and p == goal)]
            if not choice:
                return
            here = self.rng.choice(choice)
            detour.append((card, here))
        moves[at:at] = detour

    def miss(self, game, moves):
        """One more move, that spoils the shape but keeps the peace if it can."""
        places = dict(game.places)
        for card, place in moves:
            places[card] = place
        cards = [card for card in CARDS if card not in game.laid]
        self.rng.shuffle(cards)
        for card in cards:
            rest = mask(place for other, place in places.items() if other != card)
            free = free_places(rest, places[card])
            self.rng.shuffle(free)
            for place in free:
                family = [p for c, p in places.items() if game.families[c] == game.families[card] and c != card]
                after = at_origin([p for c, p in places.items() if c != card] + [place])
                if hang_together(family + [place]) and after not in forms(self.shape):
                    moves.append((card, place))
                    return

    # hints

    def hint(self, game, legal):
        lay = [text for text in legal if text.startswith("hint")]
        up = [text for text in legal if not text.startswith("hint")]
        busy = {card for card, _ in self.moves or ()}
        lay_quiet = [text for text in lay if int(text.split(" ")[-1]) not in busy]
        if self.mode == "locked":
            return self.hint_locked(game, lay, up, lay_quiet)
        if not game.blind:
            good = [text for text in lay_quiet if self.says(game, text)]
        else:
            good = lay_quiet
        if up and not good:
            return up[0]
        if not good:
            return self.rng.choice(lay_quiet or lay)
        if up and (self.order == "turn up first" or self.order == "any" and self.rng.random() < 0.5):
            return up[0]
        return self.rng.choice(good)

    def says(self, game, text):
        words = text.split(" ")
        right = game.families[int(words[3])] in words[1]
        return self.quality == "any" or right == (self.quality == "right")

    def hint_locked(self, game, lay, up, lay_quiet):
        place_needed = [text for text in lay_quiet if game.places[int(text.split(" ")[-1])] in self.must_lock]
        needed = sum(1 for card in CARDS if card not in game.laid and (
            game.places[card] in self.must_lock or card in {c for c, _ in self.moves or ()}
            and dict(self.moves)[card] in self.must_lock))
        turns_left = len(self.moves or ()) + 1
        if needed and needed >= turns_left and place_needed:
            return self.rng.choice(place_needed)
        if needed and not up and place_needed:
            return self.rng.choice(place_needed)
        if up and (needed or self.rng.random() < 0.5 or not lay):
            return up[0]
        return self.rng.choice(lay_quiet or lay or up)

    # spread

    def spread(self, game, legal):
        if legal == ["skip"] or self.rng.random() < 0.05:
            return self.rng.choice(legal)
        best = None
        dx, dy = self.way
        for text in self.rng.sample(legal, min(60, len(legal))):
            words = text.split(" ")
            card, place = int(words[1]), tuple(int(n) for n in words[3].split(","))
            rest = [p for other, p in game.places.items() if other != card]
            here = game.places[card]
            score = self.rng.random()
            if self.variant == "far":
                score += 3 * (place[0] * dx + place[1] * dy)
            elif self.variant == "crawl":                # the whole layout travels
                score += 2 * ((place[0] - here[0]) * (dx or 0.5) + (place[1] - here[1]) * (dy or 0.5))
            else:
                near = sum(p in rest for p in sides(place))
                score -= 4 * near
                if self.variant == "ribbon":
                    score -= 2 * sum((place[0] + a, place[1] + b) in rest for a in (-1, 1) for b in (-1, 1))
                    score += 0.5 * (abs(place[0]) + abs(place[1])) + sum(p in rest for p in sides(here))
                if len(groups(rest)) > 1:
                    score += 6
            if best is None or score > best[0]:
                best = score, text
        return best[1]


def free_places(rest, here):
    return [place_of(one) for one in bits(allowed(rest, bit(here)))]
