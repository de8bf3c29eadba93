// QR codes (ISO/IEC 18004): text as bytes, error correction M, versions 1 to 15, which hold an
// address of up to 412 bytes. The result is a square of modules, true where dark.

/** For each version: correction bytes a block, blocks of the first kind, their data bytes, blocks
 * of the second kind (one data byte more each). Table 9 of the standard, level M. */
const BLOCKS: readonly (readonly [number, number, number, number])[] = [
  [10, 1, 16, 0], [16, 1, 28, 0], [26, 1, 44, 0], [18, 2, 32, 0], [24, 2, 43, 0],
  [16, 4, 27, 0], [18, 4, 31, 0], [22, 2, 38, 2], [22, 3, 36, 2], [26, 4, 43, 1],
  [30, 1, 50, 4], [22, 6, 36, 2], [22, 8, 37, 1], [24, 4, 40, 5], [24, 5, 41, 5],
];

// The field of 256 elements, as powers of 2 modulo 0x11d.
const POWER = new Uint8Array(512), LOG = new Uint8Array(256);
for (let i = 0, x = 1; i < 255; i++, x = (x << 1) ^ (x > 127 ? 0x11d : 0)) {
  POWER[i] = POWER[i + 255] = x;
  LOG[x] = i;
}
const times = (a: number, b: number): number => (a && b ? POWER[LOG[a]! + LOG[b]!]! : 0);

/** The Reed-Solomon remainder of `data`, `size` bytes long. */
function correction(data: Uint8Array, size: number): Uint8Array {
  const generator = new Uint8Array(size);
  generator[size - 1] = 1;
  for (let i = 0; i < size; i++)
    for (let j = 0; j < size; j++) generator[j] = times(generator[j]!, POWER[i]!) ^ (generator[j + 1] ?? 0);
  let rest = new Uint8Array(size);
  for (const byte of data) {
    const factor = byte ^ rest[0]!;
    rest = rest.map((_, i) => (rest[i + 1] ?? 0) ^ times(generator[i]!, factor));
  }
  return rest;
}

/** All bytes in the order in which they are drawn: data of the blocks in turn, then corrections. */
function codewords(text: Uint8Array, version: number): Uint8Array {
  const [ec, first, size, second] = BLOCKS[version - 1]!;
  const capacity = first * size + second * (size + 1);
  const bits: number[] = [];
  const put = (value: number, count: number): void => {
    for (let i = count - 1; i >= 0; i--) bits.push((value >> i) & 1);
  };
  put(4, 4), put(text.length, version < 10 ? 8 : 16);
  text.forEach((byte) => put(byte, 8));
  put(0, Math.min(4, capacity * 8 - bits.length));
  while (bits.length % 8) bits.push(0);
  const data = new Uint8Array(capacity);
  for (let i = 0; i < capacity; i++)
    data[i] = i * 8 < bits.length ? parseInt(bits.slice(i * 8, i * 8 + 8).join(''), 2) : (i - bits.length / 8) % 2 ? 0x11 : 0xec;
  const blocks: Uint8Array[] = [];
  for (let i = 0, at = 0; i < first + second; i++) blocks.push(data.subarray(at, (at += size + (i >= first ? 1 : 0))));
  const checks = blocks.map((block) => correction(block, ec));
  const out: number[] = [];
  for (let i = 0; i <= size; i++) for (const block of blocks) if (i < block.length) out.push(block[i]!);
  for (let i = 0; i < ec; i++) for (const check of checks) out.push(check[i]!);
  return Uint8Array.from(out);
}

/** Bits of a BCH code: `value` followed by its remainder. */
function bch(value: number, generator: number, degree: number): number {
  let rest = value << degree;
  for (let bit; (bit = 31 - Math.clz32(rest)) >= degree; ) rest ^= generator << (bit - degree);
  return (value << degree) | rest;
}

const MASKS: readonly ((x: number, y: number) => boolean)[] = [
  (x, y) => (x + y) % 2 === 0, (_, y) => y % 2 === 0, (x) => x % 3 === 0, (x, y) => (x + y) % 3 === 0,
  (x, y) => ((y >> 1) + Math.floor(x / 3)) % 2 === 0, (x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0, (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
];

type Square = (boolean | undefined)[][];

/** Finders, timing, alignment and version: what does not depend on the text. */
function frame(version: number): Square {
  const size = version * 4 + 17;
  const square: Square = Array.from({ length: size }, () => Array<boolean | undefined>(size).fill(undefined));
  const rings = (cx: number, cy: number, reach: number): void => {
    for (let dy = -reach; dy <= reach; dy++)
      for (let dx = -reach; dx <= reach; dx++) {
        const ring = Math.max(Math.abs(dx), Math.abs(dy)), row = square[cy + dy];
        if (row && cx + dx >= 0 && cx + dx < size) row[cx + dx] = reach === 4 ? ring < 2 || ring === 3 : ring !== 1;
      }
  };
  for (let i = 0; i < size; i++) square[6]![i] = square[i]![6] = i % 2 === 0;
  const count = version > 1 ? Math.floor(version / 7) + 2 : 0;
  const step = Math.ceil((size - 13) / (count * 2 - 2)) * 2;
  const at = Array.from({ length: count }, (_, i) => (i ? size - 7 - (count - 1 - i) * step : 6));
  for (const x of at) for (const y of at)
    if (!((x === 6 && (y === 6 || y === size - 7)) || (y === 6 && x === size - 7))) rings(x, y, 2);
  rings(3, 3, 4), rings(size - 4, 3, 4), rings(3, size - 4, 4);
  if (version > 6) {
    const bits = bch(version, 0x1f25, 12);
    for (let i = 0; i < 18; i++) {
      const a = size - 11 + (i % 3), b = Math.floor(i / 3), dark = ((bits >> i) & 1) === 1;
      square[b]![a] = square[a]![b] = dark;
    }
  }
  putFormat(square, 0);
  return square;
}

function putFormat(square: Square, mask: number): void {
  const size = square.length, bits = bch(mask, 0x537, 10) ^ 0x5412; // level M is 00
  for (let i = 0; i < 15; i++) {
    const dark = ((bits >> i) & 1) === 1;
    square[i < 6 ? i : i < 8 ? i + 1 : size - 15 + i]![8] = dark;
    square[8]![i < 8 ? size - 1 - i : i < 9 ? 7 : 14 - i] = dark;
  }
  square[size - 8]![8] = true;
}

/** How hard a square is to read, lower being better: long runs, blocks, and too much of one shade. */
function penalty(square: Square): number {
  const size = square.length;
  let sum = 0, dark = 0;
  for (let y = 0; y < size; y++) {
    const along = square[y]!.map(Number).join(''), down = square.map((row) => Number(row[y])).join('');
    for (const run of `${along} ${down}`.match(/0{5,}|1{5,}/g) ?? []) sum += run.length - 2;
    for (let x = 0; x + 1 < size && y + 1 < size; x++)
      if (new Set([square[y]![x], square[y]![x + 1], square[y + 1]![x], square[y + 1]![x + 1]]).size === 1) sum += 3;
    dark += along.split('1').length - 1;
  }
  return sum + 10 * Math.floor(Math.abs((dark * 20) / (size * size) - 10));
}

/** The code for a text, or undefined when the text is too long. A mask is chosen unless given. */
export function qr(text: string, mask?: number): boolean[][] | undefined {
  const bytes = new TextEncoder().encode(text);
  const version = 1 + BLOCKS.findIndex(([, first, size, second], i) =>
    first * size + second * (size + 1) >= bytes.length + (i < 9 ? 2 : 3));
  if (!version) return undefined;
  const empty = frame(version), size = empty.length, words = codewords(bytes, version);
  const draw = (number: number): Square => {
    const square = empty.map((row) => row.slice());
    let bit = 0;
    for (let right = size - 1, up = true; right > 0; right -= 2, up = !up) {
      if (right === 6) right = 5;
      for (let i = 0; i < size; i++)
        for (const x of [right, right - 1]) {
          const y = up ? size - 1 - i : i;
          if (empty[y]![x] !== undefined) continue;
          const dark = ((words[bit >> 3] ?? 0) >> (7 - (bit++ & 7))) & 1;
          square[y]![x] = (dark === 1) !== MASKS[number]!(x, y);
        }
    }
    putFormat(square, number);
    return square;
  };
  const drawn = (mask === undefined ? [...MASKS.keys()] : [mask]).map(draw), costs = drawn.map(penalty);
  return drawn[costs.indexOf(Math.min(...costs))] as boolean[][];
}
