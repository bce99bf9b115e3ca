// A statement of counts about an area that may be shared: by kind and band, never what or where. Small counts look like none,
// and others are rounded down, so that one record more or less, or an area a little larger, shows as seldom as possible (decision 39).

import type { Overlap } from 'src/model/generated/wire.ts';

/** Fewer than these are not said. Others are rounded down to multiples of it. */
export const FEWEST_REPORTED = 5;

export interface CountLine {
  /** Undefined: of all that stands under no name of its own. */
  readonly type: string | undefined;
  readonly kind: string | undefined;
  /** Its place among the bands. */
  readonly band: number;
  /** Undefined: fewer than are reported, perhaps none. */
  readonly least: number | undefined;
}

type Row = Overlap['rows'][number];

const reported = (count: number): number | undefined =>
  count < FEWEST_REPORTED ? undefined : count - (count % FEWEST_REPORTED);

const byKind = ({ kind: one = '' }: Row, { kind: other = '' }: Row): number => (one < other ? -1 : one > other ? 1 : 0);

const isReported = (counts: readonly number[]): boolean => counts.some((count) => count >= FEWEST_REPORTED);

const sumOf = (rows: readonly Row[], bands: number): number[] =>
  Array.from({ length: bands }, (_, band) => rows.reduce((sum, { counts }) => sum + (counts[band] ?? 0), 0));

interface StatementWords {
  /** Whether items of the type are records of knowledge. Work, requests and territories are none, and are not counted. */
  readonly isCounted: (type: string) => boolean;
  /** True where the kind is a word of the site. A typed text could be a name. */
  readonly isNamed: (type: string, kind: string) => boolean;
}

/**
 * Lines of one kind stand together, in the order of the bands. A kind that has too few in each band, or that somebody typed as they
 * liked, is not named but counted with its type; a type that has too few is counted with all others like it. Those others have their
 * lines also where there are none, and the order is that of the names: neither says what the counts do not.
 */
export const countStatement = (
  { bands, rows: all }: Pick<Overlap, 'bands' | 'rows'>,
  { isCounted, isNamed }: StatementWords,
): CountLine[] => {
  const rows = all.filter(({ type }) => isCounted(type));
  const linesOf = (type: string | undefined, kind: string | undefined, counts: readonly number[]): CountLine[] =>
    bands.map((_, band) => ({ type, kind, band, least: reported(counts[band] ?? 0) }));
  const lines: CountLine[] = [];
  const rest: Row[] = [];
  for (const type of [...new Set(rows.map((row) => row.type))].toSorted()) {
    const ofType = rows.filter((row) => row.type === type).toSorted(byKind);
    const isSeparate = ({ kind, counts }: Row): boolean =>
      kind !== undefined && isNamed(type, kind) && isReported(counts);
    const others = ofType.filter((row) => !isSeparate(row));
    for (const { kind, counts } of ofType.filter(isSeparate)) lines.push(...linesOf(type, kind, counts));
    const together = sumOf(others, bands.length);
    if (isReported(together)) lines.push(...linesOf(type, undefined, together));
    else rest.push(...others);
  }
  return [...lines, ...linesOf(undefined, undefined, sumOf(rest, bands.length))];
};
