// The pictures of Yōtei: no two cards of a row look alike, a card keeps its picture, and no piece of a town hides
// another.
import { describe, expect, it } from 'vitest';
import { elementPicture, LIGHTS, powerPicture, sceneOf, SEASONS, thingPicture, type Element, type LandScene } from '../src/games/yotei/art/pictures';
import { covered, HIGH, pictureOf, townOf, WIDE, type Box, type Kind } from '../src/games/yotei/art/town';
import { rowOf, TIERS, type Place, type YoteiView } from '../src/games/yotei/view';
import type { Audience, Entry, Incoming } from '../src/lib/protocol';
import { yotei } from '../src/made/facts';
import { Engine, say } from './engine';

const ELEMENTS = [...yotei.elements] as Element[];
const sceneAt = (view: YoteiView, at: Place): LandScene => {
  const card = view.slots[at]!.card!;
  return sceneOf((card.gives[0] ?? 'W') as Element, at, card.id);
};

/** The first view with all rows laid out, as the spectators see it. */
function deal(engine: Engine, players: number, cards: string): YoteiView {
  let view: YoteiView | undefined;
  const take = (lines: [Audience, Incoming][]): void => {
    for (const [, message] of lines) view = (message as unknown as Entry<YoteiView>).now?.view ?? view;
  };
  engine.receive({ zashiki: 1, do: 'open', game: 'yotei', options: { players: String(players), cards }, request: 'open' });
  take(engine.receive(say(undefined, { do: 'join' })));
  for (const seat of ['A', 'B', 'C', 'D'].slice(0, players)) take(engine.receive(say(seat, { do: 'bot', at: 0, seat, bot: 'random' })));
  for (let i = 0; i < 60 && view?.phase !== 'place'; i++) take(engine.step());
  return view!;
}

describe('The scenes of the cards', () => {
  it('1,000 boards: no two of a row are alike, neighbours have other scenes, and all are used', () => {
    const engine = new Engine(7), seen = new Set<string>();
    let same = 0;
    for (let n = 0; n < 1000; n++) {
      const view = deal(engine, 2 + (n % 3), n % 2 ? 'niseko-1' : 'niseko-2');
      for (const tier of TIERS) {
        const row = rowOf(view, tier).filter((at) => view.slots[at]!.card).map((at) => ({ at, ...sceneAt(view, at), gives: view.slots[at]!.card!.gives[0]! }));
        expect(row.length, `board ${n}`).toBeGreaterThanOrEqual(3);
        row.forEach((one, i) => {
          seen.add(JSON.stringify([one.gives, one.season, one.light, one.mirrored]));
          row.slice(i + 1).forEach((other, j) => {
            if (one.gives !== other.gives) return;
            same++;
            if (j < 2) expect(one.marks, `${one.at} and ${other.at} of board ${n}`).not.toBe(other.marks);
            if (one.marks === other.marks) expect(one.season, `${one.at} and ${other.at} of board ${n}`).not.toBe(other.season);
          });
        });
      }
    }
    expect(same).toBeGreaterThan(1000);
    // Each element was met in nearly every season and light, and both ways round; nobody skis in summer.
    expect(seen.size).toBeGreaterThan(ELEMENTS.length * SEASONS.length * LIGHTS.length);
  });

  it('each element has three scenes, and a card keeps its own while it lies in its slot', () => {
    for (const element of ELEMENTS) {
      const scenes = new Set(['I1', 'I2', 'I3', 'I4', 'I5'].map((at) => sceneOf(element, at, 'mt-a').marks));
      expect(scenes.size, element).toBe(3);
      expect(sceneOf(element, 'II2', 'to-b')).toEqual(sceneOf(element, 'II2', 'to-b'));
    }
  });

  it('what is drawn is curves of numbers', () => {
    const scenes = ELEMENTS.flatMap((element) => ['I1', 'I2', 'I3'].map((at) => sceneOf(element, at).marks)).flat();
    const marks = scenes.flatMap((part) => ('of' in part ? part.of : [part]));
    for (const [paint, d] of [...marks, ...Object.values({ ...elementPicture, ...thingPicture, ...powerPicture }).flat()]) {
      expect(paint).toMatch(/^[a-z0-9-]+$/);
      expect(d, paint).toMatch(/^(M[-\d. ]+([csLHVQT][-\d. ]*)*[zZ])+$/);
    }
  });
});

/** What a path covers, by the points on its curves. */
function extent(d: string): Box {
  const box = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity };
  let x = 0, y = 0;
  const reach = (px: number, py: number): void => {
    [x, y] = [px, py];
    box.left = Math.min(box.left, x); box.right = Math.max(box.right, x);
    box.top = Math.min(box.top, y); box.bottom = Math.max(box.bottom, y);
  };
  for (const [, letter, text] of d.matchAll(/([McsL])([^McsLz]*)/g)) {
    const n = (text!.match(/-?(\d+\.?\d*|\.\d+)/g) ?? []).map(Number);
    if (letter === 'c') for (let i = 0; i + 5 < n.length; i += 6) reach(x + n[i + 4]!, y + n[i + 5]!);
    else if (letter === 's') for (let i = 0; i + 3 < n.length; i += 4) reach(x + n[i + 2]!, y + n[i + 3]!);
    else for (let i = 0; i + 1 < n.length; i += 2) reach(n[i]!, n[i + 1]!);
  }
  return box;
}

/** Towns of so many pieces, as the cards give them: much of the first tier, little of the third. */
function towns(pieces: number): { elements: string; machines: number; onsen: number }[] {
  let luck = 1 + pieces;
  const next = (below: number): number => ((luck = (Math.imul(luck, 1664525) + 1013904223) >>> 0) >>> 8) % below;
  const cards = 'MMMMFFFFTTTTTTOOLLBBSCW++~';
  return Array.from({ length: 20 }, () => {
    const drawn = Array.from({ length: pieces }, () => cards[next(cards.length)]!);
    return { elements: drawn.filter((c) => /[A-Z]/.test(c)).sort().join(''), machines: drawn.filter((c) => c === '+').length, onsen: drawn.filter((c) => c === '~').length };
  });
}

describe('The town', () => {
  it('shows every piece once, inside the picture, and none hides another, from 0 to 24 cards', () => {
    const wrong: string[] = [];
    for (let pieces = 0; pieces <= 24; pieces++)
      for (const player of [...towns(pieces), { elements: 'M'.repeat(pieces), machines: 0, onsen: 0 }, { elements: 'F'.repeat(pieces), machines: 0, onsen: 0 }]) {
        const town = townOf(player), says = JSON.stringify(player);
        expect(town.map(({ kind }) => kind).filter((kind) => kind.length === 1).sort().join('')).toBe(player.elements);
        expect(town.length).toBe(player.elements.length + player.machines + player.onsen);
        for (const [i, one] of town.entries()) {
          const { left, right, top, bottom } = one.box;
          if (left < 0 || right > WIDE || top < 0 || bottom > HIGH) wrong.push(`${says}: ${one.kind} ${one.n} is outside`);
          for (const other of town.slice(i + 1)) if (covered(one.box, other.box) > 0.15) wrong.push(`${says}: ${one.kind} ${one.n} and ${other.kind} ${other.n}`);
        }
      }
    expect(wrong).toEqual([]);
  });

  it('with 20 cards in it a town of 480 pixels still has inns of 36, one of 150 of 11', () => {
    const least = Math.min(...towns(20).flatMap(townOf).map(({ size }) => size));
    expect((25 * least * 480) / WIDE).toBeGreaterThan(36);
    expect((25 * least * 150) / WIDE).toBeGreaterThan(11);
  });

  it('a piece is drawn within the box that it says', () => {
    const [first, second] = [townOf({ elements: ELEMENTS.join(''), machines: 1, onsen: 1 }), townOf({ elements: 'MMMMTTOOWW', machines: 0, onsen: 0 })];
    for (const piece of [...first, ...second])
      for (const [paint, d] of pictureOf(piece)) {
        const { left, right, top, bottom } = extent(d), says = `${piece.kind as Kind} ${piece.n} ${paint}`;
        expect(piece.x + left * piece.size, says).toBeGreaterThanOrEqual(piece.box.left - 0.2);
        expect(piece.x + right * piece.size, says).toBeLessThanOrEqual(piece.box.right + 0.2);
        expect(piece.y + top * piece.size, says).toBeGreaterThanOrEqual(piece.box.top - 0.2);
        expect(piece.y + bottom * piece.size, says).toBeLessThanOrEqual(piece.box.bottom + 0.2);
      }
  });

  it('one more piece leaves most of the others where they are', () => {
    const before = townOf({ elements: 'MFTTO', machines: 0, onsen: 0 }), after = townOf({ elements: 'MFTTOL', machines: 0, onsen: 0 });
    const kept = before.filter((one) => after.some(({ kind, n, x, y }) => kind === one.kind && n === one.n && Math.hypot(x - one.x, y - one.y) < 6));
    expect(kept.length).toBeGreaterThanOrEqual(before.length - 1);
  });
});
