// The fields of an item that a condition of its workflow may look at, and how each is compared: by a choice, a number, a day or words.

import type { Client } from 'src/client/Client.ts';
import { KIND_INPUTS } from 'src/client/generated/kindInputs.ts';
import type { Choices } from 'src/client/fields/Choices.ts';
import type { FormField } from 'src/client/forms/fieldForm.ts';
import { COMPARED } from 'src/client/kinds/KindInput.ts';
import type { Messages } from 'src/client/ui/declaredMessages.ts';
import type { ItemId, Json } from 'src/model/item/Item.ts';
import type { Property } from 'src/model/schema/Property.ts';
import type { Comparison } from 'src/model/workflow/WorkflowTemplate.ts';

export interface ConditionField {
  readonly path: string;
  readonly text: string;
  readonly property: Property;
  readonly choices: Choices;
}

export const comparisonsOf = (field: ConditionField | undefined): readonly Comparison[] =>
  field ? KIND_INPUTS[field.property.kind].compared : COMPARED.equality;

/** Filled or empty asks for no value. */
export const takesValue = (is: Comparison): boolean => is !== 'filled' && is !== 'empty';

const choicesOfField = (
  client: Client,
  messages: Messages,
  { of, property, owner }: { readonly of: string; readonly property: Property; readonly owner: ItemId | 'system' },
): Choices => {
  const owners = [property.list?.owner === 'system' ? 'system' : owner];
  const { choices } = KIND_INPUTS[property.kind];
  return choices?.({ client, messages, type: of, property, owners, withEnded: true }) ?? [];
};

/** `owner` selects the values of lists. Call it in an observer. */
export const conditionFields = (
  client: Client,
  messages: Messages,
  { of, owner }: { readonly of: string; readonly owner: ItemId | 'system' },
): readonly ConditionField[] =>
  Object.values(client.registry.types[of]?.properties ?? {})
    .filter(({ name }) => !name.startsWith('_'))
    .map((property) => ({
      path: property.name,
      text: messages.property(of, property.name),
      property,
      choices: choicesOfField(client, messages, { of, property, owner }),
    }))
    .toSorted((a, b) => a.text.localeCompare(b.text));

/** A value in words. */
export const readsOf = (messages: Messages, field: ConditionField | undefined, value: Json): string => {
  if (typeof value === 'boolean') return messages.format(value ? 'workflow.when.yes' : 'workflow.when.no');
  const text = typeof value === 'string' || typeof value === 'number' ? String(value) : JSON.stringify(value);
  return field?.choices.find(([key]) => key === text)?.[1] ?? text;
};

/** The choices, and those of the chosen values that are no longer offered, so that they can be removed. */
export const withChosen = (choices: Choices, chosen: readonly string[]): Choices => [
  ...choices,
  ...chosen.filter((key) => !choices.some(([each]) => each === key)).map((key) => [key, key] as const),
];

/** Several of a closed choice. */
export const manyField = (field: FormField & { readonly choices: Choices }, chosen: readonly string[]): FormField => {
  const choices = withChosen(field.choices, chosen);
  return { ...field, many: true, choices, ...(choices.length === 0 && { help: 'workflow.ask.none' }) };
};
