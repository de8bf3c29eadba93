#!/usr/bin/env python3
"""student.py GAME: learns Yokai Sketch or Yokai for two from nothing, by playing itself.

    python student.py sketch --out sketch-1 --seed 1 --seconds 220     learns, then plays 1,000 pairs of deals against `greedy`
    python student.py yokai --out yokai-1 --seed 1 --seconds 220       learns, then plays 1,000 deals with itself
    python student.py sketch --out sketch-1 --resume --seconds 60      goes on where it stopped
    python student.py yokai --cross yokai-1 yokai-2 ...                who plays how well with whom, and with our bots

A policy gradient (PPO) over many games at once. The policy scores the rows of the legal moves, so its size does not depend on how
many moves there are; a critic that sees all cards says what to expect, and is not needed to play. What it wants: PyTorch, NumPy and
the package zashiki; with a GPU the games are played there, too (--device). It leaves OUT.pt (to go on), OUT.npz (the policy alone, in
a byte a weight) and OUT.jsonl (a line an update: the curve)."""
import argparse
import hashlib
import json
import math
import multiprocessing
import time
from pathlib import Path

import numpy as np
import torch
from torch import nn
from torch.nn import functional as F

import zashiki

DEVICE = torch.device("cuda" if torch.cuda.is_available() else "cpu")
WIDTH = {"policy": 128, "critic": 256}
ROW = 64  # of a move: there are many
DECLARE = 6  # Yokai: what the first byte of a move's row says
BOTS = ["easy", "normal", "strong"]
WIDE = 32  # bytes of a larger range are a share of it, not one of so many

GAMES = {  # the rules, and how many slots and decisions a slot make an update
    "sketch": {"options": {}, "count": 8192, "steps": 24, "entropy": 0.01},
    "yokai": {"options": {"players": "2"}, "count": 4096, "steps": 36, "entropy": 0.02},
}


torch.set_float32_matmul_precision("high")


class Bytes(nn.Module):
    """A linear layer over bytes of which each is one of a few (or a share of many)."""

    def __init__(self, most, width):
        super().__init__()
        most = torch.as_tensor(most)
        size = torch.where(most <= WIDE, most + 1, 1)
        self.register_buffer("first", torch.cumsum(size, 0) - size, persistent=False)
        self.register_buffer("last", (size - 1).to(torch.uint8), persistent=False)
        self.register_buffer("wide", (most > WIDE).nonzero()[:, 0], persistent=False)
        self.register_buffer("range", most[self.wide], persistent=False)
        self.inputs = int(size.sum())
        self.weight = nn.Parameter(torch.randn(self.inputs, width) / math.sqrt(len(most)))
        self.share = nn.Parameter(torch.randn(len(self.wide), width) / math.sqrt(len(most)))

    def forward(self, data):
        at = torch.minimum(data, self.last) + self.first
        real = torch.bfloat16 if data.is_cuda else torch.float32
        few = torch.zeros(len(data), self.inputs, device=data.device, dtype=real).scatter_(1, at, 1) @ self.weight.to(real)
        return few + (data[:, self.wide] / self.range).to(real) @ self.share.to(real) if len(self.wide) else few


class Trunk(nn.Module):
    """Bytes, then two residual blocks."""

    def __init__(self, most, width):
        super().__init__()
        self.bytes = Bytes(most, width)
        self.blocks = nn.ModuleList(nn.ModuleList(nn.Linear(width, width) for _ in range(2)) for _ in range(2))

    def forward(self, data):
        x = self.bytes(data)
        for one, two in self.blocks:
            y = F.linear(F.layer_norm(x, x.shape[1:]), one.weight.to(x.dtype), one.bias.to(x.dtype))
            x = x + F.linear(F.relu(y), two.weight.to(x.dtype), two.bias.to(x.dtype))
        return F.relu(F.layer_norm(x, x.shape[1:])).float()


class Policy(nn.Module):
    """Scores the moves of each list."""

    def __init__(self, observation, features):
        super().__init__()
        self.trunk, self.move = Trunk(observation, WIDTH["policy"]), Bytes(features, ROW)
        self.ask, self.score = nn.Linear(WIDTH["policy"], 2 * ROW), nn.Linear(ROW, 1)

    def forward(self, seen, rows, slot):
        """The logarithm of each move's chance; slot[i] is the list that row i belongs to."""
        add, times = self.ask(self.trunk(seen)).index_select(0, slot).chunk(2, 1)
        move = self.move(rows).float()
        score = self.score(F.relu(move + add))[:, 0] + (move * times).sum(1) / ROW
        most = torch.full((len(seen),), -1e9, device=seen.device).scatter_reduce(0, slot, score.detach(), "amax")
        score = score - most.index_select(0, slot)
        total = torch.zeros(len(seen), device=seen.device).index_add(0, slot, score.exp())
        return score - total.log().index_select(0, slot)


def networks(game):
    """A policy and a critic, by the largest value of each byte."""
    rules = GAMES[game]["options"]
    memory, everything = ([field["most"] for field in zashiki.layout(game, kind, **rules)["fields"] for _ in range(field["rows"] * field["columns"])]
                          for kind in ("memory", "all"))
    features = [0] * 8
    for feature in zashiki.layout(game, **rules)["features"]:
        features[feature["offset"]] = feature["most"]
    if game == "yokai":
        memory, everything, features = memory + Plane.SEEN, everything + Plane.SEEN, features + Plane.ROW
    critic = nn.Sequential(Trunk(everything, WIDTH["critic"]), nn.Linear(WIDTH["critic"], 1), nn.Flatten(0))
    return Policy(memory, features).to(DEVICE), critic.to(DEVICE)


class Plane:
    """Yokai: what is beside what on the plane, which bytes of places tell a network only after long learning. It uses nothing but
    what the observation says."""
    SEEN = [12, 16]  # how much of the families that one knows lies together, and how many cards one knows
    ROW = [5, 15] + [5] * 8 + [4, 4]  # of a move's card its family and hint; the families beside it, and where it goes; how many are its own

    def __init__(self):
        fields = {field["name"]: field for field in zashiki.layout("yokai", "all", **GAMES["yokai"]["options"])["fields"]}
        self.at = {name: slice(field["offset"], field["offset"] + 16) for name, field in fields.items() if field["columns"] * field["rows"] == 16}

    def together(self, seen):
        """Of the 12 steps that join four families of four, how many are made among the cards whose family is known."""
        x, y, family = (seen[:, self.at[name]].long() for name in ("x", "y", "family"))
        near = (x[:, :, None] - x[:, None]).abs() + (y[:, :, None] - y[:, None]).abs() <= 1
        near &= (family[:, :, None] == family[:, None]) & (family[:, None] > 0)
        number = torch.arange(16, device=seen.device)
        first = number.expand(len(seen), 16)
        for _ in range(3):  # four cards: three steps lead from any to any
            first = torch.where(near, first[:, None], 99).amin(2)
        known = family > 0
        return (known & (first != number)).sum(1), known.sum(1)

    def seen(self, seen):
        """With how much lies together as the last byte but one."""
        return torch.cat([seen, torch.stack(self.together(seen), 1).to(torch.uint8)], 1)

    def rows(self, seen, rows, slot):
        x, y, family, hint = (seen[:, self.at[name]].long() for name in ("x", "y", "family", "hint"))
        plane = torch.zeros(len(seen), 20 * 20, dtype=torch.uint8, device=seen.device).scatter_(1, (y + 2) * 20 + x + 2, (family + 1).byte())
        card, fx, fy, tx, ty = rows[:, 1:6].long().unbind(1)
        there = (card > 0)[:, None]
        own = torch.stack([family[slot, (card - 1).clamp(min=0)] + 1, hint[slot, (card - 1).clamp(min=0)]], 1)
        around = [plane[slot[:, None], torch.stack([b * 20 + a + step for step in (-20, -1, 1, 20)], 1).clamp(0, 399)] * (a > 0)[:, None]
                  for a, b in (((fx + 1) * (fx > 0), fy + 1), (tx, ty))]
        like = [((beside == own[:, :1]) & (beside > 1)).sum(1, keepdim=True) for beside in around]
        return torch.cat([rows, torch.cat([own * there, *around, *like], 1).to(torch.uint8)], 1)


def tensor(batch, name):
    """An array of a batch, where it is; the next step writes it anew."""
    array = torch.from_dlpack(batch.dlpack(name))
    return (array.view(torch.int32).long() if array.dtype == torch.uint32 else array).to(DEVICE)


def given(values):
    """Numbers for a batch: on a GPU as they are, else NumPy's."""
    return values if values.is_cuda else values.numpy()


def look(batch, plane):
    """What the policy is given of the positions of a batch now: bytes seen, rows of moves, the list that each belongs to, where lists
    begin."""
    at = tensor(batch, "legal_at")
    slot = torch.repeat_interleave(torch.arange(batch.count, device=DEVICE), at[1:] - at[:-1], output_size=batch.moves)
    seen, rows = tensor(batch, "observation").clone(), tensor(batch, "legal_feature")[:batch.moves].clone()
    return (plane.seen(seen), plane.rows(seen, rows, slot), slot, at) if plane else (seen, rows, slot, at)


def look_at_all(batch, plane):
    seen = torch.from_dlpack(batch.observe_as("all")).to(DEVICE)
    return plane.seen(seen) if plane else seen.clone()


@torch.no_grad()
def choose(policy, seen, rows, slot, best=False):
    """A move of each list, by its chance or the likeliest: its place among all rows, and the logarithm of its chance."""
    chance = policy(seen, rows, slot)
    drawn = chance if best else chance - torch.log(-torch.log(torch.rand_like(chance).clamp(1e-9, 1 - 1e-7)))
    most = torch.full((len(seen),), -1e9, device=DEVICE).scatter_reduce(0, slot, drawn, "amax")
    row = torch.where(drawn == most.index_select(0, slot), torch.arange(len(slot), device=DEVICE), -1)
    place = torch.full((len(seen),), -1, device=DEVICE).scatter_reduce(0, slot, row, "amax").clamp(min=0)
    return place, chance[place] if len(chance) else chance


def begin_apart(batch):
    """So that not all games are at the same move."""
    for _ in range(80):
        batch.next(given(torch.rand(batch.count, device=DEVICE) < 0.04))
        at = tensor(batch, "legal_at")
        batch.step(given((torch.rand(batch.count, device=DEVICE) * (at[1:] - at[:-1])).int()))


def learn(game, out, seed, seconds, resume):
    plan = GAMES[game]
    done = {"updates": 0, "seconds": 0.0, "decisions": 0}
    saved = torch.load(f"{out}.pt", map_location=DEVICE) if resume else None
    torch.manual_seed(seed)
    policy, critic = networks(game)
    optimizer = torch.optim.Adam([*policy.parameters(), *critic.parameters()], lr=5e-4, eps=1e-5, fused=DEVICE.type == "cuda")
    if saved:
        policy.load_state_dict(saved["policy"]), critic.load_state_dict(saved["critic"]), optimizer.load_state_dict(saved["optimizer"])
        done = saved["done"]
        torch.manual_seed(seed + 1000003 * done["updates"])
    batch = zashiki.Batch(game, plan["count"], seed=seed + 1000003 * done["updates"], threads=torch.get_num_threads(),
                          options=plan["options"], device=DEVICE.type)
    plane = Plane() if game == "yokai" else None
    begin_apart(batch)
    curve = open(f"{out}.jsonl", "a" if resume else "w", encoding="utf-8", buffering=1)
    began, before, until = time.time(), done["seconds"], done["seconds"] + seconds
    while done["seconds"] < until:
        share = min(1.0, done["seconds"] / until)
        for group in optimizer.param_groups:
            group["lr"] = 5e-4 * (1 - 0.9 * share)
        told = update(policy, critic, optimizer, batch, plan, plane, 1.0 - share)
        done["updates"] += 1
        done["decisions"] += plan["count"] * plan["steps"]
        done["seconds"] = before + time.time() - began
        curve.write(json.dumps({**done, **told}) + "\n")
        if done["updates"] % 20 == 1:
            print({**{k: round(v, 1) for k, v in done.items()}, **{k: round(v, 4) for k, v in told.items()}}, flush=True)
    torch.save({"policy": policy.state_dict(), "critic": critic.state_dict(), "optimizer": optimizer.state_dict(), "done": done}, f"{out}.pt")
    write_policy(policy, optimizer, f"{out}.npz")


def play_on(policy, critic, batch, steps, plane, teacher):
    """Decisions in every slot: what was seen and done, what the critic said, what came of it. In Yokai random play never wins: a first
    teacher rewards what is brought together and takes off for peace declared in vain, less and less as time goes on."""
    kept, values, rewards, ends, actors, formed_at_end = [], [], [], [], [], []
    everything = look_at_all(batch, plane)
    formed = everything[:, -2] / 12 if plane else None
    for _ in range(steps):
        seen, rows, slot, at = look(batch, plane)
        actor = tensor(batch, "actor").long()
        with torch.no_grad():
            values.append(critic(everything))
        place, chance = choose(policy, seen, rows, slot)
        batch.step(given((place - at[:-1]).int()))
        kept.append((seen, everything, rows, slot, place, chance))
        end, reward = tensor(batch, "terminated").clone(), tensor(batch, "reward").gather(1, actor[:, None])[:, 0]
        everything = look_at_all(batch, plane)
        if plane:
            new = everything[:, -2] / 12
            formed_at_end.append((formed * end).sum())
            wrong = end & (reward == 0) & (rows[place, 0] == DECLARE)
            taught = reward + teacher * torch.where(end, -0.5 * wrong, new - formed)
            formed = new
        rewards.append((reward, taught if plane else reward)), ends.append(end), actors.append(actor)
    actors.append(tensor(batch, "actor").long())
    with torch.no_grad():
        values.append(critic(everything))
    gains, gain = [None] * steps, torch.zeros(batch.count, device=DEVICE)
    for t in reversed(range(steps)):
        same = 1.0 if batch.rules.together else torch.where(actors[t] == actors[t + 1], 1.0, -1.0)
        on = same * (~ends[t]).float()
        gain = rewards[t][1] + on * values[t + 1] - values[t] + 0.95 * on * gain
        gains[t] = gain
    games = max(1, int(torch.stack(ends).sum()))
    won = float(sum((reward[0].clamp(min=0) * end).sum() for reward, end in zip(rewards, ends)))
    return kept, values, gains, {"games": games, "won": won / games, **({"formed": float(sum(formed_at_end)) / games} if plane else {})}


def update(policy, critic, optimizer, batch, plan, plane, teacher):
    """Plays some decisions in every slot, then improves both networks by them."""
    count, steps = batch.count, plan["steps"]
    kept, values, gains, told = play_on(policy, critic, batch, steps, plane, teacher)
    spread = torch.stack(gains)
    middle, width = spread.mean(), spread.std() + 1e-6
    per = max(1, 32768 // count)
    for _ in range(2):
        order = torch.randperm(steps).tolist()
        for first in range(0, steps, per):
            some = order[first:first + per]
            seen, everything, rows, chance = (torch.cat([kept[t][i] for t in some]) for i in (0, 1, 2, 5))
            slot = torch.cat([kept[t][3] + k * count for k, t in enumerate(some)])
            place = torch.cat([kept[t][4] + sum(len(kept[s][2]) for s in some[:k]) for k, t in enumerate(some)])
            gain, before = (torch.cat([of[t] for t in some]) for of in (gains, values))
            now = policy(seen, rows, slot)
            ratio = (now.index_select(0, place) - chance).exp()
            better = (gain - middle) / width
            gained = torch.minimum(ratio * better, ratio.clamp(0.8, 1.2) * better).mean()
            entropy = -(now * now.exp()).sum() / len(seen)
            missed = F.mse_loss(critic(everything), gain + before)
            optimizer.zero_grad(set_to_none=True)
            (missed - gained - plan["entropy"] * entropy).backward()
            nn.utils.clip_grad_norm_(policy.parameters(), 0.5), nn.utils.clip_grad_norm_(critic.parameters(), 0.5)
            optimizer.step()
    return {**told, "entropy": entropy.item(), "missed": missed.item()}


def write_policy(policy, optimizer, path):
    """A byte a weight, each row with a scale of its own; rows of bytes that never came up, which learnt nothing, are zeros."""
    kept = {}
    for name, value in policy.named_parameters():
        if value.dim() == 1:
            kept[name] = value.detach().half().cpu().numpy()
            continue
        row = value.detach() * (optimizer.state[value]["exp_avg_sq"].sum(1, keepdim=True) > 0) if len(value) else value.detach()
        scale = (row.abs().amax(1, keepdim=True) / 127).half().float()
        kept[name] = (row / scale.clamp(min=1e-8)).round().clamp(-127, 127).to(torch.int8).cpu().numpy()
        kept[name + ".scale"] = scale.half().cpu().numpy()
    np.savez_compressed(path, **kept)


def read_policy(game, out):
    policy, kept = networks(game)[0], np.load(f"{out}.npz")
    scales = {name: kept[name + ".scale"] if name + ".scale" in kept else 1 for name in kept if not name.endswith(".scale")}
    policy.load_state_dict({name: torch.from_numpy(kept[name].astype(np.float32) * scale) for name, scale in scales.items()})
    return policy


def play(game, seats, deals, seed, pairs):
    """Plays deals with a policy or a bot's name in each seat, with `pairs` each twice with the seats swapped. The shares that
    seats[0] made, a number a game: in a game won together whether it was won."""
    rules, games = GAMES[game]["options"], []
    for i in range(deals * (2 if pairs else 1)):
        g = zashiki.Game(game, seed=seed, stream=i // 2 if pairs else i, **rules)
        turned = i % 2 and (pairs or seats[0] is not seats[1])  # partners take turns to begin, too
        g.sits, g.me = ([seats[1], seats[0]], "B") if turned else (seats, "A")
        for seat, who in enumerate(g.sits):
            if isinstance(who, str):
                g.seat_bot(seat, who, seed=i)
        games.append(g)
    batch, plane = zashiki.Batch(game, len(games), reset="none", options=rules), Plane() if game == "yokai" else None
    while any(not g.over for g in games):
        batch.load(state=np.frombuffer(b"".join(bytes(g.state) for g in games), np.uint8))
        seen, rows, slot, _ = look(batch, plane)
        for who in {id(s): s for s in seats if not isinstance(s, str)}.values():
            place = choose(who, seen, rows, slot, best=True)[0].cpu().numpy()
            for g, where in zip(games, place):
                if not g.over and g.sits[g.actor] is who:
                    g.asked = int(batch.legal[where])
        for g in games:
            if not g.over:
                g.play(g.asked)
    return [(g.me in g.result["winners"]) / (1 if g.rules.together else max(1, len(g.result["winners"]))) for g in games]


def told_share(shares, pairs):
    """The mean, and half the width of the interval that has the truth in it 95 times of 100; the two games of a pair count as one."""
    ones = np.reshape(shares, (-1, 2)).mean(1) if pairs else np.array(shares)
    wider = np.append(ones, [0, 0, 1, 1])  # few games that all end alike are no certainty
    return {"won": round(float(ones.mean()), 4), "error": round(1.96 * float(wider.std()) / math.sqrt(len(wider)), 4), "games": len(shares)}


def match(job):
    """Two of those who have learnt, or one and a bot, over deals that are new to them."""
    game, one, other, deals, seed = job
    torch.set_num_threads(1)
    pairs, policy = not zashiki.Rules(game).together, read_policy(game, one)
    partner = policy if other == one else read_policy(game, other) if Path(f"{other}.npz").exists() else other
    shares = play(game, [policy, partner], deals, seed, pairs)
    return {"game": game, "who": Path(one).name, "against" if pairs else "with": Path(other).name, **told_share(shares, pairs)}


def cross(game, outs, deals):
    """Each with each, and with our bots (`strong` thinks long: a twentieth of the deals): a line for each two, as many at once as there are cores."""
    pairs = not zashiki.Rules(game).together
    jobs = [(game, a, b, max(4, deals // 20) if b == "strong" else deals, 77)
            for i, a in enumerate(outs) for b in BOTS + outs[i + 1 if pairs else i:]]
    with multiprocessing.Pool() as pool:
        for told in pool.imap_unordered(match, sorted(jobs, key=lambda job: job[2] != "strong")):
            print(json.dumps(told), flush=True)


def judge(game, out, deals):
    """What the task asks for: Yokai Sketch against `greedy`, Yokai with itself."""
    told = match((game, out, out if zashiki.Rules(game).together else "greedy", deals, 2 ** 40))
    weights = Path(f"{out}.npz").read_bytes()
    print(json.dumps({**told, "bytes": len(weights), "sha256": hashlib.sha256(weights).hexdigest()}), flush=True)


def main():
    global DEVICE
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("game", choices=GAMES)
    parser.add_argument("--out", default="student")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=220, help="of learning; 0: judges what was learnt")
    parser.add_argument("--count", type=int, help="games at once")
    parser.add_argument("--deals", type=int, default=1000, help="to be judged by; 0: not now")
    parser.add_argument("--resume", action="store_true")
    parser.add_argument("--device", choices=("cpu", "cuda"), default=DEVICE.type, help="of the games and the networks")
    parser.add_argument("--cross", nargs="+", metavar="OUT", help="those that have learnt, with each other and with our bots")
    words = parser.parse_args()
    DEVICE = torch.device(words.device)
    GAMES[words.game]["count"] = words.count or GAMES[words.game]["count"]
    if words.cross:
        return cross(words.game, words.cross, words.deals)
    if words.seconds:
        learn(words.game, words.out, words.seed, words.seconds, words.resume)
    if words.deals:
        judge(words.game, words.out, words.deals)


if __name__ == "__main__":
    main()
