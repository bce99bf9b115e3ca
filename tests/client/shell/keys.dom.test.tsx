// Keys of the whole page, the palette, and what a person arranges on home and in lists.
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { heading, renderApp } from 'tests/client/shell/renderApp.tsx';

const press = (key: string, more: object = {}): boolean => fireEvent.keyDown(document.body, { key, ...more });
const palette = () => screen.findByRole('combobox', { name: 'Search, open or do anything' });

describe('the palette', () => {
  it('opens screens, items and actions by what is typed, and goes with Esc', async () => {
    const client = await renderApp();
    press('k', { ctrlKey: true });
    fireEvent.change(await palette(), { target: { value: 'boo' } });
    expect((await screen.findByRole('option', { name: /^Books/ })).getAttribute('aria-selected')).toBe('true');
    fireEvent.keyDown(await palette(), { key: 'Enter' });
    await waitFor(() => expect(client.navigation.address).toBe('/library.books'));
    press('k', { ctrlKey: true });
    fireEvent.change(await palette(), { target: { value: 'amber' } });
    await screen.findByRole('option', { name: /^Amber atlas/ });
    fireEvent.keyDown(await palette(), { key: 'Enter' });
    await waitFor(() => expect(client.navigation.address).toBe('/i-Book-1'));
    press('k', { ctrlKey: true });
    fireEvent.change(await palette(), { target: { value: 'dark' } });
    fireEvent.click(await screen.findByRole('option', { name: /^Dark mode/ }));
    await waitFor(() => expect(client.session.user?.dark).toBe(true));
    press('k', { ctrlKey: true });
    fireEvent.keyDown(await palette(), { key: 'Escape' });
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('[EXPERIENCE] finds pages and what the columns do by other words than those of their titles', async () => {
    const client = await renderApp({
      ...{ path: '/library.books', user: { admin: true } },
      operations: { 'act/deletedItems': () => ({ items: [] }) },
    });
    await heading('Books');
    await screen.findByText('6 results', { selector: '.kk-count' });
    const found = async (typed: string): Promise<string | null> => {
      press('k', { ctrlKey: true });
      fireEvent.change(await palette(), { target: { value: typed } });
      return (await screen.findAllByRole('option'))[0]!.textContent;
    };
    for (const [typed, name, address] of [
      ['books', /^Books/, '/library.books'],
      ['trash', /^Deleted/, '/deleted'],
      ['tasks', /^My tasks/, '/tasks'],
      ['favourites', /^Starred/, '/starred'],
    ] as const) {
      expect(await found(typed)).toMatch(name);
      fireEvent.keyDown(await palette(), { key: 'Enter' });
      await waitFor(() => expect(client.navigation.address).toBe(address));
    }
    await client.navigation.go('/library.books');
    await screen.findByText('6 results', { selector: '.kk-count' });
    expect(await found('excel')).toMatch(/^Export/);
    fireEvent.keyDown(await palette(), { key: 'Enter' });
    expect(await screen.findByRole('dialog', { name: /Export/ })).toBeTruthy();
  });
});

describe('keys', () => {
  it('/ goes to the search of the list, Esc closes a column, and ? lists the keys, which can be turned off', async () => {
    const client = await renderApp({ path: '/library.books/i-Book-1' });
    await heading('Amber atlas');
    const search = await screen.findByRole('searchbox', { name: 'Search in this list' });
    press('/');
    expect(document.activeElement).toBe(search);
    fireEvent.keyDown(document.activeElement!, { key: 'Escape' });
    expect(client.navigation.cells).toHaveLength(2);
    (document.activeElement as HTMLElement).blur();
    client.navigation.focus(1);
    press('Escape');
    await waitFor(() => expect(client.navigation.cells).toHaveLength(1));
    press('?');
    const keys = within(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' }));
    for (const text of [
      /Paste cells/,
      /Give the selected cells/,
      /Empty the selected cells/,
      /go to the next one/,
      /Undo/,
    ])
      keys.getByText(text);
    fireEvent.click(keys.getByRole('checkbox', { name: /one character/ }));
    fireEvent.click(keys.getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    press('?');
    press('k', { ctrlKey: true });
    await palette();
    expect(screen.queryByRole('dialog', { name: 'Keyboard shortcuts' })).toBeNull();
  });
});

describe('arranging', () => {
  it('moves and hides panels of home, and keeps that for the person', async () => {
    const names = (): (string | null)[] =>
      [...document.querySelectorAll('[data-panel]')].map((panel) => panel.getAttribute('data-panel'));
    const client = await renderApp();
    fireEvent.click(await screen.findByRole('button', { name: 'Arrange' }));
    const standard = ['days', 'waiting', 'near', 'pictures', 'unsaved', 'recent', 'figures'];
    expect(names().filter((name) => name !== 'open')).toEqual(standard);
    const section = (name: string) => document.querySelector(`[data-panel=${name}]`)!;
    fireEvent.dragStart(section('recent'), { dataTransfer: { setData: () => {} } });
    fireEvent.drop(section('near'));
    fireEvent.click(screen.getByRole('button', { name: 'Move “Recently changed” up' }));
    fireEvent.click(screen.getByRole('button', { name: 'Hide “Figures”' }));
    const shown = ['days', 'recent', 'waiting', 'near', 'pictures', 'unsaved'];
    expect(names().filter((name) => name !== 'open')).toEqual(shown);
    const kept = (): { readonly order: string[]; readonly hidden: string[] } =>
      client.server.user?.preferences.home as unknown as { readonly order: string[]; readonly hidden: string[] };
    await waitFor(() => expect(kept().hidden).toEqual(['figures']));
    expect(kept().order.filter((name) => name !== 'open')).toEqual([...shown, 'figures']);
    fireEvent.click(screen.getByRole('button', { name: 'Add a panel' }));
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Changed by me' }));
    expect(names()).toContain('mine');
    // The panel takes no space if nothing is unsaved.
    fireEvent.click(screen.getByRole('button', { name: 'Done' }));
    expect(names()).not.toContain('unsaved');
  });

  it('shows how much each area holds, to a person who has added that panel', async () => {
    await renderApp({ user: { preferences: { home: { order: ['areas'], hidden: [] } } } });
    const areas = within(await screen.findByRole('region', { name: 'Areas' }));
    expect((await areas.findByRole('link', { name: 'Books' })).parentElement?.textContent).toMatch(/^Books6$/);
  });

  it('keeps lists compact for the person', async () => {
    const client = await renderApp();
    fireEvent.click(await screen.findByRole('button', { name: 'Robin Sample' }));
    fireEvent.click(await screen.findByRole('menuitemcheckbox', { name: 'Compact lists', checked: false }));
    expect(document.body.classList.contains('kk-compact')).toBe(true);
    await waitFor(() => expect(client.server.user?.preferences).toMatchObject({ density: 'compact' }));
    fireEvent.click(await screen.findByRole('button', { name: 'Robin Sample' }));
    fireEvent.click(await screen.findByRole('menuitemcheckbox', { name: 'Compact lists', checked: true }));
    expect(document.body.classList.contains('kk-compact')).toBe(false);
  });
});
