#!/usr/bin/env python3
"""The engine against an independent implementation of a game's rules (tests/GAME/judge.py), both ways round: games
played by the engine are traced by the judge, and games made by the judge, steered toward what random play seldom
meets, are traced by the engine. Every legal move, probability, point and result must be the same, byte for byte.

    tests/test_judged.py GAME...     $ZASHIKI is the program; JUDGED=10 plays ten times as many games

Compared are the kept records in tests/GAME/records and what tests/GAME/judged.list asks for, by the line:

    engine GAMES SEED BOT OPTION=VALUE...                   played by the engine
    judge GAMES SEED MODE OPTION=VALUE... [--cards=FILE]    made by the judge
"""
import os
import subprocess
import sys
import tempfile
from argparse import Namespace
from pathlib import Path

TESTS = Path(__file__).resolve().parent
sys.path[0] = str(TESTS)
from judge import judge                                                      # noqa: E402

PROGRAM = os.environ["ZASHIKI"]
TIMES = int(os.environ.get("JUDGED", "1"))


def into(path, *command):
    with open(path, "wb") as file:
        subprocess.run(command, stdout=file, check=True)


def compare(name, records, scratch):
    """Whether both say the same of these records."""
    print(name, end=": ", flush=True)
    subprocess.run([PROGRAM, "check", records], check=True, stdout=subprocess.DEVNULL)
    into(scratch / "traces", PROGRAM, "trace", records)
    return not judge.do_check(Namespace(records=records, traces=scratch / "traces"))


def play(game, line, scratch):
    """A file of records as a line of judged.list asks for."""
    kind, games, seed, who, *options = line.split()
    count = ["--games", str(int(games) * TIMES), "--seed", seed]
    more = [word for option in options for word in ([option] if option[0] == "-" else ["--set", option])]
    records = scratch / "records"
    if kind == "engine":
        into(records, PROGRAM, "selfplay", game, *count, "--bot", who, *more)
    else:
        into(records, sys.executable, TESTS / "judge/judge.py", "make", "--game", game, *count, "--steer", who, *more)
    return records


def main(games):
    same = True
    with tempfile.TemporaryDirectory() as folder:
        scratch = Path(folder)
        for game in games:
            for records in sorted((TESTS / game / "records").glob("*.jsonl")):
                same &= compare(f"{game}/records/{records.name}", records, scratch)
            for line in (TESTS / game / "judged.list").read_text().splitlines():
                if line and line[0] != "#":
                    same &= compare(f"{game}: {line}", play(game, line, scratch), scratch)
    return 0 if same else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:] or sorted(judge.GAMES)))
