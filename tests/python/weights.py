#!/usr/bin/env python3
"""weights.py GAME FILE: weights in the form of examples/student.py, of a network that has learnt nothing."""
import sys

import numpy
import zashiki

WIDTH, ROW, WIDE = 16, 8, 32


def write(game, path, seed=1):
    luck, kept, layout = numpy.random.RandomState(seed), {}, zashiki.layout(game)
    most = {"trunk.bytes": [field["most"] for field in layout["fields"] for _ in range(field["rows"] * field["columns"])], "move": [0] * 8}
    for feature in layout["features"]:
        most["move"][feature["offset"]] = feature["most"]
    if game == "yokai":
        most = {"trunk.bytes": most["trunk.bytes"] + [12, 16], "move": most["move"] + [5, 15] + [5] * 8 + [4, 4]}

    def add(name, *shape):
        kept[f"{name}.weight"] = luck.randint(-127, 128, shape).astype(numpy.int8)
        kept[f"{name}.weight.scale"] = numpy.full((shape[0], 1), 0.002, numpy.float16)
        kept[f"{name}.bias"] = numpy.zeros(shape[0], numpy.float16)

    for name, width in (("trunk.bytes", WIDTH), ("move", ROW)):
        add(name, sum(value + 1 if value <= WIDE else 1 for value in most[name]), width)
        kept[f"{name}.share"] = luck.randint(-127, 128, (sum(value > WIDE for value in most[name]), width)).astype(numpy.int8)
        kept[f"{name}.share.scale"] = numpy.full((len(kept[f"{name}.share"]), 1), 0.002, numpy.float16)
        del kept[f"{name}.bias"]
    for name in ("trunk.blocks.0.0", "trunk.blocks.0.1", "trunk.blocks.1.0", "trunk.blocks.1.1"):
        add(name, WIDTH, WIDTH)
    add("ask", 2 * ROW, WIDTH)
    add("score", 1, ROW)
    numpy.savez_compressed(path, **kept)


if __name__ == "__main__":
    write(*sys.argv[1:])
