// `suggest`: returns up to five items with a label whose words begin as typed. Suggestions for a value also accept a text that is too
// short, which gives the newest items, and exclude people with a blocked account, whom the save would refuse (rules/belongingRules.ts).

import type { Suggestion } from 'src/model/generated/wire.ts';
import { parseItemId } from 'src/model/item/itemId.ts';
import { SUGGEST_MINIMUM } from 'src/model/query/searchText.ts';
import type { Context } from 'src/server/context.ts';
import { endpoint, type SearchNeeds } from 'src/server/search/SearchNeeds.ts';
import { labelTokens } from 'src/server/search/textScores.ts';
import { SUGGESTED } from 'src/server/search/suggestions.ts';

const NEWEST = 8;
/** Blocked people among these are omitted. */
const CANDIDATES = 40;

const newest = async (
  { services, readFilter, gone }: Context<SearchNeeds>,
  types: readonly string[],
): Promise<Suggestion[]> => {
  const sort = [{ key: 'created', order: 'desc' as const }];
  const query = { must: { _t: [...types] }, sort, max: CANDIDATES, labels: true };
  const { ids, labels = {} } = await services.search.search(readFilter, query, gone);
  return ids.map(($id) => ({ $id, label: labels[$id] ?? '', type: parseItemId($id).type }));
};

const unblockedSuggestions = async (
  { services, db }: Context<SearchNeeds>,
  found: readonly Suggestion[],
): Promise<Suggestion[]> => {
  const items = await services.items.findMany(
    db,
    found.map(({ $id }) => $id),
  );
  const blocked = new Set(items.filter(({ properties }) => properties['blocked'] === true).map(({ id }) => id));
  return found.filter(({ $id, label }) => label !== '' && !blocked.has($id));
};

export const suggestEndpoint = endpoint('suggest', async (context, { text, types, choose = false }) => {
  const { services, readFilter, gone } = context;
  const { search } = services;
  if (!choose) return await search.suggest(readFilter, text, { types }, gone);
  if (labelTokens(text).join(' ').length >= SUGGEST_MINIMUM) {
    const found = await search.suggest(readFilter, text, { types, most: CANDIDATES }, gone);
    return (await unblockedSuggestions(context, found)).slice(0, SUGGESTED);
  }
  return types ? (await unblockedSuggestions(context, await newest(context, types))).slice(0, NEWEST) : [];
});
