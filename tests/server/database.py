"""database: a PostgreSQL of the test's own, and relays between sockets that can be cut.

Everything is on loopback, in a folder that is removed, and ends with the test.
"""
import asyncio
import glob
import os
import pwd
import re
import shutil
import ssl
import subprocess
import tempfile
import threading
from pathlib import Path

from ports import free_port


def programs():
    """Where PostgreSQL's programs are, or None."""
    found = sorted(glob.glob("/usr/lib/postgresql/*/bin/initdb"), key=lambda path: int(path.split("/")[4]))
    if found:
        return Path(found[-1]).parent
    path = shutil.which("initdb")
    return Path(path).resolve().parent if path else None


class Database:
    """A cluster with one database, reached over TCP. It does not sync: nobody cuts the power here."""

    def __init__(self, primary=None):
        self.bin = programs()
        self.folder = tempfile.mkdtemp(prefix="zk-pg-")
        self.data = os.path.join(self.folder, "data")
        self.port = free_port()
        os.chmod(self.folder, 0o755)
        self._own(self.folder)
        if primary:
            self._run("pg_basebackup", "-D", self.data, "-h", "127.0.0.1", "-p", str(primary.port), "-U", "game",
                      "-R", "-X", "stream", "-c", "fast")
            with open(os.path.join(self.data, "postgresql.auto.conf"), "a", encoding="ascii") as conf:
                conf.write(f"primary_conninfo = 'host=127.0.0.1 port={primary.port} user=game"
                           " application_name=standby'\n")
        else:
            self._run("initdb", "-D", self.data, "-U", "game", "-A", "trust", "-E", "UTF8", "--locale=C.UTF-8",
                      "--no-instructions", "--no-sync")
        with open(os.path.join(self.data, "postgresql.conf"), "a", encoding="ascii") as conf:
            conf.write(f"listen_addresses = '127.0.0.1'\nunix_socket_directories = '{self.folder}'\n"
                       f"port = {self.port}\nfsync = off\nshared_buffers = 32MB\nmax_connections = 40\n"
                       "max_wal_senders = 4\nwal_level = replica\nhot_standby = on\n")
        self.start()

    @property
    def url(self):
        return f"postgresql://game@127.0.0.1:{self.port}/postgres"

    def _own(self, path):
        if os.geteuid() == 0:
            user = pwd.getpwnam("postgres")
            os.chown(path, user.pw_uid, user.pw_gid)

    def _run(self, program, *words, check=True):
        """As a user that is not root, which PostgreSQL refuses."""
        command = [str(self.bin / program), *words]
        if os.geteuid() == 0:
            command = ["runuser", "-u", "postgres", "--", *command]
        done = subprocess.run(command, cwd="/", stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                              stdin=subprocess.DEVNULL, check=False)
        assert not check or done.returncode == 0, done.stdout
        return done

    def start(self):
        self._run("pg_ctl", "-D", self.data, "-w", "-t", "120", "-l", os.path.join(self.folder, "log"), "start")

    def stop(self, mode="immediate"):
        self._run("pg_ctl", "-D", self.data, "-m", mode, "-w", "-t", "120", "stop", check=False)

    def promote(self):
        self._run("pg_ctl", "-D", self.data, "-w", "-t", "120", "promote")

    def sql(self, text):
        """Rows of texts."""
        done = subprocess.run([str(self.bin / "psql"), "-X", "-At", "-F", "\t", "-d", self.url, "-c", text],
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, check=False)
        assert done.returncode == 0, done.stderr
        return [line.split("\t") for line in done.stdout.splitlines()]

    def remove(self):
        self.stop()
        shutil.rmtree(self.folder, ignore_errors=True)


class Caddy:
    """Caddy with the recipe of docs/scaling.md, before these servers, with a certificate for the test."""

    def __init__(self, *ports):
        self.folder = tempfile.mkdtemp(prefix="zk-caddy-")
        self.port = free_port()
        certificate, key = os.path.join(self.folder, "cert.pem"), os.path.join(self.folder, "key.pem")
        subprocess.run(["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes",
                        "-days", "2", "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost",
                        "-keyout", key, "-out", certificate], check=True, capture_output=True)
        self.tls = ssl.create_default_context(cafile=certificate)
        page = (Path(__file__).parents[2] / "docs/scaling.md").read_text(encoding="utf-8")
        recipe = re.search(r"```\n(games\.example\.org \{.*?)```", page, re.S)[1]
        for old, new in [("games.example.org {", f"https://localhost:{self.port} {{\n\ttls {certificate} {key}"),
                         *((f"127.0.0.1:808{i + 1}", f"127.0.0.1:{port}") for i, port in enumerate(ports))]:
            assert old in recipe, old
            recipe = recipe.replace(old, new)
        config = os.path.join(self.folder, "Caddyfile")
        Path(config).write_text("{\n\tadmin off\n\tauto_https disable_redirects\n}\n" + recipe, encoding="utf-8")
        self.log = open(os.path.join(self.folder, "log"), "wb")  # pylint: disable=consider-using-with
        self.process = subprocess.Popen(["caddy", "run", "--config", config, "--adapter", "caddyfile"],
                                        stdout=self.log, stderr=self.log,
                                        env={**os.environ, "HOME": self.folder, "XDG_DATA_HOME": self.folder,
                                             "XDG_CONFIG_HOME": self.folder})

    def close(self):
        if self.log.closed:
            return
        self.process.terminate()
        self.process.wait()
        self.log.close()
        shutil.rmtree(self.folder, ignore_errors=True)


class Relay:
    """Passes connections on to one of some ports, in turn, those that answer. `cut` hangs up on everybody;
    while it is `held`, nothing passes, and nobody is told."""

    tls = None

    def __init__(self, *ports):
        self.ports, self.turn, self.held, self.writers = list(ports), 0, False, set()
        self.loop = asyncio.new_event_loop()
        started = threading.Event()
        self.thread = threading.Thread(target=self._serve, args=(started,), daemon=True)
        self.thread.start()
        started.wait()

    def _serve(self, started):
        asyncio.set_event_loop(self.loop)
        self.server = self.loop.run_until_complete(asyncio.start_server(self._came, "127.0.0.1", 0))
        self.port = self.server.sockets[0].getsockname()[1]
        self.flows = asyncio.Event()
        self.flows.set()
        started.set()
        self.loop.run_forever()

    async def _came(self, reader, writer):
        for _ in self.ports:
            self.turn += 1
            try:
                there = await asyncio.open_connection("127.0.0.1", self.ports[self.turn % len(self.ports)])
                break
            except OSError:
                continue
        else:
            writer.close()
            return
        self.writers |= {writer, there[1]}
        await asyncio.gather(self._pass(reader, there[1]), self._pass(there[0], writer))
        self.writers -= {writer, there[1]}

    async def _pass(self, reader, writer):
        try:
            while data := await reader.read(65536):
                await self.flows.wait()
                writer.write(data)
                await writer.drain()
        except OSError:
            pass
        writer.close()

    async def _end(self):
        others = asyncio.all_tasks() - {asyncio.current_task()}
        for task in others:
            task.cancel()
        await asyncio.gather(*others, return_exceptions=True)

    def _call(self, what):
        done = threading.Event()
        self.loop.call_soon_threadsafe(lambda: (what(), done.set()))
        done.wait()

    def hold(self):
        self._call(self.flows.clear)

    def mend(self):
        self._call(self.flows.set)

    def cut(self):
        self._call(lambda: [writer.transport.abort() for writer in self.writers])

    def close(self):
        if self.loop.is_closed():
            return
        self.mend()
        self.cut()
        self._call(self.server.close)
        asyncio.run_coroutine_threadsafe(self._end(), self.loop).result()
        self.loop.call_soon_threadsafe(self.loop.stop)
        self.thread.join()
        self.loop.close()
