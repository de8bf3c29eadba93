"""Driving the programs from outside: running them, and what is true of both.

ZASHIKI and ZASHIKI_LAB name the programs, ZASHIKI_BUILD a folder to write in.
"""
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

PATIENCE_S = 600  # for what hangs; on however busy a machine nothing that passes comes near it
LAB_COMMANDS = ["match", "arena", "merge", "balance", "bench", "count", "coverage", "solve", "crossplay",
                "suite", "score", "learn", "layouts"]
# A record of Yokai Sketch that ends when all is dealt.
HEAD = ('{"zashiki":1,"game":"sketch","rules":1,"options":{"first":"A"},"seats":["a","b"]}\n')
DEALS = "".join('{"by":"chance","move":"%s"}\n' % move for move in (
    "deal A RB", "deal A RB", "deal A RG", "deal B GY", "deal B GY", "deal B GY",
    "reveal R 3", "reveal B 4", "reveal G 5", "reveal Y 6", "draw RBc"))


class Program:
    def __init__(self, path):
        self.path = os.path.abspath(path)
        self.name = os.path.basename(path)

    def run(self, *arguments, typed="", status=0, env=None, binary=False):
        """Runs it; its standard output and error. The status must be the expected one."""
        environment = {**os.environ, **(env or {})}
        typed = typed if isinstance(typed, bytes) else typed.encode()
        done = subprocess.run([self.path, *arguments], input=typed, capture_output=True, timeout=PATIENCE_S,
                              env=environment, check=False)
        assert done.returncode == status, (arguments, done.returncode, done.stdout, done.stderr)
        if binary:
            return done.stdout, done.stderr
        return done.stdout.decode(), done.stderr.decode()

    def run_in_terminal(self, *arguments, typed="", env=None):
        """What it writes when standard output and error are a terminal."""
        environment = {**os.environ, "TERM": "xterm", **(env or {})}
        if not env or "NO_COLOR" not in env:
            environment.pop("NO_COLOR", None)
        master, slave = pty.openpty()
        process = subprocess.Popen([self.path, *arguments], stdin=subprocess.PIPE, stdout=slave,
                                   stderr=slave, env=environment)
        os.close(slave)
        process.stdin.write(typed.encode())
        process.stdin.close()
        seen = read_rest(master)
        os.close(master)
        assert process.wait(PATIENCE_S) == 0, seen
        return seen.decode().replace("\r\n", "\n")

    def interrupt(self, *arguments, after):
        """Starts it with its standard error on a terminal, presses Ctrl-C, which goes to every process, when
        that shows what matches `after`; its status, standard output and error."""
        master, slave = pty.openpty()
        process = subprocess.Popen([self.path, *arguments], stdout=subprocess.PIPE, stderr=slave,
                                   start_new_session=True)
        os.close(slave)
        seen = b""
        while not re.search(after, seen):
            seen += os.read(master, 4096)
        os.killpg(process.pid, signal.SIGINT)
        printed = process.communicate(timeout=PATIENCE_S)[0]
        seen += read_rest(master)
        os.close(master)
        return process.returncode, printed.decode(), seen.decode()

    def complete_in_bash(self, *words):
        """What bash offers after the program's name and these words."""
        script = ('source <("$PROGRAM" completion bash); COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); '
                  '"_$1"; printf "%s\\n" "${COMPREPLY[@]}"')
        done = subprocess.run(["bash", "-c", script, "bash", self.name, *words], capture_output=True, check=True,
                              env={**os.environ, "PROGRAM": self.path}, timeout=PATIENCE_S)
        assert not done.stderr, done
        return done.stdout.decode().split()

    def complete_in_fish(self, line):
        """What fish offers behind the program's name and the rest of a line."""
        with tempfile.TemporaryDirectory() as home:
            done = subprocess.run(["fish", "--no-config", "-c", '$PROGRAM completion fish | source; complete -C "$argv"', f"{self.name} {line}"],
                                  capture_output=True, check=True, timeout=PATIENCE_S, env={**os.environ, "PROGRAM": self.path, "HOME": home})
        assert not done.stderr, done
        return [word.split("\t")[0] for word in done.stdout.decode().splitlines()]

    def complete_in_zsh(self, line):
        """What zsh makes of the program's name and the rest of a line when Tab is pressed there."""
        with tempfile.TemporaryDirectory() as home:
            script, _ = self.run("completion", "zsh")
            Path(home, f"_{self.name}").write_text(script)
            Path(home, ".zshrc").write_text(
                'unsetopt beep; fpath=("$ZDOTDIR" $fpath); autoload -Uz compinit; compinit -u -D; '
                'tell() { print -r -- "<$BUFFER>" >"$ZDOTDIR/told"; exit }; zle -N tell; bindkey "^X" tell; bindkey "^I" complete-word\n')
            master, slave = pty.openpty()
            process = subprocess.Popen(["zsh", "-d", "-i"], stdin=slave, stdout=slave, stderr=slave, start_new_session=True,
                                       env={**os.environ, "ZDOTDIR": home, "TERM": "xterm"})
            os.close(slave)
            os.write(master, f"{self.name} {line}\t\x18".encode())
            read_rest(master)
            os.close(master)
            assert process.wait(PATIENCE_S) == 0
            return Path(home, "told").read_text().strip()[1 + len(self.name) + 1:-1]


zashiki = Program(os.environ["ZASHIKI"])
zashiki_lab = Program(os.environ["ZASHIKI_LAB"])


def read_rest(terminal):
    """All that is written there until the other side is gone."""
    seen = b""
    while True:
        try:
            piece = os.read(terminal, 65536)
        except OSError:
            return seen
        if not piece:
            return seen
        seen += piece


def bare_text(text):
    return re.sub(r"\x1b\[[0-9;]*[mK]", "", text)


# ---- What is true of both ----

def check_help(program, commands):
    overview, _ = program.run("--help")
    assert program.run("help")[0] == overview == program.run("-h")[0]
    for command in commands:
        text, errors = program.run(command, "--help")
        assert re.search(r"^  %s +\S" % command, overview, re.MULTILINE), command
        assert text.startswith("%s %s" % (program.name, command)) and not errors, command
        assert "Options" in text and "--help" in text and "Exit status" in text, command
        assert program.run("help", command)[0] == text == program.run(command, "-h")[0]
        assert max(map(len, text.splitlines())) <= 100, command
    listed = re.search(r"Commands\n(.*?)\n\n", overview, re.DOTALL)[1]
    assert [line.split()[0] for line in listed.splitlines()] == commands


def check_examples(program, commands, left_out):
    """Every example of --help, but for those that match `left_out`: they need a person, a file or time."""
    script = ('set -o pipefail; zashiki() { "$ZASHIKI" "$@"; }; zashiki-lab() { "$ZASHIKI_LAB" "$@"; }; ')
    for command in commands:
        text, _ = program.run(command, "--help")
        for line in re.findall(r"^  (zashiki.*)$", text, re.MULTILINE):
            if not re.search(left_out, line):
                subprocess.run(["bash", "-c", script + line], check=True, capture_output=True, timeout=PATIENCE_S,
                               env={**os.environ, "ZASHIKI": zashiki.path, "ZASHIKI_LAB": zashiki_lab.path})


def check_version(program):
    text, _ = program.run("--version")
    assert re.fullmatch(program.name + r" \d+\.\d+\.\d+( \(\S+\))?\n", text), text


def check_usage_errors(program, wrong):
    """Words, and what stands in the complaint about them."""
    for arguments, words in wrong:
        printed, errors = program.run(*arguments, status=2)
        assert not printed, arguments
        assert words in errors, (arguments, errors)


def check_zsh(program):
    if not shutil.which("zsh"):
        return
    script, _ = program.run("completion", "zsh")
    done = subprocess.run(["zsh", "-n"], input=script.encode(), capture_output=True, timeout=PATIENCE_S,
                          check=True)
    assert not done.stderr, done.stderr
    # It loads, and the function is there.
    loaded = ("autoload -Uz compinit; compinit -u -D; " + script + "\nwhence -w _" + program.name)
    done = subprocess.run(["zsh", "-f", "-c", loaded], capture_output=True, timeout=PATIENCE_S, check=True)
    assert b"_%s: function" % program.name.encode() in done.stdout and not done.stderr, done


def check_manual(program, commands):
    page, _ = program.run("manual")
    for command in commands:
        assert '.SS "%s %s"' % (program.name.replace("-", "\\-"), command) in page
    if not shutil.which("groff"):
        return
    done = subprocess.run(["groff", "-man", "-ww", "-Kutf8", "-Tutf8"], input=page.encode(),
                          capture_output=True, timeout=PATIENCE_S, check=True)
    assert not done.stderr, done.stderr


# ---- Running a file of tests ----

def run_tests(names):
    """Calls every test_ of a file, given its globals(); the exit status. Nothing there is the person's own
    who runs it: the data folder is a fresh one."""
    with tempfile.TemporaryDirectory(dir=os.environ.get("ZASHIKI_BUILD")) as data:
        os.environ["XDG_DATA_HOME"] = data
        # As in plain_build.h.
        less = "ZASHIKI_SANITIZED" in os.environ and "ZASHIKI_ALL" not in os.environ
        tests = [(name, test) for name, test in names.items()
                 if name.startswith("test_") and not (less and name.startswith("test_plain_"))]
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
