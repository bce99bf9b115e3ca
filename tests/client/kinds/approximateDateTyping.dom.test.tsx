// Approximate dates in a form: what is confirmed, and what is asked before it can be saved.

import { expect, it } from 'vitest';
import { addDays } from 'src/model/calendar/localDay.ts';
import { FULL_BOOK } from 'stories/forms/FormWorld.tsx';
import { field, fill, frame, leave, openForm, type } from 'tests/client/forms/formTools.tsx';

it('[FORM-01] the doubt about a day is confirmed, and a date with several meanings is not saved before one is chosen', async () => {
  const { draft } = await openForm(FULL_BOOK);
  const printed = field(/^Printed/) as HTMLInputElement;
  type(printed, 'circa May 12, 1910');
  expect(frame('/printed').textContent).toContain('About May 12, 1910');
  type(printed, '500 BC');
  expect(frame('/printed').textContent).toContain('500 BCE (January 1, 500 BCE to December 31, 500 BCE)');
  type(printed, '1910-12');
  expect(frame('/printed').textContent).toContain('Do you mean December 1910 or 1910 to 1912?');
  leave(printed);
  expect(frame('/printed').querySelector('.kf-errors')?.textContent).toMatch(/Enter a date such as/);
  type(printed, printed.value.replace('-12', '-1912'));
  expect(draft.values['printed']).toBe('1910/1912');
  fill(printed, '-1910');
  expect(frame('/printed').textContent).toContain('Do you mean 1910, before 1910 or 1910 BCE?');
  expect(frame('/printed').querySelector('.kf-errors')?.textContent).toMatch(/Enter a date such as/);
});

it('[FORM-01] [EXPERIENCE] a wrong date has one example, that of its problem, and days are typed in words', async () => {
  const { client, draft } = await openForm(FULL_BOOK);
  const printed = field(/^Printed/) as HTMLInputElement;
  const examples = (): number => frame('/printed').querySelectorAll('.kf-help:not([hidden]), .kf-errors li').length;
  fill(printed, '32 June');
  expect(frame('/printed').querySelector('.kf-errors')?.textContent).toMatch(/Enter a date such as/);
  expect(examples()).toBe(1);
  expect(printed.getAttribute('aria-describedby')?.split(' ')).toEqual([
    frame('/printed').querySelector('.kf-errors')?.id,
  ]);
  for (const [word, days] of [
    ['yesterday', -1],
    ['tomorrow', 1],
  ] as const) {
    type(printed, word);
    expect(draft.values['printed']).toBe(addDays(client.day.today, days));
  }
});
