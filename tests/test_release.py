#!/usr/bin/env python3
"""The list before a release (tools/release), as far as it is about the files: this tree passes, and planted faults are found. Prints TAP."""
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from program import run_tests

READ = ["CHANGELOG.md", "cards", "debian", "docs/protocol.md", "include", "meson.build", "src/games", "src/lib/zashiki.map", "src/meson.build",
        "tests/cards.sha256", "tests/signature.txt", "tests/suites.txt", "tests/yotei/records", "tools/release", "web/package.json", "web/package-lock.json"]


def copy(root):
    for name in READ:
        to = Path(root, name)
        to.parent.mkdir(parents=True, exist_ok=True)
        (shutil.copytree if Path(name).is_dir() else shutil.copy)(name, to)


def release(root, *arguments):
    return subprocess.run([Path(root, "tools/release"), *arguments], capture_output=True, text=True, check=False)


def change(root, name, pattern, replacement):
    path = Path(root, name)
    text, count = re.subn(pattern, replacement, path.read_text(), count=1, flags=re.MULTILINE)
    assert count, (name, pattern)
    path.write_text(text)


def test_this_tree():
    done = release(".", "--sources")
    assert done.returncode == 0 and not done.stderr, done.stdout + done.stderr


def test_faults_in_files():
    for name, pattern, replacement, words in (
            ("meson.build", r"^  version: '.*'", "  version: '1.0'", "is no semantic version"),
            ("debian/changelog", r"^zashiki \(.*?\)", "zashiki (9.9.9)", "debian/changelog says 9.9.9"),
            ("web/package.json", r'"version": ".*"', '"version": "9.9.9"', "web/package.json says 9.9.9"),
            ("web/package-lock.json", r'"version": ".*"', '"version": "9.9.9"', "web/package-lock.json says 9.9.9"),
            ("include/zashiki.h", r'^/\* "[\d.]*"', '/* "9.9.9"', "include/zashiki.h says 9.9.9"),
            ("CHANGELOG.md", r"^## .*$", "## 0.9.9", "begins with 0.9.9"),
            ("src/games/yokai/yokai.c", r"\.rules_version = \d+", ".rules_version = 99", "does not name the rules Yokai 99"),
            ("src/games/yotei/learn.c", r"^    \.version = \d+", "    .version = 99", "does not name the layout Yōtei 99"),
            ("src/meson.build", r"cards/niseko-2\.json'", "cards/niseko-2.json', 'cards/niseko-1-like.json'", "does not name the card set niseko-1-like"),
            ("docs/protocol.md", r"version \d+", "version 99", "does not name the protocol 99"),
            ("src/meson.build", r"soversion: '1'", "soversion: '2'", "has no package libzashiki2"),
            ("src/lib/zashiki.map", r"^ZASHIKI_1 ", "ZASHIKI_0 ", "has no ZASHIKI_1"),
            ("cards/niseko-1.json", r"niseko", "Niseko", "does not pin cards/niseko-1.json")):
        with tempfile.TemporaryDirectory() as root:
            copy(root)
            change(root, name, pattern, replacement)
            shutil.copy("cards/niseko-1.json", Path(root, "cards/niseko-1-like.json"))
            done = release(root, "--sources")
            assert done.returncode == 1 and words in done.stdout, (words, done.stdout, done.stderr)


def test_faults_in_the_clone():
    """What was published must stay: the version before is a tag."""
    def git(*arguments):
        subprocess.run(["git", "-c", "user.name=a", "-c", "user.email=a@zashiki.invalid", *arguments], cwd=root, check=True, capture_output=True)

    with tempfile.TemporaryDirectory() as root:
        copy(root)
        Path(root, "Makefile").write_text("test-package test-dist test-all:\n\t@echo $@ >>ran\n")
        Path(root, ".gitignore").write_text("/build-release/\n/ran\n")
        git("init", "-q")
        git("add", "-A")
        git("commit", "-qm", "x")
        git("tag", "v0.9.0")
        for _ in range(2):  # what takes long is run once
            done = release(root)
            assert done.returncode == 0 and "git tag -a v" in done.stdout, done.stdout + done.stderr
            assert Path(root, "ran").read_text() == "test-package\ntest-dist\ntest-all\n"
        for name, pattern, replacement, words in (
                ("CHANGELOG.md", r"^## ", "## Unreleased\n\n- x\n\n## ", "has changes under Unreleased"),
                ("tests/signature.txt", r"^(?!#).*\n", "", "tests/signature.txt has lost"),
                ("tests/cards.sha256", r"^620.*\n", "", "tests/cards.sha256 has lost"),
                ("src/lib/zashiki.map", r"^    zk_version;\n", "", "the library has lost zk_version"),
                ("cards/niseko-2.json", "niseko", "Niseko", "cards/niseko-2.json is not as it was"),
                (min(Path("tests/yotei/records").glob("*.jsonl")).as_posix(), r"\A.*", "", "is not as it was in v0.9.0")):
            change(root, name, pattern, replacement)
            done = release(root)
            assert done.returncode == 1 and words in done.stdout and "not committed: " + name in done.stdout, (words, done.stdout, done.stderr)
            git("checkout", "-q", ".")


if __name__ == "__main__":
    sys.exit(run_tests(globals()))
