// Offers of a relation field. Suggestions for typed text are requested after a pause, for at least 3 letters; the latest request wins.
// Until then it offers the newest items of its types, requested once, when the field is opened.

import { useCallback, useEffect } from 'react';
import { DELAYS } from 'src/client/ui/Loading.tsx';
import { useClient } from 'src/client/useClient.ts';
import { useServerData } from 'src/client/useServerData.ts';
import type { Suggestion } from 'src/model/generated/wire.ts';
import { parseItemId } from 'src/model/item/itemId.ts';
import type { Registry } from 'src/model/schema/Registry.ts';
import { foldText } from 'src/model/text/foldText.ts';

export const MIN_CHARACTERS = 3;
const MAX_NEWEST = 8;
const MAX_SUGGESTED_OWNERS = 50;

export type Suggestions =
  | { readonly state: 'short' | 'waiting' | 'failed'; readonly found: readonly Suggestion[] }
  | { readonly state: 'found'; readonly found: readonly Suggestion[] };

const NO_SUGGESTIONS: readonly Suggestion[] = [];

/** Returns whether the text has enough letters for a request. Reads no further than that, since the pasted text may be long. */
export const isLongEnough = (text: string): boolean => {
  const letters = new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(text.trim())[Symbol.iterator]();
  for (let count = 0; count < MIN_CHARACTERS; count += 1) if (letters.next().done === true) return false;
  return true;
};

/** A person whose account is blocked is found, but cannot be chosen as a value. */
export const standsForPeople = (types: readonly string[] | undefined, registry: Registry): boolean =>
  types?.some((name) => Object.hasOwn(registry.types[name]?.properties ?? {}, 'blocked')) === true;

/** `choose`: for a value, of which some are refused. */
export const useSuggestions = (
  text: string,
  types: readonly string[] | undefined,
  { choose = false }: { readonly choose?: boolean } = {},
): Suggestions => {
  const { search, alerts } = useClient();
  const question = text.trim();
  const asks = isLongEnough(question);
  const wantedTypes = types?.join();
  const ask = useCallback(
    () => search.suggest(question, wantedTypes?.split(','), { choose }),
    [search, question, wantedTypes, choose],
  );
  const { answer, failure, loading } = useServerData(
    asks ? { of: `${wantedTypes ?? ''} ${choose}`, ask, pause: DELAYS.input } : undefined,
  );
  useEffect(() => {
    if (failure !== undefined) alerts.error(failure);
  }, [alerts, failure]);
  if (!asks) return { state: 'short', found: NO_SUGGESTIONS };
  if (failure !== undefined) return { state: 'failed', found: NO_SUGGESTIONS };
  return { state: loading ? 'waiting' : 'found', found: answer ?? NO_SUGGESTIONS };
};

const sortedSuggestions = (found: readonly Suggestion[], own: readonly string[]): readonly Suggestion[] =>
  found.toSorted(
    (one, other) =>
      Number(own.includes(other.$id)) - Number(own.includes(one.$id)) || one.label.localeCompare(other.label),
  );

/** The newest items with the typed text; owners by name, the person's own first. Offers nothing for a relation to items of any type. */
export const useNewest = (
  types: readonly string[] | undefined,
  { opened, typed, choose = false }: { readonly opened: boolean; readonly typed: string; readonly choose?: boolean },
): readonly Suggestion[] => {
  const { search, registry, session } = useClient();
  const asked = opened ? types?.join() : undefined;
  const ask = useCallback(async (): Promise<readonly Suggestion[]> => {
    const names = asked?.split(',') ?? [];
    if (choose) return await search.suggest('', names, { choose });
    const owners = asked === registry.ownerType;
    const query = { must: { _t: names }, sort: [{ key: 'created', order: 'desc' as const }] };
    const max = owners ? MAX_SUGGESTED_OWNERS : MAX_NEWEST;
    const { ids, labels = {} } = await search.search({ ...query, max, labels: true });
    const named = ids.map(($id) => ({ $id, label: labels[$id] ?? '', type: parseItemId($id).type }));
    const shown = named.filter(({ label }) => label !== '');
    return owners ? sortedSuggestions(shown, session.user?.readOrgs ?? []) : shown;
  }, [asked, choose, search, registry, session]);
  // Without an answer, typing still finds them.
  const { answer: found = NO_SUGGESTIONS } = useServerData(
    asked === undefined ? undefined : { of: `${asked} ${choose}`, ask },
  );
  const part = foldText(typed.trim());
  return part === '' ? found : found.filter(({ label }) => foldText(label).includes(part));
};
