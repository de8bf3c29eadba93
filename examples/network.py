"""network.py: what a policy that student.py has trained thinks of a move, in NumPy alone.

    network = Network("sketch", "sketch-1.npz")           # the weights that learning left
    scores = network(observation, features)               # what a seat observes, and the rows of its legal moves, as a batch has them

The highest score is the likeliest move. PyTorch is for learning; to sit at a table this is enough."""
import numpy
import zashiki

WIDE = 32  # bytes of a larger range are a share of it, not one of so many


class Bytes:
    """A linear layer over bytes of which each is one of a few (or a share of many)."""

    def __init__(self, most, weights, name):
        most = numpy.array(most)
        size = numpy.where(most <= WIDE, most + 1, 1)
        self.first, self.last, self.wide = numpy.cumsum(size) - size, size - 1, numpy.flatnonzero(most > WIDE)
        self.range, self.weight, self.share = most[self.wide], weights[f"{name}.weight"], weights[f"{name}.share"]
        if self.weight.shape[0] != size.sum() or self.share.shape[0] != len(self.wide):
            raise ValueError("these weights were trained for another game, or with other options")

    def __call__(self, data):
        return self.weight[numpy.minimum(data, self.last) + self.first].sum(1) + data[:, self.wide] / self.range @ self.share


def plane_of(fields, seen, rows):
    """Yokai: the bytes that the student adds to its observation and to the rows of moves: what lies beside what."""
    x, y, family, hint = (seen[fields[name]:fields[name] + 16].astype(int) for name in ("x", "y", "family", "hint"))
    near = (abs(x[:, None] - x) + abs(y[:, None] - y) <= 1) & (family[:, None] == family) & (family > 0)
    first = numpy.arange(16)
    for _ in range(3):  # four cards: three steps lead from any to any
        first = numpy.where(near, first, 99).min(1)
    known = family > 0
    together = [(known & (first != numpy.arange(16))).sum(), known.sum()]
    plane = numpy.zeros(20 * 20, int)
    plane[(y + 2) * 20 + x + 2] = family + 1
    card, from_x, from_y, to_x, to_y = rows[:, 1:6].astype(int).T
    own = numpy.stack([family[numpy.maximum(card - 1, 0)] + 1, hint[numpy.maximum(card - 1, 0)]], 1)
    around = [plane[numpy.clip((b * 20 + a)[:, None] + (-20, -1, 1, 20), 0, 399)] * (a > 0)[:, None]
              for a, b in (((from_x + 1) * (from_x > 0), from_y + 1), (to_x, to_y))]
    like = [((beside == own[:, :1]) & (beside > 1)).sum(1)[:, None] for beside in around]
    return numpy.append(seen, together), numpy.concatenate([rows, own * (card > 0)[:, None], *around, *like], 1)


def normal(x):
    return (x - x.mean()) / numpy.sqrt(x.var() + 1e-5)


class Network:
    def __init__(self, game, path, **options):
        layout = zashiki.layout(game, **options)
        kept = numpy.load(path)
        self.weights = {name: kept[name] * kept[f"{name}.scale"].astype("f") if f"{name}.scale" in kept else kept[name].astype("f")
                        for name in kept if not name.endswith(".scale")}
        observation = [field["most"] for field in layout["fields"] for _ in range(field["rows"] * field["columns"])]
        features = [0] * 8
        for feature in layout["features"]:
            features[feature["offset"]] = feature["most"]
        self.fields = {field["name"]: field["offset"] for field in layout["fields"]} if layout["game"] == "yokai" else None
        if self.fields:
            observation, features = observation + [12, 16], features + [5, 15] + [5] * 8 + [4, 4]
        self.bytes, self.move = Bytes(observation, self.weights, "trunk.bytes"), Bytes(features, self.weights, "move")

    def linear(self, name, x):
        return x @ self.weights[f"{name}.weight"].T + self.weights[f"{name}.bias"]

    def __call__(self, observation, features):
        if self.fields:
            observation, features = plane_of(self.fields, observation, features)
        x = self.bytes(observation[None])[0]
        for block in ("trunk.blocks.0", "trunk.blocks.1"):
            x = x + self.linear(f"{block}.1", numpy.maximum(self.linear(f"{block}.0", normal(x)), 0))
        add, times = numpy.split(self.linear("ask", numpy.maximum(normal(x), 0)), 2)
        move = self.move(features)
        return self.linear("score", numpy.maximum(move + add, 0))[:, 0] + (move * times).sum(1) / len(times)
