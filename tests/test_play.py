#!/usr/bin/env python3
"""tools/play asks whether others in the network may join: only on a terminal, and only where no option has said it."""
import os
import pty
import subprocess
import sys
import tempfile
import unittest

PLAY = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "tools", "play")


class Play(unittest.TestCase):
    def setUp(self):
        self.build = tempfile.TemporaryDirectory()
        self.addCleanup(self.build.cleanup)
        program = os.path.join(self.build.name, "zashiki")
        with open(program, "w", encoding="utf-8") as file:
            file.write('#!/bin/sh\necho "RUN $*"\n')
        os.chmod(program, 0o755)

    def environment(self, **more):
        kept = {name: value for name, value in os.environ.items() if name not in ("YES", "CI")}
        return {**kept, "BUILD": self.build.name, **more}

    def on_terminal(self, answer, *options, **more):
        master, slave = pty.openpty()
        with subprocess.Popen([PLAY, *options], stdin=slave, stdout=slave, stderr=slave, env=self.environment(**more)) as play:
            os.close(slave)
            os.write(master, answer)
            said = b""
            try:
                while chunk := os.read(master, 4096):
                    said += chunk
            except OSError:  # the other end is closed
                pass
            os.close(master)
            self.assertEqual(play.wait(), 0)
        return said.decode()

    def elsewhere(self, *options, **more):
        done = subprocess.run([PLAY, *options], stdin=subprocess.DEVNULL, capture_output=True, text=True, check=True,
                              env=self.environment(**more))
        return done.stdout

    def test_asks_on_a_terminal(self):
        self.assertIn("RUN serve --lan --port 0", self.on_terminal(b"y\n", "--port", "0"))
        said = self.on_terminal(b"\n", "--port", "0")
        self.assertIn("[y/N]", said)
        self.assertIn("RUN serve --port 0", said)

    def test_does_not_ask_elsewhere(self):
        self.assertEqual(self.elsewhere().splitlines(), ["For friends in your network: make play ARGS=--lan", "RUN serve"])
        self.assertNotIn("[y/N]", self.on_terminal(b"", YES="1"))

    def test_does_not_ask_what_was_said(self):
        for options in (["--lan"], ["--bind", "127.0.0.1"], ["--public-url=https://example.org/"]):
            self.assertEqual(self.elsewhere(*options), "RUN serve " + " ".join(options) + "\n")
            self.assertNotIn("[y/N]", self.on_terminal(b"", *options))


if __name__ == "__main__":
    sys.exit(unittest.main())
