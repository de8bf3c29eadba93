#!/usr/bin/env python3
"""One script of messages and answers for every host of a table: tests/door/*.txt.

    tests/test_door.py            runs common.txt against the terminal, the server and the engine of the
                                  web client, server.txt and keys.txt against the server, and looks for what is missing
    tests/test_door.py --write    writes down what is answered now, to be read before it is kept

ZASHIKI names the program, ZASHIKI_BUILD the folder with serve_seeded. tests/door/README.md says how a
script is written.
"""
import hashlib
import json
import os
import re
import shutil
import sqlite3
import resource
import subprocess
import sys
import tempfile
from pathlib import Path

root = Path(__file__).resolve().parent.parent
if "ZASHIKI" not in os.environ:
    print("ZASHIKI does not name the program", file=sys.stderr)
    sys.exit(77)
ZASHIKI = os.path.abspath(os.environ["ZASHIKI"])
BUILD = Path(os.environ.get("ZASHIKI_BUILD", Path(ZASHIKI).parent / "tests"))
os.environ["ZASHIKI"] = str(BUILD / "serve_seeded")
sys.path.insert(0, str(root / "tests/server"))
from client import PATIENCE_S, SCHEMA, Guest, Server  # noqa: E402

ENGINE = root / "web/src/engine/engine.wasm"
SEED = 12
AUDIENCES = "ABCD-"
COMMANDS = ("sit", "bot", "leave", "move", "undo", "agree", "decline", "pause", "resume", "resign", "again",
            "seed", "link", "device", "alone", "forget")
MASK = (1 << 64) - 1


class Step:
    """A line that is said or done, and what everybody is told after it."""

    def __init__(self, number, text):
        self.number, self.text, self.told = number, text, []


def read_script(path):
    """Comments and blank lines as they are, and steps."""
    return read_lines(path.read_text(encoding="utf-8").splitlines())


EXAMPLES = re.compile(r"(?<=```door\n)(.*?)(?=```)", re.S)


def read_examples(page):
    """The steps of a page's examples."""
    return read_lines(EXAMPLES.search(page.read_text(encoding="utf-8"))[0].splitlines())


def write_examples(page, parts):
    text = page.read_text(encoding="utf-8")
    page.write_text(EXAMPLES.sub(lambda _: script_of(parts), text), encoding="utf-8")


def read_lines(lines):
    parts = []
    for number, line in enumerate(lines, 1):
        if line.startswith("    "):
            parts[-1].told.append(line[4:])
        elif not line or line.startswith("#"):
            parts.append(line)
        else:
            parts.append(Step(number, line))
    return parts


def write_script(path, parts):
    path.write_text(script_of(parts), encoding="utf-8")


def script_of(parts):
    lines = []
    for part in parts:
        if isinstance(part, str):
            lines.append(part)
        else:
            lines += [part.text, *("    " + line for line in part.told)]
    return "\n".join(lines) + "\n"


def message_of(text, number, at, table, token):
    """The message that a line of a script stands for: what goes without saying is added."""
    if text.startswith("raw "):
        return text[4:]
    keys = json.loads(text)
    whole = {"zashiki": 1, "do": keys["do"]}
    if keys["do"] not in ("open", "ping"):
        whole["table"] = table
        if token:
            whole["token"] = token
    whole["request"] = f"r{number}"
    if keys["do"] in COMMANDS:
        whole["at"] = at
    whole.update(keys)
    return json.dumps({key: value for key, value in whole.items() if value is not None}, ensure_ascii=False)


def masked(text):
    text = re.sub(r'"time":\d+', '"time":0', text)
    text = re.sub(r'("by":"chance","commit":)"[0-9a-f]{64}"', r'\1"(64 digits)"', text)
    return re.sub(r'"clocks_ms":\{[^}]*\}', lambda part: re.sub(r":-?\d+", ":0", part[0]), text)


def in_order(lines):
    return sorted(lines, key=lambda line: AUDIENCES.index(line[0]))


class Pipe:
    """A host behind a pipe: it does everything at once, so that a ping ends each step."""

    def __init__(self, *command):
        self.process = subprocess.Popen(list(map(str, command)), stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        text=True, encoding="utf-8")

    def step(self, step, number, at):
        speaker, text = step.text.split(" ", 1)
        message = message_of(text, number, at, "local", speaker if speaker != "-" else None)
        self.process.stdin.write(message + '\n{"zashiki":1,"do":"ping","request":"end of step"}\n')
        self.process.stdin.flush()
        lines = []
        for line in self.process.stdout:
            line = line.rstrip("\n")
            if '"request":"end of step"' in line:
                break
            lines.append(masked(line))
        return in_order(lines)

    def close(self):
        self.process.stdin.close()
        assert self.process.wait(PATIENCE_S) == 0
        self.process.stdout.close()


class Served:
    """The server, with a connection for each audience. `step` takes as many messages as the script
    expects, and `close` sees that there were no more."""

    def __init__(self, *flags, write=False):
        self.write = write
        self.folder = tempfile.TemporaryDirectory()
        self.server = Server(Path(self.folder.name, "data"), str(SEED), *flags).start()
        self.guests, self.tables, self.tokens = {}, [], []

    def guest(self, who):
        if who not in self.guests:
            self.guests[who] = Guest(self.server.port)
        return self.guests[who]

    def masked(self, text):
        """Ids are "local", tokens are letters."""
        message = json.loads(text)
        complaint = SCHEMA.complaint(message, "host")
        assert not complaint, f"{complaint}\n{text}"
        if "tokens" in message:
            self.tables.append(message["table"])
            self.tokens.append(message["tokens"])
        for table, tokens in zip(self.tables, self.tokens):
            text = text.replace(f'"{table}"', '"local"')
            for letter, token in tokens.items():
                text = text.replace(f'"{token}"', f'"{letter}"')
        return masked(text)

    def say(self, who, text, number, at_event):
        """A line's message; #2 in "table" is the second table that was opened."""
        keys = {} if text.startswith("raw ") else json.loads(text)
        wanted = re.fullmatch(r"#(\d+)", keys.get("table") or "")
        at = int(wanted[1]) - 1 if wanted else len(self.tables) - 1
        if wanted:
            keys["table"] = self.tables[at]
            text = json.dumps(keys)
        table = self.tables[at] if self.tables else "local"
        token = self.tokens[at].get(who[0], who[0]) if self.tables and who[0] != "-" else None
        message = message_of(text, number, at_event, table, token)
        return self.guest(who).frame(1, message.encode())

    def step(self, step, number, at):
        if step.text.startswith("! "):
            return self.do(step.text[2:])
        whos, text = step.text.split(" ", 1)
        who = whos.rstrip("*")
        frames = self.say(who, text, number, at)
        if whos.endswith("*"):  # said twice, in one breath
            frames += self.say(who, text, f"{number}b", at)
        self.guest(who).send_bytes(frames)
        lines = []
        for line in [] if self.write else step.told:
            listener = line.split(" ", 1)[0]
            lines.append(f"{listener} {self.masked(self.guest(listener).receive_text())}")
        return lines + (self.whatever() if self.write else [])

    def whatever(self):
        """What everybody is told until nobody is told anything for a while."""
        lines = []
        for who, guest in sorted(self.guests.items(), key=lambda pair: (AUDIENCES.index(pair[0][0]), pair[0])):
            while text := guest.receive_text(0.4):
                lines.append(f"{who} {self.masked(text)}")
        return lines

    def do(self, what):
        """What happens to the server."""
        what, _, number = what.partition(" #")
        if what in ("damage", "fill", "restart"):
            table = self.tables[int(number or 1) - 1]
            self.server.stop()
            for guest in self.guests.values():
                guest.close()
            self.guests.clear()
            with sqlite3.connect(self.server.database) as base:
                if what == "restart":
                    pass
                elif what == "damage":
                    base.execute("UPDATE entries SET body='{}' WHERE table_id=?", (table,))
                else:
                    self.fill(base, table)
            base.close()
            self.server.errors.clear()
            self.server.start()
        elif what == "full disk":
            size = max(os.path.getsize(self.server.database + end) for end in ("", "-wal"))
            resource.prlimit(self.server.process.pid, resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))
        else:
            raise ValueError(what)
        return []

    @staticmethod
    def fill(base, table):
        """Entries until the table can take no more, with their check sums (src/store/chain.c) up to the end."""
        *_, (first, _, last), (end, note, size) = base.execute(
            "SELECT number, body, sum FROM entries WHERE table_id=? ORDER BY number", (table,))
        size, count = len(size), 16384
        for number in range(first + 1, count + 1):
            body = json.dumps({"kind": "pause" if (number - first) % 2 else "resume", "by": "A", "time": 1})
            about = b"\2" + last + number.to_bytes(4, "little") + b"\0"
            last = hashlib.blake2b(about + body.encode(), digest_size=size).digest()
            base.execute("INSERT INTO entries VALUES (?, ?, ?, ?)", (table, number, body, last))
        note = " ".join([str(count), *note.split()[1:]])
        ended = hashlib.blake2b(b"\3" + last + note.encode(), digest_size=size).digest()
        base.execute("UPDATE entries SET body=?, sum=? WHERE table_id=? AND number=?", (note, ended, table, end))

    def close(self):
        for who, guest in self.guests.items():
            guest.send_text('{"zashiki":1,"do":"ping","request":"end"}')
            text = guest.receive_text()
            assert json.loads(text).get("pong"), f"{who} was told more: {text[:300]}"
        for guest in self.guests.values():
            guest.close()
        self.server.stop()
        self.folder.cleanup()


def stream(seed):
    """The generator that zk_rng_stream(seed, 0) begins with."""
    def mix(x):
        x = (x + 0x9E3779B97F4A7C15) & MASK
        x = (x ^ x >> 30) * 0xBF58476D1CE4E5B9 & MASK
        x = (x ^ x >> 27) * 0x94D049BB133111EB & MASK
        return x ^ x >> 31
    return mix(mix(seed) ^ mix(MASK))


def run(name, host, parts, write=False):
    """Faults, as text."""
    faults, seen = [], {}
    steps = [part for part in parts if isinstance(part, Step)]
    for number, step in enumerate(steps, 1):
        told = host.step(step, number, seen.get(step.text[0], 0))
        for line in told:
            if '"tokens":' in line:
                seen.clear()  # a new table
            if event := re.match(r'. \{"zashiki":1,"table":"[^"]*","(event|snapshot)":(\d+)', line):
                new = event[1] == "snapshot"
                seen[line[0]] = int(event[2]) if new else max(int(event[2]), seen.get(line[0], 0))
        if write:
            step.told = told
        elif told != step.told:
            faults.append(f"{name}: line {step.number}: {step.text}")
            wanted, got = step.told + ["(nothing)"] * len(told), told + ["(nothing)"] * len(step.told)
            at = next(i for i, pair in enumerate(zip(wanted, got)) if pair[0] != pair[1])
            faults += ["  wanted " + wanted[at][:400], "  got    " + got[at][:400]]
            break
    if not faults:
        host.close()
    return faults


def keys_in(parts):
    told = "\n".join(line for part in parts if isinstance(part, Step) for line in part.told)
    return set(re.findall(r'"refused":\{"key":"([a-z_.]+)"', told))


def asks_in(parts):
    return {json.loads(part.text.split(" ", 1)[1])["do"] for part in parts
            if isinstance(part, Step) and part.text.split(" ", 1)[1].startswith("{")}


def phrases(*files):
    return {key for file in files for key in re.findall(r'^    \{"([a-z_.]+)",', (root / file).read_text(), re.M)}


def missing(scripts):
    """Every ask and every refusal of table and server is in a script, and every message and refusal in docs/protocol.md;
    every key in the code has its sentence."""
    everything = [part for parts in scripts for part in parts]
    listed = phrases("src/table/phrases.c", "src/server/messages.c")
    schema = json.loads((root / "docs/protocol.schema.json").read_text(encoding="utf-8"))
    asks = set(schema["definitions"]["client"]["properties"]["do"]["enum"])
    code = "\n".join(path.read_text() for folder in ("table", "server") for path in (root / "src" / folder).glob("*.c"))
    # move.over is a sentence of every game.
    used = set(re.findall(r'(?:refuse|refused|zk_refuse)\([^;]*?"([a-z_]+\.[a-z_]+)"\)', code)) - {"move.over"}
    # No message makes a table follow a tutorial: tests/test_tutorial.c has that refusal.
    faults = [f"no script refuses with {key}" for key in sorted(listed - keys_in(everything) - {"tutorial.other"})]
    faults += [f"no script asks {ask}" for ask in sorted(asks - asks_in(everything))]
    faults += [f"{key} has no sentence" for key in sorted(used - listed)]
    faults += [f"nothing refuses with {key}" for key in sorted(listed - used)]
    page = (root / "docs/protocol.md").read_text(encoding="utf-8")
    told = set(re.findall(r"`([a-z]+\.[a-z_]+)`", section_of(page, "Refusals")))
    shared = {key for key in phrases("src/core/game.c") if not key.startswith("record.")}
    faults += [f"docs/protocol.md does not tell of {key}" for key in sorted((listed | shared) - told)]
    faults += [f"docs/protocol.md tells of {key}, which there is not" for key in sorted(told - listed - shared)]
    return faults + differences(schema["definitions"], page)


# ---- What docs/protocol.md tells of messages ----

def section_of(page, title):
    return page.split(f"\n## {title}\n", 1)[-1].split("\n## ", 1)[0]


def words_in(text):
    """The words of a protocol in a text: what is in code."""
    return {word for code in re.findall(r"`([^`]+)`", text) for word in re.findall(r"[a-z_]+", code)}


def rows_of(text, first):
    """The rows of the table whose head begins with this word, as their cells."""
    lines = text.split(f"\n| {first} | ", 1)[1].split("\n\n", 1)[0].split("\n")[2:]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]


def words_of(node):
    """The keys of a definition's objects and the words that it lists; not those of other definitions."""
    for key, value in node.get("properties", {}).items():
        yield from [key, *words_of(value)]
    for part in [*node.get("allOf", ()), *filter(None, [node.get("items")])]:
        yield from words_of(part)
    yield from (word for word in node.get("enum", ()) if isinstance(word, str) and word.islower())


def differences(definitions, page):
    """Every ask, kind of entry, key and word of docs/protocol.schema.json that docs/protocol.md does not name where it
    belongs; and what it names in its tables that there is not."""
    client, host = section_of(page, "From the client"), section_of(page, "To the client")
    asks, messages, now = rows_of(client, "`do`"), rows_of(host, "what"), rows_of(host, "key")
    every, kinds = host.split("\n| ", 1)[0], re.search(r"\nKinds of entries: .*?\n\n", host, re.S)[0]
    told = {what: words_in(every + keys) for what, keys in messages}
    keys_of_now = {word: words_in(meaning) for keys, meaning in now for word in words_in(keys)}
    there = {"ask": {word for ask, *_ in asks for word in words_in(ask)}, "message": set(told),
             "key of an ask": {word for _, keys, _ in asks for word in words_in(keys)}, "key of now": set(keys_of_now)}
    right = {"ask": definitions["client"]["properties"]["do"]["enum"], "key of an ask": definitions["client"]["properties"],
             "message": [one["$ref"].rsplit("/", 1)[1] for one in definitions["host"]["oneOf"]],
             "key of now": definitions["now"]["properties"]}
    told |= {"client": words_in(client.split("\n- **", 1)[0]), "entry": told["event"] | words_in(kinds), "mover": words_in(kinds),
             "reaction": told["reaction"].union(*(words_in(meaning) for ask, _, meaning in asks if ask == "`react`")),
             "now": set(keys_of_now) | keys_of_now["status"], "seated": keys_of_now["seats"],
             "actor": keys_of_now["actor"], "result": keys_of_now["result"], "words": told["refused"]}
    faults = [f"docs/protocol.md does not tell of the {what} {word}" for what in ("ask", "message")
              for word in sorted(set(right[what]) - there[what])]
    faults += [f"docs/protocol.md does not tell of {word} ({name})" for name, definition in definitions.items()
               for word in sorted(set(words_of(definition)) - told.get(name, set()))]
    return faults + [f"docs/protocol.md tells of the {what} {word}, which there is not" for what, names in there.items()
                     for word in sorted(names - set(right[what]))]


def bounds(definitions):
    """Every text and number of a client that docs/protocol.schema.json allows can be read, and none that is longer or larger."""
    tries, faults = [], []
    for key, what in definitions["client"]["properties"].items():
        what = definitions[what["$ref"].rsplit("/", 1)[1]] if "$ref" in what else what
        kind, most = what.get("type"), what.get("maxLength", what.get("maximum"))
        if key == "name" or "pattern" in what or kind not in ("string", "integer"):  # of a name the rest is cut off
            continue
        if most is None:
            faults.append(f"docs/protocol.schema.json does not say how much {key} may be")
            continue
        for right, value in (True, most), (False, most + 1):
            tries.append((key, right, {"zashiki": 1, "do": "ping", "request": "r"} | {key: "x" * value if kind == "string" else value}))
    done = subprocess.run([ZASHIKI, "play", "--messages"], input="".join(json.dumps(message) + "\n" for *_, message in tries),
                          capture_output=True, text=True, check=True)
    for (key, right, _), line in zip(tries, done.stdout.splitlines(), strict=True):
        if ("message.wrong" not in line) != right:
            faults.append(f"{key}: the program and docs/protocol.schema.json are of two minds about what can be read")
    return faults


def main():
    common, keyed, served = (root / "tests/door" / name for name in ("common.txt", "keys.txt", "server.txt"))
    write = "--write" in sys.argv[1:]
    faults = []
    terminal = Pipe(ZASHIKI, "play", "--messages", "--seed", SEED)
    parts = read_script(common)
    faults += run("terminal", terminal, parts, write)
    if write:
        write_script(common, parts)
    faults += run("server", Served(), parts)
    node = shutil.which("node")
    if node and ENGINE.exists():
        at = stream(SEED)
        faults += run("engine", Pipe(node, root / "tests/door/node.mjs", ENGINE, at & 0xFFFFFFFF, at >> 32), parts)
    else:
        print("# the engine of the web client is not built, or there is no node: left out")
    own, keys, page = read_script(served), read_script(keyed), root / "docs/protocol.md"
    examples = read_examples(page)
    faults += run("server alone", Served("tight", write=write), own, write)
    faults += run("keys", Served(write=write), keys, write)
    faults += run("docs/protocol.md", Served(write=write), examples, write)
    if write:
        write_examples(page, examples)
        write_script(served, own)
        write_script(keyed, keys)
    faults += missing([parts, own, keys])
    faults += bounds(json.loads((root / "docs/protocol.schema.json").read_text(encoding="utf-8"))["definitions"])
    for line in faults:
        print(line)
    print(f"{sum(isinstance(part, Step) for part in parts + own + keys + examples)} steps, {len(faults)} faults")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
