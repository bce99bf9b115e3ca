// The effects that a state table or a step kind may name: those that the areas register, and the few that the engine gives to every area.

import { isDone } from 'src/model/workflow/WorkflowTemplate.ts';
import type { Domain, RunEffect } from 'src/server/extend.ts';
import { endedBy, openRun } from 'src/server/workflow/WorkflowRun.ts';

/** Ends the open steps of the item's workflow, with the reason of the transition. What people have written in the steps stays. */
const skipOpenSteps: RunEffect = async (context, { item, reason }) => {
  const stored = context.tx && (await context.services.items.find(context.tx, item.id, true));
  const run = stored && (await openRun(context, stored));
  if (!run) return;
  const left = { state: 'SKIP', ...endedBy(run), ...(reason !== undefined && { reason }) };
  for (const step of run.steps.filter((each) => !isDone(each))) await run.write(step, left, 'stepStateSet');
  await run.summarise('stepStateSet');
};

/** Returns the effects by the names that declarations use. A declaration with another name stops the start of the server. */
export const effectsOf = ({ effects }: Pick<Domain, 'effects'>): Domain['effects'] => ({ ...effects, skipOpenSteps });
