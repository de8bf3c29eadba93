#!/usr/bin/env python3
"""count.py: counts ways to go on with the independent judge and compares tests/counts.txt.

    python3 tests/judge/count.py

The judge cannot copy a game, so every position is played again from the start: slow, and therefore
only as deep as numbers are not marked with *.
"""
import sys
from pathlib import Path

sys.path[0] = str(Path(__file__).resolve().parent.parent)
from judge.judge import GAMES, begin, make                                  # noqa: E402


def apply(game, move, look=True):
    """A move of the seat that acts now, or of the one that the text names ("B cash fox")."""
    by, _, text = move.partition(" ")
    if by not in ("A", "B", "C", "D"):
        by, text = game.actor(), move
    if not look:
        make(game, by, text)
    elif hasattr(game, "also"):
        game.apply(by, text)
    else:
        game.apply(text)


def play(name, options, moves):
    game = begin({"game": name, "options": options})
    for move in moves[:-1]:
        apply(game, move, False)  # without listing the legal moves: they were when it was the last
    if moves:
        apply(game, moves[-1])
    return game


def play_all(name, options, moves):
    """The same, every move looked at."""
    game = begin({"game": name, "options": options})
    for move in moves:
        apply(game, move)


def texts(game):
    legal = game.legal()
    return [move for move, _ in legal] if game.actor() == "chance" else legal


def count(name, options, moves, depth):
    game = play(name, options, moves)
    legal = texts(game)
    if depth == 1:
        return len(legal)
    return sum(count(name, options, moves + [move], depth - 1) for move in legal)


def main():
    wrong = 0
    path = Path(__file__).resolve().parent.parent / "counts.txt"
    for number, line in enumerate(path.read_text().splitlines(), 1):
        if not line or line.startswith("#"):
            continue
        name, moves, counts = (part.strip() for part in line.split("|"))
        game, *options = name.split()
        if game not in GAMES:
            continue
        options = dict(option.split("=") for option in options)
        moves = [move for move in moves.split("; ") if move]
        play_all(game, options, moves)
        for depth, expected in enumerate(counts.split(), 1):
            if expected.endswith("*"):
                break
            found = count(game, options, moves, depth)
            if found != int(expected):
                print(f"{path.name}:{number}: depth {depth}: {expected} in the file, "
                      f"the judge counts {found}")
                wrong += 1
        print(f"{path.name}:{number}: {name}: {depth - 1 if expected.endswith('*') else depth} deep")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
