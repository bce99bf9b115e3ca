// Finds the step that answers the item of a workflow: the one declared by the template, or else the last of a kind that answers. Pure.

import { isDone, type RunningStep } from 'src/model/workflow/WorkflowTemplate.ts';

interface Answering extends Pick<RunningStep, 'key' | 'kind' | 'state' | 'adHoc'> {
  readonly plan: { readonly answers?: boolean | undefined };
}

/** Returns the keys of the steps that can answer; the last one does. A step that was added by hand does not answer by its kind. */
const answeringKeys = (steps: readonly Answering[], isAnswer: (kind: string) => boolean): readonly string[] => {
  const named = steps.filter(({ plan }) => plan.answers === true);
  const found = named.length > 0 ? named : steps.filter(({ kind, adHoc }) => adHoc !== true && isAnswer(kind));
  return found.map(({ key }) => key);
};

/** True where the step is complete and the last of those that answer. */
export const answeringSteps = (
  steps: readonly Answering[],
  { key }: Pick<Answering, 'key'>,
  isAnswer: (kind: string) => boolean,
): boolean => {
  const keys = answeringKeys(steps, isAnswer);
  const found = steps.filter((each) => keys.includes(each.key));
  return found.every(isDone) && found.some((each) => each.key === key && each.state === 'COMPLETE');
};

/** True where every step is done, and not all were left out. */
export const isLastDone = (steps: readonly Pick<RunningStep, 'state'>[]): boolean =>
  steps.every(isDone) && steps.some(({ state }) => state === 'COMPLETE');
