#!/usr/bin/env python3
"""`zashiki-lab` from outside: what it prints, where, and how it exits. Prints TAP. See program.py."""
import json
import os
import re
import shutil
import sys
import tempfile
from pathlib import Path

from program import (DEALS, HEAD, LAB_COMMANDS, bare_text, check_examples, check_help, check_manual, check_usage_errors,
                     check_version, check_zsh, run_tests, zashiki, zashiki_lab)

COMMANDS = LAB_COMMANDS + ["manual", "completion", "help"]
TINY = "tests/yotei/records/tiny.json"
run = zashiki_lab.run
run_in_terminal = zashiki_lab.run_in_terminal


# ---- Help, versions, usage ----

def test_help_of_every_command():
    check_help(zashiki_lab, COMMANDS)


def test_plain_examples_work():
    """Whole matches; what they run runs with sanitizers below, over fewer games."""
    check_examples(zashiki_lab, COMMANDS, r"\.json|man -l|--all|balance|bench/plot|crossplay strong|learn|docs/layouts")


def test_version():
    check_version(zashiki_lab)


def test_usage_errors():
    check_usage_errors(zashiki_lab, [
        ([], "COMMAND"), (["mach"], '"match"'), (["xyzzy"], "zashiki-lab help"),
        (["--versoin"], "zashiki-lab --help"), (["help", "xyzzy"], "zashiki-lab help"),
        (["match", "greedy", "--xyzzy"], "zashiki-lab match --help"),
        (["crossplay"], "BOT"), (["crossplay", "nobody"], "zashiki bots"), (["crossplay", "normal", "--deals", "1"], "from 2"),
        (["crossplay", "easy:joins=3"], "no manner"), (["crossplay", "strong:joy=3"], '"joy"'),
        (["crossplay", "strong:joins"], "FIELD=NUMBER"), (["crossplay", "strong", "--set", "players=5"], "2, 3 or 4"),
        (["learn"], "learn sketch"), (["learn", "yokai"], "only sketch"), (["learn", "sketch", "--first", "0"], "from 1"),
        (["bench"], "--all"), (["bench", "sketch", "--all"], "--all"),
        (["count", "sketch", "--depth", "0"], "from 1"), (["layouts", "--json"], "GAME"), (["match"], "BOT"),
        (["match", "greedy", "random"], "--game"), (["match", "greedy", "--game", "sketch"], "two bots"),
        (["match", "a", "b", "--game", "chess"], "game"),
        (["match", "greedy", "easy", "random", "--game", "sketch"], "name two bots, not 3"),
        (["match", "easy", "easy", "easy", "--game", "yokai", "--set", "players=4"], "each of 4 seats"),
        (["match", "greedy", "gredy", "--game", "sketch"], '"greedy"'),
        (["match", "greedy+open", "random", "--game", "sketch"], "does not search"),
        (["match", "normal+open", "--game", "yokai"], "does not search"),
        (["match", "plain@0", "random", "--game", "sketch"], "@N"),
        (["match", "plain@4294967296", "random", "--game", "sketch"], "@N"),
        (["match", "plain+open@5", "random", "--game", "sketch"], "@N"),
        (["match", "plain@5x", "random", "--game", "sketch"], "@N"),
        (["match", "plain", "random", "--game", "sketch", "--sprt", "5"], "--sprt"),
        (["match", "plain", "random", "--game", "sketch", "--sprt", "5,5"], "--sprt"),
        (["match", "plain", "random", "--game", "sketch", "--sprt", "nan,5"], "--sprt"),
        (["match", "normal", "easy", "--game", "yokai", "--sprt", "0,5"], "against"),
        (["match", "greedy", "random", "--game", "sketch", "--deals", "0"], "from 1"),
        (["match", "greedy", "random", "--game", "sketch", "--jobs", "0"], "from 1"),
        (["match", "greedy", "random", "--game", "sketch", "--seed", "9223372036854775808"], "--seed"),
        (["arena", "random", "--game", "sketch"], "BOT BOT"),
        (["arena", "random", "random", "--game", "sketch"], "twice"),
        (["arena", *["plain@%d" % i for i in range(1, 17)], "--game", "sketch"], "more than 16"), (["merge"], "FILE"),
        (["merge", "no/such/file"], "no/such/file"), (["solve"], "solve yokai"),
        (["solve", "sketch", "--deals", "1"], "only yokai"), (["solve", "yokai"], "--layout"),
        (["solve", "yokai", "--deals", "1", "--layout", "KPRO" * 4], "--layout"),
        (["solve", "yokai", "--deals", "0"], "whole number"),
        (["solve", "yokai", "--layout", "KPRO" * 3 + "KPR"], "sixteen letters, row by row, not 15"),
        (["solve", "yokai", "--layout", ""], "not 0"),
        (["solve", "yokai", "--layout", "KPRO" * 3 + "KPR?"], "card 16 is none"),
        (["solve", "yokai", "--layout", "KPRO" * 3 + "KPRK"], "5 K"),
        (["solve", "yokai", "--layout", "KPRO" * 4, "--players", "5"], "2, 3 or 4"), (["balance"], "yotei"),
        (["balance", "sketch"], "only yotei"), (["balance", "yotei", "--players", "5"], "2, 3 or 4"),
        (["balance", "yotei", "--games", "0"], "from 1"), (["balance", "yotei", "--cards", "nothing"], "no card set"),
        (["balance", "yotei", "no/such/file"], "no/such/file: No such file"),
    ])


# ---- Shells and the manual ----

def test_completion_in_bash():
    complete = zashiki_lab.complete_in_bash
    assert complete("mat") == ["match"]
    assert set(COMMANDS) <= set(complete(""))
    assert complete("arena", "gre") == ["greedy"]
    assert complete("bench", "sketch", "--se") == ["--seed", "--set"]


def test_completion_in_zsh():
    check_zsh(zashiki_lab)
    if shutil.which("zsh"):
        assert zashiki_lab.complete_in_zsh("mat") == "match "


def test_completion_in_fish():
    if not shutil.which("fish"):
        return
    complete = zashiki_lab.complete_in_fish
    assert complete("mat") == ["match"]
    assert complete("arena gre") == ["greedy"]
    assert set(complete("bench sketch --se")) == {"--seed", "--set"}


def test_manual():
    check_manual(zashiki_lab, COMMANDS)


# ---- Balance ----

def test_balance():
    arguments = ["balance", "yotei", "--cards", "niseko-1", "--games", "40", "--players", "3", "--seed", "4"]
    table, errors = run(*arguments)
    assert not errors and table == run(*arguments)[0] and max(map(len, table.splitlines())) <= 80
    told = json.loads(run(*arguments, "--json")[0])
    assert (told["cards"], told["players"], told["bot"], told["games"]) == ("niseko-1", 3, "greedy", 40)
    # What is wanted: the figure of each line, as the counts have it, and whether it is so.
    wanted = {line[2:27].rstrip(): line[28:] for line in table.split("\n\n")[1].splitlines()}
    def says(name, which, figure, verdict):
        found = re.fullmatch(r"(\S*) +(-?[\d.]+) +(-?[\d.]+) to +(-?[\d.]+)  (.+?) +(\w+)", wanted[name])
        assert found[1] == which and found[6] == verdict, (name, found)
        assert abs(float(found[2]) - figure) < 0.051 and float(found[3]) < figure < float(found[4]), (name, found)
    says("rounds of a game", "mean", sum(i * n for i, n in enumerate(told["rounds"])) / 40, "yes")
    says("Wilderness", "road", told["road"][2] / told["decided"] / 0.72, "unlikely")
    says("by the starting token", "second", told["order"][1] / 40 / 0.72 - 100 / 3, "likely")
    says("games where bids decide", "", told["contested_games"] * 2.5, "yes")
    card = min(told["land"], key=lambda card: told["land"][card]["games"])
    says("card taken face up least", card, told["land"][card]["games"] * 2.5, "yes")
    says("most usual winning bid", "0", 100 * told["winning"][0] / sum(told["winning"]), "no")
    assert wanted["power played least"].endswith(" unlikely"), wanted
    # As many processes as you like, or parts of a run: the same.
    assert json.loads(run(*arguments, "--json", "--jobs", "3")[0]) == told
    with tempfile.TemporaryDirectory(dir=os.environ.get("ZASHIKI_BUILD")) as folder:
        parts = [os.path.join(folder, name) for name in ("one", "two", "wrong")]
        for part, start, games in zip(parts, ("0", "15"), ("15", "25")):
            with open(part, "w", encoding="utf-8") as file:
                file.write(run(*arguments, "--json", "--from", start, "--games", games)[0])
        assert run(*arguments, *parts[:2])[0] == table
        for change, words in ((("", ""), "not those that come next"), (('"seed":4', '"seed":5'), "another seed"),
                              (('"greedy"', '"random"'), "another bot"), (('"stuck"', '"stick"'), "means nothing"),
                              (('"pr-a"', '"pr-z"'), "has a card that"), (('"players":3', '"players":2'), "players"),
                              (('"decided":', '"decided":-'), "out of bounds"), (('"cards":"niseko-1",', ""), "missing")):
            with open(parts[2], "w", encoding="utf-8") as file:
                file.write(open(parts[0 if change[0] else 1], encoding="utf-8").read().replace(*change))
            assert words in run(*arguments, parts[2], status=2)[1], change
        assert "cannot read" in run(*arguments, folder + "/none", status=2)[1]
    # The same games, counted from their records.
    records, _ = zashiki.run("selfplay", "yotei", "--games", "40", "--seed", "4", "--bot", "greedy",
                     "--set", "players=3", "--set", "cards=niseko-1")
    lines = [json.loads(line) for line in records.splitlines()]
    moves = [line["move"].split() for line in lines if "move" in line]
    results = [line["result"] for line in lines if "result" in line]
    acts = {act: sum(move[0] == act for move in moves) for act in ("place", "bid", "flip", "pile")}
    assert {act: sum(told[act]) for act in acts} == acts
    assert sum(told["bids"]) == acts["bid"] and sum(told["rounds"]) == 40
    assert told["bids"][2] == sum(move[0] == "bid" and move[2] == "2" for move in moves)
    for number, seat in enumerate("ABC"):
        assert told["points"][number] == sum(result["points"][seat] for result in results)
        assert told["wins"][number] == sum(72 // len(r["winners"]) for r in results if seat in r["winners"])
    assert sum(told["road"]) == 72 * told["decided"] and 30 < told["decided"] <= 40
    firsts = [move[1] for move in moves if move[0] == "first"]
    began = sum((first in r["winners"]) * 72 // len(r["winners"]) for first, r in zip(firsts, results))
    assert told["order"][0] == began and len(firsts) == 40
    for power, counts in told["power"].items():
        assert counts["drawn"] == sum(move == ["mystery", power] for move in moves)
        assert counts["cashed"] == sum(move == ["cash", power] for move in moves)
        played = sum(move[:2] == ["use", power] for move in moves)
        played += sum(move.count(power) for move in moves if move[0] == "collect")
        assert counts["played"] == played, (power, counts, played)
        assert counts["drawn"] >= counts["played"] + counts["cashed"]
    for card, counts in told["land"].items():
        shown = sum(move[0] == "reveal" and move[2] == card for move in moves)
        assert counts["up"] + counts["down"] + counts["thawed"] + counts["left"] == shown, (card, counts)
        assert counts["pile"] == sum(move[0] == "top" and move[2] == card for move in moves)
        assert min(counts["up"], 1) <= counts["games"] <= counts["up"], (card, counts)
    seen = run_in_terminal("balance", "yotei", "--games", "600")
    assert "█" in seen and "games\r\x1b[K" in seen, seen[:300]


def test_balance_stopped_by_the_keyboard():
    """What was played until then is told, and right; the rest can be played and added."""
    ask = ["balance", "yotei", "--players", "3", "--seed", "2", "--json"]
    status, printed, seen = zashiki_lab.interrupt(*ask, "--games", "1000000", "--from", "5", after=rb"[1-9]\d* games")
    assert status == 1, (status, seen)
    games = json.loads(printed)["games"]
    assert "stopped after %d games; --from %d --games %d" % (games, 5 + games, 1000000 - games) in seen, seen
    assert printed == run(*ask, "--from", "5", "--games", str(games))[0]


# ---- Bench, count, coverage ----

def test_bench_plays_the_games_of_selfplay():
    for settings in ([], ["--set", "edition=fr"]):
        arguments = ["sketch", "--games", "100", "--seed", "8", *settings]
        records, _ = zashiki.run("selfplay", "--bot", "random", *arguments)
        decisions = len(re.findall(r'"by":"[AB]"', records))
        assert run("bench", *arguments) == ("decisions %d\n" % decisions, "")


def test_plain_signature():
    """Line by line what is pinned of each game that is, in the same order; test_signature.c says what to do
    about a line."""
    pinned = [line for line in Path("tests/signature.txt").read_text().splitlines()
              if not line.startswith("#")]
    games = {line.split()[0] for line in pinned}
    played = run("bench", "--signature")[0].splitlines()
    assert pinned and [line for line in played if line.split()[0] in games] == pinned


def test_count():
    printed, _ = run("count", "sketch", "--depth", "4", "--seed", "1")
    counts = [line.split() for line in printed.splitlines()]
    assert [depth for depth, _ in counts] == ["1", "2", "3", "4"]
    assert all(int(a[1]) < int(b[1]) for a, b in zip(counts, counts[1:]))
    assert run("count", "sketch", "--depth", "2", "--seed", "1")[0] == "".join(
        line + "\n" for line in printed.splitlines()[:2])


def test_coverage():
    records, _ = zashiki.run("selfplay", "sketch", "--games", "200", "--seed", "1")
    table, errors = run("coverage", typed=records)
    assert not errors and table.startswith("sketch: 200 records, "), table
    counts = json.loads(run("coverage", "--json", typed=records)[0])["sketch"]
    assert counts["records"] == 200
    assert counts["moves"] == records.count('"by"')
    assert list(counts["rules"]) == ["S%d" % n for n in range(1, 28)]
    for rule, count in counts["rules"].items():
        assert re.search(r"^%s +%d\b" % (rule, count), table, re.MULTILINE), rule
    assert counts["rules"]["S5"] == 200 * 6 and counts["rules"]["S25"] == 200
    table, _ = run("coverage", typed=HEAD + DEALS)
    assert re.search(r"^S27 +0  never$", table, re.MULTILINE)


def test_coverage_of_kept_records():
    """Every rule of every game is at work somewhere in the records that are kept."""
    kept = ["tests/%s.jsonl" % name for name in ("sketch/records/judge-en", "sketch/records/judge-fr", "yokai/records/judge")]
    counts = json.loads(run("coverage", "--json", *kept)[0])
    assert list(counts) == ["sketch", "yokai"]
    for game in counts.values():
        assert not [rule for rule, count in game["rules"].items() if count == 0], game


def test_what_coverage_cannot_read():
    for path in ("no/such/file", os.path.dirname(zashiki_lab.path)):
        printed, errors = run("coverage", path, status=2)
        assert path in errors and not printed, errors


def test_cards_of_ones_own():
    own = ["yotei", "--games", "3", "--seed", "2", "--set", "cards=" + TINY, "--set", "players=3"]
    records, _ = zashiki.run("selfplay", *own)
    assert json.loads(run("coverage", "--json", typed=records)[0])["yotei"]["records"] == 3
    decisions = len(re.findall(r'"by":"[ABC]"', records))
    assert run("bench", *own) == ("decisions %d\n" % decisions, "")


# ---- Solving ----

def test_solve_layout():
    assert run("solve", "yokai", "--layout", "KPRO" * 4) == ("moves 0\nbest 35\n", "")
    assert run("solve", "yokai", "--layout", "kpro" * 4, "--players", "4")[0] == "moves 0\nbest 50\n"
    printed, _ = run("solve", "yokai", "--layout", "KKKPPKPPRRRROOOO")
    assert re.fullmatch(r"moves 1\nmove \d+ to -?\d,-?\d\nbest 32\n", printed), printed
    # The one kind of deal that takes nine moves (tests/yokai/test_yokai_deals.c).
    lines = run("solve", "yokai", "--layout", "KPROROKPPKORORPK", "--players", "3")[0].splitlines()
    assert lines[0] == "moves 9" and lines[-1] == "best 26" and len(lines) == 11
    assert all(re.fullmatch(r"move ([1-9]|1[0-6]) to -?\d+,-?\d+", line) for line in lines[1:-1])


def test_solved_layouts_are_won():
    """The moves are played by the rules, a card each turn, and the yokai are declared at peace."""
    for layout in ("KPROROKPPKORORPK", "KPROOKPRROKPPROK", "KKPPRROOKKPPRROO"):
        printed = run("solve", "yokai", "--layout", layout, "--players", "4")[0].splitlines()
        record = ['{"zashiki":1,"game":"yokai","rules":1,"options":{"players":"4","blind":"on",'
                  '"first":"A"},"seats":["a","b","c","d"]}']
        moves = [("chance", "card %d %s" % card) for card in enumerate(layout, 1)]
        locked = set()  # what never moves again carries the hints
        way = printed[1:-1]
        for turn, move in enumerate(way):
            seat, later = "ABCD"[turn % 4], {int(m.split()[1]) for m in way[turn + 1:]}
            free = [card for card in range(1, 17) if card not in locked]
            moves += [(seat, "peek %d" % free[0]), (seat, "peek %d" % free[1]), (seat, move)]
            if turn % 2:
                card = next(card for card in free if card not in later)
                locked.add(card)
                moves.append((seat, "hint on %d" % card))
            else:
                moves.append((seat, "take"))
        moves.append(("ABCD"[len(way) % 4], "declare"))
        record += [json.dumps({"by": by, "move": move}) for by, move in moves]
        points = printed[-1].split()[1]
        record.append('{"result":{"winners":["A","B","C","D"],"points":{"A":%s,"B":%s,"C":%s,"D":%s},'
                      '"rank":"legendary","end":"Y20"}}' % ((points,) * 4))
        assert zashiki.run("check", typed="\n".join(record) + "\n") == ("", "")


def test_solve_deals():
    printed, _ = run("solve", "yokai", "--deals", "300", "--seed", "5", "--players", "3")
    lines = [line.split() for line in printed.splitlines()]
    counts = {int(moves): int(deals) for moves, deals in lines[:-2]}
    assert sum(counts.values()) == 300 and max(counts) <= 9
    mean = sum(moves * deals for moves, deals in counts.items()) / 300
    assert lines[-2] == ["mean", "%.3f" % mean] and abs(mean - 5.469) < 0.3
    assert lines[-1][0] == "best" and 30 < float(lines[-1][1]) < 38
    # They are the deals of selfplay.
    records, _ = zashiki.run("selfplay", "yokai", "--games", "20", "--seed", "5", "--set", "players=3")
    seen = {}
    for record in records.split('{"zashiki"')[1:]:
        layout = "".join(re.findall(r'"card \d+ ([KPRO])"', record))
        moves = run("solve", "yokai", "--layout", layout)[0].split()[1]
        seen[moves] = seen.get(moves, 0) + 1
    printed, _ = run("solve", "yokai", "--deals", "20", "--seed", "5", "--players", "3")
    assert dict(line.split() for line in printed.splitlines()[:-2]) == {
        moves: str(count) for moves, count in seen.items()}


# ---- Matches ----

def match(*arguments):
    return json.loads(run("match", *arguments, "--json")[0])


def test_match():
    ask = ["greedy", "random", "--game", "sketch", "--deals", "30", "--seed", "5"]
    printed, errors = run("match", *ask)
    lines = printed.splitlines()
    assert not errors and lines[0] == "Yokai Sketch: 30 deals of seed 5"
    found = re.fullmatch(r"greedy wins (\d+\.\d) % ± (\d+\.\d) against random, Elo .*", lines[1])
    whole = match(*ask)
    line = whole["lines"][0]
    assert float(found[1]) == round(100 * line["sum"][0] / (30 * 24), 1) > 85 and 0 < float(found[2]) < 8
    assert whole["deals"] == [[0, 30]] and whole["bots"] == line["bots"] == ["greedy", "random"]
    assert whole == match(*ask, "--jobs", "1") == match(*ask, "--jobs", "7")
    # Each gets what the other leaves, in the same games.
    other = match("random", "greedy", *ask[2:])["lines"][0]
    assert other["sum"][0] + line["sum"][0] == 30 * 24
    # Against itself with its own luck everybody is even.
    assert match("greedy", "greedy", *ask[2:])["lines"][0]["sum"] == [30 * 12]
    assert match("greedy", "random", *ask[2:], "--set", "edition=fr")["set"] == "edition=fr"
    seen = run_in_terminal("match", "plain@20", "random", "--game", "sketch", "--deals", "20", "--jobs", "1")
    assert "░ " in seen and " deals\r" in seen and "\r\x1b[K" in seen, seen  # a bar that is gone at the end
    assert bare_text(seen.rsplit("\r", 1)[1]).startswith("Yokai Sketch: 20 deals")


def test_match_of_several():
    ask = ["--game", "yotei", "--set", "players=3", "--deals", "20"]
    three = match("greedy", "easy", "random", *ask)["lines"][0]
    assert sum(three["sum"]) == 20 * 3 * 12 and three["sum"][0] > three["sum"][1] > three["sum"][2]
    printed = run("match", "greedy", "easy", "random", *ask)[0].splitlines()
    assert [line.split()[0] for line in printed[1:4]] == ["greedy", "easy", "random"]
    assert "against all others random" in run("match", "greedy", "random", *ask)[0]


def test_match_of_a_team():
    ask = ["--game", "yokai", "--deals", "8", "--seed", "3", "--set", "players=3"]
    team = match("normal", *ask)["lines"][0]
    printed = run("match", "normal", *ask)[0].splitlines()
    assert printed[0] == "Yokai, players=3: 8 deals of seed 3"
    assert printed[1].startswith("a team of normal: %.2f ± " % (team["sum"][0] / 8))
    assert " %.1f %% won" % (100 - 12.5 * team["ranks"][0]) in printed[1] and sum(team["ranks"]) == 8
    assert printed[2].startswith("lost %.1f %%, honourable" % (12.5 * team["ranks"][0]))
    assert "Elo" not in "".join(printed)
    mixed = match("normal", "random", *ask)["lines"][0]
    assert sum(mixed["ranks"]) == 24 and mixed["sum"][0] / 3 < team["sum"][0]


def test_match_with_open_cards_and_playouts():
    ask = ["--game", "sketch", "--deals", "3"]
    plain = match("plain@50", "greedy", *ask)
    assert plain["bots"] == ["plain@50", "greedy"] and plain == match("plain@00050", "greedy", *ask)
    assert plain["lines"][0]["sum"] == match("plain", "greedy", *ask, "--playouts", "50")["lines"][0]["sum"]
    fair, seeing = (match(name, "greedy", "--game", "sketch", "--deals", "12")["lines"][0]
                    for name in ("plain@50", "plain@50+open"))
    assert (fair["sum"], fair["squares"]) != (seeing["sum"], seeing["squares"])


def test_match_stops_by_sprt():
    ask = ["match", "greedy", "random", "--game", "sketch", "--deals", "3000", "--seed", "2"]
    for bounds, words in (("0,20", "+20 Elo is accepted, +0 rejected"),
                          ("900,1000", "+1000 Elo is rejected, +900 accepted")):
        printed, errors = run(*ask, "--sprt", bounds, "--json")
        deals = json.loads(printed)["deals"][0][1]
        assert words in errors and deals < 3000, (errors, deals)
        # It looks after every deal, in order: however many play, it stops at the same one.
        assert (printed, errors) == run(*ask, "--sprt", bounds, "--json", "--jobs", "1")
    assert "not decided" in run(*ask[:-3], "5", "--sprt", "520,560")[1]


def test_match_stopped_by_the_keyboard():
    """Ctrl-C, which goes to every process: what was played until then is told, and right."""
    ask = ["greedy", "easy", "--game", "sketch", "--seed", "2"]
    status, printed, seen = zashiki_lab.interrupt("match", *ask, "--deals", "1000000", "--from", "5", "--json",
                                                  after=rb"[1-9]\d* deals")
    assert status == 1, (status, seen)
    told = json.loads(printed)
    [[first, until]] = told["deals"]
    assert first == 5 and "stopped after %d deals; --from %d" % (until - 5, until) in seen, seen
    assert told == match(*ask, "--from", "5", "--deals", str(until - 5))


def test_arena():
    ask = ["arena", "random", "greedy", "plain@20", "--game", "sketch", "--deals", "4"]
    table = [line.split() for line in run(*ask)[0].splitlines()[3:]]
    assert table[0][:2] == ["Elo", "±95%"] and set(table[0][2:]) == {"random", "greedy", "plain@20"}
    rows = {row[0]: row[1:] for row in table[1:5]}
    assert set(rows) == {"random", "greedy", "plain@20", "plain@20+open"}
    assert rows["random"][:2] == ["+0", "0"] and int(rows["greedy"][0]) > 200
    columns = {name: i + 2 for i, name in enumerate(table[0][2:])}
    assert float(rows["greedy"][columns["random"]]) + float(rows["random"][columns["greedy"]]) == 100
    assert rows["greedy"][columns["greedy"]] == "-"
    pair = match("random", "greedy", *ask[4:])["lines"][0]
    assert rows["random"][columns["greedy"]] == "%.1f" % (100 * pair["sum"][0] / 4 / 24)
    assert "+open" not in run(*ask, "--fair")[0]
    with tempfile.TemporaryDirectory(dir=os.environ.get("ZASHIKI_BUILD")) as folder:
        parts = []
        for first, count in ((0, 1), (1, 2)):
            parts.append(os.path.join(folder, "%d.json" % first))
            with open(parts[-1], "w", encoding="utf-8") as file:
                file.write(run("arena", "easy", "random", "--game", "yokai", "--set", "players=3", "--from",
                               str(first), "--deals", str(count), "--json")[0])
        shown, _ = run("merge", *parts)
        assert shown == run("arena", "easy", "random", "--game", "yokai", "--set", "players=3", "--deals", "3")[0]
    # Its JSON has the Elo of the table.
    told = json.loads(run(*ask, "--json")[0])
    for bot, elo, error in zip(told["bots"], told["elo_tenths"], told["elo_error_tenths"]):
        assert rows[bot][:2] == ["%+.0f" % (elo / 10), "%.0f" % (0.196 * error)], (bot, elo, error)
    merged = json.loads(run("merge", "-", "--json", typed=json.dumps(told))[0])
    assert merged == told


def test_merge():
    ask = ["match", "greedy", "random", "--game", "sketch", "--json"]
    whole = run(*ask, "--deals", "50")[0]
    parts = [run(*ask, "--from", str(first), "--deals", str(last - first))[0]
             for first, last in ((30, 50), (0, 7), (7, 30))]
    assert run("merge", "-", "--json", typed="".join(parts)) == (whole, "")
    apart = json.loads(run("merge", "-", "--json", typed=parts[0] + parts[1])[0])
    assert apart["deals"] == [[0, 7], [30, 50]]
    assert "27 deals" in run("merge", "-", typed=parts[0] + parts[1])[0]
    one = parts[0]
    wrong = [
        (one + one, "in both"), (one + parts[1].replace('"seed":1', '"seed":2'), "seeds"),
        (one + parts[1].replace('"greedy"', '"easy"'), "other bots"),
        (one + run(*ask, "--deals", "5", "--set", "edition=fr")[0], "options"),
        (one + parts[1].replace('"program":"', '"program":"0'), "versions"),
        (one + parts[1].replace('"playouts":0', '"playouts":9'), "playouts"),
        (one + parts[1].replace('"game":"sketch"', '"game":"null"'), "games"),
        (one.replace("sketch", "\\u001b[31m"), "strange"),
        (one.replace('"seats":2', '"seats":9'), "too large"), (one.replace("[30,50]", "[50,30]"), "apart"), (one.replace('"sum":[', '"sum":[9'), "impossible"),
        (one[:-3], "cannot be added"), ("[]", "cannot be added"), ("{}", "neither"), ("", "nothing"),
    ]
    for typed, words in wrong:
        printed, errors = run("merge", "-", typed=typed, status=1)
        assert not printed and words in errors, (typed, errors)
        assert "\x1b" not in errors


# ---- Crossplay, learning ----

def test_crossplay():
    """The games are those of selfplay, the first bot in a seat that moves on."""
    ask = ["--seed", "4", "--set", "players=3"]
    printed, errors = run("crossplay", "easy", "random", "--deals", "4", *ask)
    lines = [line.split("\t") for line in printed.splitlines()]
    assert not errors and [line[:3] for line in lines] == [
        [one, other, "4"] for one in ("easy", "random") for other in ("easy", "random")]
    for line in lines:
        points = []
        for deal in range(4):
            seats = [line[1]] * 3
            seats[deal % 3] = line[0]
            records, _ = zashiki.run("selfplay", "yokai", "--games", str(deal + 1), "--bot", ",".join(seats), *ask)
            points.append(json.loads(records.splitlines()[-1])["result"]["points"]["A"])
        mean = sum(points) / 4
        error = (sum((one - mean) ** 2 for one in points) / 4 / 3) ** 0.5
        assert line[3:] == ["%.3f" % mean, "%.3f" % error, "%.1f" % (100 * sum(map(bool, points)) / 4)], (line, points)
    # In parts, and with a manner of its own.
    assert run("crossplay", "easy", "--from", "1", "--deals", "2", *ask)[0].startswith("easy\teasy\t2\t")
    one = run("crossplay", "strong:worlds=2", "--deals", "2", "--seed", "4")[0]
    assert one.startswith("strong:worlds=2\tstrong:worlds=2\t2\t") and one.count("\n") == 1


def test_layouts():
    """The page says what the tables say; JSON for programs covers every byte."""
    page, _ = run("layouts")
    assert page == Path("docs/layouts.md").read_text(), "docs/layouts.md is old: zashiki-lab layouts >docs/layouts.md"
    for game in ("sketch", "yokai", "yotei", "null"):
        told = json.loads(run("layouts", game, "--json")[0])
        for kind in ("table", "memory", "all"):
            end = 0
            for field in told[kind]["fields"]:
                assert field["offset"] == end, field
                end += field["shape"][0] * field["shape"][1]
            assert end == told[kind]["size"], (game, kind)
        assert told["features"][0]["name"] == "act"


def test_learn():
    ask = ["learn", "sketch", "--first", "30", "--rounds", "1", "--games", "6", "--playouts", "1", "--seed", "3"]
    weights, told = run(*ask)
    assert " *     zashiki-lab " + " ".join(ask) + "\n" in weights and ".out_bias = " in weights
    assert re.search(r"^against what the program has now: [\d.]+ % of 2000 games$", told, re.MULTILINE), told


if __name__ == "__main__":
    sys.exit(run_tests(globals()))
