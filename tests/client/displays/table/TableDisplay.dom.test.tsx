import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { harmlessText } from 'src/model/text/harmlessText.ts';
import { renderApp } from 'tests/client/shell/renderApp.tsx';

/** Blueprint's table measures by offsets and rectangles. */
const openTable = async () => {
  const client = await renderApp({ path: '/library.books?c0=.show%3DTABLE%26sort%3Dtitle' });
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(600);
  vi.spyOn(HTMLElement.prototype, 'offsetWidth', 'get').mockReturnValue(1600);
  await waitFor(() => expect(document.querySelector('.bp6-table-container')).toBeTruthy());
  return client;
};

describe('table', () => {
  it('shows rows from the store and follows changes', async () => {
    const client = await openTable();
    expect(await screen.findByRole('link', { name: 'Amber atlas' })).toBeTruthy();
    await waitFor(() => expect(screen.getAllByText('1900').length).toBeGreaterThan(0));
    act(() => void client.server.change('Book-1', { year: 1555 }));
    await waitFor(() => expect(screen.getAllByText('1555').length).toBeGreaterThan(0));
  });

  it('sorts by a header', async () => {
    const client = await openTable();
    const head = (await screen.findAllByRole('button', { name: 'Year' })).find(
      ({ className }) => className === 'kk-head-sort',
    );
    if (!head) throw new Error('no header');
    fireEvent.click(head);
    await waitFor(() => expect(client.navigation.address).toContain('sort%3D-year'));
  });

  it('[EXPERIENCE] is one grid that says its size and the place of each cell, without a pointer', async () => {
    await openTable();
    const grid = await screen.findByRole('grid', { name: /Table of 6 results/ });
    expect(grid.tabIndex).toBe(0);
    expect(grid.getAttribute('aria-rowcount')).toBe('7');
    const current = (): HTMLElement | null =>
      document.getElementById(grid.getAttribute('aria-activedescendant') ?? 'none');
    const place = (): string =>
      `${current()?.parentElement?.getAttribute('aria-rowindex')}/${current()?.getAttribute('aria-colindex')}`;
    const cols = Number(grid.getAttribute('aria-colcount'));
    await waitFor(() => expect(current()?.textContent).toContain('Amber atlas'));
    const press = (key: string, more = {}): void => void fireEvent.keyDown(grid, { key, ...more });
    press('ArrowDown');
    await waitFor(() => expect(place()).toBe('3/1'));
    press('ArrowUp');
    press('ArrowUp');
    await waitFor(() => expect(place()).toBe('1/1'));
    expect(current()?.getAttribute('role')).toBe('columnheader');
    press('End', { ctrlKey: true });
    await waitFor(() => expect(place()).toBe(`7/${cols}`));
    press('Home');
    await waitFor(() => expect(place()).toBe('7/1'));
    press('Home', { ctrlKey: true });
    await waitFor(() => expect(place()).toBe('2/1'));
    press('ArrowRight', { shiftKey: true });
    press('ArrowDown', { shiftKey: true });
    await waitFor(() => expect(screen.getByText('4 cells selected')).toBeTruthy());
    expect(grid.querySelectorAll('[role=gridcell][aria-selected=true]').length).toBe(4);
    press('Escape');
    await waitFor(() => expect(screen.getByText('1 cell selected')).toBeTruthy());
  });

  it('[EXPERIENCE] copies the chosen cells as they are read, with tabs between them', async () => {
    const writeText = vi.fn(() => Promise.resolve());
    const own = Object.getOwnPropertyDescriptor(navigator, 'clipboard');
    Object.defineProperty(navigator, 'clipboard', { configurable: true, value: { writeText } });
    onTestFinished(() => {
      if (own) Object.defineProperty(navigator, 'clipboard', own);
      else Reflect.deleteProperty(navigator, 'clipboard');
    });
    await openTable();
    const grid = await screen.findByRole('grid');
    await screen.findByRole('link', { name: 'Amber atlas' });
    fireEvent.keyDown(grid, { key: 'ArrowRight', shiftKey: true });
    fireEvent.keyDown(grid, { key: 'ArrowDown', shiftKey: true });
    fireEvent.keyDown(grid, { key: 'c', ctrlKey: true });
    await waitFor(() => expect(writeText).toHaveBeenCalledOnce());
    const [[text]] = writeText.mock.calls as unknown as [[string]];
    expect(text).toMatch(/^Amber atlas\t.*\n[^\t\n]+\t[^\t\n]*$/u);
    expect(harmlessText('=HYPERLINK("x")')).toBe('\'=HYPERLINK("x")');
    expect(harmlessText('-12,5')).toBe('-12,5');
  });

  it('keeps the title and the frozen columns in view', async () => {
    const client = await openTable();
    const left = (): string => document.querySelector('.bp6-table-quadrant-top-left')?.textContent ?? '';
    await waitFor(() => expect(left()).toContain('Book'));
    fireEvent.click(screen.getByRole('button', { name: 'Columns' }));
    fireEvent.click(await screen.findByRole('button', { name: 'Keep Year in view when scrolling sideways' }));
    await waitFor(() => expect(left()).toContain('Year'));
    await waitFor(() => expect(client.server.received.some(({ o }) => o === 'act/setPreferences')).toBe(true));
    expect(decodeURIComponent(decodeURIComponent(client.navigation.address))).toContain('year-f');
  });

  it('opens the focused row with Enter', async () => {
    const client = await openTable();
    const grid = await screen.findByRole('grid', { name: /Table of/ });
    fireEvent.keyDown(grid, { key: 'Enter' });
    await waitFor(() => expect(client.navigation.cells[1]?.itemId).toBe('Book-1'));
  });

  it('shows the chosen columns in their order and width, and remembers them', async () => {
    const client = await openTable();
    const heads = (): string[] =>
      [...document.querySelectorAll('.bp6-table-quadrant-top .bp6-table-header, .bp6-table-header')]
        .map((head) => head.textContent ?? '')
        .filter((name, at, all) => all.indexOf(name) === at);
    await waitFor(() => expect(heads()).toContain('State'));
    fireEvent.click(screen.getByRole('button', { name: 'Columns' }));
    fireEvent.click(await screen.findByRole('checkbox', { name: 'State' }));
    await waitFor(() => expect(heads()).not.toContain('State'));
    // Kept with the person, the choice leaves the listing and the open menu as they are.
    await waitFor(() => expect(client.server.received.some(({ o }) => o === 'act/setPreferences')).toBe(true));
    fireEvent.click(screen.getByRole('checkbox', { name: 'Weight' }));
    await waitFor(() => expect(heads()).toContain('Weight'));
    fireEvent.click(screen.getByRole('button', { name: 'Move Genres forward' }));
    fireEvent.change(screen.getByRole('spinbutton', { name: 'Width of Year' }), { target: { value: '200' } });
    await waitFor(() =>
      expect(decodeURIComponent(decodeURIComponent(client.navigation.address))).toContain(
        'cols=$label*genres*shelf*year-200*$access*_c.ts*weight',
      ),
    );
    act(() => void client.navigation.go('/library.books?c0=.show%3DTABLE'));
    await waitFor(() => expect(heads()).toContain('Weight'));
    fireEvent.click(screen.getByRole('button', { name: 'Reset the columns' }));
    await waitFor(() => expect(heads()).not.toContain('Weight'));
  });
});
