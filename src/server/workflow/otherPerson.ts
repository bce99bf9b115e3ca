// Refuses a step, such as an approval, to people who did certain earlier steps, where its template demands another person.

import type { ItemId } from 'src/model/item/Item.ts';
import { isItemId } from 'src/model/item/itemId.ts';
import { invalid } from 'src/model/problems.ts';
import type { WorkflowContext, WorkflowWriting } from 'src/server/workflow/WorkflowNeeds.ts';
import { writeMetadataOf } from 'src/server/rules/writeMetadata.ts';
import type { StoredItem } from 'src/server/store/itemStorage.ts';
import type { StepItem } from 'src/server/workflow/StepItem.ts';
import { openRun, type WorkflowRun } from 'src/server/workflow/WorkflowRun.ts';

type Run = Pick<WorkflowRun, 'kindOf' | 'step'>;

const recordOf = (run: Run, step: StepItem): ItemId | undefined => {
  const { record } = run.kindOf(step) ?? {};
  const id = record === undefined ? undefined : step.stored.properties[record];
  return isItemId(id) ? id : undefined;
};

/** Returns the people who did the steps that the plan names, and those who wrote any version of the records of these steps. */
export const doersOf = async (
  run: Run & { readonly context: WorkflowContext },
  step: StepItem,
): Promise<readonly ItemId[]> => {
  const { services, db } = run.context;
  const steps = (step.plan.others ?? []).flatMap((key) => run.step(key) ?? []);
  const records = [...new Set([...steps, step].flatMap((each) => recordOf(run, each) ?? []))];
  const found = await services.items.findMany(db, records);
  const written = await Promise.all(found.map((record) => services.items.writersOf(db, record)));
  const done = steps.map(({ stored }) => stored.properties['finishedBy']);
  return [...new Set([...done, ...written.flat()])].filter(isItemId);
};

/** Throws `invalid` where the person who completes the step, or skips it, did one of the steps that its plan names, or is an author. */
export const refuseSamePerson = async (
  run: WorkflowRun,
  step: StepItem,
  authors: readonly ItemId[] = [],
): Promise<void> => {
  const { others = [] } = step.plan;
  if (others.length === 0) return;
  const { by } = writeMetadataOf(run.context);
  if (!authors.includes(by) && !(await doersOf(run, step)).includes(by)) return;
  const names = others.map((key) => run.step(key)?.plan.label ?? key);
  throw invalid([
    {
      path: '/state',
      message: 'errors.workflow.samePerson',
      params: { label: step.plan.label, names: names.join(', ') },
    },
  ]);
};

/** Does the same for a step of an item, where another action completes the step. */
export const refuseSamePersonAt = async (context: WorkflowWriting, id: ItemId, name: string): Promise<void> => {
  const subject = await context.services.items.find(context.tx, id, true);
  const run = subject && (await openRun(context, subject));
  const step = run?.step(name);
  if (run && step) await refuseSamePerson(run, step);
};

/** True for a step that another person left out, or that the workflow passed by: it demands nothing. */
const isWaived = (run: WorkflowRun, { state, stored }: StepItem): boolean =>
  state === 'SKIP' && stored.properties['finishedBy'] !== writeMetadataOf(run.context).by;

interface ActOnRecord {
  /** The item whose workflow it is. */
  readonly about: ItemId;
  /** The kind of step that the act completes. */
  readonly kind: string;
  readonly record: StoredItem;
}

/**
 * Throws `invalid` where the workflow demands another person than those who wrote the record for what the caller does to it. The turn of the
 * step does not matter, nor whether the step names this record.
 */
export const refuseAuthor = async (context: WorkflowWriting, { about, kind, record }: ActOnRecord): Promise<void> => {
  const subject = await context.services.items.find(context.tx, about, true);
  const run = subject && (await openRun(context, subject));
  if (!run) return;
  const authors = await context.services.items.writersOf(context.db, record);
  for (const step of run.steps.filter((each) => each.kind === kind && !isWaived(run, each)))
    await refuseSamePerson(run, step, authors);
};
