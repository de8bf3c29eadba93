"""OpenSpiel's interface.

    import pyspiel, zashiki.spiel
    game = pyspiel.load_game("python_zashiki_sketch", {"options": "edition=fr"})
    bot.set_resampler(zashiki.spiel.resampler(seed=1))      # for IS-MCTS

Games are python_zashiki_NAME, with the parameters `options` ("players=3 level=2") and `observe`. Luck is explicit. Actions
are dense ids where the game has them, else places in the list of legal moves; outcomes of luck are places. A seat's
observation is what zashiki.Batch writes (`observe`), as a string its view; its information state is every move as it was
told. At the end winners share 1 and the others -1; where all play together everybody gets 1 or 0. Yōtei's moves out of
turn are left out: in OpenSpiel one player acts at a time."""
import json

import numpy
import pyspiel

from ._core import CHANCE, EVERYTHING, OVER, Random, Rules, about, games
from .batch import OBSERVE
from .decisions import worth


class Told:
    """The moves up to a position, as a chain that copies share. What a seat was told is worked out when it is asked for."""
    __slots__ = ("before", "state", "move", "texts")

    def __init__(self, before, state, move, texts=None):
        self.before, self.state, self.move, self.texts = before, state, move, texts or {}

    def text(self, seat):
        if seat not in self.texts:
            told, saw = self.state.print(self.move, seat), self.state.saw(self.move, seat)
            self.texts[seat] = f"{self.before.text(seat)}{told}{f' [{saw}]' if saw else ''}\n"
        return self.texts[seat]

    def __deepcopy__(self, memo):
        return self


class State(pyspiel.State):
    """One position. Its attributes never change but are replaced, so that the copies that OpenSpiel makes are cheap."""

    def __init__(self, game):
        super().__init__(game)
        self.rules = game.rules
        self.state = self.rules.start()
        self.told = game.start

    def current_player(self):
        actor = self.state.actor
        if actor == OVER:
            return pyspiel.PlayerId.TERMINAL
        return pyspiel.PlayerId.CHANCE if actor == CHANCE else actor

    def _numbered(self, player):
        """{action: move}, ascending."""
        moves = self.state.moves(player)
        return dict(sorted(zip(self.state.dense(player), moves)) if self.rules.dense_count else enumerate(moves))

    def _legal_actions(self, player):
        return list(self._numbered(player)) if player == self.state.actor else []

    def chance_outcomes(self):
        outcomes = self.state.outcomes()
        total = sum(weight for _, weight in outcomes)
        return [(place, weight / total) for place, (_, weight) in enumerate(outcomes)]

    def _move(self, action):
        if self.state.actor == CHANCE:
            return self.state.outcomes()[action][0]
        return self._numbered(self.state.actor)[action]

    def _apply_action(self, action):
        move = self._move(action)
        self.told = Told(self.told, self.state, move)
        self.state = self.state.apply(move)

    def _action_to_string(self, player, action):
        return self.state.print(self._move(action))

    def is_terminal(self):
        return self.state.actor == OVER

    def returns(self):
        return worth(self.rules, self.state) if self.is_terminal() else [0.0] * self.rules.seats

    def __str__(self):
        return self.state.view(EVERYTHING).text()


class Observer:
    """What a seat observes as numbers, or its view or what it was told as a string."""

    def __init__(self, kind, recall, size):
        self.kind, self.recall = kind, recall
        self.tensor = numpy.zeros(size, numpy.float32)
        self.dict = {"observation": self.tensor}

    def set_from(self, state, player):
        self.tensor[:] = numpy.frombuffer(state.state.observe(player, self.kind), numpy.uint8)

    def string_from(self, state, player):
        return state.told.text(player) if self.recall else state.state.view(player).json()


def resampler(seed=0):
    """For IS-MCTS's set_resampler: positions that the player cannot tell from this one, each as likely as the others."""
    random = Random(seed)

    def resample(state, player):
        other = state.clone()
        other.state = state.state.view(player).resample(random)
        # What the player was told is the same; what the others were told in that world is summed up by their views.
        texts = {seat: other.state.view(seat).json() for seat in range(state.rules.seats)}
        texts[player] = state.told.text(player)
        other.told = Told(None, None, None, texts)
        return other

    return resample


def _register(name):
    facts = json.loads(about(name))
    together = facts["together"]
    game_type = pyspiel.GameType(
        short_name=f"python_zashiki_{name}",
        long_name=facts["name"],
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.IDENTICAL if together else pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=facts["seats_max"], min_num_players=facts["seats_min"],
        provides_information_state_string=True, provides_information_state_tensor=False,
        provides_observation_string=True, provides_observation_tensor=True,
        provides_factored_observation_string=False,
        parameter_specification={"options": "", "observe": "memory"})

    class Game(pyspiel.Game):
        def __init__(self, params=None):
            params = params or {}
            self.rules = Rules(name, str(params.get("options", "")))
            self.kind = OBSERVE[str(params.get("observe", "memory"))]
            seats, length = self.rules.seats, self.rules.length_max
            self.start = Told(None, None, None, dict.fromkeys(range(seats), ""))
            super().__init__(game_type, pyspiel.GameInfo(
                num_distinct_actions=self.rules.dense_count or self.rules.moves_max,
                max_chance_outcomes=self.rules.moves_max, num_players=seats,
                min_utility=0.0 if together else -1.0, max_utility=1.0,
                utility_sum=None if together else 0.0, max_game_length=length), params)

        def new_initial_state(self):
            return State(self)

        def make_py_observer(self, iig_obs_type=None, params=None):
            size = len(self.rules.start().observe(0, self.kind))
            return Observer(self.kind, bool(iig_obs_type and iig_obs_type.perfect_recall), size)

    pyspiel.register_game(game_type, Game)


for _name in games():
    try:
        Rules(_name).layout(0)
    except ValueError:
        continue  # a game that has no observations
    _register(_name)
