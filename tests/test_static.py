#!/usr/bin/env python3
"""The static program ($ZASHIKI_STATIC): it needs no library, plays a game of each kind from a pipe, and has no command that would
need a network. Prints TAP."""
import os
import subprocess
import sys
import tempfile
from pathlib import Path

from program import Program, run_tests

static = Program(os.environ["ZASHIKI_STATIC"])


def test_needs_no_library():
    headers = subprocess.run(["readelf", "--program-headers", "--dynamic", static.path], capture_output=True, text=True, check=True).stdout
    assert "INTERP" not in headers and "NEEDED" not in headers, headers


def test_a_game_of_each_kind():
    with tempfile.TemporaryDirectory() as folder:
        for game in ("sketch", "yokai", "yotei"):
            record = Path(folder, f"{game}.jsonl")
            static.run("play", game, "--plain", "--seed", "3", "--save", str(record), typed="1\n" * 2000)
            assert '"result"' in record.read_text(), game
            static.run("check", str(record))


def test_no_network():
    said, _ = static.run("--help")
    for command in ("serve", "join", "migrate", "audit"):
        assert f"  {command} " not in said, command
        static.run(command, status=2)


if __name__ == "__main__":
    sys.exit(run_tests(globals()))
