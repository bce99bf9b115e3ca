// The steps of a template as its editor changes them: values in, values out.

import type { Json, Values } from 'src/model/item/Item.ts';
import { jsonValue } from 'src/model/item/jsonValue.ts';
import type { Condition, TemplateStep } from 'src/model/workflow/WorkflowTemplate.ts';

export const stepsIn = ({ steps }: { readonly steps?: Json | undefined }): readonly TemplateStep[] =>
  Array.isArray(steps) ? (steps as readonly TemplateStep[]) : [];

const freeKey = (steps: readonly TemplateStep[]): string => {
  let number = steps.length + 1;
  while (steps.some(({ key }) => key === `step${number}`)) number += 1;
  return `step${number}`;
};

/** Returns the steps sorted by group; the order within a group stays. */
export const stepsInOrder = (steps: readonly TemplateStep[]): readonly TemplateStep[] =>
  steps.toSorted((a, b) => a.group - b.group);

const stringList = (value: Json | undefined): readonly string[] => (Array.isArray(value) ? value.map(String) : []);

const assignOf = ({ users, path, capability }: Values): TemplateStep['assign'] => {
  const people = stringList(users);
  const assign = {
    ...(typeof capability === 'string' && { capability }),
    ...(people.length > 0 && { users: people }),
    ...(typeof path === 'string' && { path }),
  };
  return Object.keys(assign).length > 0 ? assign : undefined;
};

/** Returns the steps with the answers for one step. A step without a key is new. */
export const withStep = (
  steps: readonly TemplateStep[],
  answers: Values,
  before: TemplateStep | undefined,
): readonly TemplateStep[] => {
  const { label, kind, group, days, count, state, when, next: leads } = answers;
  const after = stringList(answers['after']);
  const others = stringList(answers['others']);
  const next: TemplateStep = {
    key: before?.key ?? freeKey(steps),
    kind: String(kind),
    label: String(label),
    group: Number(group),
    after: after.length > 0 ? after : undefined,
    when: when as TemplateStep['when'],
    next: leads as TemplateStep['next'],
    days: days === undefined ? undefined : Number(days),
    working: days !== undefined && count === 'working' ? true : undefined,
    assign: assignOf(answers),
    state: typeof state === 'string' ? state : undefined,
    answers: answers['answers'] === true ? true : undefined,
    others: others.length > 0 ? others : undefined,
  };
  return stepsInOrder(before ? steps.map((step) => (step.key === before.key ? next : step)) : [...steps, next]);
};

const withoutOutcomesOf = (when: Condition, key: string): Condition | undefined => {
  const partsLeft = (parts: readonly Condition[]): readonly Condition[] =>
    parts.flatMap((each) => withoutOutcomesOf(each, key) ?? []);
  if ('outcome' in when) return when.outcome[0] === key ? undefined : when;
  if ('path' in when) return when;
  const left = partsLeft('all' in when ? when.all : when.any);
  if (left.length === 0) return undefined;
  return 'all' in when ? { all: left } : { any: left };
};

/** Removes the step, and references to it in other steps. */
export const withoutStep = (steps: readonly TemplateStep[], key: string): readonly TemplateStep[] =>
  steps
    .filter((step) => step.key !== key)
    .map(({ after, next, when, others, ...step }) => {
      const restricted = others?.filter((each) => each !== key) ?? [];
      const left = after?.filter((each) => each !== key);
      const leads =
        next && Object.entries(next).map(([outcome, keys]) => [outcome, keys.filter((each) => each !== key)]);
      return {
        ...step,
        when: when && withoutOutcomesOf(when, key),
        ...(left !== undefined && left.length > 0 && { after: left }),
        ...(restricted.length > 0 && { others: restricted }),
        ...(leads && { next: Object.fromEntries(leads) as NonNullable<TemplateStep['next']> }),
      };
    });

const renumbered = (steps: readonly TemplateStep[]): readonly TemplateStep[] => {
  const sorted = stepsInOrder(steps);
  const groups = [...new Set(sorted.map(({ group }) => group))];
  return sorted.map((step) => ({ ...step, group: groups.indexOf(step.group) + 1 }));
};

/** Moves a step into the group at that index; an index after the last one makes a new group. */
export const putInGroup = (steps: readonly TemplateStep[], key: string, at: number): readonly TemplateStep[] => {
  const groups = [...new Set(stepsInOrder(steps).map(({ group }) => group))];
  const group = groups[at] ?? (groups.at(-1) ?? 0) + 1;
  return renumbered(steps.map((step) => (step.key === key ? { ...step, group } : step)));
};

/** One group earlier or later; at an end, into a group of its own. */
export const movedStep = (steps: readonly TemplateStep[], key: string, by: 1 | -1): readonly TemplateStep[] =>
  renumbered(steps.map((step) => (step.key === key ? { ...step, group: step.group + by } : step)));

/** Returns the steps as they are stored, without undefined values. */
export const plainSteps = (steps: readonly TemplateStep[]): Json => jsonValue(steps);
