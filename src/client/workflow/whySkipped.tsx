// Shows the reason for which a workflow left a step out by itself: the part of the step's condition that does not hold for the item.

import { observer } from 'mobx-react-lite';
import { itemIn } from 'src/client/fields/rules/ownerOf.ts';
import { useMessages, type Messages } from 'src/client/ui/declaredMessages.ts';
import { useClient } from 'src/client/useClient.ts';
import type { Client } from 'src/client/Client.ts';
import { comparisonsOf, conditionFields, readsOf } from 'src/client/workflow/conditionFields.ts';
import { conditionWords, outcomeName, type WordsOf } from 'src/client/workflow/conditionWords.ts';
import { listOwner, workflowSubject, type ShownStep } from 'src/client/fields/display/stepValues.ts';
import { useSteps } from 'src/client/workflow/useSteps.ts';
import { isRecord } from 'src/base/isRecord.ts';
import type { Item, Json, Values } from 'src/model/item/Item.ts';
import { valuesAt } from 'src/model/schema/paths.ts';
import { holds, outcomesOf, partsOfCondition, type ConditionSubject } from 'src/model/workflow/conditions.ts';
import type { Condition, TemplateStep } from 'src/model/workflow/WorkflowTemplate.ts';

/** True for a step that the workflow passed by; one that a person left out has an end. */
const isPassed = ({ state, finished }: ShownStep): boolean => state === 'SKIP' && finished === undefined;

const conditionOf = ({ item: { when } }: ShownStep): Condition | undefined =>
  isRecord(when) ? (when as Condition) : undefined;

interface Of {
  readonly item: Item;
  readonly steps: readonly ShownStep[];
}

const skippedWords = (client: Client, messages: Messages, { item, steps }: Of): WordsOf => {
  const subject = workflowSubject(client.registry, item._t);
  const owner = subject ? listOwner(subject, item) : 'system';
  const outcomes = client.lists.values(subject?.outcomes ?? '', owner) ?? [];
  return {
    messages,
    fields: conditionFields(client, messages, { of: item._t, owner }),
    steps: steps.map(({ key, label, group, item: { kind } }): TemplateStep => ({
      key,
      label,
      group,
      kind: String(kind),
    })),
    outcomes: outcomes.map(({ key, label }) => [key, label] as const),
  };
};

const subjectOf = ({ registry }: Client, { item }: Of): ConditionSubject => ({
  properties: registry.types[item._t]?.properties ?? {},
  values: item as Values,
});

/** Returns the item's values that do not satisfy the condition. */
const failing = (
  words: WordsOf,
  condition: Condition,
  { subject, steps }: { readonly subject: ConditionSubject } & Pick<Of, 'steps'>,
): readonly string[] => {
  const { messages, fields } = words;
  const outcomeOf = outcomesOf(steps);
  const texts = partsOfCondition(condition, '').flatMap(({ part }) => {
    if (holds(part, subject, outcomeOf)) return [];
    if ('outcome' in part) {
      const step = steps.find(({ key }) => key === part.outcome[0]);
      const outcome = outcomeOf(part.outcome[0]);
      if (!step || outcome === undefined) return [];
      return [messages.format('workflow.when.endsWith', { step: step.label, outcomes: outcomeName(words, outcome) })];
    }
    const known = fields.find(({ path }) => path === part.path);
    const field = known?.text ?? part.path;
    const values = valuesAt(subject.values, part.path).filter((each) => each !== '');
    if (values.length === 0) return [messages.format('workflow.when.reads.empty', { field })];
    const value = messages.intl.formatList(values.map((each: Json) => readsOf(messages, known, each)));
    return [
      messages.format(`workflow.when.reads.${!comparisonsOf(known).includes('eq') ? 'filled' : 'eq'}`, {
        field,
        value,
      }),
    ];
  });
  return [...new Set(texts)];
};

/** Returns the reason in words; undefined for a step that was not skipped. Call it in an observer. */
export const whySkipped = (client: Client, messages: Messages, step: ShownStep, of: Of): string | undefined => {
  if (!isPassed(step)) return undefined;
  const condition = conditionOf(step);
  if (!condition) return messages.format('workflow.skipped.notLed');
  const words = skippedWords(client, messages, of);
  const subject = subjectOf(client, of);
  if (holds(condition, subject, outcomesOf(of.steps)))
    return messages.format('workflow.skipped.only', { condition: conditionWords(words, condition) });
  const reasons = failing(words, condition, { subject, steps: of.steps });
  if (reasons.length === 0)
    return messages.format('workflow.skipped.only', { condition: conditionWords(words, condition) });
  return messages.format('workflow.skipped', { reasons: messages.intl.formatList(reasons) });
};

const WhyOf = observer(({ step, of }: { readonly step: Item; readonly of: Item }) => {
  const client = useClient();
  const messages = useMessages();
  const { steps = [] } = useSteps(of);
  const shown = steps.find(({ item }) => item.$id === step.$id);
  const text = shown && whySkipped(client, messages, shown, { item: of, steps });
  return text === undefined ? null : <p className="kk-soft">{text}</p>;
});

/** Shows the reason on the page of a step. */
export const WhySkipped = observer(({ step }: { readonly step: Item }) => {
  const { items } = useClient();
  const of = itemIn(items.get(String(step['of'] ?? '')));
  return of ? <WhyOf step={step} of={of} /> : null;
});
