#!/usr/bin/env bash
# The engine against an independent implementation of the rules (tests/judge), both ways round: games
# played here are traced there, and games made there, steered toward what random play seldom meets,
# are traced here. Every legal move, probability, point and result must be the same, byte for byte.
# JUDGED=n plays n random games in each edition (200).
set -euo pipefail

program=${ZASHIKI:?}
judge() { python3 tests/judge/judge.py "$@"; }
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

compare() { # what, records
    "$program" check "$2"
    "$program" trace "$2" | judge check "$2" - | sed "s/^/$1: /"
}

for edition in en fr; do
    compare "kept $edition" "tests/records/judge-$edition.jsonl"
    "$program" selfplay sketch --games "${JUDGED:-200}" --seed 20 --bot random \
        --set edition=$edition >"$scratch/random"
    compare "random $edition" "$scratch/random"
    "$program" selfplay sketch --games 50 --seed 21 --bot greedy --set edition=$edition \
        --set first=B >"$scratch/greedy"
    compare "greedy $edition" "$scratch/greedy"
    judge make --games 40 --seed 22 --edition $edition --steer mixed >"$scratch/steered"
    compare "steered $edition" "$scratch/steered"
done
