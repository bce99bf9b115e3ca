// The form of one step of a plan: its kind and order, when it is done, who does it until when, and what follows from it.

import type { Messages } from 'src/client/ui/declaredMessages.ts';
import type { Client } from 'src/client/Client.ts';
import type { OwnControlProps } from 'src/client/fields/ControlField.tsx';
import type { FormField } from 'src/client/forms/fieldForm.ts';
import type { Question } from 'src/client/forms/useAskDialog.tsx';
import { peopleField } from 'src/client/workflow/askedFields.ts';
import type { Choices } from 'src/client/fields/Choices.ts';
import { ConditionInput } from 'src/client/workflow/ConditionInput.tsx';
import type { WordsOf } from 'src/client/workflow/conditionWords.ts';
import { NextInput } from 'src/client/workflow/NextInput.tsx';
import { kindsFor } from 'src/client/fields/display/stepValues.ts';
import { withStep } from 'src/client/workflow/templateSteps.ts';
import type { Json, Values } from 'src/model/item/Item.ts';
import { jsonMembers, jsonValue } from 'src/model/item/jsonValue.ts';
import { SYSTEM_TYPES } from 'src/model/schema/systemTypes.ts';
import type { Condition, NextSteps, TemplateStep } from 'src/model/workflow/WorkflowTemplate.ts';

const DAY_COUNTS = ['working', 'calendar'] as const;

/** Longest name of a step. */
const MAX_STEP_LABEL = 200;

export interface Planning extends WordsOf {
  readonly client: Client;
  /** The type of the items. */
  readonly of: string;
  /** States of the workflow. */
  readonly states: Choices;
  readonly set: (steps: readonly TemplateStep[]) => void;
}

/** Properties of the item that name people. */
const peoplePaths = ({ registry }: Client, messages: Messages, of: string): Choices =>
  Object.values(registry.types[of]?.properties ?? {}).flatMap(({ name, rel }) =>
    rel?.to.includes(SYSTEM_TYPES.user) === true ? [[name, messages.property(of, name)] as const] : [],
  );

const groupChoices = (messages: Messages, steps: readonly TemplateStep[]): Choices => {
  const groups = new Set(steps.map(({ group }) => group));
  const last = Math.max(0, ...groups);
  const known = [...groups].toSorted((one, other) => one - other);
  return [
    ...known.map((group, at) => [String(group), messages.format('workflow.group', { number: at + 1 })] as const),
    [String(last + 1), messages.format('workflow.edit.newGroup')],
  ];
};

/** Returns the plain JSON of a part of a step. */
const asJson = (value: unknown): Json => (value === undefined ? null : jsonValue(value));

const otherSteps = ({ steps }: Planning, step: TemplateStep | undefined): Choices =>
  steps.filter(({ key }) => key !== step?.key).map(({ key, label }) => [key, label] as const);

/** Returns the fields for kind and position of the step. */
const placeFields = (planning: Planning, step: TemplateStep | undefined): FormField[] => {
  const { client, messages, of, steps } = planning;
  const kinds = kindsFor(client.registry, of).map(({ kind, type }) => [kind, messages.type(type)] as const);
  return [
    { name: 'label', label: 'workflow.stepName', required: true, maxLength: MAX_STEP_LABEL },
    { name: 'kind', label: 'workflow.kind', required: true, choices: kinds },
    {
      ...{ name: 'group', label: 'workflow.edit.group', help: 'workflow.edit.groupHint', required: true },
      choices: groupChoices(messages, steps),
    },
    {
      ...{ name: 'after', label: 'workflow.after', help: 'workflow.edit.afterHint', many: true },
      choices: otherSteps(planning, step),
    },
  ];
};

/** Returns the fields for assignees and due date. */
const workFields = ({ client, messages, of, states }: Planning): FormField[] => [
  { name: 'days', label: 'workflow.edit.days', kind: 'integer', minimum: 0 },
  {
    ...{ name: 'count', label: 'workflow.edit.count', required: true },
    choices: DAY_COUNTS.map((each) => [each, messages.format(`workflow.edit.${each}`)]),
  },
  peopleField({ name: 'users', label: 'workflow.assigned' }),
  { name: 'path', label: 'workflow.edit.path', choices: peoplePaths(client, messages, of) },
  {
    ...{ name: 'capability', label: 'workflow.edit.capability' },
    choices: client.registry.capabilities.map((name) => [name, messages.format(`capabilities.${name}`)]),
  },
  { name: 'state', label: 'workflow.edit.state', choices: states },
];

/** Returns the fields for the condition of the step and its successors. */
const courseFields = (planning: Planning, step: TemplateStep | undefined): FormField[] => {
  const { fields, outcomes } = planning;
  const steps = otherSteps(planning, step);
  const When = ({ value, set }: OwnControlProps) => (
    <ConditionInput
      {...{ fields, steps, outcomes }}
      value={(value ?? undefined) as Condition | undefined}
      set={(next) => set(next && asJson(next))}
    />
  );
  const Next = ({ value, set }: OwnControlProps) => (
    <NextInput
      {...{ steps, outcomes }}
      value={(value ?? undefined) as NextSteps | undefined}
      set={(next) => set(next && asJson(next))}
    />
  );
  return [
    { name: 'when', label: 'workflow.when', help: 'workflow.when.hint', control: When },
    { name: 'others', label: 'workflow.others', help: 'workflow.others.hint', many: true, choices: steps },
    { name: 'answers', label: 'workflow.answers.yes', help: 'workflow.answers.hint', kind: 'boolean' },
    { name: 'next', label: 'workflow.next.title', help: 'workflow.next.hint', control: Next },
  ];
};

const answersForStep = ({ client, of, steps }: Planning, step: TemplateStep | undefined): Values => {
  const kinds = kindsFor(client.registry, of);
  const last = Math.max(0, ...steps.map(({ group }) => group));
  const { assign, working, group = last + 1, ...rest } = step ?? {};
  return {
    ...(kinds.length === 1 && { kind: kinds[0]?.kind ?? null }),
    ...jsonMembers({ ...rest, ...assign }),
    group: String(group),
    count: working === true || !step ? 'working' : 'calendar',
  };
};

export const stepQuestion = (planning: Planning, step: TemplateStep | undefined): Question => {
  const { messages, steps, set } = planning;
  return {
    title: messages.format(step ? 'workflow.edit.change' : 'workflow.addStep'),
    apply: messages.format(step ? 'workflow.edit.apply' : 'workflow.addStep'),
    fields: [...placeFields(planning, step), ...workFields(planning), ...courseFields(planning, step)],
    values: answersForStep(planning, step),
    submit: async (answers) => set(withStep(steps, answers, step)),
  };
};
