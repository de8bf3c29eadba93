#!/usr/bin/python3
"""The wheel as others use it: it is built, installed into two virtual environments beside pinned versions of PettingZoo,
Gymnasium, OpenSpiel and PufferLib, and their own tests run over our environments (tests/python/). The environments are kept
in the build folder, so that only the wheel is made anew. Prints TAP; 77 where there is no package index, which is a
failure with CI set.

PufferLib 3.0.0 has no wheel, and building it needs PyTorch and downloads of its own: its Python files are taken from its
source archive as they are, which is all that an environment in Python needs."""
import hashlib
import os
import shutil
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

from program import run_tests

HERE, BUILD = Path("tests/python").resolve(), Path(os.environ["ZASHIKI_BUILD"]).resolve()
WHEELS, PIP = BUILD / "wheels", BUILD / "venv-pip/bin/pip"
PUFFERLIB = "pufferlib", "3.0.0", "7df3a3e3f5"  # and how its archive's SHA-256 begins
# pip builds no metadata of an archive that it only has to bring.
BRING = """
import sys
from pip._internal.commands import create_command
command = create_command("download")
options, _ = command.parse_args([sys.argv[1]])
with command.main_context():
    session = command.get_default_session(options)
    candidates = command._build_package_finder(options, session).find_all_candidates(sys.argv[1])
    link = next(one.link for one in candidates if str(one.version) == sys.argv[2])
    open(sys.argv[3], "wb").write(session.get(link.url_without_fragment).content)
"""


def run(*command, **keywords):
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True, check=False, **keywords)
    assert done.returncode == 0, "\n".join([str(command), done.stdout[-3000:], done.stderr[-3000:]])
    return done.stdout


def environment(name):
    """A virtual environment with what its requirements say; made anew when they change."""
    folder, wanted = BUILD / f"venv-{name}", (HERE / f"requirements-{name}.txt").read_bytes()
    mark = folder / "made-of"
    if not mark.exists() or mark.read_bytes() != wanted:
        shutil.rmtree(folder, ignore_errors=True)
        run(sys.executable, "-m", "venv", folder)
        run(folder / "bin/pip", "install", "--quiet", "--disable-pip-version-check", "-r", HERE / f"requirements-{name}.txt")
        mark.write_bytes(wanted)
    return folder


def index_answers():
    """Whether packages can be installed: tries a small one."""
    if not PIP.exists():
        run(sys.executable, "-m", "venv", PIP.parent.parent)
    done = subprocess.run([PIP, "download", "--quiet", "--disable-pip-version-check", "--no-deps", "--retries", "0", "--timeout",
                           "15", "--dest", BUILD / "index", "ninja==1.13.0"], capture_output=True, check=False)
    return done.returncode == 0


def install(folder):
    run(folder / "bin/pip", "install", "--quiet", "--disable-pip-version-check", "--force-reinstall", "--no-deps",
        next(WHEELS.glob("*.whl")))


def test_wheel_is_built():
    shutil.rmtree(WHEELS, ignore_errors=True)
    run(PIP, "wheel", "--quiet", "--disable-pip-version-check", "--no-deps", "--wheel-dir", WHEELS, ".")
    [wheel] = WHEELS.glob("*.whl")
    assert "-cp311-abi3-" in wheel.name, wheel.name
    names = set(run(sys.executable, "-m", "zipfile", "-l", wheel).split())
    assert {"zashiki/_core.abi3.so", "zashiki/_core.pyi", "zashiki/py.typed", "zashiki/__init__.py"} <= names
    assert not [name for name in names if name.endswith((".a", ".h")) or ".mesonpy" in name or "/bin/" in name], names
    kernels = zipfile.ZipFile(wheel).read("zashiki/_core.abi3.so").count(b".visible .entry zk_gpu_step(")
    assert kernels == (3 if shutil.which("clang-19") and shutil.which("llc-19") else 0), kernels  # of three games, for a GPU


def test_pettingzoo_gymnasium_openspiel():
    folder = environment("a")
    install(folder)
    said = run(folder / "bin/python", HERE / "adapters_a.py", cwd=BUILD)
    assert said.split() == ["installed", "pettingzoo", "gymnasium_vector", "openspiel", "openspiel_ismcts"], said


def test_types():
    folder = environment("a")
    modules = [Path("python/zashiki", name).resolve() for name in ("__init__.py", "game.py", "batch.py", "seat.py")]
    run(folder / "bin/mypy", "--strict", "--cache-dir", BUILD / "mypy", *modules, cwd=BUILD)


def test_pufferlib():
    folder = environment("b")
    install(folder)
    name, version, digest = PUFFERLIB
    archive, source = BUILD / f"{name}-{version}.tar.gz", BUILD / f"{name}-{version}"
    if not archive.exists():
        run(folder / "bin/python", "-c", BRING, name, version, archive)
    assert hashlib.sha256(archive.read_bytes()).hexdigest().startswith(digest)
    if not source.exists():
        with tarfile.open(archive) as files:
            mine = [file for file in files if file.isreg() and file.name.endswith(".py") and f"/{name}/" in file.name]
            files.extractall(BUILD, mine)
    work = BUILD / "pufferlib-work"  # it leaves a link where it is imported
    work.mkdir(exist_ok=True)
    said = run(folder / "bin/python", HERE / "adapters_b.py", cwd=work,
               env={**os.environ, "PYTHONPATH": f"{source}:{HERE}"})
    assert said.split() == ["buffers", "vector"], said


if not index_answers():
    print("1..0 # SKIP there is no package index here, so the adapters are not tried with the real packages")
    sys.exit(1 if os.environ.get("CI") else 77)
sys.exit(run_tests(globals()))
