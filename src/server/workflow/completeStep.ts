// Runs what a step declares for its beginning and its end: writes the state, asks people to do a step that begins, and runs the effects.
// Called by setStepState.ts and startNextSteps.ts.

import type { Values } from 'src/model/item/Item.ts';
import { isItemId } from 'src/model/item/itemId.ts';
import { dayIn } from 'src/model/calendar/dayIn.ts';
import { dueAfter } from 'src/model/calendar/workingDays.ts';
import type { StepEffect } from 'src/model/schema/Workflows.ts';
import { isOpen } from 'src/model/workflow/WorkflowTemplate.ts';
import { hasMessage, openConversation, postToConversation } from 'src/server/conversations/followPurposes.ts';
import { stateOf, transitionItem } from 'src/server/rules/transitionItem.ts';
import { writeMetadataOf } from 'src/server/rules/writeMetadata.ts';
import { askedToDo } from 'src/server/workflow/assignees.ts';
import type { StepItem } from 'src/server/workflow/StepItem.ts';
import { noteAssignment, noteUnassigned } from 'src/server/workflow/workflowEvents.ts';
import { endedBy, type WorkflowRun } from 'src/server/workflow/WorkflowRun.ts';

const isWritten = (effect: StepEffect): boolean => effect.do === 'stamp' || effect.do === 'snapshot';

/** Returns the effects that are properties of the step, which are written with its state. */
const writtenBy = (run: WorkflowRun, effects: readonly StepEffect[]): Values => {
  const at = run.context.now.toISOString();
  const { by } = writeMetadataOf(run.context);
  return Object.assign(
    {},
    ...effects.map((effect) => {
      if (effect.do === 'stamp') return { stamped: { by, at } };
      // Every version of the item is kept, so its number identifies what it was.
      return effect.do === 'snapshot' ? { snapshot: { u: run.subject.u, at } } : {};
    }),
  ) as Values;
};

/** Ignores a transition that the item has gone through already, or that a person has reverted. */
const moveSubject = async (run: WorkflowRun, name: string): Promise<void> => {
  const { subject, context } = run;
  const states = context.services.registry.types[subject.type]?.states;
  const transition = states?.transitions.find((each) => each.name === name);
  if (!states || !transition?.from.includes(stateOf(states, subject))) return;
  await transitionItem(context, { id: subject.id, name, auto: true });
  await run.reload();
};

type Giving = Extract<StepEffect, { readonly do: 'give' }>;
type Opening = Extract<StepEffect, { readonly do: 'openThread' }>;

/** Opens the conversation, or writes the text of the step into it. */
const openThread = async (run: WorkflowRun, step: StepItem, { purpose, says, kept }: Opening): Promise<void> => {
  const { context, subject: about } = run;
  if (says === undefined) return openConversation(context, { about, key: purpose, participants: step.assigned });
  const body = step.stored.properties[says];
  if (typeof body !== 'string' || body.trim() === '') return undefined;
  // A step that was opened again and is completed a second time does not repeat its message.
  const before = kept === undefined ? undefined : step.stored.properties[kept];
  if (isItemId(before) && (await hasMessage(context, before, body))) return undefined;
  const thread = await postToConversation(context, { about, key: purpose, body, files: [] });
  if (kept !== undefined && thread !== undefined) await run.write(step, { [kept]: thread }, 'stepStateSet');
  return undefined;
};

/** Leaves the value of the item where the text of the step is empty. */
const giveText = async (run: WorkflowRun, step: StepItem, { from, to }: Giving): Promise<void> => {
  const text = run.step(step.stored.id)?.stored.properties[from];
  if (typeof text === 'string' && run.subject.properties[to] !== text)
    await run.writeSubject({ [to]: text }, 'stepStateSet');
};

const runEffects = async (run: WorkflowRun, step: StepItem, effects: readonly StepEffect[]): Promise<void> => {
  const { context } = run;
  for (const effect of effects.filter((each) => !isWritten(each))) {
    if (effect.do === 'setState') await moveSubject(run, effect.transition);
    else if (effect.do === 'give') await giveText(run, step, effect);
    else if (effect.do === 'openThread') await openThread(run, run.step(step.stored.id) ?? step, effect);
    else if (effect.do === 'run') {
      const stored = run.step(step.stored.id)?.stored ?? step.stored;
      await context.services.domain.effects[effect.effect]?.(context, { item: run.subject, step: stored });
      await run.reload();
    }
  }
};

/** Returns who is asked and by which day, as the plan of the step says. Values that people have set stay. */
const askedBy = async (run: WorkflowRun, step: StepItem): Promise<Values> => {
  const { days, working } = step.plan;
  const users = step.assigned.length > 0 ? [] : await askedToDo(run, step);
  const today = dayIn(run.context.now, run.calendar.timeZone);
  const due =
    step.due !== undefined || days === undefined ? undefined : dueAfter(run.calendar, today, { days, working });
  return { ...(users.length > 0 && { $assigned: users }), ...(due !== undefined && { $assignedDue: due }) };
};

/** Writes the step with the people who are asked, and notifies them. */
export const assignStep = async (run: WorkflowRun, step: StepItem, changes: Values): Promise<StepItem> => {
  const asked = await askedBy(run, step);
  const next = await run.write(step, { ...changes, ...asked }, 'stepStateSet');
  const isAsked = step.state === 'BLANK';
  if (isAsked && next.assigned.length > 0) await noteAssignment(run.context, run.subject, { step: next, before: [] });
  else if (isAsked && next.plan.assign) await noteUnassigned(run.context, run.subject, next);
  return next;
};

const completes = (effects: readonly StepEffect[]): boolean => effects.some((each) => each.do === 'next');

/** Makes the step ACTIVE, with the values that are set at the same time. */
export const activate = async (run: WorkflowRun, step: StepItem, changes: Values = {}): Promise<void> => {
  const effects = run.kindOf(step)?.onActive ?? [];
  const started = { state: 'ACTIVE', started: run.context.now.toISOString(), finished: null, finishedBy: null };
  const next = await assignStep(run, step, { ...started, ...writtenBy(run, effects), ...changes });
  await runEffects(run, next, effects);
  const now = run.step(next.stored.id);
  if (completes(effects) && now?.state === 'ACTIVE') await completeStep(run, now);
};

/** Asks people to do open steps that had no assignee when they began. */
const askFollowing = async (run: WorkflowRun): Promise<void> => {
  for (const { stored } of run.steps.filter((each) => isOpen(each) && each.assigned.length === 0)) {
    const step = run.step(stored.id);
    const users = step ? await askedToDo(run, step) : [];
    if (!step || users.length === 0) continue;
    const next = await run.write(step, { $assigned: users }, 'stepAssigned');
    await noteAssignment(run.context, run.subject, { step: next, before: [] });
  }
};

/** Makes the step COMPLETE. */
export const completeStep = async (run: WorkflowRun, step: StepItem, changes: Values = {}): Promise<void> => {
  const { onComplete: effects = [], assigns } = run.kindOf(step) ?? {};
  const finished = { state: 'COMPLETE', ...endedBy(run) };
  const next = await run.write(step, { ...finished, ...writtenBy(run, effects), ...changes }, 'stepStateSet');
  await runEffects(run, next, effects);
  if (assigns !== undefined) await askFollowing(run);
};
