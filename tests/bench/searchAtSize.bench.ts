// Searches of archive entries on the large corpus, over the socket, for a member with about 200 principals: whole type, lists in each
// declared order, texts, a prefix and suggestions. Each is compared with one SQL statement that does the same or less, measured in turns.

import { registry } from 'src/generated/registry.server.ts';
import type { Query, SearchAnswer } from 'src/model/generated/wire.ts';
import { report } from 'tests/bench/figures.ts';
import { milliseconds, serially } from 'tests/bench/measure.ts';
import { askOver, memberFilter, openAtSize, untilAnswered } from 'tests/bench/scale/openAtSize.ts';
import { sqlSearch, type SqlAnswer, type SqlSearch } from 'tests/bench/scale/sqlSearches.ts';
import { wordOfRank } from 'tests/bench/scale/vocabulary.ts';

const TYPE = 'ArchiveEntry';
const ROUNDS = 31;
const TURNS_WITH_SQL = 3;
const FACETS = ['type', 'category', '$access', 'language', 'collections', 'yearPublished'];
/** Limits in milliseconds, at a million items. */
const LIMITS = { whole: 18, slowest: 30, list: 10, unselective: 20, selective: 6, suggestion: 4 };
const [FREQUENT, RARE] = [12, 40_000];
const FOUR_FREQUENT = [4, 6, 9, 14];

interface Search {
  readonly name: string;
  readonly query: Query;
  readonly sql: SqlSearch;
  readonly limit: number;
}

/** Words of a query for PostgreSQL. The last one is a prefix, as in the product. */
const tsqueryOf = (words: readonly string[]): string => `${words.map((word) => `'${word}'`).join(' & ')}:*`;

type Selected = Readonly<Record<string, string>>;

const textSearch = (name: string, words: readonly string[], limit: number): Search => ({
  name,
  query: { must: { _t: [TYPE], text: [words.join(' ')] }, facets: FACETS },
  sql: { words: tsqueryOf(words), facets: FACETS },
  limit,
});

const selecting = ({ name, query, sql, limit }: Search, selected: Selected): Search => {
  const values = Object.fromEntries(Object.entries(selected).map(([key, value]) => [key, [value]]));
  return { name, query: { ...query, must: { ...query.must, ...values } }, sql: { ...sql, terms: selected }, limit };
};

const wholeType: Search = {
  name: 'whole type, six facets',
  query: { must: { _t: [TYPE] }, facets: FACETS },
  sql: { facets: FACETS },
  limit: LIMITS.whole,
};

const listSearches = (selected: Selected): Search[] =>
  [{ key: 'created', order: 'desc' as const }, ...(registry.types[TYPE]?.view.sorts ?? [])].map(({ key, order }) => {
    const direction = order ?? 'asc';
    const column = key === 'created' ? 'created' : `sort_keys -> '${key}'`;
    const list: Search = {
      name: `list of 50 by ${key}, two filters, labels, total`,
      query: { must: { _t: [TYPE] }, sort: [{ key, order: direction }], labels: true, max: 50 },
      sql: { order: `${column} ${direction} nulls last, n desc` },
      limit: LIMITS.list,
    };
    return selecting(list, selected);
  });

const searchesFor = (selected: Selected): Search[] => [
  wholeType,
  selecting({ ...wholeType, name: 'two facets selected, six facets' }, selected),
  ...listSearches(selected),
  textSearch('unselective text, six facets', [wordOfRank(FREQUENT)], LIMITS.unselective),
  textSearch('selective text, six facets', [wordOfRank(RARE)], LIMITS.selective),
  selecting(
    textSearch(
      'four frequent words, two facets selected, six facets',
      FOUR_FREQUENT.map(wordOfRank),
      LIMITS.unselective,
    ),
    selected,
  ),
  textSearch('prefix of three letters, six facets', [wordOfRank(FREQUENT).slice(0, 3)], LIMITS.unselective),
];

interface Measured {
  readonly ask: (query: Query) => Promise<SearchAnswer>;
  readonly bySql: () => Promise<SqlAnswer>;
}

const measureSearch = async ({ name, query, limit }: Search, { ask, bySql }: Measured): Promise<void> => {
  const { total } = await ask(query);
  const { sql } = await serially({ search: () => ask(query), sql: bySql }, TURNS_WITH_SQL);
  const { search } = await serially({ search: () => ask(query) }, ROUNDS);
  if (!search || !sql) throw new Error('nothing measured');
  const own = `${milliseconds(search.median)} (${milliseconds(search.best)}), p95 ${milliseconds(search.p95)}`;
  console.log(`${name.padEnd(54)} ${String(total).padStart(7)} found  ${own}  SQL ${milliseconds(sql.median)} ms`);
  report({
    ...{ name, unit: 'ms', value: search.median, best: search.best },
    baseline: { name: 'one SQL statement', value: sql.median, best: sql.best },
    limit: { of: 'value', atMost: limit },
  });
  if (name !== wholeType.name) return;
  report({
    ...{ name: `${name}, p95`, unit: 'ms', value: search.p95 },
    baseline: { name: 'p95 of one SQL statement', value: sql.p95 },
    limit: { of: 'value', atMost: LIMITS.slowest },
  });
};

/** Returns the most frequent value of two facets. */
const frequentValues = ({ facets }: SearchAnswer): Selected =>
  Object.fromEntries(
    ['type', '$access'].map((key) => {
      const counts = (facets?.[key] ?? []).flatMap((each) => ('value' in each && each.value !== null ? [each] : []));
      const [first] = counts.toSorted((a, b) => b.count - a.count);
      return [key, String(first?.value)];
    }),
  );

export const run = async (): Promise<void> => {
  const product = await openAtSize();
  const socket = await product.socket('member');
  const readFilter = await memberFilter(product);
  console.log(`${readFilter.principals.length} principals, ${readFilter.known} sets of readers`);
  const ask = (query: Query): Promise<SearchAnswer> =>
    untilAnswered(() => askOver<SearchAnswer>(socket, 'search/ids', query));
  for (const search of searchesFor(frequentValues(await ask(wholeType.query))))
    await measureSearch(search, { ask, bySql: await sqlSearch(product.database, readFilter, search.sql) });
  const text = wordOfRank(FREQUENT).slice(0, 4);
  const times = await serially(
    { ping: () => askOver(socket, 'ping'), suggest: () => askOver(socket, 'suggest', { text }) },
    ROUNDS,
  );
  const { suggest, ping } = times;
  if (!suggest || !ping) throw new Error('nothing measured');
  report({
    ...{ name: 'suggestion', unit: 'ms', value: suggest.median, best: suggest.best },
    baseline: { name: 'ping over the socket', value: ping.median, best: ping.best },
    limit: { of: 'value', atMost: LIMITS.suggestion },
  });
  socket.close();
  await product.stop();
};
