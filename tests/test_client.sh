#!/bin/sh
# The web client without a browser: its types, then its units (web/tests/). 77 where there is no node.
set -eu
cd "$(dirname "$0")/.."
for tool in node npm; do
    command -v "$tool" >/dev/null || { echo "$tool is missing"; exit 77; }
done

# What is made of words, rules and facts is there then; made once more, the browser's tests beside this one might read half of it.
tools/web
cd web
node_modules/.bin/svelte-check --fail-on-warnings
exec node_modules/.bin/vitest run
