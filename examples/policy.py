#!/usr/bin/env python3
"""policy.py LINK [WEIGHTS.npz]: a policy of yours sits down at a table and plays, for instance against a person in a browser.

    zashiki serve --lan                 # open a table for two in the browser, sit down, copy the link to the other seat
    python examples/policy.py 'LINK'    # needs the zashiki package, numpy and websockets

`choose` is the policy: it is given the arrays of a batch of one, as in training, and says which of the legal moves to make.
With WEIGHTS, which student.py has left, it is the student's network, computed by network.py without PyTorch; without, every move is
tried in worlds that the seat cannot tell from the true one. The server tells a seat only what it may know; zashiki.Seat makes
a position to think with of it. docs/protocol.md explains the messages."""
import asyncio
import json
import secrets
import sys
from urllib.parse import urlsplit

import numpy
import websockets
import zashiki
from network import Network

PLAYOUTS = 300


def search(batch, legal):
    """How often each move wins at random in resampled worlds."""
    seat, random = int(batch.actor[0]), zashiki.Random(secrets.randbits(32))
    view = batch.rules.state(batch.save()["state"][0]).view(seat)
    worlds = [view.resample(random) for _ in range(max(1, PLAYOUTS // len(legal)))]
    ends = [[world.apply(int(move)).playout(random)[0] for world in worlds] for move in legal]
    return numpy.array([sum("ABCD"[seat] in json.loads(end.result())["winners"] for end in each) for each in ends])


def choose(batch, network):
    """The place of a move in the list of legal ones."""
    legal, features = batch.legal[:batch.moves], batch.legal_feature[:batch.moves]
    return int((network(batch.observation[0], features) if network else search(batch, legal)).argmax())


class Table:
    """A seat over one connection. Events come in order and are taken in once each."""
    def __init__(self, socket, table, token):
        self.socket, self.table, self.token = socket, table, token
        self.seat, self.taken, self.latest, self.now = None, 0, 0, None

    async def ask(self, do, **keys):
        request = secrets.token_urlsafe(9)
        await asyncio.sleep(0.05)  # who says more than 20 things a second, for long, is put out
        await self.socket.send(json.dumps({"zashiki": 1, "do": do, "table": self.table, "token": self.token,
                                           "request": request, **keys}))
        while (answer := await self.take()).get("request") != request:
            pass
        return answer

    async def take(self):
        message = json.loads(await self.socket.recv())
        if "snapshot" in message and not self.seat:
            options = dict(message["options"], rules=message["rules"])
            cardset = json.dumps(message["cardset"]) if "cardset" in message else None
            self.seat = zashiki.Seat(message["game"], message["you"], cardset=cardset, **options)
        self.latest = max(self.latest, message.get("event", 0), message.get("snapshot", 0))
        if self.seat and message.get("event") == self.taken + 1:
            self.taken, self.now = self.taken + 1, message["now"]
            if message["kind"] == "move":
                self.seat.told(message["by"], message["move"], message.get("saw", ""), self.now["view"])
            elif message["kind"] in ("undo", "again"):
                self.seat.keep(message.get("keep", 0))
        return message

    async def play(self, weights):
        key = secrets.token_urlsafe(24)
        if refused := (await self.ask("sit", name="Policy", key=key, at=0)).get("refused"):
            sys.exit(f"cannot sit down: {refused['key']}")
        self.token = key
        await self.ask("join")
        batch, network = zashiki.Batch(self.seat.rules, 1, reset="none"), weights and Network(self.seat.rules, weights)
        while not self.now or self.now["status"] != "over":
            if self.taken < self.latest:
                await self.ask("history", **{"from": self.taken + 1, "to": min(self.latest, self.taken + 64)})
            elif self.now.get("legal"):
                batch.load(state=self.seat.state)
                move = int(batch.legal[choose(batch, network)])
                await self.ask("move", move=self.seat.state.print(move), at=self.taken)
            else:
                await self.take()
        print(json.dumps(self.now["result"]))


async def main(link, weights=None):
    address = urlsplit(link)
    server = f"{'wss' if address.scheme == 'https' else 'ws'}://{address.netloc}/ws"
    async with websockets.connect(server, max_size=None) as socket:
        await Table(socket, *address.fragment.split("/")[2:4]).play(weights)


asyncio.run(main(*sys.argv[1:]))
