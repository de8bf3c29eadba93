/* load.mjs PORT PID TABLES SECONDS: two players at each table, each on a socket.io connection of their own, as boardgame.io's
 * client makes it; whoever is in turn moves as soon as the state says so. A move counts when its own update has come. Prints
 * "name value" lines as bench/load.c does. Nothing leaves this machine. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { performance } from 'node:perf_hooks';

const require = createRequire(import.meta.url);
const { io } = require('socket.io-client');
const [port, pid, tables, seconds] = process.argv.slice(2).map(Number);
const WARM_UP_MS = 1000, CONNECTING_MAX = 16;

/* Seconds of processor time, all threads, and resident MB. */
function server() {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ');
  const kb = /VmRSS:\s*(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))[1];
  return { user: stat[11] / 100, system: stat[12] / 100, mb: kb / 1024 };
}

let measures = false, over = false, moves = 0, bytes = 0;
const latency = [];

/* One player, from connecting to playing; resolves when the first state has come. */
function sit(matchID, playerID) {
  return new Promise((resolve) => {
    const socket = io(`http://localhost:${port}/list`, { transports: ['websocket'], forceNew: true });
    let sent = 0;
    const told = (state) => {
      if (sent && state._stateID > sent.id) {
        if (measures) {
          moves++;
          latency.push(performance.now() - sent.at);
        }
        sent = 0;
      }
      if (over || sent || state.ctx.currentPlayer !== playerID || !started) return;
      sent = { id: state._stateID, at: performance.now() };
      const payload = { type: 'play', args: ['GYc'], playerID };
      socket.emit('update', { type: 'MAKE_MOVE', payload }, state._stateID, matchID, playerID);
    };
    let last;
    socket.on('connect', () => socket.emit('sync', matchID, playerID, undefined, 2));
    socket.on('sync', (_, info) => {
      last = info.state;
      if (!bytes) bytes = JSON.stringify(last).length;
      players.push({ socket, begin: () => told(last) });
      resolve();
    });
    socket.on('update', (_, state) => told(state));
  });
}

let started = false;
const players = [];
let next = 0;
await Promise.all(Array.from({ length: CONNECTING_MAX }, async () => {
  while (next < tables) { /* the first who comes to a table opens it */
    const matchID = `table${next++}`;
    await sit(matchID, '0');
    await sit(matchID, '1');
  }
}));
started = true;
for (const player of players) player.begin();
await new Promise((resolve) => setTimeout(resolve, WARM_UP_MS));
const before = server(), began = performance.now();
measures = true;
await new Promise((resolve) => setTimeout(resolve, 1000 * seconds));
measures = false;
const after = server(), took = (performance.now() - began) / 1000;
over = true;
latency.sort((a, b) => a - b);
const of = (share) => latency[Math.min(latency.length - 1, Math.floor(latency.length * share))] ?? 0;
const say = (name, value) => console.log(name, value.toFixed(2));
say('tables', tables);
say('connections', players.length);
say('moves', moves);
say('moves_a_second', moves / took);
say('p50_ms', of(0.5));
say('p99_ms', of(0.99));
say('cpu_us_a_move', 1e6 * (after.user - before.user + after.system - before.system) / moves);
say('user_us_a_move', 1e6 * (after.user - before.user) / moves);
say('system_us_a_move', 1e6 * (after.system - before.system) / moves);
say('state_bytes', bytes);
say('resident_mb', after.mb);
process.exit(0);
