// Item types that tests run through one by one. The first type made of a step kind represents all such types: they differ only in their own
// properties, which the compiler's tests check.

interface Declared<T> {
  readonly types: Readonly<Record<string, T>>;
  readonly steps: Readonly<Record<string, { readonly type: string }>>;
}

export const pickTypes = <T>({ types, steps }: Declared<T>): Record<string, T> => {
  const alike = new Set(
    Object.values(steps)
      .slice(1)
      .map(({ type }) => type),
  );
  return Object.fromEntries(Object.entries(types).filter(([name]) => !alike.has(name)));
};
