// Replaces a list value that workflows use: the state of an item's workflow, the state that a step sets when it becomes active, the states
// in templates, and the outcomes that choose the next step in a template. Finished steps keep the value that they were finished with, and
// so do the outcomes of a running workflow, which are not checked against a list. Only the engine writes the workflow data of an item, so
// this module does it for merges.

import { isRecord } from 'src/base/isRecord.ts';
import { SYSTEM_OWNER } from 'src/model/access/Subject.ts';
import type { Values } from 'src/model/item/Item.ts';
import { tryParseItemId } from 'src/model/item/itemKey.ts';
import { problem } from 'src/model/problems.ts';
import type { ServerItemType, ServerRegistry } from 'src/model/schema/Registry.ts';
import { isStepType } from 'src/model/schema/isStepType.ts';
import type { WorkflowSubject } from 'src/model/schema/Workflows.ts';
import { withOutcome, withState } from 'src/model/workflow/mergeWords.ts';
import { writeMetadataOf } from 'src/server/rules/writeMetadata.ts';
import type { StoredItem } from 'src/server/store/itemStorage.ts';
import type { TaskWriting } from 'src/server/tasks/TaskNeeds.ts';
import { templateFrom } from 'src/server/workflow/templates.ts';
import { SUMMARY, storedSummary } from 'src/server/workflow/WorkflowRun.ts';

interface Merged {
  readonly list: string;
  readonly from: string;
  readonly into: string;
}

const OPEN_STEP_STATES: readonly string[] = ['BLANK', 'PENDING', 'ACTIVE'];

/** Returns the filter for items of the type whose workflow data may contain values of the list; undefined if none can. */
export const workflowWordFilter = (
  { workflows, steps }: Pick<ServerRegistry, 'workflows' | 'steps'>,
  { name }: ServerItemType,
  list: string,
): Values | undefined => {
  const subjects = Object.values(workflows?.subjects ?? {});
  const isState = subjects.some((each) => each.list === list);
  if (name === workflows?.template && (isState || subjects.some((each) => each.outcomes === list))) return {};
  return isState && isStepType({ steps }, name) ? { state: OPEN_STEP_STATES } : undefined;
};

const templateChanges = (stored: StoredItem, subject: WorkflowSubject, merged: Merged): Values => {
  const { list, outcomes } = subject;
  const { steps } = templateFrom(stored.properties);
  const next = steps.map((step) => {
    const named = list === merged.list ? withState(step, merged) : step;
    return outcomes === merged.list ? withOutcome(named, merged) : named;
  });
  return next.some((step, at) => step !== steps[at]) ? { steps: next } : {};
};

const stepChanges = ({ properties }: StoredItem, { list }: WorkflowSubject, merged: Merged): Values => {
  const plan = isRecord(properties['plan']) ? (properties['plan'] as Values) : {};
  const isWaiting = OPEN_STEP_STATES.includes(String(properties['state']));
  return isWaiting && list === merged.list && plan['state'] === merged.from
    ? { plan: { ...plan, state: merged.into } }
    : {};
};

/** Returns the changes outside the list's declared properties. */
export const wordChanges = (
  registry: ServerRegistry,
  stored: StoredItem,
  merged: Merged & { owner: string },
): Values => {
  const isOwned = registry.lists[merged.list]?.owned === true;
  const isOf = isOwned ? stored.owners.includes(merged.owner) : merged.owner === SYSTEM_OWNER;
  const { workflows } = registry;
  if (!isOf || !workflows) return {};
  const isTemplate = stored.type === workflows.template;
  const of = String(stored.properties['of'] ?? '');
  const subject = workflows.subjects[isTemplate ? of : (tryParseItemId(of)?.type ?? '')];
  if (!subject) return {};
  if (isTemplate) return templateChanges(stored, subject, merged);
  return isStepType(registry, stored.type) ? stepChanges(stored, subject, merged) : {};
};

/** True for a property of the type that only the engine writes. */
export const isEngines = (registry: ServerRegistry, type: string, name: string): boolean =>
  name === SUMMARY || (name === 'plan' && isStepType(registry, type));

/** Writes the state of the summary, from which the rest follows. `u`: the expected version; the item must not have changed since. */
export const writeForEngine = async (
  context: TaskWriting,
  stored: StoredItem,
  { changes, u }: { readonly changes: Values; readonly u?: number },
): Promise<StoredItem> => {
  if (u !== undefined && u !== stored.u) throw problem('conflict', { current: null });
  const { [SUMMARY]: summary, ...rest } = changes;
  const state: Values = isRecord(summary) ? { state: (summary as Values)['state'] ?? null } : {};
  const wanted: Values = summary === undefined ? rest : { ...rest, [SUMMARY]: { ...storedSummary(stored), ...state } };
  return await context.services.items.write(context.tx, stored, wanted, writeMetadataOf(context), {
    kind: 'valuesMerged',
  });
};
