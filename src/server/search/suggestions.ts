// Suggestions while typing: labels with words that begin with the text. The worker finds the best of them; without its texts, at most 200
// hits are read through the read filter and then ranked, because ranking all hits of a common prefix took 90 to 1,600 ms.

import type { Suggestion } from 'src/model/generated/wire.ts';
import { itemId } from 'src/model/item/itemId.ts';
import { SUGGEST_MINIMUM } from 'src/model/query/searchText.ts';
import { invalid } from 'src/model/problems.ts';
import type { ServerItemType, ServerRegistry } from 'src/model/schema/Registry.ts';
import type { ReadFilter } from 'src/server/store/readers/readFilters.ts';
import {
  labelTokens,
  scoredCandidates,
  scoredRows,
  type FindCandidates,
  type ScoredRow,
} from 'src/server/search/textScores.ts';
import type { Queryable } from 'src/server/store/database.ts';
import type { ItemStorage } from 'src/server/store/itemStorage.ts';

/** Number of suggestions that a box shows. */
export const SUGGESTED = 5;
const MAX_HITS = 200;
/** The worker orders labels nearly as their scores do, so that this number of them contains the best ones. Each type takes a statement. */
const SCORED_SUGGESTIONS = 20;

const typesFor = (registry: ServerRegistry, names: readonly string[] | undefined): ServerItemType[] => {
  const suggested = Object.values(registry.types).filter((type) => type.server.search.suggest);
  if (!names) return suggested.filter((type) => !type.server.search.excludeGeneralSearch);
  const unknown = names.findIndex((name) => !Object.hasOwn(registry.types, name));
  if (unknown >= 0) throw invalid([{ path: `/types/${unknown}`, message: 'errors.query.value' }]);
  return suggested.filter(({ name }) => names.includes(name));
};

export interface SuggestOptions {
  readonly registry: ServerRegistry;
  readonly database: Queryable;
  readonly readFilter: ReadFilter;
  /** Labels as the asker may see them: a stored one may contain hidden items. */
  readonly items: Pick<ItemStorage, 'labels'>;
  /** Undefined while the worker has no texts. */
  readonly candidates: FindCandidates | undefined;
}

export interface SuggestAsked {
  readonly types?: readonly string[] | undefined;
  readonly most?: number;
}

type Match = Pick<ScoredRow, 't' | 'i'>;

/** Same order as a search: best first, then newest. Candidates without a score keep their order, after the others. */
const byScore = (a: ScoredRow, b: ScoredRow): number => b.score - a.score || b.n - a.n;

/** Returns the best matches first. */
const bestMatches = async (
  { database, readFilter, candidates }: SuggestOptions,
  text: string,
  { types, most }: { readonly types: readonly number[]; readonly most: number },
): Promise<readonly Match[]> => {
  if (candidates) {
    const tokens = labelTokens(text);
    const found = await candidates({ types, text: undefined, tokens, most: Math.max(most, SCORED_SUGGESTIONS) });
    const scored = await scoredCandidates({ database, readFilter }, text, found);
    const known = new Map(scored.map((row) => [`${row.t}-${row.i}`, row]));
    return Array.from(found.numbers, (i, at): ScoredRow => {
      const t = found.types[at] ?? 0;
      return known.get(`${t}-${i}`) ?? { t, i, n: 0, score: 0 };
    })
      .toSorted(byScore)
      .slice(0, most);
  }
  const rows = await scoredRows(database, readFilter, { text, types, where: 'label', limit: MAX_HITS });
  return rows.toSorted(byScore).slice(0, most);
};

export const suggest = async (
  options: SuggestOptions,
  text: string,
  { types, most = SUGGESTED }: SuggestAsked = {},
): Promise<Suggestion[]> => {
  const { registry, database, readFilter, items } = options;
  const searchedTypes = typesFor(registry, types);
  if (labelTokens(text).join(' ').length < SUGGEST_MINIMUM || searchedTypes.length === 0) return [];
  const matches = await bestMatches(options, text, { types: searchedTypes.map(({ number }) => number), most });
  const names = new Map(searchedTypes.map(({ number, name }) => [number, name]));
  const suggestedItems = matches.map(({ t, i }) => {
    const type = names.get(t) ?? '';
    return { type, $id: itemId(type, i) };
  });
  const labels = await items.labels(
    database,
    readFilter,
    suggestedItems.map(({ $id }) => $id),
  );
  return suggestedItems.flatMap(({ type, $id }) => {
    const label = labels.get($id);
    return label === undefined ? [] : [{ $id, label, type }];
  });
};
