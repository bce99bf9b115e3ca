// Brings a workflow in line with an ordinary save: people are added to a step or taken off it, a due day moves, a person is blocked. Called
// after the write of any item, in its transaction. Knows no kind of step.

import { deepEqual } from 'src/base/deepEqual.ts';
import type { ItemId, Values } from 'src/model/item/Item.ts';
import { isItemId } from 'src/model/item/itemId.ts';
import { valuesAt } from 'src/model/schema/paths.ts';
import { isStepType } from 'src/model/schema/isStepType.ts';
import { SYSTEM_TYPES } from 'src/model/schema/systemTypes.ts';
import { isOpen } from 'src/model/workflow/WorkflowTemplate.ts';
import type { WorkflowWriting } from 'src/server/workflow/WorkflowNeeds.ts';
import type { StoredItem } from 'src/server/store/itemStorage.ts';
import { refuseUnseeing } from 'src/server/rules/refuseUnseeing.ts';
import { followRecord } from 'src/server/workflow/followRecord.ts';
import { stepFrom, type StepItem } from 'src/server/workflow/StepItem.ts';
import { noteAssignment, noteUnassigned } from 'src/server/workflow/workflowEvents.ts';
import { openRun, stepsAt, type WorkflowRun } from 'src/server/workflow/WorkflowRun.ts';

const runOf = async (context: WorkflowWriting, step: StepItem): Promise<WorkflowRun | undefined> => {
  const of = step.stored.properties['of'];
  const subject = isItemId(of) ? await context.services.items.find(context.tx, of, true) : undefined;
  return subject && (await openRun(context, subject));
};

const followStep = async (context: WorkflowWriting, stored: StoredItem, before: Values): Promise<void> => {
  const isSame = (name: string): boolean => deepEqual(stored.properties[name] ?? null, before[name] ?? null);
  if (isSame('$assigned') && isSame('$assignedDue')) return;
  const step = stepFrom(stored);
  const run = await runOf(context, step);
  if (!run) return;
  const earlierAssignees = valuesAt(before, '$assigned').filter(isItemId);
  const users = step.assigned.filter((user) => !earlierAssignees.includes(user));
  await refuseUnseeing(run.context, run.subject, { users, path: '/$assigned' });
  if (isOpen(step) && !context.many) await noteAssignment(run.context, run.subject, { step, before: earlierAssignees });
  await run.summarise('stepAssigned');
};

type Stays = (run: WorkflowRun) => Promise<boolean>;

const neverStays: Stays = () => Promise.resolve(false);

/**
 * Removes a person who is blocked or deleted, or who may no longer read the item, from the open steps assigned to them. The steps stay, and
 * the administrators of the item are notified.
 */
export const leaveSteps = async (context: WorkflowWriting, user: ItemId, stays: Stays = neverStays): Promise<void> => {
  if (Object.keys(context.services.registry.steps).length === 0) return;
  for (const named of await stepsAt(context, { path: '$assigned', id: user })) {
    const run = isOpen(named) ? await runOf(context, named) : undefined;
    const step = run?.step(named.stored.id);
    if (!run || !step?.assigned.includes(user) || (await stays(run))) continue;
    const left = step.assigned.filter((each) => each !== user);
    const next = await run.write(step, { $assigned: left.length > 0 ? left : null }, 'stepUnassigned');
    await noteUnassigned(run.context, run.subject, next);
    await run.summarise('stepUnassigned');
  }
};

const readsStill =
  (id: ItemId): Stays =>
  async ({ context, subject }) => {
    const { audience } = context.services;
    return (await audience.readersAmong(context.db, [id], subject)).length > 0;
  };

/** Removes a person whose membership has ended by its date from the steps that they may no longer read. */
export const leaveUnread = (context: WorkflowWriting, id: ItemId): Promise<void> =>
  leaveSteps(context, id, readsStill(id));

/** Rights that a person has in owners and on the site. */
const RIGHTS = ['memberships', 'siteReads', 'admin'];

const followUser = async (context: WorkflowWriting, { id, properties }: StoredItem, before: Values): Promise<void> => {
  const isSame = (name: string): boolean => deepEqual(properties[name] ?? null, before[name] ?? null);
  if (properties['blocked'] === true && before['blocked'] !== true) await leaveSteps(context, id);
  else if (!RIGHTS.every(isSame)) await leaveUnread(context, id);
};

export const followSteps = async (
  context: WorkflowWriting,
  { stored, before }: { readonly stored: StoredItem; readonly before: Values },
): Promise<void> => {
  const { registry } = context.services;
  if (isStepType(registry, stored.type)) await followStep(context, stored, before);
  else if (stored.type === SYSTEM_TYPES.user) await followUser(context, stored, before);
  else await followRecord(context, stored);
};
