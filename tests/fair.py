"""Whether the shuffles of a record were fair, from docs/fair.md and Python's own hashes alone.

    zashiki trace game.jsonl | tests/fair.py game.jsonl

It knows no game: the trace says what was possible at each position. Prints what is wrong; nothing when all is right.
"""

import hashlib
import hmac
import json
import math
import sys
from fractions import Fraction


def commitment(who, seed):
    return hashlib.sha256(f"zashiki seed 1 {who} ".encode() + seed).hexdigest()


def words(seeds, n):
    """The random words of draw n, without end."""
    seats = b"".join(seat.encode() + seeds[seat] for seat in "ABCD" if seat in seeds)
    for block in range(1 << 32):
        message = b"zashiki draw 1" + seats + n.to_bytes(4, "big") + block.to_bytes(4, "big")
        digest = hmac.new(seeds["server"], message, hashlib.sha256).digest()
        yield from (int.from_bytes(digest[i:i + 8], "big") for i in range(0, 32, 8))


def outcome(seeds, n, legal):
    """The outcome of draw n among [["deal A RB", "1/3"], …], as the trace lists them."""
    weights = [Fraction(share) for _, share in legal]
    total = math.lcm(*(share.denominator for share in weights))
    pick = next(word for word in words(seeds, n) if word < (1 << 64) // total * total) % total
    for (move, _), share in zip(legal, weights):
        pick -= share * total
        if pick < 0:
            return move


def faults(record, trace):
    """What is wrong with a record: lines of JSON that have been read, as is its trace."""
    fair = record[0]["fair"]
    told = {who: one for who, one in fair.items() if who not in ("version", "draws")}
    seeds = {who: bytes.fromhex(one["seed"]) for who, one in told.items() if "seed" in one}
    for who, seed in seeds.items():
        if commitment(who, seed) != told[who].get("commit"):
            yield f"the seed of {who} is not the one it committed to"
    last = 0
    for line, position in zip(record[1:], trace):
        if position["actor"] != "chance":
            continue
        n = line.get("draw", 0)
        if not last < n <= fair["draws"]:
            yield f"{line} is out of order"
        elif outcome(seeds, n, position["legal"]) != line["move"]:
            yield f"{line} is not what the seeds give"
        last = n


if __name__ == "__main__":
    with open(sys.argv[1], encoding="utf-8") as file:
        found = list(faults([json.loads(line) for line in file], [json.loads(line) for line in sys.stdin]))
    print("\n".join(found), end="\n" if found else "")
    sys.exit(bool(found))
