#!/usr/bin/env python3
"""test_new_game.py: tools/new-game makes a game that is whole, and docs/adding-a-game.md is true.

    tests/test_new_game.py           what is refused, and which files change; builds nothing
    tests/test_new_game.py --build   goes through the page in a copy of the tree: every block of commands
                                     (```sh) is run, so the game is built, natively and for the browser,
                                     tested, played, and opened in Chromium

The copy is made in $ZASHIKI_BUILD (build/tests); it stays there when something fails.
"""
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SCRATCH = Path(os.environ.get("ZASHIKI_BUILD", ROOT / "build/tests")).resolve()
GUIDE = "docs/adding-a-game.md"
OWN = ("docs/rules/kite.md", "src/games/kite/", "tests/kite/", "web/src/games/kite/")
LATER = ("src/bots/kite/", "src/term/kite.c", "tests/kite/laws.c")  # what the page makes, or says how to make
WINS_LEAST = 60  # per cent of `normal` against `random`, in 300 deals of a fixed seed; 67.1 when this was written
TYPED = "1\n" * 200  # the first move, again and again


# ---- The copy ----

def environment():
    """As in a terminal of somebody who has opened the copy: nothing of the tests around this one."""
    kept = {name: value for name, value in os.environ.items()
            if not re.match(r"ZASHIKI|CMOCKA|MESON|MALLOC_|ASAN|UBSAN|UPDATE|MAKE|BUILD|WEB$|TARGETS|GIT_", name)}
    if shutil.which("ccache") and kept.get("CC", "gcc") == "gcc":
        kept.update(CC="ccache gcc", CCACHE_NOHASHDIR="1")
    return kept


def run(tree, *command, typed=""):
    return subprocess.run(command, cwd=tree, input=typed, capture_output=True, text=True, env=environment(),
                          check=False)


def git(tree, *arguments):
    done = run(tree, "git", "-c", "user.name=test", "-c", "user.email=test@localhost", *arguments)
    assert done.returncode == 0, done.stderr
    return done.stdout


def copy_tree(name):
    """What git knows or would take in, as a clone of its own."""
    tree = SCRATCH / name
    shutil.rmtree(tree, ignore_errors=True)
    files = subprocess.run(["git", "ls-files", "--cached", "--others", "--exclude-standard", "-z"], cwd=ROOT,
                           check=True, capture_output=True, text=True).stdout.split("\0")
    for file in filter(None, files):
        if (ROOT / file).is_file():
            (tree / file).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / file, tree / file)
    git(tree, "init", "-q")
    git(tree, "add", "-A")
    git(tree, "commit", "-q", "-m", "a copy")
    return tree


def link_packages(tree):
    """The packages of the web client, without getting them again; what its build notes there is its own."""
    if (ROOT / "web/node_modules/.package-lock.json").exists():
        shutil.copytree(ROOT / "web/node_modules", tree / "web/node_modules", symlinks=True, copy_function=os.link,
                        ignore=shutil.ignore_patterns(".built", ".vite*"))


def changes(tree):
    """Files that are not as in the commit, and their marks."""
    lines = git(tree, "status", "--porcelain", "--untracked-files=all").splitlines()
    return {line[3:]: line[:2].strip() for line in lines}


# ---- Which files change ----

def check_changes(tree):
    found = changes(tree)
    outside = {path: mark for path, mark in found.items() if not path.startswith(OWN)}
    assert outside == {"src/games/list.h": "M"}, f"outside the game's own folders: {outside}"
    assert all(found[path] == "??" for path in found if path not in outside), found
    for own in OWN:
        assert any(path.startswith(own) for path in found), f"nothing in {own}"
    diff = [line.rstrip(" \\") for line in git(tree, "diff", "-U1", "src/games/list.h").splitlines()]
    at = [line[:1] for line in diff].index("@") + 1
    assert [line[0] for line in diff[at:]] == [" ", "+", " "], diff
    assert diff[at + 1:] == ["+    X(kite)", "     X(null)"], diff
    for path in found:
        if path in outside:
            continue
        text = (tree / path).read_text()
        left = re.search(r"(?<![a-z])null(?![a-z])|Null|ZK_NULL|\bN\d|\bn\d+_|new-game|template", text)
        assert not left, f"{path} still says: {left[0]}"


def check_paths(page, tree):
    """Every path that the page names is there, but for those which its own steps make."""
    for path in re.findall(r"`((?:src|tests|docs|web|tools|fuzz)/[\w./-]+)`", page):
        assert (tree / path).exists() or path.startswith(LATER), f"{GUIDE} names {path}"


# ---- Without building ----

REFUSED = [
    ([], "NAME LETTER"), (["kite"], "NAME LETTER"), (["kite", "K", "x"], "NAME LETTER"),
    (["Kite", "K"], "small letters"), (["9kite", "K"], "small letters"), (["red-kite", "K"], "small letters"),
    (["", "K"], "small letters"), (["../kite", "K"], "small letters"), (["kite\n", "K"], "small letters"),
    (["constellation", "K"], "too long"), (["double", "K"], "word of C"),
    (["kite", "k"], "capital letter"), (["kite", "KK"], "capital letter"), (["kite", "Ü"], "capital letter"),
    (["null", "K"], "there already"), (["sketch", "K"], "there already"), (["judge", "K"], "there already"),
    (["laws", "K"], "there already"), (["games", "K"], "there already"),
    (["settings", "K"], "taken for something else"), (["ui", "K"], "taken for something else"),
    (["kite", "N"], "docs/rules/null.md"), (["kite", "S"], "docs/rules/sketch.md"), (["kite", "L"], "laws"),
]


def check_refusals(tree):
    for arguments, words in REFUSED:
        done = run(tree, "tools/new-game", *arguments)
        assert done.returncode == 1 and not done.stdout, (arguments, done)
        assert words in done.stderr and "Traceback" not in done.stderr, (arguments, done.stderr)
        assert not changes(tree), f"{arguments} changed {changes(tree)}"


def check_elsewhere(tree):
    """A copy of the tool alone is in no source tree."""
    alone = tree / "build/tools/new-game"
    alone.parent.mkdir(parents=True)
    shutil.copy2(tree / "tools/new-game", alone)
    done = run(tree, alone, "kite", "K")
    assert done.returncode == 1 and "not the source tree" in done.stderr, done
    assert not changes(tree)


def check_mutants(tree, name):
    """Their old lines are found in the new file, once."""
    text = " ".join((tree / f"src/games/{name}/{name}.c").read_text().split())
    for mutant in (tree / f"tests/{name}/mutants.list").read_text().split("\n= ")[1:]:
        old = " ".join(" ".join(line[2:] for line in mutant.splitlines() if line.startswith("- ")).split())
        assert text.count(old) == 1, (name, mutant)


def quick():
    """Says nothing when all is well."""
    tree = copy_tree("new-game-files")
    check_refusals(tree)
    check_elsewhere(tree)
    page = (tree / GUIDE).read_text()
    done = run(tree, "tools/new-game", "kite", "K")
    assert (done.returncode, done.stdout, done.stderr) == (0, page, ""), done
    check_changes(tree)
    check_paths(page, tree)
    check_mutants(tree, "kite")
    again = run(tree, "tools/new-game", "kite", "J")
    assert again.returncode == 1 and "there already" in again.stderr, again
    # The longest name there may be, for the layout of the files; and a letter and a title of its own.
    done = run(tree, "tools/new-game", "nightgardens", "G")
    assert done.returncode == 0 and "src/games/nightgardens/nightgardens.c" in done.stdout, done
    assert not re.search(r"kite|Kite|\bK\d|`K`", done.stdout), done.stdout
    assert "- G1  " in (tree / "docs/rules/nightgardens.md").read_text()
    check_mutants(tree, "nightgardens")
    formatter = shutil.which("clang-format-19") or "clang-format"
    layout = [formatter, "--style=file", "--dry-run", "-Werror", *(path for path in changes(tree) if path.endswith((".c", ".h")))]
    for check in (["tools/tidy"], layout, ["tests/test_rules_pages.py"]):
        done = run(tree, *check)
        assert done.returncode == 0, done.stdout + done.stderr
    shutil.rmtree(tree)


# ---- Going through the page ----

def said(output, pattern):
    found = re.search(pattern, output, re.MULTILINE)
    assert found, f"nothing like {pattern} was said:\n{output}"
    return found


def after_making(tree, _output):
    check_changes(tree)


def after_playing(_tree, output):
    said(output, r"^Rule K8$")
    said(output, r"^K5  In a turn")
    wins(_tree, output)


def wins(_tree, output):
    share = float(said(output, r"^normal wins ([\d.]+) %")[1])
    assert share >= WINS_LEAST, output


def after_checking(tree, _output):
    records = (tree / "build/kite.jsonl").read_text()
    assert records.count('"game":"kite"') == records.count('"result"') == 20


def after_chromium(_tree, output):
    said(output, r"^ok \d+ - kite, which brings no board.*(?<!# SKIP)$")
    assert "\nnot ok" not in output, output


def after_mutants(tree, output):
    count = (tree / "tests/kite/mutants.list").read_text().count("\n= K")
    assert len(re.findall(r"^\| K\d.*`kite: k\d", output, re.MULTILINE)) == count > 0, output


def after_tests(_tree, output):
    said(output, r"^Ok: +[1-9]")


def after_bots(tree, _output):
    assert "X(kite)" in (tree / "build/src/bots_list.h").read_text(), "the new row was not built"


def after_drawing(tree, _output):
    assert "X(kite)" in (tree / "build/src/term_games_list.h").read_text(), "the drawing was not built"


def after_records(tree, output):
    after_tests(tree, output)
    assert (tree / "tests/kite/records/kept.jsonl").stat().st_size > 0


def after_pinning(tree, output):
    said(output, r"^# [1-9]\d* lines added")
    diff = git(tree, "diff", "tests/signature.txt")
    assert re.search(r"^\+kite strong ", diff, re.MULTILINE) and not re.search(r"^-[^-]", diff, re.MULTILINE), diff


# What must have come of a block, by a command in it. A block that is none of these only has to succeed.
AFTER = {
    "tools/new-game kite": [after_making],
    "meson test -C build kite": [after_tests],
    "zashiki play kite": [after_playing, after_checking],
    "run.mjs plain": [after_chromium],
    "tools/mutants kite": [after_mutants],
    "test_kept": [after_records],
    "src/bots/kite/bots.c": [after_bots, wins],
    "src/term/kite.c": [after_drawing],
    "test_signature": [after_pinning],
}


def go_through():
    for tool in ("node", "npm", os.environ.get("CHROMIUM", "/usr/bin/chromium")):
        if not shutil.which(tool):
            print(f"{tool} is missing")
            return 77
    tree = copy_tree("new-game")
    link_packages(tree)
    page = (tree / GUIDE).read_text()
    blocks = re.findall(r"^```sh\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)
    missing = [command for command in AFTER if sum(command in block for block in blocks) != 1]
    assert not missing, f"{GUIDE} has not one block with {missing}"
    for block in blocks:
        print(block, end="", flush=True)
        done = run(tree, "sh", "-ec", block, typed=TYPED)
        assert done.returncode == 0, f"{done.stdout}{done.stderr}\n{done.returncode} came of:\n{block}"
        for command, checks in AFTER.items():
            for check in checks if command in block else ():
                check(tree, done.stdout + done.stderr)
    # All of it together: the game with its records, its bot and its lines.
    done = run(tree, "meson", "test", "-C", "build", "kite", "laws kite", "bots", "steps", "tidy", "layout")
    after_tests(tree, done.stdout)
    shutil.rmtree(tree)
    return 0


if __name__ == "__main__":
    if not (ROOT / ".git").exists():
        print("this is not a clone, so nobody knows which files belong to it")
        sys.exit(77)
    if (ROOT / "src/games/kite").exists():
        print("the guide's example, kite, is in the tree; the test makes it anew and would find it there")
        sys.exit(77)
    if sys.argv[1:] == ["--build"]:
        sys.exit(go_through())
    assert not sys.argv[1:], __doc__
    sys.exit(quick())
