// Writes what happened in the workflow of an item as events of the item, which name the step and the person. Their kinds, and who is
// notified of each, are declared with the base step in schemas/engine/step.server.json.

import type { ItemId } from 'src/model/item/Item.ts';
import { writeMetadataOf } from 'src/server/rules/writeMetadata.ts';
import type { WorkflowWriting } from 'src/server/workflow/WorkflowNeeds.ts';
import type { StoredItem } from 'src/server/store/itemStorage.ts';
import type { StepItem } from 'src/server/workflow/StepItem.ts';
import type { WorkflowRun } from 'src/server/workflow/WorkflowRun.ts';

export type WorkflowEventKind =
  | 'workflowManualInit'
  | 'workflowStateForced'
  | 'workflowCleared'
  | 'workflowStepsApplied'
  | 'stepStateSet'
  | 'stepStateForced'
  | 'stepAssigned'
  | 'stepUnassigned'
  | 'stepDueReminded';

export interface WorkflowEvent {
  readonly kind: WorkflowEventKind;
  readonly step?: Pick<StepItem, 'stored' | 'plan'> | undefined;
  readonly reason?: string | undefined;
  /** The states between which it moved the step. */
  readonly moved?: { readonly from: string; readonly to: string } | undefined;
  /** People that it addresses. */
  readonly to?: readonly ItemId[] | undefined;
}

/** Returns a label and a reason in one line. */
const eventDescription = ({ step, reason }: WorkflowEvent): string | undefined => {
  const words = [step?.plan.label, reason].filter((each) => each !== undefined && each !== '');
  return words.length === 0 ? undefined : words.join(': ');
};

/** The readers of the item read the event. */
export const writeWorkflowEvent = async (
  context: WorkflowWriting,
  subject: StoredItem,
  event: WorkflowEvent,
): Promise<void> => {
  const { events } = context.services;
  const rule = events.noticeOf(event.kind, subject.type);
  if (!rule) throw new Error(`The event ${event.kind} is not declared`);
  const details = { also: event.step ? [event.step.stored.id] : [], to: event.to ?? [], moved: event.moved };
  await events.write(
    context.tx,
    subject,
    [{ rule, level: 'PUBLIC', description: eventDescription(event), ...details }],
    writeMetadataOf(context),
  );
};

export const noteInRun = (run: WorkflowRun, event: WorkflowEvent): Promise<void> =>
  writeWorkflowEvent(run.context, run.subject, event);

/** Writes which people were added to a step and which were taken off it. */
export const noteAssignment = async (
  context: WorkflowWriting,
  subject: StoredItem,
  { step, before }: { readonly step: StepItem; readonly before: readonly ItemId[] },
): Promise<void> => {
  const added = step.assigned.filter((user) => !before.includes(user));
  const taken = before.filter((user) => !step.assigned.includes(user));
  if (added.length > 0) await writeWorkflowEvent(context, subject, { kind: 'stepAssigned', step, to: added });
  if (taken.length > 0) await writeWorkflowEvent(context, subject, { kind: 'stepUnassigned', step, to: taken });
};

/** Notifies the administrators of the item's owners of an open step without an assignee. */
export const noteUnassigned = async (context: WorkflowWriting, subject: StoredItem, step: StepItem): Promise<void> => {
  const to = await context.services.audience.administratorsOf(context.tx, subject.owners);
  await writeWorkflowEvent(context, subject, { kind: 'stepUnassigned', step, to });
};
