#!/usr/bin/env python3
"""`zashiki` from outside: what it prints, where, and how it exits. Prints TAP. See program.py."""
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile

from program import (DEALS, HEAD, LAB_COMMANDS, PATIENCE_S, bare_text, check_examples, check_help, check_manual, check_usage_errors,
                     check_version, check_zsh, run_tests, zashiki)

PROGRAM = zashiki.path
run = zashiki.run
run_in_terminal = zashiki.run_in_terminal
COMMANDS = ["play", "join", "watch", "replay", "path", "serve", "migrate", "backup", "restore", "export", "import", "audit", "selfplay", "check", "verify", "study", "trace", "rules", "games", "bots",
            "cards", "sentences", "manual", "completion", "help"]


# ---- Help, versions, usage ----

def test_help_of_every_command():
    check_help(zashiki, COMMANDS)


def test_examples_work():
    check_examples(zashiki, COMMANDS, r"play( |$)(?!sketch --games)|zashiki (serve|join|watch|replay|migrate|backup|restore|export|import|audit)|\.json|less|man -l")


def test_no_password_is_repeated():
    """An address of a database that is wrong is not printed: what is printed comes into a log."""
    who = "zashiki:geheim"
    for address in (f"postgresql://{who}@[::1/x", "postgresql://" + who.replace("he", "%he") + "@host/x", f"postgres//{who}@host/x",
                    "postgresql://zashiki@host/x?pasword=geheim", f"postgresql://{who}@host:port:1/x",
                    "postgresql://" + who.replace("he", "@he") + "@host.invalid/x", "postgresql://" + who.replace("ge", "heim/") + "@host/x",
                    f"postgresql://{who}/heim@::1:1/x", "postgresql://zashiki:12/geheim@::1:1/x", f"postgresql://{who}@heim@[::1]:1/x"):
        for command in (("serve", "--port", "0", "--store", address), ("migrate", address), ("export", "--store", address)):
            done = subprocess.run([PROGRAM, *command], capture_output=True, text=True, check=False)
            assert done.returncode and done.stderr, command
            assert "heim" not in done.stdout + done.stderr, done.stderr


def test_version():
    check_version(zashiki)


def test_commands_that_have_moved():
    """Who types what was a command of this program is told where it is now."""
    for command in (name for name in LAB_COMMANDS if name not in ("layouts", "suite", "score")):  # which came later
        printed, errors = run(command, "--game", "sketch", status=2)
        assert not printed and errors == "zashiki: %s is a command of another program now: zashiki-lab %s\n" % (
            command, command), errors


def test_usage_errors():
    check_usage_errors(zashiki, [
        (["export", "--store", "mysql://x"], "postgresql://"), (["import", "x", "--store", "x"], "postgresql://"),
        (["audit", "--store", ""], "postgresql://"), (["migrate", "x"], "postgresql://"),
        ([], "COMMAND"), (["slefplay"], '"selfplay"'), (["xyzzy"], "zashiki help"), (["--versoin"], "--help"),
        (["help", "xyzzy"], "zashiki help"), (["selfplay"], "GAME"), (["selfplay", "sketsh"], '"sketch"'),
        (["selfplay", "chess"], "zashiki games"), (["selfplay", "sketch", "--sed", "1"], "--seed"),
        (["selfplay", "sketch", "--foo"], "--help"), (["selfplay", "sketch", "--games"], "needs a value"),
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
        (["selfplay", "sketch", "--set", "colour=red"], "no option"), (["selfplay", "sketch", "twice"], "too many"),
        (["check", "a", "b"], "too many"), (["rules", "sketch", "S99"], "S27"), (["rules", "null", "S1"], "N9"),
        (["rules", "nothing"], "game"), (["completion", "csh"], "bash, zsh and fish"), (["play", "--seat", "C"], "A to B"),
        (["play", "chess"], "game"), (["play", "--bot", "nobody"], "bot"), (["cards"], "check FILE"),
        (["cards", "check"], "check FILE"), (["cards", "eat"], "check or show"),
        (["cards", "check", "nowhere.json"], "No such file"), (["cards", "check", "."], "cannot read"),
        (["cards", "check", "/dev/zero"], "longer"), (["cards", "show", "niseki"], '"niseko-1"'),
        (["selfplay", "yotei", "--set", "cards=nisek-1"], '"niseko-1"'),
        (["selfplay", "yotei", "--set", "cards=./nowhere"], "No such file"), (["path", "remove"], "path add FILE"),
        (["path", "add"], "add FILE"), (["path", "add", "games.jsonl", "--name", "random"], "a person"),
        (["path", "add", "games.jsonl", "--name", ""], "a person"), (["path", "add", "no/such/file"], "no/such/file"),
    ])


def test_output_that_cannot_be_written():
    if not os.path.exists("/dev/full"):
        return
    for arguments in (["selfplay", "sketch", "--games", "50"], ["--help"], ["games"]):
        with open("/dev/full", "wb") as full:
            done = subprocess.run([PROGRAM, *arguments], stdout=full, stderr=subprocess.PIPE,
                                  timeout=600, check=False)
        assert done.returncode == 2 and b"cannot write" in done.stderr, (arguments, done)


def test_closed_pipe_is_silent():
    done = subprocess.run(["bash", "-c", '"$0" selfplay sketch --games 100000 | head -n 1', PROGRAM],
                          capture_output=True, timeout=600, check=True)
    assert done.stdout.startswith(b'{"zashiki":1,') and not done.stderr, done


# ---- Card sets ----

TINY = "tests/yotei/records/tiny.json"


def test_cards_show():
    usual, errors = run("cards", "show")
    assert not errors and usual == run("cards", "show", "niseko-1")[0]
    newest = run("cards", "show", "niseko")[0]
    assert newest == run("cards", "show", "niseko-2")[0] == run("cards", "show", "cards/niseko-2.json")[0]
    lines = usual.splitlines()
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
                               'In the card set, mt-c has an unknown key "chram".'),
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
    for command in ("check", "trace"):
        assert run(command, typed=own + of_name + own)[1] == ""
    assert run("check", typed=own) == ("", "")
    wrong = own.replace('"cash":3', '"cash":4', 1)
    printed, _ = run("check", typed=wrong + own, status=1)
    assert printed.startswith("<stdin>:1: ") and '"cash" of onsen' in printed, printed


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
        "%s:%d: S10: With four cards in hand you must play at least one." % (path, lines + 13),
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
    for command in ("check", "trace", "study"):
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
    for typed, sentence, arguments in (
            (bots, "only programs sat there", ()),
            (record, "there is no such seat", ("--seat", "C")),
            (record, "there is no such seat", ("--seat", "me")),
            (HEAD + DEALS, "this game is not over", ()),
            (HEAD + DEALS + '{"by":"A","move":"end"}\n', "you must play at least one", ())):
        printed, errors = run("study", "-", *arguments, typed=typed, status=1)
        assert not printed and sentence in errors and errors.count("\n") == 1, errors
        assert re.match(r"<stdin>:\d+: ", errors), errors
    assert run("study", "-", status=1) == ("", "<stdin>: there is no record in it\n")
    printed, errors = run("study", "-", "--playouts", "3", typed=record, status=2)
    assert not printed and "from 10 to" in errors


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
        best, games = best_of(kept)
        assert games > 100 and counted.startswith(f"{games} finished games of Yokai with judge")
        found = json.loads(path(folder, "--json")[0])
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
    """The best ranks in a file of records, from their first and last lines alone, and how many games counted."""
    ranks = ["lost", "honourable", "glorious", "legendary"]
    best, counted = {"2": {}, "3": {}, "4": {}}, 0
    with open(file, encoding="utf-8") as lines:
        for line in lines:
            line = json.loads(line)
            options = line.get("options", options if "move" in line or "result" in line else {})
            usual = {"2": "2+3+2", "3": "2+4+3", "4": "3+4+3"}[options.get("players", "2")]
            if "result" not in line or options.get("hints", usual) != usual:
                continue
            counted += 1
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
    return best, counted


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
        assert all(process.wait(PATIENCE_S) == 0 for process in adding)
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
    table, _ = run("rules", "yokai", "Y5")
    assert table.endswith("  4 | 3 | 4 | 3 | 10\n") and "Y6" not in table, table
    table, _ = run("rules", "yokai", "Y24")
    assert "  2 | up to 7 | 8-11 | 12 and more\n" in table and table.endswith("is honourable too.\n"), table
    for game, letter in (("sketch", "S"), ("yokai", "Y"), ("yotei", "T")):
        for number in re.findall(r"^ *- (%s\d+\w*)" % letter, run("rules", game)[0], re.M):
            assert not run("rules", game, number)[0].endswith(":\n"), number


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

def test_completion_in_bash():
    complete = zashiki.complete_in_bash
    assert complete("sel") == ["selfplay"]
    assert set(COMMANDS) <= set(complete(""))
    assert complete("play", "sk") == ["sketch"]
    assert complete("play", "--bot", "g") == ["greedy"]
    assert complete("selfplay", "sketch", "--se") == ["--seed", "--set"]
    assert "edition=fr" in complete("play", "--set", "edi")
    assert complete("play", "--set", "edition", "=") == ["en", "fr"]
    assert complete("play", "--set", "edition", "=", "f") == ["fr"]
    assert complete("rules", "sketch", "S27") == ["S27"]


def test_completion_in_zsh():
    check_zsh(zashiki)
    if not shutil.which("zsh"):
        return
    complete = zashiki.complete_in_zsh
    assert complete("sel") == "selfplay "
    assert complete("play sk") == "play sketch "
    assert complete("help pl") == "help play "
    assert complete("play --bot g") == "play --bot greedy "
    assert complete("play --see") == "play --seed "
    assert complete("play --set edi") == "play --set edition="
    assert complete("rules sketch S27") == "rules sketch S27 "
    assert complete("check te") == "check tests/"


def test_completion_in_fish():
    if not shutil.which("fish"):
        return
    complete = zashiki.complete_in_fish
    assert complete("sel") == ["selfplay"]
    assert set(COMMANDS) <= set(complete(""))
    assert complete("play sk") == ["sketch"]
    assert complete("help pl") == ["play"]  # a command in the place of a word is none
    assert complete("help play --s") == []
    assert complete("play --bot g") == ["greedy"]
    assert set(complete("selfplay sketch --se")) == {"--seed", "--set"}
    assert "edition=fr" in complete("play --set edi")
    assert complete("rules sketch S27") == ["S27"]
    assert "tests/" in complete("check te")


def test_manual():
    check_manual(zashiki, COMMANDS)


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
            assert not errors and re.search(r"^(You win!|Karakasa wins!|Tanuki wins!|The game is drawn)$", printed, re.M), printed[-500:]
            assert "The same deal again: zashiki play sketch --seed " in printed
            assert run("check", path) == ("", "")
            with open(path, encoding="utf-8") as file:
                lines = file.read().splitlines()
            assert "person" in lines[0] and lines[-1].startswith('{"result":')
            # Nothing that the seat may not know is shown: no draw of the other's has a name.
            other = "Tanuki" if "B" in arguments else "Karakasa"
            assert f"{other} draws a card." in printed
            assert not re.search(rf"{other} draws (?!a card\.)", printed)
            assert re.search(r"^Guest draws \w+–\w+", printed, re.M)
            check_lines(printed, path)


def check_lines(printed, *aside):
    """Line mode: no control sequence, no box drawing, no long line; each prompt follows a sentence that says what is expected."""
    assert not re.search(r"[\x00-\x09\x0b-\x1f\x7f\x80-\x9f\u2500-\u259f]", printed)
    lines = printed.splitlines()
    long = [line for line in lines if len(line) > 80 and not line.startswith(">") and not any(word in line for word in aside)
            and "zashiki play" not in line and not re.match(r"[A-Z]\d+ ", line)]
    assert not long, long
    parts = re.split(r"(^> .*\n|\n\n)", printed, flags=re.M)
    asked = [part.replace("\n    ", " ").strip() for part, after in zip(parts, parts[1:]) if after.startswith("> ")]
    assert asked and all(re.search(r"[.?。]$", part) for part in asked), [part for part in asked if not re.search(r"[.?。]$", part)]


def test_play_is_repeatable():
    assert play("1\n" * 2000, "--seed", "3") == play("1\n" * 2000, "--seed", "3")
    assert play("quit\n")[0] != play("quit\n")[0]  # another seed each time


def said_to(typed, *arguments):
    """What is printed after each line that is typed, by that line; and before the first."""
    printed, _ = play("\n".join(typed) + "\n", *arguments)
    check_lines(printed)
    return dict(zip(["greeting"] + typed, re.split(r"^> .*\n", printed, flags=re.MULTILINE)))


def test_play_talks():
    said = said_to(["?", "help", "hint", "board", "rules S10", "rules S99", "end", "why play RB>Y", "RB>G", "why RY>Y", "foo",
                    "play", "save", "who", "log", "react", "resume", "quit"], "--seed", "7")
    assert "A: Guest (you), B: Karakasa (normal). Seed 7." in said["greeting"]
    assert "Your turn: play one to three cards. Type a move, or help." in said["greeting"]
    assert said["?"].startswith(" 1  play RB>R: play fire–water on the fire stack. A card here: 5 more needed.\n")
    for word in ("quit", "hint", "why", "play RB>R means:"):
        assert word in said["help"]
    hint = re.search(r"^The strong bot would play .*\[(play\s[^]]*)\]", said["hint"], re.M | re.S)
    assert hint and re.sub(r"\s+", " ", hint[1]) in said["?"], said["hint"]
    assert "Notebook of Guest: 0 points." in said["board"] and "RGd fire–earth" in said["board"]
    assert said["rules S10"].startswith("S10 With 4 cards")
    assert "no rule" in said["rules S99"]
    assert said["end"].startswith("With four cards in hand you must play at least one. (S10)\n\nYour turn: ")
    assert re.search(r"does not have the colour .*\(S\d+\)\n", said["why play RB>Y"], re.S), said["why play RB>Y"]
    assert said["RB>G"].startswith("fire–water does not have the colour earth. (S11)\n"), said["RB>G"]
    assert said["why RY>Y"].startswith("You may play fire–wind on the wind stack. A card here: 5 more needed.\n")
    assert "is not a move" in said["foo"]
    assert said["play"].startswith("That could be: play RB>R, ")
    assert "save FILE" in said["save"]
    assert said["who"].startswith("A: Guest (you)\nB: Karakasa (bot, normal)\n")
    assert "Karakasa begins.\n" in said["log"]
    assert "well_played" in said["react"]
    assert "leave the table" in said["quit"]


def test_play_takes_short_moves():
    expected = "Guest plays fire–water on the fire stack: 2 of 7."
    for typed in ("play RB>R", "RB>R", "rb>r", "play rb>r", "  rb>r  ", "RB > R", "1"):
        assert expected in play(typed + "\nquit\n", "--seed", "7")[0], typed


def test_play_asks_for_a_card_then_a_place():
    """Of Yokai's 240 moves none is listed before a card was chosen."""
    said = said_to(["1", "1", "moves", "2", "back", "move 2", "4,0", "quit"], "yokai", "--seed", "7")
    assert len(re.findall(r"^ ?\d+  move ", said["moves"], re.M)) <= 16
    assert " 2  move 2 to ...  16 ways to go on\n" in said["moves"]
    assert len(re.findall(r"^ ?\d+  move 2 to ", said["move 2"], re.M)) == 16
    assert said["move 2"].endswith("Type the rest of the move or its number, or back.\n")
    assert said["4,0"].startswith("Guest moves card 2: right of 4.\n")


def test_play_without_input():
    printed, _ = play("", "--seed", "7")
    assert "You leave the table." in printed
    assert "is not a move" in play("\x00\xff\n" + "x" * 5000 + "\nquit\n", "--seed", "7")[0]


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
    """One that brings nothing to the terminal has a plain screen."""
    printed, _ = play("1\n" * 200, "null", "--seed", "1")
    assert "Guest: keep" in printed and re.search(r"^(You win!|Karakasa wins!|The game is drawn)$", printed, re.M), printed


def test_play_speaks_four_languages():
    """By --lang or by the locale; the same game in each, with nothing left in English and no key unsaid."""
    turns = {"en": "Your turn: ", "fr": "À vous\u00a0: ", "pl": "Twoja kolej: ", "ja": "あなたの番："}
    for game in ("sketch", "yokai", "yotei"):
        for language, turn in turns.items():
            printed, errors = play("moves\nhelp\n1\n1\nwho\nquit\n", game, "--seed", "7", "--lang", language)
            assert not errors and not re.search(r"\b(ui|term|sketch|yokai|yotei)\.[a-z]", printed), printed
            assert not re.search(r"\{\w+\}", printed), printed
            assert turn in printed, (language, printed[:2000])
            check_lines(printed)
            by_locale, _ = run("play", game, "--seed", "7", typed="moves\nhelp\n1\n1\nwho\nquit\n", env={"LC_ALL": language + "_XX.UTF-8"})
            assert by_locale == printed
    assert "en, fr, pl, ja" in play("", "--lang", "de", status=2)[1]
    assert run("rules", "sketch", "S10", "--lang", "fr")[0].startswith("S10 Avec")


def test_play_goes_on_the_path():
    with tempfile.TemporaryDirectory(dir=os.environ.get("ZASHIKI_BUILD")) as folder:
        env = {"XDG_DATA_HOME": folder}
        play_yokai = ["play", "yokai", "--seed", "1", "--set", "level=3", "--set", "players=3"]
        run(*play_yokai, typed="quit\n", env=env)
        assert not os.listdir(folder)  # left, not finished
        printed, _ = run(*play_yokai, typed="declare\n", env=env)
        assert "with these rules and players: lost. All of it: zashiki path\n" in printed
        kept = os.path.join(folder, "zashiki")
        # With help or with other hint cards it is no step, played here or read from a record.
        saved = os.path.join(folder, "helped.jsonl")
        for words, typed in ((["--set", "hints=4+3+2"], ""), (["--memory"], ""), ([], "hint\n")):
            printed, _ = run("play", "yokai", "--seed", "1", "--set", "players=3", *words, "--save", saved,
                             typed=typed + "declare\n", env=env)
            assert "is no step on the path" in printed, printed
            assert run("path", "add", saved, env=env)[1].startswith("0 finished games")
        assert json.loads(read(kept)) == {"path": 1, "yokai": {"3": {"stack": "lost"}}}
        assert re.search(r"^level 3  stack +- +lost +-$", run("path", env=env)[0], re.MULTILINE)
        with open(os.path.join(kept, "path.json"), "w", encoding="utf-8") as file:
            file.write("rubbish")
        printed, errors = run(*play_yokai, typed="declare\n", env=env, status=1)
        assert "is not a path" in errors and "The same deal again" in printed


def test_play_remembers():
    """What one would have to remember is shown with the aid to memory only; what a look shows is told at once."""
    typed = "peek 1\npeek 2\nquit\n"
    for aid in ([], ["--memory"]):
        printed, _ = run("play", "yokai", "--seed", "1", "--set", "first=A", *aid, typed=typed)
        assert re.search(r"^Guest looks at card 1. Card 1: (Kitsune|Kappa|Rokurokubi|Oni)\.$", printed, re.MULTILINE), printed
        assert bool(re.search(r"(?<!\d)1=[KPRO]", printed)) == bool(aid), printed
    plain, _ = run("play", "yotei", "--seed", "1", typed="quit\n")
    assert re.search(r"^Karakasa: 0 charm", plain, re.MULTILINE) and re.search(r"^Guest: 5 potatoes", plain, re.MULTILINE)
    aided, _ = run("play", "yotei", "--seed", "1", "--memory", typed="quit\n")
    assert re.search(r"^Karakasa: (Between \d+ and )?\d+ potatoes", aided, re.MULTILINE), aided


def test_play_says_what_was_typed():
    """A number is not the beginning of another, what is no move is quoted as it was typed, and of several moves none is picked."""
    typed = ["peek 1", "peek 1", "why peek 1", "why peek", "move 1", "quit"]
    printed, _ = run("play", "yokai", "--seed", "4", "--set", "first=A", typed="\n".join(typed) + "\n")
    said = re.split(r"^> .*\n", printed, flags=re.M)
    for part in said[2:4]:
        assert part.startswith("You just looked at card 1; the second must be another. (Y9)\n"), part
    assert said[4].startswith("That could be: peek 2, peek 3, ") and "and more." in said[4], said[4]
    assert said[5].startswith('"move 1" is not a move.'), said[5]


def test_play_takes_moves_back():
    typed = ["undo", "1", "undo", "board", "2", "quit"]
    printed, _ = play("\n".join(typed) + "\n", "--seed", "7")
    said = re.split(r"^> .*\n", printed, flags=re.MULTILINE)
    assert said[1].startswith("You have no move to undo.\n")
    assert said[3].startswith("A move is undone.\n")
    assert "Guest plays fire–water on the fire stack" in said[2] and said[4].count("Your hand") == 1
    # The board is the one before the move, and another move goes on from there.
    assert said[0].split("\n\n")[-2] == said[3].split("\n\n")[-2]
    assert "Guest plays fire–water on the water stack" in said[5]


def converse(*arguments, answer):
    """A whole game in which each question is answered when it has been asked; what was printed."""
    process = subprocess.Popen([PROGRAM, "play", *arguments], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                               bufsize=0, env=os.environ)
    said = b""
    while True:
        part = process.stdout.read(1)
        if not part:
            break
        said += part
        if said.endswith(b"\n> "):
            process.stdin.write(answer(said.decode()).encode() + b"\n")
    process.stdin.close()
    assert process.wait(PATIENCE_S) == 0
    process.stdout.close()
    return said.decode()


def test_play_out_of_turn():
    """Yōtei's mystery cards can be turned into potatoes in others' turns."""
    asked = []

    def answer(said):
        out_of_turn = "You may act out of turn" in said[said.rindex("\n\n"):]
        asked.append(out_of_turn)
        return ("1" if sum(asked) == 1 else "") if out_of_turn else "1"
    printed = converse("yotei", "--seed", "6", "--set", "players=3", "--bot", "greedy", answer=answer)
    assert re.search(r"(win!|wins!|the win)", printed[-800:]) and sum(asked) > 1
    first = printed.index("You may act out of turn")
    assert re.match(r".*?\n> 1\nGuest cashes a mystery card ", printed[first:], re.DOTALL)


def test_play_teaches():
    """A guided game goes step by step; another move is told what it would do, and which one is wanted."""
    typed = ["", "", "", "", "RB>B", "RB>R", "quit"]
    printed, _ = play("\n".join(typed) + "\n", "--tutorial")
    check_lines(printed)
    assert "Step 1 of" in printed and "Press Enter to go on." in printed
    assert 'Type "play RB>R" here: play fire–water on the fire stack.' in printed.replace("\n    ", " ")
    assert "Guest plays fire–water on the fire stack: 1 of 3." in printed


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


def test_replay():
    """A record again, move by move and from any place, with what the board knows at the end."""
    with tempfile.TemporaryDirectory(dir=os.environ.get("ZASHIKI_BUILD")) as folder:
        path = os.path.join(folder, "game.jsonl")
        for game in ("sketch", "yokai", "yotei", "null"):
            record, _ = run("selfplay", game, "--seed", "5")
            with open(path, "w", encoding="utf-8") as file:
                file.write(record)
            moves = record.count('"move":')
            far = min(12, moves - 1)
            printed, errors = run("replay", path, typed=f"\n{far}\nback\n3\nboard\nend\nquit\n")
            said = re.split(r"^> .*\n", printed, flags=re.M)
            assert not errors and len(said) == 8 and f"Move 1 of {moves}." in said[1], printed
            at = [int(re.search(r"Move (\d+) of", part)[1]) for part in said[:7]]
            assert at == [0, 1, far, at[3], 3, 3, moves] and at[3] < far  # back to a move that says something
            assert re.search(r"(win!|wins!|drawn|together|the win)", said[6]), said[6]
            check_lines(printed)
        with open(path, "w", encoding="utf-8") as file:
            file.write(record.replace("keep", "kepp", 1).replace("swap", "swop", 1))
        assert "is wrong" in run("replay", path, status=1)[1]
        assert "There is no game in this file." in run("replay", os.devnull, status=1)[1]


def test_play_is_the_same_on_a_terminal():
    """Line by line there are no colours (test_line.py), so what is printed does not depend on where it goes."""
    plain, _ = run("play", "--seed", "7", typed="quit\n")
    assert run_in_terminal("play", "--plain", "--seed", "7", typed="quit\n") == plain


if __name__ == "__main__":
    sys.exit(run_tests(globals()))
