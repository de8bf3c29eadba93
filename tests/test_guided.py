#!/usr/bin/env python3
"""The guided games on the whole screen: every sentence stands below the title when it is due, and each move that is asked for can be made.

    ZASHIKI=build/zashiki tests/test_guided.py [GAME...]    (sketch; all three take some 20 seconds)
"""
import json
import re
import sys
from pathlib import Path

from test_screen import PROGRAM, Terminal

ROOT = Path(__file__).resolve().parent.parent


def sentences(game):
    page = (ROOT / f"src/games/{game}/locale/en.po").read_text(encoding="utf-8")
    found = re.findall(r'^msgctxt "(.*)"\nmsgid ((?:".*"\n)+)', page, re.M)
    return {key: "".join(json.loads(part) for part in text.splitlines()) for key, text in found}


def play(terminal, game):
    lines = [json.loads(line) for line in (ROOT / f"src/games/{game}/tutorial.jsonl").read_text(encoding="utf-8").splitlines()]
    said, steps = sentences(game), [line for line in lines if "say" in line]
    learner = "AB"[["easy", "normal", "strong", "random", "greedy"].count(lines[0]["seats"][0])]
    terminal.run(f"clear; {PROGRAM} play {game} --tutorial")
    number = 0
    for line, after in zip(lines, lines[1:] + [{}]):
        if "say" not in line:
            continue
        number += 1
        sentence = said[line["say"]]

        def told(screen):
            rows = " ".join(row.strip() for row in screen.splitlines()[1:4])
            return f"Step {number} of {len(steps)}." in rows and sentence in rows
        asks = after.get("by") == learner
        terminal.wait(lambda screen: told(screen) and ("Your turn" in screen or not asks))
        if asks:
            terminal.type(":" + after["move"])
        terminal.keys("Enter")
        while asks and (lines[lines.index(after) + 1:] or [{}])[0].get("by") == learner:
            after = lines[lines.index(after) + 1]  # several moves to one sentence
            terminal.wait(lambda screen: "Your turn" in screen)
            terminal.type(":" + after["move"])
            terminal.keys("Enter")
    terminal.wait(lambda screen: "Step" not in screen.splitlines()[1])
    terminal.keys("q")
    terminal.wait(lambda screen: "The same deal again" in screen)


def main():
    terminal = Terminal()
    try:
        for game in sys.argv[1:] or ["sketch"]:
            play(terminal, game)
            print(f"{game}: guided to its end")
    finally:
        terminal.close()


if __name__ == "__main__":
    main()
