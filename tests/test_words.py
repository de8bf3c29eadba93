#!/usr/bin/env python3
"""The sentences: every .po file is sound, what the engine says has one English, each language is punctuated as
it does it, and each thing has the name that docs/glossary.md gives it.

Prints what is wrong, one line each; exits 1 if anything is. With --mend it first puts in the no-break spaces of
French and Polish, which nobody sees to type. ZASHIKI names the program, which lists what it can say. (Whether every
language has every sentence, and whether the web client says it, is checked by web/tests/po.test.ts.)
"""
import json
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

from typography import HARD, TYPOGRAPHY, faults, mended

ROOT = Path(__file__).resolve().parent.parent
# No prose: holes, and quoted moves and keys, which are the same in every language.
ASIDE = r"\{\w+\}|(?<=„)[ -~]+(?=”)|(?<=「)[ -~]+(?=」)|(?<=«[ \u00a0])[ -~]+?(?=[ \u00a0]»)"
TRANSLATION = re.compile(r'(msgstr(?:\[\d\])? ")(.*)(")')


def catalogues(language="*"):
    """The files of a language: what belongs to no game, and each game's own."""
    return sorted([*ROOT.glob(f"locale/{language}.po"), *ROOT.glob(f"src/games/*/locale/{language}.po")])


def name_of(path):
    return str(path.relative_to(ROOT))


# ---- Punctuation ----

def prose(text):
    return re.sub(ASIDE, "§", text.replace(r"\"", '"'))


def check(page, language):
    body = page.index("msgctxt")  # what is above are facts for programs
    first = page.count("\n", 0, body) + 1
    for number, line in enumerate(page[body:].split("\n"), first):
        if match := TRANSLATION.fullmatch(line):
            for what in faults(prose(match[2]), language):
                yield f"{number}: {what}"


def mend(page, language):
    body = page.index("msgctxt")
    return page[:body] + TRANSLATION.sub(
        lambda match: match[1] + mended(match[2], language, ASIDE) + match[3], page[body:])


# ---- The files ----

def unsound(path):
    """What msgfmt has against a file, but that nobody signed it."""
    done = subprocess.run(["msgfmt", "--check", "-o", os.devnull, path], capture_output=True, text=True, check=False,
                          env={**os.environ, "LC_ALL": "C.UTF-8", "LANGUAGE": "en"})
    unsigned = r"header field '(?:PO-Revision-Date|Last-Translator|Language-Team)' missing"
    lines = [line for line in done.stderr.splitlines() if not re.search(unsigned, line)]
    return lines or ([f"{path}: msgfmt fails"] if done.returncode else [])


def entries(page):
    """The entries of a file that msgfmt takes: {key: {msgid, msgstr ..., engine}}."""
    found, entry, field, engine = {}, {}, "", False
    for line in page.split("\n"):
        begins = re.fullmatch(r'(msg\w+(?:\[\d\])?) (".*")', line)
        if begins:
            field, text = begins[1], json.loads(begins[2])
            if field == "msgctxt":
                entry = found[text] = {"engine": engine}
                engine = False
            entry[field] = text
        elif line.startswith('"'):
            entry[field] += json.loads(line)
        elif line.startswith("#. "):
            engine = line == "#. engine"
    return found


def english_faults(said, english):
    """What the engine says, {key: sentence}, against the English files, {path: entries}."""
    listed = {key: (path, entry) for path, page in english.items() for key, entry in page.items()}
    for key, sentence in said.items():
        if not sentence:
            yield f"{key}: the engine has no English for it"
        if key not in listed:
            yield f"{key}: the engine says it, and no en.po has it: {sentence}"
            continue
        path, entry = listed[key]
        if entry["msgid"] != sentence:
            yield f"{path}: {key} is “{entry['msgid']}”, and in the engine “{sentence}”"
        if not entry["engine"]:
            yield f"{path}: {key} is the engine's, but is not marked so"
    for key, (path, entry) in listed.items():
        if entry["engine"] and key not in said:
            yield f"{path}: {key} is marked as the engine's, which does not say it"
        if not entry["msgid"]:
            yield f"{path}: {key} has no English"
        if any(text for field, text in entry.items() if field.startswith("msgstr")):
            yield f"{path}: {key} has a second English"


def source_faults(path, page, english):
    """A file of translations against the English one beside it."""
    for key, entry in page.items():
        wanted = english.get(key)
        if not wanted:
            yield f"{path}: {key} is in no English file beside it"
        elif any(entry.get(field) != wanted.get(field) for field in ("msgid", "msgid_plural")):
            yield f"{path}: {key} was translated from another English: “{entry['msgid']}”"


# ---- The code ----

KEY = r'"([a-z]+(?:\.[a-z_0-9]+)+)"'
PHRASE = re.compile(r"\{\s*" + KEY + r',[\s\\]*"((?:[^"\\]|\\.)*)"')
NO_KEY = re.compile(r"\.(?:c|db|h|html|ini|json|md|po|so\.1)$|^links\.")  # names of files; words of /server.json


def layer(path):
    """src/table/door.c is of "table", src/bots/yokai/why.c of "bots/yokai"."""
    parts = path.split("/")[1:-1]
    return "/".join(parts[:2] if parts[0] in ("bots", "games") else parts[:1])


def may_say(user, owner):
    """Whether a layer may say a sentence of another: its own, and of those below it that speak for all."""
    if user in ("cli", "command", "lab", "wasm") or owner in (user, "core"):
        return True
    return (user, owner) == ("server", "table") or user == owner.replace("games/", "bots/")


def code_faults(files, said, games):
    """The keys in the C code, {path: text}, against those that the program lists."""
    owner, used = {}, {}
    for path, text in files.items():
        text = re.sub(r"/\*.*?\*/|^#include.*?$", " ", text, flags=re.S | re.M)
        for match in PHRASE.finditer(text):
            if re.fullmatch(KEY, f'"{match[2]}"'):
                continue  # a row of keys
            if match[1] in owner:
                yield f"{path}: {match[1]} has a sentence in {owner[match[1]]}, too"
            owner[match[1]] = path
            text = text.replace(match[0], " ")
        for key in re.findall(KEY, text):
            used.setdefault(key, set()).add(path)
    for key, path in owner.items():
        game = key.split(".")[0] if key.split(".")[0] in games else None
        at = layer(path)
        if key not in said:
            yield f"{path}: {key} is in no table that the program lists"
        if (at.split("/")[1] if "/" in at else None) != game:
            yield f"{path}: {key} does not belong here"
        if key not in used:
            yield f"{path}: nothing says {key}"
    for key, paths in used.items():
        for path in sorted(paths):
            if key not in owner:
                if not NO_KEY.search(key):
                    yield f"{path}: {key} has no sentence"
            elif not may_say(layer(path), layer(owner[key])):
                yield f"{path}: {key} is a sentence of {owner[key]}, which is not below it"
    yield from (f"{key}: the program lists it, and no table in src/ has it" for key in said if key not in owner)


# The terminal is a client: it says what the catalogues have, as the browser does, and adds no sentence to the engine's.
CLIENT = ("src/term/", "src/cli/play.c", "src/cli/join.c", "src/cli/path.c", "src/cli/replay.c")


def client_faults(files, keys):
    """Keys in the code of a client, {path: text}, that no catalogue has; and what only the terminal says, unsaid."""
    used = set()
    for path, text in files.items():
        text = re.sub(r"/\*.*?\*/|^#include.*?$", " ", text, flags=re.S | re.M)
        found = set(re.findall(KEY, text))
        used |= found
        yield from (f"{path}: {key} is in no catalogue" for key in sorted(found - keys) if not NO_KEY.search(key))
    parts = {key for path, text in files.items() for key in re.findall(r'"(term\.[a-z_.]*\.)"', text)}
    yield from (f"{key}: only the terminal could say it, and does not" for key in sorted(keys - used)
                if key.startswith("term.") and not key.startswith(tuple(parts)))


# ---- The glossary ----

LANGUAGES = ("en", "fr", "pl", "ja")


def tables(page):
    """The tables of a page by the heading above them: {heading: [[cells of a row, ...], ...]}, heads among the rows."""
    found, heading = {}, ""
    for line in page.split("\n"):
        if line.startswith("## "):
            heading = line[3:]
        elif line.startswith("| ") and not re.fullmatch(r"[|\- ]+", line):
            cells = re.split(r"(?<!\\)\|", line)[1:-1]
            found.setdefault(heading, []).append([cell.strip().replace("\\|", "|") for cell in cells])
    return found


def code_words(cell):
    return re.findall(r"`([^`]+)`", cell)


def glossary_faults(page, said, rules):
    """What is said, {language: {key: its forms}}, and the rules, {(game, language): text}, against the glossary."""
    parts = tables(page)
    yield from name_faults(parts["Names on the screen"], said)
    yield from term_faults(parts["Words that a translation uses"][1:], said)
    yield from word_faults(parts["Words that are not used"][1:], said, rules)


def name_faults(rows, said):
    prefix = ""
    for first, *names in rows:
        if names[0] == "English":
            prefix = "".join(code_words(first))
            continue
        key = prefix + code_words(first)[0]
        for language, name in zip(LANGUAGES, names):
            forms = said[language].get(key)
            if [form.replace(HARD, " ") for form in forms or []] != [name]:
                yield f"{language}: {key} is {forms}, and in the glossary “{name}”"


def term_faults(rows, said):
    for english, *others, left_out in rows:
        for key, forms in said["en"].items():
            if key in code_words(left_out) or not any(re.search(code_words(english)[0], form) for form in forms):
                continue
            for language, pattern in zip(LANGUAGES[1:], others):
                for form in said[language].get(key, []):
                    if not re.search(code_words(pattern)[0], form):
                        yield f"{language}: {key}, “{form}”, has no {pattern} for {english}"


def word_faults(rows, said, rules):
    for language, words, instead, where in rows:
        prefixes = tuple(code_words(where)) or ("",)
        texts = [(key, form) for key, forms in said[language].items() if key.startswith(prefixes) for form in forms]
        if "rules" in where:
            texts += [(f"rules of {game}", text) for (game, its), text in rules.items()
                      if its == language and f"{game}.".startswith(prefixes)]
        for pattern in code_words(words):
            for name, text in texts:
                if match := re.search(pattern, text):
                    around = text[max(0, match.start() - 12):match.end() + 12].replace("\n", " ")
                    yield f"{language}: {name} has {pattern}: …{around}…; meant is: {instead}"


def plural_faults(path, page):
    """A number of things has plural forms."""
    for key, entry in page.items():
        if re.search(r"(?<!Round )(?<!Move )\{n\} [a-z]", entry["msgid"]) and "msgid_plural" not in entry:
            yield f"{path}: {key} counts, and has no plural: “{entry['msgid']}”"


def forms_of(entry, language):
    fields = ("msgid", "msgid_plural") if language == "en" else [name for name in entry if name.startswith("msgstr")]
    return [re.sub(r"\{\w+\}", "§", entry[name]) for name in fields if name in entry]


def rules_pages():
    """The text of the rules without code words and links, by game and language."""
    found = {}
    for path in sorted((ROOT / "docs/rules").glob("*.md")):
        game, *language = path.stem.split(".")
        text = re.sub(r"```.*?```|`[^`\n]*`|\]\([^)\n]*\)", "§", path.read_text(encoding="utf-8"), flags=re.S)
        found[game, language[0] if language else "en"] = text
    return found


# ---- Faults that must be found ----

# A wrong sentence, and the right one; None where a person has to find it.
PLANTED = {
    "fr": [("Vraiment ?", "Vraiment\u202f?"), ("Coup : {0} ; fin", "Coup\u00a0: {0}\u202f; fin"),
           ("« {0} »", "«\u00a0{0}\u00a0»"), ("l'an", None), ("un \\\"mot\\\"", None)],
    "pl": [("a w {0} nie", "a\u00a0w\u00a0{0} nie"), ("pole „a b” i dom", "pole „a b” i\u00a0dom"),
           ("\\\"tak\\\"", None), ("tak : nie", None)],
    "ja": [("はい.", None), ("{0} は", None), ("（{0}):", None)],
}

HEAD = ('msgid ""\nmsgstr ""\n"Project-Id-Version: Zashiki\\n"\n"MIME-Version: 1.0\\n"\n'
        '"Content-Type: text/plain; charset=UTF-8\\n"\n"Content-Transfer-Encoding: 8bit\\n"\n"Language: pl\\n"\n'
        '"Plural-Forms: nplurals=3; plural=(n==1 ? 0 : n%10>=2 && n%10<=4 && (n%100<10 || n%100>=20) ? 1 : 2);\\n"\n\n')
SOUND = 'msgctxt "a.b"\nmsgid "One"\nmsgstr "Jeden"\n'
# A file that msgfmt must not take, or None, and what it says.
UNSOUND = [
    (HEAD + SOUND, None),
    (HEAD + SOUND + '\nmsgstr "Dwa"\n', "syntax error"),
    (HEAD + SOUND + "\nmsgstr\n", "syntax error"),
    (HEAD + SOUND + "\n" + SOUND, "duplicate message definition"),
    (HEAD + 'msgctxt "a.b"\nmsgid "One"\nmsgstr "\\u200b"\n', "invalid control sequence"),
    (HEAD + 'msgctxt "a.b"\nmsgid "{n} one"\nmsgid_plural "{n} ones"\nmsgstr[0] "x"\nmsgstr[1] "y"\n', "plural form"),
    (HEAD.replace("UTF-8", "ASCII") + SOUND.replace("Jeden", "Żaden"), "invalid multibyte sequence"),
    (SOUND, "header"),
]

MARKED = '#. engine\nmsgctxt "go.no"\nmsgid "No."\nmsgstr ""\n\nmsgctxt "go.log"\nmsgid "A log"\nmsgstr ""\n'
GOOD_ENGLISH = ({"go.no": "No."}, MARKED)
# What the engine says, the English file, and the fault.
WRONG_ENGLISH = [
    ({"go.no": "No!"}, MARKED, "in the engine “No!”"),
    ({"go.no": ""}, MARKED.replace('"No."', '""'), "the engine has no English"),
    ({"go.no": "No.", "go.yes": "Yes."}, MARKED, "no en.po has it: Yes."),
    ({"go.no": "No.", "go.log": "A log"}, MARKED, "go.log is the engine's, but is not marked"),
    ({}, MARKED, "which does not say it"),
    ({"go.no": "No."}, MARKED.replace('"A log"', '""'), "go.log has no English"),
    ({"go.no": "No."}, MARKED.replace('"A log"\nmsgstr ""', '"A log"\nmsgstr "Log"'), "a second English"),
]

GOOD_CODE = {
    "src/core/game.c": '#include "game.h"\n/* Says "go.log". */\n{"move.over", "Over."},\n',
    "src/games/go/go.c": '{"go.no", \\\n "No: {0}."}, zk_refuse(refusal, "", "go.no"); zk_refuse(r, "", "move.over");',
    "src/bots/go/greedy.c": '{"go.why.it", "It."}, {"go.why.so", "So."} say(why, (char *[]){"go.why.it", "go.why.so"});',
    "src/table/door.c": '{"seat.bot", "A bot."}, refuse("seat.bot"); open("table.json");',
    "src/server/server.c": 'refuse("seat.bot");',
}
SAID = {"move.over", "go.no", "go.why.it", "go.why.so", "seat.bot"}
# A file, what is in it instead, and the fault.
WRONG_CODE = [
    ("src/table/door.c", '{"seat.bot", "A bot."}, refuse("seat.bot"); refuse("seat.new");', "seat.new has no sentence"),
    ("src/table/door.c", '{"seat.bot", "A bot."}, refuse("go.no");', "which is not below it"),
    ("src/games/go/go.c", '{"go.no", "No."}, refuse("go.no"); refuse("go.why.it");', "which is not below it"),
    ("src/core/game.c", '{"move.over", "Over."}, refuse("seat.bot");', "which is not below it"),
    ("src/core/game.c", '{"move.over", "Over."}, {"go.late", "Late."}, refuse("go.late");', "go.late does not belong here"),
    ("src/games/go/go.c", '{"go.no", "No."},', "nothing says go.no"),
    ("src/server/server.c", '{"seat.bot", "A bot."}, refuse("seat.bot");', "seat.bot has a sentence in"),
    ("src/server/server.c", '{"server.full", "Full."}, refuse("server.full");', "in no table that the program lists"),
    ("src/bots/go/greedy.c", '{"go.why.it", "It."}, say(why, "go.why.it");', "go.why.so: the program lists it"),
]


GLOSSARY = """
## Names on the screen

| key | English | French | Polish | Japanese |
|---|---|---|---|---|
| `go.title` | Go | Go | Go | 囲碁 |

| `go.stone.` | English | French | Polish | Japanese |
|---|---|---|---|---|
| `B` | black | noir | czarny | 黒 |

## Words that a translation uses

| English | French | Polish | Japanese | but not in |
|---|---|---|---|---|
| `\\bstone` | `pierre` | `kamie\\|kamyk` | `石` | `go.left` |

## Words that are not used

| language | not | but | where |
|---|---|---|---|
| en | `can be had`, `to be had` | you can | everything, rules |
| ja | `対局` | ゲーム | `go.`, rules |
| pl | `kulk` | kamień | `go.` |
"""
NAMED = {
    "en": {"go.title": ["Go"], "go.stone.B": ["black"], "go.n": ["{n} stone", "{n} stones"], "go.left": ["Stones"]},
    "fr": {"go.title": ["Go"], "go.stone.B": ["noir"], "go.n": ["{n} pierre", "{n} pierres"], "go.left": ["Reste"]},
    "pl": {"go.title": ["Go"], "go.stone.B": ["czarny"], "go.n": ["{n} kamień", "{n} kamyki", "{n} kamieni"]},
    "ja": {"go.title": ["囲碁"], "go.stone.B": ["黒"], "go.n": ["石{n}個"], "ui.a": ["対局"]},
}
GO_RULES = {("go", "en"): "You play.", ("go", "ja"): "遊びます。", ("chess", "ja"): "対局。", ("go", "pl"): "kulka"}
# A language, a key, its forms instead, and the fault.
WRONG_NAMES = [
    ("fr", "go.title", ["Jeu de go"], "fr: go.title is ['Jeu de go']"),
    ("ja", "go.stone.B", ["白"], "in the glossary “黒”"),
    ("pl", "go.stone.B", None, "pl: go.stone.B is None"),
    ("pl", "go.n", ["{n} kamień", "{n} pionki", "{n} kamieni"], "“{n} pionki”, has no"),
    ("ja", "go.n", ["対局{n}回"], "has no `石`"),
    ("ja", "go.title", ["対局"], "ja: go.title has 対局"),
    ("en", "go.left", ["Stones can be had"], "en: go.left has can be had"),
    ("en", "ui.a", ["None to be had"], "en: ui.a has to be had"),
    ("pl", "go.a", ["kulki"], "pl: go.a has kulk"),
]
WRONG_RULES = [(("go", "ja"), "対局を始めます。", "rules of go has 対局"), (("chess", "en"), "None can be had.", "rules of chess")]


CLIENT_CODE = {"src/term/line.c": '#include "term.h"\nsay("ui.a"); say("term.b"); say(key_of("term.help.", word));'}
CLIENT_KEYS = {"ui.a", "ui.unsaid", "term.b", "term.help.x"}


def self_test():
    for language, pairs in PLANTED.items():
        for wrong, right in pairs:
            page = f'msgctxt "x"\nmsgstr "{wrong}"\n'
            if not list(check(page, language)):
                yield f"self-test: {language}: nothing was found in: {wrong}"
            if right is not None:
                page = mend(page, language)
                if right not in page or list(check(page, language)):
                    yield f"self-test: {language}: {wrong} was mended as: {page}"

    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "pl.po"
        for page, wanted in UNSOUND:
            path.write_text(page, encoding="utf-8")
            found = unsound(path)
            if bool(found) != (wanted is not None) or (wanted and wanted not in "\n".join(found)):
                yield f"self-test: msgfmt says {found}, not {wanted}"

    def expect(found, wanted):
        found = list(found)
        if (not any(wanted in line for line in found)) if wanted else found:
            yield f"self-test: {found}, not {wanted}"
    said, page = GOOD_ENGLISH
    yield from expect(english_faults(said, {"en.po": entries(page)}), None)
    for said, page, wanted in WRONG_ENGLISH:
        yield from expect(english_faults(said, {"en.po": entries(page)}), wanted)
    page, polish = entries(MARKED), MARKED.replace('msgstr ""', 'msgstr "x"')
    yield from expect(source_faults("pl.po", entries(polish), page), None)
    yield from expect(source_faults("pl.po", entries(polish.replace("A log", "The log")), page), "another English")
    yield from expect(source_faults("pl.po", entries(polish.replace("go.log", "go.gone")), page), "in no English file")
    yield from expect(glossary_faults(GLOSSARY, NAMED, GO_RULES), None)
    for language, key, forms, wanted in WRONG_NAMES:
        changed = {**NAMED, language: {**NAMED[language], key: forms}}
        if forms is None:
            del changed[language][key]
        yield from expect(glossary_faults(GLOSSARY, changed, GO_RULES), wanted)
    for which, text, wanted in WRONG_RULES:
        yield from expect(glossary_faults(GLOSSARY, NAMED, {**GO_RULES, which: text}), wanted)
    one = 'msgctxt "go.n"\nmsgid "{n} stones"\nmsgstr ""\n'
    yield from expect(plural_faults("en.po", entries(one)), "counts, and has no plural")
    yield from expect(plural_faults("en.po", entries(one.replace("{n} stones", "Move {n} of {of}"))), None)
    yield from expect(code_faults(GOOD_CODE, SAID, {"go"}), None)
    yield from expect(client_faults(CLIENT_CODE, CLIENT_KEYS), None)
    yield from expect(client_faults(CLIENT_CODE, CLIENT_KEYS - {"ui.a"}), "ui.a is in no catalogue")
    yield from expect(client_faults(CLIENT_CODE, CLIENT_KEYS | {"term.c"}), "term.c: only the terminal could say it")
    for path, text, wanted in WRONG_CODE:
        yield from expect(code_faults({**GOOD_CODE, path: text}, SAID, {"go"}), wanted)


def engine_says():
    """Every sentence that the engine can say."""
    done = subprocess.run([os.environ["ZASHIKI"], "sentences"], capture_output=True, text=True, check=True)
    return dict(line.split("\t") for line in done.stdout.splitlines())


def main():
    wrong = list(self_test())
    for language in TYPOGRAPHY if "--mend" in sys.argv[1:] else []:
        for path in catalogues(language):
            page = path.read_text(encoding="utf-8")
            path.write_text(mend(page, language), encoding="utf-8")

    all_unsound = [line.replace(f"{ROOT}/", "") for path in catalogues() for line in unsound(path)]
    wrong += all_unsound
    pages = {path: path.read_text(encoding="utf-8") for path in catalogues()}
    for path, page in pages.items():
        if path.stem in TYPOGRAPHY:
            wrong += [f"{name_of(path)}:{what}" for what in check(page, path.stem)]
    if not all_unsound:
        read = {path: entries(page) for path, page in pages.items()}
        said = engine_says()
        wrong += english_faults(said, {name_of(path): page for path, page in read.items() if path.stem == "en"})
        for path, page in read.items():
            wrong += source_faults(name_of(path), page, read.get(path.with_stem("en"), {}))
        for path, page in read.items():
            wrong += plural_faults(name_of(path), page)
        forms = {language: {key: forms_of(entry, language) for path, page in read.items() if path.stem == language
                            for key, entry in page.items()} for language in LANGUAGES}
        wrong += glossary_faults((ROOT / "docs/glossary.md").read_text(encoding="utf-8"), forms, rules_pages())
        files = {name_of(path): path.read_text(encoding="utf-8") for path in sorted(ROOT.glob("src/**/*.[ch]"))}
        client = {path: files.pop(path) for path in list(files) if path.startswith(CLIENT)}
        wrong += client_faults(client, set(forms["en"]))
        wrong += code_faults(files, said, {path.name for path in ROOT.glob("src/games/*") if path.is_dir()})
    for line in wrong:
        print(line)
    print(f"{len(pages)} catalogues read, {len(wrong)} faults")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
