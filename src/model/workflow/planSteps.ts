// Plans the steps of an item from a template, and the changes of existing steps by a newer version.

import { deepEqual } from 'src/base/deepEqual.ts';
import { holds, type ConditionSubject } from 'src/model/workflow/conditions.ts';
import {
  isOpen,
  type RunningStep,
  type TemplateStep,
  type WorkflowTemplate,
} from 'src/model/workflow/WorkflowTemplate.ts';

export interface PlannedStep extends TemplateStep {
  /** Result of the condition for the item as it is now, when known. */
  readonly expected: boolean | undefined;
}

const asksOutcome = (step: TemplateStep): boolean => JSON.stringify(step.when ?? {}).includes('"outcome"');

/** Returns the steps by group. All are BLANK until `advance` makes some ready. */
export const planSteps = ({ steps }: WorkflowTemplate, item: ConditionSubject): PlannedStep[] =>
  [...steps]
    .sort((a, b) => a.group - b.group)
    .map((step) => ({
      ...step,
      expected: step.when === undefined || asksOutcome(step) ? undefined : holds(step.when, item, () => undefined),
    }));

/** Plan of a step as a running step stores it. */
export type StepPlan = Omit<TemplateStep, 'key'>;

export interface PlanChanges {
  readonly add: readonly TemplateStep[];
  /** Changed steps with the names of the differences. Only the position of a completed step changes. */
  readonly change: readonly { readonly key: string; readonly step: TemplateStep; readonly names: readonly string[] }[];
  /** Steps that are no longer in the template and not begun. */
  readonly remove: readonly string[];
  /** Steps that are no longer in the template but begun or done. They stay with this item only. */
  readonly keep: readonly string[];
}

const PLANNED = [
  'label',
  'group',
  'after',
  'when',
  'next',
  'days',
  'working',
  'assign',
  'state',
  'answers',
  'others',
] as const;
const OF_DONE: readonly string[] = ['label', 'group', 'after'];

const differing = (running: RunningStep & { readonly plan: StepPlan }, step: TemplateStep): string[] =>
  PLANNED.filter((name) => {
    const counts = running.state === 'BLANK' || isOpen(running) || OF_DONE.includes(name);
    return counts && !deepEqual(running.plan[name] ?? null, step[name] ?? null);
  });

/** Plans changes. A step keeps its kind: one of another kind with the same key is another step, and a running one stays. */
export const planChanges = (
  running: readonly (RunningStep & { readonly plan: StepPlan })[],
  { steps }: WorkflowTemplate,
): PlanChanges => {
  const planned = running.filter(({ adHoc }) => adHoc !== true);
  const of = (key: string, kind: string) => planned.find((each) => each.key === key && each.kind === kind);
  const gone = planned.filter((each) => !steps.some(({ key, kind }) => key === each.key && kind === each.kind));
  return {
    add: steps.filter(({ key, kind }) => !of(key, kind)),
    change: steps.flatMap((step) => {
      const found = of(step.key, step.kind);
      const names = found ? differing(found, step) : [];
      return names.length > 0 ? [{ key: step.key, step, names }] : [];
    }),
    remove: gone.filter(({ state }) => state === 'BLANK' || state === 'PENDING').map(({ key }) => key),
    keep: gone.filter(({ state }) => state !== 'BLANK' && state !== 'PENDING').map(({ key }) => key),
  };
};
