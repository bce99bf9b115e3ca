// The fields of an item that a condition of its workflow may look at, and how each is compared: by a choice, a number, a day or words.

import type { Client } from 'src/client/Client.ts';
import type { Messages } from 'src/client/ui/declaredMessages.ts';
import type { ItemId, Json } from 'src/model/item/Item.ts';
import type { Property } from 'src/model/schema/Property.ts';
import type { Comparison } from 'src/model/workflow/WorkflowTemplate.ts';

export type Choices = readonly (readonly [key: string, text: string])[];

export interface ConditionField {
  readonly path: string;
  readonly text: string;
  readonly input: 'choice' | 'switch' | 'number' | 'date' | 'text' | 'none';
  readonly choices: Choices;
}

const COMPARED: Readonly<Record<ConditionField['input'], readonly Comparison[]>> = {
  choice: ['eq', 'ne', 'in', 'filled', 'empty'],
  switch: ['eq', 'ne', 'filled', 'empty'],
  number: ['eq', 'ne', 'gt', 'lt', 'filled', 'empty'],
  date: ['gt', 'lt', 'eq', 'filled', 'empty'],
  text: ['eq', 'ne', 'filled', 'empty'],
  none: ['filled', 'empty'],
};
export const comparisonsOf = (field: ConditionField | undefined): readonly Comparison[] =>
  COMPARED[field?.input ?? 'text'];

/** Filled or empty asks for no value. */
export const takesValue = (is: Comparison): boolean => is !== 'filled' && is !== 'empty';

const inputOf = (property: Property): ConditionField['input'] => {
  if (property.values || property.list) return 'choice';
  if (property.rel || property.files || property.geo || property.properties) return 'none';
  if (property.kind === 'boolean') return 'switch';
  if (property.kind === 'integer' || property.kind === 'number') return 'number';
  return property.kind === 'date' || property.kind === 'dateTime' ? 'date' : 'text';
};

const choicesOf = (
  { lists }: Client,
  messages: Messages,
  asked: { readonly of: string; readonly property: Property; readonly owner: ItemId | 'system' },
): Choices => {
  const { of, property, owner } = asked;
  const { name, list, values } = property;
  if (list) {
    const from = list.owner === 'system' ? 'system' : owner;
    return (lists.values(list.list, from) ?? []).map(({ key, label }) => [key, label] as const);
  }
  return (values ?? []).map((key) => [key, messages.find(`types.${of}.enum.${name}.${key}`) ?? key] as const);
};

/** `owner`: whose values of lists count. To be read by an observer. */
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
      input: inputOf(property),
      choices: choicesOf(client, messages, { of, property, owner }),
    }))
    .toSorted((a, b) => a.text.localeCompare(b.text));

/** A value in words. */
export const readsOf = (messages: Messages, field: ConditionField | undefined, value: Json): string => {
  if (typeof value === 'boolean') return messages.format(value ? 'workflow.when.yes' : 'workflow.when.no');
  const text = typeof value === 'string' || typeof value === 'number' ? String(value) : JSON.stringify(value);
  return field?.choices.find(([key]) => key === text)?.[1] ?? text;
};
