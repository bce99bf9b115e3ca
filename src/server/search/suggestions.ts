// Suggestions while typing: labels with words that begin with the text. The worker finds the best of them; without its texts, at most 200
// hits are read through the read filter and then ranked, because ranking all hits of a common prefix took 90 to 1,600 ms.

import type { Suggestion } from 'src/model/generated/wire.ts';
import type { ItemId } from 'src/model/item/Item.ts';
import { itemId, parseItemId } from 'src/model/item/itemId.ts';
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

/** Same order as a search: best first, then newest. Candidates without a score keep their order, after the others. */
const byScore = (a: ScoredRow, b: ScoredRow): number => b.score - a.score || b.n - a.n;

interface Matching {
  readonly text: string;
  readonly types: readonly ServerItemType[];
  readonly most: number;
}

const suggestedIds = (rows: readonly Pick<ScoredRow, 't' | 'i'>[], types: readonly ServerItemType[]): ItemId[] => {
  const names = new Map(types.map(({ number, name }) => [number, name]));
  return rows.map(({ t, i }) => itemId(names.get(t) ?? '', i));
};

/** Returns the items that have a label, in their order. */
const labelled = (ids: readonly ItemId[], labels: ReadonlyMap<ItemId, string>): Suggestion[] =>
  ids.flatMap(($id) => {
    const label = labels.get($id);
    return label === undefined ? [] : [{ $id, label, type: parseItemId($id).type }];
  });

/** The labels of all candidates are read at the same time as their scores, which is one round trip less than those of the best ones. */
const suggestedByWorker = async (
  { database, readFilter, items }: SuggestOptions,
  candidates: FindCandidates,
  { text, types, most }: Matching,
): Promise<Suggestion[]> => {
  const found = await candidates({
    types: types.map(({ number }) => number),
    text: undefined,
    tokens: labelTokens(text),
    most: Math.max(most, SCORED_SUGGESTIONS),
  });
  const unscored = Array.from(found.numbers, (i, at): ScoredRow => ({ t: found.types[at] ?? 0, i, n: 0, score: 0 }));
  const [scored, labels] = await Promise.all([
    scoredCandidates({ database, readFilter }, text, found),
    items.labels(database, readFilter, suggestedIds(unscored, types)),
  ]);
  const known = new Map(scored.map((row) => [`${row.t}-${row.i}`, row]));
  const best = unscored.map((row) => known.get(`${row.t}-${row.i}`) ?? row).toSorted(byScore);
  return labelled(suggestedIds(best.slice(0, most), types), labels);
};

const suggestedByDatabase = async (
  { database, readFilter, items }: SuggestOptions,
  { text, types, most }: Matching,
): Promise<Suggestion[]> => {
  const numbers = types.map(({ number }) => number);
  const rows = await scoredRows(database, readFilter, { text, types: numbers, where: 'label', limit: MAX_HITS });
  const ids = suggestedIds(rows.toSorted(byScore).slice(0, most), types);
  return labelled(ids, await items.labels(database, readFilter, ids));
};

export const suggest = async (
  options: SuggestOptions,
  text: string,
  { types, most = SUGGESTED }: SuggestAsked = {},
): Promise<Suggestion[]> => {
  const searchedTypes = typesFor(options.registry, types);
  if (labelTokens(text).join(' ').length < SUGGEST_MINIMUM || searchedTypes.length === 0) return [];
  const matching = { text, types: searchedTypes, most };
  return await (options.candidates
    ? suggestedByWorker(options, options.candidates, matching)
    : suggestedByDatabase(options, matching));
};
