// The lists of home when they cannot be read again: the rows that are known stay, and the person can try again.
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { Json } from 'src/model/item/Item.ts';
import { problem } from 'src/model/problems.ts';
import { renderApp } from 'tests/client/shell/renderApp.tsx';

it('[EXPERIENCE] [ERR-01] keeps the known rows of a list that could not be read again', async () => {
  let fails = false;
  const search = (): Json => {
    if (fails) throw problem('timeout');
    return { ids: ['Book-1'], total: 1, labels: { 'Book-1': 'Amber atlas' } };
  };
  const client = await renderApp({ operations: { search } });
  const panel = within(await screen.findByRole('region', { name: /^Recently changed/ }));
  await panel.findByRole('link', { name: 'Amber atlas' });
  fails = true;
  act(() => client.server.close(1006));
  const again = await panel.findByRole('button', { name: 'Try again' }, { timeout: 10_000 });
  expect(panel.getByRole('link', { name: 'Amber atlas' })).toBeTruthy();
  fails = false;
  fireEvent.click(again);
  await waitFor(() => expect(panel.queryByRole('button', { name: 'Try again' })).toBeNull());
  expect(panel.getByRole('link', { name: 'Amber atlas' })).toBeTruthy();
});

it('[EXPERIENCE] [ARCH-02] shows an import as one line that leads to it where the person may see it', async () => {
  const imported = { at: '2026-03-04T10:00:00Z', undone: false, type: 'Book', count: 4_000, more: false };
  const lines: Json = [
    { id: 'Book-1', imported: { ...imported, import: 'Import-7', by: 'User-2' } },
    { id: 'Book-2', imported: { ...imported, undone: true, count: 20_000, more: true } },
    { id: 'Book-3' },
  ];
  const labels = { 'Import-7': 'ledgers.csv', 'User-2': 'Ana Reed' };
  await renderApp({ operations: { 'act/recentChanges': () => ({ lines, labels }) } });
  const panel = within(await screen.findByRole('region', { name: 'Recently changed' }));
  const link = await panel.findByRole('link', { name: 'Ana Reed imported 4,000 records into Books' });
  expect(link.getAttribute('href')).toContain('i-Import-7');
  expect(panel.getByText('Someone undid an import of more than 20,000 records into Books')).toBeTruthy();
  expect(panel.getAllByRole('link')).toHaveLength(2);
});
