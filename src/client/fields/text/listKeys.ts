// Keys of list entries that follow their values when they move, also if a value occurs twice by mistake.

export const listKeys = (values: readonly unknown[]): readonly string[] => {
  const seen = new Map<string, number>();
  return values.map((value) => {
    const name = typeof value === 'string' ? value : '';
    const count = (seen.get(name) ?? 0) + 1;
    seen.set(name, count);
    return `${name} ${count}`;
  });
};
