// Names and texts of the columns in exports of geometries.

import type { Cell } from 'src/model/kinds/KindCodec.ts';
import { captionsOf, type ExportSource } from 'src/server/exchange/exportSource.ts';

/** Returns captions as unique member names: repeated ones, and those that the format uses itself, get a number. */
export const uniqueNames = (source: ExportSource, used: readonly string[] = []): string[] => {
  const seen = new Map(used.map((name) => [name, 1]));
  return captionsOf(source).map((caption) => {
    // Mapping programs ignore case.
    const key = caption.toLowerCase();
    const count = (seen.get(key) ?? 0) + 1;
    seen.set(key, count);
    return count === 1 ? caption : `${caption} (${count})`;
  });
};

/** Returns captions with their cells, without empty ones. */
export const facts = (names: readonly string[], cells: readonly Cell[]): (readonly [name: string, text: string])[] =>
  names.flatMap((name, at) => {
    const cell = cells[at] ?? null;
    return cell === null ? [] : [[name, String(cell)] as const];
  });
