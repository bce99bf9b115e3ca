// What follows from how the steps of a workflow stand: whose turn it is, and what is not needed any more. Pure; the server writes what
// it answers, and a template's dry run asks it the same.

import type { Values } from 'src/model/item/Item.ts';
import { holds, outcomesOf } from 'src/model/workflow/conditions.ts';
import { leadingTo, waitsFor } from 'src/model/workflow/stepOrder.ts';
import { isDone, type RunningStep, type StepState } from 'src/model/workflow/WorkflowTemplate.ts';

export interface StepChange {
  readonly key: string;
  readonly from: StepState;
  readonly to: StepState;
}

/** Begins by itself when its turn comes. */
export type StartsByItself = (kind: string) => boolean;

/** A step that others lead to is wanted by those of them whose outcome does. */
const isLedTo = (steps: readonly RunningStep[], step: RunningStep): boolean => {
  const sources = leadingTo(steps, step);
  return (
    sources.length === 0 ||
    sources.some(({ state, outcome, next }) => state === 'COMPLETE' && next?.[outcome ?? '']?.includes(step.key))
  );
};

const isNeeded = (steps: readonly RunningStep[], step: RunningStep, item: Values): boolean =>
  isLedTo(steps, step) && (step.when === undefined || holds(step.when, item, outcomesOf(steps)));

/** A step that is named but is not there any more holds up nobody. */
const isItsTurn = (steps: readonly RunningStep[], step: RunningStep): boolean => {
  const waits = new Set(waitsFor(steps, step));
  return steps.every((each) => !waits.has(each.key) || each.key === step.key || isDone(each));
};

const nextState = (
  steps: readonly RunningStep[],
  step: RunningStep,
  { item, startsByItself }: { item: Values; startsByItself: StartsByItself },
): StepState => {
  if (step.state === 'PENDING') return startsByItself(step.kind) ? 'ACTIVE' : 'PENDING';
  if (step.state !== 'BLANK' || !isItsTurn(steps, step)) return step.state;
  return isNeeded(steps, step, item) ? 'PENDING' : 'SKIP';
};

/** Every change that follows, in order; a step may stand in it twice, as it becomes PENDING and then ACTIVE. */
export const advance = (
  steps: readonly RunningStep[],
  item: Values,
  startsByItself: StartsByItself,
): readonly StepChange[] => {
  let now = steps;
  const changes: StepChange[] = [];
  for (let before = -1; before < changes.length;) {
    before = changes.length;
    for (const { key } of steps) {
      const step = now.find((each) => each.key === key);
      if (!step) continue;
      const to = nextState(now, step, { item, startsByItself });
      if (to === step.state) continue;
      changes.push({ key, from: step.state, to });
      now = now.map((each) => (each === step ? { ...each, state: to } : each));
    }
  }
  return changes;
};

/**
 * A step that was done is open again: those behind it which nobody has begun, or which a condition left out, wait for it once more.
 * What people have begun, done or left out by their own decision stays as it is.
 */
export const reopened = (steps: readonly RunningStep[], key: string): readonly StepChange[] => {
  const behind = new Set([key]);
  for (let size = 0; size < behind.size;) {
    size = behind.size;
    for (const step of steps) if (waitsFor(steps, step).some((each) => behind.has(each))) behind.add(step.key);
  }
  return steps.flatMap((step): StepChange[] => {
    const waitsAgain = step.state === 'PENDING' || (step.state === 'SKIP' && step.leftOut !== true);
    return step.key !== key && behind.has(step.key) && waitsAgain
      ? [{ key: step.key, from: step.state, to: 'BLANK' }]
      : [];
  });
};
