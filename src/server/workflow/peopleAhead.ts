// Works out who will be asked to do the steps of an item that have not begun, by the rule that asks people when a step begins. It uses only
// what the reader may read of the item and its steps, and leaves out people whom the reader may not see.

import type { Endpoints } from 'src/model/generated/endpoints.ts';
import type { ItemId, Values } from 'src/model/item/Item.ts';
import { problem } from 'src/model/problems.ts';
import { isDone } from 'src/model/workflow/WorkflowTemplate.ts';
import type { WorkflowContext } from 'src/server/workflow/WorkflowNeeds.ts';
import type { StoredItem } from 'src/server/store/itemStorage.ts';
import { askedToDo, type AskedRun } from 'src/server/workflow/assignees.ts';
import { stepFrom, type StepItem } from 'src/server/workflow/StepItem.ts';
import { stepsAt } from 'src/server/workflow/WorkflowRun.ts';

const CHANNEL = 'act/peopleAhead';

/** Returns the workflow as far as the reader may see it. */
const readRun = async (context: WorkflowContext, id: ItemId): Promise<AskedRun> => {
  const { services, db, readFilter } = context;
  const { registry, items, access } = services;
  const seen = async (stored: StoredItem): Promise<StoredItem> => {
    const properties = (await items.view(db, readFilter, stored, CHANNEL)) as Values;
    return { ...stored, properties };
  };
  const stored = await access.visible(db, readFilter, id);
  if (!registry.workflows?.subjects[stored.type]) throw problem('notAllowed');
  const subject = await seen(stored);
  const steps: StepItem[] = [];
  for (const step of await stepsAt(context, { path: 'of', id }))
    if (readFilter.canRead(step.stored.acl)) steps.push(stepFrom(await seen(step.stored)));
  return {
    ...{ context, subject, steps },
    kindOf: ({ kind }) => registry.steps[kind],
    step: (name) => steps.find(({ key, stored: { id: own } }) => own === name || key === name),
  };
};

/** Returns the people who are asked to do steps whose doers may not do this one. One of them will have done such a step by then. */
const askedBefore = (run: AskedRun, { plan }: StepItem): readonly ItemId[] =>
  (plan.others ?? []).flatMap((key) => {
    const other = run.step(key);
    return other && !isDone(other) ? other.assigned : [];
  });

export const peopleAhead = async (
  context: WorkflowContext,
  id: ItemId,
): Promise<Endpoints['peopleAhead']['answer']> => {
  const { services, db, readFilter } = context;
  const run = await readRun(context, id);
  const people = new Map<ItemId, readonly ItemId[]>();
  for (const step of run.steps.filter(({ state, assigned }) => state === 'BLANK' && assigned.length === 0)) {
    const before = askedBefore(run, step);
    const newPeople = (await askedToDo(run, step)).filter((user) => !before.includes(user));
    if (newPeople.length > 0) people.set(step.stored.id, newPeople);
  }
  const labels = await services.items.labels(db, readFilter, [...new Set([...people.values()].flat())]);
  const visiblePeople = [...people].map(([step, users]) => [step, users.filter((user) => labels.has(user))] as const);
  return { people: Object.fromEntries(visiblePeople) };
};
