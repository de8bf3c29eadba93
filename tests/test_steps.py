#!/usr/bin/env python3
"""test_steps.py: every command on a cooperative game that is not Yokai (tests/steps.c), and on Null.

Neither brings a bot, and Steps has no ranks and tells nothing about itself: what they are played by
is the shared search.
"""
import json
import os
import re
import subprocess
import sys
import tempfile

PROGRAM, LAB = (os.environ.get(name) or sys.exit(77) for name in ("ZASHIKI_STEPS", "ZASHIKI_LAB_STEPS"))


def run(*arguments, typed="", status=0, program=PROGRAM):
    done = subprocess.run([program, *arguments], input=typed, capture_output=True, text=True, timeout=600, check=False)
    assert done.returncode == status and "Sanitizer" not in done.stderr, (arguments, done)
    return done.stdout, done.stderr


def lab(*arguments, **more):
    return run(*arguments, program=LAB, **more)


def match(*arguments):
    return json.loads(lab("match", *arguments, "--json")[0])


def test_lists():
    names = {"random": True, "cipher": False, "plain": True, "easy": True, "greedy": False, "normal": True,
             "strong": True}
    plays = dict(re.findall(r"^(\w+)  .*\n    plays (.*)$", run("bots")[0], re.MULTILINE))
    assert list(plays) == list(names)
    for name, known in names.items():
        for game in ("null", "steps"):
            assert (game in plays[name].split(", ")) == known, (name, plays[name])
    assert "steps  Steps, 2 seats" in run("games")[0]


def test_team_of_bots():
    ask = ["--game", "steps", "--deals", "200", "--seed", "3"]
    teams = {name: match(name, *ask)["lines"][0] for name in ("random", "easy", "plain", "normal", "strong@200")}
    points = {name: team["sum"][0] / 200 for name, team in teams.items()}
    # Any moves make 2.8 of 4 points. A search makes 3.4: it reads nothing into what the partner did.
    assert points["random"] < 3.0 < 3.2 < min(points["normal"], points["plain"], points["strong@200"]), points
    assert points["random"] < points["easy"] < points["normal"], points
    assert teams["random"]["won"] + 20 < teams["normal"]["won"] and "ranks" not in teams["normal"]
    printed = lab("match", "normal", *ask)[0].splitlines()
    assert printed[0] == "Steps: 200 deals of seed 3" and len(printed) == 3
    assert printed[1].startswith("a team of normal: %.2f ± " % points["normal"])
    assert printed[1].endswith(", %.1f %% won" % (teams["normal"]["won"] / 2))
    mixed = match("normal", "random", *ask)["lines"][0]
    assert teams["random"]["sum"][0] < mixed["sum"][0] / 2 < teams["normal"]["sum"][0]


def test_arena_and_merge():
    ask = ["arena", "random", "normal@100", "--game", "steps"]
    table = lab(*ask, "--deals", "8")[0]
    assert re.search(r"^normal@100 +\d\.\d\d", table, re.MULTILINE) and "normal@100+open" in table
    parts = "".join(lab(*ask, "--deals", "4", "--from", first, "--json")[0] for first in ("0", "4"))
    assert lab("merge", "-", typed=parts)[0] == table


def test_plain_normal_beats_random_at_null():
    ask = ["--game", "null", "--deals", "300"]
    for name, least in (("plain", 0.6), ("normal", 0.6), ("strong@500", 0.6), ("easy", 0.52)):
        assert match(name, "random", *ask)["lines"][0]["sum"][0] > least * 300 * 24, name


def test_records():
    for game in ("steps", "null"):
        for bots in ("random", "easy,normal", "strong"):
            records = run("selfplay", game, "--games", "3", "--bot", bots, "--playouts", "20")[0]
            assert run("check", typed=records) == ("", "")
            assert run("trace", typed=records)[0].count('"legal"') >= 12
            coverage = json.loads(lab("coverage", "--json", typed=records)[0])
            assert coverage, coverage
    bare = run("selfplay", "steps", "--games", "1")[0]
    assert '"rank"' not in bare and '"points"' in bare


def test_study():
    record = run("selfplay", "steps", "--games", "1", "--seed", "4")[0]
    printed, errors = run("study", "-", "--seat", "all", "--playouts", "200", typed=record)
    assert not errors and "points of the team" in printed and printed.count("decisions") == 2, printed
    studied = json.loads(run("study", "-", "--seat", "all", "--playouts", "200", "--json", typed=record)[0])
    assert studied["points"] == 4 and studied["bot"] == "strong" and len(studied["decisions"]) == 4
    assert all("worth" in decision for decision in studied["decisions"])
    null = run("selfplay", "null", "--games", "1", "--seed", "4")[0]
    assert "chance to win" in run("study", "-", "--seat", "all", "--playouts", "200", typed=null)[0]


def test_play():
    with tempfile.TemporaryDirectory(dir=os.environ.get("ZASHIKI_BUILD")) as folder:
        path = os.path.join(folder, "game.jsonl")
        typed = "help\nhint\nrules\nrules U1\nhop\n" + "1\n" * 4
        printed, errors = run("play", "steps", "--seed", "2", "--save", path, typed=typed)
        assert not errors, errors
        assert "or its number: stay means: stay" in printed
        assert re.search(r"^The strong bot would (step|stay)\.$", printed, re.MULTILINE)
        assert "No rules are written for this game." in printed and '"hop" is not a move' in printed
        assert re.search(r"^(Won together!|Lost together)\nRule U3\n  Guest: \d points?\n  Karakasa: \d points?\n", printed, re.M), printed
        assert "rank" not in printed and "path" not in printed
        assert run("check", path) == ("", "")
        # The path is Yokai's own: another game's records count nothing and harm nothing.
        shown, told = run("path", "add", path, "--name", "person", "--data", folder)
        assert "0 finished games of Yokai" in told, (shown, told)


def test_what_is_only_of_other_games():
    assert "no rules are written for Steps" in run("rules", "steps", status=2)[1]
    assert "only yokai can be solved" in lab("solve", "steps", "--deals", "2", status=2)[1]
    assert "only yotei has card sets" in lab("balance", "steps", status=2)[1]
    assert "does not know Steps" in lab("match", "cipher", "--game", "steps", status=2)[1]
    assert lab("count", "steps", "--depth", "2")[0]
    assert "decisions" in lab("bench", "steps", "--games", "50")[0]


def main():
    for name, test in list(globals().items()):
        if name.startswith("test_"):
            test()


if __name__ == "__main__":
    main()
