// Replaces one word of a list by another in a step of a template. Returns the same object when the step does not use the word.

import type { Condition, NextSteps, TemplateStep } from 'src/model/workflow/WorkflowTemplate.ts';

interface Words {
  readonly from: string;
  readonly into: string;
}

const inList = (outcomes: readonly string[], { from, into }: Words): readonly string[] => [
  ...new Set(outcomes.map((each) => (each === from ? into : each))),
];

const inCondition = (condition: Condition, words: Words): Condition => {
  if ('all' in condition) return { all: condition.all.map((each) => inCondition(each, words)) };
  if ('any' in condition) return { any: condition.any.map((each) => inCondition(each, words)) };
  if ('path' in condition) return condition;
  const [key, outcomes] = condition.outcome;
  return { outcome: [key, inList(outcomes, words)] };
};

/** When both words had following steps, the remaining one leads to the steps of both. */
const inNext = (next: NextSteps, words: Words): NextSteps => {
  const merged: Record<string, readonly string[]> = {};
  for (const [outcome, keys] of Object.entries(next)) {
    const name = outcome === words.from ? words.into : outcome;
    merged[name] = [...new Set([...(merged[name] ?? []), ...keys])];
  }
  return merged;
};

export const withState = (step: TemplateStep, { from, into }: Words): TemplateStep =>
  step.state === from ? { ...step, state: into } : step;

export const withOutcome = (step: TemplateStep, words: Words): TemplateStep => {
  const { when, next } = step;
  const named = {
    ...step,
    ...(when && { when: inCondition(when, words) }),
    ...(next && { next: inNext(next, words) }),
  };
  return JSON.stringify(named) === JSON.stringify(step) ? step : named;
};
