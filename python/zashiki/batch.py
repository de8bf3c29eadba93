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


def open_gpu(rules: Rules, count: int, text: str, device: str, arrays: set[str], given: Any, room: Any) -> _core.GpuBatch:
    """A batch on a GPU; ValueError says what is not there, or cannot be there."""
    kind, _, number = device.partition(":")
    if kind != "cuda" or not (number or "0").isdigit():
        raise ValueError('The device is "cpu", "cuda" or "cuda:" and a number.')
    if missing := arrays & {"mask", "final_observation"}:
        raise ValueError(f"A batch on a GPU has no array {min(missing)!r}.")
    if given or room:
        raise ValueError("A batch on a GPU has arrays of its own and makes room for lists itself: given= and legal_room= are for the processor.")
    return _core.GpuBatch(rules, count, text, int(number or 0))


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
    position has more moves than ever before, so take those two from the batch anew.

    device="cuda" (or "cuda:1") plays the same games on a GPU. The arrays are in its memory then, of _core.Array, with
    __dlpack__ (torch.from_dlpack(batch.observation)); actions are given as an array there. docs/gpu.md has the rest."""

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
    action: Array
    final_points: Array
    final_observation: Array

    def __init__(self, game: str | Rules, count: int, *, seed: int = 0, threads: int = 1, observe: str = "memory",
                 seats: str = "actor", reset: str = "same", action: str = "place", reward: str = "result", limit: int = 0,
                 out_of_turn: bool = False, arrays: Iterable[str] = (), without: Iterable[str] = (),
                 given: Mapping[str, Any] | None = None, legal_room: int | None = None, cardset: str | None = None,
                 options: dict[str, Any] | None = None, device: str = "cpu") -> None:
        self.rules = rules_of(game, options, cardset)
        self.observe, self.all_seats = observe, seats == "all"
        words = {"seed": seed, "threads": threads, "observe": observe, "seats": seats, "reset": reset, "action": action,
                 "reward": reward, "limit": limit, "out_of_turn": "on" if out_of_turn else "off"}
        text = " ".join(f"{name}={value}" for name, value in words.items())
        self.device = device
        if device == "cpu":
            self._it: Any = _core.Batch(self.rules, count, text)
        else:
            self._it = open_gpu(self.rules, count, text, device, {*arrays}, given, legal_room)
        self.count, self.seats = count, self._it.seats
        self.observation_size, self.dense_count = self._it.observation_size, self.rules.dense_count
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
                self._put(name, kind, shape, wanted)
        self._without = set(without)
        self._make_room(legal_room or 64 * count)
        self._put("action", "i", (n,), True)
        self.look()

    def _put(self, name: str, kind: str, shape: tuple[int, ...], wanted: bool) -> None:
        """An array, made here or as it is on the GPU."""
        inside = {"legal_feature": "feature"}.get(name, name)
        memory = None
        if wanted:
            memory = _core.Array(kind, shape) if self.device == "cpu" else self._it.array(inside, kind, shape)
        if self.device == "cpu" and name != "action":
            self._it.bind(inside, memory)
        self._memory[name] = memory
        setattr(self, name, as_array(memory) if memory and self.device == "cpu" else memory)

    def _make_room(self, room: int) -> None:
        self.legal_room = room if self.device == "cpu" else self._it.legal_room
        for name, kind, more in (("legal", "I", ()), ("legal_feature", "B", (_core.FEATURES,))):
            self._put(name, kind, (self.legal_room, *more), name not in self._without)

    def _only_here(self, what: str) -> None:
        if self.device != "cpu":
            raise ValueError(f"A batch on a GPU cannot {what}: that is done on the processor, by a batch without device=.")

    def dlpack(self, name: str) -> _core.Array | None:
        """An array as an object with __dlpack__ and __dlpack_device__; its memory is the batch's own."""
        return self._memory[name]

    @property
    def moves(self) -> int:
        """The moves of all lists together: so much of legal and legal_feature is in use."""
        moves: int = self._it.moves
        return moves

    def step(self, action: Array = None) -> None:
        """Makes action[i] (int32) in every slot, by default those in self.action. ValueError names the slot whose action is
        none of its moves; then nothing has changed."""
        if self.device != "cpu":
            self._it.step(action)
            self.look()
        elif not self._it.step(self.action if action is None else action):
            self.look()

    def look(self) -> None:
        """Writes the arrays of the positions now. On a GPU they are written by every call, and this takes them anew."""
        if self.device != "cpu":
            if self.legal_room != self._it.legal_room:
                self._make_room(0)
            return
        while not self._it.look():
            self._make_room(max(2 * self.legal_room, self._it.moves))

    def choose(self, seed: int) -> None:
        """Writes any move of each slot, one as likely as the other, into self.action, by stream i of the seed."""
        self._it.choose(seed, *([self.action] if self.device == "cpu" else []))

    def random_games(self, games: int, seed: int = 0, first: int = 0) -> dict[str, Any]:
        """Plays the streams first to first + games - 1 of a seed to their ends at random, beside the slots: decisions,
        generators (where the luck ended, modulo 2^64), points and wins of each seat, added up. On a GPU all at once."""
        if self.device != "cpu":
            return dict(zip(("decisions", "generators", "points", "wins"), self._it.random(seed, first, games)))
        told: dict[str, Any] = {"decisions": 0, "generators": 0, "points": [0] * self.seats, "wins": [0] * self.seats}
        for stream in range(first, first + games):
            luck = _core.Random(seed, stream)
            end, decisions = self.rules.start().playout(luck)
            result = json.loads(end.result())
            told["decisions"] += decisions
            told["generators"] = (told["generators"] + luck.at) % 2 ** 64
            for seat, (name, points) in enumerate(result["points"].items()):
                told["points"][seat] += points
                told["wins"][seat] += name in result["winners"] and not result.get("drawn", False)
        return told

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
        self._only_here("save its positions")
        saved = {"state": _core.Array("B", (self.count, self.rules.state_size)), "generator": _core.Array("Q", (self.count,)),
                 "stream": _core.Array("Q", (self.count,)), "decisions": _core.Array("I", (self.count,))}
        self._it.save(*saved.values())
        return {name: as_array(memory) for name, memory in saved.items()}

    def load(self, state: Array = None, generator: Array = None, stream: Array = None, decisions: Array = None) -> None:
        """Takes back what was saved; what is left out stays as it is."""
        self._only_here("load positions")
        self._it.load(state, generator, stream, decisions)
        self.look()

    def _look_at(self, what: int, size: int, states: Array, seat: Array, seed: int = 0) -> Array:
        self._only_here("look at positions for search")
        count = self.count if states is None else memoryview(states).nbytes // self.rules.state_size
        out = _core.Array("B", (count, size))
        self._it.look_at(what, states, seat, seed, out)
        return as_array(out)

    def view(self, states: Array = None, seat: Array = None) -> Array:
        """What seat[i] (int8), or the actor, knows of each state, or of the slots': uint8 [n, view_size]."""
        return self._look_at(0, self.rules.view_size, states, seat)

    def observe_as(self, kind: str, states: Array = None, seat: Array = None) -> Array:
        """The same as an observation of one kind. On a GPU of the slots' positions alone, by those who decide."""
        if self.device != "cpu" and states is None and seat is None:
            return self._it.observe(OBSERVE[kind])
        size = json.loads(self.rules.layout(OBSERVE[kind]))["size"]
        return self._look_at(1 + OBSERVE[kind], size, states, seat)

    def resample(self, seed: int, states: Array = None, seat: Array = None) -> Array:
        """States that the seat cannot tell from these, drawn uniformly: uint8 [n, state_size]."""
        return self._look_at(-1, self.rules.state_size, states, seat, seed)

    def playout(self, seed: int, states: Array = None, times: int = 1) -> tuple[Array, Array]:
        """Plays each to its end at random, `times` times: rewards added up, float32 [n, S], and decisions, uint64 [n]."""
        self._only_here("play positions out")
        count = self.count if states is None else memoryview(states).nbytes // self.rules.state_size
        reward, decisions = _core.Array("f", (count, self.seats)), _core.Array("Q", (count,))
        self._it.playout(states, times, seed, reward, decisions)
        return as_array(reward), as_array(decisions)
