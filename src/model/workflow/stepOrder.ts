// Determines which steps a step waits for: for running steps, the check of a template and its dry run.

import { stepsAskedBy } from 'src/model/workflow/conditions.ts';
import type { RunningStep, TemplateStep } from 'src/model/workflow/WorkflowTemplate.ts';

export type OrderedStep = Pick<TemplateStep, 'key' | 'group' | 'after' | 'when' | 'next'> & Pick<RunningStep, 'adHoc'>;

const isTarget = ({ next = {} }: OrderedStep, key: string): boolean =>
  Object.values(next).some((keys) => keys.includes(key));

/** Returns the steps with an outcome that leads to this one. */
export const stepsBefore = <Step extends OrderedStep>(
  steps: readonly Step[],
  { key }: { readonly key: string },
): Step[] => steps.filter((each) => isTarget(each, key));

const groupsBefore = (steps: readonly OrderedStep[], { group, adHoc }: OrderedStep): string[] =>
  adHoc === true ? [] : steps.filter((each) => each.adHoc !== true && each.group < group).map(({ key }) => key);

/**
 * Returns the keys of all steps that must be done first: those that it names or the earlier groups, those that lead to it, and those whose
 * outcome its condition uses.
 */
export const waitsFor = (steps: readonly OrderedStep[], step: OrderedStep): readonly string[] => [
  ...new Set([
    ...(step.after ?? groupsBefore(steps, step)),
    ...stepsBefore(steps, step).map(({ key }) => key),
    ...stepsAskedBy(step.when),
  ]),
];
