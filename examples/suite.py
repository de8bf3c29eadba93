#!/usr/bin/env python3
"""suite.py SUITE [DEALS] >FILE: a policy of yours plays a suite of the benchmark, docs/benchmark.md.

    python examples/suite.py sketch-greedy >mine.jsonl          # needs the zashiki package, and zashiki-lab beside it
    zashiki-lab score sketch-greedy mine.jsonl

`choose` is the policy. It is shown the whole game, and it is on its honour to look at nothing but what the seat that decides
may know: its view, its observation, its legal moves. Luck and the partners are the suite's."""
import json
import subprocess
import sys

import zashiki

NAME, WORLDS = "playouts", 4


def worth(end, seat):
    """Of a game that is over, for a seat: its share of the win, and in a game won together the team's points."""
    result = json.loads(end.result())
    return result["points"]["A"] if end.rules.together else ("ABCD"[seat] in result["winners"]) / max(1, len(result["winners"]))


def choose(game, random):
    """The move that does best at random in worlds that the seat cannot tell from the true one."""
    view = game.state.view(game.actor)
    worlds = [view.resample(random) for _ in range(WORLDS)]
    return max(game.legal(), key=lambda move: sum(worth(world.apply(move).playout(random)[0], game.actor) for world in worlds))


def play(suite, deal, seat):
    """One game; the policy has this seat, or without a partner every seat."""
    options, partner = suite["options"][deal % len(suite["options"])], suite["partner"]
    game = zashiki.Game(suite["game"], seed=suite["seed"], stream=deal, **options)
    game.names = tuple(partner if partner and other != seat else NAME for other in range(game.seats))
    for other in range(game.seats):
        if partner and other != seat:
            game.seat_bot(other, partner, seed=deal)
    random = zashiki.Random(deal, 100 + seat)
    while not game.over:
        game.play(choose(game, random))
    return game


suite = json.loads(subprocess.run(["zashiki-lab", "suite", sys.argv[1], "--json"], check=True, capture_output=True).stdout)
for deal in range(int(sys.argv[2]) if len(sys.argv) > 2 else suite["deals"]):
    for seat in range(suite["seats"] if suite["partner"] else 1):
        sys.stdout.write(play(suite, deal, seat).record())
