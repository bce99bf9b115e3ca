// SQL of dates that cause events: items with such a date, and dates with an event. Called by events/dueDates.ts and dueEvents.ts only.

import type { Queryable, Transaction } from 'src/server/store/database.ts';
import { partitionOf } from 'src/server/store/partitions.ts';

export interface DueDates {
  /** Number of the type. */
  readonly t: number;
  /** Path of a date that is not in a list. */
  readonly path: string;
  readonly kind: string;
  /** Inclusive, YYYY-MM-DD. */
  readonly from: string;
  readonly to: string;
}

export interface DueRow {
  readonly i: number;
  /** YYYY-MM-DD. */
  readonly due: string;
}

// The text order of the dates is their order in time.
const waiting = (t: number): string => `select x.i, x.body #>> $1::text[] as due from ${partitionOf(t)} x
  where x.t = ${t} and x.i > $5 and x.body #>> $1::text[] between $2 and $3
    and not exists (select from due_event d where d.t = ${t} and d.i = x.i and d.kind = $4 and d.due::text = x.body #>> $1::text[])
  order by x.i limit $6`;

/** Returns items after `after`, in order, with such a date and without its event. */
export const waitingDates = (
  db: Queryable,
  { t, path, from, to, kind }: DueDates,
  { after, max }: { readonly after: number; readonly max: number },
): Promise<DueRow[]> =>
  db.query<DueRow>(waiting(Math.trunc(t)), [path.split('.'), from, to, kind, after, max], `due.waiting.${t}`);

/** Records dates and returns those that were new. */
export const noteDates = (
  tx: Transaction,
  { t, kind }: Pick<DueDates, 't' | 'kind'>,
  rows: readonly DueRow[],
): Promise<DueRow[]> =>
  tx.query<DueRow>(
    `insert into due_event (t, i, kind, due) select $1, a.i, $2, a.due from unnest($3::int[], $4::date[]) as a (i, due)
      on conflict do nothing returning i, due::text as due`,
    [t, kind, rows.map(({ i }) => i), rows.map(({ due }) => due)],
    'due.note',
  );

/** Deletes dates that are older than any rule needs. */
export const pruneDates = (db: Queryable): Promise<unknown> =>
  db.query(`delete from due_event where due < now() - interval '200 days'`, []);
