// Rows of imports: runs, and the outcome of each row. Called by the tasks of imports in the transaction of a batch.

import type { ItemId, Json, Values } from 'src/model/item/Item.ts';
import type { Queryable, Transaction } from 'src/server/store/database.ts';

/** Days for which an import can be undone, and for which the outcome of a check is stored. */
export const UNDO_DAYS = 90;
const CHECK_DAYS = 7;

export interface NewImportRun {
  readonly key: string;
  readonly userId: ItemId;
  /** Number of the Import item; undefined for a check. */
  readonly import?: number | undefined;
  readonly t: number;
  readonly owner: string;
  /** Hash of the file. */
  readonly file: string;
  /** No other import may write into the records of the type and owner meanwhile. Records of an empty owner may have any owner. */
  readonly live: boolean;
  /** State of the Import item before an undo. */
  readonly former?: string | undefined;
}

/** Rows by outcome. */
export type ImportCounts = {
  readonly created: number;
  readonly changed: number;
  readonly unchanged: number;
  readonly refused: number;
};

/** Records that an undo took back. */
export type UndoCounts = {
  readonly removed: number;
  readonly restored: number;
};

export const NO_COUNTS: ImportCounts = { created: 0, changed: 0, unchanged: 0, refused: 0 };

export interface ImportRun {
  readonly key: string;
  readonly userId: ItemId;
  readonly import: number | null;
  readonly former: string | null;
  /** Empty before the first batch. */
  readonly counts: Partial<ImportCounts & UndoCounts>;
}

/** Adds a run. Returns false when another import is live. */
export const addImportRun = async (tx: Transaction, run: NewImportRun): Promise<boolean> => {
  const { key, userId, import: number = null, t, owner, file, live, former = null } = run;
  const days = number === null ? CHECK_DAYS : UNDO_DAYS;
  // Concurrent starts are compared one after another.
  if (live) await tx.query(`select pg_advisory_xact_lock(hashtextextended($1, 0))`, [`import ${t}`]);
  const added = await tx.query(
    `insert into import_run (key, user_id, import, t, owner, file, live, until, former)
      select $1::uuid, $2, $3::int, $4::smallint, $5::text, $6, $7::boolean, now() + make_interval(days => $8), $9
        where not $7::boolean
          or not exists (select from import_run r where r.live and r.t = $4::smallint and (r.owner in ($5::text, '') or $5::text = ''))
      on conflict (t, owner) where live do nothing returning 1`,
    [key, userId, number, t, owner, file, live, days, former],
  );
  return added.length > 0;
};

export const importRunOf = async (db: Queryable, key: string): Promise<ImportRun | undefined> =>
  (
    await db.query<ImportRun>(
      'select key, user_id as "userId", import, former, counts from import_run where key = $1',
      [key],
    )
  )[0];

export const setImportCounts = async (
  tx: Transaction,
  key: string,
  counts: ImportCounts | UndoCounts,
): Promise<void> => {
  await tx.query('update import_run set counts = $2::jsonb where key = $1', [key, JSON.stringify(counts)]);
};

/** Returns the key of the run that made the Import item. */
export const runOfImport = async (db: Queryable, number: number): Promise<string | undefined> =>
  (await db.query<{ key: string }>('select key from import_run where import = $1 order by until limit 1', [number]))[0]
    ?.key;

/** Returns true if the owner has imported this file into the type and has not undone it. */
export const isImportedAlready = async (
  db: Queryable,
  { t, owner, file }: Pick<NewImportRun, 't' | 'owner' | 'file'>,
): Promise<boolean> =>
  (
    await db.query(
      `select 1 from import_run r where t = $1 and owner = $2 and file = $3 and import is not null and not undone
        and exists (select from import_row w where w.run = r.key and w.state in ('c', 'u')) limit 1`,
      [t, owner, file],
    )
  ).length > 0;

/** Notes that a run has ended, so that the next import can begin. */
export const endImportRun = async (
  tx: Transaction,
  key: string,
  { undone = false }: { readonly undone?: boolean } = {},
): Promise<void> => {
  await tx.query('update import_run set live = false, undone = undone or $2 where key = $1', [key, undone]);
};

/** Created, changed, refused, a record that a check would create, taken back, kept by an undo. */
export type ImportRowState = 'c' | 'u' | 'r' | 'p' | 'b' | 'k';

export interface ImportRow {
  readonly n: number;
  readonly row: number;
  readonly state: ImportRowState;
  readonly id: ItemId | null;
  readonly u: number | null;
  readonly detail: Values;
}

/** Forgets the rows of a check that begins again. */
export const clearImportRows = async (tx: Transaction, run: string): Promise<void> => {
  await tx.query('delete from import_row where run = $1', [run]);
};

export const addImportRows = async (tx: Transaction, run: string, rows: readonly ImportRow[]): Promise<void> => {
  if (rows.length === 0) return;
  await tx.query(
    `insert into import_row (run, n, row, state, id, u, detail)
      select $1, a.n, a.row, a.state, a.id, a.u, a.detail::jsonb
      from unnest($2::int[], $3::int[], $4::text[], $5::text[], $6::int[], $7::text[]) as a (n, row, state, id, u, detail)`,
    [
      run,
      rows.map(({ n }) => n),
      rows.map(({ row }) => row),
      rows.map(({ state }) => state),
      rows.map(({ id }) => id),
      rows.map(({ u }) => u),
      rows.map(({ detail }) => JSON.stringify(detail)),
    ],
    'import.rows',
  );
};

const ROW_COLUMNS = 'n, row, state, id, u, detail';

/** Returns rows of the states with numbers of the file above `after`. Refused rows are in the order of the file. */
export const importRowsIn = (
  db: Queryable,
  run: string,
  {
    states,
    after = 0,
    most,
  }: { readonly states: readonly ImportRowState[]; readonly after?: number; readonly most: number },
): Promise<ImportRow[]> =>
  db.query<ImportRow>(
    `select ${ROW_COLUMNS} from import_row where run = $1 and state = any($2::text[]) and row > $3
      order by case state when 'r' then row end, n limit $4`,
    [run, states, after, most],
    'import.rowsIn',
  );

/** Returns the last changes that were not taken back yet, below the position `before`. */
export const importedRowsBefore = (
  tx: Transaction,
  run: string,
  { before, most }: { readonly before: number; readonly most: number },
): Promise<ImportRow[]> =>
  tx.query<ImportRow>(
    `select ${ROW_COLUMNS} from import_row where run = $1 and state in ('c', 'u') and n < $2 order by n desc limit $3`,
    [run, before, most],
    'import.before',
  );

export const countImportRows = async (
  db: Queryable,
  run: string,
): Promise<Readonly<Partial<Record<ImportRowState, number>>>> => {
  const rows = await db.query<{ state: ImportRowState; count: number }>(
    'select state, count(*)::int as count from import_row where run = $1 group by state',
    [run],
  );
  return Object.fromEntries(rows.map(({ state, count }) => [state, count]));
};

/** Notes that rows were taken back, with the versions that their items have now. */
export const noteRowsTakenBack = async (
  tx: Transaction,
  run: string,
  rows: readonly Pick<ImportRow, 'n' | 'u'>[],
): Promise<void> => {
  if (rows.length === 0) return;
  await tx.query(
    `update import_row w set state = 'b', u = a.u from unnest($2::int[], $3::int[]) as a (n, u) where w.run = $1 and w.n = a.n`,
    [run, rows.map(({ n }) => n), rows.map(({ u }) => u)],
  );
};

/** Returns the rows of the file from which this run created the items. */
export const rowsThatCreated = async (
  db: Queryable,
  run: string,
  ids: readonly ItemId[],
): Promise<ReadonlyMap<ItemId, number>> => {
  if (ids.length === 0) return new Map();
  const rows = await db.query<{ id: ItemId; row: number }>(
    `select id, row from import_row where run = $1 and id = any($2::text[]) and state in ('c', 'u')`,
    [run, ids],
    'import.created',
  );
  return new Map(rows.map(({ id, row }) => [id, row]));
};

/** Deletes outcomes that are no longer needed. */
export const pruneImportRuns = (db: Queryable): Promise<unknown> =>
  db.query('delete from import_run where until < now()');

/** Returns the details of refused rows, in order, for the file that is corrected and imported again. */
export const refusedImportRows = async (
  db: Queryable,
  run: string,
  { most, bytes }: { readonly most: number; readonly bytes: number },
): Promise<{ row: number; detail: Readonly<Record<string, Json>> }[]> =>
  await db.query(
    `select row, detail from (
        select n, row, detail, sum(octet_length(detail::text)) over (order by row, n) as bytes
          from import_row where run = $1 and state = 'r' order by row, n limit $2
      ) x where x.bytes <= $3 order by x.row, x.n`,
    [run, most, bytes],
  );
