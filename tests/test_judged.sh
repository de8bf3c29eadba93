#!/usr/bin/env bash
# The engine against an independent implementation of the rules (tests/judge), both ways round: games
# played here are traced there, and games made there, steered toward what random play seldom meets,
# are traced here. Every legal move, probability, point and result must be the same, byte for byte.
# JUDGED=n plays n random games of Yokai Sketch in each edition, and of Yokai with each of eight
# choices of its options an eighth of that (200).
set -euo pipefail

program=${ZASHIKI:?}
judge() { python3 tests/judge/judge.py "$@"; }
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

compare() { # what, records
    "$program" check "$2"
    "$program" trace "$2" | judge check "$2" - | sed "s|^|$1: |"
}

for game in sketch yokai yotei; do
    for records in "tests/$game/records/"*.jsonl; do compare "$records" "$records"; done
done

for edition in en fr; do
    "$program" selfplay sketch --games "${JUDGED:-200}" --seed 20 --bot random \
        --set edition=$edition >"$scratch/random"
    compare "random $edition" "$scratch/random"
    "$program" selfplay sketch --games 50 --seed 21 --bot greedy --set edition=$edition \
        --set first=B >"$scratch/greedy"
    compare "greedy $edition" "$scratch/greedy"
    judge make --games 40 --seed 22 --edition $edition --steer mixed >"$scratch/steered"
    compare "steered $edition" "$scratch/steered"
done

while read -r options; do
    set --
    for option in $options; do set -- "$@" --set "$option"; done
    "$program" selfplay yokai --games $((${JUDGED:-200} / 8)) --seed 23 --bot random "$@" \
        >"$scratch/random"
    compare "random $options" "$scratch/random"
done <<'END'
players=2
players=2 level=2 hints=0+3+4
players=2 level=3 reconcile=2 first=B
players=3 level=4 stack=on
players=3 level=5 reconcile=3
players=4
players=4 level=2 reconcile=4 stack=on shape=beam
players=4 blind=on shape=random hints=4+6+0
END
for players in 2 3 4; do
    judge make --game yokai --games 8 --seed 24 --players $players --steer mixed >"$scratch/steered"
    compare "steered yokai for $players" "$scratch/steered"
done

for players in 2 3 4; do
    "$program" selfplay yotei --games $((${JUDGED:-200} / 4)) --seed 25 --bot random \
        --set players=$players >"$scratch/random"
    compare "random yotei for $players" "$scratch/random"
    judge make --game yotei --games 5 --seed 26 --players $players --steer mixed \
        >"$scratch/steered"
    compare "steered yotei for $players" "$scratch/steered"
    judge make --game yotei --games 5 --seed 27 --players $players --steer mixed \
        --cards tests/yotei/records/tiny.json >"$scratch/steered"
    compare "steered yotei with few cards for $players" "$scratch/steered"
done
