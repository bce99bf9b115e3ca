// Evaluates conditions of workflows for an item, and analyses them without one.

import { deepEqual } from 'src/base/deepEqual.ts';
import { isRecord } from 'src/base/isRecord.ts';
import type { Json, Values } from 'src/model/item/Item.ts';
import { KINDS } from 'src/model/generated/kinds.ts';
import type { Kind } from 'src/model/kinds/Kind.ts';
import { propertyAt, valuesAt } from 'src/model/schema/paths.ts';
import type { Property } from 'src/model/schema/Property.ts';
import type { Condition, RunningStep } from 'src/model/workflow/WorkflowTemplate.ts';

/** Item whose values a condition compares, with the properties of its type: the kind of a property says how its values compare. */
export interface ConditionSubject {
  readonly properties: Readonly<Record<string, Property>>;
  readonly values: Values;
}

type SpanOf = Kind['span'];

/** Returns the outcome of a step, or undefined when it has none. */
type OutcomeOf = (key: string) => string | undefined;

/** Returns 0 for values that are equal, overlap, or have no order. */
const compareValue = (value: Json, limit: Json | undefined, spanOf: SpanOf): number => {
  if (typeof value === 'number' && typeof limit === 'number') return value - limit;
  if (typeof value !== 'string' || typeof limit !== 'string' || value === limit) return 0;
  if (!spanOf) return value < limit ? -1 : 1;
  const [days, limits] = [spanOf(value), spanOf(limit)];
  if (!days || !limits) return 0;
  return days.earliest > limits.latest ? 1 : days.latest < limits.earliest ? -1 : 0;
};

const isWithin = (value: Json, limit: Json | undefined, spanOf: SpanOf): boolean => {
  const [days, limits] = [spanOf?.(String(value)), spanOf?.(String(limit))];
  return days && limits ? days.earliest >= limits.earliest && days.latest <= limits.latest : false;
};

const compares = ({ path, is, value }: Extract<Condition, { path: string }>, item: ConditionSubject): boolean => {
  const values = valuesAt(item.values, path).filter((each) => each !== '');
  const property = propertyAt(item.properties, path);
  const spanOf = property && KINDS[property.kind].span;
  const listed: readonly Json[] = Array.isArray(value) ? (value as readonly Json[]) : [value ?? null];
  const among = (): boolean => values.some((each) => listed.some((one) => deepEqual(each, one)));
  switch (is) {
    case 'filled':
      return values.length > 0;
    case 'empty':
      return values.length === 0;
    case 'eq':
    case 'in':
      return among();
    case 'ne':
      return !among();
    case 'gt':
      return values.some((each) => compareValue(each, value, spanOf) > 0);
    case 'lt':
      return values.some((each) => compareValue(each, value, spanOf) < 0);
    case 'within':
      return values.some((each) => isWithin(each, value, spanOf));
  }
};

export const holds = (condition: Condition, item: ConditionSubject, outcomeOf: OutcomeOf): boolean => {
  if ('all' in condition) return condition.all.every((each) => holds(each, item, outcomeOf));
  if ('any' in condition) return condition.any.some((each) => holds(each, item, outcomeOf));
  if ('path' in condition) return compares(condition, item);
  const [key, outcomes] = condition.outcome;
  return outcomes.includes(outcomeOf(key) ?? '');
};

export const outcomesOf =
  (steps: readonly Pick<RunningStep, 'key' | 'state' | 'outcome'>[]): OutcomeOf =>
  (key) =>
    steps.find((each) => each.key === key && each.state === 'COMPLETE')?.outcome;

/** Returns the comparisons in a condition, each with its position. */
export const partsOfCondition = (
  condition: Condition,
  pointer: string,
): { readonly part: Exclude<Condition, { all: unknown } | { any: unknown }>; readonly pointer: string }[] => {
  if ('all' in condition)
    return condition.all.flatMap((each, index) => partsOfCondition(each, `${pointer}/all/${index}`));
  if ('any' in condition)
    return condition.any.flatMap((each, index) => partsOfCondition(each, `${pointer}/any/${index}`));
  return [{ part: condition, pointer }];
};

/** Returns the steps whose outcome the condition depends on. */
export const stepsAskedBy = (condition: Condition | undefined): string[] =>
  condition === undefined
    ? []
    : partsOfCondition(condition, '').flatMap(({ part }) => ('outcome' in part ? [part.outcome[0]] : []));

/** Returns false for a condition that no item and no outcome can fulfil. */
export const canHold = (condition: Condition): boolean => {
  if ('any' in condition) return condition.any.some(canHold);
  if ('outcome' in condition) return condition.outcome[1].length > 0;
  if ('path' in condition)
    return condition.is !== 'in' || !Array.isArray(condition.value) || condition.value.length > 0;
  const wanted = new Map<string, readonly string[]>();
  for (const each of condition.all) {
    if (!('outcome' in each)) continue;
    const [key, outcomes] = each.outcome;
    const both = wanted.get(key)?.filter((outcome) => outcomes.includes(outcome)) ?? outcomes;
    if (both.length === 0) return false;
    wanted.set(key, both);
  }
  return condition.all.every(canHold);
};

const COMPARISONS: ReadonlySet<unknown> = new Set(['eq', 'ne', 'in', 'filled', 'empty', 'gt', 'lt', 'within']);
/** Maximum nesting that people can understand. */
const MAX_CONDITION_DEPTH = 4;

const isFilledText = (value: unknown): value is string => typeof value === 'string' && value !== '';

/** Returns true for a value with the structure of a condition; stored values may be anything. */
export const isCondition = (value: unknown, depth = MAX_CONDITION_DEPTH): value is Condition => {
  if (!isRecord(value) || depth === 0) return false;
  const { all, any, outcome, path, is } = value;
  const areConditions = (some: unknown): boolean =>
    Array.isArray(some) && some.every((each) => isCondition(each, depth - 1));
  if (all !== undefined || any !== undefined) return Object.keys(value).length === 1 && areConditions(all ?? any);
  if (outcome === undefined) return isFilledText(path) && COMPARISONS.has(is);
  const [key, outcomes] = Array.isArray(outcome) ? (outcome as readonly unknown[]) : [];
  return isFilledText(key) && Array.isArray(outcomes) && outcomes.every(isFilledText);
};
