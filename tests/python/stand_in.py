"""Stand-ins for what zashiki.puffer needs of PufferLib 3.0 and Gymnasium, for machines without them: the buffers that an
environment is given, and two kinds of spaces. test_adapters.py uses the real ones."""
import sys
import types

import numpy


class Box:
    def __init__(self, low, high, shape, dtype):
        self.low, self.high, self.shape, self.dtype = low, high, shape, dtype


class Discrete:
    def __init__(self, n):
        self.n, self.shape, self.dtype = n, (), numpy.int64


class PufferEnv:
    """Takes buffers, or makes them: rows of observations, and a number of each other kind, for every agent."""

    def __init__(self, buf=None):
        count, space = self.num_agents, self.single_observation_space
        assert isinstance(space, Box) and isinstance(self.single_action_space, Discrete) and count > 0
        made = {"observations": numpy.zeros((count, *space.shape), space.dtype), "rewards": numpy.zeros(count, numpy.float32),
                "terminals": numpy.zeros(count, bool), "truncations": numpy.zeros(count, bool),
                "masks": numpy.ones(count, bool), "actions": numpy.zeros(count, numpy.int32)}
        for name, array in (buf or made).items():
            setattr(self, name, array)


def install():
    spaces = types.ModuleType("gymnasium.spaces")
    spaces.Box, spaces.Discrete = Box, Discrete
    gymnasium = types.ModuleType("gymnasium")
    gymnasium.spaces = spaces
    pufferlib = types.ModuleType("pufferlib")
    pufferlib.PufferEnv = PufferEnv
    sys.modules |= {"gymnasium": gymnasium, "gymnasium.spaces": spaces, "pufferlib": pufferlib}
