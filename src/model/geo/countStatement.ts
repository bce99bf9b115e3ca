// Counts of items in an area that may be shared: by kind and distance band, without names or positions. Small counts are left out and
// others rounded down, so that single records are hard to infer (decision 39).

import type { Overlap } from 'src/model/generated/wire.ts';

/** Smaller counts are not reported. Others are rounded down to multiples of this. */
export const FEWEST_REPORTED = 5;

export interface CountLine {
  /** Undefined in the line for all items that are not named. */
  readonly type: string | undefined;
  readonly kind: string | undefined;
  /** Index among the bands. */
  readonly band: number;
  /** Undefined when the count is below the reported minimum, possibly zero. */
  readonly least: number | undefined;
}

type Row = Overlap['rows'][number];

const reported = (count: number): number | undefined =>
  count < FEWEST_REPORTED ? undefined : count - (count % FEWEST_REPORTED);

const compareKinds = ({ kind: one = '' }: Row, { kind: other = '' }: Row): number =>
  one < other ? -1 : one > other ? 1 : 0;

const isReported = (counts: readonly number[]): boolean => counts.some((count) => count >= FEWEST_REPORTED);

const bandSums = (rows: readonly Row[], bands: number): number[] =>
  Array.from({ length: bands }, (_, band) => rows.reduce((sum, { counts }) => sum + (counts[band] ?? 0), 0));

interface StatementWords {
  /** Returns true for types that are records of knowledge. Work, requests and territories are not counted. */
  readonly isCounted: (type: string) => boolean;
  /** Returns true when the kind is declared by the site. A typed text could contain a name. */
  readonly isNamed: (type: string, kind: string) => boolean;
}

/**
 * Returns the lines, grouped by kind in the order of the bands. A kind with too few items in each band, or with a typed name, is counted
 * with its type; a type with too few is counted with all such types. Those lines exist even when they are empty, and the order is by name,
 * so that neither reveals more than the counts.
 */
export const countStatement = (
  { bands, rows: all }: Pick<Overlap, 'bands' | 'rows'>,
  { isCounted, isNamed }: StatementWords,
): CountLine[] => {
  const rows = all.filter(({ type }) => isCounted(type));
  const linesOf = (type: string | undefined, kind: string | undefined, counts: readonly number[]): CountLine[] =>
    bands.map((_, band) => ({ type, kind, band, least: reported(counts[band] ?? 0) }));
  const lines: CountLine[] = [];
  const unreportedRows: Row[] = [];
  for (const type of [...new Set(rows.map((row) => row.type))].toSorted()) {
    const ofType = rows.filter((row) => row.type === type).toSorted(compareKinds);
    const isSeparate = ({ kind, counts }: Row): boolean =>
      kind !== undefined && isNamed(type, kind) && isReported(counts);
    const others = ofType.filter((row) => !isSeparate(row));
    for (const { kind, counts } of ofType.filter(isSeparate)) lines.push(...linesOf(type, kind, counts));
    const together = bandSums(others, bands.length);
    if (isReported(together)) lines.push(...linesOf(type, undefined, together));
    else unreportedRows.push(...others);
  }
  return [...lines, ...linesOf(undefined, undefined, bandSums(unreportedRows, bands.length))];
};
