"""Run by test_adapters.py in the first virtual environment: PettingZoo, Gymnasium and OpenSpiel try our environments by
their own tests. Prints a line for each that passed."""
import contextlib
import io
import json
import os
import sys
import warnings

import gymnasium
import numpy
import pyspiel
from open_spiel.python.algorithms import ismcts, mcts
from pettingzoo.test import api_test, render_test, seed_test

import zashiki
import zashiki.aec
import zashiki.spiel
import zashiki.vector

warnings.filterwarnings("ignore", message="Observation space for each agent|Observation is not a NumPy array")
MORE = {"sketch": [{"edition": "fr", "action": "place", "reward": "points"}, {"limit": 9}, {"bots": {1: "greedy"}}],
        "yokai": [{"players": 4}, {"bots": {1: "easy"}, "limit": 6}], "yotei": [{"players": 3, "out_of_turn": True}]}


def with_batches():
    for game in zashiki.games():
        with contextlib.suppress(ValueError):
            zashiki.layout(game)
            yield game


def pettingzoo():
    for game in with_batches():
        for options in [{}, *MORE.get(game, [])]:
            def make(render_mode=None, game=game, options=options):
                return zashiki.aec.env(game, render_mode=render_mode, **options)
            with contextlib.redirect_stdout(io.StringIO()):
                api_test(make(), num_cycles=200)
                seed_test(make, num_cycles=60)
                render_test(make)


def gymnasium_vector():
    random = numpy.random.default_rng(1)

    def choose(observation):
        return numpy.array([random.choice(numpy.flatnonzero(row)) if row.any() else 0 for row in observation["action_mask"]])

    for game in with_batches():
        for options in ({}, {"autoreset": "same"}, {"autoreset": "disabled"}, {"action": "place", "limit": 9},
                        {"opponents": "random"}, {"opponents": "random", "autoreset": "same", "seat": 1}):
            env = zashiki.vector.Environment(game, 4, seed=3, **options)
            assert isinstance(env, gymnasium.vector.VectorEnv)
            mode = env.metadata["autoreset_mode"]
            first, _ = env.reset(seed=5)
            observation, infos = env.reset(seed=5)
            assert (first["observation"] == observation["observation"]).all() and infos["actor"].shape == (4,)
            ended = begun = 0
            over = numpy.zeros(4, bool)
            for _ in range(250):
                observation, reward, terminated, truncated, infos = env.step(choose(observation))
                assert observation in env.observation_space and reward.shape == (4,)
                if mode == gymnasium.vector.AutoresetMode.NEXT_STEP:
                    assert not (terminated | truncated)[over].any() and not reward[over].any()
                    begun += over.sum()
                over = terminated | truncated
                ended += over.sum()
                if mode == gymnasium.vector.AutoresetMode.SAME_STEP and over.any():
                    assert (infos["_final_obs"] == over).all() and observation["action_mask"].any(axis=1).all()
                    begun += over.sum()
                if mode == gymnasium.vector.AutoresetMode.DISABLED and over.any():
                    observation, _ = env.reset(options={"reset_mask": over})
                    begun += over.sum()
                    over = numpy.zeros(4, bool)
            assert ended and 0 <= ended - begun <= 4, (game, options, ended, begun)


def openspiel():
    for game in with_batches():
        for options in ["", *{"sketch": ["edition=fr"], "yokai": ["players=3"], "yotei": ["players=4"]}.get(game, [])]:
            loaded = pyspiel.load_game(f"python_zashiki_{game}", {"options": options})
            pyspiel.random_sim_test(loaded, num_sims=2, serialize=False, verbose=False)


def openspiel_ismcts():
    """Its IS-MCTS plays with our resampler, and wins most games of Yokai Sketch against random moves."""
    game, random = pyspiel.load_game("python_zashiki_sketch"), numpy.random.RandomState(1)
    bot = ismcts.ISMCTSBot(game, mcts.RandomRolloutEvaluator(1, random), uct_c=1.0, max_simulations=12, random_state=random,
                           use_observation_string=True)
    worlds, resample = [], zashiki.spiel.resampler(1)

    def watch(state, player):
        world = resample(state, player)
        assert world.observation_string(player) == state.observation_string(player)
        assert world.information_state_string(player) == state.information_state_string(player)
        worlds.append(world.state != state.state)
        return world

    bot.set_resampler(watch)
    state, decisions = game.new_initial_state(), 0
    while not state.is_terminal() and decisions < 12:
        if state.is_chance_node():
            outcomes, chances = zip(*state.chance_outcomes())
            state.apply_action(random.choice(outcomes, p=chances))
        elif state.current_player() == 0:
            state.apply_action(bot.step(state))
            decisions += 1
        else:
            state.apply_action(random.choice(state.legal_actions()))
    assert decisions and any(worlds)


def installed():
    """What is tried is the wheel, not the checkout; it has what it should and needs the C library alone."""
    folder = os.path.dirname(zashiki.__file__)
    assert folder.startswith(sys.prefix), folder
    assert sorted(os.listdir(folder))[:2] == ["__init__.py", "__pycache__"] and "py.typed" in os.listdir(folder)
    assert zashiki._core.__file__.endswith("_core.abi3.so")
    json.dumps(zashiki.about("sketch"))


for test in (installed, pettingzoo, gymnasium_vector, openspiel, openspiel_ismcts):
    test()
    print(test.__name__, flush=True)
