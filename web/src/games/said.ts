// Sentences, as keys and arguments, in no language yet. Nothing here reads a catalogue;
// speak.ts does.

/** A sentence to be: its key, and arguments that may be sentences themselves. */
export interface Said {
  key: string;
  args?: Record<string, Arg>;
}
export type Arg = string | number | Said | Joined | Row;
/** Things in a row: "5, 9 and 12". */
export interface Joined {
  list: readonly Arg[];
}

/** Numbers in a row, without an "and": "4, 6, 7". */
export interface Row {
  row: readonly Arg[];
}

/** Makes the sentences of a game, whose keys begin with its name. */
export const sayer = (game: string) => (key: string, args?: Record<string, Arg>): Said =>
  args ? { key: `${game}.${key}`, args } : { key: `${game}.${key}` };
