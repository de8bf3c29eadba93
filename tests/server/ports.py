"""ports: where a test listens."""
import random
import socket
from pathlib import Path


def free_port():
    """A port that nobody has, at any address, and that no connection is given until somebody listens there, or does so again."""
    given = Path("/proc/sys/net/ipv4/ip_local_port_range").read_text(encoding="ascii").split()
    others = [port for port in range(10000, 65536) if not int(given[0]) <= port <= int(given[1])] or range(10000, 65536)
    while True:
        port = random.SystemRandom().choice(others)
        with socket.socket() as probe:
            try:
                probe.bind(("", port))
                return port
            except OSError:
                continue
