// Proof of the dialogs that are forms: names, explanations, problems at their fields, the focus, a refusal by the server, and Enter.
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { expect, it, onTestFinished, vi } from 'vitest';
import { AskDialog } from 'src/client/forms/AskDialog.tsx';
import type { Question } from 'src/client/forms/useAskDialog.tsx';
import { problem } from 'src/model/problems.ts';
import { createFormWorld, World } from 'stories/forms/FormWorld.tsx';

const open = (question: Partial<Question>) => {
  const { client } = createFormWorld({});
  onTestFinished(() => client.dispose());
  const submit = vi.fn<Question['submit']>(() => Promise.resolve());
  const close = vi.fn();
  render(
    <World client={client}>
      <AskDialog question={{ title: 'Stop', apply: 'Do it', fields: [], submit, ...question }} close={close} />
    </World>,
  );
  return { submit, close, apply: () => fireEvent.click(screen.getByText('Do it')) };
};

const FIELDS: Question['fields'] = [
  { name: 'reason', label: 'workflow.reason', help: 'workflow.reasonHint', required: true, maxLength: 10 },
  { name: 'days', label: 'workflow.edit.days', kind: 'integer', minimum: 0 },
  { name: 'way', label: 'Way', choices: [['post', 'By post'], ['hand', 'By hand']] }, // prettier-ignore
  { name: 'why', label: 'Why', when: { path: 'way', schema: { const: 'hand' } } },
];

const type = (input: HTMLElement, value: string) => fireEvent.change(input, { target: { value } });
const reason = () => screen.getByLabelText<HTMLInputElement>(/^Reason/);

it('[FORM-02] shows at its field what is missing or wrong, and goes to the first', async () => {
  const { apply, submit, close } = open({ fields: FIELDS });
  expect(reason().getAttribute('aria-required')).toBe('true');
  apply();
  await waitFor(() => expect(document.activeElement).toBe(reason()));
  expect(reason().getAttribute('aria-invalid')).toBe('true');
  const described = reason().getAttribute('aria-describedby')?.split(' ') ?? [];
  const texts = described.map((id) => document.getElementById(id)?.textContent);
  expect(texts).toEqual([expect.stringMatching(/\w/), expect.stringMatching(/\w/)]);
  type(reason(), 'far too long a text');
  type(screen.getByLabelText(/days/i), 'many');
  apply();
  expect(document.querySelectorAll('.kf-errors')).toHaveLength(2);
  expect(submit).not.toHaveBeenCalled();
  type(reason(), ' Snow ');
  type(screen.getByLabelText(/days/i), '3');
  apply();
  await waitFor(() => expect(close).toHaveBeenCalled());
  expect(submit).toHaveBeenCalledWith({ reason: 'Snow', days: 3 });
});

it('[FORM-01] selects a text that is there already, so that typing replaces it', async () => {
  open({ fields: [{ name: 'reason', label: 'workflow.reason' }], values: { reason: 'Snow' } });
  await waitFor(() => expect([reason().selectionStart, reason().selectionEnd]).toEqual([0, 4]));
  expect(document.activeElement).toBe(reason());
});

it('[FORM-01] asks only what another answer calls for, and sends no answer to a question that is gone', async () => {
  const { apply, submit } = open({ fields: FIELDS, values: { reason: 'Snow' } });
  expect(screen.queryByLabelText('Why')).toBeNull();
  type(screen.getByLabelText('Way'), 'hand');
  type(screen.getByLabelText('Why'), 'No road');
  type(screen.getByLabelText('Way'), 'post');
  apply();
  await waitFor(() => expect(submit).toHaveBeenCalledWith({ reason: 'Snow', way: 'post' }));
});

it('[FORM-01] keeps what was typed when the server refuses, and shows the reason at its field or above them', async () => {
  const refuse = vi.fn<Question['submit']>();
  const { apply, close } = open({ fields: FIELDS, values: { reason: 'Snow' }, submit: refuse });
  const refusal = problem('invalid', { errors: [{ path: '/reason', message: 'errors.notBlank' }] });
  refuse.mockRejectedValueOnce(refusal).mockRejectedValueOnce(problem('notAllowed'));
  apply();
  await waitFor(() => expect(document.activeElement).toBe(reason()));
  expect(reason().getAttribute('aria-invalid')).toBe('true');
  expect(reason().value).toBe('Snow');
  await act(async () => type(reason(), 'Ice'));
  expect(reason().getAttribute('aria-invalid')).toBeNull();
  fireEvent.submit(reason());
  expect((await screen.findByRole('alert')).textContent).not.toBe('');
  expect(reason().value).toBe('Ice');
  expect(close).not.toHaveBeenCalled();
});

it('[FORM-01] shows that it is busy, and sends once', async () => {
  let done = (): void => {};
  const work = new Promise<void>((resolve) => (done = resolve));
  const submit = vi.fn<Question['submit']>(() => work);
  const { apply, close } = open({ fields: FIELDS, values: { reason: 'Snow' }, submit });
  apply();
  await waitFor(() => expect(document.querySelector('[type=submit].bp6-loading')).not.toBeNull());
  fireEvent.submit(reason());
  expect(submit).toHaveBeenCalledTimes(1);
  await act(async () => done());
  expect(close).toHaveBeenCalledTimes(1);
});
