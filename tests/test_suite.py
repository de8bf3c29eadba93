#!/usr/bin/env python3
"""The benchmark (docs/benchmark.md): its suites never change, what a bot plays is scored, and games that are not the
suite's are refused by what is wrong with them. Prints TAP. See program.py."""
import hashlib
import json
import re
import sys
from pathlib import Path

from program import run_tests, zashiki, zashiki_lab

run = zashiki_lab.run
DEALS = 4
PINNED = Path("tests/suites.txt")
SLOW = {"sketch-strong", "yotei-3-normal", "yotei-4-normal"}  # half of the time; with the argument `all` they are played, too


def suites():
    return [line.split()[0] for line in run("suite")[0].splitlines()]


def records(text):
    """Each with its lines' ends."""
    return re.findall(r'\{"zashiki".*\n(?:(?!\{"zashiki").*\n)*', text)


def whole():
    return records(run("suite", "sketch-greedy", "--bot", "easy", "--deals", str(DEALS))[0])


def refused(games, sentence, suite="sketch-greedy", deals=DEALS):
    printed, errors = run("score", suite, "-", "--deals", str(deals), typed="".join(games), status=1)
    assert not printed and re.search(sentence, errors.splitlines()[0]), errors


def test_suites_are_what_they_were():
    """Luck, partners and records of the first deal of every suite, pinned. A line is added, never changed."""
    pinned = dict(line.split() for line in PINNED.read_text().splitlines() if not line.startswith("#"))
    assert list(pinned) == suites()
    for name in set(pinned) - (set() if "all" in sys.argv else SLOW):
        played = run("suite", name, "--bot", "random", "--deals", "1", binary=True)[0]
        assert hashlib.sha256(played).hexdigest()[:16] == pinned[name], (name, hashlib.sha256(played).hexdigest())


def test_what_is_played_is_scored():
    for name, deals, shown in (("sketch-greedy", 4, "edition=fr +2 deals: +[0-9.]+ ± [0-9.]+ % won"),
                               ("yokai-2-self", 5, "players=2 level=5 +1 deals: [0-9.]+ ± [0-9.]+ points, [0-9.]+ ± [0-9.]+ % won"),
                               ("yotei-3-greedy", 2, "players=3 cards=niseko-1 +2 deals")):
        facts = json.loads(run("suite", name, "--json")[0])
        assert facts["suite"] == name and facts["game"] == name.split("-")[0] and facts["deals"] > deals
        played = run("suite", name, "--bot", "easy", "--deals", str(deals))[0]
        assert len(records(played)) == deals * (facts["seats"] if facts["partner"] else 1)
        score, errors = run("score", name, "-", "--deals", str(deals), typed=played)
        assert score.startswith(name + ": easy\n") and re.search(shown, score) and not errors, score
        assert f"only {deals} of {facts['deals']} deals" in score


def test_shares_are_counted():
    """As zashiki-lab match would: a deal is what it gave in both seats."""
    games = whole()
    won = sum(f'"winners":["{"AB"[i % 2]}"]' in game for i, game in enumerate(games))
    assert 0 < won < len(games) and f"{100 * won / len(games):.1f} ± " in run("score", "sketch-greedy", "-", "--deals", "4",
                                                                             typed="".join(games))[0].splitlines()[-2]


def test_parts_are_the_whole():
    parts = [run("suite", "sketch-greedy", "--bot", "easy", "--from", str(i), "--deals", "1")[0] for i in range(DEALS)]
    assert "".join(parts) == "".join(whole())


def test_games_that_are_not_the_suites_are_refused():
    games = whole()
    other = records(run("suite", "sketch-normal", "--bot", "easy", "--deals", str(DEALS))[0])
    alien = records(zashiki.run("selfplay", "sketch", "--games", "1", "--seed", "3", "--bot", "easy,greedy")[0])
    french = records(zashiki.run("selfplay", "sketch", "--games", "1", "--seed", "3", "--bot", "easy,greedy", "--set", "edition=fr")[0])
    yokai = records(zashiki.run("selfplay", "yokai", "--games", "1")[0])
    refused(games[:3] + games[4:], "^<?-?.*: this is deal 2 with the entrant in seat A; deal 1 with the entrant in seat B is missing")
    refused(games[:-1], ": deal 3 with the entrant in seat B is missing, and all after it")
    refused([], ": deal 0 with the entrant in seat A is missing")
    refused(games[:3] + games[2:], "this is deal 1 with the entrant in seat A, which was there before")
    refused([games[1], games[0]], "this is deal 0 with the entrant in seat B; deal 0 with the entrant in seat A is missing")
    refused(games + games[:1], "there are more games than the 8 of so many deals")
    refused(alien + games[1:], 'this is no deal of the suite: in deal 0 .* luck brings "')
    refused(french + games[1:], "deal 0 .* is played with edition=en, not with edition=fr")
    refused(yokai + games[1:], "a game of Yokai, where the suite is one of Yokai Sketch")
    refused([games[0].replace("greedy", "normal")] + games[1:], 'seat B is that of greedy, not of "normal"')
    refused([games[0], games[1].replace("easy", "hard")] + games[2:], 'has one name, .*"hard" is not "easy"')
    refused([other[0].replace("normal", "greedy")] + games[1:], r'in seat B, greedy does not play "play .*" here, but "play ')
    refused([re.sub(r'"points":\{"A":\d+', '"points":{"A":99', games[0])] + games[1:], "result")
    refused([games[0].rsplit("\n", 2)[0] + "\n"] + games[1:], "the game is not over|result")
    cut = games[0].splitlines(keepends=True)
    refused(["".join(cut[:len(cut) // 2])] + games[1:], "the game is not over")


def test_usage():
    for arguments, hint in ((["score", "sketch-gredy", "x"], '"sketch-greedy"'), (["suite", "chess"], "zashiki-lab suite"),
                            (["suite", "sketch-greedy"], "--bot"), (["suite", "--bot", "easy"], "which suite"),
                            (["suite", "sketch-greedy", "--bot", "nobody"], "zashiki bots"),
                            (["suite", "sketch-greedy", "--bot", "easy", "--deals", "1001"], "1000"),
                            (["score", "sketch-greedy", "no/such/file"], "no/such/file"), (["score", "sketch-greedy"], "FILE")):
        printed, errors = run(*arguments, status=2)
        assert not printed and hint in errors, errors


if __name__ == "__main__":
    sys.exit(run_tests(globals()))
