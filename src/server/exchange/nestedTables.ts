// Turns nested JSON content of a record into rows of tables: one row for the record, and one for each object in a list of objects. Members of
// objects become columns. Pure.

import { isRecord } from 'src/base/isRecord.ts';
import type { Cell } from 'src/model/kinds/KindCodec.ts';

/** Headings of the members of a position, by member. The first two are numbers in every position. */
export type PositionHeadings = Readonly<Record<string, string>>;

export interface NestedRow {
  /** Names from the record to the list; empty for the row of the record. */
  readonly table: readonly string[];
  readonly key: string;
  readonly parentKey: string | undefined;
  /** Cells by heading. */
  readonly cells: ReadonlyMap<string, Cell>;
}

/** Deeper content is written as JSON. */
const MAX_TABLE_NESTING = 50;

interface Place {
  readonly table: readonly string[];
  readonly names: readonly string[];
  readonly key: string;
  readonly depth: number;
}

/** Returns both contents as one. Entries of lists of objects belong together by their place in the list. */
export const mergedContent = (one: unknown, other: unknown): unknown => {
  if (Array.isArray(one) && Array.isArray(other) && [...one, ...other].every(isRecord))
    return Array.from({ length: Math.max(one.length, other.length) }, (_, at) => mergedContent(one[at], other[at]));
  if (!isRecord(one) || !isRecord(other)) return other ?? one;
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  return Object.fromEntries([...names].map((name) => [name, mergedContent(one[name], other[name])]));
};

const plainCell = (value: unknown): Cell => {
  if (value === null || value === undefined) return null;
  return typeof value === 'string' || typeof value === 'number' ? value : JSON.stringify(value);
};

export const nestedRows = (content: unknown, recordKey: string, headings: PositionHeadings): readonly NestedRow[] => {
  const members = Object.keys(headings);
  const isPosition = (value: unknown): value is Record<string, unknown> =>
    isRecord(value) && members.length > 1 && members.slice(0, 2).every((name) => typeof value[name] === 'number');
  const positionText = (position: Record<string, unknown>): string => {
    const last = members.findLastIndex((name) => position[name] !== undefined);
    return members
      .slice(0, last + 1)
      .map((name) => String(plainCell(position[name]) ?? 0))
      .join(' ');
  };
  const listText = (list: readonly unknown[]): string =>
    list.every(isPosition)
      ? list.map(positionText).join(';')
      : list.map((each) => String(plainCell(each) ?? '')).join(' ');

  const rows: NestedRow[] = [];
  const addRow = (
    table: readonly string[],
    key: string,
    parentKey: string | undefined,
    value: unknown,
    depth: number,
  ) => {
    const cells = new Map<string, Cell>();
    rows.push({ table, key, parentKey, cells });
    addMembers(value, { table, names: [], key, depth }, cells);
  };
  const addMembers = (value: unknown, place: Place, cells: Map<string, Cell>): void => {
    if (!isRecord(value)) return;
    const named = isPosition(value) ? headings : {};
    for (const [name, member] of Object.entries(value)) {
      const heading = Object.hasOwn(named, name) ? (named[name] ?? name) : name;
      addValue(member, { ...place, names: [...place.names, heading], depth: place.depth + 1 }, cells);
    }
  };
  const addValue = (value: unknown, place: Place, cells: Map<string, Cell>): void => {
    const { table, names, key, depth } = place;
    const heading = names.join('-');
    if (depth > MAX_TABLE_NESTING) cells.set(heading, plainCell(value));
    else if (isRecord(value)) addMembers(value, place, cells);
    else if (!Array.isArray(value)) cells.set(heading, plainCell(value));
    else if (value.length > 0 && value.every((each) => isRecord(each) && !isPosition(each)))
      for (const [at, each] of value.entries())
        addRow([...table, ...names], `${key}/${names.join('/')}[${at + 1}]`, key, each, depth);
    else cells.set(heading, listText(value));
  };
  addRow([], recordKey, undefined, content, 0);
  return rows;
};
