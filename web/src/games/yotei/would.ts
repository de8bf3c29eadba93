// What a legal move of Yōtei would do, in a sentence or two, for a learner who may not make it yet.
import type { Now } from '../../lib/protocol';
import type { Said } from '../said';
import { elements, givenBy, said } from './tell';
import { effectOf, isPile, readMove, settledOf, tierOf, type Place, type YoteiView } from './view';

const price = (n: number | undefined): Said => (n ? said('would.pays', { n }) : said('would.free'));
const down = (at: Place): Said => said('would.brings', { what: said(`down.${tierOf(at)}`) });

function placed(at: Place, view: YoteiView): Said {
  const card = view.slots[at]?.card;
  if (!card) return down(at);
  return card.lacks ? said('would.needs', { elements: elements(card.lacks) }) : said('would.brings', { what: givenBy(card) });
}

function collected(at: Place, view: YoteiView, does: unknown): Said {
  const { takes, gains, lacks } = effectOf(does), card = isPile(at) ? undefined : view.slots[at]?.card;
  if (takes) return said('would.collect', { what: takes === 'potatoes' ? said('potatoes', { n: gains ?? 0 }) : said(`down.${tierOf(at)}`) });
  if (lacks) return said('would.lacks', { elements: elements(lacks) });
  return card && settledOf(does).length ? said('would.collect', { what: givenBy(card) }) : said('would.compare');
}

export function would(text: string, now: Now<YoteiView>): Said[] {
  const move = readMove(text), { view } = now;
  const moves = [...(now.legal ?? []), ...(now.also ?? [])], does = now.does?.[moves.indexOf(text)];
  const { pays, gains } = effectOf(does);
  switch (move?.kind) {
    case 'place': return [price(pays), placed(move.at, view)];
    case 'flip': case 'pile': return [price(pays), down(move.at)];
    case 'bid': return [said('would.bid')];
    case 'collect': return [collected(move.at, view, does)];
    case 'yield': case 'done': return [said(`would.${move.kind}`)];
    case 'cash': return [said('would.cash', { n: gains ?? 0 })];
    case 'use': return [said(`mystery.${move.power}.does`)];
    default: return [];
  }
}
