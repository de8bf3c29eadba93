// A table on a server, over WebSocket. The wire comes back by itself: it waits a little longer
// after each failure, and tries at once when the network returns or the page is looked at again.
import { Refusal, VERSION, type Ask, type Incoming, type Seat } from './protocol';
import { requestId, type Wire } from './wire';

const WAITS_MS = [300, 1000, 2000, 4000, 8000, 15000];
const PING_MS = 20000;
const SILENCE_MS = 8000;

export function socketUrl(page: string = location.href): string {
  const url = new URL('ws', page.replace(/[?#].*$/, ''));
  url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:';
  return url.href;
}

/** How long to wait before try number `tries`, from 0; with luck of 0 to 1 so that not all come at once. */
export function backoff(tries: number, luck: number = Math.random()): number {
  const wait = WAITS_MS[Math.min(tries, WAITS_MS.length - 1)]!;
  return Math.round(wait * (0.75 + luck / 2));
}

export class RemoteWire implements Wire {
  onmessage: (message: Incoming) => void = () => {};
  onup: (up: boolean) => void = () => {};
  #socket: WebSocket | undefined;
  #tries = 0;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #ping: ReturnType<typeof setInterval> | undefined;
  #silence: ReturnType<typeof setTimeout> | undefined;
  #closed = false;

  constructor(
    readonly url: string = socketUrl(),
    readonly make: (url: string) => WebSocket = (url) => new WebSocket(url),
  ) {
    globalThis.addEventListener?.('online', this.#now);
    globalThis.document?.addEventListener('visibilitychange', this.#seen);
    queueMicrotask(() => this.#open());
  }

  send(message: object): void {
    if (this.#socket?.readyState === 1) this.#socket.send(JSON.stringify(message));
  }

  close(): void {
    this.#closed = true;
    globalThis.removeEventListener?.('online', this.#now);
    globalThis.document?.removeEventListener('visibilitychange', this.#seen);
    clearTimeout(this.#retry);
    this.#drop();
  }

  #open(): void {
    if (this.#closed || this.#socket) return;
    const socket = this.make(this.url);
    this.#socket = socket;
    socket.onopen = () => {
      this.#tries = 0;
      this.#ping = setInterval(() => this.#check(), PING_MS);
      this.onup(true);
    };
    socket.onmessage = (event: MessageEvent) => {
      clearTimeout(this.#silence);
      this.#silence = undefined;
      let message: Incoming;
      try {
        message = JSON.parse(String(event.data));
      } catch {
        return;
      }
      this.onmessage(message);
    };
    socket.onclose = () => this.#lost(socket);
    socket.onerror = () => this.#lost(socket);
  }

  #lost(socket: WebSocket): void {
    if (socket !== this.#socket) return;
    this.#drop();
    if (this.#closed) return;
    this.onup(false);
    this.#retry = setTimeout(() => this.#open(), backoff(this.#tries++));
  }

  #drop(): void {
    const socket = this.#socket;
    this.#socket = undefined;
    clearInterval(this.#ping);
    clearTimeout(this.#silence);
    this.#silence = undefined;
    socket?.close();
  }

  /** Says something; when nothing comes back for a while, the wire is dead without saying so. */
  #check(): void {
    const socket = this.#socket;
    if (!socket || this.#silence) return;
    this.send({ zashiki: VERSION, do: 'ping', request: requestId() });
    this.#silence = setTimeout(() => this.#lost(socket), SILENCE_MS);
  }

  #now = (): void => {
    clearTimeout(this.#retry);
    if (this.#socket?.readyState === 1) this.#check();
    else this.#open();
  };

  #seen = (): void => {
    if (document.visibilityState === 'visible') this.#now();
  };
}

/** What /server.json says; undefined where the page does not come from our server. */
export interface ServerFacts {
  /** The address that friends can open; null when there is none to give away. */
  links: string | null;
}

export async function askServer(): Promise<ServerFacts | undefined> {
  try {
    const answer = await fetch('server.json', { cache: 'no-store' });
    return answer.ok ? ((await answer.json()) as ServerFacts) : undefined;
  } catch {
    return undefined;
  }
}

/** Asks one thing over a connection of its own; throws a Refusal, or an Error when there is no server. `told`: what comes before the answer. */
function askOnce(ask: Ask & { table?: string; token?: string; at?: number }, told?: (message: Incoming) => void): Promise<Incoming> {
  return new Promise((done, failed) => {
    const socket = new WebSocket(socketUrl());
    const request = requestId();
    socket.onopen = () => socket.send(JSON.stringify({ zashiki: VERSION, request, ...ask }));
    socket.onerror = () => failed(new Error('offline'));
    socket.onclose = () => failed(new Error('closed'));
    socket.onmessage = (event) => {
      const message = JSON.parse(String(event.data)) as Incoming;
      if (message.request !== request) return told?.(message);
      if (message.refused) failed(new Refusal(message.refused));
      else done(message);
      socket.close();
    };
  });
}

/** Opens a table on the server: its id and the seats' tokens. */
export async function openRemote(ask: Extract<Ask, { do: 'open' }>): Promise<{ table: string; tokens: Partial<Record<Seat, string>> }> {
  const { table, tokens } = await askOnce(ask);
  return { table: table!, tokens: tokens! };
}

/** The seat at which one is by this key or invitation; undefined where it is none, or only watches. */
export async function seatBy(table: string, token: string): Promise<Seat | undefined> {
  let seat: Seat | undefined;
  try {
    await askOnce({ do: 'join', table, token }, ({ you }) => void (seat ??= you));
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const { key } = error.refused;
    // Of a busy server it is not known; what is kept is not given up for that.
    if (key === 'server.too_fast' || key === 'store.failed') throw new Error(key);
    if (key !== 'token.wrong') throw error;
  }
  return seat;
}

/** Brings this device to a seat by the link to it, with a key of its own. */
export async function bringDevice(table: string, token: string, key: string): Promise<void> {
  await askOnce({ do: 'device', table, token, key, at: 0 });
}

/** The record of a finished game at a table of the server; its number there, from 1. */
export async function recordFrom(table: string, number: number): Promise<string> {
  return (await askOnce({ do: 'record', table, games: number - 1 })).record ?? '';
}
