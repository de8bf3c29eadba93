// Records: the one that the replay is about to show, handed over between two screens, and what only its first line tells.
let held: string | undefined;

export function handOver(record: string): void {
  held = record;
}
export const handedOver = (): string | undefined => held;

function firstLine(record: string): Record<string, unknown> {
  try {
    return (JSON.parse(record.slice(0, record.indexOf('\n'))) as Record<string, unknown> | null) ?? {};
  } catch {
    return {};
  }
}

/** The game that a record says it is of. */
export const gameIn = (record: string): string => String(firstLine(record).game ?? '');

/** Who showed which face, by seat, as a record's first line tells; "" for none. */
export function facesIn(record: string): string[] {
  const { faces } = firstLine(record);
  return Array.isArray(faces) ? faces.map((face) => (typeof face === 'string' ? face : '')) : [];
}

/** Whether a record says anything of fair shuffles (docs/fair.md). */
export const isFair = (record: string): boolean => 'fair' in firstLine(record);
