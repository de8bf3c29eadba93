#!/usr/bin/env python3
"""The program from outside: what it prints, where, and how it exits. Prints TAP.

ZASHIKI names the program, ZASHIKI_BUILD a folder to write in.
"""
import json
import os
import pty
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import traceback
from pathlib import Path
from xml.etree import ElementTree

PROGRAM = os.path.abspath(os.environ["ZASHIKI"])
COMMANDS = ["play", "path", "serve", "backup", "restore", "selfplay", "match", "arena", "merge", "check", "study", "trace",
            "coverage", "rules", "games", "bots", "cards", "balance", "sentences", "bench", "count", "solve", "manual",
            "completion", "help"]
HEAD = ('{"zashiki":1,"game":"sketch","rules":1,"options":{"first":"A"},"seats":["a","b"]}\n')
DEALS = "".join('{"by":"chance","move":"%s"}\n' % move for move in (
    "deal A RB", "deal A RB", "deal A RG", "deal B GY", "deal B GY", "deal B GY",
    "reveal R 3", "reveal B 4", "reveal G 5", "reveal Y 6", "draw RBc"))


def run(*arguments, typed="", status=0, env=None, binary=False):
    """Runs the program; its standard output and error. The status must be the expected one."""
    environment = {**os.environ, **(env or {})}
    typed = typed if isinstance(typed, bytes) else typed.encode()
    done = subprocess.run([PROGRAM, *arguments], input=typed, capture_output=True, timeout=120,
                          env=environment, check=False)
    assert done.returncode == status, (arguments, done.returncode, done.stdout, done.stderr)
    if binary:
        return done.stdout, done.stderr
    return done.stdout.decode(), done.stderr.decode()


def run_in_terminal(*arguments, typed="", env=None):
    """What the program writes when standard output and error are a terminal."""
    environment = {**os.environ, "TERM": "xterm", **(env or {})}
    if not env or "NO_COLOR" not in env:
        environment.pop("NO_COLOR", None)
    master, slave = pty.openpty()
    process = subprocess.Popen([PROGRAM, *arguments], stdin=subprocess.PIPE, stdout=slave,
                               stderr=slave, env=environment)
    os.close(slave)
    process.stdin.write(typed.encode())
    process.stdin.close()
    seen = b""
    while True:
        try:
            piece = os.read(master, 65536)
        except OSError:  # the other side is gone
            break
        if not piece:
            break
        seen += piece
    os.close(master)
    assert process.wait(60) == 0, seen
    return seen.decode().replace("\r\n", "\n")


def bare_text(text):
    return re.sub(r"\x1b\[[0-9;]*[mK]", "", text)


# ---- Help, versions, usage ----

def test_help_of_every_command():
    overview, _ = run("--help")
    assert run("help")[0] == overview == run("-h")[0]
    for command in COMMANDS:
        text, errors = run(command, "--help")
        assert re.search(r"^  %s +\S" % command, overview, re.MULTILINE), command
        assert text.startswith("zashiki " + command) and not errors, command
        assert "Options" in text and "--help" in text and "Exit status" in text, command
        assert run("help", command)[0] == text == run(command, "-h")[0]
        assert max(map(len, text.splitlines())) <= 100, command
    listed = re.search(r"Commands\n(.*?)\n\n", overview, re.DOTALL)[1]
    assert [line.split()[0] for line in listed.splitlines()] == COMMANDS


def test_examples_work():
    """Every example of --help that needs neither a person nor a file."""
    for command in COMMANDS:
        text, _ = run(command, "--help")
        for line in re.findall(r"^  (zashiki .*)$", text, re.MULTILINE):
            if re.search(r"play( |$)(?!sketch --games)|zashiki (serve|backup|restore)|\.json|less|"
                         r"man -l|--all|balance|--svg", line):
                continue
            subprocess.run(["bash", "-c", "set -o pipefail; zashiki() { \"$PROGRAM\" \"$@\"; }; "
                            + line], env={**os.environ, "PROGRAM": PROGRAM}, check=True,
                           capture_output=True, timeout=120)


def test_version():
    text, _ = run("--version")
    assert re.fullmatch(r"zashiki \d+\.\d+\.\d+( \(\S+\))?\n", text), text


def test_usage_errors():
    wrong = [
        ([], "COMMAND"), (["slefplay"], '"selfplay"'), (["xyzzy"], "zashiki help"),
        (["--versoin"], "--help"), (["help", "xyzzy"], "zashiki help"),
        (["selfplay"], "GAME"), (["selfplay", "sketsh"], '"sketch"'),
        (["selfplay", "chess"], "zashiki games"),
        (["selfplay", "sketch", "--sed", "1"], "--seed"),
        (["selfplay", "sketch", "--foo"], "--help"),
        (["selfplay", "sketch", "--games"], "needs a value"),
        (["selfplay", "sketch", "--games", "ten"], "whole number"),
        (["selfplay", "sketch", "--games", "-1"], "whole number"),
        (["selfplay", "sketch", "--games", ""], "whole number"),
        (["selfplay", "sketch", "--seed", "18446744073709551616"], "whole number"),
        (["selfplay", "sketch", "--bot", "greddy"], '"greedy"'),
        (["selfplay", "sketch", "--bot", "nobody"], "zashiki bots"),
        (["selfplay", "sketch", "--bot", "random,random,random"], "2 seats"),
        (["selfplay", "sketch", "--bot", "random,"], "no bot"),
        (["selfplay", "null", "--bot", "greedy"], "does not know"),
        (["selfplay", "sketch", "--set", "edition"], "OPTION=VALUE"),
        (["selfplay", "sketch", "--set", "edition=de"], "en or fr"),
        (["selfplay", "sketch", "--set", "colour=red"], "no option"),
        (["selfplay", "sketch", "twice"], "too many"),
        (["check", "a", "b"], "too many"), (["bench"], "--all"),
        (["bench", "sketch", "--all"], "--all"), (["count", "sketch", "--depth", "0"], "from 1"),
        (["rules", "sketch", "S99"], "S27"), (["rules", "null", "S1"], "N9"),
        (["rules", "nothing"], "game"), (["completion", "fish"], "bash"),
        (["play", "--seat", "C"], "A to B"), (["play", "chess"], "game"),
        (["play", "--bot", "nobody"], "bot"),
        (["cards"], "check FILE"), (["cards", "check"], "check FILE"), (["cards", "eat"], "check or show"),
        (["cards", "check", "nowhere.json"], "No such file"), (["cards", "check", "."], "cannot read"),
        (["cards", "check", "/dev/zero"], "longer"), (["cards", "show", "niseki"], '"niseko-1"'),
        (["selfplay", "yotei", "--set", "cards=nisek-1"], '"niseko-1"'),
        (["selfplay", "yotei", "--set", "cards=./nowhere"], "No such file"),
        (["match"], "BOT"), (["match", "greedy", "random"], "--game"),
        (["match", "greedy", "--game", "sketch"], "two bots"), (["match", "a", "b", "--game", "chess"], "game"),
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
        (["arena", *["plain@%d" % i for i in range(1, 17)], "--game", "sketch"], "more than 16"),
        (["merge"], "FILE"), (["merge", "no/such/file"], "no/such/file"),
        (["solve"], "solve yokai"), (["solve", "sketch", "--deals", "1"], "only yokai"),
        (["solve", "yokai"], "--layout"),
        (["solve", "yokai", "--deals", "1", "--layout", "KPRO" * 4], "--layout"),
        (["solve", "yokai", "--deals", "0"], "whole number"),
        (["solve", "yokai", "--layout", "KPRO" * 3 + "KPR"], "sixteen letters, row by row, not 15"),
        (["solve", "yokai", "--layout", ""], "not 0"),
        (["solve", "yokai", "--layout", "KPRO" * 3 + "KPR?"], "card 16 is none"),
        (["solve", "yokai", "--layout", "KPRO" * 3 + "KPRK"], "5 K"),
        (["solve", "yokai", "--layout", "KPRO" * 4, "--players", "5"], "from 2 to 4"),
        (["path", "remove"], "path add FILE"), (["path", "add"], "add FILE"),
        (["path", "add", "games.jsonl", "--name", "random"], "a person"),
        (["path", "add", "games.jsonl", "--name", ""], "a person"),
        (["path", "add", "no/such/file"], "no/such/file"),
        (["balance"], "yotei"), (["balance", "sketch"], "only yotei"),
        (["balance", "yotei", "--players", "5"], "2, 3 or 4"), (["balance", "yotei", "--games", "0"], "from 1"),
        (["balance", "yotei", "--cards", "nothing"], "no card set"),
        (["balance", "yotei", "no/such/file"], "no/such/file: No such file"),
        (["balance", "yotei", "--svg", "no/such/picture"], "no/such/picture: No such file"),
        (["arena", "random", "greedy", "--game", "sketch", "--svg", "no/such/picture"], "No such file"),
    ]
    for arguments, words in wrong:
        printed, errors = run(*arguments, status=2)
        assert not printed, arguments
        assert words in errors, (arguments, errors)


def test_output_that_cannot_be_written():
    if not os.path.exists("/dev/full"):
        return
    for arguments in (["selfplay", "sketch", "--games", "50"], ["--help"], ["games"]):
        with open("/dev/full", "wb") as full:
            done = subprocess.run([PROGRAM, *arguments], stdout=full, stderr=subprocess.PIPE,
                                  timeout=60, check=False)
        assert done.returncode == 2 and b"cannot write" in done.stderr, (arguments, done)


def test_closed_pipe_is_silent():
    done = subprocess.run(["bash", "-c", '"$0" selfplay sketch --games 100000 | head -n 1', PROGRAM],
                          capture_output=True, timeout=60, check=True)
    assert done.stdout.startswith(b'{"zashiki":1,') and not done.stderr, done


# ---- Card sets ----

TINY = "tests/yotei/records/tiny.json"


def test_cards_show():
    newest, errors = run("cards", "show")
    assert not errors and newest == run("cards", "show", "niseko")[0]
    assert newest == run("cards", "show", "niseko-2")[0] == run("cards", "show", "cards/niseko-2.json")[0]
    lines = run("cards", "show", "niseko-1")[0].splitlines()
    assert newest.splitlines()[0].startswith("niseko-2: ") and lines[0] == "niseko-1: 66 land cards, 16 mystery cards"
    assert max(map(len, lines)) <= 80
    assert "  to-g  Tourism          1  OO     MM        bid     1       .     ." in lines
    assert "  fox          1     1   one more tier II element for a card you collect" in lines
    assert "  4           2      6  3-4-5" in newest
    wide = json.loads(open("cards/niseko-1.json", encoding="utf-8").read())
    wide["name"] = "wide"
    wide["land"][0].update(id="x" * 15, name="山" * 13, gives="M" * 8, needs="T" * 8)
    wide["setup"] = {"3": {"boxes": 9}}
    with tempfile.TemporaryDirectory(dir=os.environ.get("ZASHIKI_BUILD")) as folder:
        path = os.path.join(folder, "wide")
        with open(path, "w", encoding="utf-8") as file:
            json.dump(wide, file)
        shown, _ = run("cards", "show", path)
    columns = [sum(2 if ord(c) > 0x2FFF else 1 for c in line) for line in shown.splitlines()]
    assert max(columns) <= 80 and "山…" in shown and "  3           3      9  3-4-5" in shown, shown
    heads = [line.index("price") for line in lines if "price" in line]
    assert len(heads) == 3 and len(set(heads)) == 1


def test_cards_check_says_what_is_wrong():
    with tempfile.TemporaryDirectory(dir=os.environ.get("ZASHIKI_BUILD")) as folder:
        path = os.path.join(folder, "mine.json")
        text = open("cards/niseko-1.json", encoding="utf-8").read()
        for change, words in ((('"cost": 1, "charm": 1}', '"cost": 1, "chram": 1}'),
                               'In the card set, mt-c has a key "chram" that means nothing there.'),
                              (('"niseko-1"', '"my\\u001b[31m"'), 'The "name" of a card set must be'),
                              (('"count": 3', '"count": 4'), '"niseko-1" is the name of a card set'),
                              (('"land": [', '"land": ,['), "in line 2, column 10")):
            with open(path, "w", encoding="utf-8") as file:
                file.write(text.replace(*change, 1))
            printed, errors = run("cards", "check", path, status=1)
            assert printed.startswith(path + ": ") and words in printed and not errors, printed
            assert "\x1b" not in printed and printed.count("\n") == 1
            printed, errors = run("selfplay", "yotei", "--set", "cards=" + path, status=2)
            assert not printed and words in errors, errors


def test_cards_in_play():
    arguments = ["selfplay", "yotei", "--games", "3", "--seed", "2", "--set"]
    assert run(*arguments, "cards=niseko-1")[0] == run(*arguments[:-1])[0]
    assert run(*arguments, "cards=niseko-2")[0] == run(*arguments, "cards=niseko")[0]
    for name in ("niseko-1", "niseko-2"):
        of_name, _ = run(*arguments, "cards=" + name)
        assert of_name == run(*arguments, "cards=cards/%s.json" % name)[0]
        assert '"options":{"cards":"%s"},"seats":["random","random"]}\n' % name in of_name
    own, _ = run(*arguments, "cards=" + TINY, "--set", "players=3")
    first = own.splitlines()[0]
    cards = json.loads(open(TINY, encoding="utf-8").read())
    head = {"zashiki": 1, "game": "yotei", "rules": 1,
            "options": {"players": "3", "cards": "yotei-tiny"}, "seats": ["random"] * 3, "cardset": cards}
    assert first == json.dumps(head, separators=(",", ":"), ensure_ascii=False), first
    for command in ("check", "trace", "coverage"):
        assert run(command, typed=own + of_name + own)[1] == ""
    assert run("check", typed=own) == ("", "")
    wrong = own.replace('"cash":3', '"cash":4', 1)
    printed, _ = run("check", typed=wrong + own, status=1)
    assert printed.startswith("<stdin>:1: ") and '"cash" of onsen' in printed, printed
    bench, _ = run("bench", *arguments[1:], "cards=" + TINY)
    assert re.fullmatch(r"decisions \d+\n", bench), bench


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
    records, _ = run("selfplay", "yotei", "--games", "40", "--seed", "4", "--bot", "greedy",
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
    with tempfile.TemporaryDirectory(dir=os.environ.get("ZASHIKI_BUILD")) as folder:
        path = os.path.join(folder, "plot.svg")
        run("balance", "yotei", "--games", "5", "--cards", TINY, "--bot", "random", "--svg", path)
        text = open(path, encoding="utf-8").read()
        ElementTree.fromstring(text)
        assert "yotei-tiny, 2 players: 5 games of random" in text and "nan" not in text
        run("balance", "yotei", "--games", "1", "--svg", folder, status=2)
    seen = run_in_terminal("balance", "yotei", "--games", "600")
    assert "█" in seen and "games\r\x1b[K" in seen, seen[:300]


# ---- Records ----

def test_selfplay_and_check():
    for settings in ([], ["--set", "edition=fr"], ["--set", "first=B", "--set", "edition=fr"]):
        for bots in ("random", "greedy", "greedy,random"):
            arguments = ["selfplay", "sketch", "--games", "20", "--seed", "5", "--bot", bots]
            records, errors = run(*arguments, *settings, binary=True)
            assert not errors and records == run(*arguments, *settings, binary=True)[0]
            assert records.count(b'{"zashiki":') == 20 == records.count(b'{"result":')
            assert run("check", typed=records) == ("", "")
            assert run("check", "-", typed=records) == ("", "")
            first = json.loads(records.splitlines()[0])
            assert list(first) == ["zashiki", "game", "rules", "options", "seats"]
            names = bots.split(",")
            assert first["seats"] == (names if len(names) == 2 else names * 2)
    assert records.startswith(b'{"zashiki":1,"game":"sketch","rules":1,'
                              b'"options":{"edition":"fr","first":"B"},"seats":["greedy","random"]}\n')


def test_no_games():
    assert run("selfplay", "sketch", "--games", "0") == ("", "")
    assert run("check", typed="") == ("", "")
    assert run("trace", typed="") == ("", "")


def test_check_tells_line_and_rule():
    good, _ = run("selfplay", "sketch", "--seed", "1")
    bad = HEAD + DEALS + '{"by":"A","move":"end"}\n'
    with tempfile.TemporaryDirectory(dir=os.environ.get("ZASHIKI_BUILD")) as folder:
        path = os.path.join(folder, "games.jsonl")
        with open(path, "w", encoding="utf-8") as file:
            file.write(good + bad + good + "rubbish\n" + HEAD + DEALS)
        printed, errors = run("check", path, status=1)
    lines = good.count("\n")
    expected = [
        "%s:%d: S10: With four cards in hand at least one must be played." % (path, lines + 13),
        "%s:%d: The result is the last line" % (path, 2 * lines + 14),
    ]
    printed = printed.splitlines()
    assert not errors and len(printed) == 1 + 1, printed
    assert printed[0] == expected[0], printed
    assert re.match(re.escape("%s:%d: " % (path, 2 * lines + 14)), printed[1]), printed


def test_check_keeps_to_one_line():
    record = HEAD + DEALS + json.dumps({"by": "A", "move": "a\n\u001b[31m\u009bb"}) + "\n"
    printed, _ = run("check", typed=record, status=1)
    assert printed.count("\n") == 1 and "\x1b" not in printed and "\u009b" not in printed, printed


def test_unreadable():
    for command in ("check", "trace", "coverage", "study"):
        for path in ("no/such/file", os.path.dirname(PROGRAM)):
            printed, errors = run(command, path, status=2)
            assert path in errors and not printed, errors


def test_long_lines():
    long_line = HEAD[:-2] + ',"x":"' + "x" * 70000 + '"}\n'
    printed, _ = run("check", typed=long_line + DEALS + HEAD + long_line[:-1], status=1)
    assert [line.split(": ")[0] for line in printed.splitlines()] == ["<stdin>:1", "<stdin>:14"]
    assert "longer than 65536 bytes" in printed
    fits = HEAD[:-2] + ',"x":"' + "x" * (65536 - len(HEAD) - 8) + '"}'
    assert len(fits) == 65536 - 2
    assert run("check", typed=(fits + "  \n" + DEALS) * 20) == ("", "")


def test_trace_golden():
    printed, _ = run("trace", typed=HEAD + DEALS)
    lines = printed.splitlines()
    assert len(lines) == 12
    assert lines[6] == ('{"n":6,"actor":"chance","legal":[["reveal R 3","1/5"],["reveal R 4","1/5"],'
                        '["reveal R 5","1/5"],["reveal R 6","1/5"],["reveal R 7","1/5"]]}')
    assert lines[10].startswith('{"n":10,"actor":"chance","legal":[["draw BG","2/15"],'
                                '["draw BGc","1/30"],'), lines[10]
    assert lines[11] == ('{"n":11,"actor":"A","legal":["play RB>B","play RB>R","play RBc>B",'
                         '"play RBc>B call G","play RBc>B call R","play RBc>B call Y","play RBc>R",'
                         '"play RBc>R call B","play RBc>R call G","play RBc>R call Y","play RG>G",'
                         '"play RG>R"],"points":{"A":0,"B":0}}')


def test_trace_leaves_wrong_records_out():
    good, _ = run("selfplay", "sketch", "--seed", "2")
    alone, _ = run("trace", typed=good)
    assert alone.splitlines()[-1].startswith('{"n":%d,"actor":"over","result":{' % (
        good.count("\n") - 2))
    bad = HEAD + DEALS + '{"by":"A","move":"end"}\n'
    printed, errors = run("trace", typed=bad + good + bad + good, status=1)
    assert printed == alone * 2
    assert errors.count("S10: ") == 2 == errors.count("\n")


def test_coverage():
    records, _ = run("selfplay", "sketch", "--games", "200", "--seed", "1")
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


def game_with_mai(game="sketch", *arguments):
    record, _ = run("selfplay", game, "--bot", "easy", "--playouts", "20", "--seed", "5", *arguments)
    return record.replace('"seats":["easy"', '"seats":["Mai\\u001b"')


def test_study():
    record = game_with_mai()
    made = [line for line in record.splitlines() if '"by":"A"' in line]
    text, errors = run("study", "-", "--playouts", "40", typed=record)
    assert not errors and "\x1b" not in text and text.startswith("Yokai Sketch. A (Mai"), text
    study = json.loads(run("study", "-", "--playouts", "40", "--json", typed=record)[0])
    assert [study[key] for key in ("game", "bot", "seed", "playouts", "whole")] == [
        "sketch", "strong", 1, 40, 10000] and "points" not in study
    assert [one["move"] for one in study["decisions"]] == [json.loads(line)["move"] for line in made]
    for one in study["decisions"]:
        assert one["seat"] == "A"
        assert re.search(r"^ *%d  A  %s " % (one["n"], re.escape(one["move"])), text, re.MULTILINE)
        if one["forced"]:
            assert "moves" not in one
            continue
        worths = {move["move"]: move["worth"] for move in one["moves"]}
        assert list(worths.values()) == sorted(worths.values(), reverse=True)
        assert one["loss"] == worths[one["best"]] - one["worth"] == max(worths.values()) - worths[one["move"]]
    losses = {one["n"]: one.get("loss", 0) for one in study["decisions"]}
    assert [losses[n] for n in study["worst"]] == sorted(losses.values(), reverse=True)[:3]
    named = re.findall(r"^ *(\d+)  A  .* lost (\S+) %; better: ", text, re.MULTILINE)
    assert [(int(n), loss) for n, loss in named] == [(n, "%.1f" % (losses[n] / 100)) for n in study["worst"]]


def test_study_of_whom():
    record = game_with_mai()
    for seat, seats in (("A", {"A"}), ("B", {"B"}), ("all", {"A", "B"})):
        study = json.loads(run("study", "-", "--playouts", "10", "--json", "--seat", seat, typed=record)[0])
        assert {one["seat"] for one in study["decisions"]} == seats
    together = game_with_mai("yokai", "--set", "players=3")
    study = json.loads(run("study", "-", "--json", typed=together)[0])
    assert study["points"] == 45
    assert "(points of the team)" in run("study", "-", typed=together)[0]
    # Every game of a file; the same again by the same seed.
    both, _ = run("study", "-", "--playouts", "10", "--json", typed=record + together)
    assert [json.loads(line)["game"] for line in both.splitlines()] == ["sketch", "yokai"]
    assert both == run("study", "-", "--playouts", "10", "--json", typed=record + together)[0]


def test_study_of_what_cannot_be_studied():
    record = game_with_mai()
    bots, _ = run("selfplay", "sketch", "--seed", "5")
    null, _ = run("selfplay", "null")
    for typed, sentence, arguments in (
            (bots, "only programs sat there", ()),
            (record, "there is no such seat", ("--seat", "C")),
            (record, "there is no such seat", ("--seat", "me")),
            (HEAD + DEALS, "this game is not over", ()),
            (null, "no program has an opinion of this game", ("--seat", "all")),
            (HEAD + DEALS + '{"by":"A","move":"end"}\n', "at least one must be played", ())):
        printed, errors = run("study", "-", *arguments, typed=typed, status=1)
        assert not printed and sentence in errors and errors.count("\n") == 1, errors
        assert re.match(r"<stdin>:\d+: ", errors), errors
    assert run("study", "-", status=1) == ("", "<stdin>: there is no record in it\n")
    printed, errors = run("study", "-", "--playouts", "3", typed=record, status=2)
    assert not printed and "from 10 to" in errors


def test_coverage_of_kept_records():
    """Every rule of every game is at work somewhere in the records that are kept."""
    kept = ["tests/%s.jsonl" % name for name in ("sketch/records/judge-en", "sketch/records/judge-fr", "yokai/records/judge")]
    counts = json.loads(run("coverage", "--json", *kept)[0])
    assert list(counts) == ["sketch", "yokai"]
    for game in counts.values():
        assert not [rule for rule, count in game["rules"].items() if count == 0], game


# ---- Bench, count ----

def test_bench_plays_the_games_of_selfplay():
    for settings in ([], ["--set", "edition=fr"]):
        arguments = ["sketch", "--games", "100", "--seed", "8", *settings]
        records, _ = run("selfplay", "--bot", "random", *arguments)
        decisions = len(re.findall(r'"by":"[AB]"', records))
        assert run("bench", *arguments) == ("decisions %d\n" % decisions, "")


def test_signature():
    """Line by line what is pinned, in the same order; test_signature.c says what to do about a line."""
    pinned = [line for line in Path("tests/signature.txt").read_text().splitlines()
              if not line.startswith("#")]
    assert pinned and run("bench", "--signature")[0].splitlines() == pinned


def test_count():
    printed, _ = run("count", "sketch", "--depth", "4", "--seed", "1")
    counts = [line.split() for line in printed.splitlines()]
    assert [depth for depth, _ in counts] == ["1", "2", "3", "4"]
    assert all(int(a[1]) < int(b[1]) for a, b in zip(counts, counts[1:]))
    assert run("count", "sketch", "--depth", "2", "--seed", "1")[0] == "".join(
        line + "\n" for line in printed.splitlines()[:2])


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
        assert run("check", typed="\n".join(record) + "\n") == ("", "")


def test_solve_deals():
    printed, _ = run("solve", "yokai", "--deals", "300", "--seed", "5", "--players", "3")
    lines = [line.split() for line in printed.splitlines()]
    counts = {int(moves): int(deals) for moves, deals in lines[:-2]}
    assert sum(counts.values()) == 300 and max(counts) <= 9
    mean = sum(moves * deals for moves, deals in counts.items()) / 300
    assert lines[-2] == ["mean", "%.3f" % mean] and abs(mean - 5.469) < 0.3
    assert lines[-1][0] == "best" and 30 < float(lines[-1][1]) < 38
    # They are the deals of selfplay.
    records, _ = run("selfplay", "yokai", "--games", "20", "--seed", "5", "--set", "players=3")
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
    ask = ["greedy", "random", "--game", "sketch", "--deals", "60", "--seed", "5"]
    printed, errors = run("match", *ask)
    lines = printed.splitlines()
    assert not errors and lines[0] == "Yokai Sketch: 60 deals of seed 5"
    found = re.fullmatch(r"greedy wins (\d+\.\d) % ± (\d+\.\d) against random, Elo .*", lines[1])
    whole = match(*ask)
    line = whole["lines"][0]
    assert float(found[1]) == round(100 * line["sum"][0] / (60 * 24), 1) > 85 and 0 < float(found[2]) < 8
    assert whole["deals"] == [[0, 60]] and whole["bots"] == line["bots"] == ["greedy", "random"]
    assert whole == match(*ask, "--jobs", "1") == match(*ask, "--jobs", "7")
    # Each gets what the other leaves, in the same games.
    other = match("random", "greedy", *ask[2:])["lines"][0]
    assert other["sum"][0] + line["sum"][0] == 60 * 24
    # Against itself with its own luck everybody is even.
    assert match("greedy", "greedy", *ask[2:])["lines"][0]["sum"] == [60 * 12]
    assert match("greedy", "random", *ask[2:], "--set", "edition=fr")["set"] == "edition=fr"
    seen = run_in_terminal("match", "plain", "random", "--game", "sketch", "--deals", "20", "--jobs", "1")
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
    ask = ["--game", "yokai", "--deals", "20", "--seed", "3", "--set", "players=3"]
    team = match("normal", *ask)["lines"][0]
    printed = run("match", "normal", *ask)[0].splitlines()
    assert printed[0] == "Yokai, players=3: 20 deals of seed 3"
    assert printed[1].startswith("a team of normal: %.2f ± " % (team["sum"][0] / 20))
    assert " %.1f %% won" % (100 - 5 * team["ranks"][0]) in printed[1] and sum(team["ranks"]) == 20
    assert printed[2].startswith("lost %.1f %%, honourable" % (5 * team["ranks"][0]))
    assert "Elo" not in "".join(printed)
    mixed = match("normal", "random", *ask)["lines"][0]
    assert sum(mixed["ranks"]) == 60 and mixed["sum"][0] / 3 < team["sum"][0]


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
    master, slave = pty.openpty()
    process = subprocess.Popen([PROGRAM, "match", *ask, "--deals", "1000000", "--from", "5", "--json"], stdout=subprocess.PIPE,
                               stderr=slave, start_new_session=True)
    os.close(slave)
    seen = b""
    while not re.search(rb"[1-9]\d* deals", seen):
        seen += os.read(master, 4096)
    os.killpg(process.pid, signal.SIGINT)
    printed = process.communicate(timeout=60)[0]
    seen += os.read(master, 4096)
    os.close(master)
    assert process.returncode == 1, (process.returncode, seen)
    told = json.loads(printed)
    [[first, until]] = told["deals"]
    assert first == 5 and b"stopped after %d deals; --from %d" % (until - 5, until) in seen, seen
    assert told == match(*ask, "--from", "5", "--deals", str(until - 5))


def test_arena():
    ask = ["arena", "random", "greedy", "plain@40", "--game", "sketch", "--deals", "15"]
    table = [line.split() for line in run(*ask)[0].splitlines()[3:]]
    assert table[0][:2] == ["Elo", "±95%"] and set(table[0][2:]) == {"random", "greedy", "plain@40"}
    rows = {row[0]: row[1:] for row in table[1:5]}
    assert set(rows) == {"random", "greedy", "plain@40", "plain@40+open"}
    assert rows["random"][:2] == ["+0", "0"] and int(rows["greedy"][0]) > 200
    columns = {name: i + 2 for i, name in enumerate(table[0][2:])}
    assert float(rows["greedy"][columns["random"]]) + float(rows["random"][columns["greedy"]]) == 100
    assert rows["greedy"][columns["greedy"]] == "-"
    pair = match("random", "greedy", *ask[4:])["lines"][0]
    assert rows["random"][columns["greedy"]] == "%.1f" % (100 * pair["sum"][0] / 15 / 24)
    assert "+open" not in run(*ask, "--fair")[0]
    with tempfile.TemporaryDirectory(dir=os.environ.get("ZASHIKI_BUILD")) as folder:
        picture, parts = os.path.join(folder, "arena.svg"), []
        for first, count in ((0, 4), (4, 5)):
            parts.append(os.path.join(folder, "%d.json" % first))
            with open(parts[-1], "w", encoding="utf-8") as file:
                file.write(run("arena", "easy", "random", "--game", "yokai", "--set", "players=3", "--from",
                               str(first), "--deals", str(count), "--json")[0])
        shown, _ = run("merge", *parts, "--svg", picture)
        assert shown == run("arena", "easy", "random", "--game", "yokai", "--set", "players=3", "--deals", "9")[0]
        svg = ElementTree.parse(picture).getroot()
        texts = [text.text for text in svg.iter("{http://www.w3.org/2000/svg}text")]
        assert "Yokai, players=3: 9 deals of seed 1" in texts and texts.count("easy") == 2
        assert len(list(svg.iter("{http://www.w3.org/2000/svg}circle"))) == 2
        run(*ask, "--svg", folder, status=2)


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


# ---- The path ----

LEVELS = ["basic", "reconcile", "stack", "blind", "shape"]


def path(folder, *arguments, status=0):
    return run("path", *arguments, "--data", folder, status=status)


def test_path():
    with tempfile.TemporaryDirectory(dir=os.environ.get("ZASHIKI_BUILD")) as folder:
        empty, _ = path(folder)
        rows = [line.split() for line in empty.splitlines()[3:]]
        assert rows == [["level", str(i), name, "-", "-", "-"] for i, name in enumerate(LEVELS, 1)]
        assert json.loads(path(folder, "--json")[0]) == {"path": 1, "yokai": {}}
        assert not os.listdir(folder)
        # Nobody called person sits in these games, but somebody called judge.
        kept = "tests/yokai/records/judge.jsonl"
        assert path(folder, "add", kept)[1].startswith("0 finished games")
        table, counted = path(folder, "add", kept, "--name", "judge")
        assert counted.startswith("127 finished games of Yokai with judge")
        found = json.loads(path(folder, "--json")[0])
        best = best_of(kept)
        assert found == {"path": 1, "yokai": best}
        rows = {line.split()[2 if "level" in line else 0]: line.split()[-3:]
                for line in table.splitlines()[3:]}
        assert list(rows)[:5] == LEVELS
        for players, place in (("2", 0), ("3", 1), ("4", 2)):
            assert {name: row[place] for name, row in rows.items() if row[place] != "-"} == best[players]
        before = read(folder)
        path(folder, "add", kept, kept, "--name", "judge")
        assert read(folder) == before  # the same again changes nothing
        # A path can be taken along, and joins another.
        shared = os.path.join(folder, "shared.json")
        with open(shared, "w", encoding="utf-8") as file:
            file.write(path(folder, "--json")[0])
        other = os.path.join(folder, "deep", "other")
        path(other, "add", shared)
        assert read(other) == before


def read(folder):
    with open(os.path.join(folder, "path.json"), encoding="utf-8") as file:
        return file.read()


def best_of(file):
    """The best ranks in a file of records, from their first and last lines alone."""
    ranks = ["lost", "honourable", "glorious", "legendary"]
    best = {"2": {}, "3": {}, "4": {}}
    with open(file, encoding="utf-8") as lines:
        for line in lines:
            line = json.loads(line)
            options = line.get("options", options if "move" in line or "result" in line else {})
            if "result" not in line:
                continue
            level = options.get("level", "1")
            reconcile = int(options.get("reconcile", "1" if level == "2" else "0"))
            rules = [["", "reconcile", "reconcile2", "reconcile3", "reconcile4"][reconcile]]
            if level == "4" or options.get("blind") == "on":
                rules.append("blind")
            elif level == "3" or options.get("stack") == "on":
                rules.append("stack")
            if level == "5" or options.get("shape", "none") != "none":
                rules.append("shape")
            name = "+".join(filter(None, rules)) or "basic"
            of_players = best[options.get("players", "2")]
            rank = line["result"]["rank"]
            of_players[name] = max(of_players.get(name, "lost"), rank, key=ranks.index)
    return best


def test_path_counts_finished_games_of_persons():
    with tempfile.TemporaryDirectory(dir=os.environ.get("ZASHIKI_BUILD")) as folder:
        games = os.path.join(folder, "games.jsonl")
        bots, _ = run("selfplay", "yokai", "--games", "5", "--seed", "1")
        mine = bots.replace('"seats":["random","random"]', '"seats":["random","Mai"]')
        unfinished = "\n".join(mine.splitlines()[:30]) + "\n"
        sketch, _ = run("selfplay", "sketch", "--seed", "1")
        sketch = sketch.replace('"random"', '"Mai"')
        for records, count in ((bots, 0), (unfinished, 0), (sketch, 0), (mine, 5)):
            with open(games, "w", encoding="utf-8") as file:
                file.write(records)
            _, counted = path(folder, "add", games, "--name", "Mai")
            assert counted.startswith("%d finished" % count), counted
        assert json.loads(read(folder)) == {"path": 1, "yokai": {"2": {"basic": "lost"}}}
        with open(games, "w", encoding="utf-8") as file:
            file.write(mine.replace("peek", "peep") + mine)
        printed, errors = path(folder, "add", games, "--name", "Mai", status=1)
        assert errors.count(games) == 5 and "5 finished" in errors and "lost" in printed


def test_path_that_is_none():
    """It is told of, and left as it is."""
    wrong = ["", "rubbish", "[]", "{}", '{"path":2,"yokai":{}}', '{"path":1,"yokai":{"5":{}}}',
             '{"path":1,"yokai":{"2":{"reconcile3":"lost"}}}', '{"path":1,"go":{}}',
             '{"path":1,"yokai":{"2":{"basic":"divine"}}}', '{"path":1,"yokai":{"2":{"basic":1}}}',
             '{"path":1,"yokai":{}} x', '{"path":1,"yokai":{"2":' + " " * 9000 + "{}}}"]
    with tempfile.TemporaryDirectory(dir=os.environ.get("ZASHIKI_BUILD")) as folder:
        file_name = os.path.join(folder, "path.json")
        for text in wrong:
            with open(file_name, "w", encoding="utf-8") as file:
                file.write(text)
            for arguments in ([], ["--json"],
                              ["add", "tests/yokai/records/judge.jsonl", "--name", "judge"]):
                printed, errors = path(folder, *arguments, status=1)
                assert file_name in errors and errors.count("\n") == 1 and not printed, errors
            assert read(folder) == text
        os.remove(file_name)
        os.mkdir(file_name)
        assert file_name in path(folder, status=1)[1]


def test_path_of_two_programs_at_once():
    """Many at a time add a game each; none is lost."""
    with tempfile.TemporaryDirectory(dir=os.environ.get("ZASHIKI_BUILD")) as folder:
        adding = []
        for players in "234":
            for level in "12345":
                games, _ = run("selfplay", "yokai", "--set", "players=" + players,
                               "--set", "level=" + level)
                file_name = os.path.join(folder, players + level)
                with open(file_name, "w", encoding="utf-8") as file:
                    file.write(games.replace('["random"', '["person"'))
                adding.append(subprocess.Popen([PROGRAM, "path", "add", file_name, "--data", folder],
                                               stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL))
        assert all(process.wait(60) == 0 for process in adding)
        levels = {level: "lost" for level in LEVELS}
        assert json.loads(read(folder)) == {"path": 1, "yokai": {n: levels for n in "234"}}
        assert not os.path.exists(os.path.join(folder, "path.json.part"))


# ---- Rules, lists ----

def test_rules():
    text, _ = run("rules", "sketch")
    for number in range(1, 28):
        assert re.search(r"- S%d\b" % number, text), number
    assert "[Ruling]" in text and "[ruling]" in text and "\x1b" not in text and "**" not in text
    one, _ = run("rules", "sketch", "s20")
    assert one == "S20 Call cannot take the last yokai of a stack.\n", one
    assert "(../" not in run("rules", "null")[0] and "N9" in run("rules", "null")[0]
    nested, _ = run("rules", "sketch", "S13")
    assert "S14" in nested and "S15" in nested and "S16" not in nested


def test_lists():
    text, _ = run("games")
    assert "Yokai Sketch" in text and "--set edition=en|fr" in text
    text, _ = run("bots")
    assert "greedy" in text and "random" in text


def test_colours():
    seen = run_in_terminal("rules", "sketch", "S24")
    assert "\x1b[" in seen and "[Ruling]" not in seen
    plain, _ = run("rules", "sketch", "S24")
    for env in ({"NO_COLOR": "1"}, {"TERM": "dumb"}):
        assert run_in_terminal("rules", "sketch", "S24", env=env) == plain, env
    assert "\x1b[" in run_in_terminal("rules", "sketch", "S24", env={"NO_COLOR": ""})
    assert bare_text(run_in_terminal("games")) == run("games")[0]


# ---- Shells and the manual ----

def complete_in_bash(*words):
    script = ('source <("$PROGRAM" completion bash); COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); '
              '_zashiki; printf "%s\\n" "${COMPREPLY[@]}"')
    done = subprocess.run(["bash", "-c", script, "bash", *words], capture_output=True, check=True,
                          env={**os.environ, "PROGRAM": PROGRAM}, timeout=60)
    assert not done.stderr, done
    return done.stdout.decode().split()


def test_completion_in_bash():
    assert complete_in_bash("zashiki", "sel") == ["selfplay"]
    assert set(COMMANDS) <= set(complete_in_bash("zashiki", ""))
    assert complete_in_bash("zashiki", "play", "sk") == ["sketch"]
    assert complete_in_bash("zashiki", "play", "--bot", "g") == ["greedy"]
    assert complete_in_bash("zashiki", "selfplay", "sketch", "--se") == ["--seed", "--set"]
    assert "edition=fr" in complete_in_bash("zashiki", "play", "--set", "edi")
    assert complete_in_bash("zashiki", "play", "--set", "edition", "=") == ["en", "fr"]
    assert complete_in_bash("zashiki", "play", "--set", "edition", "=", "f") == ["fr"]
    assert complete_in_bash("zashiki", "rules", "sketch", "S27") == ["S27"]


def test_completion_in_zsh():
    if not shutil.which("zsh"):
        return
    script, _ = run("completion", "zsh")
    done = subprocess.run(["zsh", "-n"], input=script.encode(), capture_output=True, timeout=60,
                          check=True)
    assert not done.stderr, done.stderr
    # It loads, and the function is there.
    loaded = ("autoload -Uz compinit; compinit -u -D; " + script + "\nwhence -w _zashiki")
    done = subprocess.run(["zsh", "-f", "-c", loaded], capture_output=True, timeout=60, check=True)
    assert b"_zashiki: function" in done.stdout and not done.stderr, done


def test_manual():
    page, _ = run("manual")
    for command in COMMANDS:
        assert ".SS \"zashiki %s\"" % command in page
    if not shutil.which("groff"):
        return
    done = subprocess.run(["groff", "-man", "-ww", "-Kutf8", "-Tutf8"], input=page.encode(),
                          capture_output=True, timeout=60, check=True)
    assert not done.stderr, done.stderr


# ---- A game against a program ----

def play(typed, *arguments, status=0):
    return run("play", *arguments, typed=typed, status=status)


def test_play_to_the_end():
    """The first of the numbered moves, always, in both seats and both editions."""
    with tempfile.TemporaryDirectory(dir=os.environ.get("ZASHIKI_BUILD")) as folder:
        path = os.path.join(folder, "game.jsonl")
        for arguments in (["--seed", "7"], ["sketch", "--seat", "B", "--seed", "8"],
                          ["--set", "edition=fr", "--seed", "9", "--bot", "random"]):
            printed, errors = play("1\n" * 2000, *arguments, "--save", path)
            assert not errors and "The game is over (S25). You " in printed, printed[-500:]
            assert "The same deal again: zashiki play sketch --seed " in printed
            assert run("check", path) == ("", "")
            with open(path, encoding="utf-8") as file:
                lines = file.read().splitlines()
            assert "person" in lines[0] and lines[-1].startswith('{"result":')
            assert "\x1b" not in printed
            # Nothing that the seat may not know is shown: no draw of the other's has a name.
            mine = "B" if "B" in arguments else "A"
            other = "A" if mine == "B" else "B"
            assert re.search(r"deal %s \?" % other, printed)
            assert not re.search(r"deal %s [RBGY]" % other, printed)
            assert max(len(line) for line in printed.splitlines() if path not in line) < 160


def test_play_is_repeatable():
    assert play("1\n" * 2000, "--seed", "3") == play("1\n" * 2000, "--seed", "3")
    assert play("quit\n")[0] != play("quit\n")[0]  # another seed each time


def test_play_talks():
    typed = ["?", "help", "hint", "board", "rules S10", "rules S99", "end", "play RB>Y", "foo",
             "play", "save", "quit"]
    printed, _ = play("\n".join(typed) + "\n", "--seed", "7")
    said = dict(zip(["greeting"] + typed, re.split(r"^> .*\n", printed, flags=re.MULTILINE)))
    assert "Seed 7." in said["greeting"] and "A (you), B (normal)" in said["greeting"]
    assert re.search(r"^ +1  \S", said["?"], re.MULTILINE)
    assert "quit" in said["help"] and "hint" in said["help"]
    assert said["hint"].startswith("strong would: play ")
    hint, why = said["hint"].splitlines()[:2]
    assert hint.split(": ")[1] in said["?"] and why.endswith(".")
    assert "A's hand" in said["board"]
    assert said["rules S10"].startswith("S10 With 4 cards")
    assert "no rule" in said["rules S99"]
    assert said["end"].endswith("(S10)\n")
    assert re.search(r"\((S9|S11)\)$", said["play RB>Y"], re.MULTILINE)
    assert "not a move" in said["foo"]
    assert said["play"].startswith("That could be ")
    assert "save FILE" in said["save"]
    assert "leave the table" in said["quit"]


def test_play_takes_short_moves():
    listed, _ = play("?\nquit\n", "--seed", "7")
    move = re.search(r"^ +1  (play (\S+))$", listed, re.MULTILINE)
    expected = "A (you): " + move[1]
    for typed in (move[1], move[2], move[2].lower(), move[1].lower(), "  " + move[2].lower() + "  ",
                  move[2].replace(">", " > "), "1"):
        assert expected in play(typed + "\nquit\n", "--seed", "7")[0], typed


def test_play_without_input():
    printed, _ = play("", "--seed", "7")
    assert "You leave the table." in printed
    assert "Your move" in play("\x00\xff\n" + "x" * 5000 + "\nquit\n", "--seed", "7")[0]


def test_play_saves_unfinished():
    with tempfile.TemporaryDirectory(dir=os.environ.get("ZASHIKI_BUILD")) as folder:
        path = os.path.join(folder, "game.jsonl")
        play("1\nsave " + path + "\n", "--seed", "7")
        assert run("check", path) == ("", "")
        os.remove(path)
        play("1\n", "--seed", "7", "--save", path)
        assert run("check", path) == ("", "")
    _, errors = play("quit\n", "--seed", "7", "--save", "no/such/folder/x", status=1)
    assert "no/such/folder/x" in errors


def test_play_other_games():
    assert "The game is over" in play("1\n" * 200, "null", "--seed", "1")[0]


def test_play_goes_on_the_path():
    with tempfile.TemporaryDirectory(dir=os.environ.get("ZASHIKI_BUILD")) as folder:
        env = {"XDG_DATA_HOME": folder}
        play_yokai = ["play", "yokai", "--seed", "1", "--set", "level=3", "--set", "players=3"]
        run(*play_yokai, typed="quit\n", env=env)
        assert not os.listdir(folder)  # left, not finished
        printed, _ = run(*play_yokai, typed="declare\n", env=env)
        assert "with these rules and players: lost. All of it: zashiki path\n" in printed
        kept = os.path.join(folder, "zashiki")
        assert json.loads(read(kept)) == {"path": 1, "yokai": {"3": {"stack": "lost"}}}
        assert re.search(r"^level 3  stack +- +lost +-$", run("path", env=env)[0], re.MULTILINE)
        with open(os.path.join(kept, "path.json"), "w", encoding="utf-8") as file:
            file.write("rubbish")
        printed, errors = run(*play_yokai, typed="declare\n", env=env, status=1)
        assert "is not a path" in errors and "The same deal again" in printed


def test_play_takes_moves_back():
    typed = ["undo", "1", "undo", "board", "2", "quit"]
    printed, _ = play("\n".join(typed) + "\n", "--seed", "7")
    said = re.split(r"^> .*\n", printed, flags=re.MULTILINE)
    assert said[1] == "There is no move of yours to take back.\n"
    assert said[3].startswith("Your last move is taken back")
    assert "A (you): " in said[2] and said[4].count("A's hand") == 1
    # The board is the one before the move, and another move goes on from there.
    assert said[0].split("\n\n")[-2] == said[3].split("\n\n")[-2]
    assert "A (you): " in said[5]


def converse(*arguments, answer):
    """A whole game in which each question is answered when it has been asked; what was printed."""
    process = subprocess.Popen([PROGRAM, "play", *arguments], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                               text=True, bufsize=0, env=os.environ)
    said = ""
    while True:
        part = process.stdout.read(1)
        if not part:
            break
        said += part
        if said.endswith("\n> "):
            process.stdin.write(answer(said) + "\n")
    process.stdin.close()
    assert process.wait(60) == 0
    process.stdout.close()
    return said


def test_play_out_of_turn():
    """Yōtei's mystery cards can be turned into potatoes in others' turns."""
    asked = []

    def answer(said):
        out_of_turn = "Out of turn you may" in said[said.rindex("\n\n"):]
        asked.append(out_of_turn)
        return ("1" if sum(asked) == 1 else "") if out_of_turn else "1"
    printed = converse("yotei", "--seed", "6", "--set", "players=3", "--bot", "greedy", answer=answer)
    assert "The game is over" in printed and sum(asked) > 1
    first = printed.index("Out of turn")
    assert re.match(r".*?\n> 1\nA \(you\): cash ", printed[first:], re.DOTALL)


def test_messages():
    """A table behind a pipe."""
    lines = [{"do": "open", "game": "null"}, {"do": "join", "table": "local", "token": "A"},
             {"do": "sit", "table": "local", "token": "A", "name": "Ann", "at": 0},
             {"do": "bot", "table": "local", "token": "A", "seat": "B", "bot": "random", "at": 1}]
    typed = "".join(json.dumps({"zashiki": 1, "request": str(i), **line}) + "\n" for i, line in enumerate(lines))
    printed, _ = run("play", "--messages", "--seed", "4", typed=typed + "rubbish\n\n")
    said = [(line[0], json.loads(line[2:])) for line in printed.splitlines()]
    assert [m["request"] for _, m in said if "request" in m] == ["0", "1", "2", "3", ""]
    assert said[-1][1]["refused"]["key"] == "message.wrong" and said[-1][0] == "-"
    assert {to for to, m in said if "event" in m} == {"A"}
    times = re.compile(r'"time":\d+')
    again, _ = run("play", "--messages", "--seed", "4", typed=typed)
    assert times.sub("", again) == times.sub("", printed).rsplit("\n", 2)[0] + "\n"


def test_play_colours():
    seen = run_in_terminal("play", "--seed", "7", typed="quit\n")
    assert "\x1b[1m" in seen
    plain, _ = run("play", "--seed", "7", typed="quit\n")
    assert bare_text(seen) == plain
    assert run_in_terminal("play", "--seed", "7", typed="quit\n", env={"NO_COLOR": "1"}) == plain


def main():
    data = tempfile.mkdtemp(dir=os.environ.get("ZASHIKI_BUILD"))
    os.environ["XDG_DATA_HOME"] = data  # nothing here is the person's own who runs it
    try:
        return run_tests()
    finally:
        shutil.rmtree(data)


def run_tests():
    tests = [(name, test) for name, test in globals().items() if name.startswith("test_")]
    print("1..%d" % len(tests))
    failed = 0
    for number, (name, test) in enumerate(tests, 1):
        try:
            test()
            print("ok %d - %s" % (number, name))
        except Exception:  # whatever it is, it is this test's
            failed += 1
            print("not ok %d - %s" % (number, name))
            for line in traceback.format_exc().splitlines():
                print("# " + line)
        sys.stdout.flush()
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
