#!/usr/bin/env python3
"""A whole game of each kind in line mode, as it stands in docs/transcripts: what is typed there is typed again, from a pipe, and what
the program then says is compared, letter by letter.

    ZASHIKI=build/zashiki tests/test_transcripts.py            compares
    ZASHIKI=build/zashiki tests/test_transcripts.py terminal   the same typed at a terminal, each line when it is asked for
    ZASHIKI=build/zashiki tests/test_transcripts.py --write    plays them anew, by the strong bot's advice, which is not shown
"""
import os
import pty
import re
import subprocess
import sys
import tempfile
from pathlib import Path

from dialogue import PATIENCE_S, converse

PROGRAM = os.path.abspath(os.environ["ZASHIKI"])
FOLDER = Path(__file__).resolve().parent.parent / "docs/transcripts"
# Of each game its command, and what is asked before the first move.
GAMES = {
    "sketch": (["sketch", "--seed", "7"], ["help", "moves", "why RB>R", "RB>G", "rules S10", "hint"]),
    "yokai": (["yokai", "--seed", "3", "--set", "players=2"], ["moves", "why declare", "rules Y12", "who"]),
    "yotei": (["yotei", "--seed", "5"], ["moves", "place", "back", "rules T9", "hint"]),
}


def environment(folder):
    return {**os.environ, "LC_ALL": "C.UTF-8", "LANGUAGE": "", "XDG_DATA_HOME": folder}


def play(words, lines):
    """What a game from a pipe says when these lines are typed; without blanks at the ends of lines, where only Enter was."""
    with tempfile.TemporaryDirectory() as folder:
        done = subprocess.run([PROGRAM, "play", *words], input="".join(line + "\n" for line in lines), capture_output=True, text=True,
                              check=True, timeout=PATIENCE_S, env=environment(folder))
    return re.sub(r" +$", "", done.stdout, flags=re.M)


def play_at_terminal(words, lines):
    """The same at a terminal, which itself repeats what is typed."""
    lines, said = list(lines), b""
    with tempfile.TemporaryDirectory() as folder:
        master, slave = pty.openpty()
        with subprocess.Popen([PROGRAM, "play", "--plain", *words], stdin=slave, stdout=slave, stderr=slave, env=environment(folder)) as process:
            os.close(slave)
            try:
                while part := os.read(master, 65536):
                    said += part
                    if said.endswith(b"\n> ") and lines:
                        os.write(master, lines.pop(0).encode() + b"\n")
            except OSError:  # the other end is closed
                pass
            os.close(master)
            assert process.wait(PATIENCE_S) == 0
    return re.sub(r" +$", "", said.decode().replace("\r\n", "\n"), flags=re.M)


def typed_in(text):
    """What stands behind the prompts."""
    return [line.strip() for line in re.findall(r"^>(| .*)$", text, re.M)]


def advised(words, first):
    """The lines of a game: what is asked first, then the moves that the strong bot advises; Enter where that is enough."""
    lines, asking = list(first), list(first)

    def answer(said):
        asked = said.rstrip("> \n").rsplit("\n\n", 1)[-1].replace("\n    ", " ")
        if asking and "Type a move, or help." in asked:
            return asking.pop(0)
        if "Type the rest of the move" in asked:
            return asking.pop(0)
        if "The game is over." in asked:
            lines.append("quit")
            return "quit"
        if "just Enter" in asked:
            lines.append("")
            return ""
        hint = re.search(r"\[([^\]]*)\][^\[\]]*$", said.rsplit("\n> ", 1)[0]) if said.rsplit("\n> ", 2)[-2].startswith("hint\n") else None
        if not hint:
            return "hint"
        move = re.sub(r"\s+", " ", hint[1])
        lines.append(move)
        return move
    with tempfile.TemporaryDirectory() as folder:
        converse([PROGRAM, "play", *words], answer, environment(folder))
    return lines


def sound(text):
    """Text alone, and before each prompt a sentence that says what is expected."""
    assert not re.search(r"[^\n -~\u00a0-\u1fff\u2010-\u24ff\u3000-\uffff]|[\u2500-\u257f\u200b-\u200f]", text)
    for said in re.split(r"^>(?: .*)?\n", text, flags=re.M)[:-1]:
        asked = said.rstrip("\n").rsplit("\n\n", 1)[-1].replace("\n    ", " ")
        assert re.search(r"(Type|type|Press|press) .*[.]$", asked), asked


def main():
    wrong = 0
    for game, (words, first) in GAMES.items():
        path = FOLDER / f"{game}.txt"
        command = f"$ zashiki play {' '.join(words)}\n"
        if "--write" in sys.argv:
            path.write_text(command + play(words, advised(words, first)), encoding="utf-8")
        kept = path.read_text(encoding="utf-8")
        assert kept.startswith(command), f"{path} begins with another command"
        sound(kept)
        assert re.search(r"^(You win!|\w+ wins!|Won together|Lost together|The game is drawn)", kept, re.M), f"{path} has no end"
        said = command + (play_at_terminal if "terminal" in sys.argv else play)(words, typed_in(kept))
        if said != kept:
            at = next((i for i, (a, b) in enumerate(zip(said.splitlines(), kept.splitlines()), 1) if a != b), 0)
            print(f"{path.name}:{at}: the program now says\n    {said.splitlines()[at - 1]}\nand not\n    {kept.splitlines()[at - 1]}\n"
                  "--write plays the game anew")
            wrong = 1
        print(f"{game}: {len(typed_in(kept))} lines typed, {len(kept.splitlines())} lines in all")
    return wrong


if __name__ == "__main__":
    sys.exit(main())
