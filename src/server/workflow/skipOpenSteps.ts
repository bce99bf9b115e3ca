// An effect that the state tables and step kinds of every area may name.

import { isDone } from 'src/model/workflow/WorkflowTemplate.ts';
import type { RunEffect } from 'src/server/rules/RuleNeeds.ts';
import type { WorkflowNeeds } from 'src/server/workflow/WorkflowNeeds.ts';
import { endedBy, openRun } from 'src/server/workflow/WorkflowRun.ts';

/**
 * Ends the open steps of the item's workflow, with the reason of the transition. The content that people have written in the steps is kept.
 */
export const skipOpenSteps: RunEffect<WorkflowNeeds> = async (context, { item, reason }) => {
  const stored = await context.services.items.find(context.tx, item.id, true);
  const run = stored && (await openRun(context, stored));
  if (!run) return;
  const left = { state: 'SKIP', ...endedBy(run), ...(reason !== undefined && { reason }) };
  for (const step of run.steps.filter((each) => !isDone(each))) await run.write(step, left, 'stepStateSet');
  await run.summarise('stepStateSet');
};
