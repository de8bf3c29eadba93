// Faces: all that the engine knows are drawn, named and told apart, and a bot always has one.
import { describe, expect, it } from 'vitest';
import { faceAddress } from '../src/art/faces';
import { faceOf, someYokai } from '../src/lib/faces';
import { BOT_FACES, FACES, SEATS } from '../src/lib/protocol';
import { facesIn } from '../src/lib/record';

describe('faces', () => {
  it('are all drawn, each in its own way', () => {
    const drawn = [...FACES, ...BOT_FACES].map(faceAddress);
    expect(drawn.every((address) => address?.startsWith('data:image/svg+xml,'))).toBe(true);
    expect(new Set(drawn).size).toBe(FACES.length + BOT_FACES.length);
    expect(faceAddress('constructor')).toBeUndefined();
    expect(faceAddress('')).toBeUndefined();
  });

  it('of bots are there where a table or a record is older than they are, and differ', () => {
    const old = SEATS.map((seat) => faceOf({ seat, who: 'bot' }));
    expect(new Set(old).size).toBe(SEATS.length);
    expect(faceOf({ seat: 'A', who: 'bot', face: 'baku' })).toBe('baku');
    expect(faceOf({ seat: 'A', who: 'person' })).toBeUndefined();
  });

  it('of those who come along differ', () => {
    for (let i = 0; i < 50; i++) expect(new Set(someYokai(4)).size).toBe(4);
    expect(new Set(Array.from({ length: 200 }, () => someYokai(1)[0])).size).toBe(BOT_FACES.length);
  });

  it('are read from the first line of a record', () => {
    expect(facesIn('{"zashiki":1,"seats":["Ann","normal"],"faces":["owl","tanuki"]}\n{"by":"A"}\n')).toEqual(['owl', 'tanuki']);
    expect(facesIn('{"zashiki":1,"faces":["",7]}\n')).toEqual(['', '']);
    for (const none of ['', 'nonsense', '{"faces":"owl"}\n', '{}\n']) expect(facesIn(none)).toEqual([]);
  });
});
