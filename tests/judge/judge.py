#!/usr/bin/env python3
"""Judges traces with implementations of the rules that are independent of the engine: tests/GAME/judge.py.

  judge.py trace [FILE]             records -> traces
  judge.py make --game GAME --games N --seed S [--set option=value]...
                                    complete records, steered towards rare events (--steer MODE);
                                    --cards FILE: with a card set that is not shipped
  judge.py check RECORDS TRACES     the traces against our own, game by game; '-' is standard input
  judge.py compare A B              two files of traces, line by line
  judge.py stats [FILE]             what happens in records

A game's judge.py has the class Game, the dictionary DEFAULTS of its options, the exception Illegal, and describe() for
`stats`; perhaps begin(), where a record's first line says more than options, read_file(), where the game has card
sets, and NAMED, the options that a record always names. steer.py beside it has MODES and play().
"""
import argparse
import importlib
import json
import os
import sys
from collections import Counter
from pathlib import Path

TESTS = Path(__file__).resolve().parent.parent
if __name__ == "__main__":
    sys.path[0] = str(TESTS)
GAMES = {path.parent.name: importlib.import_module(path.parent.name + ".judge")
         for path in sorted(TESTS.glob("*/judge.py")) if path.parent.name != "judge"}
ILLEGAL = tuple(game.Illegal for game in GAMES.values())


def dump(thing):
    return json.dumps(thing, separators=(",", ":"), ensure_ascii=False)


# ---- reading records ----------------------------------------------------------------------------------------

class BadRecord(Exception):
    pass


class Record:
    def __init__(self, header, line):
        self.header, self.line = header, line
        self.moves = []                  # (line number, by, move)
        self.result, self.result_line = None, None


def read_records(lines):
    """Records one at a time; only one is held in memory."""
    record = None
    for number, line in enumerate(lines, 1):
        try:
            item = json.loads(line)
        except ValueError as error:
            raise BadRecord("line %d: not JSON: %s" % (number, error))
        if not isinstance(item, dict):
            raise BadRecord("line %d: not an object" % number)
        if "zashiki" in item:
            if record is not None:
                yield record
            if item["zashiki"] != 1 or item.get("game") not in tuple(GAMES) or item.get("rules") != 1:
                raise BadRecord("line %d: not a record of %s of version 1" % (number, " or ".join(GAMES)))
            if not isinstance(item.get("options", {}), dict):
                raise BadRecord("line %d: options are not an object" % number)
            record = Record(item, number)
        elif record is None:
            raise BadRecord("line %d: no first line of a game before it" % number)
        elif record.result is not None:
            raise BadRecord("line %d: something after the result" % number)
        elif "result" in item:
            record.result, record.result_line = item["result"], number
        elif isinstance(item.get("by"), str) and isinstance(item.get("move"), str):
            record.moves.append((number, item["by"], item["move"]))
        else:
            raise BadRecord("line %d: neither a move nor a result" % number)
    if record is not None:
        yield record


def begin(header):
    """The game of a record's first line, before its first move."""
    module = GAMES[header["game"]]
    return module.begin(header) if hasattr(module, "begin") else module.Game(header.get("options"))


def make(game, by, move):
    """A legal move. Where seats may act out of turn, the game is told whose it is."""
    if hasattr(game, "also"):
        game._continue(by, move)
    else:
        game._continue(move)


def replay(record, each=None):
    """Plays a record through, checking everything; each(n, game, legal) is called at every position."""
    try:
        game = begin(record.header)
    except ILLEGAL as error:
        raise BadRecord("line %d: %s" % (record.line, error))
    last = record.line
    for n, (line, by, move) in enumerate(record.moves):
        last, actor = line, game.actor()
        if actor == "over":
            raise BadRecord("line %d: a move after the end of the game (%s)" % (line, game.result()["end"]))
        legal = game.legal()
        also = game.also() if hasattr(game, "also") else {}
        if by != actor and by not in also:
            raise BadRecord("line %d: %s moves, but it is for %s" % (line, by, actor))
        if each:
            each(n, game, legal)
        moves = also[by] if by != actor else [text for text, _ in legal] if actor == "chance" else legal
        if move not in moves:
            raise BadRecord("line %d: %r is not legal for %s" % (line, move, by))
        make(game, by, move)  # without listing the legal moves again
    if record.result is None:
        if game.actor() == "over":
            raise BadRecord("line %d: the game is over, but there is no result" % last)
    elif game.actor() != "over":
        raise BadRecord("line %d: a result, but the game is not over" % record.result_line)
    elif record.result != game.result():
        raise BadRecord("line %d: the result should be %s" % (record.result_line, dump(game.result())))
    if each:
        each(len(record.moves), game, game.legal())
    return game


# ---- traces -------------------------------------------------------------------------------------------------

def trace_line(n, game, legal):
    actor = game.actor()
    if actor == "over":
        return '{"n":%d,"actor":"over","result":%s}' % (n, dump(game.result()))
    if actor == "chance":
        pairs = ",".join('["%s","%d/%d"]' % (text, p.numerator, p.denominator) for text, p in legal)
        return '{"n":%d,"actor":"chance","legal":[%s]}' % (n, pairs)
    moves = ",".join('"%s"' % text for text in legal)
    points = game.points()
    points = "" if points is None else ',"points":' + dump(points)
    also = game.also() if hasattr(game, "also") else {}
    also = ',"also":' + dump(also) if also else ""
    return '{"n":%d,"actor":"%s","legal":[%s]%s%s}' % (n, actor, moves, also, points)


def trace_of(record):
    lines = []
    replay(record, lambda n, game, legal: lines.append(trace_line(n, game, legal)))
    return lines


def opened(name):
    if name == "-":
        return sys.stdin
    return open(name, encoding="utf-8", newline="\n")


def do_trace(args):
    with opened(args.file) as file:
        for record in read_records(file):
            sys.stdout.write("\n".join(trace_of(record)) + "\n")


def do_check(args):
    games = positions = 0
    with opened(args.records) as records, opened(args.traces) as traces:
        for record in read_records(records):
            games += 1
            for n, ours in enumerate(trace_of(record)):
                theirs = traces.readline()
                if theirs != ours + "\n":
                    where = record.moves[n][0] if n < len(record.moves) else "the end"
                    print("game %d (first line %d), n %d (record line %s)" % (games, record.line, n, where))
                    print("judge : " + ours)
                    print("theirs: " + (theirs.rstrip("\n") if theirs else "(nothing more)"))
                    if n and n <= len(record.moves):
                        print("after : %s %s" % record.moves[n - 1][1:])
                    return 1
                positions += 1
        extra = traces.readline()
        if extra:
            print("after game %d, the last: more traces: %s" % (games, extra.rstrip("\n")))
            return 1
    print("%d games, %d positions: the same" % (games, positions))


def do_compare(args):
    games = lines = 0
    n = None
    with opened(args.a) as a, opened(args.b) as b:
        while True:
            x, y = a.readline(), b.readline()
            if not x and not y:
                break
            try:
                n = json.loads(x or y).get("n")
            except (ValueError, AttributeError):
                n = None
            if n == 0:
                games += 1
            lines += 1
            if x != y:
                print("line %d: game %d, n %s" % (lines, games, n))
                print("A: " + (x.rstrip("\n") if x else "(nothing more)"))
                print("B: " + (y.rstrip("\n") if y else "(nothing more)"))
                return 1
    print("%d games, %d lines: the same" % (games, lines))


# ---- making records -----------------------------------------------------------------------------------------

def do_make(args):
    module, steer = GAMES[args.game], importlib.import_module(args.game + ".steer")
    given = dict(text.split("=", 1) if "=" in text else (text, "") for text in args.set)
    defaults, named = module.DEFAULTS, getattr(module, "NAMED", ())
    cardset = None
    if args.cards:
        if not hasattr(module, "read_file"):
            raise BadRecord("%s has no cards" % args.game)
        cardset = module.read_file(args.cards)
        given["cards"] = cardset["name"]
    options = {name: given.get(name, defaults[name]) for name in defaults
               if name in named or given.get(name, defaults[name]) != defaults[name]}
    try:
        for name in given:
            if name not in defaults:
                raise BadRecord("no option %r" % name)
        extra = {"cardset": cardset} if cardset else {}
        seats = begin(dict(extra, game=args.game, options=options)).seats
    except ILLEGAL as error:
        raise BadRecord(str(error))
    if args.steer not in steer.MODES:
        raise BadRecord("%s has no mode %r, only %s" % (args.game, args.steer, ", ".join(steer.MODES)))
    for game in range(args.games):
        lines = [dump(dict({"zashiki": 1, "game": args.game, "rules": 1, "options": options,
                            "seats": ["judge"] * len(seats)}, **extra))]
        more = (cardset,) if cardset else ()
        moves, result = steer.play(options, args.steer, "%d/%d" % (args.seed, game), *more)
        lines += [dump({"by": by, "move": move}) for by, move in moves]
        lines.append(dump({"result": result}))
        sys.stdout.write("\n".join(lines) + "\n")


# ---- statistics ---------------------------------------------------------------------------------------------

def do_stats(args):
    games, events, games_with, peaks = 0, Counter(), Counter(), Counter()
    with opened(args.file) as file:
        for record in read_records(file):
            games += 1
            e, p = GAMES[record.header["game"]].describe(record, replay)
            events += e
            games_with += Counter(e.keys())
            peaks |= p
    print("%7d  games" % games)
    print("  count  in games  event")
    for name in sorted(events):
        print("%7d  %8d  %s" % (events[name], games_with[name], name))
    print("    max")
    for name in sorted(peaks):
        print("%7d  %s" % (peaks[name], name))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True)
    p = commands.add_parser("trace")
    p.add_argument("file", nargs="?", default="-")
    p.set_defaults(do=do_trace)
    p = commands.add_parser("make")
    p.add_argument("--games", type=int, required=True)
    p.add_argument("--seed", type=int, required=True)
    p.add_argument("--game", choices=tuple(GAMES), required=True)
    p.add_argument("--cards", metavar="FILE")
    p.add_argument("--set", metavar="option=value", action="append", default=[])
    p.add_argument("--steer", metavar="MODE", default="random")
    p.set_defaults(do=do_make)
    p = commands.add_parser("check")
    p.add_argument("records")
    p.add_argument("traces")
    p.set_defaults(do=do_check)
    p = commands.add_parser("compare")
    p.add_argument("a")
    p.add_argument("b")
    p.set_defaults(do=do_compare)
    p = commands.add_parser("stats")
    p.add_argument("file", nargs="?", default="-")
    p.set_defaults(do=do_stats)
    args = parser.parse_args()
    if hasattr(sys.stdin, "reconfigure"):
        sys.stdin.reconfigure(encoding="utf-8", newline="\n")
    try:
        return args.do(args)
    except BadRecord as error:
        sys.stdout.flush()
        print("judge: " + str(error), file=sys.stderr)
        return 1
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1


if __name__ == "__main__":
    sys.exit(main())
