// Writes items: one statement for the row, restricted properties, history and the change feed, so that a write takes one round trip and is
// atomic. Called by writeItems, moveReaders and removeItems only.

import type { Json } from 'src/model/item/Item.ts';
import { pendingFor, unlessClosed } from 'src/server/store/readers/readCondition.ts';
import type { Transaction } from 'src/server/store/database.ts';
import { geometryParameters, putGeometries, type GeometryToWrite } from 'src/server/store/geometryRows.ts';
import { jobOfWriteSql, jobParameters, type JobOfWrite } from 'src/server/store/jobRows.ts';
import { numbered, partitionOf } from 'src/server/store/partitions.ts';
import type { SplitItem } from 'src/server/store/splitItem.ts';

/** Channel of the change feed. Readers in all processes are notified after each commit. */
export const FEED = 'outbox';

type Diff = Readonly<Record<string, Json>>;

/** A split item with its words interned. */
export interface ItemToWrite {
  readonly t: number;
  readonly schema: number;
  readonly i: number;
  readonly n: number;
  /** Counter after the write. */
  readonly u: number;
  readonly acl: number;
  readonly oldAcl: number | undefined;
  /** See Change.moved of the change feed. */
  readonly moved: readonly number[] | undefined;
  readonly level: number;
  readonly owners: readonly string[];
  readonly at: Date;
  readonly by: string;
  /** Creation of an item from another installation; by default it is created at `at` by `by`. Used by writeMany only. */
  readonly origin?: { readonly created: string; readonly creator: string; readonly updater: string | undefined };
  readonly actor: string | undefined;
  /** Action that writes. */
  readonly action: string | undefined;
  /** See WriteMetadata. */
  readonly helper: string | undefined;
  readonly folded: string;
  readonly terms: readonly number[];
  readonly parts: readonly RestrictedRow[];
  readonly geometries: readonly GeometryToWrite[];
  readonly split: SplitItem;
  readonly kind: string;
  readonly diff: Diff;
  /** Other tables with values of the item. Only these are accessed. */
  readonly restricted: { readonly levels: boolean; readonly geometries: boolean };
  readonly job?: JobOfWrite | undefined;
}

export interface RestrictedRow {
  readonly level: number;
  readonly acl: number;
  readonly terms: readonly number[];
  readonly sortKeys: Json;
  readonly body: Json;
  readonly tsv: string;
}

const intArray = (values: readonly number[]): string => `{${values.join(',')}}`;

// $1 t, $2 i, $3 n, $4 u, $5 acl, $6 level, $7 owners, $8 at, $9 by, $10 label, $11 folded, $12 terms, $13 sort_keys, $14 body, $15 words,
// $16 actor, $17 kind, $18 diff, $19 old acl, $20 moved, $21 the kind of change in the feed, $22 action, $23 helper
const common = (item: ItemToWrite): unknown[] => [
  item.t,
  item.i,
  item.n,
  item.u,
  item.acl,
  item.level,
  item.owners,
  item.at,
  item.by,
  item.split.label,
  item.folded,
  intArray(item.terms),
  JSON.stringify(item.split.base.sortKeys),
  JSON.stringify(item.split.base.body),
  item.split.base.tsv,
  item.actor ?? null,
  item.kind,
  JSON.stringify(item.diff),
  item.oldAcl ?? null,
  item.moved ?? null,
];

const levelParameters = ({ parts }: ItemToWrite): unknown[] => [
  parts.map((part) => part.level),
  parts.map((part) => part.acl),
  parts.map((part) => intArray(part.terms)),
  parts.map((part) => JSON.stringify(part.sortKeys)),
  parts.map((part) => JSON.stringify(part.body)),
  parts.map((part) => part.tsv),
];

/** Returns CTEs of levels; `first` is the number of their first parameter. */
const putLevels = (first: number, replaces: boolean): string => {
  const [levels, acls, fvs, sks, bodies, tsv] = [0, 1, 2, 3, 4, 5].map((each) => `$${first + each}`);
  const put = `parts as (insert into item_level (t, i, level, acl, terms, sort_keys, body, tsv)
    select $1::smallint, $2::int, p.level, p.acl, p.terms::int[], p.sort_keys::jsonb, p.body::jsonb, p.words::tsvector
    from unnest(${levels}::smallint[], ${acls}::int[], ${fvs}::text[], ${sks}::text[], ${bodies}::text[], ${tsv}::text[]) as p (level, acl, terms, sort_keys, body, words)`;
  if (!replaces) return `, ${put})`;
  // Remaining parts are updated: deleting and inserting the same key in one statement would depend on their order.
  return `, gone as (delete from item_level where t = $1 and i = $2 and level <> all(${levels}::smallint[])), ${put}
    on conflict (t, i, level) do update set acl = excluded.acl, terms = excluded.terms, sort_keys = excluded.sort_keys, body = excluded.body, tsv = excluded.tsv)`;
};

const SET_COLUMNS = `acl = $5, level = $6, owners = $7::text[], label = $10, folded = $11, terms = $12::int[], sort_keys = $13::jsonb, body = $14::jsonb, tsv = $15::tsvector`;

const buildStatement = (verb: Verb, t: number, schema: number): string => {
  const table = partitionOf(t);
  switch (verb) {
    case 'insert':
      return `insert into ${table} (t, i, n, u, acl, level, owners, created, creator, updated, updater, label, folded, terms, sort_keys, body, tsv, schema)
        values ($1, $2, $3, $4, $5, $6, $7::text[], $8, $9, $8, $9, $10, $11, $12::int[], $13::jsonb, $14::jsonb, $15::tsvector, ${schema})`;
    case 'update':
      return `update ${table} set u = $4, updated = $8, updater = $9, schema = ${schema}, ${SET_COLUMNS} where t = $1 and i = $2 and n = $3 and u = $4::int - 1`;
    case 'reindex':
      return `update ${table} x set schema = ${schema}, ${SET_COLUMNS} where t = $1 and i = $2 and n = $3 and u = $4`;
  }
};

export const OPS: Readonly<Record<Verb, string>> = { insert: 'c', update: 'u', reindex: 'a' };
// Stores the readers of this version: a value is shown later only to people who could read it then.
const historySql = (levels: boolean): string => `kept as (
  insert into item_history (t, i, u, at, by, actor, op, kind, diff, acl, level, action, helper, part_levels, part_acls)
  select $1, $2, u, $8, $9, $16, $21, $17, $18::jsonb, $5, $6, $22, $23, ${levels ? `$${COMMON + 1}::smallint[], $${COMMON + 2}::int[]` : "'{}', '{}'"} from made)`;
// A reindex writes no history. This uses the parameters of the history, because a statement must use all its parameters.
const NO_HISTORY = `kept as (select $8::timestamptz, $9::text, $16::text, $17::text, $18::jsonb, $22::text, $23::text)`;
const partAcls = (levels: boolean): string => (levels ? `nullif($${COMMON + 2}::int[], '{}')` : 'null::int[]');
const outboxRow = (levels: boolean): string => `insert into outbox (t, i, n, u, acl, old_acl, op, moved, part_acls)
  select $1, $2, n, u, $5, $19::int, $21, $20::int[], ${partAcls(levels)} from made`;
/** SQL condition: row `x` has pending readers, so a change of its own readers changes no rights yet. */
const IS_PENDING = `exists (select ${pendingFor('x')})`;
const outboxRowOfReindex = (
  levels: boolean,
): string => `insert into outbox (t, i, n, u, acl, old_acl, op, moved, part_acls)
  select $1, $2, n, u, $5, case when pending then $5 else $19::int end, $21, case when pending and $20::int[] is not null then '{}' else $20::int[] end,
    ${partAcls(levels)} from made`;
const COMMON = 23;
const LEVEL_COUNT = 6;

type Verb = 'insert' | 'update' | 'reindex';

// Returns the job that migrates the row when the declarations of this process are no longer in force.
export const taskSql = (t: number, schema: number): string =>
  `(select case when s.number <> ${schema} then s.task end from item_schema s where s.t = ${t} order by s.turn desc limit 1)`;

const statementText = (verb: Verb, item: ItemToWrite, firstOfJob: number): string => {
  const { t, schema, restricted } = item;
  const { levels, geometries } = restricted;
  const job = item.job && jobOfWriteSql(firstOfJob);
  const replaces = verb !== 'insert';
  const firstGeometry = COMMON + 1 + (levels ? LEVEL_COUNT : 0);
  return `with made as (${buildStatement(verb, t, schema)} returning n, u${verb === 'reindex' ? `, ${IS_PENDING} as pending` : ''})
    ${levels ? putLevels(COMMON + 1, replaces) : ''}${geometries ? putGeometries(firstGeometry, replaces) : ''},
    ${verb === 'reindex' ? NO_HISTORY : historySql(levels)},
    news as (${verb === 'reindex' ? outboxRowOfReindex(levels) : outboxRow(levels)})${job ? `, ${job.ctes}` : ''}
    select ${taskSql(t, schema)} as task${job ? `, ${job.column}` : ''} from made`;
};

// Names the partition: a cached plan over `item` would lock every partition each time.
const statements = new Map<string, string>();

export const statementFor = (name: string, make: () => string): string => {
  const text = statements.get(name) ?? make();
  statements.set(name, text);
  return text;
};

const runStatement = async (tx: Transaction, verb: Verb, item: ItemToWrite): Promise<boolean> => {
  const { levels, geometries } = item.restricted;
  const name = `item.${verb}.${item.t}.${item.schema}${levels ? '.levels' : ''}${geometries ? '.geometries' : ''}${item.job ? '.job' : ''}`;
  const row = [
    ...common(item),
    OPS[verb],
    item.action ?? null,
    item.helper ?? null,
    ...(levels ? levelParameters(item) : []),
    ...(geometries ? geometryParameters(item.geometries) : []),
  ];
  const values = item.job ? [...row, ...jobParameters(item.job)] : row;
  const text = statementFor(name, () => statementText(verb, item, row.length + 1));
  const rows = await tx.query<{ task: string | null }>(text, values, name);
  const task = rows[0]?.task ?? '';
  if (task !== '') await tx.addJob(task, { type: item.t }, `${task} ${item.t}`);
  return rows.length === 1;
};

export const runInsert = (tx: Transaction, item: ItemToWrite): Promise<boolean> => runStatement(tx, 'insert', item);

/** Returns false when another write came first, so that the row has another counter. */
export const runUpdate = (tx: Transaction, item: ItemToWrite): Promise<boolean> => runStatement(tx, 'update', item);

/** Stores the item again. Returns false when no row has that counter. The change feed contains it. */
export const reindexItem = (tx: Transaction, item: ItemToWrite): Promise<boolean> => runStatement(tx, 'reindex', item);

interface NewVersion {
  readonly t: number;
  readonly i: number;
  readonly at: Date;
  readonly by: string;
  readonly actor: string | undefined;
  readonly kind: string;
  readonly diff: Diff;
}

// Readers are copied from the former version, so that the reader sets of grants can be deleted.
const version = (table: string): string => `with made as (update ${table} set u = u + 1 where i = $2 returning u)
  insert into item_history (t, i, u, at, by, actor, op, kind, diff, acl, level, part_levels, part_acls)
  select $1, $2, made.u, $3, $4, $5, 'u', $6, $7::jsonb, p.acl, p.level, p.part_levels, p.part_acls from made left join lateral
    (select * from item_history h where h.t = $1 and h.i = $2 and h.u < made.u order by h.u desc limit 1) p on true`;

/** Adds a version without changed properties. It is not pushed; a change of readers is a separate change. */
export const addVersion = async (tx: Transaction, { t, i, at, by, actor, kind, diff }: NewVersion): Promise<void> => {
  const name = `item.version.${t}`;
  const text = statementFor(name, () => version(partitionOf(t)));
  await tx.query(text, [t, i, at, by, actor ?? null, kind, JSON.stringify(diff)], name);
};

export interface ItemsToRemove {
  readonly t: number;
  readonly items: readonly { readonly i: number; readonly u: number; readonly diff: Diff }[];
  readonly at: Date;
  readonly by: string;
  readonly actor: string | undefined;
  readonly helper?: string | undefined;
}

const remove = (
  table: string,
): string => `with asked as (select * from unnest($2::int[], $3::int[], $4::text[]) as a (i, u, diff)),
  made as (delete from ${table} x using asked a where x.t = $1 and x.i = a.i and x.u = a.u returning x.i, x.n, x.acl, a.u, a.diff),
  parts as (delete from item_level where t = $1 and i = any($2::int[])),
  shapes as (delete from item_geometry where t = $1 and i = any($2::int[])),
  grants as (delete from item_grant where t = $1 and i = any($2::int[])),
  kept as (insert into item_history (t, i, u, at, by, actor, op, kind, diff, helper)
    select $1, i, u + 1, $5, $6, $7, 'd', 'deleted', diff::jsonb, $8 from made)
  insert into outbox (t, i, n, u, acl, old_acl, op) select $1, i, n, u + 1, acl, acl, 'd' from made returning seq`;

/** Returns false when another write to one of them came first. */
export const removeItemRows = async (
  tx: Transaction,
  { t, items, at, by, actor, helper }: ItemsToRemove,
): Promise<boolean> => {
  const name = `item.remove.${t}`;
  const text = statementFor(name, () => remove(partitionOf(t)));
  const diffs = items.map(({ diff }) => JSON.stringify(diff));
  const values = [t, items.map(({ i }) => i), items.map(({ u }) => u), diffs, at, by, actor ?? null, helper ?? null];
  return (await tx.query(text, values, name)).length === items.length;
};

export interface ReadersToWrite {
  readonly i: number;
  readonly acl: number;
  readonly level: number;
  readonly owners: readonly string[];
  readonly oldAcl: number;
  /** See Change.moved of the change feed. */
  readonly moved: readonly number[];
  /** Acl per stricter level. */
  readonly levels: readonly { readonly level: number; readonly acl: number }[];
}

// The counter stays, because no visible value has changed. $8: the visibility term of each level, in the order of levels.
const readers = (t: number): string => `with n as (
    select * from unnest($2::int[], $3::int[], $4::smallint[], $5::jsonb[], $6::int[], $9::text[]) as n (i, acl, level, owners, old_acl, moved)),
  l as (select * from jsonb_to_recordset($7::jsonb) as l (i int, level smallint, acl int)),
  made as (
    update ${partitionOf(t)} x set acl = n.acl, level = n.level, owners = array(select jsonb_array_elements_text(n.owners)),
      terms = case when x.level = n.level then x.terms
        else array(select distinct v from unnest(x.terms || ($8::int[])[n.level + 1]) v where v <> all($8::int[]) or v = ($8::int[])[n.level + 1] order by v) end
    from n where ${numbered(t, '$2')} and x.i = n.i returning x.i, x.n, x.u, n.acl, n.old_acl, n.moved, ${IS_PENDING} as pending),
  parts as (update item_level p set acl = l.acl from l where p.t = $1 and p.i = l.i and p.level = l.level),
  shapes as (update item_geometry g set acl = coalesce((select l.acl from l where l.i = g.i and l.level = g.level), n.acl) from n
    where g.t = $1 and g.i = n.i)
  insert into outbox (t, i, n, u, acl, old_acl, op, moved)
    select $1, i, n, u, acl, case when pending then acl else ${unlessClosed('made.old_acl')} end, 'a',
      case when pending then '{}' else array(select ${unlessClosed('m.acl')} from unnest(moved::int[]) with ordinality as m (acl, at) order by at) end from made`;

/** Writes the readers of many items of one type. `visibility` is the term of each level. */
export const writeReaders = async (
  tx: Transaction,
  t: number,
  { rows, visibility }: { readonly rows: readonly ReadersToWrite[]; readonly visibility: readonly number[] },
): Promise<void> => {
  if (rows.length === 0) return;
  const name = `item.readers.${t}`;
  await tx.query(
    statementFor(name, () => readers(t)),
    [
      t,
      rows.map(({ i }) => i),
      rows.map(({ acl }) => acl),
      rows.map(({ level }) => level),
      rows.map(({ owners }) => JSON.stringify(owners)),
      rows.map(({ oldAcl }) => oldAcl),
      JSON.stringify(rows.flatMap(({ i, levels }) => levels.map((each) => ({ i, ...each })))),
      visibility,
      rows.map(({ moved }) => intArray(moved)),
    ],
    name,
  );
};
