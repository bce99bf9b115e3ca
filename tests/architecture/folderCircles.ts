// Finds folders that import in a circle.

export interface FolderImport {
  readonly from: string;
  readonly to: string;
}

/** Returns the names that lie on a circle: those that are left when what imports nothing, or is imported by nothing, is taken away. */
export const inCircles = (imports: readonly FolderImport[]): string[] => {
  let left = imports.filter(({ from, to }) => from !== to);
  for (;;) {
    const [sources, targets] = [new Set(left.map(({ from }) => from)), new Set(left.map(({ to }) => to))];
    const next = left.filter(({ from, to }) => sources.has(to) && targets.has(from));
    if (next.length === left.length) return [...sources].toSorted();
    left = next;
  }
};
