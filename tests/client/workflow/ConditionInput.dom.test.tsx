// Proof of the form of a condition: its value is given in the control of the field's kind, and what is chosen becomes the condition.
import { act, fireEvent, render, screen, within } from '@testing-library/react';
import { expect, it, onTestFinished } from 'vitest';
import type { ConditionField } from 'src/client/workflow/conditionFields.ts';
import { ConditionInput } from 'src/client/workflow/ConditionInput.tsx';
import { NextInput } from 'src/client/workflow/NextInput.tsx';
import type { Condition, NextSteps } from 'src/model/workflow/WorkflowTemplate.ts';
import { createFormWorld, World } from 'stories/forms/FormWorld.tsx';

const property = { many: false, required: false, readOnly: false } as const;
const FIELDS: readonly ConditionField[] = [
  { path: 'pages', text: 'Pages', property: { ...property, name: 'pages', kind: 'integer' }, choices: [] },
  { path: 'made', text: 'Made', property: { ...property, name: 'made', kind: 'approximateDate' }, choices: [] },
  {
    ...{ path: 'state', text: 'State', property: { ...property, name: 'state', kind: 'enum' } },
    choices: [
      ['OPEN', 'Open'],
      ['SHUT', 'Shut'],
    ],
  },
];
const STEPS = [
  ['look', 'Look at it'],
  ['mend', 'Mend it'],
] as const;
const OUTCOMES = [
  ['FINE', 'Fine'],
  ['LOST', 'Lost'],
] as const;

/** Shows the input again with each value that it gives. */
const open = <T,>(input: (value: T | undefined, set: (value: T | undefined) => void) => React.ReactNode) => {
  const { client } = createFormWorld({});
  onTestFinished(() => client.dispose());
  const given: { value: T | undefined } = { value: undefined };
  const page = () => <World client={client}>{input(given.value, (next) => (given.value = next))}</World>;
  const { rerender } = render(page());
  const after = (change: () => void) =>
    act(async () => {
      change();
      rerender(page());
    });
  return {
    given,
    press: (name: string) => after(() => fireEvent.click(screen.getByRole('button', { name }))),
    choose: (label: string, value: string) =>
      after(() => fireEvent.change(screen.getByLabelText(label), { target: { value } })),
    tick: (group: string, name: string) =>
      after(() => fireEvent.click(within(screen.getByRole('group', { name: group })).getByLabelText(name))),
  };
};

it('[WF-01] compares a field by the control of its kind, one of a choice, or the end of a step', async () => {
  const { given, press, choose, tick } = open<Condition>((value, set) => (
    <ConditionInput fields={FIELDS} steps={STEPS} outcomes={OUTCOMES} value={value} set={set} />
  ));
  await press('Add a condition');
  expect(given.value).toEqual({ path: 'pages', is: 'filled' });
  await choose('How to compare it', 'gt');
  await choose('Value', '12');
  expect(given.value).toEqual({ path: 'pages', is: 'gt', value: 12 });
  await choose('What to compare', 'made');
  await choose('How to compare it', 'within');
  await choose('Value', '1910s');
  expect(given.value).toEqual({ path: 'made', is: 'within', value: '191X' });
  await choose('What to compare', 'state');
  await choose('How to compare it', 'in');
  await tick('Value', 'Shut');
  expect(given.value).toEqual({ path: 'state', is: 'in', value: ['SHUT'] });
  await choose('What to compare', ' outcome');
  await tick('It ended with', 'Lost');
  expect(given.value).toEqual({ outcome: ['look', ['LOST']] });
  await press('Add a condition');
  await choose('How many must be true', 'any');
  expect(given.value).toEqual({ any: [{ outcome: ['look', ['LOST']] }, { path: 'pages', is: 'filled' }] });
});

it('[WF-01] says which steps follow an outcome', async () => {
  const { given, press, choose, tick } = open<NextSteps>((value, set) => (
    <NextInput steps={STEPS} outcomes={OUTCOMES} value={value} set={set} />
  ));
  await press('Add an outcome');
  await choose('When it ends with', 'LOST');
  await tick('These steps follow', 'Mend it');
  expect(given.value).toEqual({ LOST: ['mend'] });
  await press('Remove this line');
  expect(given.value).toBeUndefined();
});
