// SQL that fills the columns: all rows of a type in pages, changed rows, interned terms. It reads only `item`, `item_level`,
// `item_geometry` and `term`, so the columns can always be built again.

import { pendingFor, unlessClosed } from 'src/server/store/readers/readCondition.ts';
import type { Queryable } from 'src/server/store/database.ts';
import type { RowMessage, TextMessage } from 'src/server/search/columns/Table.ts';

const ROWS_PER_READ = 5000;

const PENDING = `left join lateral (select pending.acl, pending.restricted_acl ${pendingFor('i')}) p on true`;

/** A type whose rows are read. */
export interface TableRows {
  readonly type: number;
  /** True when a property is for readers of a stricter level. */
  readonly leveled: boolean;
  /** True when a property is a geometry. */
  readonly placed: boolean;
}

/** Words of a tsvector. No word contains a line break (model/query/searchText.ts). */
const wordsSql = (vector: string): string => `array_to_string(tsvector_to_array(coalesce(${vector}, '')), E'\\n')`;

const PART_ACL = unlessClosed('coalesce(p.restricted_acl, l.acl)');
const levelRowsSql = (
  words: string,
): string => `(select json_agg(json_build_array(${PART_ACL}, l.terms::text, l.sort_keys::text, ${words}) order by l.level)::text
  from item_level l where l.t = i.t and l.i = i.i)`;
const PARTS_SQL = `(select json_agg(json_build_array(${PART_ACL}, ${wordsSql('l.tsv')}) order by l.level)::text
  from item_level l where l.t = i.t and l.i = i.i and l.tsv <> '')`;
const PLACES_SQL = `(select json_agg(json_build_array(g.prop, case when g.level > 0 then ${unlessClosed('coalesce(p.restricted_acl, g.acl)')} end,
  g.box::text, g.cell_box::text))::text from item_geometry g where g.t = i.t and g.i = i.i)`;

// Selects restricted values with their acl. Most types have none, and the join is omitted.
const fields = ({ leveled, placed }: TableRows, withTexts: boolean): string => `
  i.i, i.n, ${unlessClosed('coalesce(p.acl, i.acl)')} as acl, (extract(epoch from i.created) * 1000)::float8 as created, (extract(epoch from i.updated) * 1000)::float8 as updated,
  i.terms::text as terms, i.sort_keys::text as "sortKeys", ${placed ? PLACES_SQL : 'null::text'} as places,
  ${leveled ? levelRowsSql(withTexts ? wordsSql('l.tsv') : "''") : 'null::text'} as levels,
  ${withTexts ? `${wordsSql('i.tsv')} as words, i.folded as label` : 'null::text as words, null::text as label'}`;

/** Passes the rows of a statement that selects the numbers after $1, in pages. */
const eachPageOf = async <Row extends { readonly i: number }>(
  db: Queryable,
  text: string,
  take: (rows: Row[]) => void,
): Promise<void> => {
  let last = 0;
  for (;;) {
    const rows = await db.query<Row>(text, [last]);
    if (rows.length > 0) take(rows);
    const end = rows.at(-1);
    if (!end || rows.length < ROWS_PER_READ) return;
    last = end.i;
  }
};

const pageSql = (table: TableRows, columns: string): string =>
  `select ${columns} from item i ${PENDING} where i.t = ${Math.trunc(table.type)} and i.i > $1 order by i.i limit ${ROWS_PER_READ}`;

/** Passes all rows of a type, in pages ordered by number, without their texts. */
export const eachPage = (db: Queryable, table: TableRows, take: (rows: RowMessage[]) => void): Promise<void> =>
  eachPageOf<RowMessage>(db, pageSql(table, fields(table, false)), take);

/** Passes the texts of all rows of a type, in pages ordered by number. */
export const eachTextPage = (db: Queryable, table: TableRows, take: (rows: TextMessage[]) => void): Promise<void> =>
  eachPageOf<TextMessage>(
    db,
    pageSql(
      table,
      `i.i, ${wordsSql('i.tsv')} as words, i.folded as label, ${table.leveled ? PARTS_SQL : 'null::text'} as parts`,
    ),
    take,
  );

export const changedRows = (db: Queryable, table: TableRows, numbers: readonly number[]): Promise<RowMessage[]> =>
  db.query<RowMessage>(
    `select ${fields(table, true)} from item i ${PENDING} where i.t = ${Math.trunc(table.type)} and i.i = any($1::int[])`,
    [numbers],
    `changedRows${table.type}`,
  );

export interface PendingReaders {
  readonly acl: number;
  readonly restrictedAcl: number;
}

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
