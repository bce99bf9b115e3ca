import { expect, it, vi } from 'vitest';
import { scriptedItem } from 'stories/scripted/ScriptedServer.ts';
import { toyItems } from 'stories/scripted/toyItems.ts';
import { registry } from 'tests/toy/generated/registry.client.ts';
import { renderApp } from 'tests/client/shell/renderApp.tsx';

const DAY_MS = 86_400_000;
const inDays = (days: number): string => new Date(Date.now() + days * DAY_MS).toISOString();

const loans = [inDays(-3), inDays(3), null, null].map((from, at) =>
  scriptedItem(`Loan-${at + 11}`, { book: 'Book-1', borrower: 'User-1', from, state: 'ONGOING' }),
);
const items = [...toyItems.filter(({ _t }) => _t !== 'Loan'), ...loans];

/** Texts in reading order: a heading, if there is one, and the item. */
const read = (): (string | undefined)[] =>
  [...document.querySelectorAll<HTMLElement>('[data-item]')].flatMap((row) => [
    ...[...row.querySelectorAll('.kk-part')].map((heading) => heading.textContent ?? ''),
    row.dataset['item'],
  ]);

it.each([
  ['from', ['No date', 'Loan-13', 'Loan-14', 'Before today', 'Loan-11', 'Today and later', 'Loan-12']],
  ['-from', ['Today and later', 'Loan-12', 'Before today', 'Loan-11', 'No date', 'Loan-13', 'Loan-14']],
])('[SRCH-01] a list in the order %s tells what has no date from what lies ahead', async (sort, expected) => {
  await renderApp({ path: `/library.loans?c0=${encodeURIComponent(`.sort=${sort}&show=LIST`)}`, items });
  await vi.waitFor(() => expect(read()).toEqual(expected));
});

it('[SRCH-01] approximate dates are under the heading of their earliest day, which orders the list', async () => {
  const { Loan } = registry.types;
  if (!Loan?.properties['from']) throw new Error('the toy world has no loans');
  const from = { ...Loan.properties['from'], kind: 'approximateDate' as const };
  const dated = { ...registry.types, Loan: { ...Loan, properties: { ...Loan.properties, from } } };
  const named = ['1931/..', '20XX', '2999~', 'XXXX'].map((value, at) =>
    scriptedItem(`Loan-${at + 21}`, { book: 'Book-1', borrower: 'User-1', from: value, state: 'ONGOING' }),
  );
  const path = `/library.loans?c0=${encodeURIComponent('.sort=from&show=LIST')}`;
  const others = items.filter(({ _t }) => _t !== 'Loan');
  await renderApp({ path, items: [...others, ...named], registry: { ...registry, types: dated } });
  const expected = ['Loan-21', 'Loan-22', 'Today and later', 'Loan-23', 'No date', 'Loan-24'];
  await vi.waitFor(() => expect(read()).toEqual(expected));
});

it('[SRCH-01] a list in the order of moments that the server notes says nothing of what lies ahead', async () => {
  const { Loan } = registry.types;
  if (!Loan?.properties['from']) throw new Error('the toy world has no loans');
  const from = { ...Loan.properties['from'], readOnly: true };
  const noted = { ...registry.types, Loan: { ...Loan, properties: { ...Loan.properties, from } } };
  const path = `/library.loans?c0=${encodeURIComponent('.sort=-from&show=LIST')}`;
  await renderApp({ path, items, registry: { ...registry, types: noted } });
  await vi.waitFor(() => expect(read()).toEqual(['Loan-12', 'Loan-11', 'Loan-13', 'Loan-14']));
});
