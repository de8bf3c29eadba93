#!/usr/bin/python3
"""bot.py LINK: sits down by a link to a seat and plays legal moves at random until the game is over.
LINK is what the browser shows: https://games.example.org/#/table/TABLE/INVITATION. Needs python3-websockets.
A program of your own begins here: put a thought where random.choice is. docs/protocol.md explains every message.
"""
import asyncio
import json
import random
import secrets
import sys
from urllib.parse import urlsplit

import websockets

class Seat:
    """One seat at one table, over one connection."""
    def __init__(self, socket, table, token):
        self.socket, self.table, self.token = socket, table, token
        self.number, self.now = 0, None  # the last event, and the table after it as this seat sees it

    async def ask(self, do, **keys):
        """Sends a message and takes in what comes until its answer, which a refusal is too."""
        request = secrets.token_urlsafe(9)
        await asyncio.sleep(0.05)  # who says more than 20 things a second, for long, is put out
        await self.socket.send(json.dumps({"zashiki": 1, "do": do, "table": self.table, "token": self.token,
                                           "request": request, **keys}))
        while (answer := await self.take()).get("request") != request:
            pass
        return answer

    async def take(self):
        """The next message. Events and snapshots say where the table stands."""
        message = json.loads(await self.socket.recv())
        if "now" in message:
            self.number, self.now = message.get("event", message.get("snapshot")), message["now"]
        return message

    async def sit(self, name):
        """The invitation is good for sitting down; from then on the seat is held by a key of our own."""
        key = secrets.token_urlsafe(24)
        if refused := (await self.ask("sit", name=name, key=key, at=0)).get("refused"):
            sys.exit(f"cannot sit down: {refused['key']}")
        self.token = key
        await self.ask("join")

async def play(link):
    address = urlsplit(link)
    server = f"{'wss' if address.scheme == 'https' else 'ws'}://{address.netloc}/ws"
    async with websockets.connect(server, max_size=None) as socket:
        seat = Seat(socket, *address.fragment.split("/")[2:4])
        await seat.sit("Random")
        while seat.now["status"] != "over":
            if seat.now.get("legal"):
                await seat.ask("move", move=random.choice(seat.now["legal"]), at=seat.number)
            else:
                await seat.take()
        print(json.dumps(seat.now["result"]))


asyncio.run(play(sys.argv[1]))
