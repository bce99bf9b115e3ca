// Computes which steps of a workflow become ready or unnecessary. Pure; the server writes the changes, and the dry run of a template uses
// them.

import { holds, outcomesOf, type ConditionSubject } from 'src/model/workflow/conditions.ts';
import { stepsBefore, waitsFor } from 'src/model/workflow/stepOrder.ts';
import { isDone, type RunningStep, type StepState } from 'src/model/workflow/WorkflowTemplate.ts';

export interface StepChange {
  readonly key: string;
  readonly from: StepState;
  readonly to: StepState;
}

/** Returns true for kinds that begin without a person. */
export type StartsByItself = (kind: string) => boolean;

/** Returns true when a step that leads to this one has an outcome that does. */
const isLedTo = (steps: readonly RunningStep[], step: RunningStep): boolean => {
  const sources = stepsBefore(steps, step);
  return (
    sources.length === 0 ||
    sources.some(({ state, outcome, next }) => state === 'COMPLETE' && next?.[outcome ?? '']?.includes(step.key))
  );
};

const isStepNeeded = (steps: readonly RunningStep[], step: RunningStep, item: ConditionSubject): boolean =>
  isLedTo(steps, step) && (step.when === undefined || holds(step.when, item, outcomesOf(steps)));

/** A step that names a removed one does not wait for it. */
const isItsTurn = (steps: readonly RunningStep[], step: RunningStep): boolean => {
  const waits = new Set(waitsFor(steps, step));
  return steps.every((each) => !waits.has(each.key) || each.key === step.key || isDone(each));
};

const nextState = (
  steps: readonly RunningStep[],
  step: RunningStep,
  { item, startsByItself }: { item: ConditionSubject; startsByItself: StartsByItself },
): StepState => {
  if (step.state === 'PENDING') return startsByItself(step.kind) ? 'ACTIVE' : 'PENDING';
  if (step.state !== 'BLANK' || !isItsTurn(steps, step)) return step.state;
  return isStepNeeded(steps, step, item) ? 'PENDING' : 'SKIP';
};

/** Returns all resulting changes in order. A step can occur twice, as it becomes PENDING and then ACTIVE. */
export const advance = (
  steps: readonly RunningStep[],
  item: ConditionSubject,
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
 * Reopens a completed step: later steps that were not begun, or that a condition skipped, wait for it again. Steps that people have begun,
 * completed or skipped stay as they are.
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
