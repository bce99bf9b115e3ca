// Writes expressions of forms as the XPath of an XForm. `${name}` becomes an absolute path, or a relative one between nodes of one repeat,
// as pyxform writes them.

import type { CompiledQuestion } from 'src/domain/geokeeper/forms/compileForm.ts';
import type { BinaryOperator, Expression, PathStep } from 'src/domain/geokeeper/forms/expressionSyntax.ts';
import { ExpressionError } from 'src/domain/geokeeper/forms/expressionTokens.ts';
import type { FieldForm } from 'src/domain/geokeeper/forms/FieldFormModel.ts';

/** Name of the root of an instance. */
const XFORM_ROOT = 'data';

type QuestionsByName = ReadonlyMap<string, CompiledQuestion>;

/** Returns the sections around a question and the question, without the root. */
const trailOf = (compiled: CompiledQuestion): readonly CompiledQuestion[] =>
  compiled.above ? [...trailOf(compiled.above), compiled] : [];

/** Returns the absolute path of a question. */
export const xFormPathOf = (compiled: CompiledQuestion): string =>
  ['', XFORM_ROOT, ...trailOf(compiled).map(({ question }) => question.name)].join('/');

/** Returns the path from one node to another within the innermost repeat around both; undefined without one. */
const relativePath = (from: CompiledQuestion, to: CompiledQuestion): string | undefined => {
  const [start, end] = [trailOf(from), trailOf(to)];
  let shared = 0;
  for (let at = 0; at < Math.min(start.length, end.length) - 1 && start[at] === end[at]; at += 1)
    if (start[at]?.question.type === 'repeat') shared = at + 1;
  if (shared === 0) return undefined;
  const up = Array.from({ length: start.length - shared }, () => '..');
  return [...up, ...end.slice(shared).map(({ question }) => question.name)].join('/');
};

/** Returns the id of the instance that has a list: the name of the list, or of its file without the ending. */
export const instanceIdPathOf = (lists: FieldForm['lists'], name: string): string => {
  const list = Object.hasOwn(lists, name) ? lists[name] : undefined;
  const file = list && 'file' in list ? list.file : undefined;
  return file === undefined && list ? name : (file ?? name).replace(/\.(?:csv|geojson)$/iu, '');
};

const PRECEDENCE: Readonly<Record<BinaryOperator, number>> = {
  or: 1,
  and: 2,
  '=': 3,
  '!=': 3,
  '<': 4,
  '<=': 4,
  '>': 4,
  '>=': 4,
  '+': 5,
  '-': 5,
  '*': 6,
  div: 6,
  mod: 6,
  '|': 8,
};
const NEGATION = 7;

const ALIASES: Readonly<Record<string, string>> = { 'enclosed-area': 'area', 'is-selected': 'selected' };

const literalOf = (text: string): string => {
  if (!text.includes("'")) return `'${text}'`;
  if (!text.includes('"')) return `"${text}"`;
  const parts = text.split("'").map((part) => `'${part}'`);
  return `concat(${parts.join(`, "'", `)})`;
};

export interface XPathContext {
  readonly byName: QuestionsByName;
  readonly lists: FieldForm['lists'];
  /** The node that has the expression; undefined for the name of the record. */
  readonly from: CompiledQuestion | undefined;
}

interface XPathScope extends XPathContext {
  /** The expression is a filter, whose candidates are other nodes than `from`. */
  readonly isFilter: boolean;
  readonly isAbsolute: boolean;
}

const referencePath = (name: string, { byName, from, isFilter, isAbsolute }: XPathScope): string => {
  const target = byName.get(name);
  if (!target) throw new ExpressionError('reference', `There is no question “${name}”.`);
  const relative = from && !isAbsolute ? relativePath(from, target) : undefined;
  if (relative === undefined) return xFormPathOf(target);
  return isFilter ? `current()/${relative}` : relative;
};

const filtersText = (filters: readonly Expression[], scope: XPathScope): string =>
  filters.map((filter) => `[${writeExpression(filter, { ...scope, isFilter: true })}]`).join('');

const stepText = ({ axis, name, filters }: PathStep, scope: XPathScope): string => {
  const step = axis === 'self' ? '.' : axis === 'parent' ? '..' : name;
  return `${step}${filtersText(filters, scope)}`;
};

const pathText = ({ start, steps }: Extract<Expression, { is: 'path' }>, scope: XPathScope): string => {
  const further = steps.map((step) => stepText(step, scope));
  if (start.from === 'here') return further.join('/');
  if (start.from === 'form') return ['', XFORM_ROOT, ...further].join('/');
  const first =
    start.from === 'question'
      ? referencePath(start.name, scope)
      : start.value.is === 'call'
        ? writeExpression(start.value, scope)
        : `(${writeExpression(start.value, scope)})`;
  return [`${first}${filtersText(start.filters, scope)}`, ...further].join('/');
};

const callText = ({ name, parameters }: Extract<Expression, { is: 'call' }>, scope: XPathScope): string => {
  const texts = parameters.map((each, at) => {
    const isList = (name === 'instance' || name === 'pulldata') && at === 0;
    if (isList && each.is === 'text') return literalOf(instanceIdPathOf(scope.lists, each.value));
    if (name === 'jr:choice-name' && at === 1 && each.is === 'text')
      return literalOf(
        each.value.replaceAll(/\$\{\s*([^{}]+?)\s*\}/gu, (_whole, of: string) =>
          referencePath(of, { ...scope, isAbsolute: true }),
        ),
      );
    // The question and the repeats of indexed-repeat() are named for all entries, its indexes for this one.
    const isAbsolute = name === 'indexed-repeat' && (at === 0 || at % 2 === 1);
    return writeExpression(each, isAbsolute ? { ...scope, isAbsolute } : scope);
  });
  return `${ALIASES[name] ?? name}(${texts.join(', ')})`;
};

const operandText = (expression: Expression, least: number, scope: XPathScope): string => {
  const precedence =
    expression.is === 'binary' ? PRECEDENCE[expression.operator] : expression.is === 'negation' ? NEGATION : Infinity;
  const text = writeExpression(expression, scope);
  return precedence < least ? `(${text})` : text;
};

const writeExpression = (expression: Expression, scope: XPathScope): string => {
  switch (expression.is) {
    case 'number':
      return String(expression.value);
    case 'text':
      return literalOf(expression.value);
    case 'negation':
      return `-${operandText(expression.of, NEGATION, scope)}`;
    case 'call':
      return callText(expression, scope);
    case 'path':
      return pathText(expression, scope);
    default: {
      const { operator, left, right } = expression;
      const level = PRECEDENCE[operator];
      return `${operandText(left, level, scope)} ${operator} ${operandText(right, level + 1, scope)}`;
    }
  }
};

/** Returns the XPath of an expression. Throws `ExpressionError` for one that cannot be read or names an unknown question. */
export const xPathOf = (expression: Expression | ExpressionError, context: XPathContext): string => {
  if (expression instanceof ExpressionError) throw expression;
  return writeExpression(expression, { ...context, isFilter: false, isAbsolute: false });
};

/** Returns the XPath of the filter of a list, whose candidates are the choices. */
export const xPathOfFilter = (expression: Expression | ExpressionError, context: XPathContext): string => {
  if (expression instanceof ExpressionError) throw expression;
  return writeExpression(expression, { ...context, isFilter: true, isAbsolute: false });
};

/** Returns the path to a question by name, as a text or an attribute of another question contains it. */
export const xPathOfName = (name: string, context: XPathContext): string =>
  referencePath(name, { ...context, isFilter: false, isAbsolute: false });
