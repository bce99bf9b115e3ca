import { fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { scriptedItem } from 'stories/scripted/ScriptedServer.ts';
import { toyItems } from 'stories/scripted/toyItems.ts';
import { registry } from 'tests/toy/generated/registry.client.ts';
import { renderApp } from 'tests/client/shell/renderApp.tsx';

const loan = (number: number, from: string) =>
  scriptedItem(`Loan-${number}`, { book: 'Book-1', borrower: 'User-1', from, to: from, state: 'PAST' });
const { Loan } = registry.types;
const view = { ...Loan!.view, row: { summary: ['from', 'state'] } };
const dated = { ...registry, types: { ...registry.types, Loan: { ...Loan!, view } } };
const items = [
  ...toyItems.filter(({ _t }) => _t !== 'Loan'),
  loan(1, '2021-02-03T10:00:00.000Z'),
  loan(2, '2021-08-05T10:00:00.000Z'),
  loan(3, '2019-01-01T10:00:00.000Z'),
];

describe('timeline', () => {
  it('[CELL-05] is in the order of its start, with a heading where the year changes, and shows a date once', async () => {
    const client = await renderApp({ path: '/library.loans', items, registry: dated });
    fireEvent.click(await screen.findByRole('button', { name: 'Timeline' }));
    await waitFor(() => expect(client.navigation.address).toContain('show%3DTIMELINE'));
    await waitFor(() => {
      const years = screen.getAllByRole('heading', { level: 3, name: /^\d{4}$/ }).map((each) => each.textContent);
      expect(years).toEqual(['2021', '2019']);
    });
    // Its start and its end: the line below the title names neither again.
    expect(screen.getAllByText(/05-Aug-2021/)).toHaveLength(2);
    expect(screen.getAllByText('Past')).toHaveLength(3);
  });

  it.each([
    ['by its address', '.show=TIMELINE', ['2021', '2019']],
    ['in another order, where years would come again', '.show=TIMELINE&sort=created', []],
  ])('[CELL-05] opened %s', async (_how, param, expected) => {
    await renderApp({ path: `/library.loans?c0=${encodeURIComponent(param)}`, items, registry: dated });
    await waitFor(() => expect(screen.getAllByText('Past')).toHaveLength(3));
    const years = screen.queryAllByRole('heading', { level: 3, name: /^\d{4}$/ }).map((each) => each.textContent);
    expect(years).toEqual(expected);
  });

  it('[CELL-05] [EXPERIENCE] moves by keys, lists what is in view, divides into lanes and lists what has no date', async () => {
    const undated = scriptedItem('Loan-4', { book: 'Book-1', borrower: 'User-1', state: 'ONGOING' });
    await renderApp({
      path: `/library.loans?c0=${encodeURIComponent('.show=TIMELINE')}`,
      items: [...items, undated],
      registry: dated,
    });
    await screen.findByRole('heading', { name: '3 in view' });
    const axis = screen.getByRole('application', { name: /^Timeline/ });
    await waitFor(() => expect(document.querySelectorAll('[data-time-item]')).toHaveLength(3));

    // Closer at the last: what came years before is out of view, in the picture and in the list.
    fireEvent.keyDown(axis, { key: 'End' });
    for (let times = 0; times < 3; times += 1) fireEvent.keyDown(axis, { key: '+' });
    await screen.findByRole('heading', { name: '1 in view' });
    expect(document.querySelectorAll('[data-time-item]')).toHaveLength(1);
    fireEvent.keyDown(axis, { key: 'Home' });
    await waitFor(() =>
      expect(document.querySelector<HTMLElement>('[data-time-item]')?.dataset['timeItem']).toBe('Loan-3'),
    );

    fireEvent.change(screen.getByRole('textbox', { name: 'Go to' }), { target: { value: '2020s' } });
    fireEvent.click(screen.getByRole('button', { name: 'Go' }));
    await screen.findByRole('heading', { name: '2 in view' });
    const goTo = (value: string): void => {
      fireEvent.change(screen.getByRole('textbox', { name: 'Go to' }), { target: { value } });
      fireEvent.click(screen.getByRole('button', { name: 'Go' }));
    };
    goTo('c. 2019');
    await screen.findByRole('heading', { name: '1 in view' });
    goTo('2019-2021');
    await screen.findByRole('heading', { name: '3 in view' });
    goTo('18th century');
    await screen.findByRole('heading', { name: 'Nothing in view' });
    goTo('21st century');
    await screen.findByRole('heading', { name: '3 in view' });
    goTo('2010-12');
    expect((await screen.findByRole('alert')).textContent).toMatch(/^Do you mean December 2010 or 2010 to 2012\?/);
    fireEvent.change(screen.getByRole('textbox', { name: 'Go to' }), { target: { value: 'soon' } });
    fireEvent.click(screen.getByRole('button', { name: 'Go' }));
    await waitFor(() => expect(screen.getByRole('alert').textContent).toMatch(/^This is not a time\./));

    fireEvent.click(screen.getByRole('button', { name: /^Lanes/ }));
    await waitFor(() => expect(document.querySelector('.kk-time-lane-name')?.textContent).toBe('Past'));
    fireEvent.click(document.querySelector('[data-time-item="Loan-2"]')!);
    await screen.findByRole('group', { name: 'On the timeline' });

    fireEvent.click(screen.getByRole('button', { name: '1 without a date' }));
    await screen.findByRole('heading', { name: '1 without a date' });
    await waitFor(() =>
      expect([...document.querySelectorAll('li[data-item]')].map((row) => row.getAttribute('data-item'))).toEqual([
        'Loan-4',
      ]),
    );
  });
});
