#!/usr/bin/env python3
"""student.py GAME: learns Yokai Sketch or Yokai for two from nothing, by playing itself.

    python student.py sketch --out sketch-1 --seed 1 --seconds 240     learns, then plays 1,000 pairs of deals against `greedy`
    python student.py yokai --out yokai-1 --seed 1 --seconds 240       learns, then plays 1,000 deals with itself
    python student.py sketch --out sketch-1 --resume --seconds 60      goes on where it stopped
    python student.py yokai --cross yokai-1 yokai-2 ...                who plays how well with whom, and with our bots

A policy gradient (PPO) over many games at once. The policy scores the rows of the legal moves, so its size does not depend on how
many moves there are; a critic that sees all cards says what to expect, and is not needed to play. What it wants: PyTorch, NumPy and
the package zashiki. It leaves OUT.pt (to go on), OUT.weights (the policy alone) and OUT.jsonl (a line an update: the curve)."""
import argparse
import hashlib
import json
import math
import time
from pathlib import Path

import numpy as np
import torch
from torch import nn
from torch.nn import functional as F

import zashiki

DEVICE = torch.device("cuda" if torch.cuda.is_available() else "cpu")
REAL = torch.bfloat16 if DEVICE.type == "cuda" else torch.float32
WIDTH = 256
ROW = 96  # of a move: there are many
DECLARE = 6  # Yokai: what the first byte of a move's row says
WIDE = 32  # bytes of a larger range are a share of it, not one of so many

GAMES = {  # the rules, and how many slots and decisions a slot make an update
    "sketch": {"options": {}, "count": 8192, "steps": 24, "entropy": 0.01},
    "yokai": {"options": {"players": "2"}, "count": 4096, "steps": 36, "entropy": 0.02},
}


class Bytes(nn.Module):
    """A linear layer over bytes of which each is one of a few (or a share of many)."""

    def __init__(self, most, width):
        super().__init__()
        most = torch.as_tensor(most)
        size = torch.where(most <= WIDE, most + 1, 1)
        self.register_buffer("first", torch.cumsum(size, 0) - size, persistent=False)
        self.register_buffer("wide", (most > WIDE).nonzero()[:, 0], persistent=False)
        self.register_buffer("most", most, persistent=False)
        self.inputs = int(size.sum())
        self.weight = nn.Parameter(torch.randn(self.inputs, width) / math.sqrt(len(most)))
        self.bias = nn.Parameter(torch.zeros(width))

    def forward(self, data):
        at = torch.where(self.most <= WIDE, torch.minimum(data, self.most), 0) + self.first
        ones = torch.zeros(len(data), self.inputs, device=data.device, dtype=REAL).scatter_(1, at, 1)
        if len(self.wide):
            ones[:, self.first[self.wide]] = (data[:, self.wide] / self.most[self.wide]).to(REAL)
        return ones @ self.weight.to(REAL) + self.bias.to(REAL)


class Trunk(nn.Module):
    """Bytes, then two residual blocks."""

    def __init__(self, most):
        super().__init__()
        self.bytes = Bytes(most, WIDTH)
        self.blocks = nn.ModuleList(nn.Sequential(nn.LayerNorm(WIDTH), nn.Linear(WIDTH, WIDTH), nn.ReLU(), nn.Linear(WIDTH, WIDTH))
                                    for _ in range(2))
        self.norm = nn.LayerNorm(WIDTH)

    def forward(self, data):
        x = self.bytes(data).float()
        with torch.autocast(DEVICE.type, dtype=torch.bfloat16, enabled=REAL == torch.bfloat16):
            for block in self.blocks:
                x = x + block(x)
        return F.relu(self.norm(x.float()))


class Policy(nn.Module):
    """Scores the moves of each list."""

    def __init__(self, observation, features):
        super().__init__()
        self.trunk, self.move = Trunk(observation), Bytes(features, ROW)
        self.ask, self.score = nn.Linear(WIDTH, 2 * ROW), nn.Linear(ROW, 1)

    def forward(self, seen, rows, slot):
        """The logarithm of each move's chance; slot[i] is the list that row i belongs to."""
        add, times = self.ask(self.trunk(seen)).chunk(2, 1)
        move = self.move(rows).float()
        score = self.score(F.relu(move + add[slot]))[:, 0] + (move * times[slot]).sum(1) / ROW
        most = torch.full((len(seen),), -1e9, device=seen.device).scatter_reduce(0, slot, score.detach(), "amax")
        score = score - most[slot]
        total = torch.zeros(len(seen), device=seen.device).index_add(0, slot, score.exp())
        return score - total.log()[slot]


class Critic(nn.Module):
    def __init__(self, observation):
        super().__init__()
        self.trunk, self.value = Trunk(observation), nn.Linear(WIDTH, 1)

    def forward(self, seen):
        return self.value(self.trunk(seen))[:, 0]


def ranges(layout):
    """The largest value of each byte."""
    return [field["most"] for field in layout["fields"] for _ in range(field["rows"] * field["columns"])]


def networks(game):
    rules = GAMES[game]["options"]
    memory, everything = (ranges(zashiki.layout(game, kind, **rules)) for kind in ("memory", "all"))
    features = [0] * 8
    for feature in zashiki.layout(game, **rules)["features"]:
        features[feature["offset"]] = feature["most"]
    if game == "yokai":
        memory, everything, features = memory + Plane.SEEN, everything + Plane.SEEN, features + Plane.ROW
    return Policy(memory, features).to(DEVICE), Critic(everything).to(DEVICE)


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
        return torch.cat([seen, torch.stack(self.together(seen), 1).to(torch.uint8)], 1)

    def rows(self, seen, rows, slot):
        x, y, family, hint = (seen[:, self.at[name]].long() for name in ("x", "y", "family", "hint"))
        plane = torch.zeros(len(seen), 20 * 20, dtype=torch.long, device=seen.device).scatter_(1, (y + 2) * 20 + x + 2, family + 1)
        card, fx, fy, tx, ty = rows[:, 1:6].long().unbind(1)
        there = (card > 0)[:, None]
        own = torch.stack([family[slot, (card - 1).clamp(min=0)] + 1, hint[slot, (card - 1).clamp(min=0)]], 1)
        around = [plane[slot[:, None], torch.stack([b * 20 + a + step for step in (-20, -1, 1, 20)], 1).clamp(0, 399)] * (a > 0)[:, None]
                  for a, b in (((fx + 1) * (fx > 0), fy + 1), (tx, ty))]
        like = [((beside == own[:, :1]) & (beside > 1)).sum(1, keepdim=True) for beside in around]
        return torch.cat([rows, torch.cat([own * there, *around, *like], 1).to(torch.uint8)], 1)


def lists(at):
    """The list that each row belongs to."""
    count = at[1:] - at[:-1]
    return torch.repeat_interleave(torch.arange(len(count), device=at.device), count)


def on_device(array):
    return torch.from_numpy(np.array(array)).to(DEVICE, non_blocking=True)


def look(batch, plane):
    """What the policy is given of the positions of a batch now, as numbers on the device."""
    at = on_device(batch.legal_at.astype(np.int64))
    seen, rows = on_device(batch.observation), on_device(batch.legal_feature[:batch.moves])
    return (plane.seen(seen), plane.rows(seen, rows, lists(at)), at) if plane else (seen, rows, at)


def look_at_all(batch, plane):
    seen = on_device(batch.observe_as("all"))
    return plane.seen(seen) if plane else seen


@torch.no_grad()
def choose(policy, seen, rows, at, best=False):
    """A move of each list, by its chance or the likeliest: its place among all rows, and the logarithm of its chance."""
    slot = lists(at)
    chance = policy(seen.long(), rows.long(), slot)
    drawn = chance if best else chance - torch.log(-torch.log(torch.rand_like(chance).clamp(1e-9, 1 - 1e-7)))
    most = torch.full((len(seen),), -1e9, device=DEVICE).scatter_reduce(0, slot, drawn, "amax")
    row = (drawn == most[slot]).nonzero()[:, 0]
    place = torch.zeros(len(seen), dtype=torch.long, device=DEVICE).scatter(0, slot[row], row)
    return place, chance[place]


def learn(game, out, seed, seconds, resume):
    plan = GAMES[game]
    together = zashiki.Rules(game).together
    torch.manual_seed(seed)
    policy, critic = networks(game)
    optimizer = torch.optim.Adam([*policy.parameters(), *critic.parameters()], lr=5e-4, eps=1e-5)
    batch = zashiki.Batch(game, plan["count"], seed=seed, threads=torch.get_num_threads(), options=plan["options"])
    done = {"updates": 0, "seconds": 0.0, "decisions": 0}
    if resume:
        saved = torch.load(f"{out}.pt", map_location=DEVICE, weights_only=False)
        policy.load_state_dict(saved["policy"]), critic.load_state_dict(saved["critic"]), optimizer.load_state_dict(saved["optimizer"])
        batch.load(**saved["batch"])
        done = saved["done"]
        torch.set_rng_state(saved["random"])
    plane = Plane() if game == "yokai" else None
    if not resume:  # so that not all games are at the same move
        for _ in range(80):
            batch.next((np.random.default_rng(batch.moves).random(plan["count"]) < 0.04).astype(np.uint8))
            batch.step((np.random.default_rng(batch.moves).random(plan["count"]) * np.diff(batch.legal_at)).astype(np.int32))
    curve = open(f"{out}.jsonl", "a" if resume else "w", encoding="utf-8")
    began, before, until = time.time(), done["seconds"], done["seconds"] + seconds
    while done["seconds"] < until:
        share = min(1.0, done["seconds"] / until)
        for group in optimizer.param_groups:
            group["lr"] = 5e-4 * (1 - 0.9 * share)
        told = update(policy, critic, optimizer, batch, plan, together, plane, 1.0 - share)
        done["updates"] += 1
        done["decisions"] += plan["count"] * plan["steps"]
        done["seconds"] = before + time.time() - began
        curve.write(json.dumps({**done, **told}) + "\n")
        if done["updates"] % 20 == 1:
            print({**{k: round(v, 1) for k, v in done.items()}, **{k: round(v, 4) for k, v in told.items()}}, flush=True)
    curve.close()
    torch.save({"policy": policy.state_dict(), "critic": critic.state_dict(), "optimizer": optimizer.state_dict(), "batch": batch.save(),
                "done": done, "random": torch.get_rng_state()}, f"{out}.pt")
    torch.save({name: value.half().cpu() for name, value in policy.state_dict().items()}, f"{out}.weights")
    return policy


def update(policy, critic, optimizer, batch, plan, together, plane, teacher):
    """Plays some decisions in every slot, then improves both networks by them. In Yokai random play never wins: a first teacher
    rewards what is brought together and takes off for peace declared in vain, less and less as time goes on."""
    count, steps = plan["count"], plan["steps"]
    kept, values, rewards, ends, actors, told = [], [], [], [], [], {"games": 0, "won": 0.0, "began": time.time()}
    everything = look_at_all(batch, plane)
    formed = plane.together(everything)[0] / 12 if plane else None
    for _ in range(steps):
        seen, rows, at = look(batch, plane)
        actor = on_device(batch.actor).long()
        with torch.no_grad():
            values.append(critic(everything.long()))
        place, chance = choose(policy, seen, rows, at)
        batch.step((place - at[:-1]).int().cpu().numpy())
        kept.append((seen, everything, rows, at, place, chance))
        end = on_device(batch.terminated)
        reward = on_device(batch.reward).gather(1, actor[:, None])[:, 0]
        told["games"] += int(end.sum())
        told["won"] += float(reward[end].clamp(min=0).sum())
        everything = look_at_all(batch, plane)
        if plane:
            new = plane.together(everything)[0] / 12
            told["formed"] = float(formed[end].mean()) if end.any() else told.get("formed", 0.0)
            wrong = end & (reward == 0) & (rows[place, 0] == DECLARE)
            reward = reward + teacher * torch.where(end, -0.5 * wrong, new - formed)
            formed = new
        rewards.append(reward), ends.append(end), actors.append(actor)
    actors.append(on_device(batch.actor).long())
    with torch.no_grad():
        values.append(critic(everything.long()))
    told["played_s"] = time.time() - told.pop("began")
    gains, gain = [None] * steps, torch.zeros(count, device=DEVICE)
    for t in reversed(range(steps)):
        same = torch.ones(count, device=DEVICE) if together else torch.where(actors[t] == actors[t + 1], 1.0, -1.0)
        on = same * (~ends[t]).float()
        gain = rewards[t] + on * values[t + 1] - values[t] + 0.95 * on * gain
        gains[t] = gain
    told["won"] /= max(1, told["games"])
    spread = torch.stack(gains)
    middle, width = spread.mean(), spread.std() + 1e-6
    per = max(1, 32768 // count)
    for _ in range(2):
        order = torch.randperm(steps).tolist()
        for first in range(0, steps, per):
            some = order[first:first + per]
            seen, everything, rows, place, chance = (torch.cat([kept[t][i] + 0 for t in some]) for i in (0, 1, 2, 4, 5))
            shift, slot = 0, []
            for k, t in enumerate(some):
                slot.append(lists(kept[t][3]) + k * count)
                place[k * count:(k + 1) * count] += shift
                shift += len(kept[t][2])
            slot = torch.cat(slot)
            gain = torch.cat([gains[t] for t in some])
            wanted = gain + torch.cat([values[t] for t in some])
            now = policy(seen.long(), rows.long(), slot)
            ratio = (now[place] - chance).exp()
            better = (gain - middle) / width
            gained = torch.minimum(ratio * better, ratio.clamp(0.8, 1.2) * better).mean()
            entropy = -(now * now.exp()).sum() / len(seen)
            missed = F.mse_loss(critic(everything.long()), wanted)
            optimizer.zero_grad(set_to_none=True)
            (missed - gained - plan["entropy"] * entropy).backward()
            nn.utils.clip_grad_norm_(policy.parameters(), 0.5), nn.utils.clip_grad_norm_(critic.parameters(), 0.5)
            optimizer.step()
    return {**told, "entropy": entropy.item(), "missed": missed.item()}


def play(game, seats, deals, seed, pairs):
    """Plays deals with a policy or a bot's name in each seat, with `pairs` each twice with the seats swapped. The share of points that
    seats[0] made: in a game won together the share of games won."""
    rules, games = GAMES[game]["options"], []
    for i in range(deals * (2 if pairs else 1)):
        g = zashiki.Game(game, seed=seed, stream=i // 2 if pairs else i, **rules)
        turned = pairs and i % 2
        g.sits = [seats[1], seats[0]] if turned else seats
        for seat, who in enumerate(g.sits):
            if isinstance(who, str):
                g.seat_bot(seat, who, seed=i)
        games.append(g)
    batch, plane = zashiki.Batch(game, len(games), reset="none", options=rules), Plane() if game == "yokai" else None
    while any(not g.over for g in games):
        batch.load(state=np.frombuffer(b"".join(bytes(g.state) for g in games), np.uint8))
        seen, rows, at = look(batch, plane)
        for who in {id(s): s for s in seats if not isinstance(s, str)}.values():
            place = choose(who, seen, rows, at, best=True)[0].cpu().numpy()
            legal = batch.legal
            for g, where in zip(games, place):
                if not g.over and g.sits[g.actor] is who:
                    g.asked = int(legal[where])
        for g in games:
            if not g.over:
                g.play(g.asked)
    won = 0.0
    for i, g in enumerate(games):
        winners, me = g.result["winners"], "AB"[1 if pairs and i % 2 else 0]
        won += (me in winners) / max(1, len(winners) if not g.rules.together else 1)
    return won / len(games)


def interval(share, games):
    """Half the width of the interval that has the truth in it 95 times of 100."""
    return 1.96 * math.sqrt(max(share * (1 - share), 1e-9) / games)


def read_policy(game, path):
    policy = networks(game)[0]
    policy.load_state_dict({name: value.float() for name, value in torch.load(path, map_location=DEVICE).items()})
    return policy.eval()


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("game", choices=GAMES)
    parser.add_argument("--out", default="student")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=240)
    parser.add_argument("--count", type=int, help="games at once")
    parser.add_argument("--deals", type=int, default=1000, help="to be judged by")
    parser.add_argument("--resume", action="store_true")
    parser.add_argument("--cross", nargs="+", metavar="OUT", help="those that have learnt, with each other and with our bots")
    given = parser.parse_args()
    if given.count:
        GAMES[given.game]["count"] = given.count
    together = zashiki.Rules(given.game).together
    if given.cross:
        who = {out: read_policy(given.game, f"{out}.weights") for out in given.cross} | {bot: bot for bot in ("easy", "normal", "strong")}
        for a in given.cross:
            row = {b: round(play(given.game, [who[a], who[b]], given.deals, 77, not together), 3) for b in who}
            print(json.dumps({"game": given.game, "who": a, "with" if together else "against": row}), flush=True)
        return
    policy = learn(given.game, given.out, given.seed, given.seconds, given.resume)
    policy = read_policy(given.game, f"{given.out}.weights")
    share = play(given.game, [policy, policy if together else "greedy"], given.deals, 2 ** 40, not together)
    games = given.deals * (1 if together else 2)
    print(json.dumps({"game": given.game, "seed": given.seed, "won": round(share, 4), "error": round(interval(share, games), 4), "games": games,
                      "weights": hashlib.sha256(Path(f"{given.out}.weights").read_bytes()).hexdigest()}))


if __name__ == "__main__":
    main()
