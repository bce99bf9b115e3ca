import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { EMPTY_STATE } from 'src/client/search/listingState.ts';
import { hashOf, savedAddress, savedFields, savedState } from 'src/client/search/savedSearch.ts';
import type { Item } from 'src/model/item/Item.ts';
import { toyItems, toyUser } from 'stories/scripted/toyItems.ts';
import { scriptedItem } from 'stories/scripted/ScriptedServer.ts';
import { renderApp } from 'tests/client/shell/renderApp.tsx';

const button = (name: string | RegExp) => screen.findByRole('button', { name });
const PATIENT = { timeout: 20_000 };

it('[SRCH-04] keeps text, facets, sort, display and columns, with a fingerprint of what is asked in any order', () => {
  const state = {
    text: 'fox',
    chosen: { year: [{ from: 1900 }, null], state: ['ACTIVE', 'DRAFT'], fragile: [true] },
    sort: { key: 'title', order: 'asc' as const },
    display: 'TABLE' as const,
    columns: [{ path: 'year', width: 90 }],
  };
  const item = savedFields('library.books', state, 'TABLE') as unknown as Item;
  expect(savedState(item)).toEqual(state);
  const other = {
    ...EMPTY_STATE,
    text: ' fox',
    chosen: { fragile: [true], state: ['DRAFT', 'ACTIVE'], year: [null, { from: 1900 }] },
  };
  expect(hashOf('library.books', other)).toBe(item['hash']);
  expect(hashOf('library.books', { ...other, text: 'foxes' })).not.toBe(item['hash']);
  expect(hashOf('library.open', other)).not.toBe(item['hash']);
  expect(savedAddress(item)).toMatch(/^\/library\.books\?c0=\./);
  expect(savedAddress({ ...item, screen: undefined } as unknown as Item)).toBeUndefined();
});

it('[SRCH-04] saves what is shown, opens it from home, renews, shares, renames and deletes it', async () => {
  const user = { ...toyUser, readOrgs: ['Shelf-1'] };
  const client = await renderApp({ path: '/library.books?c0=.f.state%3DACTIVE%26show%3DTABLE', user });
  const saved = () =>
    [...client.server.items.values()].find(({ _t, name }) => _t === 'SavedSearch' && name !== 'Shared');
  const menu = async (entry: string | RegExp): Promise<void> => {
    fireEvent.click(await button('Saved searches'));
    fireEvent.click(await screen.findByRole('menuitem', { name: entry }));
  };
  await menu('Save this search');
  fireEvent.change(await screen.findByRole('textbox', { name: 'Name' }), { target: { value: 'Active ones' } });
  fireEvent.click(await button('Save'));
  await waitFor(() => expect(saved()).toMatchObject({ name: 'Active ones', displayAs: 'TABLE', $access: 'PRIVATE' }));
  expect(saved()?.owner).toBeUndefined();

  await client.navigation.go('/');
  const home = within(await screen.findByRole('region', { name: 'Saved searches' }, PATIENT));
  fireEvent.click(home.getByRole('link', { name: 'Active ones' }));
  await waitFor(() => expect(client.navigation.address).toContain('f.state%3DACTIVE'), PATIENT);
  expect(await button('Remove the filter State: Active')).toBeTruthy();

  fireEvent.click(await screen.findByRole('checkbox', { name: /^Draft/ }, PATIENT));
  await menu('Save what is shown now as “Active ones”');
  await waitFor(() => expect(saved()?.selectedFacets).toEqual([{ key: 'state', values: ['ACTIVE', 'DRAFT'] }]));
  await menu('Rename or share “Active ones”');
  fireEvent.change(await screen.findByRole('textbox', { name: 'Name' }), { target: { value: 'Open ones' } });
  fireEvent.change(screen.getByRole('combobox', { name: 'Shared with the members of' }), {
    target: { value: 'Shelf-1' },
  });
  fireEvent.click(await button('Save'));
  await waitFor(() => expect(saved()).toMatchObject({ name: 'Open ones', owner: 'Shelf-1', $access: 'COMMUNITY' }));
  await menu('Delete “Active ones”');
  fireEvent.click(await button('Delete'));
  await waitFor(() => expect(saved()).toBeUndefined());
});

it('[SRCH-04] skips what can no longer be searched, and says so', async () => {
  const item = scriptedItem('SavedSearch-9', { name: 'Old', displayAs: 'LIST', screen: 'library.books' });
  const client = await renderApp({
    path: '/library.books?c0=.f.gone%3Dx%26f.state%3DACTIVE',
    items: [...toyItems, item],
  });
  expect(await screen.findByText(/asked for gone, which can no longer be searched/)).toBeTruthy();
  expect(await screen.findByText('2 results', { selector: '.kk-count' })).toBeTruthy();
  expect(client.server.operations).toContain('search');
});
