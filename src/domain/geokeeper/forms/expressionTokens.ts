// Splits an expression of a form into tokens.

export type TokenCategory = 'number' | 'text' | 'name' | 'reference' | 'variable' | 'symbol' | 'end';

export interface Token {
  readonly category: TokenCategory;
  readonly text: string;
  readonly at: number;
}

/** Thrown for an expression that cannot be read or computed. `problem` is a stable key that checks of forms translate. */
export class ExpressionError extends Error {
  override readonly name = 'ExpressionError';
  readonly problem: string;
  constructor(problem: string, detail: string) {
    super(detail);
    this.problem = problem;
  }
}

/** Longer than any expression of the published sample forms. */
const MAX_LENGTH = 20_000;

const FORM_SPACE = /[\s\u00A0]+/y;
const FORM_NUMBER = /(?:\d+(?:\.\d*)?|\.\d+)/y;
const EXPRESSION_TOKENS_NAME =
  /[\p{L}_](?:[\p{L}\p{M}\p{N}_.-]*[\p{L}\p{M}\p{N}_-])?(?::(?!:)[\p{L}_](?:[\p{L}\p{M}\p{N}_.-]*[\p{L}\p{M}\p{N}_-])?)?/uy;
const FORM_REFERENCE = /\$\{\s*([^{}]*?)\s*\}/y;
const VARIABLE = /\$[\p{L}_][\p{L}\p{N}_-]*/uy;
const SYMBOL = /(?:::|\/\/|\.\.|!=|<=|>=|[()[\],/|+*=<>@.-])/y;

const matchAt = (pattern: RegExp, source: string, at: number): RegExpExecArray | null => {
  pattern.lastIndex = at;
  return pattern.exec(source);
};

/** Editors and word processors replace plain quotes with these. */
const CLOSING_QUOTES: Readonly<Record<string, string>> = { '"': '"', "'": "'", '“': '”', '‘': '’' };

const textAt = (source: string, at: number): Token | undefined => {
  const closing = CLOSING_QUOTES[source[at] ?? ''];
  if (closing === undefined) return undefined;
  const end = source.indexOf(closing, at + 1);
  if (end < 0) throw new ExpressionError('syntax', 'The text has no closing quote.');
  return { category: 'text', text: source.slice(at + 1, end), at };
};

const FORM_READERS: readonly (readonly [TokenCategory, RegExp])[] = [
  ['number', FORM_NUMBER],
  ['reference', FORM_REFERENCE],
  ['variable', VARIABLE],
  ['name', EXPRESSION_TOKENS_NAME],
  ['symbol', SYMBOL],
];

const tokenAt = (source: string, at: number): { readonly token: Token; readonly next: number } => {
  const quoted = textAt(source, at);
  if (quoted) return { token: quoted, next: at + quoted.text.length + 2 };
  for (const [category, pattern] of FORM_READERS) {
    const match = matchAt(pattern, source, at);
    if (match) return { token: { category, text: match[1] ?? match[0], at }, next: at + match[0].length };
  }
  throw new ExpressionError('syntax', `The character “${source[at]}” has no meaning here.`);
};

const OPERATOR_AND_NUMBER = /^(and|or|div|mod)(\d[\d.]*)$/;

const endsOperand = (token: Token | undefined): boolean =>
  token?.category === 'number' ||
  token?.category === 'text' ||
  token?.category === 'reference' ||
  (token?.category === 'symbol' && (token.text === ')' || token.text === ']'));

/** Separates an operator from a number that follows it without a space, as in `6 div2`. */
const separated = (token: Token, before: Token | undefined): readonly Token[] => {
  const match = token.category === 'name' && endsOperand(before) ? OPERATOR_AND_NUMBER.exec(token.text) : null;
  if (!match) return [token];
  const [, operator = '', digits = ''] = match;
  return [
    { category: 'name', text: operator, at: token.at },
    { category: 'number', text: digits, at: token.at + operator.length },
  ];
};

/** Returns the tokens of an expression, with `end` as the last. */
export const formTokensOf = (source: string): readonly Token[] => {
  if (source.length > MAX_LENGTH) throw new ExpressionError('long', `The expression has ${source.length} characters.`);
  const tokens: Token[] = [];
  let at = 0;
  while (at < source.length) {
    const space = matchAt(FORM_SPACE, source, at);
    if (space) {
      at += space[0].length;
      continue;
    }
    const { token, next } = tokenAt(source, at);
    tokens.push(...separated(token, tokens.at(-1)));
    at = next;
  }
  tokens.push({ category: 'end', text: '', at });
  return tokens;
};
