// Functions of expressions over numbers.

import { formDated, type ValueFunction, type ValueFunctions } from 'src/domain/geokeeper/forms/evaluateExpression.ts';
import {
  flattened,
  integerOf,
  formNodesOf,
  numberOf,
  scalarOf,
  type FormValue,
} from 'src/domain/geokeeper/forms/expressionValues.ts';

const FORM_MANY = Number.POSITIVE_INFINITY;

const formSingle = (compute: (value: number) => number): ValueFunction => ({
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
const formScaled = (value: number, places: number): number => {
  // The text of a negative zero has no sign.
  if (value === 0) return value;
  const [mantissa, exponent] = String(value).split('e');
  return Number(`${mantissa}e${Number(exponent ?? 0) + places}`);
};

/** Rounds halves up, towards positive infinity. */
const round = ([first, second]: readonly FormValue[]): number => {
  const value = numberOf(first ?? '');
  const places = second === undefined ? 0 : integerOf(second);
  if (!Number.isFinite(value)) return value;
  if (Number.isNaN(places) || Math.abs(places) > 30) return Number.NaN;
  return formScaled(Math.round(formScaled(value, places)), -places);
};

const numbersIn = (values: readonly FormValue[]): readonly number[] =>
  flattened(values)
    .map(numberOf)
    .filter((value) => !Number.isNaN(value));

const extreme = (choose: (first: number, second: number) => number): ValueFunction => ({
  least: 1,
  most: FORM_MANY,
  compute(values) {
    const numbers = numbersIn(values);
    // `reduce` would pass further arguments to `Math.max` and `Math.min`, which count them.
    return numbers.length === 0 ? Number.NaN : numbers.reduce((first, second) => choose(first, second));
  },
});

export const numberFunctions: ValueFunctions = {
  // A text with a date counts as the date, so that its number is the same as that of a question with this answer.
  number: {
    least: 0,
    most: 1,
    compute: ([value], scope) => numberOf(formDated(scalarOf(value ?? scope.here.content()), scope)),
  },
  int: formSingle(Math.trunc),
  floor: formSingle(Math.floor),
  ceiling: formSingle(Math.ceil),
  abs: formSingle(Math.abs),
  sin: formSingle(Math.sin),
  cos: formSingle(Math.cos),
  tan: formSingle(Math.tan),
  asin: formSingle(Math.asin),
  acos: formSingle(Math.acos),
  atan: formSingle(Math.atan),
  exp: formSingle(Math.exp),
  exp10: formSingle((value) => 10 ** value),
  log: formSingle(Math.log),
  log10: formSingle(Math.log10),
  sqrt: formSingle(Math.sqrt),
  atan2: pair(Math.atan2),
  pow: pair((base, exponent) => base ** exponent),
  pi: { least: 0, most: 0, compute: () => Math.PI },
  random: { least: 0, most: 0, compute: (_, { world }) => world.random() },
  round: { least: 1, most: 2, compute: round },
  sum: {
    least: 1,
    most: 1,
    compute: ([nodes]) =>
      numbersIn([...formNodesOf(nodes ?? '').map((node) => node.content())]).reduce((sum, value) => sum + value, 0),
  },
  max: extreme(Math.max),
  min: extreme(Math.min),
};
