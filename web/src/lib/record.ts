// Records: the one that the replay is about to show, handed over between two screens, and what only its first line tells.
let held: string | undefined;

export function handOver(record: string): void {
  held = record;
}
export const handedOver = (): string | undefined => held;

/** Who showed which face, by seat, as a record's first line tells; "" for none. */
export function facesIn(record: string): string[] {
  try {
    const { faces } = JSON.parse(record.slice(0, record.indexOf('\n'))) as { faces?: unknown };
    return Array.isArray(faces) ? faces.map((face) => (typeof face === 'string' ? face : '')) : [];
  } catch {
    return [];
  }
}
