// What carries messages between one audience and its table: a socket to a server, or the worker
// beside this page.
import type { Incoming } from './protocol';

export interface Wire {
  /** Sends when up; what is sent while down is lost, and the session sends it again. */
  send(message: object): void;
  /** Set by the session. */
  onmessage: (message: Incoming) => void;
  /** Called with true each time the wire comes up, with false when it goes down. */
  onup: (up: boolean) => void;
  close(): void;
}

/** A key or the secret of a link: 192 random bits, which nobody can guess. */
export function makeSecret(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(24));
  return btoa(String.fromCharCode(...bytes)).replaceAll('+', '-').replaceAll('/', '_');
}

/** An id for a request: different each time, well under 24 bytes. */
export function requestId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(9));
  return btoa(String.fromCharCode(...bytes)).replaceAll('+', '-').replaceAll('/', '_');
}
