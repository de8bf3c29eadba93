#!/usr/bin/env python3
"""The translated rules say as much as the English ones: docs/rules/NAME.LANGUAGE.md and NAME.md.

Every page is cut into blocks: headings, numbered rules, other list items, tables, paragraphs. A
translation has the same blocks in the same order, rule by rule the same number of rulings, the
same code words and the same references to rules; its tables have the same shape; nothing is left
in English; its punctuation is its language's own. Prints what is wrong, one line each; exits 1 if
anything is. A page without fault is then given planted ones, and the checks must find them all.
"""
import re
import sys
from collections import Counter, namedtuple
from pathlib import Path

from typography import HARD, THIN, faults

PAGES = Path(__file__).resolve().parent.parent / "docs" / "rules"
TRANSLATED = ["sketch", "yokai", "yotei"]  # pages that must exist in every language; others may

RULING = {"en": "ruling", "fr": "décision", "pl": "rozstrzygnięcie", "ja": "裁定"}

SAME_RUN = 5  # so many words in a row that are the English ones are not a translation

# The kind is heading, rule, item, table, text, code or note; the name a rule's number, or kind and
# count.
Block = namedtuple("Block", "kind name line text")


def cut(page):
    """The blocks of a page. A table is one block; an indented line goes on with what is above."""
    blocks, counts, above = [], Counter(), ""
    for number, line in enumerate(page.split("\n"), 1):
        if line == "```":  # the fence around lines that are the same in every language
            counts["code"] += above != "code"
            above = "" if above == "code" else "code"
            if above:
                blocks.append(Block("code", f"code {counts['code']}", number, ""))
            continue
        if above == "code":
            blocks[-1] = blocks[-1]._replace(text=blocks[-1].text + line + "\n")
            continue
        rule = re.match(r"\s*- ([A-Z]\d+[a-z]?)\s+(.*)", line)
        if rule:
            kind, text = "rule", rule[2]
        elif match := re.match(r"(#+ |> |\s*- )(.*)", line):
            kind, text = {"#": "heading", ">": "note"}.get(match[1][0], "item"), match[2]
        elif line.startswith("|"):
            kind, text = "table", line
        else:
            kind, text = "text", line.strip()
        goes_on = (kind == above and kind in ("table", "text")
                   or kind == "text" and line.startswith(" ") and above)
        if not line.strip():
            above = ""
        elif goes_on:
            blocks[-1] = blocks[-1]._replace(text=blocks[-1].text + "\n" + text)
        else:
            counts[kind] += 1
            name = rule[1] if rule else f"{kind} {counts[kind]}"
            blocks.append(Block(kind, name, number, text))
            above = kind
    return blocks


def code_words(text):
    return re.findall(r"`[^`\n]*`", text)


def prose(text):
    return re.sub(r"`[^`\n]*`", "§", text)


def references(text):
    return re.findall(r"(?<![A-Za-z0-9])[A-Z]\d+[a-z]?(?![A-Za-z0-9])", prose(text))


def rulings(text, language):
    return len(re.findall(rf"\*{RULING[language]}\*", text, re.IGNORECASE))


def words(text):
    """The words of a text, small; single letters are seats and colours."""
    return re.findall(r"[^\W\d_]{2,}", prose(text).lower())


def cells(line):
    return [cell.strip() for cell in line.strip().strip("|").split("|")]


def difference(expected, found):
    """What is missing and what is too much, in words; empty when they are the same."""
    missing, surplus = Counter(expected) - Counter(found), Counter(found) - Counter(expected)
    return "; ".join(f"{label} {' '.join(sorted(counts.elements()))}" for label, counts in
                     (("missing:", missing), ("not in the English:", surplus)) if counts)


def compare_tables(english, other):
    rows = [cells(line) for line in english.split("\n")]
    others = [cells(line) for line in other.split("\n")]
    if [len(row) for row in rows] != [len(row) for row in others]:
        yield (f"the table has {'+'.join(str(len(row)) for row in others)} cells in its rows, "
               f"the English one {'+'.join(str(len(row)) for row in rows)}")
        return
    for number, (row, other_row) in enumerate(zip(rows, others), 1):
        for cell, other_cell in zip(row, other_row):
            if words_apart := difference(code_words(cell), code_words(other_cell)):
                yield f"code words in row {number} of the table: {words_apart}"


def left_in_english(english, other):
    """The longest run of English words that stands in the other text too, if it is long."""
    first, second = words(english), words(other)
    if first and " ".join(english.split()) == " ".join(other.split()):
        return "the text is the English one"
    runs = {tuple(first[i:i + SAME_RUN]) for i in range(len(first) - SAME_RUN + 1)}
    for i in range(len(second) - SAME_RUN + 1):
        if tuple(second[i:i + SAME_RUN]) in runs:
            return "left in English: " + " ".join(second[i:i + SAME_RUN])
    return None


def compare_blocks(english, other, language):
    if english.kind == "code":
        if english.text != other.text:
            yield "the lines between the fences are not the English ones"
        return
    expected, found = rulings(english.text, "en"), rulings(other.text, language)
    if expected != found:
        yield f"{found} times *{RULING[language]}*, in the English {expected} times *ruling*"
    if english.kind == "table":
        yield from compare_tables(english.text, other.text)
    elif apart := difference(code_words(english.text), code_words(other.text)):
        yield f"code words: {apart}"
    if apart := difference(references(english.text), references(other.text)):
        yield f"rules referred to: {apart}"
    # A heading may be the same word ("Options"), and so may the cells of a table.
    if english.kind not in ("heading", "table"):
        if left := left_in_english(english.text, other.text):
            yield left
    if "`" in prose(other.text) or prose(other.text).count("*") % 2:
        yield "a stray ` or *"


def check_note(blocks, name, language):
    """Under the title one line says that the English decides, and which word marks a ruling."""
    notes = [block for block in blocks if block.kind == "note"]
    if len(notes) != 1 or blocks.index(notes[0]) != 1:
        return ["1: one line starting with > is expected under the title, and only there"]
    wrong = []
    if rulings(notes[0].text, language) != 1:
        wrong.append(f"{notes[0].line}: the note does not name the word *{RULING[language]}*")
    if f"]({name}.md)" not in notes[0].text:
        wrong.append(f"{notes[0].line}: the note has no link to {name}.md")
    return wrong


def check_typography(page, language):
    page = re.sub(r"(?ms)^```$.*?^```$", lambda match: "\n" * match[0].count("\n"), page)
    for number, line in enumerate(page.split("\n"), 1):
        line = re.sub(r"\]\([^)]*\)", "]", prose(line))
        # Marks of Markdown, a rule's number and a table's frame are no text.
        line = re.sub(r"^\s*(#+|>|- [A-Z]\d+[a-z]?(?= )|-)? *", "", line)
        for piece in cells(line) if line.startswith("|") else [line]:
            yield from (f"{number}: {what}" for what in faults(piece, language))


def check(english_page, page, name, language):
    """What is wrong with a translation of the page `name`, as "line: words"."""
    english, other = cut(english_page), cut(page)
    wrong = check_note(other, name, language)
    other = [block for block in other if block.kind != "note"]
    numbers = [block.name for block in english if block.kind == "rule"]
    others = [block.name for block in other if block.kind == "rule"]
    if not numbers:
        wrong.append("1: the English page has no numbered rules")
    if numbers != others:
        apart = difference(numbers, others) or "the order is not the English one"
        wrong.append(f"1: numbers of rules: {apart}")
    if len(others) != len(set(others)):
        wrong.append("1: a rule's number stands twice")
    if [block.name for block in english] == [block.name for block in other]:
        pairs = list(zip(english, other))
    else:  # Say where they part, and compare the rules that both have.
        if numbers == others:
            part = next((i for i, (a, b) in enumerate(zip(english, other)) if a.name != b.name),
                        min(len(english), len(other)))
            here, there = ([*blocks, Block("end", "the end", 0, "")][part]
                           for blocks in (english, other))
            wrong.append(f"{there.line}: {there.name} where the English has {here.name}")
        by_name = {block.name: block for block in other}
        pairs = [(block, by_name[block.name]) for block in english
                 if block.kind == "rule" and block.name in by_name]
    for block, translated in pairs:
        wrong += [f"{translated.line}: {translated.name}: {what}"
                  for what in compare_blocks(block, translated, language)]
    return wrong + list(check_typography(page, language))


# ---- Faults to be found: each is a change to a page that is in order. ----

def rule_text(page, number):
    return next(block.text.split("\n")[0] for block in cut(page) if block.name == number)


def plant_code(_english, page, _language):
    yield page.replace("####/", "###./", 1), "code 1: the lines between the fences"
    yield page.replace("```", "", 2), "where the English has code 1"


def plant(english, page, language):
    """Pairs: a page with one fault, words of the complaint."""
    mark = f"*{RULING[language]}*"
    swapped = re.sub(r"- S(19|20) ", lambda m: f"- S{39 - int(m[1])} ", page)
    yield page.replace("- S20 ", "- S28 "), "missing: S20"
    yield page.replace("- S10a ", "- S10b "), "missing: S10a"
    yield swapped, "the order is not"
    yield page.replace("- S20 ", "- S19 "), "stands twice"
    yield page.replace("  - S15 ", "  S15 "), "missing: S15"
    yield re.sub(r"(?im)^(- S22a )\*\w+\*", r"\1", page), f"S22a: 0 times {mark}"
    yield page.replace("- S20 ", f"- S20 {mark} "), f"S20: 1 times {mark}"
    yield re.sub(r"(?im)^(- S22a )\*\w+\*", r"\1*Ruling*", page), f"S22a: 0 times {mark}"
    yield page.replace("`GYd`", "`GY`"), "code words: missing: `GYd`"
    yield page.replace("- S20 ", "- S20 `en` "), "S20: code words: not in the English: `en`"
    yield page.replace("`play RBd>R distract`", "`play RBd>R`"), "item 3: code words"
    yield page.replace("(S13)", "(S14)").replace("（S13）", "（S14）"), "S12: rules referred to"
    yield page.replace("|---|---|---|", "|---|---|"), "cells in its rows"
    yield re.sub(r"\| `edition` .*\n", "", page), "cells in its rows"
    yield page.replace("| `en` |", "| `fr` |"), "code words in row 3 of the table"
    for number in ("S1", "S20", "S26", "S22a"):
        there, here = rule_text(page, number), rule_text(english, number)
        yield page.replace(there, here), f"{number}: the text is the English one"
    yield page.replace("- S20 ", "- S20 Take the last yokai of a stack "), "S20: left in English"
    yield re.sub(r"(?m)^> .*\n", "", page), "one line starting with >"
    yield page.replace("](sketch.md)", "](null.md)"), "no link to sketch.md"
    yield re.sub(r"(?m)^## .*\n(?=- S18)", "", page), "where the English has heading"
    yield page.replace("- S20 ", "- S20 *"), "S20: a stray"
    yield page.replace("- S20 ", "- S20 `"), "S20: a stray"
    yield page + "\nx\n", "where the English has the end"
    typography = {"fr": [(HARD + ":", " :"), (HARD + ":", ":"), (THIN + ";", HARD + ";"),
                         ("«" + HARD, "«"), ("’", "'")],
                  "pl": [("„", '"'), ("”", "“"), ("w" + HARD, "w "), (";", " ;")],
                  "ja": [("。", "."), ("、", ", "), ("（", "("), ("：", ":"), ("妖怪は", "妖怪 は")]}
    for right, wrong in typography[language]:
        body = page.index("\n- S1 ")
        yield page[:body] + page[body:].replace(right, wrong, 1), "…"


PLANTS = {"sketch": plant, "yokai": plant_code}


def self_test(english, page, name, language):
    for number, (faulty, words_of_it) in enumerate(PLANTS[name](english, page, language), 1):
        where = f"{name}.{language}.md"
        if faulty == page:
            yield f"self-test: fault {number} ({words_of_it}) could not be planted in {where}"
        elif not any(words_of_it in what for what in check(english, faulty, name, language)):
            yield f"self-test: fault {number} in {where} was not found: {words_of_it}"


def main():
    wrong, compared = [], 0
    languages = [language for language in RULING if language != "en"]
    names = {path.name.split(".")[0] for path in PAGES.glob("*.*.md")}
    for name in sorted(names.union(TRANSLATED)):
        english = PAGES / f"{name}.md"
        if not english.exists():
            wrong.append(f"{english.name}: there is no such page, but translations of it")
            continue
        for path in PAGES.glob(f"{name}.*.md"):
            if path.name.split(".")[1] not in languages:
                wrong.append(f"{path.name}: this test has not heard of the language")
        for language in languages:
            path = PAGES / f"{name}.{language}.md"
            if not path.exists():
                if name in TRANSLATED:
                    wrong.append(f"{path.name}: missing")
                continue
            english_page, page = (p.read_text(encoding="utf-8") for p in (english, path))
            found = [f"{path.name}:{what}" for what in check(english_page, page, name, language)]
            if not found and name in PLANTS:
                found = list(self_test(english_page, page, name, language))
            wrong += found
            compared += 1
    for line in wrong:
        print(line)
    print(f"{compared} translated pages compared with the English, {len(wrong)} faults")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
