import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { EMPTY_STATE } from 'src/model/listing/listingState.ts';
import { md5 } from 'src/client/listing/md5.ts';
import { questionText, savedAddress, savedFields, savedState } from 'src/client/listing/savedSearch.ts';
import type { Item, Json } from 'src/model/item/Item.ts';
import type { ScriptedClient } from 'stories/scripted/createScriptedClient.ts';
import { toyItems, toyUser } from 'stories/scripted/toyItems.ts';
import { scriptedItem } from 'stories/scripted/ScriptedServer.ts';
import { renderApp } from 'tests/client/shell/renderApp.tsx';

/** On a busy machine a page takes seconds to stand. */
const PATIENT = { timeout: 20_000 };
const button = (name: string | RegExp) => screen.findByRole('button', { name }, PATIENT);

it('[SRCH-04] keeps text, facets, sort, display and columns, with a fingerprint of what is asked in any order', () => {
  const state = {
    text: 'fox',
    chosen: { year: [{ from: 1900 }, null], state: ['ACTIVE', 'DRAFT'], fragile: [true] },
    sort: { key: 'title', order: 'asc' as const },
    display: 'TABLE' as const,
    columns: [{ path: 'year', width: 90 }],
    parameters: {},
  };
  const sorts = [state.sort];
  const item = savedFields(state, { screen: 'library.books', display: 'TABLE', sorts }) as unknown as Item;
  expect(savedState(item)).toEqual(state);
  const other = {
    ...EMPTY_STATE,
    text: ' fox',
    chosen: { fragile: [true], state: ['DRAFT', 'ACTIVE'], year: [null, { from: 1900 }] },
  };
  const question = questionText('library.books', { ...EMPTY_STATE, ...state });
  expect(questionText('library.books', other)).toBe(question);
  expect(questionText('library.books', { ...other, text: 'foxes' })).not.toBe(question);
  expect(questionText('library.open', other)).not.toBe(question);
  expect(savedAddress(item)).toMatch(/^\/library\.books\?c0=\./);
  expect(savedAddress({ ...item, screen: undefined } as unknown as Item)).toBeUndefined();
});

const own = scriptedItem('SavedSearch-5', {
  name: 'Active ones',
  displayAs: 'LIST',
  screen: 'library.books',
  selectedFacets: [{ key: 'state', values: ['ACTIVE'] }],
  hash: md5(questionText('library.books', { ...EMPTY_STATE, chosen: { state: ['ACTIVE'] } })),
});
const user = { ...toyUser, readOrgs: ['Shelf-1'] };
const mine = { ...own, _c: { ...own._c, creator: user.$id } };
const saved = (client: ScriptedClient, id = 'SavedSearch-5') => client.server.items.get(id);
const menu = async (entry: string): Promise<void> => {
  fireEvent.click(await button(/^Saved searches/));
  fireEvent.click(await screen.findByText(entry, {}, PATIENT));
};

it('[SRCH-04] saves what is shown', async () => {
  const client = await renderApp({ path: '/library.books?c0=.f.state%3DACTIVE%26show%3DCARDS', user });
  await menu('Save this search');
  // An administrator may read every private item: see docs/ACCESS.md.
  const alone = await screen.findByRole('option', { name: /^Only you/ }, PATIENT);
  expect(alone.textContent).toContain('administrators');
  fireEvent.change(await screen.findByLabelText(/^Name/, {}, PATIENT), { target: { value: 'Active ones' } });
  fireEvent.click(await button('Save'));
  await waitFor(() =>
    expect(saved(client, 'SavedSearch-1')).toMatchObject({
      name: 'Active ones',
      displayAs: 'CARDS',
      $access: 'PRIVATE',
    }),
  );
  expect(saved(client, 'SavedSearch-1')?.owner).toBeUndefined();
});

it('[SRCH-04] proposes a name of the words and values, and the menu has the name of the search that is shown', async () => {
  await renderApp({ path: '/library.books?c0=.f.state%3DACTIVE', user, items: [...toyItems, mine] });
  expect((await button('Saved searches Active ones')).textContent).toContain('Active ones');
  fireEvent.change(await screen.findByRole('searchbox', {}, PATIENT), { target: { value: 'fox' } });
  expect(await button('Saved searches')).toBeTruthy();
  await menu('Save this search');
  expect(await screen.findByLabelText(/^Name/, {}, PATIENT)).toHaveProperty('value', 'fox · Active');
});

it('[SRCH-04] keeps the dialog open until the server has stored the search, and offers it after a new connection', async () => {
  let store = (): void => {};
  const stored = new Promise<void>((resolve) => (store = resolve));
  const client: ScriptedClient = await renderApp({
    ...{ path: '/library.books?c0=.f.state%3DACTIVE', user },
    operations: {
      'create/SavedSearch': async () => {
        await stored;
        client.server.items.set(mine.$id, mine);
        return mine as unknown as Json;
      },
    },
  });
  await menu('Save this search');
  fireEvent.change(await screen.findByLabelText(/^Name/, {}, PATIENT), { target: { value: 'Active ones' } });
  fireEvent.click(await button('Save'));
  await waitFor(() => expect(client.server.received.some(({ o }) => o === 'create/SavedSearch')).toBe(true), PATIENT);
  expect(screen.getByRole('dialog')).toBeTruthy();
  store();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull(), PATIENT);
  act(() => client.server.close(1006));
  client.server.items.set('SavedSearch-6', { ...mine, $id: 'SavedSearch-6', _i: 6, name: 'Saved elsewhere' });
  act(() => client.connection.retryNow());
  fireEvent.click(await button(/^Saved searches/));
  expect(await screen.findByText('Saved elsewhere', {}, PATIENT)).toBeTruthy();
  expect(screen.getAllByText('Active ones').length).toBeGreaterThan(0);
});

it('[SRCH-04] opens it from home, renews, shares, renames and deletes it', async () => {
  const client = await renderApp({ path: '/', user, items: [...toyItems, mine] });
  fireEvent.click(await button('Arrange'));
  fireEvent.click(await button('Add a panel'));
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Saved searches' }, PATIENT));
  fireEvent.click(await button('Done'));
  const link = (): Element | null => document.querySelector('a[href*="f.state"]');
  await waitFor(() => expect(link()?.textContent).toBe('Active ones'), PATIENT);
  fireEvent.click(link() ?? document.body);
  await waitFor(() => expect(client.navigation.address).toContain('f.state%3DACTIVE'), PATIENT);
  fireEvent.click(await screen.findByRole('checkbox', { name: /^Draft/ }, PATIENT));
  await menu('Update “Active ones” to this search');
  await waitFor(() => expect(saved(client)?.selectedFacets).toEqual([{ key: 'state', values: ['ACTIVE', 'DRAFT'] }]));
  await menu('Rename or share “Active ones”');
  fireEvent.change(await screen.findByLabelText(/^Name/, {}, PATIENT), { target: { value: 'Open ones' } });
  fireEvent.change(screen.getByLabelText('Shared with'), { target: { value: 'Shelf-1' } });
  fireEvent.click(await button('Save'));
  await waitFor(() =>
    expect(saved(client)).toMatchObject({ name: 'Open ones', owner: 'Shelf-1', $access: 'COMMUNITY' }),
  );
  await menu('Delete “Open ones”');
  fireEvent.click(await button('Delete'));
  await waitFor(() => expect(saved(client)).toBeUndefined());
});

it('[SRCH-04] offers one’s own and those of one’s organisations, not those that an administrator may also read', async () => {
  const by = (id: string, name: string, more: object): Item =>
    ({ ...own, ...more, $id: id, _i: Number(id.split('-')[1]), name, $label: name }) as unknown as Item;
  const others = { _c: { ...own._c, creator: 'User-9' } };
  const items = [
    by('SavedSearch-5', 'My own', { _c: mine._c }),
    by('SavedSearch-6', 'Shared here', { ...others, owner: 'Shelf-1', $access: 'COMMUNITY' }),
    by('SavedSearch-7', 'Shared elsewhere', { ...others, owner: 'Shelf-2', $access: 'COMMUNITY' }),
    by('SavedSearch-8', 'Private to another', { ...others, $access: 'PRIVATE' }),
  ];
  const client = await renderApp({
    ...{ path: '/', items: [...toyItems, ...items] },
    // The panel is shown only to people who have added it.
    user: { ...user, admin: true, preferences: { home: { order: ['saved'], hidden: [] } } },
  });
  const offered = (): (string | null)[] =>
    [...document.querySelectorAll('main a[href*="f.state"]')].map(({ textContent }) => textContent);
  await waitFor(() => expect(offered()).toEqual(['My own', 'Shared here']), PATIENT);
  // Searches that others share, make private again and delete while the list is open.
  const late = by('SavedSearch-10', 'Newly shared', { ...others, owner: 'Shelf-1', $access: 'COMMUNITY' });
  client.server.items.set(late.$id, late);
  client.server.push('item/update', { $id: late.$id, _u: 1, created: true, changed: {} });
  await waitFor(() => expect(offered()).toEqual(['My own', 'Newly shared', 'Shared here']), PATIENT);
  client.server.items.delete('SavedSearch-6');
  client.server.push('item/update', { $id: 'SavedSearch-6', gone: true });
  await waitFor(() => expect(offered()).toEqual(['My own', 'Newly shared']), PATIENT);
  client.server.items.delete(late.$id);
  client.server.push('taskComplete', {
    ...{ key: 'delete', asyncKey: null, started: late.updated, percentageComplete: 100, resultURI: null },
    ...{ errorKey: null, keyAction: 'delete', keyItem: late.$id },
  });
  await waitFor(() => expect(offered()).toEqual(['My own']), PATIENT);
});

it('[SRCH-04] skips what can no longer be searched, and says so', async () => {
  const item = scriptedItem('SavedSearch-9', {
    name: 'Old',
    displayAs: 'LIST',
    screen: 'library.books',
    selectedFacets: [
      { key: 'gone', values: ['x'] },
      { key: 'state', values: ['ACTIVE'] },
    ],
  });
  const client = await renderApp({ path: '/library.books', user, items: [...toyItems, item] });
  expect(await screen.findByText(/\d results$/, { selector: '.kk-count' }, PATIENT)).toBeTruthy();
  expect(screen.queryByText(/You can no longer search by/)).toBeNull();
  await menu('Old');
  expect(await screen.findByText(/You can no longer search by gone/, {}, PATIENT)).toBeTruthy();
  expect(await screen.findByText('2 results', { selector: '.kk-count' }, PATIENT)).toBeTruthy();
  expect(client.navigation.address).toContain('f.state%3DACTIVE');
});

it('[SRCH-04] shows every condition of a search that another program made, its translated name, and no filters', async () => {
  const filter = (prop: string, value: string) => ({ prop, kind: 'SEL', value: [value] });
  const item = scriptedItem('SavedSearch-9', {
    nameT: { en: 'Made elsewhere' },
    displayAs: 'LIST',
    screen: 'library.books',
    showFacets: false,
    criteria: {
      filters: [filter('state', 'ACTIVE')],
      groups: [{ relation: 'shelf', filters: [filter('room', 'NORTH')] }],
      groupsShould: [{ filters: [filter('fragile', 'true')] }],
    },
  });
  const unnamed = scriptedItem('SavedSearch-10', { displayAs: 'LIST', screen: 'library.books' });
  const client = await renderApp({ path: '/library.books', user, items: [...toyItems, item, unnamed] });
  expect(await screen.findByRole('checkbox', { name: /^Draft/ }, PATIENT)).toBeTruthy();
  fireEvent.click(await button(/^Saved searches/));
  expect(await screen.findByRole('menuitemradio', { name: 'Search without a name' }, PATIENT)).toBeTruthy();
  fireEvent.click(await screen.findByText('Made elsewhere', {}, PATIENT));
  const tags = within(await screen.findByRole('group', { name: 'Active filters' }, PATIENT));
  for (const name of ['State: Active', 'Shelf · Room: North', 'or Fragile: Yes'])
    expect(await tags.findByText(name, {}, PATIENT)).toBeTruthy();
  expect(screen.queryByRole('checkbox', { name: /^Draft/ })).toBeNull();
  const asked = client.server.received.filter(({ o }) => o === 'search/ids').at(-1)?.b;
  expect(asked).toMatchObject({
    must: { state: ['ACTIVE'] },
    subs: { shelf: { must: { room: ['NORTH'] } } },
    should: { fragile: [true] },
  });
  await menu('Update “Made elsewhere” to this search');
  await waitFor(() =>
    expect(saved(client, 'SavedSearch-9')).toMatchObject({
      showFacets: false,
      sortBy: [{ order: 'desc' }],
      criteria: { groups: [{ relation: 'shelf' }], groupsShould: [{ filters: [{ prop: 'fragile' }] }] },
    }),
  );
  fireEvent.click(tags.getByRole('button', { name: /Shelf · Room: North/ }));
  await waitFor(() => expect(tags.queryByText('Shelf · Room: North')).toBeNull());
});
