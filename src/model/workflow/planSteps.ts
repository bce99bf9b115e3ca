// The steps that an item gets by a template, and what a newer version of the template would change about those that it has.

import type { Values } from 'src/model/item/Item.ts';
import { deepEqual } from 'src/base/deepEqual.ts';
import { holds } from 'src/model/workflow/conditions.ts';
import {
  isOpen,
  type RunningStep,
  type TemplateStep,
  type WorkflowTemplate,
} from 'src/model/workflow/WorkflowTemplate.ts';

export interface PlannedStep extends TemplateStep {
  /** What its condition says of the item as it is now, where that can be said already. */
  readonly expected: boolean | undefined;
}

const asksOutcome = (step: TemplateStep): boolean => JSON.stringify(step.when ?? {}).includes('"outcome"');

/** In the order of their groups. All are BLANK until `advance` says whose turn it is. */
export const planSteps = ({ steps }: WorkflowTemplate, item: Values): PlannedStep[] =>
  [...steps]
    .sort((a, b) => a.group - b.group)
    .map((step) => ({
      ...step,
      expected: step.when === undefined || asksOutcome(step) ? undefined : holds(step.when, item, () => undefined),
    }));

/** What is planned of a step, as a running one holds it. */
export type StepPlan = Omit<TemplateStep, 'key'>;

export interface PlanChanges {
  readonly add: readonly TemplateStep[];
  /** With the names of what differs. Of a step that is done, only its place: what was done stays as it was. */
  readonly change: readonly { readonly key: string; readonly step: TemplateStep; readonly names: readonly string[] }[];
  /** Not in the template any more, and nobody has begun them. */
  readonly remove: readonly string[];
  /** Not in the template any more, but begun or done: they stay, as steps of this item alone. */
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

/** A step keeps its kind: one of another kind under the same key is another step, and a running one stays beside it. */
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
