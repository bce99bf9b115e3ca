// Computes expressions of forms. The evaluator is closed: it reads the nodes that it is handed and calls the functions of its own table.

import type { BinaryOperator, Expression, PathStep } from 'src/domain/geokeeper/forms/expressionSyntax.ts';
import { ExpressionError } from 'src/domain/geokeeper/forms/expressionTokens.ts';
import {
  NodeSet,
  TOLERANCE,
  numberOf,
  scalarOf,
  scalarsOf,
  formTextOf,
  formTruthOf,
  type FormNode,
  type FormValue,
  type Scalar,
} from 'src/domain/geokeeper/forms/expressionValues.ts';
import { FormDate, readFormDate } from 'src/domain/geokeeper/forms/FormDate.ts';

/** Values that expressions can read outside their own text. */
export interface ExpressionWorld {
  readonly zone: string;
  readonly language: string;
  now(): number;
  /** Returns a number in [0, 1). */
  random(): number;
  root(): FormNode;
  /** Returns the nodes of a question as `from` sees them: those of its own entry, or all. `entries` chooses entries of repeats by name. */
  question(name: string, from: FormNode, entries?: ReadonlyMap<string, number>): readonly FormNode[];
  /** Returns the choices of a list or the rows of a file. */
  items(list: string): readonly FormNode[];
  /** Returns the rows of a list with this value in a column, from an index. */
  itemsWith(list: string, column: string, value: string): readonly FormNode[];
  choiceLabel(value: string, name: string): string;
  property(name: string): string;
}

export interface ExpressionScope {
  readonly world: ExpressionWorld;
  /** The node of the expression. */
  readonly current: FormNode;
  /** The candidate of a filter, or the node of the expression. */
  readonly here: FormNode;
  readonly position: number | undefined;
  readonly budget: { steps: number };
}

export type FormFunction = (parameters: readonly Expression[], scope: ExpressionScope) => FormValue;

/** Evaluations within one expression. The largest list of a form has 50,000 choices. */
const FORM_MAX_STEPS = 1_000_000;
/** Longer than any answer. Calculations that double a text stop here. */
const MAX_TEXT = 100_000;

export type FunctionTable = ReadonlyMap<string, FormFunction>;

/** Returns the date when a text is one, or the value itself. */
export const formDated = (value: Scalar, scope: ExpressionScope): Scalar =>
  typeof value === 'string' && value.length >= 8 ? (readFormDate(value, scope.world.zone) ?? value) : value;

const equalScalars = (left: Scalar, right: Scalar, scope: ExpressionScope): boolean => {
  if (typeof left === 'boolean' || typeof right === 'boolean') return formTruthOf(left) === formTruthOf(right);
  if (left instanceof FormDate || right instanceof FormDate) {
    const [first, second] = [formDated(left, scope), formDated(right, scope)];
    if (typeof first === 'string' || typeof second === 'string') return formTextOf(first) === formTextOf(second);
    return Math.abs(numberOf(first) - numberOf(second)) < TOLERANCE * 1000;
  }
  if (typeof left === 'string' && typeof right === 'string') return left === right;
  const [first, second] = [numberOf(formDated(left, scope)), numberOf(formDated(right, scope))];
  return first === second || Math.abs(first - second) < TOLERANCE;
};

const formOrdered = (operator: BinaryOperator, left: Scalar, right: Scalar, scope: ExpressionScope): boolean => {
  const [first, second] = [numberOf(formDated(left, scope)), numberOf(formDated(right, scope))];
  if (operator === '<') return first < second;
  if (operator === '<=') return first <= second;
  return operator === '>' ? first > second : first >= second;
};

/** A comparison with a set is true when it is true for one of its nodes. An empty set counts as a question without an answer. */
const formCandidatesOf = (value: FormValue): readonly Scalar[] => {
  const scalars = scalarsOf(value);
  return scalars.length > 0 ? scalars : [''];
};

const formCompare = (operator: BinaryOperator, left: FormValue, right: FormValue, scope: ExpressionScope): boolean => {
  const others = formCandidatesOf(right);
  return formCandidatesOf(left).some((first) =>
    others.some((second) => {
      takeStep(scope);
      if (operator === '=') return equalScalars(first, second, scope);
      if (operator === '!=') return !equalScalars(first, second, scope);
      return formOrdered(operator, first, second, scope);
    }),
  );
};

const ARITHMETIC: Readonly<Partial<Record<BinaryOperator, (left: number, right: number) => number>>> = {
  '+': (left, right) => left + right,
  '-': (left, right) => left - right,
  '*': (left, right) => left * right,
  div: (left, right) => left / right,
  mod: (left, right) => left % right,
};

export const takeStep = (scope: ExpressionScope, count = 1): void => {
  scope.budget.steps += count;
  if (scope.budget.steps > FORM_MAX_STEPS) throw new ExpressionError('endless', 'The expression takes too many steps.');
};

/** Returns the text. Throws for one that is longer than an answer may be. */
export const limitedText = (text: string): string => {
  if (text.length > MAX_TEXT) throw new ExpressionError('endless', 'The expression makes a text that is too long.');
  return text;
};

export interface Evaluator {
  evaluate(expression: Expression, scope: ExpressionScope): FormValue;
}

const operandOf = (value: FormValue, scope: ExpressionScope): number => numberOf(formDated(scalarOf(value), scope));

/** Returns a pair when a filter compares a column of the candidate with a value that is the same for all candidates. */
const columnTest = (filter: Expression): { readonly column: string; readonly value: Expression } | undefined => {
  if (filter.is !== 'binary' || filter.operator !== '=') return undefined;
  const column = (side: Expression): string | undefined =>
    side.is === 'path' &&
    side.start.from === 'here' &&
    side.steps.length === 1 &&
    side.steps[0]?.axis === 'child' &&
    side.steps[0].filters.length === 0 &&
    side.steps[0].name !== '*'
      ? side.steps[0].name
      : undefined;
  const constant = (side: Expression): boolean =>
    side.is === 'text' ||
    (side.is === 'path' && side.start.from !== 'here' && side.steps.length === 0 && !isCurrent(side));
  const [left, right] = [column(filter.left), column(filter.right)];
  if (left !== undefined && constant(filter.right)) return { column: left, value: filter.right };
  if (right !== undefined && constant(filter.left)) return { column: right, value: filter.left };
  return undefined;
};

const isCurrent = (expression: Expression): boolean => expression.is === 'path' && expression.start.from === 'value';

/** Returns the part of a filter that an index answers, from the members of its conjunction. */
export const indexedTest = (filter: Expression): ReturnType<typeof columnTest> =>
  filter.is === 'binary' && filter.operator === 'and'
    ? (indexedTest(filter.left) ?? indexedTest(filter.right))
    : columnTest(filter);

/** Returns the name of the list when an expression is `instance('list')`. */
export const instanceName = (expression: Expression): string | undefined => {
  if (expression.is !== 'call' || expression.name !== 'instance') return undefined;
  const [name] = expression.parameters;
  return name?.is === 'text' ? name.value : undefined;
};

const binaryValue = (
  evaluate: Evaluator['evaluate'],
  expression: Expression & { readonly is: 'binary' },
  scope: ExpressionScope,
): FormValue => {
  const { operator, left, right } = expression;
  if (operator === 'or') return formTruthOf(evaluate(left, scope)) || formTruthOf(evaluate(right, scope));
  if (operator === 'and') return formTruthOf(evaluate(left, scope)) && formTruthOf(evaluate(right, scope));
  const [first, second] = [evaluate(left, scope), evaluate(right, scope)];
  if (operator === '|') {
    const sets = [first, second].map((value) => (value instanceof NodeSet ? value.nodes : []));
    return new NodeSet([...new Set(sets.flat())]);
  }
  const compute = ARITHMETIC[operator];
  return compute
    ? compute(operandOf(first, scope), operandOf(second, scope))
    : formCompare(operator, first, second, scope);
};

const matchesFilter = (
  evaluate: Evaluator['evaluate'],
  filter: Expression,
  node: FormNode,
  position: number,
  scope: ExpressionScope,
): boolean => {
  const value = evaluate(filter, { ...scope, here: node, position });
  return typeof value === 'number' ? value === position : formTruthOf(value);
};

const filteredNodes = (
  evaluate: Evaluator['evaluate'],
  nodes: readonly FormNode[],
  filters: readonly Expression[],
  scope: ExpressionScope,
): readonly FormNode[] =>
  filters.reduce((left, filter) => {
    takeStep(scope, left.length);
    return left.filter((node, at) => matchesFilter(evaluate, filter, node, at + 1, scope));
  }, nodes);

const nodesOfStep = (
  evaluate: Evaluator['evaluate'],
  nodes: readonly FormNode[],
  { axis, name, filters }: PathStep,
  scope: ExpressionScope,
): readonly FormNode[] => {
  const selected = nodes.flatMap((node) => {
    if (axis === 'self') return [node];
    if (axis === 'parent') return node.above ? [node.above] : [];
    return node.below(name);
  });
  takeStep(scope, selected.length);
  return filteredNodes(evaluate, axis === 'parent' ? [...new Set(selected)] : selected, filters, scope);
};

/** Walks down from the form. A step to a repeat around the node of the expression goes to the entry of that node. */
const nodesFromForm = (
  evaluate: Evaluator['evaluate'],
  steps: readonly PathStep[],
  scope: ExpressionScope,
): readonly FormNode[] => {
  const around = new Set<FormNode>();
  for (let node: FormNode | undefined = scope.current; node; node = node.above) around.add(node);
  let nodes: readonly FormNode[] = [scope.world.root()];
  steps.forEach((each, at) => {
    const next = nodesOfStep(evaluate, nodes, each, scope);
    const own = each.filters.length === 0 && at < steps.length - 1 ? next.filter((node) => around.has(node)) : [];
    nodes = own.length > 0 ? own : next;
  });
  return nodes;
};

/** Answers `instance('list')/root/item[column = value]` from an index. */
const nodesFromList = (
  evaluate: Evaluator['evaluate'],
  list: string,
  steps: readonly PathStep[],
  scope: ExpressionScope,
): readonly FormNode[] => {
  const [root, item, ...further] = steps;
  if (!root || !item) return scope.world.items(list);
  const [first] = item.filters;
  const test = first && indexedTest(first);
  const nodes = test
    ? scope.world.itemsWith(list, test.column, formTextOf(evaluate(test.value, scope)))
    : scope.world.items(list);
  return further.reduce(
    (left, each) => nodesOfStep(evaluate, left, each, scope),
    filteredNodes(evaluate, nodes, item.filters, scope),
  );
};

const pathValue = (
  evaluate: Evaluator['evaluate'],
  { start, steps }: Expression & { readonly is: 'path' },
  scope: ExpressionScope,
): FormValue => {
  if (start.from === 'form') return new NodeSet(nodesFromForm(evaluate, steps, scope));
  if (start.from === 'here')
    return new NodeSet(
      steps.reduce((nodes, each) => nodesOfStep(evaluate, nodes, each, scope), [scope.here] as readonly FormNode[]),
    );
  if (start.from === 'question') {
    const found = filteredNodes(evaluate, scope.world.question(start.name, scope.current), start.filters, scope);
    takeStep(scope, found.length);
    return new NodeSet(steps.reduce((nodes, each) => nodesOfStep(evaluate, nodes, each, scope), found));
  }
  const list = instanceName(start.value);
  if (list !== undefined) return new NodeSet(nodesFromList(evaluate, list, steps, scope));
  const value = evaluate(start.value, scope);
  if (!(value instanceof NodeSet)) throw new ExpressionError('type', 'A path needs questions, not a value.');
  return new NodeSet(
    steps.reduce(
      (nodes, each) => nodesOfStep(evaluate, nodes, each, scope),
      filteredNodes(evaluate, value.nodes, start.filters, scope),
    ),
  );
};

export const createEvaluator = (functions: FunctionTable): Evaluator => {
  const evaluate = (expression: Expression, scope: ExpressionScope): FormValue => {
    takeStep(scope);
    switch (expression.is) {
      case 'number':
      case 'text':
        return expression.value;
      case 'negation':
        return -operandOf(evaluate(expression.of, scope), scope);
      case 'binary':
        return binaryValue(evaluate, expression, scope);
      case 'call': {
        const call = functions.get(expression.name);
        if (!call) throw new ExpressionError('function', `There is no function “${expression.name}”.`);
        return call(expression.parameters, scope);
      }
      case 'path':
        return pathValue(evaluate, expression, scope);
    }
  };

  return { evaluate };
};

/** A function of values: the evaluator computes all parameters before. */
export interface ValueFunction {
  readonly least: number;
  readonly most: number;
  readonly compute: (values: readonly FormValue[], scope: ExpressionScope) => FormValue;
}

export type ValueFunctions = Readonly<Record<string, ValueFunction>>;
