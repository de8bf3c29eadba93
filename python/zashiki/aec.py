"""PettingZoo's interface: agents act one after the other (AEC).

    env = zashiki.aec.env("sketch", edition="fr")

Agents are player_0, player_1, … An observation is {"observation": uint8 [O], "action_mask": int8 [A]}; an action is a
dense id where the game has them, and else (or with action="place") a place in the list of legal moves. Luck is played by
the environment, and bots={1: "greedy"} lets bots of ours play some seats, which are no agents then. At the end winners
share 1 and the others -1, or, where all play together, everybody gets 1 for a win; reward="points" gives points as they
come. `limit` truncates a game after so many decisions.

Yōtei's moves out of turn fit no interface where one agent acts at a time: they are left out, or with out_of_turn=True
each agent that could make one is asked in its turn, and has an action to make none (dense id 0, or place 0)."""
import numpy
from gymnasium import spaces
from pettingzoo import AECEnv

from ._core import SPECTATOR
from .decisions import Decisions


def env(game, render_mode=None, **options):
    """An environment of this game; `options` are those of Decisions, and of the game."""
    return Environment(game, render_mode, **options)


class Environment(AECEnv):
    def __init__(self, game, render_mode=None, **options):
        super().__init__()
        self.game = Decisions(game, **options)
        self.render_mode = render_mode
        self.metadata = {"name": f"zashiki_{self.game.rules.game}", "render_modes": ["human", "ansi"],
                         "is_parallelizable": False}
        self.names = [f"player_{seat}" for seat in range(self.game.seats)]
        self.possible_agents = [name for seat, name in enumerate(self.names) if seat not in self.game.bots]
        self.observation_spaces = {agent: spaces.Dict({
            "observation": spaces.Box(0, 255, (self.game.observation_size,), numpy.uint8),
            "action_mask": spaces.Box(0, 1, (self.game.actions,), numpy.int8)}) for agent in self.possible_agents}
        self.action_spaces = {agent: spaces.Discrete(self.game.actions) for agent in self.possible_agents}

    def observation_space(self, agent):
        return self.observation_spaces[agent]

    def action_space(self, agent):
        return self.action_spaces[agent]

    def reset(self, seed=None, options=None):
        """With a seed the first game of it; without, the next of the last seed."""
        if seed is None:
            self.game.begin(self.game.seed, self.game.stream + 1)
        else:
            self.game.begin(seed, 0)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, self.game.terminated)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: {} for agent in self.agents}
        self._skip_agent_selection = None
        self.agent_selection = self.names[self.game.actor]

    def observe(self, agent):
        seat = self.names.index(agent)
        return {"observation": self.game.observation(seat), "action_mask": self.game.mask(seat)}

    def step(self, action):
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        rewards = self.game.step(action)
        self.rewards = {name: rewards[self.names.index(name)] for name in self.agents}
        self.terminations = dict.fromkeys(self.agents, self.game.terminated)
        self.truncations = dict.fromkeys(self.agents, self.game.truncated)
        if self.game.actor >= 0:
            self.agent_selection = self.names[self.game.actor]
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def render(self):
        """The board as a spectator sees it: printed, or in mode ansi returned."""
        board = self.game.game.board(SPECTATOR) if self.render_mode else None
        if self.render_mode == "human":
            print(board)
            return None
        return board

    def close(self):
        pass
