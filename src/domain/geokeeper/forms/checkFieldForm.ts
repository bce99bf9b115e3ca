// Checks a form before it is published or imported. Runs in the editor and on the server.

import { isRecord } from 'src/base/isRecord.ts';
import {
  compileForm,
  type CompiledForm,
  type CompiledQuestion,
  type ExpressionMember,
} from 'src/domain/geokeeper/forms/compileForm.ts';
import { visitExpression, type Expression } from 'src/domain/geokeeper/forms/expressionSyntax.ts';
import { ExpressionError } from 'src/domain/geokeeper/forms/expressionTokens.ts';
import type { FieldForm, QuestionType } from 'src/domain/geokeeper/forms/FieldFormModel.ts';
import { canHaveParameters, parametersOf } from 'src/domain/geokeeper/forms/formFunctions.ts';
import type { FormProblem } from 'src/domain/geokeeper/forms/fillSession.ts';
import { checkDigest, compiledPattern } from 'src/domain/geokeeper/forms/functionsOfTexts.ts';
import { FormDate, writeFormDate } from 'src/domain/geokeeper/forms/FormDate.ts';

const MAX_QUESTIONS = 2000;
const FORM_MAX_CHOICES = 50_000;
const MAX_LEVELS = 10;
const SOME_DATE = new FormDate(0, 0, true);
const FORM_NAME = /^[\p{L}_][\p{L}\p{M}\p{N}_.-]*$/u;

const FORM_TYPES: Readonly<Record<QuestionType, true>> = {
  group: true,
  repeat: true,
  text: true,
  integer: true,
  decimal: true,
  range: true,
  date: true,
  time: true,
  dateTime: true,
  selectOne: true,
  selectMany: true,
  rank: true,
  point: true,
  line: true,
  area: true,
  photo: true,
  audio: true,
  video: true,
  file: true,
  signature: true,
  drawing: true,
  barcode: true,
  acknowledge: true,
  calculate: true,
  hidden: true,
  note: true,
  start: true,
  end: true,
  today: true,
  deviceId: true,
  userName: true,
};

const formProblem = (path: string, key: string, params: FormProblem['params'] = {}): FormProblem => ({
  path,
  message: `geokeeper.forms.problem.${key}`,
  params,
  level: 'error',
});

/** Checks the structure without recursion deeper than the permitted levels. Returns the number of questions. */
const checkStructure = (
  questions: unknown,
  path: string,
  level: number,
  state: { count: number; readonly names: Set<string>; readonly problems: FormProblem[] },
): void => {
  const { names, problems } = state;
  if (!Array.isArray(questions)) return void problems.push(formProblem(path, 'structure'));
  if (level > MAX_LEVELS) return void problems.push(formProblem(path, 'levels', { most: MAX_LEVELS }));
  for (const question of questions as readonly unknown[]) {
    if (++state.count > MAX_QUESTIONS) return;
    if (!isRecord(question) || typeof question['name'] !== 'string' || typeof question['type'] !== 'string') {
      problems.push(formProblem(path, 'structure'));
      continue;
    }
    const { name, type } = question as { readonly name: string; readonly type: string };
    const own = path === '' ? name : `${path}/${name}`;
    if (!FORM_NAME.test(name)) problems.push(formProblem(own, 'name', { name }));
    if (names.has(name)) problems.push(formProblem(own, 'duplicate', { name }));
    names.add(name);
    if (!Object.hasOwn(FORM_TYPES, type)) problems.push(formProblem(own, 'type', { type }));
    const isSection = type === 'group' || type === 'repeat';
    if (isSection || question['questions'] !== undefined)
      checkStructure(question['questions'] ?? [], own, level + 1, state);
  }
};

const pathOf = (compiled: CompiledQuestion): string => {
  const { above, question } = compiled;
  return above?.above ? `${pathOf(above)}/${question.name}` : question.name;
};

/** Returns the detail of an error that a text within the expression causes for every answer. */
const literalFault = (name: string, parameters: readonly Expression[]): string | undefined => {
  const texts = parameters.map((each) => (each.is === 'text' ? each.value : undefined));
  try {
    if (name === 'digest') checkDigest(texts[1] ?? 'MD5', texts[2] ?? 'hex');
    if (name === 'format-date' || name === 'format-date-time') writeFormDate(SOME_DATE, texts[1] ?? '', 'en');
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error;
    return error.message;
  }
  return undefined;
};

const checkExpression = (
  expression: Expression | ExpressionError,
  path: string,
  form: CompiledForm,
): readonly FormProblem[] => {
  if (expression instanceof ExpressionError) return [formProblem(path, 'expression', { detail: expression.message })];
  const problems: FormProblem[] = [];
  visitExpression(expression, (each) => {
    if (each.is === 'path' && each.start.from === 'question' && !form.byName.has(each.start.name))
      problems.push(formProblem(path, 'reference', { name: each.start.name }));
    if (each.is !== 'call') return;
    if (!parametersOf(each.name)) problems.push(formProblem(path, 'function', { name: each.name }));
    else if (!canHaveParameters(each.name, each.parameters.length))
      problems.push(formProblem(path, 'parameters', { name: each.name }));
    const fault = literalFault(each.name, each.parameters);
    if (fault !== undefined) problems.push(formProblem(path, 'expression', { detail: fault }));
    const pattern = each.name === 'regex' ? each.parameters[1] : undefined;
    if (pattern?.is !== 'text') return;
    try {
      compiledPattern(pattern.value);
    } catch (error) {
      if (!(error instanceof ExpressionError)) throw error;
      problems.push(formProblem(path, 'pattern', { pattern: pattern.value }));
    }
  });
  return problems;
};

/** Returns the questions that the value or the relevance of a question is computed from. */
const readNames = (compiled: CompiledQuestion): readonly string[] => {
  const { relevant, calculation, count } = compiled.expressions;
  const names: string[] = [];
  for (const expression of [relevant, calculation, count]) {
    if (!expression || expression instanceof ExpressionError) continue;
    visitExpression(expression, (each) => {
      if (each.is === 'path' && each.start.from === 'question') names.push(each.start.name);
    });
  }
  return names.filter((name) => name !== compiled.question.name);
};

/** Returns the names along the first cycle, or undefined. A question also depends on the relevance of the sections around it. */
const cycleIn = (form: CompiledForm): readonly string[] | undefined => {
  const done = new Set<string>();
  const trail: string[] = [];
  const visit = (name: string): readonly string[] | undefined => {
    const at = trail.indexOf(name);
    if (at >= 0) return [...trail.slice(at), name];
    const compiled = form.byName.get(name);
    if (!compiled || done.has(name)) return undefined;
    trail.push(name);
    const around = compiled.above?.above ? [compiled.above.question.name] : [];
    for (const other of [...readNames(compiled), ...around]) {
      const cycle = visit(other);
      if (cycle) return cycle;
    }
    trail.pop();
    done.add(name);
    return undefined;
  };
  for (const name of form.byName.keys()) {
    const cycle = visit(name);
    if (cycle) return cycle;
  }
  return undefined;
};

const checkList = (compiled: CompiledQuestion, { form, byName }: CompiledForm): readonly FormProblem[] => {
  const { list, type } = compiled.question;
  if (list === undefined)
    return ['selectOne', 'selectMany', 'rank'].includes(type) ? [formProblem(pathOf(compiled), 'noList')] : [];
  const [, reference] = /^\$\{\s*(.+?)\s*\}$/.exec(list) ?? [];
  const known = reference === undefined ? Object.hasOwn(form.lists, list) : byName.has(reference);
  return known ? [] : [formProblem(pathOf(compiled), 'unknownList', { list })];
};

const checkChoices = (lists: unknown): readonly FormProblem[] => {
  if (!isRecord(lists)) return [formProblem('', 'structure')];
  return Object.entries(lists).flatMap(([name, list]) => {
    const path = `lists/${name}`;
    if (!isRecord(list)) return [formProblem(path, 'structure')];
    if (typeof list['file'] === 'string') return [];
    const { choices } = list;
    if (!Array.isArray(choices)) return [formProblem(path, 'structure')];
    if (choices.length > FORM_MAX_CHOICES)
      return [formProblem(path, 'choices', { count: choices.length, most: FORM_MAX_CHOICES })];
    const names = choices.map((choice: unknown) =>
      isRecord(choice) && isRecord(choice['label']) ? choice['name'] : undefined,
    );
    const seen = new Set<unknown>();
    const repeated = names.find((each) => seen.size === seen.add(each).size);
    if (names.some((each) => typeof each !== 'string' || each === '')) return [formProblem(path, 'structure')];
    return repeated === undefined ? [] : [formProblem(path, 'duplicateChoice', { name: String(repeated) })];
  });
};

const checkCompiled = (compiled: CompiledForm): readonly FormProblem[] => {
  const problems = [...compiled.byName.values()].flatMap((each) => [
    ...Object.entries(each.expressions).flatMap(([member, expression]) =>
      checkExpression(expression, pathOf(each), compiled).map((found) => ({
        ...found,
        member: member as ExpressionMember,
      })),
    ),
    ...checkList(each, compiled),
  ]);
  if (compiled.title)
    problems.push(
      ...checkExpression(compiled.title, '', compiled).map((found) => ({ ...found, member: 'recordTitle' as const })),
    );
  const cycle = cycleIn(compiled);
  if (cycle) problems.push(formProblem(cycle[0] ?? '', 'cycle', { names: cycle.join(' → ') }));
  return problems;
};

/** Returns the problems of a form definition of any origin. Never throws. */
export const formCheckForm = (form: unknown): readonly FormProblem[] => {
  if (!isRecord(form) || !isRecord(form['title']) || typeof form['machineName'] !== 'string')
    return [formProblem('', 'structure')];
  const state = { count: 0, names: new Set<string>(), problems: [] as FormProblem[] };
  checkStructure(form['questions'], '', 1, state);
  if (state.count > MAX_QUESTIONS) return [formProblem('', 'questions', { most: MAX_QUESTIONS })];
  const problems = [...state.problems, ...checkChoices(form['lists'])];
  const readForm: unknown = form;
  const readable = problems.every(({ message }) => !message.endsWith('.structure') && !message.endsWith('.levels'));
  return readable ? [...problems, ...checkCompiled(compileForm(readForm as FieldForm))] : problems;
};
