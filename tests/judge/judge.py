#!/usr/bin/env python3
"""Judges traces of Yokai Sketch, Yokai and Yotei with independent implementations of their rules (sketch.py,
yokai.py, yotei.py).

  judge.py trace [FILE]             records -> traces
  judge.py make --games N --seed S  complete records, steered towards rare events (--steer MODE);
                                    --game yokai [--players P] [--set option=value]... for another game
                                    --game yotei [--players P] [--cards FILE]: FILE a card set that is not shipped
  judge.py check RECORDS TRACES     the traces against our own, game by game; '-' is standard input
  judge.py compare A B              two files of traces, line by line
  judge.py stats [FILE]             what happens in records
"""
import argparse
import json
import os
import sys
from collections import Counter

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import sketch                                            # noqa: E402
import steer                                             # noqa: E402
import steer_yokai                                       # noqa: E402
import steer_yotei                                       # noqa: E402
import yokai                                             # noqa: E402
import yotei                                             # noqa: E402

SEATS = sketch.SEATS                                     # of sketch, for its statistics
GAMES = {"sketch": sketch.Sketch, "yokai": yokai.Yokai, "yotei": yotei.Yotei}
DEFAULTS = {"sketch": sketch.DEFAULTS, "yokai": yokai.DEFAULTS, "yotei": yotei.DEFAULTS}
STEER = {"sketch": steer, "yokai": steer_yokai, "yotei": steer_yotei}
ILLEGAL = (sketch.Illegal, yokai.Illegal, yotei.Illegal)


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
    options = header.get("options")
    if header["game"] != "yotei":
        return GAMES[header["game"]](options)
    if not (options and "cards" in options):
        raise yotei.Illegal("the options do not name the card set")
    return yotei.Yotei(options, header.get("cardset"))


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
        also = game.also() if record.header["game"] == "yotei" else {}
        if by != actor and by not in also:
            raise BadRecord("line %d: %s moves, but it is for %s" % (line, by, actor))
        if each:
            each(n, game, legal)
        moves = also[by] if by != actor else [text for text, _ in legal] if actor == "chance" else legal
        if move not in moves:
            raise BadRecord("line %d: %r is not legal for %s" % (line, move, by))
        # apply, without listing the legal moves again
        if record.header["game"] == "yotei":
            game._continue(by, move)
        else:
            game._continue(move)
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
    given = [("edition", args.edition), ("first", args.first), ("players", args.players)]
    given += [tuple(text.split("=", 1)) if "=" in text else (text, "") for text in args.set]
    given = {name: value for name, value in given if value is not None}
    defaults = DEFAULTS[args.game]
    cardset = None
    if args.cards:
        if args.game != "yotei":
            raise BadRecord("only yotei has cards")
        cardset = yotei.read_file(args.cards)
        given["cards"] = cardset["name"]
    options = {name: given[name] for name in defaults if given.get(name, defaults[name]) != defaults[name]}
    if args.game == "yotei":             # always named
        options = {name: options.get(name, defaults[name]) for name in defaults if name in options or name == "cards"}
    try:
        for name in given:
            if name not in defaults:
                raise BadRecord("no option %r" % name)
        extra = {"cardset": cardset} if cardset else {}
        seats = len(getattr(begin(dict(extra, game=args.game, options=options)), "seats", SEATS))
    except ILLEGAL as error:
        raise BadRecord(str(error))
    if args.steer not in STEER[args.game].MODES:
        raise BadRecord("%s has no mode %r, only %s" % (args.game, args.steer, ", ".join(STEER[args.game].MODES)))
    for game in range(args.games):
        lines = [dump(dict({"zashiki": 1, "game": args.game, "rules": 1, "options": options,
                            "seats": ["judge"] * seats}, **extra))]
        more = (cardset,) if args.game == "yotei" else ()
        moves, result = STEER[args.game].play(options, args.steer, "%d/%d" % (args.seed, game), *more)
        lines += [dump({"by": by, "move": move}) for by, move in moves]
        lines.append(dump({"result": result}))
        sys.stdout.write("\n".join(lines) + "\n")


# ---- statistics ---------------------------------------------------------------------------------------------

class WatchSketch:
    """Counts, over the positions of one record, what the game itself does not note."""

    def __init__(self):
        self.events, self.peaks, self.decisions = Counter(), Counter(), 0

    def __call__(self, n, game, legal):
        actor = game.actor()
        if actor not in SEATS:
            return
        self.decisions += 1
        self.peaks["legal moves"] = max(self.peaks["legal moves"], len(legal))
        hand = game.hands[actor]
        if any(card.endswith("d") for card in hand) and not any(move.endswith("distract") for move in legal):
            self.events["positions with a distract without target"] += 1
        if any(card.endswith("c") for card in hand) and any(s.height() == 1 for s in game.stacks.values()):
            self.events["positions with a call barred by S20"] += 1
        for stack in game.stacks.values():
            if len(stack.sides["A"]) + len(stack.sides["B"]) >= stack.top().number:
                self.events["positions with an unchecked full stack"] += 1


def describe(record):
    """The events, peaks and decisions of one record."""
    return {"sketch": describe_sketch, "yokai": describe_yokai, "yotei": describe_yotei}[record.header["game"]](record)


def describe_yotei(record):
    peaks, decisions, positions = Counter(), Counter(), Counter()

    def watch(n, game, legal):
        if game.actor() in ("chance", "over"):
            return
        decisions["decisions"] += 1
        peaks["legal moves"] = max(peaks["legal moves"], len(legal))
        peaks["potatoes"] = max(peaks["potatoes"], *game.potatoes.values())
        peaks["settling at once"] = max(peaks["settling at once"], len(game.settling))
        for text in {" ".join(text.split(" ")[:1 + text.startswith("use")]) for text in legal}:
            positions["positions with %s in %s" % (text, game.phase)] += 1
        if game.also():
            positions["positions with moves out of turn"] += 1
            if game.making_room:
                positions["positions with moves out of turn while someone makes room"] += 1
        if any(slot.turned and not slot.people for slot in game.slots):
            positions["positions with a free card face down"] += 1
        if any(slot.card is None for slot in game.slots) and game.phase == "placement":
            positions["placements with an empty slot"] += 1
        if any(not len(deck) for deck in game.decks.values()):
            positions["positions with a closed pile"] += 1
    game = replay(record, watch)
    events = game.events + positions
    peaks |= decisions | Counter({"moves": len(record.moves), "rounds": game.round})
    events["%d players" % game.players] += 1
    if game.actor() != "over":
        events["unfinished"] += 1
        return events, peaks
    result = game.result()
    events["ended by " + result["end"]] += 1
    best = max(result["points"].values())
    if len(result["winners"]) > 1:
        events["shared win"] += 1
    elif list(result["points"].values()).count(best) > 1:
        events["won on potatoes (T34)"] += 1
    if game.stuck and result["end"] == "T33":
        events["T33 and T16 at once"] += 1
    peaks["points"] = best
    return events, peaks


def describe_yokai(record):
    peaks, decisions = Counter(), Counter()

    def watch(n, game, legal):
        if game.actor() not in ("chance", "over"):
            decisions["decisions"] += 1
            peaks["legal moves"] = max(peaks["legal moves"], len(legal))
    game = replay(record, watch)
    events = Counter(game.events)
    peaks |= game.peaks | decisions | Counter({"moves": len(record.moves), "turns": game.turns})
    events["%d players" % game.players] += 1
    for name, value in game.options.items():
        if value != yokai.DEFAULTS[name] and name != "players":
            events["option %s=%s" % (name, value)] += 1
    if game.actor() != "over":
        events["unfinished"] += 1
        return events, peaks
    result, failures = game.result(), game.failures()
    events["ended by " + result["end"]] += 1
    events["rank %s, %d players" % (result["rank"], game.players)] += 1
    if failures:
        kinds = sorted({failure.split(" ")[0] for failure in failures})
        events["lost for: " + ", ".join(kinds)] += 1
    else:
        events["won, level " + game.options["level"]] += 1
        if game.count_points() < 0:
            events["won with negative points"] += 1
        if game.shape:
            form = yokai.at_origin(game.places.values())
            drawn = form == yokai.at_origin(yokai.drawn_shape(game.shape))
            events["won, shape %s %s" % (game.shape, "as drawn" if drawn else "turned or mirrored")] += 1
        if game.pacts:
            events["won, pacts held: %d" % len(game.pacts)] += 1
        peaks["points"] = game.count_points()
    return events, peaks


def describe_sketch(record):
    watch = WatchSketch()
    game = replay(record, watch)
    events, peaks = game.events + watch.events, game.peaks | watch.peaks
    peaks["decisions"] = watch.decisions
    peaks["moves"] = len(record.moves)
    peaks["turns"] = game.turns
    events["edition " + game.edition] += 1
    if game.actor() == "over":
        result, points = game.result(), game.points()
        events["ended by: " + game.ending] += 1
        if game.ending == "stack" and game.played < 3 and game.hands[game.player]:
            events["mid-turn ending after card %d" % game.played] += 1
        if game.ending == "nothing left" and game.dry < 2:
            events["ended by: nothing left, %d of the 2 turns drew" % (2 - game.dry)] += 1
        if game.ending == "nothing left" and any(game.idle):
            events["ended by: nothing left, without a decision: %s" %
                   ("both turns" if all(game.idle) else "the last turn" if game.idle[1] else "the turn before")] += 1
        if game.ending == "stack" and game.second and game.drawn == 1:
            stack = game.stacks[game.second]
            if stack.height() and len(stack.sides["A"]) + len(stack.sides["B"]) >= stack.top().number:
                events["ended before a second check that would have drawn"] += 1
        if "drawn" in result:
            events["drawn"] += 1
        elif points["A"] == points["B"]:
            events["won on colours (S27)"] += 1
        printed = {s: len({y.printed for _, y in game.notebooks[s]}) for s in SEATS}
        if points["A"] == points["B"]:
            best = max(printed.values())
            if [s for s in SEATS if printed[s] == best] != result["winners"]:
                events["printed colours would give another result (S21)"] += 1
    else:
        events["unfinished"] += 1
    return events, peaks


def do_stats(args):
    games, events, games_with, peaks = 0, Counter(), Counter(), Counter()
    with opened(args.file) as file:
        for record in read_records(file):
            games += 1
            e, p = describe(record)
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
    p.add_argument("--game", choices=tuple(GAMES), default="sketch")
    p.add_argument("--edition", choices=("en", "fr"))
    p.add_argument("--first", choices=("random", "A", "B", "C", "D"))
    p.add_argument("--players", choices=("2", "3", "4"))
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
