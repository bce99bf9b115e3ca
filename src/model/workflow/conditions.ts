// Whether a condition of a workflow holds for an item, and what can be said of it before there is one.

import type { Json, Values } from 'src/model/item/Item.ts';
import { valuesAt } from 'src/model/schema/paths.ts';
import type { Condition, RunningStep, Test } from 'src/model/workflow/WorkflowTemplate.ts';

/** How a step ended; undefined for one that did not, or without an outcome. */
type OutcomeOf = (key: string) => string | undefined;

/** Numbers by size, all else in the order of its text, in which dates stand too. */
const isBeyond = (value: Json, limit: string, sign: 1 | -1): boolean => {
  if (typeof value === 'number') return (value - Number(limit)) * sign > 0;
  return typeof value === 'string' && value !== limit && (value > limit ? 1 : -1) === sign;
};

const compares = ({ path = '', is, values: wanted = [] }: Test, item: Values): boolean => {
  const values = valuesAt(item, path).filter((each) => each !== '');
  const among = (): boolean => values.some((each) => wanted.includes(String(each)));
  switch (is) {
    case 'empty':
      return values.length === 0;
    case 'eq':
    case 'in':
      return among();
    case 'ne':
      return !among();
    case 'gt':
      return values.some((each) => wanted.some((limit) => isBeyond(each, limit, 1)));
    case 'lt':
      return values.some((each) => wanted.some((limit) => isBeyond(each, limit, -1)));
    case 'filled':
    case undefined:
      return values.length > 0;
  }
};

const holdsAlone = (test: Test, item: Values, outcomeOf: OutcomeOf): boolean =>
  (test.path === undefined || compares(test, item)) &&
  (test.step === undefined || (test.outcomes ?? []).includes(outcomeOf(test.step) ?? ''));

export const holds = (condition: Condition, item: Values, outcomeOf: OutcomeOf): boolean =>
  holdsAlone(condition, item, outcomeOf) &&
  (condition.all ?? []).every((each) => holds(each, item, outcomeOf)) &&
  (condition.any === undefined || condition.any.some((each) => holds(each, item, outcomeOf)));

export const outcomesOf =
  (steps: readonly Pick<RunningStep, 'key' | 'state' | 'outcome'>[]): OutcomeOf =>
  (key) =>
    steps.find((each) => each.key === key && each.state === 'COMPLETE')?.outcome;

/** Each test of a condition, and where it stands. */
export const testsOf = (
  condition: Condition | undefined,
  pointer = '',
): { readonly test: Test; readonly pointer: string }[] =>
  condition === undefined
    ? []
    : [
        { test: condition, pointer },
        ...(condition.all ?? []).flatMap((each, index) => testsOf(each, `${pointer}/all/${index}`)),
        ...(condition.any ?? []).flatMap((each, index) => testsOf(each, `${pointer}/any/${index}`)),
      ];

/** The steps whose outcome it asks for. */
export const stepsAskedBy = (condition: Condition | undefined): string[] =>
  testsOf(condition).flatMap(({ test }) => test.step ?? []);

/** What must be true of outcomes, as far as it is said without a choice. */
const demands = ({ step, outcomes = [], all = [] }: Condition): (readonly [string, readonly string[]])[] => [
  ...(step === undefined ? [] : [[step, outcomes] as const]),
  ...all.flatMap(demands),
];

/** By what it says alone: whatever the item, and however other steps end. */
export const canHold = (condition: Condition): boolean => {
  const wanted = new Map<string, readonly string[]>();
  for (const [key, outcomes] of demands(condition)) {
    const both = wanted.get(key)?.filter((outcome) => outcomes.includes(outcome)) ?? outcomes;
    if (both.length === 0) return false;
    wanted.set(key, both);
  }
  const compared = condition.path === undefined || condition.is !== 'in' || (condition.values ?? []).length > 0;
  return compared && (condition.all ?? []).every(canHold) && (condition.any?.some(canHold) ?? true);
};
