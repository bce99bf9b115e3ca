// Parts of an item's page beyond its own values: its contents, its neighbours, and its related items by relation.
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { vocabClientArea } from 'src/domain/vocab/module.client.ts';
import type { PageView } from 'src/model/schema/TypeView.ts';
import type { Registry } from 'src/model/schema/Registry.ts';
import { heading, renderApp } from 'tests/client/shell/renderApp.tsx';
import { registry } from 'tests/toy/generated/registry.client.ts';

const withPage = (name: string, page: PageView): Registry => {
  const type = registry.types[name]!;
  return { ...registry, types: { ...registry.types, [name]: { ...type, view: { ...type.view, page } } } };
};
const shelf = withPage('Shelf', { contents: [{ type: 'Book', path: 'shelf' }] });

it('[CELL-01] an item shows what it holds, and leads to all of it by that relation', async () => {
  const messages = { 'related.Book.shelf': 'On this shelf' };
  const client = await renderApp({ path: '/i-Shelf-1', registry: shelf, messages });
  const section = (await screen.findByRole('heading', { name: 'On this shelf 3' })).closest('section')!;
  expect(
    within(section)
      .getAllByRole('link')
      .map((link) => link.textContent),
  ).toEqual(expect.arrayContaining(['Amber atlas', 'Cedar fables', 'Ember tales']));
  expect(within(section).queryByRole('button', { name: /Show all/ })).toBeNull();
  client.navigation.setParam(0, 'related:Book.shelf|');
  const groups = within(await screen.findByRole('group', { name: 'By how it is related' }));
  expect(await groups.findByRole('button', { name: 'On this shelf 3', pressed: true })).toBeTruthy();
  await waitFor(() =>
    expect(client.server.received.some(({ b }) => JSON.stringify(b).includes('"shelf":["Shelf-1"]'))).toBe(true),
  );
  fireEvent.click(groups.getByRole('button', { name: 'Everything' }));
  await waitFor(() => expect(client.navigation.cells[0]?.param).toBe('related'));
});

it('[CELL-01] what an item holds is made from its page, as part of it and of the same owner', async () => {
  const client = await renderApp({ path: '/i-Shelf-1', registry: shelf, messages: { 'related.Book.shelf': 'Books' } });
  const section = (await screen.findByRole('heading', { name: 'Books 3' })).closest('section')!;
  fireEvent.click(await within(section).findByRole('button', { name: /^New/ }));
  await waitFor(() => expect(client.navigation.cells[1]?.segment).toMatch(/^i-Book-0/));
  expect(JSON.parse(client.navigation.cells[1]?.param ?? '{}')).toMatchObject({ shelf: 'Shelf-1' });

  // Items that others create or hide change the count.
  const asked = (): number => client.server.received.filter(({ b }) => JSON.stringify(b).includes('"max":12')).length;
  const before = asked();
  act(() => client.server.push('item/update', { $id: 'Book-1', gone: true }));
  await waitFor(() => expect(asked()).toBeGreaterThan(before), { timeout: 10_000 });
});

it('[CELL-01] an entry of a dictionary has its word, its meaning and its neighbours at its head', async () => {
  const book = withPage('Book', { entry: { gloss: 'summary', facts: ['year'], order: 'title' } });
  const client = await renderApp({ path: '/i-Book-2', registry: book, domain: vocabClientArea });
  await heading('Birch songs');
  const steps = within(await screen.findByRole('navigation', { name: 'Words before and after' }));
  expect(await steps.findByRole('link', { name: /Amber atlas/ })).toBeTruthy();
  expect(screen.getByText('What is told in birch songs.').closest('.kk-word')).toBeTruthy();
  expect(screen.queryByText('Summary', { selector: 'dt' })).toBeNull();
  fireEvent.click(await steps.findByRole('link', { name: /Cedar fables/ }));
  await heading('Cedar fables');
  expect(client.navigation.cells).toHaveLength(1);
});
