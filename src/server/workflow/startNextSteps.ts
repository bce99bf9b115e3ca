// Takes a workflow as far as it goes by itself: begins the steps whose turn has come and skips steps that are not needed. Every operation
// calls this after its own change, before it writes the summary.

import type { Values } from 'src/model/item/Item.ts';
import { advance } from 'src/model/workflow/advance.ts';
import type { StepState } from 'src/model/workflow/WorkflowTemplate.ts';
import { activate, assignStep } from 'src/server/workflow/completeStep.ts';
import type { StepItem } from 'src/server/workflow/StepItem.ts';
import { conditionSubject, type WorkflowRun } from 'src/server/workflow/WorkflowRun.ts';

const enter = async (run: WorkflowRun, step: StepItem, to: StepState): Promise<void> => {
  if (to === 'ACTIVE') await activate(run, step);
  else if (to === 'PENDING') await assignStep(run, step, { state: 'PENDING' });
  else await run.write(step, { state: to }, 'stepStateSet');
};

/** Returns the state that the workflow takes when the step begins, if the step declares one. */
export const stateSetBy = (step: StepItem, to: StepState): Values =>
  to === 'ACTIVE' && step.plan.state !== undefined ? { state: step.plan.state, forced: null } : {};

/** Returns the values of the summary that were set by the steps that began. The loop ends because each round moves a step on. */
export const settleWorkflow = async (run: WorkflowRun): Promise<Values> => {
  let set: Values = {};
  for (;;) {
    const startsByItself = (kind: string): boolean => run.kindOf({ kind })?.starts !== 'manual';
    const changes = advance(run.steps, conditionSubject(run.context, run.subject), startsByItself);
    const [first] = changes;
    const step = first && run.step(first.key);
    if (!step) return set;
    const to = changes.findLast(({ key }) => key === step.key)?.to ?? first.to;
    await enter(run, step, to);
    set = { ...set, ...stateSetBy(step, to) };
  }
};
