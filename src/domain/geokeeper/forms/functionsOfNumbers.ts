// Functions of expressions over numbers.

import type { ValueFunction, ValueFunctions } from 'src/domain/geokeeper/forms/evaluateExpression.ts';
import {
  flattened,
  integerOf,
  nodesOf,
  numberOf,
  type FormValue,
} from 'src/domain/geokeeper/forms/expressionValues.ts';

const MANY = Number.POSITIVE_INFINITY;

const single = (compute: (value: number) => number): ValueFunction => ({
  least: 1,
  most: 1,
  compute: ([value]) => compute(numberOf(value ?? '')),
});

const pair = (compute: (first: number, second: number) => number): ValueFunction => ({
  least: 2,
  most: 2,
  compute: ([first, second]) => compute(numberOf(first ?? ''), numberOf(second ?? '')),
});

/** Moves the decimal point within the text of a number, so that no rounding error of a multiplication decides. */
const scaled = (value: number, places: number): number => {
  const [mantissa, exponent] = String(value).split('e');
  return Number(`${mantissa}e${Number(exponent ?? 0) + places}`);
};

/** Rounds halves up, towards positive infinity. */
const round = ([first, second]: readonly FormValue[]): number => {
  const value = numberOf(first ?? '');
  const places = second === undefined ? 0 : integerOf(second);
  if (!Number.isFinite(value)) return value;
  if (Number.isNaN(places) || Math.abs(places) > 30) return Number.NaN;
  return scaled(Math.round(scaled(value, places)), -places);
};

const numbersIn = (values: readonly FormValue[]): readonly number[] =>
  flattened(values)
    .map(numberOf)
    .filter((value) => !Number.isNaN(value));

const extreme = (choose: (first: number, second: number) => number): ValueFunction => ({
  least: 1,
  most: MANY,
  compute(values) {
    const numbers = numbersIn(values);
    return numbers.length === 0 ? Number.NaN : numbers.reduce(choose);
  },
});

export const numberFunctions: ValueFunctions = {
  number: single((value) => value),
  int: single(Math.trunc),
  floor: single(Math.floor),
  ceiling: single(Math.ceil),
  abs: single(Math.abs),
  sin: single(Math.sin),
  cos: single(Math.cos),
  tan: single(Math.tan),
  asin: single(Math.asin),
  acos: single(Math.acos),
  atan: single(Math.atan),
  exp: single(Math.exp),
  exp10: single((value) => 10 ** value),
  log: single(Math.log),
  log10: single(Math.log10),
  sqrt: single(Math.sqrt),
  atan2: pair(Math.atan2),
  pow: pair((base, exponent) => base ** exponent),
  pi: { least: 0, most: 0, compute: () => Math.PI },
  random: { least: 0, most: 0, compute: (_, { world }) => world.random() },
  round: { least: 1, most: 2, compute: round },
  sum: {
    least: 1,
    most: 1,
    compute: ([nodes]) =>
      numbersIn([...nodesOf(nodes ?? '').map((node) => node.content())]).reduce((sum, value) => sum + value, 0),
  },
  max: extreme(Math.max),
  min: extreme(Math.min),
};
