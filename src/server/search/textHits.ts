// Finds items by a typed text with PostgreSQL's words, by type. All words must match, the last one as a prefix; a text may also be a whole
// exact value (a call number). Restricted words count only for their readers. The columns apply the read filter of the rows afterwards.

import { askedText } from 'src/server/search/text/askedText.ts';
import { propertyAt } from 'src/model/schema/paths.ts';
import type { ServerRegistry } from 'src/model/schema/Registry.ts';
import { readable } from 'src/server/store/readers/readCondition.ts';
import type { ReadFilter } from 'src/server/store/readers/readFilters.ts';
import type { Hits } from 'src/server/search/plan/lookups.ts';
import type { Queryable, Statements } from 'src/server/store/database.ts';

export interface TextQuery {
  /** One tsquery per word. */
  readonly terms: readonly string[];
  readonly exact: string;
}

const tsqueryTerm = (term: string): string => `'${term.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;

/** Matches the words one after the other. */
export const phraseQuery = (words: readonly string[]): string => `(${words.map(tsqueryTerm).join(' <-> ')})`;

/** Returns undefined without a searchable word. */
export const textQuery = (text: string): TextQuery | undefined => {
  const asked = askedText(text);
  if (!asked) return undefined;
  return {
    terms: [
      ...asked.words.map(({ word, begins }) => (begins ? `${tsqueryTerm(word)}:*` : tsqueryTerm(word))),
      ...asked.phrases.map(phraseQuery),
    ],
    exact: tsqueryTerm(asked.exact),
  };
};

/** Matches all words, or the whole exact value. */
export const tsquery = ({ terms, exact }: TextQuery): string => `(${terms.join(' & ')}) | ${exact}`;

interface HitRow {
  readonly t: number;
  readonly numbers: Buffer;
}

// Numbers are returned as one binary value per type: a row per hit would cost ten times as much.
const PACKED_HITS_SQL = `select t, string_agg(int4send(i), ''::bytea) as numbers from hit group by t`;

const ITEM_HITS = `with hit as (select t, i from item where t = any($1::smallint[]) and tsv @@ $2::tsquery) ${PACKED_HITS_SQL}`;

/** One word: a match, or the exact value, needs no access to the item. */
const ONE_WORD = `with hit as (
    select distinct l.t, l.i from item_level l where l.t = any($1::smallint[]) and ${readable('l.acl', '$2')} and l.tsv @@ $3::tsquery
  ) ${PACKED_HITS_SQL}`;

// Returns which words a restricted part contains, as bits; the others must be in the item itself. A part with all words, or the exact
// value, needs no access to the item.
const levelHits = (terms: number): string => {
  const numbers = Array.from({ length: terms }, (_, index) => index);
  const bits = numbers.map((index) => `((l.tsv @@ $${index + 5}::tsquery)::int << ${index})`).join(' | ');
  const otherWords = numbers
    .map((index) => `(near.bits & ${1 << index} <> 0 or i.tsv @@ $${index + 5}::tsquery)`)
    .join(' and ');
  return `with near as (
      select l.t, l.i, bit_or(${bits}) as bits, bool_or(l.tsv @@ $4::tsquery) as whole from item_level l
      where l.t = any($1::smallint[]) and ${readable('l.acl', '$2')} and l.tsv @@ $3::tsquery group by l.t, l.i
    ), hit as (
      select t, i from near where whole or bits = ${2 ** terms - 1}
      union all
      select i.t, i.i from near join item i on i.t = near.t and i.i = near.i
      where not near.whole and near.bits <> ${2 ** terms - 1} and (${otherWords})
    ) ${PACKED_HITS_SQL}`;
};

const unpackNumbers = ({ numbers }: HitRow): Int32Array => {
  const hits = new Int32Array(numbers.length / 4);
  for (let at = 0; at < hits.length; at++) hits[at] = numbers.readInt32BE(at * 4);
  return hits;
};

const addHits = (hits: Map<number, Int32Array>, rows: readonly HitRow[]): void => {
  for (const row of rows) {
    const known = hits.get(row.t);
    hits.set(row.t, known ? Int32Array.from(new Set([...known, ...unpackNumbers(row)])) : unpackNumbers(row));
  }
};

/** Returns the numbers of types with searchable restricted properties. */
export const leveledTexts = (registry: ServerRegistry): Set<number> =>
  new Set(
    Object.values(registry.types)
      .filter((type) =>
        [...Object.keys(type.server.search.weights), ...type.server.search.exact].some(
          (path) => propertyAt(type.properties, path)?.level !== undefined,
        ),
      )
      .map(({ number }) => number),
  );

export interface TextHitsOptions {
  readonly database: Statements;
  readonly readFilter: ReadFilter;
  /** Milliseconds. */
  readonly timeout: number;
  readonly leveled: ReadonlySet<number>;
}

type Texts = readonly { readonly text: string; readonly query: TextQuery; readonly types: readonly number[] }[];
type Found = Map<string, Map<number, Int32Array>>;

// The planner ignores the cost of decompression: its scan over the words took 1,010 ms, the bitmap 62 ms. So only bitmaps are enabled.
export const BITMAPS = `select set_config('enable_seqscan', 'off', true), set_config('enable_indexscan', 'off', true),
  set_config('enable_indexonlyscan', 'off', true), set_config('statement_timeout', $1, true)`;
const ANY_INDEX = `select set_config('enable_indexscan', 'on', true)`;

// Statements are named, so that they are planned once: planning over all partitions took ten times as long as the search.
const inItems = (tx: Queryable, { query, types }: Texts[number]): Promise<HitRow[]> =>
  tx.query<HitRow>(ITEM_HITS, [types, tsquery(query)], 'textHits');

const inLevels = (tx: Queryable, readFilter: ReadFilter, { query, types }: Texts[number]): Promise<HitRow[]> => {
  const { terms, exact } = query;
  const any = [...terms, exact].join(' | ');
  if (terms.length === 1) return tx.query<HitRow>(ONE_WORD, [types, readFilter.mask, any], 'textHits.oneWord');
  const values = [types, readFilter.mask, any, exact, ...terms];
  return tx.query<HitRow>(levelHits(terms.length), values, `textHits.levels.${terms.length}`);
};

interface Request {
  readonly texts: Texts;
  /** Texts that some readers also find in restricted parts. */
  readonly strict: Texts;
  readonly timeout: number;
}

/** Sent together in one round trip. */
const findTextHits = async (
  tx: Queryable,
  readFilter: ReadFilter,
  { texts, strict, timeout }: Request,
): Promise<Found> => {
  const ready = tx.query(BITMAPS, [String(Math.max(1, Math.ceil(timeout)))], 'textHits.bitmaps');
  const plain = Promise.all(texts.map((each) => inItems(tx, each)));
  const any = strict.length > 0 ? tx.query(ANY_INDEX, [], 'textHits.anyIndex') : undefined;
  const leveled = Promise.all(strict.map((each) => inLevels(tx, readFilter, each)));
  const [plainRows, leveledRows] = await Promise.all([plain, leveled, ready, any]);
  const found: Found = new Map(texts.map(({ text }) => [text, new Map()]));
  texts.forEach(({ text }, index) => addHits(found.get(text) ?? new Map(), plainRows[index] ?? []));
  strict.forEach(({ text }, index) => addHits(found.get(text) ?? new Map(), leveledRows[index] ?? []));
  return found;
};

type Asked = ReadonlyMap<string, ReadonlySet<number>>;

const positiveHits = async (
  { database, readFilter, timeout, leveled }: TextHitsOptions,
  asked: Asked,
): Promise<Map<string, Hits>> => {
  const texts: Texts = [...asked].flatMap(([text, types]) => {
    const query = textQuery(text);
    return query ? [{ text, query, types: [...types] }] : [];
  });
  if (texts.length === 0) return new Map([...asked.keys()].map((text) => [text, undefined]));
  // Visitors never read restricted parts.
  const strict = texts
    .map((each) => ({ ...each, types: each.types.filter((type) => leveled.has(type)) }))
    .filter(({ types }) => types.length > 0 && readFilter.subject.userId !== undefined);
  const found = await database.transaction((tx) => findTextHits(tx, readFilter, { texts, strict, timeout }));
  return new Map([...asked.keys()].map((text) => [text, found.get(text)]));
};

const withoutNumbers = (hits: Hits, others: readonly Hits[]): Hits =>
  hits &&
  new Map(
    [...hits].map(([type, numbers]) => {
      const removed = new Set(others.flatMap((other) => [...(other?.get(type) ?? [])]));
      return [type, numbers.filter((number) => !removed.has(number))];
    }),
  );

/** Returns the hits of each text among the requested types. */
export const textHits = async (options: TextHitsOptions, asked: Asked): Promise<Map<string, Hits>> => {
  const excluded = new Map([...asked.keys()].map((text) => [text, askedText(text)?.without ?? []]));
  const words: Asked = new Map(
    [...asked].flatMap(([text, types]) => (excluded.get(text) ?? []).map((word) => [`"${word}"`, types] as const)),
  );
  const [found, others] = [await positiveHits(options, asked), await positiveHits(options, words)];
  return new Map(
    [...found].map(([text, hits]) => [
      text,
      withoutNumbers(
        hits,
        (excluded.get(text) ?? []).map((word) => others.get(`"${word}"`)),
      ),
    ]),
  );
};
