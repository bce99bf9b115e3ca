// Writes many items: one statement for the items of one type, their restricted properties, geometries, history and the change feed. Every
// import, task, package and migration ends here. The counterpart for one item is in writeStatements.ts.

import { problem } from 'src/model/problems.ts';
import type { Transaction } from 'src/server/store/database.ts';
import { geometriesToWrite, putManyGeometries } from 'src/server/store/geometryRows.ts';
import type { SendHeld } from 'src/server/store/itemBatch.ts';
import { partitionOf } from 'src/server/store/partitions.ts';
import { pendingFor } from 'src/server/store/readers/readCondition.ts';
import type { Removal } from 'src/server/store/removeItems.ts';
import { OPS, statementFor, taskSql, type ItemToWrite } from 'src/server/store/writeStatements.ts';

/** `load` inserts items without history and change feed; `reindex` stores items again under their counter. */
type ManyVerb = 'insert' | 'load' | 'update' | 'reindex';

const WRITTEN_ROWS = `asked as (select * from json_to_recordset($1::json) as r (seq int, i int, n int, u int, acl int, old_acl int, moved int[],
  level smallint, owners text[], label text, folded text, terms int[], sort_keys jsonb, body jsonb, words text, diff jsonb,
  at timestamptz, by text, actor text, kind text, action text, helper text, created timestamptz, creator text, updater text,
  parts json, part_levels smallint[], part_acls int[], shapes json, staying json))`;

// Written for each item of an import: plain members are faster than objects that are spread into another.
const askedRow = (item: ItemToWrite, seq: number): object => {
  const { base, label } = item.split;
  const { at, by, origin, geometries, restricted } = item;
  const placed = restricted.geometries ? geometriesToWrite(geometries) : undefined;
  return {
    seq,
    i: item.i,
    n: item.n,
    u: item.u,
    acl: item.acl,
    old_acl: item.oldAcl,
    moved: item.moved,
    level: item.level,
    owners: item.owners,
    label,
    folded: item.folded,
    terms: item.terms,
    sort_keys: base.sortKeys,
    body: base.body,
    words: base.tsv,
    diff: item.diff,
    at,
    by,
    actor: item.actor,
    kind: item.kind,
    action: item.action,
    helper: item.helper,
    created: origin ? origin.created : at,
    creator: origin ? origin.creator : by,
    updater: origin ? origin.updater : by,
    parts: item.parts.map(({ level, acl, terms, sortKeys, body, tsv }) => ({
      ...{ level, acl, terms, body },
      sort_keys: sortKeys,
      words: tsv,
    })),
    part_levels: item.parts.map((part) => part.level),
    part_acls: item.parts.map((part) => part.acl),
    shapes: placed?.shapes,
    staying: placed?.staying,
  };
};

const INSERTED_COLUMNS = 'acl, level, owners, label, folded, terms, sort_keys, body';
const SET_FROM_ROW = `acl = r.acl, level = r.level, owners = r.owners, label = r.label, folded = r.folded, terms = r.terms,
  sort_keys = r.sort_keys, body = r.body, tsv = r.words::tsvector`;

const rowsSql = (verb: ManyVerb, t: number, schema: number): string => {
  const table = partitionOf(t);
  const found = `from asked r where x.t = ${t} and x.i = r.i and x.n = r.n`;
  switch (verb) {
    case 'insert':
    case 'load':
      return `insert into ${table} (t, i, n, u, created, creator, updated, updater, ${INSERTED_COLUMNS}, tsv, schema)
        select ${t}, i, n, u, created, creator, at, updater, ${INSERTED_COLUMNS}, words::tsvector, ${schema} from asked order by seq
        returning i, n, u`;
    case 'update':
      return `update ${table} x set u = r.u, updated = r.at, updater = r.by, schema = ${schema}, ${SET_FROM_ROW}
        ${found} and x.u = r.u - 1 returning x.i, x.n, x.u`;
    case 'reindex':
      return `update ${table} x set schema = ${schema}, ${SET_FROM_ROW} ${found} and x.u = r.u
        returning x.i, x.n, x.u, exists (select ${pendingFor('x')}) as pending`;
  }
};

const levelsSql = (t: number, replaces: boolean): string => {
  const put = `parts as (insert into item_level (t, i, level, acl, terms, sort_keys, body, tsv)
    select ${t}, r.i, p.level, p.acl, p.terms, p.sort_keys, p.body, p.words::tsvector from asked r cross join lateral
      json_to_recordset(r.parts) as p (level smallint, acl int, terms int[], sort_keys jsonb, body jsonb, words text)`;
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
  return `with ${WRITTEN_ROWS}, made as (${rowsSql(verb, t, schema)})
    ${restricted.levels ? levelsSql(t, replaces) : ''}${restricted.geometries ? putManyGeometries(t, replaces) : ''}
    ${verb === 'insert' || verb === 'update' ? versionsSql(t, OPS[verb]) : ''}${verb === 'load' ? '' : changesSql(t, verb)}
    select ${taskSql(t, schema)} as task, (select count(*)::int from made) as written`;
};

/** The part of a transaction that writes need. */
type Writer = Pick<Transaction, 'query' | 'addJob'>;

const writeGroup = async (tx: Writer, verb: ManyVerb, items: readonly ItemToWrite[]): Promise<void> => {
  const [first] = items;
  if (!first) return;
  const { t, schema, restricted } = first;
  const name = `items.${verb}.${t}.${schema}${restricted.levels ? '.levels' : ''}${restricted.geometries ? '.geometries' : ''}`;
  const text = statementFor(name, () => manyText(verb, first));
  const [answer] = await tx.query<{ task: string | null; written: number }>(
    text,
    [JSON.stringify(items.map(askedRow))],
    name,
  );
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
