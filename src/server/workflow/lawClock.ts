// Stops and restarts the legal clock of an item, which gives the day by which an answer is due. While it is stopped, no reminders are sent
// and no step is late. When it runs again, all due days move by the number of days for which it was stopped.

import type { ItemId } from 'src/model/item/Item.ts';
import { invalid, problem } from 'src/model/problems.ts';
import { movedDue } from 'src/model/workflow/movedDue.ts';
import { isOpen } from 'src/model/workflow/WorkflowTemplate.ts';
import type { WorkflowWriting } from 'src/server/workflow/WorkflowNeeds.ts';
import { refuse } from 'src/server/rules/validateItem.ts';
import { reasonErrors } from 'src/server/rules/transitionItem.ts';
import { writeMetadataOf } from 'src/server/rules/writeMetadata.ts';
import { CLOCK, clockWith, standsStill, stopsIn, type Stop } from 'src/server/workflow/itemClock.ts';
import { permittedRun } from 'src/server/workflow/planOperations.ts';
import type { StepItem } from 'src/server/workflow/StepItem.ts';
import type { WorkflowRun } from 'src/server/workflow/WorkflowRun.ts';

/** Bound of the declared property. */
const MAX_STOPS = 100;

const runWithClock = async (context: WorkflowWriting, id: ItemId): Promise<WorkflowRun> => {
  const run = await permittedRun(context, id);
  if (!run.declared.clock) throw problem('notAllowed');
  return run;
};

const writeStops = async (run: WorkflowRun, stops: readonly Stop[], kind: string): Promise<void> => {
  const { declared, calendar, context } = run;
  const clock = clockWith(run.subject.properties, { declared, calendar, stops, now: context.now });
  await run.writeSubject({ [CLOCK]: clock }, kind);
};

const beganAt = ({ stored }: StepItem): string | undefined => {
  const { started } = stored.properties;
  return typeof started === 'string' ? started : undefined;
};

const refusedTwice = (message: string): Error => invalid([{ path: `/${CLOCK}`, message }]);

export const stopClock = async (context: WorkflowWriting, id: ItemId, reason: string): Promise<WorkflowRun> => {
  const run = await runWithClock(context, id);
  refuse(reasonErrors('required', reason));
  const stops = stopsIn(run.subject.properties);
  if (standsStill(run.subject.properties) || stops.length >= MAX_STOPS)
    throw refusedTwice('errors.workflow.clockStands');
  const { by } = writeMetadataOf(context);
  await writeStops(run, [...stops, { from: context.now.toISOString(), reason: reason.trim(), by }], 'clockStopped');
  await run.summarise('clockStopped');
  return run;
};

export const restartClock = async (context: WorkflowWriting, id: ItemId): Promise<WorkflowRun> => {
  const run = await runWithClock(context, id);
  const { calendar } = run;
  const until = context.now.toISOString();
  const stops = stopsIn(run.subject.properties);
  const open = stops.find((each) => each.until === undefined);
  if (!open) throw refusedTwice('errors.workflow.clockGoes');
  await writeStops(
    run,
    stops.map((each) => (each === open ? { ...each, until } : each)),
    'clockRestarted',
  );
  for (const step of run.steps.filter(isOpen)) {
    if (step.due === undefined) continue;
    const began = beganAt(step);
    const moving = { due: step.due, working: step.plan.working, ...(began !== undefined && { began }) };
    const due = movedDue(calendar, moving, { stop: { ...open, until }, now: context.now });
    if (due !== step.due) await run.write(step, { $assignedDue: due }, 'clockRestarted');
  }
  await run.summarise('clockRestarted');
  return run;
};
