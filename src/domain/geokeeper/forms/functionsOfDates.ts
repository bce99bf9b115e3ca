// Functions of expressions over dates.

import type { ExpressionScope, ValueFunction, ValueFunctions } from 'src/domain/geokeeper/forms/evaluateExpression.ts';
import { ExpressionError } from 'src/domain/geokeeper/forms/expressionTokens.ts';
import { scalarOf, formTextOf, type FormValue, type Scalar } from 'src/domain/geokeeper/forms/expressionValues.ts';
import {
  FormDate,
  MS_OF_DAY,
  formDayOf,
  formDateOf,
  partOfDay,
  readFormDate,
  writeFormDate,
} from 'src/domain/geokeeper/forms/FormDate.ts';

const MAX_DAYS = 2_147_483_647;

/** Returns a date, or the value itself when it is empty. */
const asDate = (value: FormValue, { world }: ExpressionScope, withTime: boolean): Scalar => {
  const scalar = scalarOf(value);
  if (scalar === '' || (typeof scalar === 'number' && Number.isNaN(scalar))) return scalar;
  const date = typeof scalar === 'string' ? readFormDate(scalar, world.zone) : scalar;
  if (date instanceof FormDate) return date;
  if (typeof date !== 'number' || Math.abs(date) > MAX_DAYS)
    throw new ExpressionError('type', `“${formTextOf(scalar)}” is not a date.`);
  return withTime ? formDateOf(date * MS_OF_DAY, world.zone, true) : formDayOf(date, world.zone);
};

const format: ValueFunction = {
  least: 2,
  most: 2,
  compute([value, pattern], scope) {
    const date = asDate(value ?? '', scope, true);
    return date instanceof FormDate ? writeFormDate(date, formTextOf(pattern ?? ''), scope.world.language) : '';
  },
};

export const dateFunctions: ValueFunctions = {
  today: { least: 0, most: 0, compute: (_, { world }) => formDateOf(world.now(), world.zone, false) },
  now: { least: 0, most: 0, compute: (_, { world }) => formDateOf(world.now(), world.zone, true) },
  date: { least: 1, most: 1, compute: ([value], scope) => asDate(value ?? '', scope, false) },
  'date-time': { least: 1, most: 1, compute: ([value], scope) => asDate(value ?? '', scope, true) },
  'decimal-date-time': {
    least: 1,
    most: 1,
    compute([value], scope) {
      const date = asDate(value ?? '', scope, true);
      return date instanceof FormDate ? date.instant / MS_OF_DAY : date;
    },
  },
  'decimal-time': {
    least: 1,
    most: 1,
    compute([value], scope) {
      const part = partOfDay(formTextOf(value ?? ''), scope.world.zone, scope.world.now());
      if (part !== undefined) return part;
      const date = asDate(value ?? '', scope, true);
      return date instanceof FormDate ? date.days - Math.floor(date.days) : date;
    },
  },
  'format-date': format,
  'format-date-time': format,
};
