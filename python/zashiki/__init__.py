"""Zashiki: three board games with hidden information, for research.

    Game     one game: states, moves, notation, views, records, bots
    Batch    many games at once, into arrays

Adapters for others' interfaces are modules of their own, which import what they need: zashiki.aec (PettingZoo),
zashiki.vector (Gymnasium), zashiki.spiel (OpenSpiel), zashiki.puffer (PufferLib). docs/python.md explains all of it.
"""
import json

from ._core import CHANCE, EVERYTHING, OVER, SPECTATOR, Player, Random, Rules, State, View
from ._core import games, version as __version__
from .batch import Batch, layout
from .game import Game, read_records

__all__ = ["CHANCE", "EVERYTHING", "OVER", "SPECTATOR", "Batch", "Game", "Player", "Random", "Rules", "State", "View",
           "about", "games", "layout", "read_records", "__version__"]


def about(game):
    """What a game is: its name, seats, options with their values, and bots."""
    from ._core import about as _about
    return json.loads(_about(game))
