// The parts that all items of one session share, and functions of items that need nothing else.

import { formTextIn, type ChoiceNode } from 'src/domain/geokeeper/forms/choiceNodes.ts';
import type { CompiledQuestion } from 'src/domain/geokeeper/forms/compileForm.ts';
import type { ExpressionWorld } from 'src/domain/geokeeper/forms/evaluateExpression.ts';
import { ExpressionError } from 'src/domain/geokeeper/forms/expressionTokens.ts';
import { formTextOf, type FormNode } from 'src/domain/geokeeper/forms/expressionValues.ts';
import type { AnswerValue, FieldForm, FormText } from 'src/domain/geokeeper/forms/FieldFormModel.ts';
import type { SessionChoice, SessionNode } from 'src/domain/geokeeper/forms/fillSession.ts';
import type { Tracker } from 'src/domain/geokeeper/forms/memo.ts';
import { deepEqual } from 'src/base/deepEqual.ts';

/** The members of an item that settling a change needs. */
export interface SettledItem {
  readonly path: string;
  readonly role: SessionNode['role'];
  readonly computes: boolean;
  state(): SessionNode;
}

/** The parts that all items of one session share. */
export interface SessionCore {
  readonly form: FieldForm;
  readonly tracker: Tracker;
  readonly world: ExpressionWorld;
  readonly language: () => string;
  readonly list: (
    name: string,
  ) =>
    | { readonly nodes: readonly ChoiceNode[]; with(column: string, value: string): readonly ChoiceNode[] }
    | undefined;
  readonly frozen: boolean;
  /** Items that are to be computed again since the last change was settled. */
  readonly stale: Set<SettledItem>;
  /** Order of lists without a seed, the same while the session is open. */
  readonly random: () => number;
}

export const sameChoices = (first: readonly SessionChoice[], second: readonly SessionChoice[]): boolean =>
  first === second ||
  (first.length === second.length &&
    first.every((each, at) => each.name === second[at]?.name && each.label === second[at].label));

const FORM_COMPARED = [
  'path',
  'relevant',
  'required',
  'readOnly',
  'label',
  'hint',
  'guidance',
  'choices',
  'growable',
] as const;

export const isSameNode = (first: SessionNode, second: SessionNode): boolean =>
  FORM_COMPARED.every((member) => first[member] === second[member]) &&
  deepEqual([first.value, first.problem, first.children], [second.value, second.problem, second.children]);

/** Returns a text in the language of the session, with the answers of the questions that it names. */
export const filledText = (core: SessionCore, at: FormNode, text: FormText | undefined): string => {
  const template = formTextIn(text, core.language(), core.form.defaultLanguage);
  if (!template.includes('${')) return template;
  return template.replaceAll(/\$\{\s*([^{}]+?)\s*\}/g, (whole, name: string) => {
    try {
      const [node] = core.world.question(name, at);
      return node ? formTextOf(node.content()) : '';
    } catch (error) {
      if (error instanceof ExpressionError) return whole;
      throw error;
    }
  });
};

/** Tells whether an answer names something that the list of its question does not offer. */
export const isOutsideChoices = (
  core: SessionCore,
  { question, expressions }: CompiledQuestion,
  value: AnswerValue,
  choices: readonly SessionChoice[],
): boolean => {
  const { list, other } = question;
  if (list === undefined || other === true || (!list.startsWith('${') && !core.list(list))) return false;
  const all = expressions.choiceFilter || list.startsWith('${') ? undefined : core.list(list);
  const names = new Set(all ? [] : choices.map(({ name }) => name));
  const isChoice = (name: string): boolean => (all ? all.with('name', name).length > 0 : names.has(name));
  return (Array.isArray(value) ? value : [value]).some((each) => typeof each !== 'string' || !isChoice(each));
};
