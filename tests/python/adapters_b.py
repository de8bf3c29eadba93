"""Run by test_adapters.py in the second virtual environment, with PufferLib's own Python files of version 3.0.0."""
import contextlib

import numpy
import pufferlib
import pufferlib.vector

import zashiki
import zashiki.puffer
from check_puffer import check

assert pufferlib.__version__ == 3.0
for game in zashiki.games():
    with contextlib.suppress(ValueError):
        zashiki.layout(game)
        check(zashiki.puffer.Environment, game)
print("buffers", flush=True)

vector = pufferlib.vector.make(zashiki.puffer.Environment, num_envs=3, env_kwargs={"game": "sketch", "count": 5},
                               backend=pufferlib.vector.Serial)
random, games = numpy.random.default_rng(1), 0
observations, _ = vector.reset(seed=1)
for _ in range(300):
    observations, rewards, terminals, truncations, infos = vector.step(random.integers(0, vector.single_action_space.n, 30))
    games += sum(info["games"] for info in infos)
assert observations.shape[0] == rewards.shape[0] == 30 and games > 5
vector.close()
print("vector", flush=True)
