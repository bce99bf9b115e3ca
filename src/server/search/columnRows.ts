// SQL that keeps the columns up to date: changed rows, interned terms, and readers that a job still has to move. All rows are read by
// columnCopies.ts.

import { isGeometry } from 'src/model/kinds/kindTraits.ts';
import type { Property } from 'src/model/schema/Property.ts';
import type { ServerRegistry } from 'src/model/schema/Registry.ts';
import { pendingFor, unlessClosed } from 'src/server/store/readers/readCondition.ts';
import type { Queryable } from 'src/server/store/database.ts';
import type { RowMessage } from 'src/server/search/columns/Table.ts';

const ROWS_PER_READ = 5000;

export const PENDING = `left join lateral (select pending.acl, pending.restricted_acl ${pendingFor('i')}) p on true`;

/** A type whose rows are read. */
export interface TableRows {
  readonly type: number;
  /** True when a property is for readers of a stricter level. */
  readonly leveled: boolean;
  /** True when a property is a geometry. */
  readonly placed: boolean;
}

const isLeveled = (properties: Readonly<Record<string, Property>>): boolean =>
  Object.values(properties).some(
    (property) => property.level !== undefined || (property.properties && isLeveled(property.properties)),
  );

/** Returns how the rows of each type are read, by type number. */
export const rowsByType = ({ types }: ServerRegistry): Map<number, TableRows> =>
  new Map(
    Object.values(types).map(({ number, properties }) => [
      number,
      {
        type: number,
        leveled: isLeveled(properties),
        placed: Object.values(properties).some(({ kind }) => isGeometry(kind)),
      },
    ]),
  );

/** Words of a tsvector. No word contains a line break (model/query/searchText.ts). */
export const wordsSql = (vector: string): string =>
  `array_to_string(tsvector_to_array(coalesce(${vector}, '')), E'\\n')`;

const PART_ACL = unlessClosed('coalesce(p.restricted_acl, l.acl)');
const LEVELS_SQL = `(select json_agg(json_build_array(${PART_ACL}, l.terms::text, l.sort_keys::text, ${wordsSql('l.tsv')}, l.level, l.xmin::text) order by l.level)::text
  from item_level l where l.t = i.t and l.i = i.i)`;
export const PART_TEXTS_SQL = `(select json_agg(json_build_array(${PART_ACL}, ${wordsSql('l.tsv')}) order by l.level)::text
  from item_level l where l.t = i.t and l.i = i.i and l.tsv <> '')`;
// While readers are pending or closed, a row may be read by other acls than its own.
const MARK_SQL = `case when (select exists (select from pending_readers) or exists (select from closed_acl)) then 0 else i.xmin::text::float8 end`;
const PLACES_SQL = `(select json_agg(json_build_array(g.prop, case when g.level > 0 then ${unlessClosed('coalesce(p.restricted_acl, g.acl)')} end,
  g.box::text, g.cell_box::text, g.xmin::text))::text from item_geometry g where g.t = i.t and g.i = i.i)`;

// Selects restricted values with their acl. Most types have none, and the join is omitted.
const fields = ({ leveled, placed }: TableRows): string => `
  i.i, i.n, ${unlessClosed('coalesce(p.acl, i.acl)')} as acl, (extract(epoch from i.created) * 1000)::float8 as created, (extract(epoch from i.updated) * 1000)::float8 as updated,
  i.terms::text as terms, i.sort_keys::text as "sortKeys", ${placed ? PLACES_SQL : 'null::text'} as places,
  ${leveled ? LEVELS_SQL : 'null::text'} as levels, ${wordsSql('i.tsv')} as words, i.folded as label, ${MARK_SQL} as mark`;

export const changedRows = (db: Queryable, table: TableRows, numbers: readonly number[]): Promise<RowMessage[]> =>
  db.query<RowMessage>(
    `select ${fields(table)} from item i ${PENDING} where i.t = ${Math.trunc(table.type)} and i.i = any($1::int[])`,
    [numbers],
    `changedRows${table.type}`,
  );

export interface PendingReaders {
  readonly acl: number;
  readonly restrictedAcl: number;
}

/** Returns the readers of items below roots that a job still has to move, in the order in which they were given. */
export const allPendingReaders = (
  db: Queryable,
): Promise<(PendingReaders & { readonly type: number; readonly term: number })[]> =>
  db.query('select t as type, term, acl, restricted_acl as "restrictedAcl" from pending_readers order by seq');

/** Returns acls with grants, each with the acl by which it is read until a job has found its readers again. */
export const closedAcls = async (db: Queryable): Promise<ReadonlyMap<number, number>> => {
  const rows = await db.query<{ acl: number; base: number }>('select acl, base from closed_acl');
  return new Map(rows.map(({ acl, base }) => [acl, base]));
};

export const pendingReaders = async (db: Queryable, type: number, term: number): Promise<PendingReaders | undefined> =>
  (
    await db.query<PendingReaders>(
      'select acl, restricted_acl as "restrictedAcl" from pending_readers where t = $1 and term = $2',
      [type, term],
    )
  )[0];

export interface TermRow {
  readonly id: number;
  readonly prop: string;
  readonly val: string;
}

export const eachTermPage = async (db: Queryable, take: (rows: TermRow[]) => void): Promise<void> => {
  let last = 0;
  for (;;) {
    const rows = await db.query<TermRow>(
      `select id, prop, val from term where id > $1 order by id limit ${ROWS_PER_READ}`,
      [last],
    );
    if (rows.length > 0) take(rows);
    const end = rows.at(-1);
    if (!end || rows.length < ROWS_PER_READ) return;
    last = end.id;
  }
};

export const termsById = (db: Queryable, ids: readonly number[]): Promise<TermRow[]> =>
  db.query<TermRow>('select id, prop, val from term where id = any($1::int[])', [ids], 'termsById');

export const termsByValue = (db: Queryable, props: readonly string[], values: readonly string[]): Promise<TermRow[]> =>
  db.query<TermRow>(
    'select t.id, t.prop, t.val from unnest($1::text[], $2::text[]) as asked (prop, val) join term t on t.prop = asked.prop and t.val = asked.val',
    [props, values],
    'termsByValue',
  );
