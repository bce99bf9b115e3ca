// Ends the workflow of an item. Once the step that answers is done, or the last step, the item goes through the transition that its workflow
// declares and keeps the record that answered it. The operation that moved a step calls this after everything that follows from the move.

import type { WorkflowEnd } from 'src/model/schema/Workflows.ts';
import { isItemId } from 'src/model/item/itemId.ts';
import type { Values } from 'src/model/item/Item.ts';
import { answeringSteps, isLastDone } from 'src/model/workflow/answering.ts';
import { missingErrors, stateOf, transitionItem } from 'src/server/rules/transitionItem.ts';
import type { StepItem } from 'src/server/workflow/StepItem.ts';
import type { WorkflowRun } from 'src/server/workflow/WorkflowRun.ts';

/** True where the item is still in a state that the transition starts from. */
const mayEnd = ({ subject, context }: WorkflowRun, { transition }: WorkflowEnd): boolean => {
  const states = context.services.registry.types[subject.type]?.states;
  const declared = states?.transitions.find(({ name }) => name === transition);
  return states !== undefined && declared?.from.includes(stateOf(states, subject)) === true;
};

/** Returns the record that the step names, or else the step. */
const answerIn = (run: WorkflowRun, step: StepItem): string => {
  const { record } = run.kindOf(step) ?? {};
  const named = record === undefined ? undefined : run.step(step.stored.id)?.stored.properties[record];
  return isItemId(named) ? named : step.stored.id;
};

const lacksOutcome = ({ subject }: WorkflowRun, { outcome }: WorkflowEnd): boolean =>
  outcome !== undefined && missingErrors([outcome], subject.properties).length > 0;

/** True where completing the step asks how it ended: the item has no outcome, and nothing else is left to do. */
export const endsWithoutOutcome = (run: WorkflowRun, step: StepItem): boolean => {
  const { ends } = run.declared;
  if (!ends || !mayEnd(run, ends) || !lacksOutcome(run, ends)) return false;
  return isLastDone(run.steps.map((each) => (each === step ? { ...each, state: 'COMPLETE' as const } : each)));
};

const endsBy = (run: WorkflowRun, step: StepItem): boolean => {
  const isAnswer = (kind: string): boolean => run.kindOf({ kind })?.answers === true;
  return answeringSteps(run.steps, step, isAnswer) || isLastDone(run.steps);
};

/**
 * Leaves an item open that has no outcome when its last step was left out: completing one asks for it (setStepState.ts). A letter that has left
 * answers without one.
 */
export const conclude = async (run: WorkflowRun, moved: StepItem): Promise<void> => {
  const { ends } = run.declared;
  const step = run.step(moved.stored.id);
  if (!ends || !step || !mayEnd(run, ends) || !endsBy(run, step)) return;
  const isAnswer = (kind: string): boolean => run.kindOf({ kind })?.answers === true;
  if (!answeringSteps(run.steps, step, isAnswer) && lacksOutcome(run, ends)) return;
  const by: Values = ends.with === undefined ? {} : { [ends.with]: answerIn(run, step) };
  if (Object.keys(by).length > 0) await run.writeSubject(by, 'stepStateSet');
  await transitionItem(run.context, { id: run.subject.id, name: ends.transition, auto: true });
  await run.reload();
};
