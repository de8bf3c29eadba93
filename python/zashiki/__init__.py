"""Zashiki: three board games with hidden information, for research.

    Game     one game: states, moves, notation, views, records, bots
    Batch    many games at once, into arrays
    Seat     a seat at somebody else's table, by what it is told

Adapters for others' interfaces are modules of their own, which import what they need: zashiki.aec (PettingZoo),
zashiki.vector (Gymnasium), zashiki.spiel (OpenSpiel), zashiki.puffer (PufferLib). docs/python.md explains all of it.
"""
import json
from typing import Any

from . import _core
from ._core import CHANCE, EVERYTHING, OVER, SPECTATOR, Player, Random, Rules, State, View
from ._core import games, version as __version__
from .batch import Batch, layout
from .game import Game, read_records
from .seat import Seat

__all__ = ["CHANCE", "EVERYTHING", "OVER", "SPECTATOR", "Batch", "Game", "Player", "Random", "Rules", "Seat", "State", "View",
           "about", "games", "layout", "read_records", "__version__"]


def about(game: str) -> dict[str, Any]:
    """What a game is: its name, seats, options with their values, and bots."""
    facts: dict[str, Any] = json.loads(_core.about(game))
    return facts
