// How the tables on a server stand, for the home page: looked at for a moment, as a spectator.
import { VERSION, type Incoming, type Snapshot } from './protocol';
import { socketUrl } from './remote';
import { find, going, put, shelf, waits } from './shelf.svelte';
import { requestId } from './wire';

/** So many are looked at, those that were played last. */
const MOST = 5;

function look(id: string): void {
  const socket = new WebSocket(socketUrl());
  socket.onopen = () => socket.send(JSON.stringify({ zashiki: VERSION, table: id, request: requestId(), do: 'join' }));
  socket.onmessage = (event) => {
    const message = JSON.parse(String(event.data)) as Incoming;
    const kept = find(id);
    if (message.snapshot !== undefined && kept) put({ ...kept, ...waits((message as unknown as Snapshot).now, kept.mine) });
    socket.close();
  };
}

export function glance(): void {
  for (const { id } of going(shelf()).filter(({ kind }) => kind === 'remote').slice(0, MOST)) look(id);
}
