"""PufferLib 3.0's interface: games in buffers that PufferLib gives.

    vecenv = pufferlib.vector.make(zashiki.puffer.Environment, env_kwargs={"game": "sketch", "count": 1024})

Every seat of every game is an agent, seat s of game i number i·S + s; `masks` is true for those whose turn it is, and
what the others do is not looked at. PufferLib 3.0 has no masks of actions: with masked=True the mask of legal actions
follows the observation in its row, for a policy to use; an action that is not legal stands for the legal one of number
action % legal. Actions are dense ids where the game has them, else places in the list of legal moves. A game that ends
is followed by the next in the same step. Moves out of turn: as in aec."""
import numpy
import pufferlib
from gymnasium import spaces

from .batch import Batch
from .game import rules_of


class Environment(pufferlib.PufferEnv):
    def __init__(self, game="sketch", count=1, *, buf=None, seed=0, threads=1, masked=True, observe="memory", action=None,
                 reward="result", limit=0, out_of_turn=False, cards=None, **options):
        rules = rules_of(game, options, cards)
        self.count, self.seats = count, rules.seats
        self.dense = rules.dense_count > 0 if action is None else action == "dense"
        self.actions_count = rules.dense_count if self.dense else rules.moves_max + 1
        self.size = len(rules.start().observe(0, {"table": 0, "memory": 1, "all": 2}[observe]))
        self.masked = masked
        self.single_observation_space = spaces.Box(0, 255, (self.size + masked * self.actions_count,), numpy.uint8)
        self.single_action_space = spaces.Discrete(self.actions_count)
        self.num_agents = count * self.seats
        super().__init__(buf)
        given = {"reward": self.rewards}
        if not masked:
            given["observation"] = self.observations
        self.batch = Batch(rules, count, seed=seed, threads=threads, observe=observe, seats="all",
                           action="dense" if self.dense else "place", reward=reward, limit=limit, out_of_turn=out_of_turn,
                           arrays=("mask", "final_points") if self.dense else ("final_points",),
                           without=("legal", "legal_feature"), given=given)
        self.rows = numpy.arange(count)

    def _write(self):
        batch, rows = self.batch, self.rows
        self.masks.reshape(self.count, self.seats)[:] = batch.actor[:, None] == numpy.arange(self.seats)
        counts = numpy.diff(batch.legal_at.astype(numpy.int64))
        self.legal = batch.mask if self.dense else numpy.arange(self.actions_count) < counts[:, None]
        self.counts = numpy.maximum(counts, 1)
        if self.masked:
            seen = self.observations.reshape(self.count, self.seats, -1)
            seen[:, :, :self.size] = batch.observation
            seen[:, :, self.size:] = 0
            seen[rows, batch.actor, self.size:] = self.legal

    def reset(self, seed=None):
        self.batch.restart(0 if seed is None else seed)
        self.rewards[:] = 0
        self.terminals[:] = self.truncations[:] = False
        self._write()
        return self.observations, []

    def step(self, actions):
        batch = self.batch
        self.actions[:] = actions
        chosen = numpy.asarray(actions).reshape(self.count, self.seats)[self.rows, batch.actor].astype(numpy.int64)
        within = (chosen >= 0) & (chosen < self.actions_count)
        wrong = ~(within & (self.legal[self.rows, numpy.where(within, chosen, 0)] != 0))
        if wrong.any():
            nth = chosen[wrong] % self.counts[wrong] + 1
            chosen[wrong] = (numpy.cumsum(self.legal[wrong] != 0, axis=1) == nth[:, None]).argmax(axis=1)
        batch.action[:] = chosen
        batch.step()
        self.terminals.reshape(self.count, self.seats)[:] = batch.terminated[:, None]
        self.truncations.reshape(self.count, self.seats)[:] = batch.truncated[:, None]
        self._write()
        infos = []
        if batch.terminated.any():
            points = batch.final_points[batch.terminated]
            infos.append({"games": len(points), "points": float(points.mean())})
        return self.observations, self.rewards, self.terminals, self.truncations, infos

    def close(self):
        pass
