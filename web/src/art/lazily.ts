/** Things by name, each made when it is first asked for: a table shows few of all the pictures of its game. */
export function lazily<Name extends string, Thing>(makers: Record<Name, () => Thing>): Readonly<Record<Name, Thing>> {
  const made = {} as Record<Name, Thing>;
  for (const name in makers)
    Object.defineProperty(made, name, {
      enumerable: true,
      configurable: true,
      get() {
        const value = makers[name]();
        Object.defineProperty(made, name, { value, enumerable: true });
        return value;
      },
    });
  return made;
}

/** The same as `ink` takes them: each is drawn when it is first shown, on a first board after its first frame. */
export const drawers = <Name extends string, Thing>(things: Readonly<Record<Name, Thing>>): Readonly<Record<Name, () => Thing>> =>
  Object.fromEntries(Object.keys(things).map((name) => [name, () => things[name as Name]])) as Record<Name, () => Thing>;

/** One thing by itself. */
export function once<Thing>(make: () => Thing): () => Thing {
  let made: Thing | undefined;
  return () => (made ??= make());
}
