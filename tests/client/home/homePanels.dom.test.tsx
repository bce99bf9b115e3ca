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
