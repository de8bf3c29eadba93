"""Many games at once, into arrays that stay where they are: docs/batch.md has the arrays and what they mean."""
import json
from collections.abc import Iterable, Mapping
from typing import Any

from . import _core
from ._core import Rules
from .game import rules_of

numpy: Any
try:
    import numpy
except ImportError:  # then arrays are memoryviews
    numpy = None

Array = Any  # of numpy's, or a memoryview

OBSERVE = {"table": 0, "memory": 1, "all": 2}


def layout(game: str | Rules, observe: str = "memory", **options: Any) -> dict[str, Any]:
    """What the bytes of an observation are, of the features of a move, and how many dense ids there are."""
    told: dict[str, Any] = json.loads(rules_of(game, options).layout(OBSERVE[observe]))
    return told


def as_array(memory: _core.Array) -> Array:
    """A _core.Array as numpy sees it, or as a memoryview where there is no numpy."""
    return numpy.asarray(memory) if numpy else memoryview(memory)


class Batch:
    """N games of one kind, each at a decision or over.

        batch = Batch("sketch", 4096, seed=1)
        while training:
            batch.step(policy(batch.observation, batch.legal_at, batch.legal_feature))

    `observe` is "table", "memory" or "all"; `seats` "actor" or "all"; `reset` "same" (the next game begins in the step
    that ends one) or "none" (by `next`); `action` "place" (in the slot's list) or "dense"; `reward` "result" or "points";
    `limit` cuts a game off after so many decisions; `out_of_turn` asks who could act out of turn. `arrays` names the
    arrays that are written beside the usual ones: "mask", "final_observation", "final_points"; without=(...) leaves some
    out; given={"reward": buffer} writes into memory of yours. Options of the game are in `options`.

    Arrays: observation, actor, legal_at, legal, legal_feature, mask, stream, reward, terminated, truncated,
    final_points, final_observation. They are numpy's where there is numpy, else memoryviews; `dlpack(name)` is an object
    with __dlpack__. They are the same ones after every step, but for legal and legal_feature: `legal_room` grows when a
    position has more moves than ever before, so take those two from the batch anew."""

    observation: Array
    actor: Array
    legal_at: Array
    legal: Array
    legal_feature: Array
    mask: Array
    stream: Array
    reward: Array
    terminated: Array
    truncated: Array
    final_points: Array
    final_observation: Array

    def __init__(self, game: str | Rules, count: int, *, seed: int = 0, threads: int = 1, observe: str = "memory",
                 seats: str = "actor", reset: str = "same", action: str = "place", reward: str = "result", limit: int = 0,
                 out_of_turn: bool = False, arrays: Iterable[str] = (), without: Iterable[str] = (),
                 given: Mapping[str, Any] | None = None, legal_room: int | None = None, cards: str | None = None,
                 options: dict[str, Any] | None = None) -> None:
        self.rules = rules_of(game, options, cards)
        self.observe, self.all_seats = observe, seats == "all"
        words = {"seed": seed, "threads": threads, "observe": observe, "seats": seats, "reset": reset, "action": action,
                 "reward": reward, "limit": limit, "out_of_turn": "on" if out_of_turn else "off"}
        self._it = _core.Batch(self.rules, count, " ".join(f"{name}={value}" for name, value in words.items()))
        self.count, self.seats = count, self._it.seats
        self.observation_size, self.dense_count = self._it.observation_size, self._it.dense_count
        self._memory: dict[str, _core.Array | None] = {}
        n, s, o = count, self.seats, self.observation_size
        shapes = {
            "observation": ("B", (n, s, o) if self.all_seats else (n, o)), "actor": ("b", (n,)),
            "legal_at": ("I", (n + 1,)), "stream": ("Q", (n,)), "reward": ("f", (n, s)), "terminated": ("?", (n,)),
            "truncated": ("?", (n,)), "mask": ("b", (n, self.dense_count)), "final_points": ("i", (n, s)),
            "final_observation": ("B", (n, s, o))}
        optional = {"mask", "final_points", "final_observation"}
        if unknown := (set(arrays) - optional) | (set(without) - set(shapes) - {"legal", "legal_feature"}):
            raise ValueError(f"There is no array {sorted(unknown)[0]!r} to choose.")
        for name, (kind, shape) in shapes.items():
            wanted = name in arrays if name in optional else name not in without
            if given and name in given:
                self._it.bind(name, given[name])
                setattr(self, name, given[name])
            else:
                self._put(name, _core.Array(kind, shape) if wanted else None)
        self._without = set(without)
        self._make_room(legal_room or 64 * count)
        self.action = as_array(_core.Array("i", (n,)))
        self.look()

    def _put(self, name: str, memory: _core.Array | None) -> None:
        self._memory[name] = memory
        self._it.bind({"legal_feature": "feature"}.get(name, name), memory)
        setattr(self, name, None if memory is None else as_array(memory))

    def _make_room(self, room: int) -> None:
        self.legal_room = room
        for name, kind, shape in (("legal", "I", (room,)), ("legal_feature", "B", (room, _core.FEATURES))):
            self._put(name, None if name in self._without else _core.Array(kind, shape))

    def dlpack(self, name: str) -> _core.Array | None:
        """An array as an object with __dlpack__ and __dlpack_device__; its memory is the batch's own."""
        return self._memory[name]

    @property
    def moves(self) -> int:
        """The moves of all lists together: so much of legal and legal_feature is in use."""
        return self._it.moves

    def step(self, action: Array = None) -> None:
        """Makes action[i] (int32) in every slot, by default those in self.action. ValueError names the slot whose action is
        none of its moves; then nothing has changed."""
        if not self._it.step(self.action if action is None else action):
            self.look()

    def look(self) -> None:
        """Writes the arrays of the positions now."""
        while not self._it.look():
            self._make_room(max(2 * self.legal_room, self._it.moves))

    def next(self, which: Array = None) -> None:
        """Begins the next game in the slots where which[i] is not 0, or in all."""
        self._it.next(which)
        self.look()

    def restart(self, seed: int) -> None:
        """Begins anew: every slot at its first game of this seed."""
        self._it.restart(seed)
        self.look()

    # ---- For search: positions apart from their luck, as arrays of bytes ----

    def save(self) -> dict[str, Array]:
        """{"state": uint8 [N, state_size], "generator": uint64 [N], "stream": uint64 [N], "decisions": uint32 [N]}"""
        saved = {"state": _core.Array("B", (self.count, self.rules.state_size)), "generator": _core.Array("Q", (self.count,)),
                 "stream": _core.Array("Q", (self.count,)), "decisions": _core.Array("I", (self.count,))}
        self._it.save(*saved.values())
        return {name: as_array(memory) for name, memory in saved.items()}

    def load(self, state: Array = None, generator: Array = None, stream: Array = None, decisions: Array = None) -> None:
        """Takes back what was saved; what is left out stays as it is."""
        self._it.load(state, generator, stream, decisions)
        self.look()

    def _look_at(self, what: int, size: int, states: Array, seat: Array, seed: int = 0) -> Array:
        count = self.count if states is None else memoryview(states).nbytes // self.rules.state_size
        out = _core.Array("B", (count, size))
        self._it.look_at(what, states, seat, seed, out)
        return as_array(out)

    def view(self, states: Array = None, seat: Array = None) -> Array:
        """What seat[i] (int8), or the actor, knows of each state, or of the slots': uint8 [n, view_size]."""
        return self._look_at(0, self.rules.view_size, states, seat)

    def observe_as(self, kind: str, states: Array = None, seat: Array = None) -> Array:
        """The same as an observation of one kind."""
        size = json.loads(self.rules.layout(OBSERVE[kind]))["size"]
        return self._look_at(1 + OBSERVE[kind], size, states, seat)

    def resample(self, seed: int, states: Array = None, seat: Array = None) -> Array:
        """States that the seat cannot tell from these, drawn uniformly: uint8 [n, state_size]."""
        return self._look_at(-1, self.rules.state_size, states, seat, seed)

    def playout(self, seed: int, states: Array = None, times: int = 1) -> tuple[Array, Array]:
        """Plays each to its end at random, `times` times: rewards added up, float32 [n, S], and decisions, uint64 [n]."""
        count = self.count if states is None else memoryview(states).nbytes // self.rules.state_size
        reward, decisions = _core.Array("f", (count, self.seats)), _core.Array("Q", (count,))
        self._it.playout(states, times, seed, reward, decisions)
        return as_array(reward), as_array(decisions)
