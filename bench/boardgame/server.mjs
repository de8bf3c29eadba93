/* server.mjs [FOLDER]: boardgame.io's own server with that game, on a port of the system's choice, which it prints. Tables
 * are in memory, its default; with a folder they are in files there (its FlatFile, which does not sync them). */
import { createRequire } from 'node:module';
import { game } from './game.mjs';

const require = createRequire(import.meta.url);
const { Server, FlatFile } = require('boardgame.io/server');

const folder = process.argv[2];
const server = Server({
  games: [game],
  origins: [/localhost/],
  ...(folder ? { db: new FlatFile({ dir: folder, logging: false }) } : {}),
});
const running = await server.run({ port: 0 });
console.log('port', running.appServer.address().port);
