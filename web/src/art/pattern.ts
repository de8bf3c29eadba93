/* pattern.ts: a field of small signs, drawn with a pen, which tells colours apart without colour. */

/** Rows of what `put` draws, over 100 by 70. `wide` and `high` are how far one reaches, so that none is cut. */
export function field(put: (x: number, y: number) => string, dx: number, dy: number, wide: number, high: number): string {
  let d = '';
  for (let row = 0, y = 7 + high; y <= 66; y += dy, row++)
    for (let x = 8 + wide + (row % 2 ? dx / 2 : 0); x <= 92 - wide; x += dx) d += put(x, y);
  return d;
}
