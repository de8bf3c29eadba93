"""client: a server to be tested, and guests of it, with nothing but the standard library.

A Guest is one WebSocket, frame by frame; a Player is a guest in a seat or among the spectators
who keeps what it was told. Every message that passes is held to docs/protocol.schema.json.
"""
import base64
import collections
import hashlib
import itertools
import json
import os
import re
import signal
import socket
import struct
import subprocess
import threading
import time
from pathlib import Path

from ports import free_port
from schema import Schema

ZASHIKI = os.environ["ZASHIKI"]
SCHEMA = Schema(Path(__file__).parents[2] / "docs/protocol.schema.json")
PATIENCE_S = 600  # only what fails waits so long, on however busy a machine
requests = itertools.count(1)


def wait_until(ready):
    """Asks again and again, with a short sleep between, until something is true."""
    deadline = time.monotonic() + PATIENCE_S
    while not ready():
        assert time.monotonic() < deadline, "waited in vain"
        time.sleep(0.01)


class Closed(Exception):
    """The other end has closed; .code is its reason, or None when it just went away."""

    def __init__(self, code=None, reason=""):
        super().__init__(code, reason)
        self.code = code


class Refused(Exception):
    def __init__(self, words):
        super().__init__(words)
        self.key, self.words = words["key"], words


def connected(port, host="127.0.0.1", source=None):
    """A socket at a port, or at the file of one."""
    if isinstance(port, str):
        made = socket.socket(socket.AF_UNIX)
        made.settimeout(PATIENCE_S)
        made.connect(port)
        return made
    made = socket.create_connection((host, port), PATIENCE_S, source and (source, 0))
    made.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return made


class Guest:
    """A WebSocket."""

    def __init__(self, port, origin=None, host="127.0.0.1", headers=(), tls=None, source=None):
        self.socket = connected(port, host, source)
        if tls:
            self.socket = tls.wrap_socket(self.socket, server_hostname="localhost")
        self.bytes = b""
        self.pongs = 0
        self.streams = []  # every text message as it came
        key = base64.b64encode(os.urandom(16)).decode()
        lines = ["GET /ws HTTP/1.1", f"Host: localhost:{port}", "Upgrade: websocket",
                 "Connection: keep-alive, Upgrade", "Sec-WebSocket-Version: 13",
                 f"Sec-WebSocket-Key: {key}", *headers]
        if origin:
            lines.append(f"Origin: {origin}")
        self.socket.sendall(("\r\n".join(lines) + "\r\n\r\n").encode())
        while b"\r\n\r\n" not in self.bytes:
            self._more()
        head, self.bytes = self.bytes.split(b"\r\n\r\n", 1)
        self.head = head.decode()
        self.status = int(self.head.split()[1])
        if self.status != 101:
            self.socket.close()
            raise ConnectionRefusedError(self.status)
        digest = hashlib.sha1((key + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11").encode()).digest()
        assert base64.b64encode(digest).decode() in self.head

    def _more(self):
        try:
            data = self.socket.recv(65536)
        except (ConnectionResetError, BrokenPipeError) as error:
            raise Closed() from error
        if not data:
            raise Closed()
        self.bytes += data

    def _take(self, size):
        while len(self.bytes) < size:
            self._more()
        taken, self.bytes = self.bytes[:size], self.bytes[size:]
        return taken

    def frame(self, opcode, payload, fin=True, mask=True):
        """A frame as bytes."""
        size = len(payload)
        head = bytes([(0x80 if fin else 0) | opcode])
        bit = 0x80 if mask else 0
        if size < 126:
            head += bytes([bit | size])
        elif size < 65536:
            head += bytes([bit | 126]) + struct.pack(">H", size)
        else:
            head += bytes([bit | 127]) + struct.pack(">Q", size)
        if not mask:
            return head + payload
        key = os.urandom(4)
        wide = int.from_bytes((key * (size // 4 + 1))[:size], "big")
        return head + key + (int.from_bytes(payload, "big") ^ wide).to_bytes(size, "big")

    def send_bytes(self, data):
        try:
            self.socket.sendall(data)
        except (BrokenPipeError, ConnectionResetError) as error:
            raise Closed() from error

    def send_text(self, text):
        self.send_bytes(self.frame(1, text.encode()))

    def receive_frame(self):
        first, second = self._take(2)
        assert not second & 0x80, "a server does not mask"
        size = second & 0x7F
        if size == 126:
            size = struct.unpack(">H", self._take(2))[0]
        elif size == 127:
            size = struct.unpack(">Q", self._take(8))[0]
        return first & 0x0F, self._take(size)

    def receive_text(self, timeout=None):
        """The next text message; None when there was none in that time."""
        deadline = time.monotonic() + (timeout if timeout is not None else PATIENCE_S)
        while True:
            self.socket.settimeout(max(0.001, deadline - time.monotonic()))
            kept = self.bytes
            try:
                opcode, payload = self.receive_frame()
            except (TimeoutError, socket.timeout):
                self.bytes = kept if len(kept) > len(self.bytes) else self.bytes
                if timeout is None:
                    raise
                return None
            if opcode == 1:
                text = payload.decode()
                self.streams.append(text)
                return text
            if opcode == 8:
                code = struct.unpack(">H", payload[:2])[0] if payload else None
                try:
                    self.socket.sendall(self.frame(8, payload[:2]))
                except OSError:
                    pass
                raise Closed(code, payload[2:].decode())
            if opcode == 9:
                self.send_bytes(self.frame(10, payload))
            if opcode == 10:
                self.pongs += 1

    def close(self):
        self.socket.close()


class Player(Guest):
    """A guest at a table."""

    def __init__(self, port, table=None, token=None, **keys):
        super().__init__(port, **keys)
        self.table, self.token = table, token
        self.events, self.log = {}, {}  # by number; the log has those of snapshots, without `now`
        self.number, self.now, self.snapshot = 0, None, None
        self.here, self.watching, self.reactions = None, None, []
        self.answers = collections.OrderedDict()
        self.snapshots = 0

    def tell(self, do, **keys):
        message = {"zashiki": 1, "do": do, **keys}
        if do not in ("open", "ping"):
            message.setdefault("table", self.table)
            if self.token and "token" not in keys:
                message["token"] = self.token
        complaint = SCHEMA.complaint(message, "client")
        assert not complaint, complaint
        self.send_text(json.dumps(message))
        return message

    def take(self, timeout=None):
        """Takes the next message in; None when none came in that time."""
        text = self.receive_text(timeout)
        if text is None:
            return None
        message = json.loads(text)
        complaint = SCHEMA.complaint(message, "host")
        assert not complaint, f"{complaint}\n{text}"
        if "event" in message:
            number = message["event"]
            assert number <= self.number + 1, f"event {number} after {self.number}"
            known = self.events.get(number)
            assert known in (None, message), f"event {number} has changed"
            self.events[number] = message
            if number == self.number + 1:
                self.number, self.now = number, message["now"]
        elif "snapshot" in message:
            self.snapshots += 1
            self.snapshot, self.now = message, message["now"]
            self.number = message["snapshot"]
            self.log = {line["event"]: line for line in message["log"]}
            assert sorted(self.log) == list(range(self.number - len(self.log) + 1, self.number + 1))
        elif "here" in message:
            self.here, self.watching = message["here"], message["watching"]
        elif "reaction" in message:
            self.reactions.append(message)
        elif "request" in message:
            self.answers[message["request"]] = message
        return message

    def wait(self, ready):
        deadline = time.monotonic() + PATIENCE_S
        while not ready():
            assert time.monotonic() < deadline, "waited in vain"
            self.take()

    def drain(self, seconds=0.05):
        while self.take(seconds):
            pass

    def ask(self, do, **keys):
        """Asks and waits for the answer, which is returned; a refusal is raised."""
        request = keys.setdefault("request", f"r{next(requests)}")
        self.tell(do, **keys)
        self.wait(lambda: request in self.answers)
        answer = self.answers.pop(request)
        if "refused" in answer:
            raise Refused(answer["refused"])
        return answer

    def order(self, do, **keys):
        keys.setdefault("at", self.number)
        return self.ask(do, **keys)

    def join(self, **keys):
        return self.ask("join", **keys)

    def open(self, game="sketch", **keys):
        answer = self.ask("open", game=game, **keys)
        self.table = answer["table"]
        return answer["tokens"]


class Server:
    """`zashiki serve` with a folder of its own."""

    def __init__(self, data, *flags, port=0, limit_files=None, program=None):
        self.data, self.flags, self.port = str(data), flags, port
        self.program = program or ZASHIKI
        self.process, self.errors = None, []
        self.limit_files = limit_files

    def start(self):
        if self.port == 0:
            self.port = free_port()  # it is the same when it is started again
        port = [] if isinstance(self.port, str) else ["--port", str(self.port)]
        command = [self.program, "serve", "--data", self.data, *port, *self.flags]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                        text=True, preexec_fn=self.limit_files)
        self.said = []
        for line in self.process.stdout:
            self.said.append(line)
            if line.startswith("Ctrl-C"):
                break
        else:
            self.process.wait()
            raise RuntimeError(self.process.stderr.read())
        port = re.search(r":(\d+)/", self.said[0])
        self.port = int(port[1]) if port else self.said[0].split("unix:")[1].strip()
        self.reader = threading.Thread(target=self._read_errors, args=(self.process,), daemon=True)
        self.reader.start()
        return self

    def _read_errors(self, process):
        for line in process.stderr:
            self.errors.append(line)

    def guest(self, **keys):
        return Guest(self.port, **keys)

    def player(self, table=None, token=None, **keys):
        return Player(self.port, table, token, **keys)

    def kill(self):
        self.process.send_signal(signal.SIGKILL)
        self._ended()

    def stop(self):
        self.process.send_signal(signal.SIGTERM)
        return self._ended()

    def _ended(self):
        status = self.process.wait(PATIENCE_S)
        self.reader.join(PATIENCE_S)
        self.process.stdout.close()
        self.process.stderr.close()
        return status

    @property
    def database(self):
        return os.path.join(self.data, "zashiki.db")

    def memory_kb(self):
        with open(f"/proc/{self.process.pid}/status", encoding="ascii") as status:
            return int(re.search(r"VmRSS:\s+(\d+)", status.read())[1])

    def cpu_s(self):
        with open(f"/proc/{self.process.pid}/stat", encoding="ascii") as stat:
            fields = stat.read().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
