// The item types that tests run through one by one. Of the types made of step kinds the first stands for all: they differ in their
// own properties alone, which the compiler's tests look at.

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
