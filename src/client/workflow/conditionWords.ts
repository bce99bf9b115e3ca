// Words for a condition and for the successors of a step, used in the drawing of a template, where a form does not fit.

import type { Choices } from 'src/client/fields/Choices.ts';
import { readsOf, type ConditionField } from 'src/client/workflow/conditionFields.ts';
import type { Messages } from 'src/client/ui/declaredMessages.ts';
import type { Json } from 'src/model/item/Item.ts';
import type { Condition, TemplateStep } from 'src/model/workflow/WorkflowTemplate.ts';

export interface WordsOf {
  readonly messages: Messages;
  readonly fields: readonly ConditionField[];
  readonly steps: readonly TemplateStep[];
  readonly outcomes: Choices;
}

/** The name of a step; its key where there is none. */
export const stepName = ({ steps }: Pick<WordsOf, 'steps'>, key: string): string =>
  steps.find((step) => step.key === key)?.label ?? key;

export const outcomeName = ({ outcomes }: Pick<WordsOf, 'outcomes'>, key: string): string =>
  outcomes.find(([each]) => each === key)?.[1] ?? key;

const valueWords = (words: WordsOf, path: string, value: Json | undefined): string => {
  const field = words.fields.find((each) => each.path === path);
  const values = Array.isArray(value) ? (value as readonly Json[]) : [value ?? ''];
  return words.messages.intl.formatList(values.map((each) => readsOf(words.messages, field, each)));
};

export const conditionWords = (words: WordsOf, condition: Condition): string => {
  const { messages, fields } = words;
  if ('all' in condition || 'any' in condition) {
    const parts = 'all' in condition ? condition.all : condition.any;
    const texts = parts.map((each) =>
      'all' in each || 'any' in each ? `(${conditionWords(words, each)})` : conditionWords(words, each),
    );
    return messages.intl.formatList(texts, { type: 'all' in condition ? 'conjunction' : 'disjunction' });
  }
  if ('outcome' in condition) {
    const [key, outcomes] = condition.outcome;
    const ends = messages.intl.formatList(
      outcomes.map((each) => outcomeName(words, each)),
      { type: 'disjunction' },
    );
    return messages.format('workflow.when.endsWith', { step: stepName(words, key), outcomes: ends });
  }
  const { path, is, value } = condition;
  const field = fields.find((each) => each.path === path)?.text ?? path;
  return messages.format(`workflow.when.reads.${is}`, { field, value: valueWords(words, path, value) });
};
