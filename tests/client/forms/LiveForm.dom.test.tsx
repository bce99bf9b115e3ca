// Proof of the forms without a button: valid changes take effect at once, text that is no value stays where it was typed.
import { act, fireEvent, render, screen } from '@testing-library/react';
import { expect, it, onTestFinished } from 'vitest';
import type { FormField } from 'src/client/forms/fieldForm.ts';
import { LiveForm } from 'src/client/forms/LiveForm.tsx';
import { createFormWorld, World } from 'stories/forms/FormWorld.tsx';

interface Choice {
  readonly way?: string | undefined;
  readonly days?: number | undefined;
}

const FIELDS: readonly FormField[] = [
  { name: 'way', label: 'Way', choices: [['post', 'By post'], ['hand', 'By hand']] }, // prettier-ignore
  { name: 'days', label: 'Days', kind: 'integer', minimum: 1 },
];

const open = () => {
  const { client } = createFormWorld({});
  onTestFinished(() => client.dispose());
  const sent: Partial<Choice>[] = [];
  const page = (choice: Choice) => (
    <World client={client}>
      <LiveForm fields={FIELDS} values={choice} set={(changes) => sent.push(changes)} />
    </World>
  );
  const { rerender } = render(page({ way: 'post', days: 3 }));
  return { sent, show: (choice: Choice) => act(async () => rerender(page(choice))) };
};

const way = () => screen.getByLabelText<HTMLSelectElement>('Way');
const days = () => screen.getByLabelText<HTMLInputElement>('Days');
const type = (input: HTMLElement, value: string) => act(async () => fireEvent.change(input, { target: { value } }));

it('[FORM-01] gives each valid change at once, and undefined for what was emptied', async () => {
  const { sent, show } = open();
  await type(way(), 'hand');
  await show({ way: 'hand', days: 3 });
  await type(days(), '5');
  await show({ way: 'hand', days: 5 });
  await type(way(), '');
  expect(sent).toEqual([{ way: 'hand' }, { days: 5 }, { way: undefined }]);
});

it('[FORM-02] keeps what is not valid in its field with the reason, also while another value changes elsewhere', async () => {
  const { sent, show } = open();
  await type(days(), '-2');
  fireEvent.blur(days());
  expect(days().getAttribute('aria-invalid')).toBe('true');
  await show({ way: 'hand', days: 3 });
  expect(way().value).toBe('hand');
  expect(days().value).toBe('-2');
  expect(sent).toEqual([]);
  await show({ way: 'hand', days: 8 });
  expect(days().value).toBe('8');
  expect(sent).toEqual([]);
});
