#!/bin/sh
# The web client in a real browser against the program in $ZASHIKI (web/e2e/). 77 where there is no Chromium or no node.
#
#   tests/test_browser.sh [WORD...]   of web/e2e/, the files whose names contain one of the words
set -eu
cd "$(dirname "$0")/.."
ZASHIKI=$(realpath "${ZASHIKI:-build/zashiki}")
export ZASHIKI
for tool in node npm "${CHROMIUM:-/usr/bin/chromium}"; do
    command -v "$tool" >/dev/null || { echo "$tool is missing"; exit 77; }
done

tools/web
cd web
exec node e2e/run.mjs "$@"
