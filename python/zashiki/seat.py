"""A seat at somebody else's table: what its player is told, turned into a state to think with.

Whoever sits at a table of a server is told moves in notation, with "?" for what the seat may not know. A Seat follows
them with a state of its own that the seat cannot tell from the true one, so observations, legal moves and resampling are
there as in any game. Where a move turns out to be impossible in that state, another one is drawn by what the seat knows
until the move fits: exact resampling makes that the same as having known no more from the start."""
import json
from collections.abc import Iterator
from typing import Any

from ._core import CHANCE, OVER, Random, Rules, State
from .game import rules_of

TRIES = 1_000_000  # of what is possible nothing is so unlikely
ACTORS = {"A": 0, "B": 1, "C": 2, "D": 3, "chance": CHANCE}


class Seat:
    def __init__(self, game: str | Rules, seat: int | str, *, seed: int = 0, cards: str | None = None, **options: Any) -> None:
        self.rules = rules_of(game, options, cards)
        self.seat = ACTORS[seat] if isinstance(seat, str) else seat
        self.random = Random(seed)
        self.heard: list[tuple[int, str, str, dict[str, Any]]] = []  # (by, move, saw, view), as told
        self.state = self.rules.start()

    def told(self, by: int | str, move: str, saw: str, view: dict[str, Any]) -> None:
        """That `by` ("A", "chance" or a number) has made a move, told like this; `saw` is what it showed to this seat, or "",
        and `view` what the seat knows after it, as a dictionary. (At the end of a game everything is turned up; then the
        state is just one that was possible.)"""
        by = ACTORS[by] if isinstance(by, str) else by
        for _ in range(TRIES):
            fits = [after for after in self._like(by, move, saw)
                    if after.actor == OVER or json.loads(after.view(self.seat).json()) == view]
            if fits:
                self.state = fits[self.random.below(len(fits))]
                self.heard.append((by, move, saw, view))
                return
            self.state = self.state.view(self.seat).resample(self.random)
        raise ValueError(f"{move!r} cannot have been made here.")

    def _like(self, by: int, move: str, saw: str) -> Iterator[State]:
        """The states after each move that would be told like this."""
        state, seat = self.state, self.seat
        if "?" not in move:
            try:
                moves = [state.parse(move, by)]
            except ValueError:
                return
        else:
            moves = [one for one in state.moves(by) if state.print(one, seat) == move]
        for one in moves:
            if state.saw(one, seat) == saw:
                yield state.apply(one)

    def keep(self, count: int) -> None:
        """That all but the first `count` moves were taken back."""
        heard, self.heard, self.state = self.heard[:count], [], self.rules.start()
        for event in heard:
            self.told(*event)
