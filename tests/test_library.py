#!/usr/bin/python3
"""libzashiki from outside: what it exports, what it needs, that its header stands alone, that it keeps no variables,
that the example is built against the installed library by pkg-config and plays, and that threads do not race (valgrind's
helgrind). Prints TAP. See program.py."""
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

from program import run_tests, zashiki

BUILD = Path(os.environ["ZASHIKI_BUILD"]).parent
HEADER = Path("include/zashiki.h")
SHARED = BUILD / "src/libzashiki.so"
CALLS = r"\b(zk_[a-z_]+)\("


def run(*command, env=None):
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True, check=False,
                          env={**os.environ, **(env or {})})
    assert done.returncode == 0, (command, done.stdout, done.stderr)
    return done.stdout


def code():
    return re.sub(r"/\*.*?\*/", "", HEADER.read_text(), flags=re.DOTALL)


def test_exports_are_the_header():
    declared = re.findall(r"\bZK_API\b[^;{]*?" + CALLS, code())
    exported = [line.split()[2] for line in run("nm", "-D", "--defined-only", SHARED).splitlines()
                if line.split()[1] != "A"]
    assert len(declared) > 40 and len(set(declared)) == len(declared)
    assert sorted(exported) == sorted(f"{name}@@ZASHIKI_1" for name in declared)
    assert "libzashiki.so.1" in re.search(r"SONAME.*", run("readelf", "-d", SHARED))[0]
    # The static one defines them all, too.
    defined = set(re.findall(r" T (zk_\w+)", run("nm", BUILD / "src/libzashiki.a")))
    assert set(declared) <= defined, set(declared) - defined


def test_needs_the_c_library_alone():
    needed = re.findall(r"NEEDED.*\[(.+)\]", run("readelf", "-d", SHARED))
    assert set(needed) <= {"libc.so.6", "libm.so.6"}, needed


def test_keeps_no_variables():
    """Of the writable sections that stay so only what the compiler's own start-up files bring is there."""
    sections = dict(re.findall(r"^(\.\w+)\s+(\d+)", run("size", "-A", SHARED), re.MULTILINE))
    assert int(sections.get(".data", 0)) + int(sections.get(".bss", 0)) <= 16, sections
    assert not any(name.startswith((".tbss", ".tdata")) for name in sections), sections


def test_header_stands_alone():
    flags = ["-Wall", "-Wextra", "-Wpedantic", "-Werror", "-fsyntax-only", "-include", HEADER.resolve()]
    for compiler, language, standard in [("gcc", "c", "c17"), ("clang-19", "c", "c17"), ("clang-19", "c++", "c++17")]:
        run(compiler, *flags, f"-std={standard}", "-x", language, "/dev/null")


def test_header_has_what_the_engine_has():
    """Structs, constants and enums that both have lie in memory alike and mean the same. Functions the compiler
    compares, where both headers are included (src/lib/)."""
    text = code()
    lines = []
    for name, body in re.findall(r"^struct (\w+) \{(.*?)^\};", text, re.DOTALL | re.MULTILINE):
        lines.append(f'printf("{name} %zu\\n", sizeof(struct {name}));')
        for member in re.findall(r"(\w+);", body):
            lines.append(f'printf("{name}.{member} %zu %zu\\n", offsetof(struct {name}, {member}), '
                         f'sizeof ((struct {name} *)0)->{member});')
    constants = [name for body in re.findall(r"^enum(?: \w+)? \{(.*?)\};", text, re.DOTALL | re.MULTILINE)
                 for name in re.findall(r"\bZK_\w+", body)] + ["ZK_PASS"]
    ours = {"ZK_READ_END", "ZK_READ_RECORD", "ZK_READ_WRONG"}  # only the library's
    lines += [f'printf("{name} %lld\\n", (long long){name});' for name in constants if name not in ours]
    assert len(lines) > 30, lines
    said = set()
    with tempfile.TemporaryDirectory(dir=os.environ["ZASHIKI_BUILD"]) as folder:
        for header in ("<zashiki.h>", '"batch/batch.h"'):
            source, program = Path(folder, "it.c"), Path(folder, "it")
            source.write_text(f"#include <stdio.h>\n#include {header}\nint main(void) {{\n" + "\n".join(lines) + "\n}\n")
            run("gcc", "-std=c17", "-Iinclude", "-Isrc", source, "-o", program)
            said.add(run(program))
    assert len(said) == 1, said


def test_example_plays_against_the_installed_library():
    example = Path("examples/play.c")
    assert len(example.read_text().splitlines()) <= 100
    with tempfile.TemporaryDirectory(dir=os.environ["ZASHIKI_BUILD"]) as folder:
        run("meson", "install", "-C", BUILD, "--no-rebuild", "--tags", "devel,runtime", "--quiet",
            env={"DESTDIR": folder})
        pc = next(Path(folder).rglob("zashiki.pc"))
        env = {"PKG_CONFIG_PATH": pc.parent, "PKG_CONFIG_SYSROOT_DIR": folder}
        flags = run("pkg-config", "--cflags", "--libs", "zashiki", env=env).split()
        whole = run("pkg-config", "--static", "--cflags", "--libs", "zashiki", env=env).split()
        shared, static = Path(folder, "shared"), Path(folder, "static")
        run("gcc", "-Wall", "-Wextra", "-Werror", "-std=c17", example, *flags, "-o", shared)
        run("gcc", "-Wall", "-Wextra", "-Werror", "-std=c17", example, "-static", *whole, "-o", static)
        library = {"LD_LIBRARY_PATH": pc.parent.parent}
        assert str(folder) in re.search(r"libzashiki.so.1 => (\S+)", run("ldd", shared, env=library))[1]
        for arguments in ([], ["yokai", "easy", "7", "players=3 level=2"], ["yotei", "greedy", "2"]):
            played = run(shared, *arguments, env=library)
            assert played == run(static, *arguments)
            assert re.search(r'^\{"winners":', played, re.MULTILINE), played
            assert len(played.splitlines()) > 20
        refused = subprocess.run([shared, "chess"], capture_output=True, text=True, env=library, check=False)
        assert refused.returncode == 1 and refused.stderr == 'There is no game "chess" here.\n'


def test_records_of_the_library_are_records():
    """A game of the library, written by it, is right for the program."""
    with tempfile.TemporaryDirectory(dir=os.environ["ZASHIKI_BUILD"]) as folder:
        record = Path(folder, "it.jsonl")
        run(BUILD / "tests/test_library", "record", record)
        assert record.read_text().count('"zashiki":1') == 2
        zashiki.run("check", str(record))


def test_threads_do_not_race():
    run("valgrind", "--quiet", "--tool=helgrind", "--error-exitcode=3", BUILD / "tests/test_library", "threads")


sys.exit(run_tests(globals()))
