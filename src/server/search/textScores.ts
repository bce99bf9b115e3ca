// Scores of items for a typed text, for "best match first": a whole label or exact value, a label that begins with the text, words in the
// label before other words, then word weights; of equal ones the shorter. At most RANKED items are scored; of more, those whose label
// matches. Used by planSearch and suggestions, so that both agree.

import { searchTokens } from 'src/model/query/searchText.ts';
import { foldText } from 'src/model/text/foldText.ts';
import { aclOf, readable } from 'src/server/store/readers/readCondition.ts';
import type { ReadFilter } from 'src/server/store/readers/readFilters.ts';
import type { CandidatePlan, Candidates } from 'src/server/search/evaluate/textCandidates.ts';
import type { ReplacedWord, TextScores } from 'src/server/search/evaluate/searchPlan.ts';
import type { Hits } from 'src/server/search/plan/lookups.ts';
import { askedText } from 'src/server/search/text/askedText.ts';
import { BITMAPS, textQuery, tsquery, type TextQuery } from 'src/server/search/textHits.ts';
import { partitionOf } from 'src/server/store/partitions.ts';
import type { Queryable, Statements } from 'src/server/store/database.ts';

/** Scoring reads the words of each item, which costs more than finding it. */
const RANKED = 2_000;
const MAX_SCORED_TOKENS = 8;

const likeEscaped = (text: string): string => text.replaceAll(/[\\%_]/g, (found) => `\\${found}`);

/** Returns the searchable words of a label. */
export const labelTokens = (text: string): string[] =>
  searchTokens(text)
    .map(foldText)
    .filter((token) => token !== '')
    .slice(0, MAX_SCORED_TOKENS);

/** A parameter is one text, which an index can use, or a list of texts of which one must match. */
type Parameters = 'text' | 'list';

/** Returns the condition that a word of the label begins with each of the tokens, and the SQL of the score. */
const scoreSql = (tokens: number, parameters: Parameters): { readonly begun: string; readonly score: string } => {
  const at = (place: number): string => (parameters === 'text' ? `$${place}` : `any($${place}::text[])`);
  const begun = Array.from(
    { length: tokens },
    (_, index) => `folded like ${at(index * 2 + 9)} and ' ' || folded like ${at(index * 2 + 10)}`,
  ).join(' and ');
  const score = `round((case when tsv @@ $4::tsquery or folded = ${at(5)} then 4
      when folded like ${at(6)} or tsv @@ $8::tsquery then 3 when ' ' || folded like ${at(7)} then 2 when ${begun} then 1 else 0 end
      + ts_rank('{0.1,0.2,0.4,1}', tsv, $3::tsquery) * 0.9 - least(length(folded) + length(tsv), 900) * 0.0001)::numeric, 5)::float8`;
  return { begun, score };
};

/**
 * Selects at most `limit` matches. $1 types, $2 mask, $3 tsquery, $4 exact tsquery, $5 the typed words, $6 pattern for a prefix, $7 pattern
 * for a substring, $8 exact values with the prefix, then two patterns per word: the first one uses trigrams, the second one requires the
 * beginning of a word.
 */
const statement = (tokens: number, where: 'text' | 'label', limit: number): string => {
  const { begun, score } = scoreSql(tokens, 'text');
  const found = where === 'text' ? 'tsv @@ $3::tsquery' : begun;
  return `select t, i, n, ${score} as score from item
    where t = any($1::smallint[]) and ${readable(aclOf('item'), '$2')} and ${found} limit ${limit}`;
};

/**
 * Selects the candidates of one type; $1 are their numbers, and the others are those of `statement`, as lists where it has patterns.
 * Candidates that match in a restricted part have no score. A statement for one partition is planned much faster than one for all.
 */
const candidateStatement = (tokens: number, type: number): string => {
  const { begun, score } = scoreSql(tokens, 'list');
  return `select x.t, x.i, x.n, ${score} as score from unnest($1::int[]) as candidate (i)
    join ${partitionOf(type)} x on x.t = ${Math.trunc(type)} and x.i = candidate.i
    where ${readable(aclOf('x'), '$2')} and (tsv @@ $3::tsquery or (${begun}))`;
};

export interface ScoredRow {
  readonly t: number;
  readonly i: number;
  readonly n: number;
  readonly score: number;
}

interface Asked {
  readonly text: string;
  readonly types: readonly number[];
  /** Searches all words, or only the beginnings of words in labels. */
  readonly where: 'text' | 'label';
  readonly limit: number;
}

/** Finds items in the worker: with the text, or with a label that begins as typed. */
export type FindCandidates = (asked: Pick<CandidatePlan, 'types' | 'text' | 'tokens' | 'most'>) => Promise<Candidates>;

interface TypedForms {
  readonly query: TextQuery;
  readonly tokens: number;
  /** Parameters $5, $6, $7, and those from $9 on. */
  readonly patterns: readonly string[];
}

/** Returns undefined without a searchable word. */
const typedForms = (text: string): TypedForms | undefined => {
  const query = textQuery(text);
  const tokens = labelTokens(text);
  if (!query || tokens.length === 0) return undefined;
  const typed = tokens.join(' ');
  const begins = likeEscaped(typed);
  const perToken = tokens.flatMap((token) => [`%${likeEscaped(token)}%`, `% ${likeEscaped(token)}%`]);
  return { query, tokens: tokens.length, patterns: [typed, `${begins}%`, `% ${begins}%`, ...perToken] };
};

/** Returns the parameters from $2 on. */
const scoreValues = (
  readFilter: ReadFilter,
  queries: readonly TextQuery[],
  [typed, prefix, substring, ...perToken]: readonly (string | readonly string[])[],
): unknown[] => {
  const any = (query: (each: TextQuery) => string): string => queries.map(query).join(' | ');
  const exact = any((each) => each.exact);
  const begun = any((each) => `${each.exact}:*`);
  return [readFilter.mask, any(tsquery), exact, typed, prefix, substring, begun, ...perToken];
};

const SEARCHED_WORD = /[\p{L}\p{M}\p{N}]+/gu;

/** Returns the text with similar words instead of those without a match: first with the most similar ones. */
const correctedTexts = (text: string, replaced: readonly ReplacedWord[]): string[] => {
  if (replaced.length === 0) return [text];
  const words = new Map(replaced.map(({ word, by }) => [word, by]));
  return Array.from({ length: Math.max(...replaced.map(({ by }) => by.length)) }, (_, at) =>
    foldText(text).replaceAll(SEARCHED_WORD, (word) => {
      const by = words.get(word) ?? [word];
      return by[Math.min(at, by.length - 1)] ?? word;
    }),
  );
};

/** Unordered. */
export const scoredRows = async (
  db: Queryable,
  readFilter: ReadFilter,
  { text, types, where, limit }: Asked,
): Promise<ScoredRow[]> => {
  const typed = typedForms(text);
  if (!typed) return [];
  const values = scoreValues(readFilter, [typed.query], typed.patterns);
  return await db.query<ScoredRow>(statement(typed.tokens, where, limit), [types, ...values]);
};

/** Returns whether the reader has too many matches to score all. Hidden ones do not count, or the order would reveal them. */
const isMany = async (db: Queryable, readFilter: ReadFilter, query: TextQuery, types: readonly number[]) => {
  const found = await db.query(
    `select from item where t = any($1::smallint[]) and ${readable(aclOf('item'), '$2')} and tsv @@ $3::tsquery
      limit ${RANKED + 1}`,
    [types, readFilter.mask, tsquery(query)],
  );
  return found.length > RANKED;
};

interface ScoreOptions {
  readonly database: Statements;
  readonly readFilter: ReadFilter;
  /** Milliseconds. */
  readonly timeout: number;
}

const scoresByType = (types: readonly number[], rows: readonly ScoredRow[]): Map<number, TextScores> =>
  new Map(
    types.map((type) => {
      const own = rows.filter(({ t }) => t === type);
      return [type, { numbers: own.map(({ i }) => i), scores: own.map(({ score }) => score) }];
    }),
  );

/** Returns the candidates that have a score, unordered. */
export const scoredCandidates = async (
  { database, readFilter }: { readonly database: Queryable; readonly readFilter: ReadFilter },
  text: string,
  found: Candidates,
): Promise<ScoredRow[]> => {
  const typed = correctedTexts(text, found.replaced).flatMap((each) => typedForms(each) ?? []);
  const [first] = typed;
  if (!first) return [];
  const queries = typed.map(({ query }) => query);
  const lists = first.patterns.map((_, at) => typed.map(({ patterns }) => patterns[at] ?? ''));
  const values = scoreValues(readFilter, queries, lists);
  const rows = await Promise.all(
    [...new Set(found.types)].map(async (type) => {
      const numbers = [...found.numbers.filter((_, at) => found.types[at] === type)];
      const name = `textScores.${type}.${first.tokens}`;
      return await database.query<ScoredRow>(candidateStatement(first.tokens, type), [numbers, ...values], name);
    }),
  );
  return rows.flat();
};

/** Returns scores by type number for items of these types. */
export const candidateScores = async (
  asking: Pick<ScoreOptions, 'database' | 'readFilter'>,
  candidates: FindCandidates,
  { text, types }: { readonly text: string; readonly types: readonly number[] },
): Promise<Map<number, TextScores>> => {
  const asked = askedText(text);
  if (!asked) return new Map();
  const found = await candidates({ types, text: asked, tokens: labelTokens(text), most: RANKED });
  return scoresByType(types, await scoredCandidates(asking, text, found));
};

/** Returns scores by type number for items among the hits, without the worker. */
export const textScores = async (
  { database, readFilter, timeout }: ScoreOptions,
  text: string,
  hits: Hits,
): Promise<Map<number, TextScores>> => {
  const found = [...(hits ?? [])].filter(([, numbers]) => numbers.length > 0);
  const total = found.reduce((sum, [, numbers]) => sum + numbers.length, 0);
  const types = found.map(([type]) => type);
  const query = textQuery(text);
  if (total === 0 || !query) return new Map();
  const rows = await database.transaction(async (tx) => {
    const ready = tx.query(BITMAPS, [String(Math.max(1, Math.ceil(timeout)))], 'textHits.bitmaps');
    const [many] = await Promise.all([total > RANKED && isMany(tx, readFilter, query, types), ready]);
    return await scoredRows(tx, readFilter, { text, types, where: many ? 'label' : 'text', limit: RANKED });
  });
  return scoresByType(types, rows);
};
