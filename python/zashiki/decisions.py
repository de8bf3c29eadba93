"""One game as a learner sees it, decision by decision; the adapters are written with it. It plays the games that a slot
of a Batch plays: the same luck, decisions, observations and rewards."""
import json

import numpy

from ._core import OVER, Random
from .batch import OBSERVE
from .game import Game, rules_of

PASS = 0xFFFFFFFF  # not to act, where a seat is asked out of turn; its dense id is 0


def worth(rules, state):
    """What the end of a game is worth to each seat: winners share 1 and the others -1; together everybody 1 or 0."""
    result = json.loads(state.result())
    won = ["ABCD"[seat] in result["winners"] for seat in range(rules.seats)]
    if rules.together:
        return [float(winner) for winner in won]
    if result.get("drawn") or all(won) or not any(won):
        return [0.0] * rules.seats
    return [1 / sum(won) if winner else -1 / (rules.seats - sum(won)) for winner in won]


class Decisions:
    """`bots` names a bot of ours for some seats: {1: "greedy"}; their decisions are never asked for. The rest is as in
    Batch."""

    def __init__(self, game, *, observe="memory", action=None, reward="result", limit=0, out_of_turn=False, bots=None,
                 cards=None, **options):
        self.rules = rules_of(game, options, cards)
        if reward not in ("result", "points") or action not in (None, "place", "dense"):
            raise ValueError("reward is result or points, action place or dense.")
        self.kind, self.reward, self.limit, self.out_of_turn = OBSERVE[observe], reward, limit, out_of_turn
        self.bots, self.stride = dict(bots or {}), 1
        self.dense = self.rules.dense_count > 0 if action is None else action == "dense"
        if self.dense and not self.rules.dense_count:
            raise ValueError("This game has no dense ids.")
        self.actions = self.rules.dense_count if self.dense else self.rules.moves_max + 1
        self.observation_size = len(self.rules.start().observe(0, self.kind))
        self.seats = self.rules.seats
        self.begin(0, 0)

    def begin(self, seed, stream):
        """Game number `stream` of a seed; or the next, `stride` further on, when the bots have left nothing to decide."""
        self.seed, self.decided, self.terminated, self.truncated = seed, 0, False, False
        while True:
            self.stream, self.game = stream, Game(self.rules, seed=seed, stream=stream)
            for seat, name in self.bots.items():
                self.game.seat_bot(seat, name, Random(seed, stream).below(1 << 31))
            if not self.game.over:
                break
            stream += self.stride
        self._ask(set())

    def _ask(self, declined):
        """Who decides, and among what."""
        state = self.game.state
        self.declined, self.actor, self.passes = declined, state.actor, False
        if self.actor != OVER and self.out_of_turn:
            for i in range(1, self.seats):
                seat = (state.actor + i) % self.seats
                if seat not in declined and seat not in self.bots and state.moves(seat):
                    self.actor, self.passes = seat, True
                    break
        self.moves = [] if self.actor == OVER else [PASS] * self.passes + state.moves(self.actor)
        if self.moves and self.dense:
            self.ids = [0] * self.passes + state.dense(self.actor)
        else:
            self.ids = range(len(self.moves))

    def observation(self, seat):
        return numpy.frombuffer(self.game.state.observe(seat, self.kind), numpy.uint8)

    def mask(self, seat):
        mask = numpy.zeros(self.actions, numpy.int8)
        if seat == self.actor:
            mask[list(self.ids)] = 1
        return mask

    def _points(self):
        if self.game.over:
            points = self.game.result["points"]
            return [points["ABCD"[seat]] for seat in range(self.seats)]
        return self.game.points or [0] * self.seats

    def step(self, action):
        """Makes a decision of the actor's; the rewards of all seats."""
        try:
            move = self.moves[self.ids.index(int(action))]
        except ValueError:
            raise ValueError(f"Action {action} is not one of the {len(self.moves)} legal ones.") from None
        self.decided += 1
        rewards = [0.0] * self.seats
        if move == PASS:
            self._ask(self.declined | {self.actor})
        else:
            before = self._points()
            self.game.play(move)
            self._ask(set())
            if self.reward == "points":
                rewards = [float(b - a) for a, b in zip(before, self._points())]
            elif self.game.over:
                rewards = worth(self.rules, self.game.state)
        self.terminated = self.game.over
        self.truncated = not self.terminated and 0 < self.limit <= self.decided
        return rewards
