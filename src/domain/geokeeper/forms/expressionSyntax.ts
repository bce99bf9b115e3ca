// Reads expressions of forms: the part of XPath 1.0 that XLSForms use, with `${name}` references.

import { ExpressionError, formTokensOf, type Token } from 'src/domain/geokeeper/forms/expressionTokens.ts';

export type BinaryOperator =
  | 'or'
  | 'and'
  | '='
  | '!='
  | '<'
  | '<='
  | '>'
  | '>='
  | '+'
  | '-'
  | '*'
  | 'div'
  | 'mod'
  | '|';

export interface PathStep {
  /** `self` is `.`, `parent` is `..`. */
  readonly axis: 'self' | 'parent' | 'child';
  /** Name of children, or `*`. */
  readonly name: string;
  readonly filters: readonly Expression[];
}

export type PathStart =
  /** The form: `/data/name`. The first step names the form and is not kept. */
  | { readonly from: 'form' }
  /** The node of the expression, or the candidate of a filter. */
  | { readonly from: 'here' }
  /** A question by name: `${name}`. */
  | { readonly from: 'question'; readonly name: string; readonly filters: readonly Expression[] }
  /** The value of an expression, such as `instance('list')/root/item` or `current()/..`. */
  | { readonly from: 'value'; readonly value: Expression; readonly filters: readonly Expression[] };

export type Expression =
  | { readonly is: 'number'; readonly value: number }
  | { readonly is: 'text'; readonly value: string }
  | { readonly is: 'negation'; readonly of: Expression }
  | { readonly is: 'binary'; readonly operator: BinaryOperator; readonly left: Expression; readonly right: Expression }
  | { readonly is: 'call'; readonly name: string; readonly parameters: readonly Expression[] }
  | { readonly is: 'path'; readonly start: PathStart; readonly steps: readonly PathStep[] };

/** Deeper than any expression that a person writes, and safe for the stack of a phone. */
const FORM_MAX_DEPTH = 100;

const FORM_LEVELS: readonly (readonly BinaryOperator[])[] = [
  ['or'],
  ['and'],
  ['=', '!='],
  ['<', '<=', '>', '>='],
  ['+', '-'],
  ['*', 'div', 'mod'],
];

const unexpected = (token: Token): ExpressionError =>
  new ExpressionError(
    'syntax',
    token.category === 'end' ? 'The expression ends too early.' : `Unexpected “${token.text}”.`,
  );

const NO_STEPS: readonly PathStep[] = [];

class ExpressionReader {
  private at = 0;
  private depth = 0;
  private readonly tokens: readonly Token[];

  constructor(source: string) {
    this.tokens = formTokensOf(source);
  }

  whole(): Expression {
    const expression = this.binary(0);
    const token = this.peek();
    if (token.category !== 'end') throw unexpected(token);
    return expression;
  }

  private peek(ahead = 0): Token {
    const token = this.tokens[Math.min(this.at + ahead, this.tokens.length - 1)];
    if (!token) throw new ExpressionError('syntax', 'The expression is empty.');
    return token;
  }

  private isSymbol(text: string, ahead = 0): boolean {
    const token = this.peek(ahead);
    return token.category === 'symbol' && token.text === text;
  }

  private skip(text: string): boolean {
    if (!this.isSymbol(text)) return false;
    this.at++;
    return true;
  }

  private expect(text: string): void {
    if (!this.skip(text)) throw unexpected(this.peek());
  }

  private binary(level: number): Expression {
    const operators = FORM_LEVELS[level];
    if (!operators) return this.unary();
    this.depth++;
    if (this.depth > FORM_MAX_DEPTH * FORM_LEVELS.length)
      throw new ExpressionError('deep', 'The expression is nested too deeply.');
    let left = this.binary(level + 1);
    // A long chain such as `1 + 1 + 1` becomes a deep tree to the left.
    let chained = 0;
    for (let found = this.operator(operators); found; found = this.operator(operators)) {
      if (++chained > 1000) throw new ExpressionError('long', 'The expression has too many parts.');
      left = { is: 'binary', operator: found, left, right: this.binary(level + 1) };
    }
    this.depth--;
    return left;
  }

  private operator(operators: readonly BinaryOperator[]): BinaryOperator | undefined {
    const token = this.peek();
    if (token.category !== 'symbol' && token.category !== 'name') return undefined;
    const found = operators.find((operator) => operator === token.text);
    if (found) this.at++;
    return found;
  }

  private unary(): Expression {
    let negations = 0;
    while (this.skip('-')) negations++;
    if (negations > FORM_MAX_DEPTH) throw new ExpressionError('deep', 'The expression is nested too deeply.');
    let expression = this.union();
    for (; negations > 0; negations--) expression = { is: 'negation', of: expression };
    return expression;
  }

  private union(): Expression {
    let left = this.path();
    while (this.skip('|')) left = { is: 'binary', operator: '|', left, right: this.path() };
    return left;
  }

  private path(): Expression {
    if (this.isSymbol('//')) throw new ExpressionError('unsupported', 'The path “//” is not supported.');
    if (this.skip('/')) return this.absolute();
    const token = this.peek();
    if (this.startsStep(token)) return { is: 'path', start: { from: 'here' }, steps: this.steps() };
    if (token.category === 'reference') return this.reference(token);
    const value = this.primary();
    const filters = this.filters();
    if (filters.length === 0 && !this.isSymbol('/')) return value;
    return { is: 'path', start: { from: 'value', value, filters }, steps: this.further() };
  }

  private absolute(): Expression {
    const token = this.peek();
    if (token.category !== 'name' && !this.isSymbol('*'))
      return { is: 'path', start: { from: 'form' }, steps: NO_STEPS };
    this.step();
    return { is: 'path', start: { from: 'form' }, steps: this.further() };
  }

  private reference(token: Token): Expression {
    this.at++;
    if (token.text.includes('#')) throw new ExpressionError('unsupported', `“\${${token.text}}” is not supported.`);
    return {
      is: 'path',
      start: { from: 'question', name: token.text, filters: this.filters() },
      steps: this.further(),
    };
  }

  private startsStep(token: Token): boolean {
    if (token.category === 'name') return !this.isSymbol('(', 1);
    return token.category === 'symbol' && ['.', '..', '*', '@'].includes(token.text);
  }

  private further(): readonly PathStep[] {
    if (this.isSymbol('//')) throw new ExpressionError('unsupported', 'The path “//” is not supported.');
    return this.skip('/') ? this.steps() : NO_STEPS;
  }

  private steps(): readonly PathStep[] {
    const steps = [this.step()];
    while (this.skip('/')) steps.push(this.step());
    if (this.isSymbol('//')) throw new ExpressionError('unsupported', 'The path “//” is not supported.');
    return steps;
  }

  private step(): PathStep {
    if (this.skip('.')) return { axis: 'self', name: '*', filters: this.filters() };
    if (this.skip('..')) return { axis: 'parent', name: '*', filters: this.filters() };
    if (this.skip('@')) throw new ExpressionError('unsupported', 'Attributes are not supported.');
    if (this.skip('*')) return { axis: 'child', name: '*', filters: this.filters() };
    return this.namedStep();
  }

  private namedStep(): PathStep {
    const token = this.peek();
    if (this.isSymbol('::', 1)) {
      const axis = ({ child: 'child', self: 'self', parent: 'parent' } as const)[token.text];
      if (!axis) throw new ExpressionError('unsupported', `The axis “${token.text}” is not supported.`);
      this.at += 2;
      const step = this.step();
      return { ...step, axis };
    }
    // A reference within a path, such as `instance('list')/root/${name}`, names a child.
    if (token.category !== 'name' && token.category !== 'reference') throw unexpected(token);
    this.at++;
    if (this.isSymbol('('))
      throw new ExpressionError('unsupported', `“${token.text}()” is not supported within a path.`);
    const name = token.text.includes(':') && !token.text.startsWith('jr:') ? token.text.split(':')[1] : token.text;
    return { axis: 'child', name: name ?? token.text, filters: this.filters() };
  }

  private filters(): readonly Expression[] {
    const filters: Expression[] = [];
    while (this.skip('[')) {
      filters.push(this.binary(0));
      this.expect(']');
    }
    return filters;
  }

  private primary(): Expression {
    const token = this.peek();
    this.at++;
    if (token.category === 'number') return { is: 'number', value: Number(token.text) };
    if (token.category === 'text') return { is: 'text', value: token.text };
    if (token.category === 'name') return { is: 'call', name: token.text, parameters: this.parameters() };
    if (token.category === 'symbol' && token.text === '(') {
      const inner = this.binary(0);
      this.expect(')');
      return inner;
    }
    if (token.category === 'variable')
      throw new ExpressionError('unsupported', `The variable “${token.text}” is not supported.`);
    throw unexpected(token);
  }

  private parameters(): readonly Expression[] {
    this.expect('(');
    const parameters: Expression[] = [];
    if (this.skip(')')) return parameters;
    do parameters.push(this.binary(0));
    while (this.skip(','));
    this.expect(')');
    return parameters;
  }
}

/** Reads an expression. Throws `ExpressionError`. */
export const readExpression = (source: string): Expression => new ExpressionReader(source).whole();

/** Calls `visit` for an expression and every expression within it. */
export const visitExpression = (expression: Expression, visit: (each: Expression) => void): void => {
  visit(expression);
  const inner = (each: Expression): void => visitExpression(each, visit);
  if (expression.is === 'negation') inner(expression.of);
  if (expression.is === 'binary') {
    inner(expression.left);
    inner(expression.right);
  }
  if (expression.is === 'call') expression.parameters.forEach(inner);
  if (expression.is !== 'path') return;
  const { start } = expression;
  if (start.from === 'value') inner(start.value);
  if (start.from === 'question' || start.from === 'value') start.filters.forEach(inner);
  for (const step of expression.steps) step.filters.forEach(inner);
};
