// How likely a game that is won together was won when its last move was made, by what the seat that made it could know
// then: the judgement of a study (docs/study.md), of that one seat.
import { LocalEngine } from './local';

export async function wonByThen(game: string, record: string): Promise<number | undefined> {
  const engine = new LocalEngine(game);
  try {
    const read = await engine.replay(record);
    if (!('moves' in read)) return undefined;
    const n = read.moves.findLastIndex(({ by }) => by !== 'chance'), by = read.moves[n]?.by;
    const head = by && by !== 'chance' ? await engine.study(by) : undefined;
    for (let next = head && (await engine.studyNext()); next && !Array.isArray(next); next = await engine.studyNext())
      if (next.n === n) return next.won_now === undefined ? undefined : next.won_now / head!.whole;
    return undefined;
  } finally {
    engine.close();
  }
}
