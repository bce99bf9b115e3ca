// Finds folders that import in a circle.

export interface FolderImport {
  readonly from: string;
  readonly to: string;
}

/** Returns the names in a cycle: those that remain after repeatedly removing folders that import nothing or that nothing imports. */
export const inCircles = (imports: readonly FolderImport[]): string[] => {
  let left = imports.filter(({ from, to }) => from !== to);
  for (;;) {
    const [sources, targets] = [new Set(left.map(({ from }) => from)), new Set(left.map(({ to }) => to))];
    const next = left.filter(({ from, to }) => sources.has(to) && targets.has(from));
    if (next.length === left.length) return [...sources].toSorted();
    left = next;
  }
};
