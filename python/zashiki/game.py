"""One game: a state that can be copied, moves as numbers or in notation, views, records, and bots in its seats."""
import json
from collections.abc import Iterable, Sequence
from typing import Any

from . import _core
from ._core import CHANCE, EVERYTHING, OVER, Player, Random, Rules, State


def rules_of(game: str | Rules, options: dict[str, Any] | None = None, cards: str | None = None) -> Rules:
    """Rules by the name of a game and a dictionary of options; rules are themselves."""
    if isinstance(game, Rules):
        return game
    return Rules(game, " ".join(f"{name}={value}" for name, value in (options or {}).items()), cards)


class Game:
    """A game in progress.

        game = Game("sketch", seed=1, edition="fr")
        game.seat_bot(1, "greedy")
        while not game.over:
            game.play(random.choice(game.legal()))      # the bots answer, and luck is played

    Luck comes from a generator of the game's own, the stream `stream` of `seed`, and is played as soon as it is due; with
    luck=False it is left to the caller, for whom its outcomes are moves (`outcomes`). `names` are those in its record."""

    rules: Rules
    state: State
    moves: list[int]  # made so far, luck's included

    def __init__(self, game: str | Rules, *, seed: int = 0, stream: int = 0, luck: bool = True,
                 names: Sequence[str] | None = None, cards: str | None = None, **options: Any) -> None:
        self.rules = rules_of(game, options, cards)
        self.names = tuple(names or "ABCD"[:self.rules.seats])
        self.luck = Random(seed, stream)
        self.plays_luck = luck
        self.start = self.state = self.rules.start()
        self.moves = []
        self._bots: dict[int, Player] = {}
        self._advance()

    # ---- Where it stands ----

    @property
    def seats(self) -> int:
        return self.rules.seats

    @property
    def actor(self) -> int:
        """The seat that decides, CHANCE or OVER."""
        return self.state.actor

    @property
    def over(self) -> bool:
        return self.state.actor == OVER

    def legal(self, seat: int | None = None) -> list[int]:
        """The legal moves of a seat, or of the actor. A seat that is not the actor gets what it may do out of turn."""
        return self.state.moves() if seat is None else self.state.moves(seat)

    def outcomes(self) -> list[tuple[int, int]]:
        """What luck can do now: (move, weight)."""
        return self.state.outcomes()

    def notation(self, move: int, seat: int = EVERYTHING) -> str:
        """A legal move in notation, as a seat is told of it."""
        return self.state.print(move, seat)

    def parse(self, text: str, seat: int | None = None) -> int:
        """The legal move that a text means; ValueError with the rule that forbids it."""
        return self.state.parse(text) if seat is None else self.state.parse(text, seat)

    def view(self, seat: int) -> dict[str, Any]:
        """What a seat, SPECTATOR or EVERYTHING knows with a perfect memory, as a dictionary."""
        view: dict[str, Any] = json.loads(self.state.view(seat).json())
        return view

    def board(self, seat: int, memory: bool = True) -> str:
        """The same as plain text."""
        return self.state.view(seat).text(memory)

    @property
    def points(self) -> list[int] | None:
        """The points of each seat as they stand, or None where the game shows none."""
        return self.state.points()

    @property
    def result(self) -> dict[str, Any] | None:
        """How a game that is over ended: winners, points, the rule; else None."""
        return json.loads(self.state.result()) if self.over else None

    # ---- Moves ----

    def play(self, move: int | str) -> None:
        """Makes a legal move, a number or in notation; then luck is played, and the bots play until somebody else decides."""
        self._make(self.parse(move) if isinstance(move, str) else move)
        self._advance()

    def _make(self, move: int) -> None:
        after = self.state.apply(move)
        for player in self._bots.values():
            player.tell(self.state, move)
        self.state = after
        self.moves.append(move)

    def _advance(self) -> None:
        while True:
            actor = self.state.actor
            if actor == CHANCE and self.plays_luck:
                self._make(self.state.sample(self.luck))
            elif actor in self._bots:
                self._make(self._bots[actor].choose(self.state)[0])
            else:
                return

    # ---- Bots ----

    def bot(self, name: str, seat: int, seed: int = 0) -> Player:
        """A bot that has been told of the game so far, as if it had sat there from the start."""
        player, state = Player(self.rules, name, seat, seed), self.start
        for move in self.moves:
            player.tell(state, move)
            state = state.apply(move)
        return player

    def seat_bot(self, seat: int, name: str, seed: int = 0, playouts: int = 0) -> None:
        """Lets a bot of ours play a seat from now on."""
        player = self.bot(name, seat, seed)
        player.budget(playouts)
        self._bots[seat] = player
        self._advance()

    # ---- Copies ----

    def copy(self, seed: int | None = None) -> "Game":
        """Another game that stands where this one does, with its bots. Without a seed the same luck follows."""
        other = object.__new__(Game)
        other.__dict__.update(self.__dict__)
        other.luck = self.luck.copy() if seed is None else Random(seed)
        other.moves = list(self.moves)
        other._bots = {seat: player.copy() for seat, player in self._bots.items()}
        return other

    __copy__ = copy

    def __deepcopy__(self, memo: Any) -> "Game":
        return self.copy()

    def resample(self, seat: int, seed: int) -> "Game":
        """A game that the seat cannot tell from this one, each as likely as the others, with other luck: for a search that
        must not know what its seat does not. It has no bots and no record, since its past is not told."""
        other = self.copy(seed)
        other._bots, other.moves = {}, []
        other.start = other.state = self.state.view(seat).resample(other.luck)
        return other

    # ---- Records ----

    def record(self) -> str:
        """The game as a record (docs/records.md)."""
        if self.start != self.rules.start():
            raise ValueError("A game that was resampled has no record.")
        return _core.write_record(self.rules, self.names, self.moves)

    @classmethod
    def from_moves(cls, rules: str | Rules, moves: Iterable[int], names: Sequence[str] | None = None,
                   **options: Any) -> "Game":
        """The game after these moves, luck's included."""
        game = cls(rules, luck=False, names=names, **options)
        for move in moves:
            game._make(move)
        return game


def read_records(text: str) -> list[Game]:
    """Every record of a text as a game after its last move, whose luck is the caller's. ValueError, with the line, when
    one is wrong."""
    games = []
    for line, rules, names, moves, _, why in _core.read_records(text):
        if rules is None or moves is None:
            raise ValueError(f"line {line}: {why}")
        games.append(Game.from_moves(rules, moves, names))
    return games
