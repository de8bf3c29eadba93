"""Gymnasium's interface for many games at once.

    envs = zashiki.vector.Environment("sketch", 4096, seed=1)

One step is one decision in every game, of whoever is to decide there: observations {"observation": uint8 [N, O],
"action_mask": int8 [N, A]} are that seat's, as is the reward of the step it has just made. infos["actor"] is the seat
that decides next, infos["rewards"] the rewards of all seats. With opponents="greedy" one seat learns, `seat`, and bots
play the others; then everything is that seat's own. `autoreset` is "next" (Gymnasium's usual), "same" (with
infos["final_obs"]) or "disabled" (reset by options={"reset_mask": …}).

Without opponents this is a Batch and as fast. Bots think one game after the other. Moves out of turn: as in aec."""
import numpy
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from .batch import Batch
from .decisions import Decisions
from .game import rules_of

MODES = {"next": AutoresetMode.NEXT_STEP, "same": AutoresetMode.SAME_STEP, "disabled": AutoresetMode.DISABLED}


class Slots:
    """The games of a batch."""

    def __init__(self, rules, count, seed, threads, dense, **options):
        self.batch = Batch(rules, count, seed=seed, threads=threads, reset="none", action="dense" if dense else "place",
                           arrays=("mask",) if dense else (), without=("legal_feature", "legal"), **options)
        self.dense, self.index = dense, numpy.arange(rules.moves_max + 1)

    def read(self):
        batch = self.batch
        self.actor = batch.actor.copy()
        if self.dense:
            mask = batch.mask.copy()
        else:
            mask = (self.index < numpy.diff(batch.legal_at)[:, None]).astype(numpy.int8)
        return {"observation": batch.observation.copy(), "action_mask": mask}

    def ended(self):
        return self.batch.terminated.copy(), self.batch.truncated.copy()

    def restart(self, seed):
        self.batch.restart(seed)

    def next(self, which):
        self.batch.next(which)

    def step(self, actions, waiting):
        actor = self.actor.astype(int)
        self.batch.step(numpy.ascontiguousarray(actions, numpy.int32))
        rewards = self.batch.reward.copy()
        return rewards[numpy.arange(len(actor)), numpy.maximum(actor, 0)], rewards


class Seats:
    """One seat in each of many games against bots."""

    def __init__(self, rules, count, seed, seat, opponents, **options):
        bots = {other: opponents for other in range(rules.seats) if other != seat}
        self.games = [Decisions(rules, bots=bots, **options) for _ in range(count)]
        self.seat = seat
        for game in self.games:
            game.stride = count
        self.restart(seed)

    def read(self):
        self.actor = numpy.array([game.actor for game in self.games], numpy.int8)
        return {"observation": numpy.stack([game.observation(self.seat) for game in self.games]),
                "action_mask": numpy.stack([game.mask(self.seat) for game in self.games])}

    def ended(self):
        return (numpy.array([game.terminated for game in self.games]),
                numpy.array([game.truncated for game in self.games]))

    def restart(self, seed):
        for slot, game in enumerate(self.games):
            game.begin(seed, slot)

    def next(self, which):
        for game in (game for game, wanted in zip(self.games, which) if wanted):
            game.begin(game.seed, game.stream + len(self.games))

    def step(self, actions, waiting):
        rewards = numpy.array([[0.0] * game.seats if stays else game.step(action)
                               for game, action, stays in zip(self.games, actions, waiting)], numpy.float32)
        return rewards[:, self.seat], rewards


class Environment(VectorEnv):
    def __init__(self, game, num_envs, *, seed=0, threads=1, autoreset="next", opponents=None, seat=0, action=None,
                 observe="memory", reward="result", limit=0, out_of_turn=False, cards=None, **options):
        rules = rules_of(game, options, cards)
        common = {"observe": observe, "reward": reward, "limit": limit, "out_of_turn": out_of_turn}
        dense = rules.dense_count > 0 if action is None else action == "dense"
        if opponents:
            self.slots = Seats(rules, num_envs, seed, seat, opponents, action=action, **common)
        else:
            self.slots = Slots(rules, num_envs, seed, threads, dense, **common)
        self.num_envs, self.mode = num_envs, MODES[autoreset]
        self.metadata = {"autoreset_mode": self.mode, "render_modes": []}
        self.over = numpy.zeros(num_envs, bool)
        first = self._read()
        self.single_observation_space = spaces.Dict({
            "observation": spaces.Box(0, 255, first["observation"].shape[1:], numpy.uint8),
            "action_mask": spaces.Box(0, 1, first["action_mask"].shape[1:], numpy.int8)})
        self.single_action_space = spaces.Discrete(first["action_mask"].shape[1])
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)

    def _read(self):
        observation = self.slots.read()
        self.first = observation["action_mask"].argmax(axis=1)  # a legal action of each slot, if any is
        return observation

    def _infos(self, **more):
        return {"actor": self.slots.actor.copy(), **more}

    def reset(self, *, seed=None, options=None):
        """With a seed every slot begins at its first game; without, the next games begin, where the mask says so."""
        which = (options or {}).get("reset_mask")
        which = numpy.ones(self.num_envs, bool) if which is None or seed is not None else numpy.asarray(which, bool)
        if seed is None:
            self.slots.next(which)
        else:
            self.slots.restart(int(seed))
        self.over[which] = False
        return self._read(), self._infos()

    def step(self, actions):
        if self.mode == AutoresetMode.DISABLED and self.over.any():
            raise ValueError("A game that is over must be reset first.")
        waiting = self.over.copy()  # where the next game begins now, whatever the action
        reward, rewards = self.slots.step(numpy.where(waiting, self.first, actions), waiting)
        reward[waiting], rewards[waiting] = 0, 0
        terminated, truncated = (array & ~waiting for array in self.slots.ended())
        if waiting.any():
            self.slots.next(waiting)
        observation = self._read()
        infos = self._infos(rewards=rewards)
        self.over = terminated | truncated
        if self.mode == AutoresetMode.SAME_STEP and self.over.any():
            infos |= {"final_obs": observation, "_final_obs": self.over.copy()}
            self.slots.next(self.over)
            observation = self._read()
            infos["actor"] = self.slots.actor.copy()
            self.over = numpy.zeros(self.num_envs, bool)
        return observation, reward, terminated, truncated, infos
