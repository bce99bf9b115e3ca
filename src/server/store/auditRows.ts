// SQL of the audit: one statement that adds and four that read. There must be no others.

import type { ItemId } from 'src/model/item/Item.ts';
import type { Queryable } from 'src/server/store/database.ts';

export interface NewAuditRow {
  readonly subject: ItemId | null;
  readonly actor: ItemId | null;
  readonly session: string | null;
  readonly t: number;
  readonly i: number;
  readonly u: number;
}

export interface AuditRow extends NewAuditRow {
  readonly seq: number;
  readonly at: Date;
  readonly channel: string;
  readonly owners: readonly string[];
}

// Reads the owners with a sub-select: a join over the partitions could become a scan of all of them.
const ADD_ENTRY_SQL = `insert into read_audit (at, through, subject, actor, session, t, i, u, owners)
  select $1, $2, s.subject, s.actor, s.session, s.t, s.i, s.u,
    coalesce((select x.owners from item x where x.t = s.t and x.i = s.i), '{}')
  from unnest($3::text[], $4::text[], $5::text[], $6::smallint[], $7::int[], $8::int[]) s (subject, actor, session, t, i, u)`;

export const addAuditRows = (
  db: Queryable,
  { at, channel }: { readonly at: Date; readonly channel: string },
  rows: readonly NewAuditRow[],
): Promise<unknown> => {
  const column = <Name extends keyof NewAuditRow>(name: Name): NewAuditRow[Name][] => rows.map((row) => row[name]);
  return db.query(
    ADD_ENTRY_SQL,
    [at, channel, column('subject'), column('actor'), column('session'), column('t'), column('i'), column('u')],
    'audit.add',
  );
};

const AUDIT_COLUMNS = 'seq::float8 as seq, at, through as channel, subject, actor, session, t, i, u, owners';

export interface AuditPage {
  readonly types: readonly number[];
  readonly numbers: readonly number[];
  readonly before: number | undefined;
  readonly max: number;
}

/** Returns entries, newest first. */
export const auditRowsOf = (db: Queryable, { types, numbers, before, max }: AuditPage): Promise<AuditRow[]> =>
  db.query<AuditRow>(
    `select ${AUDIT_COLUMNS} from read_audit
     where (t, i) in (select * from unnest($1::smallint[], $2::int[])) and ($3::bigint is null or seq < $3)
     order by read_audit.seq desc limit $4`,
    [types, numbers, before ?? null, max],
    'audit.trail',
  );

/** Returns entries after the row `after`, oldest first; with `owner` those that it owned at the time. */
export const auditRowsAfter = (
  db: Queryable,
  after: number,
  { owner, max }: { readonly owner: ItemId | undefined; readonly max: number },
): Promise<AuditRow[]> =>
  db.query<AuditRow>(
    `select ${AUDIT_COLUMNS} from read_audit where seq > $1 and ($2::text is null or $2 = any(owners)) order by read_audit.seq limit $3`,
    [after, owner ?? null, max],
    'audit.after',
  );

export interface ReadsPage {
  readonly by: ItemId | undefined;
  readonly owner: ItemId | undefined;
  readonly from: string | undefined;
  readonly until: string | undefined;
  /** Numbers of the types to which the entries are limited; undefined for all. */
  readonly only: readonly number[] | undefined;
  /** Numbers of types whose entries are left out. */
  readonly without: readonly number[];
  readonly before: number | undefined;
  readonly max: number;
}

/** Returns entries of a person, an owner, a time and types, newest first. */
export const readsRows = (
  db: Queryable,
  { by, owner, from, until, only, without, before, max }: ReadsPage,
): Promise<AuditRow[]> =>
  db.query<AuditRow>(
    `select ${AUDIT_COLUMNS} from read_audit
     where ($1::text is null or coalesce(actor, subject) = $1) and ($2::text is null or $2 = any(owners))
       and ($3::timestamptz is null or at >= $3) and ($4::timestamptz is null or at < $4)
       and ($5::smallint[] is null or t = any($5)) and t <> all($6::smallint[])
       and ($7::bigint is null or seq < $7)
     order by read_audit.seq desc limit $8`,
    [by ?? null, owner ?? null, from ?? null, until ?? null, only ?? null, without, before ?? null, max],
    'audit.reads',
  );

export interface CopiesRow {
  readonly at: Date;
  readonly by: ItemId | null;
  /** Items, each counted once. */
  readonly count: number;
}

/** Returns when items were read on the channels, newest first. A row contains the items that a user read on a channel in the same minute. */
export const copiesRowsOf = (
  db: Queryable,
  {
    types,
    numbers,
    channels,
    max,
  }: Pick<AuditPage, 'types' | 'numbers' | 'max'> & { readonly channels: readonly string[] },
): Promise<CopiesRow[]> =>
  db.query<CopiesRow>(
    `select max(at) as at, coalesce(actor, subject) as by, count(distinct (t, i))::int as count from read_audit
     where (t, i) in (select * from unnest($1::smallint[], $2::int[])) and through = any($3)
     group by date_trunc('minute', at), through, coalesce(actor, subject) order by 1 desc limit $4`,
    [types, numbers, channels, max],
    'audit.copies',
  );
