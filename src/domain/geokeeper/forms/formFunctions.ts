// The functions of XLSForm expressions.

import {
  createEvaluator,
  limitedText,
  takeStep,
  type Evaluator,
  type ExpressionScope,
  type ExpressionWorld,
  type FormFunction,
  type ValueFunction,
  type ValueFunctions,
} from 'src/domain/geokeeper/forms/evaluateExpression.ts';
import type { Expression } from 'src/domain/geokeeper/forms/expressionSyntax.ts';
import { ExpressionError } from 'src/domain/geokeeper/forms/expressionTokens.ts';
import {
  NodeSet,
  flattened,
  integerOf,
  formNodesOf,
  numberOf,
  scalarOf,
  scalarsOf,
  formTextOf,
  formTruthOf,
  formWordsOf,
  type FormNode,
  type FormValue,
} from 'src/domain/geokeeper/forms/expressionValues.ts';
import { dateFunctions } from 'src/domain/geokeeper/forms/functionsOfDates.ts';
import { numberFunctions } from 'src/domain/geokeeper/forms/functionsOfNumbers.ts';
import { placeFunctions } from 'src/domain/geokeeper/forms/functionsOfPlaces.ts';
import { textFunctions } from 'src/domain/geokeeper/forms/functionsOfTexts.ts';
import { shuffled } from 'src/domain/geokeeper/forms/shuffle.ts';

const MANY = Number.POSITIVE_INFINITY;
const value = (values: readonly FormValue[], at: number): FormValue => values[at] ?? '';

const countTrue = (values: readonly FormValue[]): number =>
  flattened(values).filter((each) => formTruthOf(each)).length;

const inLimits = (count: number, least: number, most: number): boolean =>
  (least < 0 || count >= least) && (most < 0 || count <= most);

const weighted = (values: readonly FormValue[]): number => {
  const pairs: (readonly [FormValue, FormValue])[] = [];
  for (let at = 0; at + 1 < values.length; at += 2) {
    const [tests, weights] = [scalarsOf(value(values, at)), scalarsOf(value(values, at + 1))];
    tests.forEach((test, index) => pairs.push([test, weights[index] ?? 0]));
  }
  return pairs.reduce((sum, [test, weight]) => sum + (formTruthOf(test) ? numberOf(weight) : 0), 0);
};

const LOGIC: ValueFunctions = {
  true: { least: 0, most: 0, compute: () => true },
  false: { least: 0, most: 0, compute: () => false },
  not: { least: 1, most: 1, compute: ([each]) => !formTruthOf(each ?? '') },
  boolean: { least: 1, most: 1, compute: ([each]) => formTruthOf(each ?? '') },
  'boolean-from-string': {
    least: 1,
    most: 1,
    compute: ([each]) => ['true', '1'].includes(formTextOf(each ?? '')),
  },
  checklist: {
    least: 2,
    most: MANY,
    compute: (values) => inLimits(countTrue(values.slice(2)), numberOf(value(values, 0)), numberOf(value(values, 1))),
  },
  'weighted-checklist': {
    least: 4,
    most: MANY,
    compute: (values) => inLimits(weighted(values.slice(2)), numberOf(value(values, 0)), numberOf(value(values, 1))),
  },
};

const formPositionOf = (values: readonly FormValue[], scope: ExpressionScope): number => {
  const [nodes] = values;
  if (nodes === undefined) return scope.position ?? scope.here.position;
  return formNodesOf(nodes)[0]?.position ?? Number.NaN;
};

const pullData = (values: readonly FormValue[], scope: ExpressionScope): FormValue => {
  const [list, wanted, key, sought] = values.map(formTextOf) as [string, string, string, string];
  const row = scope.world.itemsWith(list, key, sought)[0];
  return row ? new NodeSet(row.below(wanted)) : '';
};

const NODES: ValueFunctions = {
  count: { least: 1, most: 1, compute: ([nodes]) => formNodesOf(nodes ?? '').length },
  'count-non-empty': {
    least: 1,
    most: 1,
    compute: ([nodes]) =>
      formNodesOf(nodes ?? '').filter((node) => formTextOf(node.content()) !== '' || node.below('*').length > 0).length,
  },
  position: { least: 0, most: 1, compute: formPositionOf },
  last: { least: 0, most: 0, compute: (_, { here }) => here.above?.below(here.name).length ?? 1 },
  selected: {
    least: 2,
    most: 2,
    compute: ([words, word]) => formWordsOf(words ?? '').includes(formTextOf(word ?? '').trim()),
  },
  'selected-at': { least: 2, most: 2, compute: ([words, at]) => formWordsOf(words ?? '')[integerOf(at ?? '')] ?? '' },
  'count-selected': { least: 1, most: 1, compute: ([words]) => formWordsOf(words ?? '').length },
  'jr:choice-name': {
    least: 2,
    most: 2,
    compute: ([each, name], { world }) => world.choiceLabel(formTextOf(each ?? ''), formTextOf(name ?? '')),
  },
  pulldata: { least: 4, most: 4, compute: pullData },
  randomize: {
    least: 1,
    most: 2,
    compute: ([nodes, seed], { world }) =>
      new NodeSet(shuffled(formNodesOf(nodes ?? ''), seed === undefined ? undefined : scalarOf(seed), world.random)),
  },
  version: { least: 0, most: 0, compute: (_, { world }) => world.property('version') },
  property: { least: 1, most: 1, compute: ([name], { world }) => world.property(formTextOf(name ?? '')) },
};

const VALUE_FUNCTIONS: ValueFunctions = {
  ...LOGIC,
  ...NODES,
  ...textFunctions,
  ...numberFunctions,
  ...dateFunctions,
  ...placeFunctions,
};

/** Functions that decide which of their parameters are computed, with the least and the largest number of parameters. */
const FORM_SPECIAL: Readonly<Record<string, readonly [number, number]>> = {
  if: [3, 3],
  coalesce: [1, MANY],
  once: [1, 1],
  current: [0, 0],
  instance: [1, 1],
  'indexed-repeat': [3, 11],
};

const aliases: Readonly<Record<string, string>> = { 'is-selected': 'selected', 'enclosed-area': 'area' };

/** Returns the least and the largest number of parameters, or undefined for an unknown function. */
export const parametersOf = (name: string): readonly [number, number] | undefined => {
  if (Object.hasOwn(FORM_SPECIAL, name)) return FORM_SPECIAL[name];
  const known = Object.hasOwn(aliases, name) ? (aliases[name] ?? name) : name;
  const found = Object.hasOwn(VALUE_FUNCTIONS, known) ? VALUE_FUNCTIONS[known] : undefined;
  return found && [found.least, found.most];
};

/** Names of all functions in the order of the alphabet. */
export const functionNames = (): readonly string[] =>
  [...Object.keys(FORM_SPECIAL), ...Object.keys(VALUE_FUNCTIONS), ...Object.keys(aliases)].toSorted();

/** Functions whose parameters after the first ones are pairs, with the remainder that their number leaves. */
const PAIRED: Readonly<Record<string, number>> = { 'indexed-repeat': 1, 'weighted-checklist': 0 };

/** Returns true when a known function can have this number of parameters. */
export const canHaveParameters = (name: string, count: number): boolean => {
  const [least, most] = parametersOf(name) ?? [1, 0];
  const remainder = Object.hasOwn(PAIRED, name) ? PAIRED[name] : undefined;
  return count >= least && count <= most && (remainder === undefined || count % 2 === remainder);
};

const checkCount = (name: string, count: number): void => {
  if (canHaveParameters(name, count)) return;
  throw new ExpressionError('parameters', `The function “${name}” has a wrong number of parameters.`);
};

const isEmpty = (each: FormValue): boolean => {
  const scalar = scalarOf(each);
  return scalar === '' || (typeof scalar === 'number' && Number.isNaN(scalar));
};

const nameOf = (expression: Expression | undefined): string => {
  if (expression?.is === 'path') {
    if (expression.start.from === 'question' && expression.steps.length === 0) return expression.start.name;
    const last = expression.steps.at(-1);
    if (last?.axis === 'child') return last.name;
  }
  throw new ExpressionError('type', 'indexed-repeat() needs questions.');
};

const specialFunctions = (evaluator: () => Evaluator): Readonly<Record<string, FormFunction>> => {
  const compute = (expression: Expression | undefined, scope: ExpressionScope): FormValue =>
    expression ? evaluator().evaluate(expression, scope) : '';
  return {
    if: ([test, yes, no], scope) => compute(formTruthOf(compute(test, scope)) ? yes : no, scope),
    coalesce(parameters, scope) {
      let found: FormValue = '';
      for (const each of parameters) {
        found = compute(each, scope);
        if (!isEmpty(found)) return found;
      }
      return found;
    },
    once([each], scope) {
      const present = scope.current.content();
      if (!isEmpty(present)) return present;
      const computed = compute(each, scope);
      return isEmpty(computed) ? '' : computed;
    },
    current: (_, scope) => new NodeSet([scope.current]),
    instance([name], scope) {
      const items = scope.world.items(formTextOf(compute(name, scope)));
      takeStep(scope, items.length);
      return new NodeSet(items);
    },
    'indexed-repeat'([question, ...pairs], scope) {
      const entries = new Map<string, number>();
      for (let at = 0; at + 1 < pairs.length; at += 2) {
        const index = integerOf(compute(pairs[at + 1], scope));
        entries.set(nameOf(pairs[at]), index > 0 ? index : 1);
      }
      return new NodeSet(scope.world.question(nameOf(question), scope.current, entries));
    },
  };
};

const createFunctions = (): Evaluator => {
  const table = new Map<string, FormFunction>();
  const evaluator = createEvaluator(table);
  for (const [name, call] of Object.entries(specialFunctions(() => evaluator))) {
    table.set(name, (parameters, scope) => {
      checkCount(name, parameters.length);
      return call(parameters, scope);
    });
  }
  const addValueFunction = (name: string, { compute }: ValueFunction): void => {
    table.set(name, (parameters, scope) => {
      checkCount(name, parameters.length);
      const computed = compute(
        parameters.map((each) => evaluator.evaluate(each, scope)),
        scope,
      );
      return typeof computed === 'string' ? limitedText(computed) : computed;
    });
  };
  for (const [name, each] of Object.entries(VALUE_FUNCTIONS)) addValueFunction(name, each);
  for (const [name, known] of Object.entries(aliases)) {
    const found = VALUE_FUNCTIONS[known];
    if (found) addValueFunction(name, found);
  }
  return evaluator;
};

const EVALUATOR = createFunctions();

/** A candidate of a filter. All candidates share the limit on steps. */
export interface FilterCandidate {
  readonly node: FormNode;
  readonly position: number;
  readonly budget: { steps: number };
}

/** Computes an expression for a node. Throws `ExpressionError`. */
export const evaluateFor = (
  expression: Expression,
  node: FormNode,
  world: ExpressionWorld,
  candidate?: FilterCandidate,
): FormValue =>
  EVALUATOR.evaluate(expression, {
    world,
    current: node,
    here: candidate?.node ?? node,
    position: candidate?.position,
    budget: candidate?.budget ?? { steps: 0 },
  });
