// The real server: `$ZASHIKI serve` with a folder of its own.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

export const top = fileURLToPath(new URL('../..', import.meta.url));
export const zashiki = resolve(top, process.env.ZASHIKI ?? 'build/zashiki');
/** The name by which "friends" reach the server: not a loopback address, so links may have it. */
export const FRIENDS = 'zashiki.test';

/** A port that nobody has, and that no connection is given until somebody listens there, or does so again. */
export async function freePort() {
  const [first, last] = readFileSync('/proc/sys/net/ipv4/ip_local_port_range', 'utf8').trim().split(/\s+/).map(Number);
  const all = Array.from({ length: 65_536 - 11_000 }, (_, i) => 11_000 + i); // of those below browsers refuse some
  const outside = all.filter((port) => port < first || port > last), others = outside.length ? outside : all;
  for (;;) {
    const port = others[Math.floor(Math.random() * others.length)], socket = createServer().listen(port, '0.0.0.0');
    if (!(await once(socket, 'listening').catch(() => undefined))) continue;
    socket.close();
    await once(socket, 'close');
    return port;
  }
}

export class Server {
  constructor(flags = []) {
    this.data = mkdtempSync(join(tmpdir(), 'zashiki-e2e-'));
    this.flags = flags;
  }
  async start() {
    this.port ??= await freePort();
    this.base = `http://localhost:${this.port}/`;
    this.friends = `http://${FRIENDS}:${this.port}/`;
    this.process = spawn(zashiki, ['serve', '--port', String(this.port), '--data', this.data, '--bot-delay', '0', '--rate', '0', '--per-address', '2000', ...this.flags.map((flag) => flag.replace('{friends}', this.friends))], { stdio: ['ignore', 'pipe', 'inherit'] });
    this.ended = once(this.process, 'exit');
    for await (const line of createInterface(this.process.stdout)) if (line.startsWith('Ctrl-C')) break;
    assert.equal(this.process.exitCode, null, 'the server started');
    return this;
  }
  async end(signal) {
    if (this.process.exitCode === null && this.process.signalCode === null) {
      this.process.kill(signal);
      await this.ended;
    }
  }
  kill() {
    return this.end('SIGKILL');
  }
  async close() {
    await this.end('SIGTERM');
    rmSync(this.data, { recursive: true, force: true });
  }
}
