// Which steps a step waits for. Said once, for steps that run, for the check of a template and for its dry run.

import { stepsAskedBy } from 'src/model/workflow/conditions.ts';
import type { RunningStep, TemplateStep } from 'src/model/workflow/WorkflowTemplate.ts';

export type OrderedStep = Pick<TemplateStep, 'key' | 'group' | 'after' | 'when' | 'next'> & Pick<RunningStep, 'adHoc'>;

const isTarget = ({ next = {} }: OrderedStep, key: string): boolean =>
  Object.values(next).some((keys) => keys.includes(key));

/** The steps of which some outcome leads to this one. */
export const leadingTo = <Step extends OrderedStep>(
  steps: readonly Step[],
  { key }: { readonly key: string },
): Step[] => steps.filter((each) => isTarget(each, key));

const groupsBefore = (steps: readonly OrderedStep[], { group, adHoc }: OrderedStep): string[] =>
  adHoc === true ? [] : steps.filter((each) => each.adHoc !== true && each.group < group).map(({ key }) => key);

/** Keys of all that must be done before its turn: what it names, or the groups before it; who leads to it; whose outcome it asks for. */
export const waitsFor = (steps: readonly OrderedStep[], step: OrderedStep): readonly string[] => [
  ...new Set([
    ...(step.after ?? groupsBefore(steps, step)),
    ...leadingTo(steps, step).map(({ key }) => key),
    ...stepsAskedBy(step.when),
  ]),
];
