// Writing items: one statement each for the row, what stands apart, history and the change feed, so that a write costs one
// round trip and can never be half done. Called by writeItems and refreshReaders only.

import { levelRank } from 'src/model/access/levels.ts';
import type { Json } from 'src/model/item/Item.ts';
import type { Transaction } from 'src/server/store/database.ts';
import { partitionOf } from 'src/server/store/partitions.ts';
import type { SplitItem } from 'src/server/store/splitItem.ts';

type Diff = Readonly<Record<string, Json>>;

/** A split item with its words interned. */
export interface ItemToWrite {
  readonly t: number;
  readonly i: number;
  readonly n: number;
  /** The counter after the write. */
  readonly u: number;
  readonly acl: number;
  readonly oldAcl: number | undefined;
  readonly level: number;
  readonly owners: readonly string[];
  readonly at: Date;
  readonly by: string;
  readonly actor: string | undefined;
  readonly folded: string;
  readonly terms: readonly number[];
  readonly parts: readonly RestrictedRow[];
  readonly shapeAcls: readonly number[];
  readonly split: SplitItem;
  readonly kind: string;
  readonly diff: Diff;
  /** The type may have parts that stand apart; else the statement leaves their tables alone. */
  readonly apart: boolean;
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

// $1 t, $2 i, $3 n, $4 u, $5 acl, $6 level, $7 owners, $8 at, $9 by, $10 label, $11 folded, $12 terms, $13 sort_keys, $14 box, $15 body,
// $16 words, $17 actor, $18 kind, $19 diff, $20 old acl
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
  item.split.box,
  JSON.stringify(item.split.base.body),
  item.split.base.tsv,
  item.actor ?? null,
  item.kind,
  JSON.stringify(item.diff),
  item.oldAcl ?? null,
];

// $21.. levels, acls, fvs, skss, bodies, words; $27.. props, levels, acls, geometries
const apartOf = ({ parts, split, shapeAcls }: ItemToWrite): unknown[] => [
  parts.map((part) => part.level),
  parts.map((part) => part.acl),
  parts.map((part) => intArray(part.terms)),
  parts.map((part) => JSON.stringify(part.sortKeys)),
  parts.map((part) => JSON.stringify(part.body)),
  parts.map((part) => part.tsv),
  split.shapes.map((shape) => shape.prop),
  split.shapes.map((shape) => (shape.level === undefined ? 0 : levelRank(shape.level))),
  shapeAcls,
  split.shapes.map((shape) => JSON.stringify(shape.geometry)),
];

const PARTS = `select $1::smallint, $2::int, p.level, p.acl, p.terms::int[], p.sort_keys::jsonb, p.body::jsonb, p.words::tsvector
  from unnest($21::smallint[], $22::int[], $23::text[], $24::text[], $25::text[], $26::text[]) as p (level, acl, terms, sort_keys, body, words)`;
const SHAPES = `select $1::smallint, $2::int, s.prop, s.level, s.acl, s.geometry::jsonb
  from unnest($27::text[], $28::smallint[], $29::int[], $30::text[]) as s (prop, level, acl, geometry)`;
const PART_COLUMNS = '(t, i, level, acl, terms, sort_keys, body, tsv)';
const SHAPE_COLUMNS = '(t, i, prop, level, acl, geometry)';

const made = (table: string): string => `made as (
  insert into ${table} (t, i, n, u, acl, level, owners, created, creator, updated, label, folded, terms, sort_keys, bbox, body, tsv)
  values ($1, $2, $3, $4, $5, $6, $7::text[], $8, $9, $8, $10, $11, $12::int[], $13::jsonb, $14::box, $15::jsonb, $16::tsvector)
  returning n, u)`;
const MADE_APART = `, parts as (insert into item_level ${PART_COLUMNS} ${PARTS}), shapes as (insert into item_geometry ${SHAPE_COLUMNS} ${SHAPES})`;

const changed = (table: string): string => `made as (
  update ${table} set u = $4, acl = $5, level = $6, owners = $7::text[], updated = $8, label = $10, folded = $11, terms = $12::int[], sort_keys = $13::jsonb,
    bbox = $14::box, body = $15::jsonb, tsv = $16::tsvector
  where t = $1 and i = $2 and n = $3 and u = $4::int - 1 returning n, u)`;
// A part that stays is written over; deleting and inserting the same key in one statement would depend on their order.
const CHANGED_APART = `, gone as (delete from item_level where t = $1 and i = $2 and level <> all($21::smallint[])),
  parts as (insert into item_level ${PART_COLUMNS} ${PARTS} on conflict (t, i, level) do update
    set acl = excluded.acl, terms = excluded.terms, sort_keys = excluded.sort_keys, body = excluded.body, tsv = excluded.tsv),
  away as (delete from item_geometry where t = $1 and i = $2 and prop <> all($27::text[])),
  shapes as (insert into item_geometry ${SHAPE_COLUMNS} ${SHAPES} on conflict (t, i, prop) do update
    set level = excluded.level, acl = excluded.acl, geometry = excluded.geometry)`;

const told = (op: string): string => `, kept as (
  insert into item_history (t, i, u, at, by, actor, op, kind, diff) select $1, $2, u, $8, $9, $17, '${op}', $18, $19::jsonb from made)
  insert into outbox (t, i, n, u, acl, old_acl, op) select $1, $2, n, u, $5, $20::int, '${op}' from made returning seq`;

// As a change, but the counter stays and nobody is told: the item is what it was, only found and sorted by something else.
const reindexed = (table: string): string => `made as (
  update ${table} set label = $10, folded = $11, terms = $12::int[], sort_keys = $13::jsonb, bbox = $14::box, body = $15::jsonb, tsv = $16::tsvector
  where t = $1 and i = $2 and n = $3 and u = $4 returning n)`;
// A statement may leave no parameter out.
const UNTOLD = `select n, $5::int, $6::smallint, $7::text[], $8::timestamptz, $9::text, $17::text, $18::text, $19::jsonb, $20::int from made`;

type Verb = 'insert' | 'update' | 'redraw';

const build = (verb: Verb, t: number, apart: boolean): string => {
  const table = partitionOf(t);
  if (verb === 'redraw') return `with ${reindexed(table)}${apart ? CHANGED_APART : ''} ${UNTOLD}`;
  return verb === 'insert'
    ? `with ${made(table)}${apart ? MADE_APART : ''}${told('c')}`
    : `with ${changed(table)}${apart ? CHANGED_APART : ''}${told('u')}`;
};

// Straight to the partition: a cached plan over `item` would lock every partition each time.
const statements = new Map<string, string>();

const statementFor = (name: string, make: () => string): string => {
  const text = statements.get(name) ?? make();
  statements.set(name, text);
  return text;
};

const run = async (tx: Transaction, verb: Verb, item: ItemToWrite): Promise<boolean> => {
  const name = `item.${verb}.${item.t}${item.apart ? '.apart' : ''}`;
  const text = statementFor(name, () => build(verb, item.t, item.apart));
  const values = item.apart ? [...common(item), ...apartOf(item)] : common(item);
  return (await tx.query(text, values, name)).length === 1;
};

export const insertItem = (tx: Transaction, item: ItemToWrite): Promise<boolean> => run(tx, 'insert', item);

/** False when another write came first: the row has another counter than the one that this write started from. */
export const updateItem = (tx: Transaction, item: ItemToWrite): Promise<boolean> => run(tx, 'update', item);

/** False when the row is not there with that counter. */
export const reindexItem = (tx: Transaction, item: ItemToWrite): Promise<boolean> => run(tx, 'redraw', item);

export interface ItemToRemove {
  readonly t: number;
  readonly i: number;
  readonly u: number;
  readonly at: Date;
  readonly by: string;
  readonly actor: string | undefined;
  readonly diff: Diff;
}

const remove = (
  table: string,
): string => `with made as (delete from ${table} where t = $1 and i = $2 and u = $3 returning n, acl),
  parts as (delete from item_level where t = $1 and i = $2),
  shapes as (delete from item_geometry where t = $1 and i = $2),
  grants as (delete from item_grant where t = $1 and i = $2),
  kept as (insert into item_history (t, i, u, at, by, actor, op, kind, diff) select $1, $2, $3::int + 1, $4, $5, $6, 'd', 'deleted', $7::jsonb from made)
  insert into outbox (t, i, n, u, acl, old_acl, op) select $1, $2, n, $3::int + 1, acl, acl, 'd' from made returning seq`;

export const removeItem = async (tx: Transaction, item: ItemToRemove): Promise<boolean> => {
  const values = [item.t, item.i, item.u, item.at, item.by, item.actor ?? null, JSON.stringify(item.diff)];
  const name = `item.remove.${item.t}`;
  return (
    (
      await tx.query(
        statementFor(name, () => remove(partitionOf(item.t))),
        values,
        name,
      )
    ).length === 1
  );
};

export interface ReadersToWrite {
  readonly t: number;
  readonly i: number;
  readonly acl: number;
  readonly level: number;
  readonly owners: readonly string[];
  readonly oldAcl: number;
  readonly addTerms: readonly number[];
  readonly dropTerms: readonly number[];
  /** Acl per stricter level. */
  readonly levels: readonly { readonly level: number; readonly acl: number }[];
}

// The counter stays: nothing that a caller reads has changed.
const READERS = `with made as (
    update item set acl = $3, level = $4, owners = $5::text[],
      terms = (select coalesce(array_agg(distinct v order by v), '{}') from unnest(terms || $7::int[]) v where v <> all($8::int[]))
    where t = $1 and i = $2 returning n, u),
  parts as (update item_level l set acl = n.acl from unnest($9::smallint[], $10::int[]) as n (level, acl) where l.t = $1 and l.i = $2 and l.level = n.level),
  shapes as (update item_geometry g set acl = coalesce((select n.acl from unnest($9::smallint[], $10::int[]) as n (level, acl) where n.level = g.level), $3)
    where g.t = $1 and g.i = $2)
  insert into outbox (t, i, n, u, acl, old_acl, op) select $1, $2, n, u, $3, $6, 'a' from made`;

export const writeReaders = (tx: Transaction, row: ReadersToWrite): Promise<unknown> => {
  const levels = row.levels.map((each) => each.level);
  const acls = row.levels.map((each) => each.acl);
  const values = [
    row.t,
    row.i,
    row.acl,
    row.level,
    row.owners,
    row.oldAcl,
    intArray(row.addTerms),
    intArray(row.dropTerms),
    levels,
    acls,
  ];
  return tx.query(READERS, values, 'item.readers');
};
