// Completes a step when the record that it is about is done, such as its meeting. Called in the transaction of a change to the record.

import { isItemId } from 'src/model/item/itemId.ts';
import type { WorkflowWriting } from 'src/server/workflow/WorkflowNeeds.ts';
import type { StoredItem } from 'src/server/store/itemStorage.ts';
import { asServer } from 'src/server/systemContext.ts';
import type { StepItem } from 'src/server/workflow/StepItem.ts';
import { completeByItself } from 'src/server/workflow/setStepState.ts';
import { isDoneNow, kindsNaming } from 'src/server/workflow/stepRecord.ts';
import { stepsAt } from 'src/server/workflow/WorkflowRun.ts';

/** Completes an active step in the name of the server where its record is done. */
export const completeDone = async (context: WorkflowWriting, step: StepItem): Promise<void> => {
  const { of } = step.stored.properties;
  const kind = context.services.registry.steps[step.kind];
  if (!kind || step.state !== 'ACTIVE' || !isItemId(of)) return;
  const server = await asServer(context);
  if (!(await isDoneNow(server, kind, step))) return;
  // The item is locked before its steps.
  await server.services.items.find(server.tx, of, true);
  await completeByItself(server, of, step.stored.id);
};

/** Completes the steps that wait for a record which has changed, or for a message in a conversation. */
export const followRecord = async (context: WorkflowWriting, stored: StoredItem): Promise<void> => {
  const { registry } = context.services;
  const { message, thread } = registry.conversations ?? {};
  const threadId = stored.type === message ? stored.properties['thread'] : undefined;
  const [id, type] = isItemId(threadId) ? [threadId, thread ?? ''] : [stored.id, stored.type];
  for (const { kind, record, done } of kindsNaming(context, type)) {
    const isOfThis = done !== undefined && 'reply' in done === isItemId(threadId);
    if (!isOfThis || record === undefined) continue;
    for (const step of await stepsAt(context, { path: record, id }))
      if (step.kind === kind) await completeDone(context, step);
  }
};
