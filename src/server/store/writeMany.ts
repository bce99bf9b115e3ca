// Writes many items: one statement for the items of one type, their restricted properties, geometries, history and the change feed. Every
// import, task, package and migration ends here. The counterpart for one item is in writeStatements.ts.

import { problem } from 'src/model/problems.ts';
import type { Json } from 'src/model/item/Item.ts';
import type { Transaction } from 'src/server/store/database.ts';
import { manyGeometryParameters, putManyGeometries } from 'src/server/store/geometryRows.ts';
import type { SendHeld } from 'src/server/store/itemBatch.ts';
import { partitionOf } from 'src/server/store/partitions.ts';
import { pendingFor } from 'src/server/store/readers/readCondition.ts';
import type { Removal } from 'src/server/store/removeItems.ts';
import { OPS, statementFor, taskSql, type ItemToWrite, type RestrictedRow } from 'src/server/store/writeStatements.ts';

/** `load` inserts items without history and change feed; `reindex` stores items again under their counter. */
type ManyVerb = 'insert' | 'load' | 'update' | 'reindex';

interface Column {
  readonly type: string;
  readonly verbs: readonly ManyVerb[];
  /** Returns the value as JSON. Arrays are texts, see `arrayText`. */
  readonly of: (item: ItemToWrite) => Json | undefined;
}

const ALL_VERBS: readonly ManyVerb[] = ['insert', 'load', 'update', 'reindex'];
const INSERT_VERBS: readonly ManyVerb[] = ['insert', 'load'];
const HISTORY_VERBS: readonly ManyVerb[] = ['insert', 'update'];
const FEED_VERBS: readonly ManyVerb[] = ['insert', 'update', 'reindex'];

/** Returns the array of numbers or ids as PostgreSQL reads it from text. */
const arrayText = (values: readonly (number | string)[]): string => `{${values.join(',')}}`;

const WRITTEN_COLUMNS: Readonly<Record<string, Column>> = {
  i: { type: 'int', verbs: ALL_VERBS, of: ({ i }) => i },
  n: { type: 'int', verbs: ALL_VERBS, of: ({ n }) => n },
  u: { type: 'int', verbs: ALL_VERBS, of: ({ u }) => u },
  acl: { type: 'int', verbs: ALL_VERBS, of: ({ acl }) => acl },
  level: { type: 'smallint', verbs: ALL_VERBS, of: ({ level }) => level },
  owners: { type: 'text[]', verbs: ALL_VERBS, of: ({ owners }) => arrayText(owners) },
  label: { type: 'text', verbs: ALL_VERBS, of: ({ split }) => split.label },
  folded: { type: 'text', verbs: ALL_VERBS, of: ({ folded }) => folded },
  terms: { type: 'int[]', verbs: ALL_VERBS, of: ({ terms }) => arrayText(terms) },
  sort_keys: { type: 'jsonb', verbs: ALL_VERBS, of: ({ split }) => split.base.sortKeys },
  body: { type: 'jsonb', verbs: ALL_VERBS, of: ({ split }) => split.base.body },
  words: { type: 'tsvector', verbs: ALL_VERBS, of: ({ split }) => split.base.tsv },
  at: { type: 'timestamptz', verbs: [...INSERT_VERBS, 'update'], of: ({ at }) => at.toISOString() },
  by: { type: 'text', verbs: HISTORY_VERBS, of: ({ by }) => by },
  created: { type: 'timestamptz', verbs: INSERT_VERBS, of: ({ origin, at }) => origin?.created ?? at.toISOString() },
  creator: { type: 'text', verbs: INSERT_VERBS, of: ({ origin, by }) => origin?.creator ?? by },
  updater: { type: 'text', verbs: INSERT_VERBS, of: ({ origin, by }) => (origin ? origin.updater : by) },
  part_levels: { type: 'smallint[]', verbs: FEED_VERBS, of: ({ parts }) => arrayText(parts.map(({ level }) => level)) },
  part_acls: { type: 'int[]', verbs: FEED_VERBS, of: ({ parts }) => arrayText(parts.map(({ acl }) => acl)) },
  old_acl: { type: 'int', verbs: FEED_VERBS, of: ({ oldAcl }) => oldAcl },
  moved: { type: 'int[]', verbs: FEED_VERBS, of: ({ moved }) => moved && arrayText(moved) },
  diff: { type: 'jsonb', verbs: HISTORY_VERBS, of: ({ diff }) => diff },
  actor: { type: 'text', verbs: HISTORY_VERBS, of: ({ actor }) => actor },
  kind: { type: 'text', verbs: HISTORY_VERBS, of: ({ kind }) => kind },
  action: { type: 'text', verbs: HISTORY_VERBS, of: ({ action }) => action },
  helper: { type: 'text', verbs: HISTORY_VERBS, of: ({ helper }) => helper },
};

const columnsOfVerb = (verb: ManyVerb): [string, Column][] =>
  Object.entries(WRITTEN_COLUMNS).filter(([, { verbs }]) => verbs.includes(verb));

/**
 * Returns a query that reads rows from one JSON array for each column, which are the parameters from `first` on. PostgreSQL reads
 * objects for each row more slowly (docs/decisions/0086-bulk-path.md). Each row has its number in `seq`.
 */
const rowsFromColumns = (columns: readonly (readonly [string, Pick<Column, 'type'>])[], first = 1): string => {
  const arrays = columns.map((_, at) => `json_array_elements_text($${first + at}::json)`);
  const names = columns.map(([name]) => name);
  const values = columns.map(([name, { type }]) => (type === 'text' ? name : `${name}::${type}`));
  return `select seq, ${values.join(', ')} from rows from (${arrays.join(', ')}) with ordinality as r (${names.join(', ')}, seq)`;
};

/** Returns the CTE `asked` with one row for each item, from the first parameters. */
const askedSql = (verb: ManyVerb): string => `asked as (${rowsFromColumns(columnsOfVerb(verb))})`;

interface PartOfItem {
  readonly i: number;
  readonly part: RestrictedRow;
}

const PART_COLUMNS: Readonly<Record<string, { readonly type: string; readonly of: (part: PartOfItem) => Json }>> = {
  i: { type: 'int', of: ({ i }) => i },
  level: { type: 'smallint', of: ({ part }) => part.level },
  acl: { type: 'int', of: ({ part }) => part.acl },
  terms: { type: 'int[]', of: ({ part }) => arrayText(part.terms) },
  sort_keys: { type: 'jsonb', of: ({ part }) => part.sortKeys },
  body: { type: 'jsonb', of: ({ part }) => part.body },
  tsv: { type: 'tsvector', of: ({ part }) => part.tsv },
};

const INSERTED_COLUMNS = 'acl, level, owners, label, folded, terms, sort_keys, body';
const SET_FROM_ROW = `acl = r.acl, level = r.level, owners = r.owners, label = r.label, folded = r.folded, terms = r.terms,
  sort_keys = r.sort_keys, body = r.body, tsv = r.words`;

const rowsSql = (verb: ManyVerb, t: number, schema: number): string => {
  const table = partitionOf(t);
  const found = `from asked r where x.t = ${t} and x.i = r.i and x.n = r.n`;
  switch (verb) {
    case 'insert':
    case 'load':
      return `insert into ${table} (t, i, n, u, created, creator, updated, updater, ${INSERTED_COLUMNS}, tsv, schema)
        select ${t}, i, n, u, created, creator, at, updater, ${INSERTED_COLUMNS}, words, ${schema} from asked order by seq
        returning i, n, u`;
    case 'update':
      return `update ${table} x set u = r.u, updated = r.at, updater = r.by, schema = ${schema}, ${SET_FROM_ROW}
        ${found} and x.u = r.u - 1 returning x.i, x.n, x.u`;
    case 'reindex':
      return `update ${table} x set schema = ${schema}, ${SET_FROM_ROW} ${found} and x.u = r.u
        returning x.i, x.n, x.u, exists (select ${pendingFor('x')}) as pending`;
  }
};

/** `first` is the number of the first parameter of the parts. */
const levelsSql = (t: number, first: number, replaces: boolean): string => {
  const names = Object.keys(PART_COLUMNS).join(', ');
  const rows = rowsFromColumns(Object.entries(PART_COLUMNS), first);
  const put = `parts as (insert into item_level (t, ${names}) select ${t}, ${names} from (${rows}) as p`;
  if (!replaces) return `, ${put})`;
  return `, gone as (delete from item_level l using asked r where l.t = ${t} and l.i = r.i and l.level <> all(r.part_levels)), ${put}
    on conflict (t, i, level) do update set acl = excluded.acl, terms = excluded.terms, sort_keys = excluded.sort_keys, body = excluded.body, tsv = excluded.tsv)`;
};

const versionsSql = (t: number, op: string): string =>
  `, kept as (insert into item_history (t, i, u, at, by, actor, op, kind, diff, acl, level, action, helper, part_levels, part_acls)
      select ${t}, m.i, m.u, r.at, r.by, r.actor, '${op}', r.kind, r.diff, r.acl, r.level, r.action, r.helper, r.part_levels, r.part_acls
        from made m join asked r on r.i = m.i order by r.seq)`;

// While an item has pending readers, a change of its own readers changes no rights.
const FORMER_ACL = { reindex: 'case when m.pending then r.acl else r.old_acl end', other: 'r.old_acl' };
const MOVED_ACLS = {
  reindex: `case when m.pending and r.moved is not null then '{}' else r.moved end`,
  other: 'r.moved',
};

const changesSql = (t: number, verb: Exclude<ManyVerb, 'load'>): string => {
  const form = verb === 'reindex' ? 'reindex' : 'other';
  return `, changed as (insert into outbox (t, i, n, u, acl, old_acl, op, moved, part_acls)
      select ${t}, m.i, m.n, m.u, r.acl, ${FORMER_ACL[form]}, '${OPS[verb]}', ${MOVED_ACLS[form]}, nullif(r.part_acls, '{}')
        from made m join asked r on r.i = m.i order by r.seq)`;
};

const manyText = (verb: ManyVerb, { t, schema, restricted }: ItemToWrite): string => {
  const replaces = verb === 'update' || verb === 'reindex';
  const firstOfParts = columnsOfVerb(verb).length + 1;
  const firstOfGeometries = firstOfParts + (restricted.levels ? Object.keys(PART_COLUMNS).length : 0);
  return `with ${askedSql(verb)}, made as (${rowsSql(verb, t, schema)})
    ${restricted.levels ? levelsSql(t, firstOfParts, replaces) : ''}
    ${restricted.geometries ? putManyGeometries(t, firstOfGeometries, replaces) : ''}
    ${verb === 'insert' || verb === 'update' ? versionsSql(t, OPS[verb]) : ''}${verb === 'load' ? '' : changesSql(t, verb)}
    select ${taskSql(t, schema)} as task, (select count(*)::int from made) as written`;
};

const jsonOf = <Row>(
  rows: readonly Row[],
  columns: readonly { readonly of: (row: Row) => Json | undefined }[],
): string[] => columns.map(({ of }) => JSON.stringify(rows.map(of)));

const columnParameters = (verb: ManyVerb, { restricted }: ItemToWrite, items: readonly ItemToWrite[]): string[] => {
  const parts = restricted.levels ? items.flatMap(({ i, parts }) => parts.map((part) => ({ i, part }))) : [];
  return [
    ...jsonOf(
      items,
      columnsOfVerb(verb).map(([, column]) => column),
    ),
    ...(restricted.levels ? jsonOf(parts, Object.values(PART_COLUMNS)) : []),
    ...(restricted.geometries ? manyGeometryParameters(items) : []),
  ];
};

/** The part of a transaction that writes need. */
type Writer = Pick<Transaction, 'query' | 'addJob'>;

const writeGroup = async (tx: Writer, verb: ManyVerb, items: readonly ItemToWrite[]): Promise<void> => {
  const [first] = items;
  if (!first) return;
  const { t, schema, restricted } = first;
  const name = `items.${verb}.${t}.${schema}${restricted.levels ? '.levels' : ''}${restricted.geometries ? '.geometries' : ''}`;
  const text = statementFor(name, () => manyText(verb, first));
  const values = columnParameters(verb, first, items);
  const [answer] = await tx.query<{ task: string | null; written: number }>(text, values, name);
  if (answer?.written !== items.length) throw problem('conflict');
  const { task } = answer;
  if (task !== null && task !== '') await tx.addJob(task, { type: t }, `${task} ${t}`);
};

/** Writes items with one statement for each type. Throws `conflict` when another write of one of them came first. */
export const writeMany = async (tx: Writer, verb: ManyVerb, items: readonly ItemToWrite[]): Promise<void> => {
  const groups = new Map<string, ItemToWrite[]>();
  for (const item of items) {
    const key = JSON.stringify([item.t, item.schema, item.restricted]);
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  for (const group of groups.values()) await writeGroup(tx, verb, group);
};

/** Returns the function that sends the held writes of a batch. An item has at most one of them, so their order does not matter. */
export const createSendHeld =
  (removeUnnamed: Removal['removeUnnamed']): SendHeld =>
  async (tx, writes) => {
    for (const verb of ['insert', 'update'] as const)
      await writeMany(
        tx,
        verb,
        writes.flatMap((write) => (write.verb === verb ? write.row : [])),
      );
    const removals = writes.filter((write) => write.verb === 'remove');
    const removed = removals.map(({ stored }) => stored);
    if (removals[0]) await removeUnnamed(tx, removed, removals[0].metadata);
  };
