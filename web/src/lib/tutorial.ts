// The tutorial of a game: a record with sentences between its moves, as it lies beside the game's rules
// (docs/tutorial.md). The engine follows it; here is what the page has to know of it.
import { say } from './i18n.svelte';
import { SEATS, type Seat } from './protocol';
import { games } from '../made/facts';

export interface Step {
  /** So many moves have been made when it is said. */
  moves: number;
  /** A key of the catalogue. */
  say: string;
  /** What it speaks of: a name that is somewhere on the board as `data-at`. */
  at: string;
}

export interface Tutorial {
  game: string;
  text: string;
  options: Record<string, string>;
  /** Who sits where: the learner is no bot. */
  seats: { seat: Seat; bot: string | undefined }[];
  learner: Seat;
  moves: { by: string; move: string }[];
  steps: Step[];
}

const files = import.meta.glob<string>('../../../src/games/*/tutorial.jsonl', { query: '?raw', import: 'default' });
const pathOf = (game: string): string => `../../../src/games/${game}/tutorial.jsonl`;

export const hasTutorial = (game: string): boolean => pathOf(game) in files;

/** That of a game, played with these options beside its own: the moves are legal with them, too. */
export async function loadTutorial(game: string, options: Record<string, string> = {}): Promise<Tutorial | undefined> {
  return readTutorial((await files[pathOf(game)]?.()) ?? '', options);
}

export function readTutorial(file: string, options: Record<string, string> = {}): Tutorial | undefined {
  const [first, ...lines] = file.trimEnd().split('\n');
  if (!first) return undefined;
  const read = JSON.parse(first) as { game: keyof typeof games; options: Record<string, string>; seats: string[] };
  const head = { ...read, options: { ...options, ...read.options } };
  const bots: readonly string[] = games[head.game].bots;
  const seats = head.seats.map((name, i) => ({ seat: SEATS[i]!, bot: bots.includes(name) ? name : undefined }));
  const learner = seats.find(({ bot }) => !bot)?.seat;
  if (!learner) return undefined;
  const moves: Tutorial['moves'] = [], steps: Step[] = [];
  for (const line of lines) {
    const part = JSON.parse(line) as { by: string; move: string } | { say: string; at: string };
    if ('say' in part) steps.push({ moves: moves.length, ...part });
    else moves.push(part);
  }
  return { game: head.game, text: [JSON.stringify(head), ...lines, ''].join('\n'), options: head.options, seats, learner, moves, steps };
}

/** The sentence of a step. Where it differs by an option, the one for another value has that at the end of its key. */
export function sentenceOf({ options }: Tutorial, { say: key }: Step): string {
  for (const value of Object.values(options)) {
    const other = say(`${key}.${value}`);
    if (other !== undefined) return other;
  }
  return say(key) ?? key;
}

/** What a step speaks of, in words: "card:I2" is `yotei.at.card.I2`, or else `yotei.at.card` of I2. */
export function placeOf({ game }: Tutorial, { at }: Step): string {
  const [name = '', part = ''] = at.split(':');
  return say(`${game}.at.${name}.${part}`) ?? say(`${game}.at.${name}`, [part]) ?? '';
}

/** How many steps are said before so many moves have been made. */
export const stepsBefore = ({ steps }: Tutorial, moves: number): number => steps.filter((step) => step.moves < moves).length;

/** The move that a step asks for; undefined for one that is only read. */
export function askedBy({ steps, moves, learner }: Tutorial, at: number): string | undefined {
  const step = steps[at];
  if (!step || steps[at + 1]?.moves === step.moves) return undefined;
  const next = moves[step.moves];
  return next?.by === learner ? next.move : undefined;
}
