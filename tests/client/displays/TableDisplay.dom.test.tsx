import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
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

  it('can be scrolled and named without a pointer', async () => {
    await openTable();
    const group = await screen.findByRole('group', { name: /Table of 6 results/ });
    expect(group.tabIndex).toBe(0);
  });

  it('opens the focused row with Enter', async () => {
    const client = await openTable();
    const group = await screen.findByRole('group', { name: /Table of/ });
    fireEvent.keyDown(group, { key: 'Enter' });
    await waitFor(() => expect(client.navigation.cells[1]?.itemId).toBe('Book-1'));
  });

  it('shows the columns that somebody chooses, in their order and width, and remembers them', async () => {
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
    fireEvent.change(screen.getByRole('slider', { name: 'Width of Year' }), { target: { value: '200' } });
    await waitFor(() =>
      expect(decodeURIComponent(decodeURIComponent(client.navigation.address))).toContain(
        'cols=$label*genres*shelf*year-200*$access*_c.ts*weight',
      ),
    );
    act(() => void client.navigation.go('/library.books?c0=.show%3DTABLE'));
    await waitFor(() => expect(heads()).toContain('Weight'));
    fireEvent.click(screen.getByRole('button', { name: 'Back to the usual columns' }));
    await waitFor(() => expect(heads()).not.toContain('Weight'));
  });
});
