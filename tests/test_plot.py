#!/usr/bin/python3
"""bench/plot draws what zashiki-lab found: small arenas and balances, as pictures that can be read. Prints TAP; 77 where
Debian's matplotlib is missing. See program.py."""
import json
import os
import subprocess
import sys
import tempfile
from importlib.machinery import SourceFileLoader
from importlib.util import module_from_spec, spec_from_loader
from xml.etree import ElementTree

try:
    from matplotlib import image
except ImportError:
    print("1..0 # SKIP python3-matplotlib is missing")
    sys.exit(77)

from program import run_tests, zashiki_lab

SVG = "{http://www.w3.org/2000/svg}"
TINY = "tests/yotei/records/tiny.json"
sys.dont_write_bytecode = True  # beside the script, that would be
loader = SourceFileLoader("plot", "bench/plot")
plot = module_from_spec(spec_from_loader("plot", loader))
loader.exec_module(plot)


def draw(*arguments):
    """What is found, all texts of its picture, and the styles of its shapes."""
    found, _ = zashiki_lab.run(*arguments, "--json")
    return json.loads(found), *picture_of(found)


def picture_of(found):
    """All texts and the styles of all shapes of the picture. It is drawn as SVG and as PNG, which is not blank."""
    with tempfile.TemporaryDirectory(dir=os.environ.get("ZASHIKI_BUILD")) as folder:
        source, picture, pixels = (os.path.join(folder, name) for name in ("it.json", "it.svg", "it.png"))
        if os.path.isdir(found):
            source = found
        else:
            with open(source, "w", encoding="utf-8") as file:
                file.write(found)
        assert plot.main([source, picture]) == plot.main([source, pixels]) == 0
        svg = ElementTree.parse(picture)
        seen = image.imread(pixels)
    assert min(seen.shape[:2]) > 200
    assert len({tuple(pixel) for row in seen[::7, ::7] for pixel in row}) > 3
    texts = [element.text.strip() for element in svg.iter(SVG + "text")]
    assert not any("nan" in text for text in texts)
    return texts, [element.get("style", "") for element in svg.iter(SVG + "path")]


def test_arena():
    found, texts, _ = draw("arena", "random", "greedy", "plain@20", "--game", "sketch", "--set", "edition=fr", "--deals", "3")
    assert "sketch edition=fr: 3 deals of seed 1" in texts and "Elo" in texts and "Wins, %, against" in texts
    # Rows have those who see everything, too; columns have not.
    assert [texts.count(bot) for bot in found["bots"]] == [2, 2, 2, 1]
    shares = [line["mean_thousandths"][0] / 10 for line in found["lines"]]
    assert all("%.1f" % share in texts for share in shares)
    assert "%.1f" % (100 - shares[0]) in texts  # the other way round


def test_arena_of_teams():
    found, texts, _ = draw("arena", "easy", "random", "--game", "yokai", "--set", "players=3", "--deals", "2")
    assert "Points of a team" in texts and texts.count("easy") == 2
    assert all("%.2f" % (line["mean_thousandths"][0] / 1000) in texts for line in found["lines"])


def test_balance():
    found, texts, shapes = draw("balance", "yotei", "--players", "3", "--cards", "niseko-1", "--games", "12")
    assert "niseko-1, 3 players: 12 games of greedy" in texts
    assert set(found["land"]) | set(found["power"]) <= set(texts)
    road = 100 * found["road"][0] / found["decided"] / 72
    assert "%.1f" % road in texts
    for colour in ("#2f6b4f", "#c98f3c", "#8a97a6", "#79b4cf", "#e4dac6"):
        assert any(colour in style for style in shapes), colour


def test_balance_of_next_to_nothing():
    _, texts, _ = draw("balance", "yotei", "--games", "1", "--cards", TINY, "--bot", "random")
    assert "yotei-tiny, 2 players: 1 games of random" in texts


def test_server():
    """All that bench/server can find, and a part of it."""
    row = {"name": "512", "moves_a_second": 12345.6, "cpu_us_a_move": 54.3, "p50_ms": 20.25, "p99_ms": 1040.4}
    found = {"zashiki": "server", "play": [{**row, "name": "1"}, row], "postgres": [row],
             "boardgame": [{**row, "cpu_us_a_move": 987.6}], "memory": {"resident_mb": 50}, "thinking": None}
    texts, shapes = picture_of(json.dumps(found))
    assert {"SQLite, 1", "SQLite, 512", "PostgreSQL, 512", "boardgame.io, 512"} <= set(texts)
    assert texts.count("12,346") == 4 and texts.count("54.3") == 3 and "988" in texts
    assert texts.count("20.2 to 1,040") == 4
    assert all(any(colour in style for style in shapes) for colour in ("#2f6b4f", "#79b4cf", "#c98f3c"))
    texts, _ = picture_of(json.dumps({"zashiki": "server", "play": [row]}))
    assert "SQLite, 512" in texts and "PostgreSQL, 512" not in texts


def test_students():
    """Curves and matches of a game played against each other, and of one played together."""
    with tempfile.TemporaryDirectory(dir=os.environ.get("ZASHIKI_BUILD")) as folder:
        for game, key in (("sketch", "against"), ("yokai", "with")):
            for seed in (1, 2):
                with open(os.path.join(folder, "%s-%d.jsonl" % (game, seed)), "w", encoding="utf-8") as file:
                    for i in range(120):
                        more = {"formed": 0.5} if game == "yokai" else {}
                        file.write(json.dumps({"decisions": 1e6 * i, "won": i / 120, "entropy": 1.5 - i / 120, **more}) + "\n")
            with open(os.path.join(folder, game + ".cross"), "w", encoding="utf-8") as file:
                for other, won, games in ((game + "-2", 0.31, 400), ("strong", 0.1, 20), ("easy", 0.77, 400)):
                    file.write(json.dumps({"who": game + "-1", key: other, "won": won, "error": 0.02, "games": games}) + "\n")
        texts, shapes = picture_of(folder)
    assert [texts.count(text) for text in ("31 ± 2", "69 ± 2", "2 of 20", "77 ± 2")] == [3, 1, 2, 2]
    assert texts.index("1") < texts.index("easy") < texts.index("strong") and texts.count("seed 2") == 2
    assert "Games won, %, against" in texts and "Games won, %, together with" in texts and "games won in self-play" in texts
    assert all(any(colour in style for style in shapes) for colour in ("#2f6b4f", "#c98f3c"))


def test_what_cannot_be_drawn():
    found, _ = zashiki_lab.run("match", "random", "random", "--game", "sketch", "--deals", "1", "--json")
    arena, _ = zashiki_lab.run("arena", "random", "greedy", "--game", "sketch", "--deals", "1", "--json")
    with tempfile.TemporaryDirectory(dir=os.environ.get("ZASHIKI_BUILD")) as folder:
        source = os.path.join(folder, "it.json")
        for wrong, picture, words in ((found, "x.svg", "neither an arena nor a balance"), ("rubbish", "x.svg", "cannot draw"),
                                      (arena, "no/such/folder/x.svg", "No such file"), (arena, "x.bmp", "cannot draw")):
            with open(source, "w", encoding="utf-8") as file:
                file.write(wrong)
            try:
                plot.main([source, os.path.join(folder, picture)])
                assert False, words
            except SystemExit as stopped:
                assert words in stopped.code, stopped
            assert os.listdir(folder) == ["it.json"]


def test_from_a_pipe():
    """As it is called; the same picture each time."""
    arena, _ = zashiki_lab.run("arena", "random", "greedy", "--game", "sketch", "--deals", "1", "--json")
    with tempfile.TemporaryDirectory(dir=os.environ.get("ZASHIKI_BUILD")) as folder:
        pictures = [os.path.join(folder, name) for name in ("one.svg", "other.svg")]
        for picture in pictures:
            subprocess.run(["bench/plot", "-", picture], input=arena.encode(), timeout=600, check=True)
        one, other = (open(picture, encoding="utf-8").read() for picture in pictures)
        assert one == other and "1 deals of seed 1" in one


if __name__ == "__main__":
    sys.exit(run_tests(globals()))
