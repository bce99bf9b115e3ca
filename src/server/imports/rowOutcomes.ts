// Outcomes of a batch of rows: what is stored of them, and the checkpoint after them.

import type { Values } from 'src/model/item/Item.ts';
import type { SettledRow } from 'src/server/imports/settleRow.ts';
import { NO_COUNTS, type ImportCounts, type ImportRow } from 'src/server/store/importRows.ts';
import type { Progress } from 'src/server/store/taskRows.ts';
import { NO_PROGRESS, type Owners } from 'src/server/tasks/runBulk.ts';

/** New records and changes that a check shows. */
const CHECK_SHOWS = { records: 20, changes: 200 } as const;

/** Outcomes so far. */
export type ImportCheckpoint = Progress & {
  /** Records that were settled, each with all of its rows, in the order in which the table is settled. */
  readonly settled: number;
  /** Position of the next outcome. */
  readonly n: number;
  readonly rows: ImportCounts;
  readonly owners: Owners;
};

export const IMPORT_START: ImportCheckpoint = { ...NO_PROGRESS, settled: 0, n: 0, rows: NO_COUNTS, owners: {} };

const ROW_STATES = { created: 'c', changed: 'u', refused: 'r' } as const;

const outcomeRow = ({ row, outcome, stored, detail }: SettledRow): Omit<ImportRow, 'n'> | undefined =>
  outcome === 'unchanged'
    ? undefined
    : { row, state: ROW_STATES[outcome], id: stored?.id ?? null, u: stored?.u ?? null, detail };

/** Rows that were refused together with the first row of their item. */
const otherRefusals = ({ refusals = [] }: SettledRow): Omit<ImportRow, 'n'>[] =>
  refusals.map(({ row, detail }) => ({ row, state: 'r', id: null, u: null, detail }));

/** Returns how many rows of the file were settled. */
const countRows = (settled: readonly SettledRow[]): number =>
  settled.reduce((sum, { others = [] }) => sum + 1 + others.length, 0);

/** Further changed items come before the item of the row. */
const alikeRows = ({ row, alike = [] }: SettledRow): Omit<ImportRow, 'n'>[] =>
  alike.map(({ stored: { id, u }, before }) => ({
    row,
    state: 'u' as const,
    id,
    u,
    detail: { before, cells: [], related: true },
  }));

const relatedRows = ({ row, related, added }: SettledRow): Omit<ImportRow, 'n'>[] => [
  ...related.map(({ id, u }) => ({ row, state: 'c' as const, id, u, detail: { related: true } })),
  ...added.map((value) => ({
    ...{ row, state: 'k' as const, id: null, u: null },
    detail: { message: 'import.addedValue', params: { value }, paths: [] } as Values,
  })),
];

/** Returns the outcomes that a check stores: refused rows, and the first new records and changes. */
const checkedRows = (settled: readonly SettledRow[], { rows }: ImportCheckpoint): Omit<ImportRow, 'n'>[] => {
  let [recordsLeft, changesLeft] = [CHECK_SHOWS.records - rows.created, CHECK_SHOWS.changes - rows.changed];
  return settled.flatMap((each): Omit<ImportRow, 'n'>[] => {
    const row = outcomeRow(each);
    if (each.outcome === 'refused') return row ? [row, ...otherRefusals(each)] : [];
    if (each.outcome === 'created' && recordsLeft-- > 0)
      return [
        { ...{ row: each.row, state: 'p', id: null, u: null }, detail: { values: each.stored?.properties ?? {} } },
      ];
    if (each.outcome === 'changed' && changesLeft-- > 0 && row) return [row];
    return [];
  });
};

/** Returns the rows that are stored of a batch. */
export const outcomeRows = (
  settled: readonly SettledRow[],
  isCheck: boolean,
  before: ImportCheckpoint,
): ImportRow[] => {
  const rows = isCheck
    ? checkedRows(settled, before)
    : settled.flatMap((each) => [
        ...relatedRows(each),
        ...alikeRows(each),
        ...[outcomeRow(each) ?? []].flat(),
        ...otherRefusals(each),
      ]);
  return rows.map((row, at) => ({ n: before.n + at, ...row }));
};

const countOf = (settled: readonly SettledRow[], outcome: SettledRow['outcome']): number =>
  settled.filter((each) => each.outcome === outcome).length;

const countsAfter = (
  { created, changed, unchanged, refused }: ImportCounts,
  settled: readonly SettledRow[],
): ImportCounts => ({
  created: created + countOf(settled, 'created'),
  changed: changed + countOf(settled, 'changed'),
  unchanged: unchanged + countOf(settled, 'unchanged'),
  refused: refused + countRows(settled.filter(({ outcome }) => outcome === 'refused')),
});

export const nextCheckpoint = (
  before: ImportCheckpoint,
  settled: readonly SettledRow[],
  { outcomes, owners }: { readonly outcomes: number; readonly owners: Owners },
): ImportCheckpoint => {
  const rows = countsAfter(before.rows, settled);
  const { created, changed, unchanged, refused } = rows;
  return {
    ...{ done: before.done + countRows(settled), total: before.total, rows, owners },
    counts: { changed: created + changed, unchanged, refused },
    settled: before.settled + settled.length,
    n: before.n + outcomes,
  };
};
