#!/usr/bin/env python3
"""count.py: counts ways to go on with the independent judge and compares tests/counts.txt.

    python3 tests/judge/count.py

The judge cannot copy a game, so every position is played again from the start: slow, and therefore
only as deep as numbers are not marked with *.
"""
import sys
from pathlib import Path

from sketch import Sketch


def play(options, moves):
    game = Sketch(options)
    for move in moves:
        game.apply(move)
    return game


def texts(game):
    legal = game.legal()
    return [move for move, _ in legal] if game.actor() == "chance" else legal


def count(options, moves, depth):
    game = play(options, moves)
    legal = texts(game)
    if depth == 1:
        return len(legal)
    return sum(count(options, moves + [move], depth - 1) for move in legal)


def main():
    wrong = 0
    path = Path(__file__).resolve().parent.parent / "counts.txt"
    for number, line in enumerate(path.read_text().splitlines(), 1):
        if not line or line.startswith("#"):
            continue
        name, moves, counts = (part.strip() for part in line.split("|"))
        game, *options = name.split()
        if game != "sketch":
            continue
        options = dict(option.split("=") for option in options)
        # "A play RB>R" is what A does; the judge knows whose turn it is.
        moves = [move.removeprefix("A ").removeprefix("B ") for move in moves.split("; ") if move]
        for depth, expected in enumerate(counts.split(), 1):
            if expected.endswith("*"):
                break
            found = count(options, moves, depth)
            if found != int(expected):
                print(f"{path.name}:{number}: depth {depth}: {expected} in the file, "
                      f"the judge counts {found}")
                wrong += 1
        print(f"{path.name}:{number}: {name}: {depth - 1 if expected.endswith('*') else depth} deep")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
