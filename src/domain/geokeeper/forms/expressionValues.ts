// Values of expressions and their conversions. They follow XPath 1.0 and, where XForms for field data differ, the published tests of ODK.

import { ExpressionError } from 'src/domain/geokeeper/forms/expressionTokens.ts';
import type { FormDate } from 'src/domain/geokeeper/forms/FormDate.ts';

export type Scalar = string | number | boolean | FormDate;

/** A question, section or choice that an expression can reach. */
export interface FormNode {
  readonly name: string;
  readonly above: FormNode | undefined;
  /** Position among the entries of its repeat or the choices of its list, from 1. */
  readonly position: number;
  content(): Scalar;
  /** Returns the nodes within this one that have the name, or all for `*`. */
  below(name: string): readonly FormNode[];
}

/** Nodes that a path selects. */
export class NodeSet {
  readonly nodes: readonly FormNode[];
  constructor(nodes: readonly FormNode[]) {
    this.nodes = nodes;
  }
}

export type FormValue = Scalar | NodeSet;

/** Differences below this are rounding errors of decimal fractions. */
export const TOLERANCE = 1e-12;

const EXPRESSION_VALUES_NUMBER = /^-?(?:\d+\.?\d*|\.\d+)$/;

/** Returns one value: the content of the first node of a set, or an empty text for an empty set. */
export const scalarOf = (value: FormValue): Scalar =>
  value instanceof NodeSet ? (value.nodes[0]?.content() ?? '') : value;

export const numberOfText = (text: string): number => {
  // Some phones write decimals with a comma.
  const plain = text.trim().replace(',', '.');
  return EXPRESSION_VALUES_NUMBER.test(plain) ? Number(plain) : Number.NaN;
};

export const numberOf = (value: FormValue): number => {
  const scalar = scalarOf(value);
  if (typeof scalar === 'number') return scalar;
  if (typeof scalar === 'boolean') return scalar ? 1 : 0;
  return typeof scalar === 'string' ? numberOfText(scalar) : scalar.days;
};

export const formTruthOf = (value: FormValue): boolean => {
  if (value instanceof NodeSet && value.nodes.length === 0) return false;
  const scalar = scalarOf(value);
  if (typeof scalar === 'number') return Math.abs(scalar) > TOLERANCE;
  return typeof scalar === 'string' ? scalar !== '' : scalar !== false;
};

const formPlainNumber = (value: number): string => {
  if (Number.isNaN(value)) return 'NaN';
  if (!Number.isFinite(value)) return value < 0 ? '-Infinity' : 'Infinity';
  if (Math.abs(value) < TOLERANCE) return '0';
  const text = String(value);
  if (!text.includes('e')) return text;
  return Math.abs(value) > 1 ? String(BigInt(Math.trunc(value))) : value.toFixed(20).replace(/0+$/, '');
};

export const formTextOf = (value: FormValue): string => {
  const scalar = scalarOf(value);
  if (typeof scalar === 'string') return scalar;
  return typeof scalar === 'number' ? formPlainNumber(scalar) : String(scalar);
};

export const integerOf = (value: FormValue): number => Math.trunc(numberOf(value));

/** Returns the nodes of a value. Throws for a value that is not a set of nodes. */
export const formNodesOf = (value: FormValue): readonly FormNode[] => {
  if (value instanceof NodeSet) return value.nodes;
  throw new ExpressionError('type', 'The function needs questions, not a value.');
};

/** Returns all values of a set, or the value itself. */
export const scalarsOf = (value: FormValue): readonly Scalar[] =>
  value instanceof NodeSet ? value.nodes.map((node) => node.content()) : [value];

/** Returns the values of parameters, where a set is replaced by its nodes. */
export const flattened = (values: readonly FormValue[]): readonly Scalar[] => values.flatMap(scalarsOf);

export const formWordsOf = (value: FormValue): readonly string[] => formTextOf(value).split(/\s+/).filter(Boolean);
