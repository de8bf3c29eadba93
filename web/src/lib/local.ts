// The page's side of a table in this browser: see worker.ts. All seats are ours here, so there is
// one worker and a wire for each seat that is played at this screen.
import { hearSet, type CardSet } from './cardsets';
import { Refusal, VERSION, type Ask, type Audience, type Incoming, type Now, type Refused, SEATS, type Seat } from './protocol';
import { beginEngine, type Begun } from './early';
import type { FromWorker, ToWorker } from './worker';
import { requestId, type Wire } from './wire';

class LocalWire implements Wire {
  onmessage: (message: Incoming) => void = () => {};
  onup: (up: boolean) => void = () => {};
  constructor(readonly engine: LocalEngine, readonly audience: Audience) {
    engine.wires.set(audience, this);
    queueMicrotask(() => this.onup(true));
  }
  send(message: object): void {
    this.engine.post({ kind: 'message', message: JSON.stringify(message) });
  }
  close(): void {
    this.engine.wires.delete(this.audience);
  }
}

/** Splits the engine's lines "<to> <message>". */
export function readLines(lines: string): [Audience, Incoming][] {
  return lines
    .split('\n')
    .filter((line) => line)
    .map((line) => [line[0] as Audience, JSON.parse(line.slice(2)) as Incoming]);
}

export class LocalEngine {
  wires = new Map<Audience, LocalWire>();
  #lose!: () => void;
  /** When there is no engine: it could not be loaded, or has broken. Whoever asks later is told as well. */
  readonly lost = new Promise<void>((done) => (this.#lose = done));
  #worker: Worker;
  #restores: Begun['restores'];
  #keep: ((text: string) => void) | undefined;
  /** What came to be kept before anybody was there to keep it. */
  #unkept: string | undefined;
  #answers = new Map<number, (answer: { good: boolean; text: string }) => void>();
  #opening: ((message: Incoming) => void) | undefined;
  #next = 1;

  constructor(game: string, { worker, heard, restores }: Begun = beginEngine(game)) {
    this.#worker = worker;
    this.#restores = restores;
    const take = (message: FromWorker): void => this.#take(message);
    worker.onmessage = (event: MessageEvent<FromWorker>) => take(event.data);
    worker.onerror = () => take({ kind: 'broken' });
    // In their order, before what comes from now on, and when whoever made this engine listens to it.
    queueMicrotask(() => heard.splice(0).forEach(take));
  }

  /** Called with the table as text whenever it is worth keeping. */
  set onstore(keep: (text: string) => void) {
    this.#keep = keep;
    if (this.#unkept !== undefined) keep(this.#unkept);
    this.#unkept = undefined;
  }

  post(message: ToWorker): void {
    this.#worker.postMessage(message);
  }

  wire(audience: Audience): Wire {
    return new LocalWire(this, audience);
  }

  /** Opens a new table and seats who sits there. */
  async open(ask: Extract<Ask, { do: 'open' }>): Promise<void> {
    const answer = await new Promise<Incoming>((done) => {
      this.#opening = done;
      this.post({ kind: 'message', message: JSON.stringify({ zashiki: VERSION, request: requestId(), ...ask }) });
    });
    this.#opening = undefined;
    if (answer.refused) throw new Refusal(answer.refused);
  }

  /** Looks at a card set as it was written: why it cannot be played with, or nothing. */
  async checkCards(game: string, name: string, text: string): Promise<Refused | undefined> {
    const head = JSON.stringify({ zashiki: VERSION, request: requestId(), do: 'open', game, options: { cards: name } });
    const answer = await new Promise<Incoming>((done) => {
      this.#opening = done;
      this.post({ kind: 'message', message: `${head.slice(0, -1)},"cardset":${text}}` });
    });
    this.#opening = undefined;
    return answer.refused;
  }

  /** One command by a seat whose answer nobody waits for: seating before anybody looks. */
  seat(seat: Seat, ask: Extract<Ask, { do: 'sit' | 'bot' }>): void {
    const message = { zashiki: VERSION, table: 'local', token: seat, request: requestId(), at: 0, ...ask };
    this.post({ kind: 'message', message: JSON.stringify(message) });
  }

  /** `tutorial`: the one that the table follows, or none. */
  restore(text: string, tutorial = ''): Promise<boolean | 'lost'> {
    const begun = this.#restores;
    const answer = begun
      ? new Promise<{ good: boolean }>((done) => this.#answers.set(begun.answer, done))
      : this.#ask((id) => ({ kind: 'restore', id, text, tutorial }));
    return Promise.race([answer.then(({ good }) => good), this.lost.then(() => 'lost' as const)]);
  }

  /** Reads a record: what is in it, or where and why it is wrong. */
  async replay(text: string): Promise<Replayed | RecordWrong> {
    const { good, text: json } = await this.#ask((id) => ({ kind: 'replay', id, text }));
    if (!json) return { line: 0, refused: { key: 'record.outside', args: [] } };
    if (!good) return JSON.parse(json) as RecordWrong;
    const read = JSON.parse(json) as Replayed;
    if (read.cardset) hearSet(read.cardset);
    return read;
  }

  /** The position after so many moves, and what the last of them did. */
  async replayAt(n: number, audience: Audience | '*'): Promise<{ now: Now; did?: unknown }> {
    const { text } = await this.#ask((id) => ({ kind: 'replay_at', id, n, audience }));
    return JSON.parse(text) as { now: Now; did?: unknown };
  }

  /** What chance could do after so many moves of the replayed record: outcomes in order, with their probabilities. */
  async outcomesAt(n: number): Promise<[string, string][]> {
    const { text } = await this.#ask((id) => ({ kind: 'replay_trace', id, n }));
    return (JSON.parse(text) as { legal: [string, string][] }).legal;
  }

  /** Begins a study of the replayed record: of one seat, or of those in which no bot sat; undefined when it cannot be
   * studied. The bot thinks for as long as it likes. */
  async study(seat?: Seat): Promise<StudyHead | undefined> {
    const { good, text } = await this.#ask((id) => ({ kind: 'study', id, playouts: 0, seats: seat ? 1 << SEATS.indexOf(seat) : 0 }));
    return good ? (JSON.parse(text) as StudyHead) : undefined;
  }

  /** The next decision, or at the end the numbers of the worst. */
  async studyNext(): Promise<Decision | number[]> {
    return JSON.parse((await this.#ask((id) => ({ kind: 'study_next', id }))).text) as Decision | number[];
  }

  close(): void {
    this.#worker.terminate();
  }

  #ask(make: (id: number) => ToWorker): Promise<{ good: boolean; text: string }> {
    const id = this.#next++;
    return new Promise((done) => {
      this.#answers.set(id, done);
      this.post(make(id));
    });
  }

  #take(message: FromWorker): void {
    switch (message.kind) {
      case 'lines':
        for (const [to, incoming] of readLines(message.lines)) {
          if (to === '-' && this.#opening && incoming.request) this.#opening(incoming);
          else this.wires.get(to)?.onmessage(incoming);
        }
        break;
      case 'store':
        if (this.#keep) this.#keep(message.text);
        else this.#unkept = message.text;
        break;
      case 'answer':
        this.#answers.get(message.id)?.(message);
        this.#answers.delete(message.id);
        break;
      case 'broken':
        this.#lose();
    }
  }
}

export interface Replayed {
  game: string;
  options: Record<string, string>;
  cardset?: CardSet;
  seats: string[];
  moves: { by: Seat | 'chance'; move: string }[];
  result?: Now['result'];
}
/** What a study goes by: docs/study.md. */
export interface StudyHead {
  bot: string;
  whole: number;
  /** In a game won together the most points there are; else 0, and worths are chances to win. */
  points: number;
  seats: Seat[];
}
export interface Decision {
  /** Moves before it. */
  n: number;
  seat: Seat;
  move: string;
  forced: boolean;
  worth?: number;
  loss?: number;
  best?: string;
  why?: Refused;
  /** In a game won together: how likely it would have been won had it ended before the move. */
  won_now?: number;
  /** `each`: what it promised each seat; absent in a game won together. */
  moves?: { move: string; worth: number; weighed: number; each?: number[] }[];
}
export interface RecordWrong {
  line: number;
  refused: Refused;
}
