// Questions about one step of a plan: its kind, position, condition, assignee, due date and successors.

import type { Messages } from 'src/client/ui/declaredMessages.ts';
import type { Client } from 'src/client/Client.ts';
import type { AskedField, Question } from 'src/client/workflow/AskDialog.tsx';
import { CheckList } from 'src/client/workflow/CheckList.tsx';
import type { Choices } from 'src/client/kinds/KindInput.ts';
import { ConditionInput } from 'src/client/workflow/ConditionInput.tsx';
import type { WordsOf } from 'src/client/workflow/conditionWords.ts';
import { NextInput } from 'src/client/workflow/NextInput.tsx';
import { kindsFor } from 'src/client/forms/display/stepValues.ts';
import { withStep } from 'src/client/workflow/templateSteps.ts';
import type { Json } from 'src/model/item/Item.ts';
import { SYSTEM_TYPES } from 'src/model/schema/systemTypes.ts';
import type { Condition, NextSteps, TemplateStep } from 'src/model/workflow/WorkflowTemplate.ts';

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

const given = <T extends Json>(value: T | undefined): { value?: T } => (value === undefined ? {} : { value });
const asJson = (value: unknown): Json => JSON.parse(JSON.stringify(value)) as Json;

/** Returns the fields for kind and position of the step. */
const placeFields = ({ client, messages, of, steps }: Planning, step: TemplateStep | undefined): AskedField[] => {
  const kinds = kindsFor(client.registry, of);
  const last = Math.max(0, ...steps.map(({ group }) => group));
  const others: Choices = steps.filter(({ key }) => key !== step?.key).map(({ key, label }) => [key, label] as const);
  return [
    {
      name: 'label',
      label: messages.format('workflow.stepName'),
      kind: 'text',
      required: true,
      ...given(step?.label),
    },
    {
      name: 'kind',
      label: messages.format('workflow.kind'),
      kind: 'choice',
      required: true,
      choices: kinds.map(({ kind, type }) => [kind, messages.type(type)]),
      ...given(step?.kind ?? (kinds.length === 1 ? kinds[0]?.kind : undefined)),
    },
    {
      name: 'group',
      label: messages.format('workflow.edit.group'),
      hint: messages.format('workflow.edit.groupHint'),
      kind: 'choice',
      required: true,
      choices: groupChoices(messages, steps),
      value: String(step?.group ?? last + 1),
    },
    {
      name: 'after',
      label: messages.format('workflow.after'),
      hint: messages.format('workflow.edit.afterHint'),
      kind: 'own',
      ...given(step?.after && [...step.after]),
      render: (value, set) => (
        <CheckList
          label={messages.format('workflow.after')}
          choices={others}
          value={Array.isArray(value) ? value.map(String) : []}
          set={(next) => set(next.length > 0 ? [...next] : undefined)}
        />
      ),
    },
  ];
};

/** Returns the fields for assignees and due date. */
const workFields = ({ client, messages, of, states }: Planning, step: TemplateStep | undefined): AskedField[] => {
  const text = (id: string): string => messages.format(`workflow.edit.${id}`);
  return [
    { name: 'days', label: text('days'), kind: 'number', ...given(step?.days) },
    {
      name: 'count',
      label: text('count'),
      kind: 'choice',
      required: true,
      choices: [
        ['working', text('working')],
        ['calendar', text('calendar')],
      ],
      value: step?.working === true || !step ? 'working' : 'calendar',
    },
    {
      name: 'users',
      label: messages.format('workflow.assigned'),
      kind: 'people',
      value: [...(step?.assign?.users ?? [])],
    },
    {
      name: 'path',
      label: text('path'),
      kind: 'choice',
      choices: peoplePaths(client, messages, of),
      ...given(step?.assign?.path),
    },
    {
      name: 'capability',
      label: text('capability'),
      kind: 'choice',
      choices: client.registry.capabilities.map((name) => [name, messages.format(`capabilities.${name}`)]),
      ...given(step?.assign?.capability),
    },
    { name: 'state', label: text('state'), kind: 'choice', choices: states, ...given(step?.state) },
  ];
};

/** When it is done at all, and what follows from how it ends. */
const courseFields = (
  { messages, steps, fields, outcomes }: Planning,
  step: TemplateStep | undefined,
): AskedField[] => {
  const others: Choices = steps.filter(({ key }) => key !== step?.key).map(({ key, label }) => [key, label] as const);
  return [
    {
      name: 'when',
      label: messages.format('workflow.when'),
      hint: messages.format('workflow.when.hint'),
      kind: 'own',
      ...given(step?.when && asJson(step.when)),
      render: (value, set) => (
        <ConditionInput
          fields={fields}
          steps={others}
          outcomes={outcomes}
          value={value as unknown as Condition | undefined}
          set={(next) => set(next && asJson(next))}
        />
      ),
    },
    {
      name: 'others',
      label: messages.format('workflow.others'),
      hint: messages.format('workflow.others.hint'),
      kind: 'own',
      ...given(step?.others && [...step.others]),
      render: (value, set) => (
        <CheckList
          label={messages.format('workflow.others')}
          choices={others}
          value={Array.isArray(value) ? value.map(String) : []}
          set={(next) => set(next.length > 0 ? [...next] : undefined)}
        />
      ),
    },
    {
      name: 'answers',
      label: messages.format('workflow.answers'),
      hint: messages.format('workflow.answers.hint'),
      kind: 'choice',
      choices: [['yes', messages.format('workflow.answers.yes')]],
      ...(step?.answers === true && { value: 'yes' }),
    },
    {
      name: 'next',
      label: messages.format('workflow.next.title'),
      hint: messages.format('workflow.next.hint'),
      kind: 'own',
      ...given(step?.next && asJson(step.next)),
      render: (value, set) => (
        <NextInput
          steps={others}
          outcomes={outcomes}
          value={value as unknown as NextSteps | undefined}
          set={(next) => set(next && asJson(next))}
        />
      ),
    },
  ];
};

export const stepQuestion = (planning: Planning, step: TemplateStep | undefined): Question => {
  const { messages, steps, set } = planning;
  return {
    title: messages.format(step ? 'workflow.edit.change' : 'workflow.addStep'),
    apply: messages.format(step ? 'workflow.edit.apply' : 'workflow.addStep'),
    fields: [...placeFields(planning, step), ...workFields(planning, step), ...courseFields(planning, step)],
    submit: (answers) => {
      set(withStep(steps, answers, step));
      return Promise.resolve();
    },
  };
};
