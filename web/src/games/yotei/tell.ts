// What happens at the table as keys and arguments, in no language yet; words.ts speaks it. Moves are told
// by what changed between two views, so that what a seat may not know is not told either.
import type { Entry, Refused, Result } from '../../lib/protocol';
import type { RuleIds } from '../../made/facts';
import { sayer, type Arg, type Said } from '../said';
import type { Names } from '../types';
import { landOf } from './sets';
import { charactersAt, effectOf, isPile, isSealed, known, settledOf, tierOf, TIERS, type Character, type Land, type Move, type Place, type Player, type Seat, type YoteiView } from './view';

export const said = sayer('yotei');

/* ---- Names ---- */

const NAMED = ['mountain', 'farmland', 'forest', 'tourism', 'local_produce', 'forest_bounty', 'ski_resort', 'food_culture', 'wilderness'];
/** A land card's name; those of our own sets are translated. */
export function landName(name: string): Arg {
  const slug = name.toLowerCase().replaceAll(' ', '_');
  return NAMED.includes(slug) ? said(`name.${slug}`) : name;
}
/** The same for a card's face: it says where a long word may be parted. */
export function faceName(name: string): Arg {
  const slug = name.toLowerCase().replaceAll(' ', '_');
  return NAMED.includes(slug) ? said(`name.${slug}.short`) : name;
}
export const element = (letter: string): Said => said(`element.${letter}`);
/** "Forest and 3 × Local produce": what comes more than once is counted. */
export const elements = (letters: Iterable<string>): Arg => ({ list: counted([...letters]) });
const counted = (letters: readonly string[]): Said[] => [...new Set(letters)].map((letter) => {
  const n = times(letters, letter);
  return n > 1 ? said('times', { what: element(letter), n }) : element(letter);
});
export const power = (id: string): Said => said(`mystery.${id}`);
const nameOf = (names: Names, seat: string): string => names[seat as Seat] ?? seat;

/** "Mountain (I3)", "pile II", or a place where no card lies. */
export function cardSaid(view: YoteiView | undefined, at: Place): Arg {
  if (isPile(at)) return said('pile', { tier: at });
  const land = view?.slots[at]?.card;
  return land ? said('card', { card: landName(land.name), slot: at }) : at;
}
/** "on Mountain (I3)", "from pile II": each language bends its words. */
const bent = (word: 'on' | 'from' | 'to', view: YoteiView | undefined, at: Place): Said =>
  isPile(at) ? said(`${word}.pile`, { tier: at }) : said(`${word}.card`, { card: cardSaid(view, at) });
const side = (at: Place): Said => said(`down.${tierOf(at)}`);
/** "fox O" as "Fox (Tourism)". */
export function withSaid(text: string): Arg {
  const [id, letter] = text.split(' ');
  return letter ? said('card', { card: power(id!), slot: element(letter) }) : power(id!);
}

/* ---- The log ---- */

/** How often an id is among these. */
const times = (list: readonly string[], id: string): number => list.filter((one) => one === id).length;

function gains(land: Land, name: string): Said[] {
  const what: Said[] = [];
  if (land.star) what.push(said('stars', { n: land.star }));
  if (land.charm) what.push(said('charm', { n: land.charm }));
  return what.length ? [said('log.gains', { what: { list: what }, name })] : [];
}

/** What became of the cards that characters left, in the order of the rows. */
function harvested(before: YoteiView | undefined, did: unknown, names: Names, powers: readonly string[]): Said[] {
  return settledOf(did).flatMap(([at, { by, for: bid, back = {}, nobody }]): Said[] => {
    const land = before?.slots[at]?.card, args = { card: cardSaid(before, at) };
    const name = by && nameOf(names, by), others = Object.entries(back);
    const list: Said[] = [];
    if (name && bid !== undefined) list.push(said('log.wins', { ...args, name, n: bid }));
    else if (name) list.push(powers.length ? said('log.collect_with', { ...args, name, powers: { list: powers.map(withSaid) } }) : said('log.collect', { ...args, name }));
    if (land?.bid) list.push(...others.map(([seat, n]) => said('log.repaid', { name: nameOf(names, seat), n: n! })));
    else list.push(...others.map(([seat]) => said('log.lacks', { ...args, name: nameOf(names, seat) })));
    if (nobody) list.push(said('log.nobody', args));
    return name && land ? [...list, ...gains(land, name)] : list;
  });
}

function collect(move: Extract<Move, { kind: 'collect' }>, by: Seat, did: unknown, before: YoteiView | undefined, after: YoteiView | undefined, names: Names): Said[] {
  const name = nameOf(names, by), { takes, gains: n } = effectOf(did);
  switch (takes) {
    case 'forest': return [said('log.collect_forest', { name })];
    case 'potatoes': return [said('log.collect_potatoes', { name, n: n ?? 0 })];
    case 'machine': return [said('log.collect_vending', { name })];
  }
  const list = harvested(before, did, names, move.powers);
  // A bidding card whose bidders are asked one after the other.
  const begins = before && after && after.settling.length > before.settling.length;
  if (begins || !list.length) list.unshift(said(begins ? 'log.begins' : 'log.collect', { name, card: cardSaid(before, move.at) }));
  return list;
}

function use(move: Extract<Move, { kind: 'use' }>, by: Seat, saw: unknown, before: YoteiView | undefined, names: Names): Said {
  const args: Record<string, Arg> = { name: nameOf(names, by) };
  if (move.at) args.card = cardSaid(before, move.at);
  switch (move.power) {
    case 'detour': return said(move.how === 'flip' ? 'log.use.detour_flip' : 'log.use.detour', { ...args, from: bent('from', before, move.at!), to: bent('to', before, move.to!) });
    case 'lantern': {
      const other = nameOf(names, move.seat!);
      const n = saw === undefined ? NaN : Number(String(saw).match(/\d+/)?.[0]);
      return Number.isNaN(n) ? said('log.use.lantern', { ...args, other }) : said('log.use.lantern_saw', { ...args, other, n });
    }
    case 'offer': case 'regret': return move.n === undefined ? said(`log.use.${move.power}_hidden`, args) : said(`log.use.${move.power}`, { ...args, n: move.n });
    default: return said(`log.use.${move.power}`, args);
  }
}

/** What follows from a move besides what it says: boxes opened, piles renewed, a round begun. */
function followed(before: YoteiView, after: YoteiView, names: Names): Said[] {
  const list: Said[] = [];
  for (const [seat, player] of Object.entries(after.seats) as [Seat, Player][])
    if (player.stuck && !before.seats[seat]?.stuck) list.push(said('log.stuck', { name: nameOf(names, seat) }));
  // Open now and not before: also the bid with which the last character was placed.
  const isOpen = (one: Character): boolean => one.bid !== undefined && !isSealed(one);
  const opened = Object.keys(before.slots).flatMap((at) => charactersAt(after, at).flatMap((one) =>
    isOpen(one) && !charactersAt(before, at).some((was) => was.seat === one.seat && isOpen(was)) ? [{ at, one }] : []));
  if (opened.length) list.push(said('log.opened'), ...opened.map(({ at, one }) => said('log.opened_bid', { card: cardSaid(before, at), name: nameOf(names, one.seat), n: one.laid! })));
  for (const tier of TIERS)
    if (before.piles[tier].discards.length && !after.piles[tier].discards.length && after.piles[tier].count > before.piles[tier].count) list.push(said('log.shuffled', { tier }));
  if (before.mystery.discards.length && !after.mystery.discards.length && after.mystery.count > before.mystery.count) list.push(said('log.shuffled_mystery'));
  if (after.round > before.round && before.round) list.push(said('log.round', { n: after.round, name: nameOf(names, after.start ?? 'A') }));
  return list;
}

function told(entry: Pick<Entry, 'move' | 'by' | 'saw' | 'did'>, move: Move, before: YoteiView | undefined, after: YoteiView | undefined, names: Names): Said[] {
  const by = entry.by as Seat, name = nameOf(names, by), did = effectOf(entry.did), n = did.pays;
  switch (move.kind) {
    case 'first': return [said('log.first', { name: nameOf(names, move.seat) })];
    // At the beginning all rows are laid out.
    case 'reveal': return before?.round ? [said('log.reveal', { card: cardSaid(after, move.at) })] : [];
    case 'top': return move.id === '?' ? [] : [said('log.top', { name: nameOf(names, before?.taker ?? ''), card: landName(landOf(after?.cards, move.id)?.name ?? move.id) })];
    case 'mystery': {
      const drawer = nameOf(names, before?.drawer ?? '');
      return [move.power === '?' ? said('log.mystery', { name: drawer }) : said('log.mystery_card', { name: drawer, power: power(move.power) })];
    }
    case 'place': case 'pile': {
      const args = { name, on: bent('on', before, move.at) };
      return [n ? said('log.place', { ...args, n }) : said('log.place_free', args)];
    }
    case 'flip': {
      const args = { name, card: cardSaid(before, move.at), side: side(move.at) };
      return [n ? said('log.flip', { ...args, n }) : said('log.flip_free', args)];
    }
    case 'bid': {
      const args = { name, card: cardSaid(before, move.at) };
      if (move.n === undefined) return [said('log.bid_hidden', args)];
      return [move.n ? said('log.bid', { ...args, n: move.n }) : said('log.bid_none', args)];
    }
    case 'collect': return collect(move, by, entry.did, before, after, names);
    case 'yield': {
      const yielded = said('log.yield', { name, card: cardSaid(before, before?.settling.at(-1) ?? '') });
      return [yielded, ...harvested(before, entry.did, names, []).filter(({ key, args }) => key !== 'yotei.log.repaid' || args?.name !== name)];
    }
    case 'done': return [said('log.done', { name })];
    case 'cash': return [said('log.cash', { name, power: power(move.power), n: did.gains ?? 0 })];
    case 'use': return [use(move, by, entry.saw, before, names)];
  }
}

/** What a move says in the log, sentence by sentence; none when it says nothing. */
export function logOf(entry: Pick<Entry, 'move' | 'by' | 'saw' | 'did'>, move: Move | undefined, before: YoteiView | undefined, after: YoteiView | undefined, names: Names): Said[] {
  if (!move) return [];
  return [...told(entry, move, before, after, names), ...(before && after ? followed(before, after, names) : [])];
}

/* ---- What is expected ---- */

export function expectation(view: YoteiView, mine: boolean): Said {
  const whose = mine ? 'mine' : 'theirs';
  switch (view.phase) {
    case 'place': return said(`expects.${view.roosted && view.to_place === 1 ? 'again' : 'place'}.${whose}`);
    case 'bidder': return said(`expects.asked.${whose}`, { card: cardSaid(view, view.settling.at(-1) ?? '') });
    case 'open': case 'collect': case 'room': return said(`expects.${view.phase}.${whose}`);
    default: return said(`expects.${view.phase}`);
  }
}

const ENDS: readonly string[] = ['T33', 'T16', 'T33a'] satisfies RuleIds['yotei'][];
export function ending(result: Result): Said[] {
  const list: Said[] = [];
  if (ENDS.includes(result.end)) list.push(said(`end.${result.end}`));
  const most = Math.max(...Object.values(result.points).map(Number));
  const equal = Object.values(result.points).filter((points) => points === most).length;
  if (equal > 1 && !result.gave_up) list.push(said(result.winners.length > 1 ? 'end.shared' : 'end.potatoes'));
  return list;
}

/* ---- The board in words ---- */

export const priceSaid = (land: Pick<Land, 'bid' | 'cost'>): Said => (land.bid ? said('bid') : land.cost ? said('potatoes', { n: land.cost }) : said('free'));

/** What a card gives. */
export function givenBy(land: Land): Arg {
  const what: Arg[] = counted([...land.gives]);
  if (land.charm) what.push(said('charm', { n: land.charm }));
  if (land.mystery) what.push(said('mystery', { n: land.mystery }));
  if (land.star) what.push(said('stars', { n: land.star }));
  return { list: what };
}

/** A bid, with what is in the box where this seat knows it, unless it is `hidden` from those who look on. */
const bidSaid = (one: Character, names: Names, hidden: Seat | undefined): Arg => {
  const n = isSealed(one) && one.seat === hidden ? undefined : known(one), box = said('box', { name: nameOf(names, one.seat) });
  return said('box.holds', { box, n: n ?? said('box.sealed') });
};

export const missingSaid = (lacks: string): Said => said('stop', { what: said('missing', { elements: elements(lacks) }) });

/** Who is at a place. */
export function whoSaid(view: YoteiView, at: Place, names: Names, hidden?: Seat): Said[] {
  const characters = charactersAt(view, at), list: Said[] = [];
  const bids = characters.filter(({ bid }) => bid !== undefined).sort((a, b) => a.bid! - b.bid!);
  if (bids.length) list.push(said('slot.bids', { names: { list: bids.map((one) => bidSaid(one, names, hidden)) } }));
  for (const { seat } of characters.filter(({ bid }) => bid === undefined)) list.push(said('slot.taken', { name: nameOf(names, seat) }));
  return list;
}

/** A place as one hears it: the card, who is there, and what one still lacks for it. */
export function placeSaid(view: YoteiView, at: Place, names: Names): Said[] {
  const list: Said[] = [];
  const characters = charactersAt(view, at);
  if (isPile(at)) {
    const { count } = view.piles[at];
    list.push(count || characters.length ? said('pile.says', { tier: at, cards: said('deck', { n: count }), side: side(at) }) : said('pile.closed', { tier: at }));
  } else {
    const { card, turned } = view.slots[at]!;
    if (!card) return [said('slot.empty', { slot: at })];
    if (turned) list.push(said('slot.down', { slot: at, side: side(at) }));
    else {
      list.push(said('slot.says', { card: cardSaid(view, at), gives: said('gives', { elements: givenBy(card) }), needs: card.needs ? said('needs', { elements: elements(card.needs) }) : said('needs.none'), price: priceSaid(card) }));
      if (card.lacks !== undefined && card.needs) list.push(card.lacks ? missingSaid(card.lacks) : said('stop', { what: said('met') }));
    }
  }
  return [...list, ...whoSaid(view, at, names)];
}

/** A town as one hears it: how many of each element. */
export function townSaid(player: Player, name: string): Said[] {
  const kinds = [...new Set(player.elements)].map((letter) => said('times', { what: element(letter), n: times([...player.elements], letter) }));
  if (player.machines) kinds.push(said('times', { what: said('down.III'), n: player.machines }));
  if (player.onsen) kinds.push(said('times', { what: power('onsen'), n: player.onsen }));
  return [said('town.says', { town: said('town', { name }), what: kinds.length ? { list: kinds } : said('town.empty') })];
}

/** A move in words, for advice. */
export function described(move: Move | undefined, view?: YoteiView, names: Names = {}): Said | undefined {
  if (!move) return undefined;
  const card = 'at' in move && move.at ? cardSaid(view, move.at) : '';
  switch (move.kind) {
    case 'place': case 'pile': return said('move.place', { on: bent('on', view, move.at) });
    case 'flip': return said('move.flip', { card });
    case 'bid': return said('move.bid', { card, n: move.n ?? 0 });
    case 'collect':
      if (move.powers.length) return said('move.collect_with', { card, powers: { list: move.powers.map(withSaid) } });
      return isPile(move.at) ? said('move.collect_pile', { tier: move.at }) : said('move.collect', { card });
    case 'yield': return said('move.yield');
    case 'done': return said('move.done');
    case 'cash': return said('move.cash', { power: power(move.power) });
    case 'use': {
      const args = { power: power(move.power), card };
      if (move.to) return said('move.detour', { ...args, from: bent('from', view, move.at!), to: bent('to', view, move.to) });
      if (move.seat) return said('move.use_of', { ...args, other: nameOf(names, move.seat) });
      if (move.n !== undefined) return said('move.use_by', { ...args, n: move.n });
      return move.at ? said('move.use_on', args) : said('move.use', args);
    }
    default: return undefined;
  }
}

/** Refusals that name a player: which argument it is. */
const SEAT_IN: Partial<Record<string, number>> = { 'yotei.turn.any_time': 0, 'yotei.lantern.none': 1 };
/** The arguments of a refusal or a reason: powers and players by their names, and places by their cards. */
export const refusalSaid = (refused: Refused, names: Names, view?: YoteiView): Arg[] =>
  refused.args.map((arg, i) => {
    if (refused.key.startsWith('yotei.power.')) return power(arg);
    if (SEAT_IN[refused.key] === i) return nameOf(names, arg);
    return view && /^I+\d$/.test(arg) ? cardSaid(view, arg) : arg;
  });
