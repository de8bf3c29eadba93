"""Punctuation of French, Polish and Japanese: what must not stand in a text, and how to mend it.

Parts of a text that are no prose (code words, holes for arguments) are to read as § here.
"""
import re

HARD, THIN = "\N{NO-BREAK SPACE}", "\N{NARROW NO-BREAK SPACE}"

# What must not be found, and what is meant instead.
TYPOGRAPHY = {
    "fr": [(rf"[^{HARD}]:", "a colon without a no-break space (U+00A0) before it"),
           (rf"[^{THIN}][;!?]", "no narrow no-break space (U+202F) before ; ! or ?"),
           (rf"«[^{HARD}]|[^{HARD}]»", "« » without no-break spaces (U+00A0) inside"),
           (r"['\"“”]", "straight or foreign quotation marks; ’ and « » are meant")],
    "pl": [(r"['\"“«»]", "foreign quotation marks; „ and ” are meant"),
           (r"(?<!\w)(?:[aiouwzIOUWZ] (?=[\w§„*])|[aiouwz]$)",
            "a one-letter word without a no-break space (U+00A0) after it"),
           (r" [:;!?,.]", "a blank before punctuation")],
    "ja": [(r"[.:;!?()'\"“”]|(?<!\d),|,(?!\d)", "half-width punctuation"),
           (r"(?<=[^\x00-\x7f]) | (?=[^\x00-\x7f*])", "a blank beside Japanese text")],
}

# Blanks that nobody sees to type: what is found, and what takes its place.
MENDS = {
    "fr": [(r" +:(?!\w)", HARD + ":"), (r" +([;!?])", THIN + r"\1"),
           (r"« +", "«" + HARD), (r" +»", HARD + "»")],
    "pl": [(r"(?<!\w)([aiouwzIOUWZ]) (?=[\w§„*])", r"\1" + HARD)],
    "ja": [],
}


def faults(text, language):
    """What is wrong with a piece of prose, each with the words around it."""
    for pattern, what in TYPOGRAPHY[language]:
        if match := re.search(pattern, text):
            yield f"{what}: …{text[max(0, match.start() - 12):match.end() + 12]}…"


def mended(text, language, aside):
    """The text with its blanks made right, but not in the parts that the pattern `aside` finds."""
    kept = re.findall(aside, text)
    text = re.sub(aside, "§", text)
    for pattern, right in MENDS[language]:
        text = re.sub(pattern, right, text)
    return re.sub("§", lambda _: kept.pop(0), text)
