// What a state table or a step kind may name as an effect: what the areas register, and the few that every area has from the engine.

import { isDone } from 'src/model/workflow/WorkflowTemplate.ts';
import type { Domain, RunEffect } from 'src/server/extend.ts';
import { endedBy, openRun } from 'src/server/workflow/WorkflowRun.ts';

/** Ends what is open of the item's workflow, with the reason of the transition; what people have written in the steps stays there. */
const skipOpenSteps: RunEffect = async (context, { item, reason }) => {
  const stored = context.tx && (await context.services.items.find(context.tx, item.id, true));
  const run = stored && (await openRun(context, stored));
  if (!run) return;
  const left = { state: 'SKIP', ...endedBy(run), ...(reason !== undefined && { reason }) };
  for (const step of run.steps.filter((each) => !isDone(each))) await run.write(step, left, 'stepStateSet');
  await run.summarise('stepStateSet');
};

/** By the name in the declaration. One that is not registered has stopped the start. */
export const effectsOf = ({ effects }: Pick<Domain, 'effects'>): Domain['effects'] => ({ ...effects, skipOpenSteps });
