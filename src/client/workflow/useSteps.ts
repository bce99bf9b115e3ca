// The steps of an item's workflow: found by a search, read and watched while they are shown. The item says how many there are in the
// same save that adds or removes one, so that its own changes are reason enough to search again.

import { useCallback, useEffect, useState } from 'react';
import { isRecord } from 'src/base/isRecord.ts';
import type { Client } from 'src/client/Client.ts';
import { useClient } from 'src/client/useClient.ts';
import { useServerData } from 'src/client/useServerData.ts';
import { ownerCalendar } from 'src/client/fields/display/ownerCalendar.ts';
import {
  kindsFor,
  shownStep,
  workflowSubject,
  workflowSummary,
  type ShownStep,
} from 'src/client/fields/display/stepValues.ts';
import type { Item, ItemId } from 'src/model/item/Item.ts';
import { movedDue } from 'src/model/workflow/movedDue.ts';
import { readItemClock } from 'src/model/workflow/readItemClock.ts';

/** More than a workflow may have: templates are bounded, and steps added by hand are few. */
const MAX_STEPS = 300;

export interface Steps {
  /** Undefined until they are known. */
  readonly steps: readonly ShownStep[] | undefined;
  readonly failure: unknown;
  readonly again: () => Promise<void>;
}

/** Moves the due day of a step by the days for which the clock of its item is stopped. */
const byClock = (client: Client, item: Item, step: ShownStep): ShownStep => {
  const subject = workflowSubject(client.registry, item._t);
  if (!subject?.clock || step.due === undefined) return step;
  const calendar = ownerCalendar(client, subject, item);
  const { now } = client.day;
  const { stands, stops = [] } = readItemClock(item, subject, { calendar, now }) ?? {};
  const stop = stands ? stops.find(({ until }) => until === undefined) : undefined;
  if (!stop) return step;
  const { started, plan } = step.item;
  const began = typeof started === 'string' ? { began: started } : {};
  const moving = { due: step.due, working: isRecord(plan) && plan['working'] === true, ...began };
  return { ...step, due: movedDue(calendar, moving, { stop, now }), stands: true };
};

const NO_ITEM = { $id: '', _t: '', _u: 0 };

/** Call it in an observer, because it follows each step. Requests nothing without an item. */
export const useSteps = (item: Item | undefined): Steps => {
  const client = useClient();
  const { search, items, registry } = client;
  const { $id, _t, _u } = item ?? NO_ITEM;
  const { steps: count, workflow, version } = workflowSummary(item);
  const ask = useCallback(async (): Promise<readonly ItemId[]> => {
    const types = [...new Set(kindsFor(registry, _t).map(({ type }) => type))];
    if (types.length === 0) return [];
    return (await search.search({ must: { _t: types, of: [$id] }, max: MAX_STEPS, labels: true })).ids;
  }, [search, registry, $id, _t]);
  const saved = [_u, count, workflow, version].join(' ');
  const { answer: ids, failure, again } = useServerData(item && { of: $id, ask, version: saved });
  /** The item whose steps have all been loaded before. */
  const [known, setKnown] = useState<ItemId>();
  const names = ids?.join() ?? '';
  useEffect(() => {
    const releases = names === '' ? [] : names.split(',').map((id) => items.watch(id));
    return () => releases.forEach((release) => release());
  }, [items, names]);
  const loaded = ids?.map((id) => items.get(id));
  const isComplete = loaded?.every(({ state }) => state !== 'loading') ?? false;
  if (isComplete && known !== $id) setKnown($id);
  // A step that was just removed, one that may not be read, and a new one that is still loading, are left out.
  const steps =
    !isComplete && known !== $id
      ? undefined
      : loaded?.flatMap((each) =>
          item && each.state === 'ready' ? [byClock(client, item, shownStep(each.item))] : [],
        );
  return {
    steps: steps?.toSorted((a, b) => a.group - b.group || a.item._i - b.item._i),
    failure: ids === undefined ? failure : undefined,
    again,
  };
};
