// The engine of a table that the address asks for, begun by the first script: while the page is still being read the
// engine is loaded, and puts the table back.
import { getText, readShelf } from './kept';
import type { FromWorker, ToWorker } from './worker';
import workerUrl from './worker?worker&url';

/** An engine at work, and what it has said while nobody listened. */
export interface Begun {
  worker: Worker;
  heard: FromWorker[];
  /** The table that it is putting back: its answer has this number. */
  restores?: { id: string; answer: number };
}

export function beginEngine(game: string): Begun {
  const worker = new Worker(workerUrl, { type: 'module', name: game });
  const heard: FromWorker[] = [];
  worker.onmessage = (event: MessageEvent<FromWorker>) => heard.push(event.data);
  worker.onerror = () => heard.push({ kind: 'broken' });
  return { worker, heard };
}

let begun: Begun | undefined;

/** Begins to put back a local table that is kept here. */
export function beginTable(id: string): void {
  const kept = readShelf().find((one) => one.id === id), text = kept && getText(id);
  // A tutorial is more than the table.
  if (!text || kept.tutorial) return;
  begun = beginEngine(kept.game);
  begun.restores = { id, answer: 0 };
  begun.worker.postMessage({ kind: 'restore', id: begun.restores.answer, text, tutorial: '' } satisfies ToWorker);
}

/** The engine that was begun for that table, once. */
export function takeBegun(id: string): Begun | undefined {
  const mine = begun?.restores?.id === id ? begun : undefined;
  if (mine) begun = undefined;
  return mine;
}
