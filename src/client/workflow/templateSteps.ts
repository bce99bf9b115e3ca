// The steps of a template as its editor changes them: values in, values out. What a form cannot say of a step stays as it is.

import type { Answers } from 'src/client/workflow/AskDialog.tsx';
import type { Json } from 'src/model/item/Item.ts';
import type { TemplateStep } from 'src/model/workflow/WorkflowTemplate.ts';

export const stepsIn = ({ steps }: { readonly steps?: Json | undefined }): readonly TemplateStep[] =>
  Array.isArray(steps) ? (steps as unknown as readonly TemplateStep[]) : [];

const freeKey = (steps: readonly TemplateStep[]): string => {
  let number = steps.length + 1;
  while (steps.some(({ key }) => key === `step${number}`)) number += 1;
  return `step${number}`;
};

/** By group, and within a group in the order in which they stand. */
export const inOrder = (steps: readonly TemplateStep[]): readonly TemplateStep[] =>
  steps.toSorted((a, b) => a.group - b.group);

const idsIn = (value: Json | undefined): readonly string[] => (Array.isArray(value) ? value.map(String) : []);

const assignOf = ({ users, path }: Answers, before: TemplateStep['assign']): TemplateStep['assign'] => {
  const people = idsIn(users);
  const assign = {
    ...(before?.capability !== undefined && { capability: before.capability }),
    ...(people.length > 0 && { users: people }),
    ...(typeof path === 'string' && { path }),
  };
  return Object.keys(assign).length > 0 ? assign : undefined;
};

/** With what was answered of one step; a step without a key is new. */
export const withStep = (
  steps: readonly TemplateStep[],
  answers: Answers,
  before: TemplateStep | undefined,
): readonly TemplateStep[] => {
  const { label, kind, group, days, count, state } = answers;
  const next: TemplateStep = {
    key: before?.key ?? freeKey(steps),
    kind: String(kind),
    label: String(label),
    group: Number(group),
    after: before?.after,
    when: before?.when,
    next: before?.next,
    days: days === undefined ? undefined : Number(days),
    working: days !== undefined && count === 'working' ? true : undefined,
    assign: assignOf(answers, before?.assign),
    state: typeof state === 'string' ? state : undefined,
  };
  return inOrder(before ? steps.map((step) => (step.key === before.key ? next : step)) : [...steps, next]);
};

/** What other steps said of it goes with it. */
export const withoutStep = (steps: readonly TemplateStep[], key: string): readonly TemplateStep[] =>
  steps
    .filter((step) => step.key !== key)
    .map(({ after, next, ...step }) => {
      const left = after?.filter((each) => each !== key);
      const leads =
        next && Object.entries(next).map(([outcome, keys]) => [outcome, keys.filter((each) => each !== key)]);
      return {
        ...step,
        ...(left !== undefined && left.length > 0 && { after: left }),
        ...(leads && { next: Object.fromEntries(leads) as NonNullable<TemplateStep['next']> }),
      };
    });

/** One group earlier or later; at an end, into a group of its own. */
export const movedStep = (steps: readonly TemplateStep[], key: string, by: 1 | -1): readonly TemplateStep[] => {
  const moved = inOrder(steps.map((step) => (step.key === key ? { ...step, group: step.group + by } : step)));
  const groups = [...new Set(moved.map(({ group }) => group))];
  return moved.map((step) => ({ ...step, group: groups.indexOf(step.group) + 1 }));
};

/** As it is stored: without what is not said. */
export const stored = (steps: readonly TemplateStep[]): Json => JSON.parse(JSON.stringify(steps)) as Json;
