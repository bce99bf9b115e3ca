// Names and texts of the columns in exports of geometries.

import type { Cell } from 'src/model/kinds/KindCodec.ts';
import { captionsOf, type ExportRow, type ExportSource } from 'src/server/exchange/exportSource.ts';
import { contentCells } from 'src/server/exchange/nestedContent.ts';

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

/** Returns the nested content of a record as further members, without empty ones. A name that is used gets another beginning. */
export const contentFacts = (
  row: ExportRow,
  source: Pick<ExportSource, 'mappingOf'>,
  used: readonly string[],
): (readonly [name: string, cell: Cell])[] => {
  const taken = new Set(used.map((name) => name.toLowerCase()));
  return [...contentCells(row, source)].flatMap(([heading, cell]) => {
    if (cell === null) return [];
    let name = heading;
    while (taken.has(name.toLowerCase())) name = `_${name}`;
    taken.add(name.toLowerCase());
    return [[name, cell] as const];
  });
};
