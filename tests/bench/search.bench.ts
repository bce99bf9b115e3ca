// A whole-type search with six facets at 10,000 and 100,000 items, 5,000 reader sets and a reader of about 100 principals:
// through the socket, in the process, and the same answer by the best single SQL statement.

import type { Query } from 'src/model/generated/wire.ts';
import type { Json } from 'src/model/item/Item.ts';
import { BEST_MATCH } from 'src/model/query/queryKeys.ts';
import type { ReadFilter } from 'src/server/store/readers/readFilters.ts';
import type { Search } from 'src/server/search/searchEngine.ts';
import { readable } from 'src/server/store/readers/readCondition.ts';
import type { Queryable } from 'src/server/store/database.ts';
import { READER_SETS, openLibrary } from 'tests/bench/library.ts';
import { report } from 'tests/bench/figures.ts';
import { serially, milliseconds } from 'tests/bench/measure.ts';
import { TestSocket } from 'tests/server/routes/TestSocket.ts';

const SIZES = [10_000, 100_000];
const ROUNDS = 31;
/** Limit in milliseconds for a search of a whole type, through the socket. */
const WHOLE_TYPE = 25;
/** The value for "all" on the wire. */
const ALL = 2147483647;
const ALL_ROUNDS = 5;
const MATCH_RATIO = 2;
/** Limit in milliseconds for one query. */
const ALL_LIMIT = 5000;
const FACETS = ['state', 'shelf', 'genres', 'fragile', 'year', '$access'];

const QUERIES: Readonly<Record<string, Query>> = {
  'whole type': { must: { _t: ['Book'] }, facets: FACETS },
  'two facets chosen': { must: { _t: ['Book'], state: ['ACTIVE'], genres: ['FABLE'] }, facets: FACETS },
  'text, a third of all': { must: { _t: ['Book'], text: ['river'] }, facets: FACETS },
  'text of a few, two facets': {
    must: { _t: ['Book'], text: ['river cedar stone lantern'], state: ['ACTIVE'], genres: ['FABLE'] },
    facets: FACETS,
  },
};

const YEARS = [1700, 1750, 1800, 1850, 1900, 1920, 1940, 1960, 1980, 2000];

// One scan with the read filter; terms are counted by unnesting them, years by width_bucket. It does not exclude chosen facets from their
// own counts, so it answers only the query without chosen facets.
const SQL = `
  with seen as materialized (select i, created, n, terms, (sort_keys->>'year')::int as year from item_102 where ${readable('acl', '$1')}),
  page as (select i from seen order by created desc, n desc limit 50),
  terms as (select t.prop, t.val, count(*) from (select unnest(terms) as id from seen) v join term t on t.id = v.id
    where t.prop in ('state', 'shelf', 'genres', 'fragile', '$access') group by t.prop, t.val),
  years as (select width_bucket(year, array[${YEARS.join(',')}]) as bucket, count(*) from seen group by 1)
  select (select count(*) from seen) as total, (select json_agg(i) from page) as ids, (select json_agg(terms) from terms) as terms, (select json_agg(years) from years) as years`;

const bySql = async (db: Queryable, readFilter: ReadFilter): Promise<number> => {
  const [row] = await db.query<{ total: string }>(SQL, [readFilter.mask]);
  return Number(row?.total);
};

/** Compares the order by best match with the order by newest, for the same words and items. */
const reportMatch = async (books: number, search: Search, readFilter: ReadFilter): Promise<void> => {
  const query: Query = { must: { _t: ['Book'], text: ['river cedar'] }, facets: FACETS };
  const { match, newest } = await serially(
    {
      match: () => search.search(readFilter, { ...query, sort: [{ key: BEST_MATCH, order: 'desc' }] }),
      newest: () => search.search(readFilter, { ...query, sort: [{ key: 'created', order: 'desc' }] }),
    },
    ROUNDS,
  );
  if (!match || !newest) return;
  const { total } = await search.search(readFilter, query);
  console.log(
    `best match of ${total}: ${milliseconds(match.median)} ms, newest first ${milliseconds(newest.median)} ms`,
  );
  report({
    name: `best match first of ${total} found, ${books} books, in the process`,
    unit: 'ms',
    value: match.median,
    best: match.best,
    baseline: { name: 'newest first', value: newest.median, best: newest.best },
    limit: { of: 'ratio', atMost: MATCH_RATIO },
  });
};

const runAt = async (books: number): Promise<void> => {
  const { world, server, token, readerId, loading } = await openLibrary(books);
  const { search, readFilters, sessions, database } = server.services;
  const subject = await sessions.subjectOf(readerId);
  if (!subject) throw new Error('no reader');
  const readFilter = await readFilters.readFilterFor(subject);
  const socket = await TestSocket.as(server.url, token);
  const ask = async (query: Query): Promise<Json | undefined> => {
    socket.received.length = 0;
    const { b, erred } = await socket.ask('search/ids', query as unknown as Json);
    if (erred) throw new Error(JSON.stringify(b));
    return b;
  };
  console.log(
    `\n${books} books, ${READER_SETS} reader sets, ${readFilter.principals.length} principals; server with columns ready after ${loading.toFixed(0)} ms`,
  );
  console.log('query                          total   socket ms (best)  process ms (best)  one SQL statement ms');
  for (const [name, query] of Object.entries(QUERIES)) {
    const { total } = await search.search(readFilter, query);
    const sql = name === 'whole type' ? { sql: () => bySql(database, readFilter) } : undefined;
    if (sql && (await sql.sql()) !== total) throw new Error('the SQL statement counts otherwise');
    const times = await serially(
      { socket: () => ask(query), inProcess: () => search.search(readFilter, query), ...sql },
      ROUNDS,
    );
    const { socket: bySocket, sql: byStatement } = times;
    if (bySocket) {
      report({
        name: `search/ids over the socket: ${name}, six facets, ${books} books`,
        unit: 'ms',
        value: bySocket.median,
        best: bySocket.best,
        ...(byStatement && {
          baseline: { name: 'the same by one SQL statement', value: byStatement.median, best: byStatement.best },
        }),
        ...(byStatement && { limit: { of: 'value' as const, atMost: WHOLE_TYPE } }),
      });
    }
    const shown = (key: string): string =>
      times[key] ? `${milliseconds(times[key].median)} (${milliseconds(times[key].best)})` : '-';
    console.log(
      `${name.padEnd(28)} ${String(total).padStart(7)}   ${shown('socket').padEnd(16)}  ${shown('inProcess').padEnd(17)}  ${shown('sql')}`,
    );
  }
  await reportMatch(books, search, readFilter);
  const all = { must: { _t: ['Book'] }, max: ALL, labels: true };
  const { all: everything } = await serially({ all: () => search.search(readFilter, all) }, ALL_ROUNDS);
  if (everything)
    report({
      name: `search for all of ${books} books with their labels, in the process`,
      unit: 'ms',
      value: everything.median,
      best: everything.best,
      limit: { of: 'value', atMost: ALL_LIMIT },
    });
  socket.close();
  await world.stop();
};

export const run = async (): Promise<void> => {
  for (const size of SIZES) await runAt(size);
};
