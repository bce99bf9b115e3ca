// Searches of archive entries by one SQL statement each, as baselines: exact total and the newest 50, under the same read filter. They leave
// out words of restricted parts and facets of numbers and dates, so they do less than the product.

import { registry } from 'src/generated/registry.server.ts';
import type { Queryable } from 'src/server/store/database.ts';
import { partitionOf } from 'src/server/store/partitions.ts';
import { readable } from 'src/server/store/readers/readCondition.ts';
import type { ReadFilter } from 'src/server/store/readers/readFilters.ts';

export interface SqlSearch {
  /** Values that the items must have, by property. */
  readonly terms?: Readonly<Record<string, string>>;
  /** A tsquery. */
  readonly words?: string;
  /** Properties whose values are counted. */
  readonly facets?: readonly string[];
  /** SQL of the order, by default the newest first. */
  readonly order?: string;
}

export interface SqlAnswer {
  readonly total: number;
  readonly ids: readonly number[] | null;
}

const table = partitionOf(registry.types['ArchiveEntry']?.number ?? 0);

const statementFor = ({ terms, words, facets, order = 'created desc, n desc' }: SqlSearch): string => {
  const conditions = [
    readable('acl', '$1'),
    ...(terms ? ['terms @> $2::int[]'] : ['$2::int[] is null']),
    words === undefined ? '$3::text is null' : 'tsv @@ $3::tsquery',
  ];
  const counts = `, counts as (select t.prop, t.val, count(*) from (select unnest(terms) as id from seen) each
      join term t on t.id = each.id where t.prop = any($4::text[]) group by t.prop, t.val)`;
  return `with seen as materialized (select i, created, n, terms, sort_keys from ${table} where ${conditions.join(' and ')}),
    page as (select i from seen order by ${order} limit 50)${facets ? counts : ''}
    select (select count(*)::int from seen) as total, (select json_agg(i) from page) as ids,
      ${facets ? '(select json_agg(counts) from counts)' : '$4::text[]'} as facets`;
};

const termIds = async (db: Queryable, terms: Readonly<Record<string, string>>): Promise<number[]> => {
  const rows = await db.query<{ id: number }>(
    'select id from term join unnest($1::text[], $2::text[]) as own (prop, val) using (prop, val)',
    [Object.keys(terms), Object.values(terms)],
  );
  return rows.map(({ id }) => id);
};

/** Returns a function that runs the search. */
export const sqlSearch = async (
  db: Queryable,
  readFilter: ReadFilter,
  search: SqlSearch,
): Promise<() => Promise<SqlAnswer>> => {
  const ids = search.terms ? await termIds(db, search.terms) : null;
  const text = statementFor(search);
  return async () => {
    const values = [readFilter.mask, ids, search.words ?? null, search.facets ?? null];
    const [row] = await db.query<SqlAnswer>(text, values);
    if (!row) throw new Error('no answer');
    return row;
  };
};
