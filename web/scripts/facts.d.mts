export function factsOf(wasm: Uint8Array): { games: Record<string, { id: string }> };
