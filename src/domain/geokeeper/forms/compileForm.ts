// Reads all expressions of a form once. Sessions of the form share the result.

import { readExpression, visitExpression, type Expression } from 'src/domain/geokeeper/forms/expressionSyntax.ts';
import { ExpressionError } from 'src/domain/geokeeper/forms/expressionTokens.ts';
import type { FieldForm, Question } from 'src/domain/geokeeper/forms/FieldFormModel.ts';

export type ExpressionMember =
  | 'relevant'
  | 'required'
  | 'readOnly'
  | 'constraint'
  | 'calculation'
  | 'default'
  | 'choiceFilter'
  | 'randomize'
  | 'count';

export interface CompiledQuestion {
  readonly question: Question;
  readonly above: CompiledQuestion | undefined;
  readonly children: readonly CompiledQuestion[];
  readonly expressions: Readonly<Partial<Record<ExpressionMember, Expression | ExpressionError>>>;
  /** The calculation gives another result each time, so a stored result is kept until an answer that it reads changes. */
  readonly changing: boolean;
}

export interface CompiledForm {
  readonly form: FieldForm;
  readonly root: CompiledQuestion;
  readonly byName: ReadonlyMap<string, CompiledQuestion>;
  readonly title: Expression | ExpressionError | undefined;
}

const CHANGING = new Set(['now', 'today', 'random', 'uuid']);

/** Returns the expression, or the error that says why it cannot be read. */
export const expressionOrError = (source: string): Expression | ExpressionError => {
  try {
    return readExpression(source);
  } catch (error) {
    if (error instanceof ExpressionError) return error;
    throw error;
  }
};

/** A default with a reference or a function is an expression; any other is a constant. */
const isComputedDefault = (text: string): boolean => /\$\{|[\p{L}_][\w:-]*\s*\(.*\)/su.test(text);

const formSourcesOf = (question: Question): readonly (readonly [ExpressionMember, string | undefined])[] => {
  const text = (value: boolean | string | undefined): string | undefined =>
    typeof value === 'string' ? value : undefined;
  return [
    ['relevant', question.relevant],
    ['required', text(question.required)],
    ['readOnly', text(question.readOnly)],
    ['constraint', question.constraint],
    ['calculation', question.calculation],
    ['default', question.default !== undefined && isComputedDefault(question.default) ? question.default : undefined],
    ['choiceFilter', question.choiceFilter],
    ['randomize', text(question.randomize)],
    ['count', question.count],
  ];
};

const expressionsOf = (question: Question): CompiledQuestion['expressions'] => {
  const expressions: Partial<Record<ExpressionMember, Expression | ExpressionError>> = {};
  for (const [member, source] of formSourcesOf(question)) {
    if (source !== undefined && source.trim() !== '') expressions[member] = expressionOrError(source);
  }
  return expressions;
};

const isChanging = (expression: Expression | ExpressionError | undefined): boolean => {
  if (!expression || expression instanceof ExpressionError) return false;
  let changing = false;
  visitExpression(expression, (each) => {
    if (each.is === 'call' && CHANGING.has(each.name)) changing = true;
  });
  return changing;
};

/** Compiles a form. An expression that cannot be read becomes a problem of its question; `checkForm` names it before publication. */
export const compileForm = (form: FieldForm): CompiledForm => {
  const byName = new Map<string, CompiledQuestion>();
  const compile = (question: Question, above: CompiledQuestion | undefined): CompiledQuestion => {
    const children: CompiledQuestion[] = [];
    const expressions = expressionsOf(question);
    const compiled = { question, above, children, expressions, changing: isChanging(expressions.calculation) };
    if (above) byName.set(question.name, compiled);
    for (const each of question.questions ?? []) children.push(compile(each, compiled));
    return compiled;
  };
  const root = compile(
    { name: form.machineName, type: 'group', label: form.title, questions: form.questions },
    undefined,
  );
  return {
    form,
    root,
    byName,
    title: form.recordTitle === undefined ? undefined : expressionOrError(form.recordTitle),
  };
};
