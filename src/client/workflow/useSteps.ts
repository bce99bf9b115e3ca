// The steps of an item's workflow: found by a search, read and watched while they are shown. The item says how many there are in the
// same save that adds or removes one, so that its own changes are reason enough to search again.

import { useCallback, useEffect } from 'react';
import { useClient } from 'src/client/useClient.ts';
import { useServerData } from 'src/client/useServerData.ts';
import { kindsFor, shownStep, summaryOf, type ShownStep } from 'src/client/workflow/stepValues.ts';
import type { Item, ItemId } from 'src/model/item/Item.ts';

/** More than a workflow may have: templates are bounded, and steps added by hand are few. */
const MOST = 300;

export interface Steps {
  /** Undefined until they are known. */
  readonly steps: readonly ShownStep[] | undefined;
  readonly failure: unknown;
  readonly again: () => Promise<void>;
}

/** To be read by an observer: it follows each step. */
export const useSteps = (item: Item): Steps => {
  const { search, items, registry } = useClient();
  const { $id, _t, _u } = item;
  const { steps: count, workflow, version } = summaryOf(item);
  const ask = useCallback(async (): Promise<readonly ItemId[]> => {
    const types = [...new Set(kindsFor(registry, _t).map(({ type }) => type))];
    if (types.length === 0) return [];
    return (await search.search({ must: { _t: types, of: [$id] }, max: MOST, labels: true })).ids;
  }, [search, registry, $id, _t]);
  const saved = [_u, count, workflow, version].join(' ');
  const { answer: ids, failure, again } = useServerData({ of: $id, ask, version: saved });
  const names = ids?.join() ?? '';
  useEffect(() => {
    const releases = names === '' ? [] : names.split(',').map((id) => items.watch(id));
    return () => releases.forEach((release) => release());
  }, [items, names]);
  const loaded = ids?.map((id) => items.get(id));
  // One that has just been removed, or may not be read, is left out.
  const steps = loaded?.some(({ state }) => state === 'loading')
    ? undefined
    : loaded?.flatMap((each) => (each.state === 'ready' ? [shownStep(each.item)] : []));
  return {
    steps: steps?.toSorted((a, b) => a.group - b.group || a.item._i - b.item._i),
    failure: ids === undefined ? failure : undefined,
    again,
  };
};
