#!/usr/bin/env python3
"""The sentences of the .po files are punctuated as their language does it.

Prints what is wrong, one line each; exits 1 if anything is. With --mend it first puts in the
no-break spaces of French and Polish, which nobody sees to type. (What a catalogue must contain
is checked by web/tests/po.test.ts.)
"""
import re
import sys
from pathlib import Path

from typography import TYPOGRAPHY, faults, mended

ROOT = Path(__file__).resolve().parent.parent
# No prose: holes, and quoted moves and keys, which are the same in every language.
ASIDE = r"\{\w+\}|(?<=„)[ -~]+(?=”)|(?<=「)[ -~]+(?=」)|(?<=«[ \u00a0])[ -~]+?(?=[ \u00a0]»)"
TRANSLATION = re.compile(r'(msgstr(?:\[\d\])? ")(.*)(")')


def catalogues(language):
    """The files of a language: what belongs to no game, and each game's own."""
    return [ROOT / f"locale/{language}.po", *sorted(ROOT.glob(f"src/games/*/locale/{language}.po"))]


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


# A wrong sentence, and the right one; None where a person has to find it.
PLANTED = {
    "fr": [("Vraiment ?", "Vraiment\u202f?"), ("Coup : {0} ; fin", "Coup\u00a0: {0}\u202f; fin"),
           ("« {0} »", "«\u00a0{0}\u00a0»"), ("l'an", None), ("un \\\"mot\\\"", None)],
    "pl": [("a w {0} nie", "a\u00a0w\u00a0{0} nie"), ("pole „a b” i dom", "pole „a b” i\u00a0dom"),
           ("\\\"tak\\\"", None), ("tak : nie", None)],
    "ja": [("はい.", None), ("{0} は", None), ("（{0}):", None)],
}


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


def main():
    wrong, read = list(self_test()), 0
    for language in TYPOGRAPHY:
        for path in catalogues(language):
            page = path.read_text(encoding="utf-8")
            if "--mend" in sys.argv[1:]:
                page = mend(page, language)
                path.write_text(page, encoding="utf-8")
            wrong += [f"{path.relative_to(ROOT)}:{what}" for what in check(page, language)]
            read += 1
    for line in wrong:
        print(line)
    print(f"{read} catalogues read, {len(wrong)} faults")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
