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
