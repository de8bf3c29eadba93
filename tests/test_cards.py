#!/usr/bin/python3
"""Card sets from outside: cards/schema.json and `zashiki cards check` agree. Prints TAP.

Every set that is shipped or used in tests fits the schema and is played with; a shipped one is as it
was when its digest was pinned in tests/cards.sha256. Small faults are put
into one; both must refuse each, but for those that a schema cannot see. ZASHIKI names the program,
ZASHIKI_BUILD a folder to write in.
"""
import copy
import hashlib
import json
import os
import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
from server.schema import Schema  # noqa: E402

PROGRAM = os.environ["ZASHIKI"]
SCHEMA = Schema("cards/schema.json")
SETS = [*Path("cards").glob("*-*.json"), *Path("tests/yotei/records").glob("*.json")]

# What becomes of a right set with a "setup": (what is wrong, a change of it).
FAULTS = {
    "no object": lambda s: [],
    "no name": lambda s: s.pop("name"),
    "a name with a blank": lambda s: s.update(name="my set"),
    "a name with a slash": lambda s: s.update(name="my/set"),
    "a name that looks like a path": lambda s: s.update(name="mine.json"),
    "a name that is too long": lambda s: s.update(name="x" * 24),
    "an empty name": lambda s: s.update(name=""),
    "an unknown key": lambda s: s.update(cards=[]),
    "no land": lambda s: s.pop("land"),
    "no mystery": lambda s: s.pop("mystery"),
    "land is no list": lambda s: s.update(land={}),
    "no card of tier II": lambda s: s.update(land=[c for c in s["land"] if c["tier"] != "II"]),
    "a card that is a number": lambda s: s["land"].append(7),
    "a card without id": lambda s: s["land"][0].pop("id"),
    "an id with a blank": lambda s: s["land"][0].update(id="a b"),
    "an id with a wide blank": lambda s: s["land"][0].update(id="a\u3000b"),
    "an id with a control character": lambda s: s["land"][0].update(id="a\u0085"),
    "an id that is too long": lambda s: s["land"][0].update(id="x" * 16),
    "no tier": lambda s: s["land"][0].pop("tier"),
    "tier IV": lambda s: s["land"][0].update(tier="IV"),
    "tier 1": lambda s: s["land"][0].update(tier=1),
    "a card without name": lambda s: s["land"][0].pop("name"),
    "an empty card name": lambda s: s["land"][0].update(name=""),
    "a card name with a line break": lambda s: s["land"][0].update(name="a\nb"),
    "a card name that is too long": lambda s: s["land"][0].update(name="x" * 40),
    "a misspelt key": lambda s: s["land"][0].update(chram=1),
    "no copies": lambda s: s["land"][0].update(count=0),
    "a copy and a half": lambda s: s["land"][0].update(count=1.5),
    "an element that is none": lambda s: s["land"][0].update(gives="X"),
    "a small letter": lambda s: s["land"][0].update(needs="m"),
    "nine elements": lambda s: s["land"][0].update(needs="M" * 9),
    "neither cost nor bid": lambda s: s["land"][0].pop("cost"),
    "cost and bid": lambda s: s["land"][0].update(bid=True),
    "bid false": lambda s: (s["land"][0].pop("cost"), s["land"][0].update(bid=False)),
    "a cost below nothing": lambda s: s["land"][0].update(cost=-1),
    "a cost that nobody can pay": lambda s: s["land"][0].update(cost=21),
    "a cost in words": lambda s: s["land"][0].update(cost="1"),
    "too much charm": lambda s: s["land"][0].update(charm=21),
    "five mystery cards": lambda s: s["land"][0].update(mystery=5),
    "three stars": lambda s: s["land"][0].update(star=3),
    "a star that is true": lambda s: s["land"][0].update(star=True),
    "an unknown power": lambda s: s["mystery"][0].update(id="sauna"),
    "a power without cash": lambda s: s["mystery"][0].pop("cash"),
    "no cash": lambda s: s["mystery"][0].update(cash=0),
    "four potatoes": lambda s: s["mystery"][0].update(cash=4),
    "33 copies": lambda s: s["mystery"][0].update(count=33),
    "a named power": lambda s: s["mystery"][0].update(name="Spa"),
    "two festivals": lambda s: [c.update(count=2) for c in s["mystery"] if c["id"] == "festival"],
    "a table for 5": lambda s: s["setup"].update({"5": {}}),
    "no characters": lambda s: s["setup"]["2"].update(characters=0),
    "four characters": lambda s: s["setup"]["2"].update(characters=4),
    "ten boxes": lambda s: s["setup"]["2"].update(boxes=10),
    "an unknown part of the table": lambda s: s["setup"]["2"].update(players=2),
    "a row of six": lambda s: s["setup"]["2"]["rows"].update(I=6),
    "an empty row": lambda s: s["setup"]["2"]["rows"].update(II=0),
    "a fourth row": lambda s: s["setup"]["2"]["rows"].update(IV=1),
    "rows as a list": lambda s: s["setup"]["2"].update(rows=[3, 3, 3]),
}
UNSEEN = {
    "an id twice": lambda s: s["land"].append(s["land"][0]),
    "a power twice": lambda s: s["mystery"][1].update(id="onsen"),
    "97 land cards": lambda s: s["land"][0].update(count=96),
    "33 mystery cards": lambda s: s["mystery"][0].update(count=32),
    "an id of 18 bytes": lambda s: s["land"][0].update(id="雪" * 6),
    "a name that is taken": lambda s: (s.update(name="niseko-1"), s["land"][0].update(cost=2)),
}


def check(path):
    """Exit status and what is said of a file."""
    done = subprocess.run([PROGRAM, "cards", "check", path], capture_output=True, text=True,
                          timeout=600, check=False)
    assert not done.stderr, done.stderr
    return done.returncode, done.stdout


def base():
    cards = json.loads(Path("cards/niseko-1.json").read_text(encoding="utf-8"))
    cards["name"] = "mine"
    cards["setup"] = {"2": {"characters": 3, "boxes": 4, "rows": {"I": 3, "II": 3, "III": 3}}}
    return cards


def test_sets_in_use():
    assert len(SETS) >= 3
    for path in SETS:
        cards = json.loads(path.read_text(encoding="utf-8"))
        assert not SCHEMA.complaint(cards, "cardset"), SCHEMA.complaint(cards, "cardset")
        status, said = check(str(path))
        assert status == 0 and cards["name"] in said, said
    assert not SCHEMA.complaint(base(), "cardset")


def test_shipped_sets_are_as_they_were():
    """Bytes, not what the engine makes of them: anybody can check those, and kept records check the rest."""
    pinned = dict(reversed(line.split()) for line in Path("tests/cards.sha256").read_text().splitlines()
                  if not line.startswith("#"))
    shipped = {str(path): hashlib.sha256(path.read_bytes()).hexdigest()
               for path in Path("cards").glob("*-*.json")}
    assert pinned
    for path in sorted(pinned.keys() | shipped.keys()):
        assert path in shipped, f"{path} is gone; its records could not be replayed any more"
        assert path in pinned, f"{path} is new: sha256sum {path} >>tests/cards.sha256"
        assert shipped[path] == pinned[path], \
            f"{path} has changed. Give the changed set a new name; see docs/versions.md"


def refuses(faults, seen):
    path = Path(os.environ["ZASHIKI_BUILD"], "cards-test.json")
    for name, fault in faults.items():
        cards = copy.deepcopy(base())
        made = fault(cards)
        cards = made if name == "no object" else cards
        path.write_text(json.dumps(cards), encoding="utf-8")
        status, said = check(str(path))
        assert status == 1 and said.startswith(f"{path}: ") and said.count("\n") == 1, (name, said)
        complaint = SCHEMA.complaint(cards, "cardset")
        assert bool(complaint) == seen, (name, complaint)
    path.unlink()


def test_what_both_refuse():
    refuses(FAULTS, True)


def test_what_a_schema_cannot_see():
    refuses(UNSEEN, False)


def main():
    tests = [(name, test) for name, test in globals().items() if name.startswith("test_")]
    print(f"1..{len(tests)}")
    failed = False
    for number, (name, test) in enumerate(tests, 1):
        try:
            test()
            print(f"ok {number} - {name}")
        except AssertionError as error:
            failed = True
            print(f"not ok {number} - {name}\n# {error}")
    return failed


if __name__ == "__main__":
    sys.exit(main())
