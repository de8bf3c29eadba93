#!/usr/bin/python3
"""The Python package, as far as it needs nothing but this machine: its C file is compiled against the library that was
built, with warnings as errors; games, batches, records and bots; README's lines; the buffers of PufferLib with a
stand-in. Prints TAP; 77 where Python's headers or numpy are missing, which is a failure with CI set. test_adapters.py has the rest."""
import ast
import copy
import gc
import json
import os
import pickle
import random
import re
import subprocess
import sys
import sysconfig
import tempfile
import threading
from pathlib import Path

try:
    import numpy
except ImportError:
    numpy = None
for package, there in (("python3-numpy", numpy), ("python3-dev", Path(sysconfig.get_paths()["include"], "Python.h").exists())):
    if not there:
        print(f"1..0 # SKIP {package} is missing")
        sys.exit(1 if os.environ.get("CI") else 77)

from program import run_tests, zashiki as program, zashiki_lab

sys.dont_write_bytecode = True
PACKAGE = Path("python/zashiki")
BUILD = Path(os.environ["ZASHIKI_BUILD"])
FOLDER = tempfile.TemporaryDirectory(dir=BUILD)


def compile_core():
    """The package in a folder: links to its files, and its extension."""
    package = Path(FOLDER.name, "zashiki")
    package.mkdir()
    for file in PACKAGE.glob("*.py"):
        package.joinpath(file.name).symlink_to(file.resolve())
    flags = ["-std=c17", "-O1", "-Wall", "-Wextra", "-Wshadow", "-Wno-missing-field-initializers", "-Wno-cast-function-type",
             "-Werror", "-fPIC", "-shared", "-fvisibility=hidden"]
    subprocess.run(["gcc", *flags, f"-I{sysconfig.get_paths()['include']}", "-Iinclude", PACKAGE / "_core.c",
                    BUILD.parent / "src/libzashiki.a", "-pthread", "-o", package / "_core.abi3.so"], check=True)
    sys.path.insert(0, FOLDER.name)


compile_core()
import zashiki  # noqa: E402, it is there only now
from zashiki import _core  # noqa: E402


def with_batches():
    for game in zashiki.games():
        try:
            zashiki.layout(game)
        except ValueError:
            continue
        yield game


def refused(function, *arguments, error=ValueError, **keywords):
    try:
        function(*arguments, **keywords)
    except error as what:
        return str(what)
    raise AssertionError(f"{function} took {arguments}")


def play_randomly(game, seed):
    choice = random.Random(seed)
    while not game.over:
        game.play(choice.choice(game.legal()))
    return game


# ---- Games ----

def test_games_play_and_come_back_from_records():
    for name in zashiki.games():
        game = play_randomly(zashiki.Game(name, seed=5, names=["Ada", "Bo"]), 1)
        assert game.result["winners"] is not None and game.legal() == []
        with tempfile.NamedTemporaryFile("w", suffix=".jsonl", dir=FOLDER.name) as file:
            file.write(game.record())
            file.flush()
            program.run("check", file.name)
        again, twice = zashiki.read_records(game.record() * 2)
        assert again.state == twice.state == game.state and again.names == ("Ada", "Bo")
        assert again.moves == game.moves and again.record() == game.record()
    wrong = game.record() + game.record().replace('"move":"', '"move":"x', 1)
    assert refused(zashiki.read_records, wrong).startswith(f"line {game.record().count(chr(10)) + 2}: ")


def test_the_same_seed_gives_the_same_game():
    for name in zashiki.games():
        one, two, other = (play_randomly(zashiki.Game(name, seed=seed), 7) for seed in (1, 1, 2))
        assert one.moves == two.moves != other.moves


def test_states_are_values():
    game = zashiki.Game("yotei", seed=1, players=3)
    state = game.state
    assert copy.deepcopy(state) is state and copy.copy(state) is state
    assert pickle.loads(pickle.dumps(state)) == state and len({state, pickle.loads(pickle.dumps(state))}) == 1
    assert game.rules.state(bytes(state)) == state
    after = state.apply(game.legal()[0])
    assert after != state and game.state is state
    assert "bytes" in refused(game.rules.state, bytes(state)[:-1])
    assert "no state" in refused(game.rules.state, b"\xff" * len(bytes(state)))
    assert refused(type(state), error=TypeError)


def test_what_is_not_legal_is_refused():
    game = zashiki.Game("sketch", seed=1)
    for move in (2**28 - 1, -1, 2**40):
        assert refused(game.play, move) == "This move is not legal now."
        assert refused(game.notation, move) == "This move is not legal now."
    assert refused(game.play, "fly") and refused(game.state.apply, "x", error=TypeError)
    assert refused(game.view, 2) == refused(game.view, -1) == refused(game.legal, 9) == "There is no such seat."
    assert refused(zashiki.Game, "chess") == 'There is no game "chess" here.'
    assert refused(zashiki.Game, "sketch", edition="de").startswith("The option edition")
    assert game.result is None and refused(game.state.result) == "The game is not over."


def test_notation_and_views():
    game = zashiki.Game("sketch", seed=3)
    for _ in range(40):
        for move in game.legal():
            assert game.parse(game.notation(move)) == move
        view = game.view(game.actor)
        assert isinstance(view, dict) and game.board(game.actor)
        game.play(game.notation(random.Random(len(game.moves)).choice(game.legal())))


def test_resampling_keeps_what_a_seat_knows():
    for name in zashiki.games():
        game, differ = zashiki.Game(name, seed=3), 0
        while not game.over:
            seat = game.actor
            other = game.resample(seat, len(game.moves))
            assert other.state.view(seat) == game.state.view(seat) and other.legal() == game.legal()
            assert refused(other.record) or other.state == other.rules.start()
            differ += other.state != game.state
            game.play(game.legal()[-1])
        assert differ or name == "null", name
    assert refused(game.state.view(zashiki.SPECTATOR).resample, zashiki.Random())


def test_bots_play_and_copies_stay_apart():
    wins = 0
    for seed in range(12):
        game = zashiki.Game("sketch", seed=seed)
        game.seat_bot(1, "greedy", seed)
        if not game.over:
            game.play(game.legal()[0])
            twin = game.copy()
            moves = list(game.moves)
            play_randomly(twin, 1)
            assert game.moves == moves
            play_randomly(game, 1)
            assert game.moves == twin.moves, "a copy has the same luck and bots"
        wins += game.result["winners"] == ["B"]
    assert wins > 8, wins
    # A bot that sits down later knows the same as one that sat there from the start.
    game = zashiki.Game("yokai", seed=1)
    player = game.bot("easy", game.actor)
    for _ in range(6):
        move = game.legal()[0]
        player.tell(game.state, move)
        states = len(game.moves)
        game.play(move)
        state = zashiki.Game.from_moves(game.rules, game.moves[:states + 1]).state
        for luck in game.moves[states + 1:]:
            player.tell(state, luck)
            state = state.apply(luck)
    if game.actor == player.seat:
        assert game.bot("easy", game.actor).choose(game.state) == player.choose(game.state)
    assert refused(game.bot, "nobody", 0) and refused(player.choose, zashiki.Game("sketch").state)


def test_luck_can_be_the_callers():
    game = zashiki.Game("sketch", luck=False)
    assert game.actor == zashiki.CHANCE
    outcomes = game.outcomes()
    assert {move for move, _ in outcomes} == set(game.legal()) and all(weight > 0 for _, weight in outcomes)
    game.play(outcomes[0][0])
    assert game.moves == [outcomes[0][0]]


def test_a_seat_follows_what_it_is_told():
    """By moves as told, and views, a seat has a state that it cannot tell from the true one."""
    for name, options in (("sketch", {}), ("yokai", {"players": 3}), ("yotei", {}), ("null", {})):
        for seed in range(2):
            game, luck = zashiki.Game(name, luck=False, **options), zashiki.Random(seed)
            seats = [zashiki.Seat(game.rules, seat, seed=seed) for seat in range(game.seats)]
            while not game.over and len(game.moves) < 150:
                move = game.state.sample(luck)
                by = game.state.mover(move)
                told = [(game.state.print(move, seat), game.state.saw(move, seat)) for seat in range(game.seats)]
                game.play(move)
                for seat, words in zip(seats, told):
                    seat.told(by, *words, game.view(seat.seat))
                    assert game.over or seat.state.view(seat.seat) == game.state.view(seat.seat)
                    assert game.over or seat.state.moves(seat.seat) == game.state.moves(seat.seat)
            kept = len(game.moves) // 2
            seats[0].keep(kept)
            assert seats[0].state.view(0) == zashiki.Game.from_moves(game.rules, game.moves[:kept]).state.view(0)


def test_a_policy_plays_at_a_table_of_a_server():
    """examples/policy.py, by search and by a network, against examples/bot.py, over the protocol."""
    if subprocess.run([sys.executable, "-c", "import websockets"], capture_output=True, check=False).returncode:
        print("# there is no python3-websockets")
        return
    sys.path.insert(0, "tests/server")
    from client import PATIENCE_S, Server
    lines = Path("examples/policy.py").read_text().replace("PLAYOUTS = 300", "PLAYOUTS = 20")
    policy, weights = Path(FOLDER.name, "policy.py"), Path(FOLDER.name, "weights.npz")
    policy.write_text(lines)
    assert len(lines.splitlines()) <= 120
    sys.path.insert(0, "tests/python")
    from weights import write
    server = Server(Path(FOLDER.name, "data"), "--rate", "0", "--per-address", "100").start()
    try:
        for game, more in (("sketch", []), ("sketch", [weights]), ("yokai", [weights]), ("yotei", [])):
            if more:
                write(game, weights)
            opener = server.player()
            tokens = opener.open(game)
            links = [f"http://127.0.0.1:{server.port}/#/table/{opener.table}/{token}" for token in tokens.values()]
            programs = [subprocess.Popen([sys.executable, *words], stdout=subprocess.PIPE, text=True,
                                         env={**os.environ, "PYTHONPATH": f"{FOLDER.name}:examples"})
                        for words in ([policy, links[0], *more], ["examples/bot.py", links[1]])]
            said = {one.communicate(timeout=PATIENCE_S)[0] for one in programs}
            assert [one.returncode for one in programs] == [0, 0] and len(said) == 1 and "winners" in said.pop()
            opener.close()
    finally:
        server.stop()


def test_shipped_students_play():
    """examples/student/*.npz by network.py: Yokai Sketch against `greedy`, both seats of each deal; Yokai with itself. A network that has
    learnt nothing wins one game and none."""
    assert len(Path("examples/student.py").read_text().splitlines()) <= 400
    sys.path.insert(0, "examples")
    from network import Network
    for name, options, deals, least in (("sketch", {}, 12, 12), ("yokai", {"players": 2}, 20, 4)):
        network, won = Network(name, f"examples/student/{name}.npz", **options), 0
        for i in range(deals if name == "yokai" else 2 * deals):
            game = zashiki.Game(name, seed=99, stream=i if name == "yokai" else i // 2, **options)
            me = i % 2 if name == "sketch" else 0
            if name == "sketch":
                game.seat_bot(1 - me, "greedy", seed=i)
            batch = zashiki.Batch(game.rules, 1, reset="none")
            while not game.over:
                batch.load(state=numpy.frombuffer(bytes(game.state), numpy.uint8))
                game.play(int(batch.legal[network(batch.observation[0], batch.legal_feature[:batch.moves]).argmax()]))
            won += "AB"[me] in game.result["winners"]
        assert won >= least, (name, won)


# ---- The benchmark ----

def test_a_policy_plays_a_suite():
    """examples/suite.py; and bots of ours in Python are those of zashiki-lab."""
    text = Path("examples/suite.py").read_text()
    bots = Path(FOLDER.name, "suite_of_bots.py")
    bots.write_text(text.replace("game.play(choose(game, random))", 'game.seat_bot(seat, "easy", seed=deal)')
                    .replace('"playouts", 4', '"easy", 4'))
    environment = {**os.environ, "PYTHONPATH": FOLDER.name, "PATH": f"{Path(zashiki_lab.path).parent}:{os.environ['PATH']}"}
    for name, deals, script in (("sketch-greedy", 2, "examples/suite.py"), ("yokai-2-self", 1, "examples/suite.py"),
                                ("sketch-greedy", 2, bots), ("yokai-2-normal", 1, bots), ("yotei-2-greedy", 1, bots)):
        played = subprocess.run([sys.executable, script, name, str(deals)], check=True, capture_output=True, text=True,
                                env=environment).stdout
        assert "every game was verified" in zashiki_lab.run("score", name, "-", "--deals", str(deals), typed=played)[0]
        if script == bots:
            assert played == zashiki_lab.run("suite", name, "--bot", "easy", "--deals", str(deals))[0], name


def play_out_of_turn(who, deal):
    """A game of yotei-2-greedy with the entrant in seat 0; from time to time a seat of `who` moves out of turn."""
    game = zashiki.Game("yotei", seed=20261116, stream=deal, names=("mine", "greedy"), players=2, cards="niseko-1")
    partner, choice, made = game.bot("greedy", 1, seed=deal), random.Random(deal), 0

    def play(move):
        partner_state, after = game.state, len(game.moves)
        game.play(move)
        for moved in game.moves[after:]:
            partner.tell(partner_state, moved)
            partner_state = partner_state.apply(moved)

    while not game.over:
        out_of_turn = game.legal(who) if game.actor == 1 - who else []
        if out_of_turn:
            made += 1
            play(choice.choice(out_of_turn))
        else:
            play(partner.choose(game.state)[0] if game.actor == 1 else choice.choice(game.legal()))
    return game.record(), made


def test_moves_out_of_turn_in_a_suite():
    """The entrant may make them, a partner never does."""
    records, made = zip(*(play_out_of_turn(0, deal) for deal in range(3)))
    others = zashiki_lab.run("suite", "yotei-2-greedy", "--bot", "random", "--deals", "3")[0].split('{"zashiki"')[1:]
    others = ['{"zashiki"' + other.replace("random", "mine") for other in others]
    games = "".join(record + others[2 * i + 1] for i, record in enumerate(records))
    assert sum(made) > 0 and "verified" in zashiki_lab.run("score", "yotei-2-greedy", "-", "--deals", "3", typed=games)[0]
    record, made = play_out_of_turn(1, 0)
    assert made > 0
    errors = zashiki_lab.run("score", "yotei-2-greedy", "-", "--deals", "1", typed=record + others[1], status=1)[1]
    assert 'in seat B, greedy does not play "' in errors and '"nothing out of turn"' in errors, errors


# ---- Batches ----

def choose(batch, choice):
    for i in range(batch.count):
        batch.action[i] = choice.randrange(max(1, int(batch.legal_at[i + 1]) - int(batch.legal_at[i])))


def test_batches_do_not_depend_on_threads_or_room():
    for name in with_batches():
        one = zashiki.Batch(name, 9, seed=4, limit=100, arrays=("final_points", "final_observation"))
        two = zashiki.Batch(name, 9, seed=4, limit=100, threads=3, legal_room=1, arrays=("final_points",))
        choice, ended = random.Random(1), 0
        for _ in range(150):
            choose(one, choice)
            one.step()
            two.step(numpy.array(one.action))
            used = one.moves
            for array in ("observation", "actor", "legal_at", "stream", "reward", "terminated", "truncated"):
                assert (getattr(one, array) == getattr(two, array)).all(), array
            assert (one.legal[:used] == two.legal[:used]).all() and (one.legal_feature[:used] == two.legal_feature[:used]).all()
            ended += int((one.terminated | one.truncated).sum())
        assert two.legal_room > 1 and ended
        saved = two.save()
        bad = one.action * 0
        bad[3] = 10**6
        assert refused(one.step, bad).startswith("Slot 3: ")
        assert (one.save()["state"] == saved["state"]).all()


def test_batches_save_and_search():
    batch = zashiki.Batch("sketch", 6, seed=2, reset="none")
    choice = random.Random(2)
    for _ in range(5):
        choose(batch, choice)
        batch.step()
    saved = batch.save()
    worlds = batch.resample(7)
    assert worlds.shape == saved["state"].shape and (worlds != saved["state"]).any()
    assert (batch.view(worlds, batch.actor) == batch.view()).all()
    assert (batch.observe_as("memory", worlds, batch.actor) == batch.observation).all()
    assert (batch.observe_as("all", worlds, batch.actor) != batch.observe_as("all")).any()
    reward, decisions = batch.playout(3, times=4)
    assert reward.shape == (6, 2) and (decisions >= 4).all() and abs(reward.sum()) < 1e-6
    before = batch.observation.copy()
    choose(batch, choice)
    batch.step()
    assert (before != batch.observation).any()
    batch.load(**saved)
    assert (before == batch.observation).all()
    assert "State 1" in refused(batch.load, state=numpy.concatenate([saved["state"][:1], 255 + 0 * saved["state"][1:]]))
    for _ in range(200):
        choose(batch, choice)
        batch.step()
    assert (batch.actor == zashiki.OVER).all() and batch.moves == 0
    batch.next(numpy.array([1, 0, 0, 0, 0, 0], bool))
    assert list(batch.stream) == [6, 1, 2, 3, 4, 5] and batch.actor[0] >= 0 > batch.actor[1]


def test_a_game_of_a_batch_is_the_game_of_that_stream():
    """zashiki.decisions, with which the adapters are written, plays the same as a slot: for each stream the same luck,
    observations, masks and rewards."""
    from zashiki.decisions import Decisions
    tried = [("sketch", {}, {}), ("sketch", {"reward": "points", "limit": 9}, {"edition": "fr"}), ("null", {"action": "place"}, {}),
             ("yokai", {}, {"players": 3}), ("yotei", {"out_of_turn": True}, {"players": 3}), ("yotei", {}, {})]
    for name, options, chosen in (one for one in tried if one[0] in with_batches()):
        dense = options.get("action") != "place" and zashiki.Rules(name).dense_count > 0
        batch = zashiki.Batch(name, 3, seed=8, seats="all", arrays=("mask",) if dense else (), options=chosen,
                              **{**options, "action": "dense" if dense else "place"})
        games = [Decisions(name, **options, **chosen) for _ in range(3)]
        for slot, game in enumerate(games):
            game.begin(8, slot)
        choice = random.Random(3)
        for _ in range(120):
            for slot, game in enumerate(games):
                assert game.actor == batch.actor[slot] and game.stream == batch.stream[slot]
                assert all((game.observation(seat) == batch.observation[slot, seat]).all() for seat in range(game.seats))
                assert len(game.moves) == batch.legal_at[slot + 1] - batch.legal_at[slot]
                assert not dense or (game.mask(game.actor) == batch.mask[slot]).all()
                batch.action[slot] = choice.choice(list(game.ids))
            actions = batch.action.copy()
            batch.step()
            for slot, game in enumerate(games):
                assert (numpy.float32(game.step(actions[slot])) == batch.reward[slot]).all()
                assert (game.terminated, game.truncated) == (batch.terminated[slot], batch.truncated[slot])
                if game.terminated or game.truncated:
                    game.begin(8, game.stream + 3)


def test_arrays_are_shared_not_copied():
    batch = zashiki.Batch("sketch", 4, seed=1, given={"reward": (mine := numpy.full((4, 2), 7, numpy.float32))})
    seen = numpy.from_dlpack(batch.dlpack("observation"))
    assert seen.ctypes.data == batch.observation.ctypes.data and seen.shape == batch.observation.shape
    assert {str(numpy.from_dlpack(_core.Array(kind, (2, 3))).dtype) for kind in "BbIifQ"} == \
        {"uint8", "int8", "uint32", "int32", "float32", "uint64"}
    batch.step()
    assert batch.reward is mine and (mine == 0).all()
    del batch
    gc.collect()
    assert seen.sum() > 0  # the tensor keeps the memory
    for shape in ((), (1, 2, 3, 4, 5), (-1,), (2**62, 2**62)):
        refused(_core.Array, "B", shape)
    raw = _core.Batch(zashiki.Rules("sketch"), 4)
    assert "bytes" in refused(raw.bind, "actor", bytearray(3))
    assert refused(raw.bind, "actor", b"1234", error=BufferError) and refused(raw.bind, "nothing", bytearray(9))
    assert "int32" in refused(raw.step, numpy.zeros(4, numpy.int64)) and "bytes" in refused(raw.step, numpy.zeros(3, numpy.int32))


def test_threads_take_their_turns():
    """A batch that is being used says so; nothing is lost."""
    batch, errors, done = zashiki.Batch("sketch", 2000, seed=1, action="place"), [], []

    def work():
        for _ in range(20):
            try:
                batch._it.step(zeros)
                done.append(1)
            except RuntimeError as error:
                errors.append(str(error))

    zeros = numpy.zeros(2000, numpy.int32)
    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(errors) + len(done) == 80 and done
    assert set(errors) <= {"the batch is being used in another thread"}


def check_gpu(driver):
    folder = Path(FOLDER.name, "driver")
    folder.mkdir(exist_ok=True)
    if driver and not folder.joinpath("libcuda.so.1").exists():
        folder.joinpath("libcuda.so.1").symlink_to(driver.resolve())
    path = {"LD_LIBRARY_PATH": f"{folder}:{os.environ.get('LD_LIBRARY_PATH', '')}"} if driver else {}
    return subprocess.run([sys.executable, "tests/python/check_gpu.py"], env={**os.environ, **path, "PYTHONPATH": FOLDER.name},
                          capture_output=True, text=True, check=False)


def test_batches_on_a_gpu_are_the_same():
    """Through all of Python and C with a driver that stands in, and with the real one where there is a GPU."""
    run = check_gpu(BUILD / "libstand_in_driver.so")
    if run.returncode == 77 and "This build has no kernels" in run.stdout:
        print("# left out:", run.stdout.strip())
        return
    assert run.returncode == 0 and run.stdout == "the same games on a stand-in for a GPU\n", run
    run = check_gpu(None)
    if run.returncode == 77:
        print("# with a GPU left out:", run.stdout.strip())
        why = refused(zashiki.Batch, "sketch", 4, device="cuda")
        assert why == run.stdout.strip() and re.search("There is no NVIDIA driver|no GPU|too old|driver refused", why), why
    else:
        assert run.returncode == 0, run


def test_without_numpy_arrays_are_memoryviews():
    run = subprocess.run([sys.executable, "-c", """
import sys
sys.modules["numpy"] = None
import zashiki
batch = zashiki.Batch("sketch", 3, seed=1)
batch.step()
assert isinstance(batch.observation, memoryview) and batch.observation.shape[0] == 3
print(batch.reward.tolist(), batch.terminated.tolist())
"""], env={**os.environ, "PYTHONPATH": FOLDER.name}, capture_output=True, text=True, check=False)
    assert run.returncode == 0 and run.stdout == "[[0.0, 0.0], [0.0, 0.0], [0.0, 0.0]] [False, False, False]\n", run


# ---- Pages, types, others ----

def test_readme_lines_play_a_batch():
    lines = re.search(r"```python\n(.*?)```", Path("README.md").read_text(), re.DOTALL)[1]
    assert len(lines.splitlines()) <= 10
    run = subprocess.run([sys.executable, "-c", lines], env={**os.environ, "PYTHONPATH": FOLDER.name}, capture_output=True,
                         text=True, check=False)
    assert run.returncode == 0 and re.match(r"\d+ games", run.stdout), run


def test_stubs_name_what_there_is():
    stubs = ast.parse((PACKAGE / "_core.pyi").read_text())
    named = {node.name: {item.name for item in node.body if isinstance(item, ast.FunctionDef)} |
             {item.target.id for item in node.body if isinstance(item, ast.AnnAssign)}
             for node in stubs.body if isinstance(node, ast.ClassDef)}
    for name, members in named.items():
        there = {member for member in vars(getattr(_core, name)) if not member.startswith("__")}
        assert {member for member in members if not member.startswith("__")} == there, name
    functions = {node.name for node in stubs.body if isinstance(node, ast.FunctionDef)}
    constants = {node.target.id for node in stubs.body if isinstance(node, ast.AnnAssign)}
    assert functions | constants | set(named) == {name for name in dir(_core) if not name.startswith("_")}


def test_every_module_is_installed():
    installed = set(re.findall(r"'zashiki/(\w+\.\w+)'", Path("python/meson.build").read_text()))
    assert installed == {file.name for file in PACKAGE.iterdir() if file.is_file()}


def test_pufferlibs_buffers():
    sys.path.insert(0, "tests/python")
    import stand_in
    from check_puffer import check
    stand_in.install()
    from zashiki.puffer import Environment
    for name in with_batches():
        check(Environment, name)


def test_no_option_of_a_game_is_hidden():
    """Options of games are keywords beside our own."""
    import inspect
    from zashiki.decisions import Decisions
    ours = {name for one in (zashiki.Game, zashiki.Seat, Decisions) for name in inspect.signature(one).parameters}
    for game in zashiki.games():
        assert not {option["name"] for option in zashiki.about(game)["options"]} & ours
    text = Path("tests/yotei/records/tiny.json").read_text()
    name = json.loads(text)["name"]
    game = play_randomly(zashiki.Game("yotei", cards=name, cardset=text), 1)
    assert game.rules.options == f"cards={name}" and zashiki.read_records(game.record())[0].state == game.state
    assert pickle.loads(pickle.dumps(game.state)) == game.state


def test_layouts_are_told():
    for name in with_batches():
        for kind in ("table", "memory", "all"):
            layout = zashiki.layout(name, kind)
            assert sum(field["rows"] * field["columns"] for field in layout["fields"]) == layout["size"]
            assert layout["version"] >= 1 and len(layout["features"]) <= 8
    assert json.loads(_core.about("sketch"))["name"] == zashiki.about("sketch")["name"] == "Yokai Sketch"


sys.exit(run_tests(globals()))
