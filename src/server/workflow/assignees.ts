// Finds the people who are asked to do a step: the people that its plan names, those with a capability in the item's owner, those whom an
// earlier step named for the steps that follow, or those whom the item names. It leaves out people who are blocked or deleted, and people
// who may not read the item, since they would get no notice.

import type { ItemId } from 'src/model/item/Item.ts';
import { tryParseItemId } from 'src/model/item/itemKey.ts';
import { valuesAt } from 'src/model/schema/paths.ts';
import { SYSTEM_TYPES } from 'src/model/schema/systemTypes.ts';
import type { Assign } from 'src/model/workflow/WorkflowTemplate.ts';
import type { WorkflowContext } from 'src/server/workflow/WorkflowNeeds.ts';
import type { StoredItem } from 'src/server/store/itemStorage.ts';
import { doersOf } from 'src/server/workflow/otherPerson.ts';
import type { StepItem } from 'src/server/workflow/StepItem.ts';
import type { WorkflowRun } from 'src/server/workflow/WorkflowRun.ts';

/** Bound of the declared property. */
const MOST_ASSIGNEES = 50;

const isUserId = (id: unknown): id is ItemId =>
  typeof id === 'string' && tryParseItemId(id)?.type === SYSTEM_TYPES.user;

/** For an item without an access list, such as one that does not exist yet, all active people can be asked. */
type AboutItem = Pick<StoredItem, 'properties' | 'owners'> & Partial<Pick<StoredItem, 'acl'>>;

export const assigneesOf = async (
  { services, db }: WorkflowContext,
  { properties, owners, acl }: AboutItem,
  { users = [], path, capability }: Assign,
): Promise<readonly ItemId[]> => {
  const { audience } = services;
  const named = [...users, ...(path === undefined ? [] : valuesAt(properties, path))].filter(isUserId);
  const holders = capability === undefined ? [] : await audience.holdersOf(db, owners, capability);
  const people = [...new Set([...named, ...holders])];
  const found =
    acl === undefined ? await audience.activeAmong(db, people) : await audience.readersAmong(db, people, { acl });
  return found.slice(0, MOST_ASSIGNEES);
};

/** The parts of a workflow that say who is asked to do a step. */
export interface AskedRun extends Pick<WorkflowRun, 'subject' | 'steps' | 'kindOf' | 'step'> {
  readonly context: WorkflowContext;
}

/** Returns the people whom the assigning step that was completed last named for the steps that follow. */
const namedForRest = (run: AskedRun): readonly ItemId[] => {
  const lastFirst = run.steps
    .filter((step) => step.state === 'COMPLETE' && run.kindOf(step)?.assigns !== undefined)
    .toSorted((a, b) => finishedAt(b).localeCompare(finishedAt(a)));
  const [last] = lastFirst;
  const path = last && run.kindOf(last)?.assigns;
  return last && path !== undefined ? valuesAt(last.stored.properties, path).filter(isUserId) : [];
};

const finishedAt = ({ stored }: StepItem): string => String(stored.properties['finished'] ?? '');

/**
 * Returns the people who are asked to do a step: those whom its plan names by person or capability; otherwise those whom an earlier step
 * named; otherwise those whom the item names.
 */
export const askedToDo = async (run: AskedRun, step: StepItem): Promise<readonly ItemId[]> => {
  const { context, subject } = run;
  const { assign = {}, others = [] } = step.plan;
  const done = others.length > 0 ? await doersOf(run, step) : [];
  const asked = async (how: Assign): Promise<readonly ItemId[]> =>
    (await assigneesOf(context, subject, how)).filter((user) => !done.includes(user));
  if (assign.users !== undefined || assign.capability !== undefined) return asked(assign);
  const named = namedForRest(run);
  const found = named.length > 0 ? await asked({ users: named }) : [];
  return found.length > 0 ? found : asked(assign);
};
