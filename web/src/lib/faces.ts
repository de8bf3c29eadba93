// Who shows which face: a person the one that was chosen, if any; a bot the yokai that it is.
import { say, t } from './i18n.svelte';
import { BOT_FACES, FACES, SEATS, type BotFace, type Face, type SeatState } from './protocol';

/** The face in a seat; a bot always has one, at a table or in a record that is older than faces its seat's own. */
export function faceOf({ seat, who, face }: Pick<SeatState, 'seat' | 'who' | 'face'>): string | undefined {
  return who === 'bot' ? face || BOT_FACES[SEATS.indexOf(seat) % BOT_FACES.length] : face;
}

/** A bot goes by the name of its yokai; one that this client does not know by its word. */
export const yokaiName = (face: string): string => say(`ui.face.${face}`) ?? face;
export const faceName = (face: Face): string => t(`ui.face.${face}`);

export const isFace = (face: unknown): face is Face => (FACES as readonly unknown[]).includes(face);

/** So many yokai, in an order of today: who comes along to play. */
export function someYokai(count: number): BotFace[] {
  const all: BotFace[] = [...BOT_FACES];
  for (let i = all.length - 1; i > 0; i--) {
    const j = Math.floor(Math.random() * (i + 1));
    [all[i], all[j]] = [all[j]!, all[i]!];
  }
  return all.slice(0, count);
}
