// The record that the replay is about to show, handed over between two screens.
let held: string | undefined;

export function handOver(record: string): void {
  held = record;
}
export const handedOver = (): string | undefined => held;
