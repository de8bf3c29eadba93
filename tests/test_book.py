#!/usr/bin/env python3
"""The documentation as pages (tools/book): every link of this tree leads somewhere, and planted faults are found. Prints TAP; 77 where
cmark-gfm is missing, which is a failure with CI set."""
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

if not shutil.which("cmark-gfm"):
    print("1..0 # SKIP cmark-gfm is missing")
    sys.exit(1 if os.environ.get("CI") else 77)

from program import run_tests

SMALL = {
    "README.md": "# A *table*\n\n![x](docs/pictures/x.svg) [All](docs/README.md) [a](src/a.c) [out](https://zashiki.invalid/) [rules](docs/rules)\n",
    "docs/README.md": "# Contents\n\n[Two](two.md#b--c), [One](one.md), [one](rules/one.md) ([fr](rules/one.fr.md)), [two](rules/two.md) ([fr](rules/two.fr.md)), [Rules](rules/README.md)\n",
    "docs/one.md": "# One & only\n\n[up](../README.md) [here](#more) [folder](../src) [code](rules/README.md)\n\n## More\n\n## More\n\n[second](#more-1)\n",
    "docs/two.md": "# Two\n\n## B & `c`!\n",
    "docs/rules/README.md": "# Rules\n", "docs/rules/one.md": "# R1\n", "docs/rules/two.md": "# R2\n",
    "docs/rules/one.fr.md": "# F1\n", "docs/rules/two.fr.md": "# F2\n",
    "docs/pictures/x.svg": "<svg/>", "src/a.c": "int a;\n",
}


def book(**changed):
    """The book of a small tree with changes: what tools/book complains about, and its pages."""
    with tempfile.TemporaryDirectory() as folder:
        for name, text in {**SMALL, **changed}.items():
            path = Path(folder, "tree", name)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
        out = Path(folder, "out")
        done = subprocess.run(["tools/book", out, Path(folder, "tree")], capture_output=True, text=True, check=False)
        assert done.returncode == bool(done.stdout), done
        return done.stdout + done.stderr, {path.relative_to(out).as_posix(): path.read_text() for path in out.rglob("*.*") if path.is_file()}


def test_this_tree():
    with tempfile.TemporaryDirectory() as folder:
        done = subprocess.run(["tools/book", folder], capture_output=True, text=True, check=False)
        assert done.returncode == 0 and not done.stdout, done.stdout + done.stderr


def test_pages():
    said, pages = book()
    assert said == "", said
    assert set(pages) == {"index.html", "contents.html", "one.html", "two.html", "rules/index.html", "rules/one.html", "rules/two.html",
                          "rules/one.fr.html", "rules/two.fr.html", "pictures/x.svg", "sources/src/a.c.txt", "style.css"}
    front = pages["index.html"]
    assert "<title>A table</title>" in front
    for link in ('src="pictures/x.svg"', 'href="contents.html"', 'href="sources/src/a.c.txt"', 'href="https://zashiki.invalid/"', 'href="rules/index.html"'):
        assert link in front, (link, front)
    assert 'href="two.html#b--c"' in pages["contents.html"] and 'id="b--c"' in pages["two.html"]
    one = pages["one.html"]
    assert 'href="#more-1"' in one and 'id="more-1"' in one and "<a>folder</a>" in one and 'href="index.html">up' in one


def test_order():
    _, pages = book()

    def after(page):
        found = re.search(r'rel="next" href="([^"]*)"', pages[page])
        return found and os.path.normpath(os.path.join(os.path.dirname(page), found[1]))

    way, page = [], "index.html"
    while page:
        way.append(page)
        page = after(page)
    assert way == ["index.html", "contents.html", "two.html", "one.html", "rules/one.html", "rules/two.html", "rules/index.html"], way
    assert after("rules/one.fr.html") == "rules/two.fr.html" and not after("rules/two.fr.html")
    assert 'rel="prev" href="../one.html"' in pages["rules/one.html"] and '<html lang="fr">' in pages["rules/one.fr.html"]


def test_faults():
    for name, text, words in (
            ("docs/two.md", "# Two\n\n## B & `c`!\n\n[x](three.md)\n", "docs/two.md: three.md leads nowhere"),
            ("docs/two.md", "# Two\n", "docs/README.md: two.md#b--c: there is no such heading"),
            ("docs/one.md", "# One\n\n[x](#nothing)\n", "docs/one.md: #nothing: there is no such heading"),
            ("docs/one.md", "# One\n\n![x](pictures/y.svg)\n", "docs/one.md: pictures/y.svg leads nowhere"),
            ("docs/one.md", "# One\n\n[x](../../other.md)\n", "docs/one.md: ../../other.md leads nowhere"),
            ("docs/one.md", "No heading.\n", "docs/one.md: no title"),
            ("docs/lost.md", "# Lost\n", "docs/lost.md: docs/README.md does not lead here"),
            ("docs/README.md", SMALL["docs/README.md"].replace(", [Rules](rules/README.md)", ""), "docs/rules/README.md: docs/README.md does not lead here")):
        said, _ = book(**{name: text})
        assert words + "\n" in said, (words, said)


if __name__ == "__main__":
    sys.exit(run_tests(globals()))
