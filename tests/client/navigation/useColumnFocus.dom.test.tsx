// A column whose code is still loading while the person types elsewhere.
import { act, fireEvent, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { heading, renderApp } from 'tests/client/shell/renderApp.tsx';

it('[SRCH-02] leaves the focus with who has gone on to type elsewhere by the time a column is there', async () => {
  const client = await renderApp({ path: '/library.books' });
  await heading('Books');
  fireEvent.click(screen.getByRole('button', { name: 'Search' }));
  const box = await screen.findByRole('combobox', { name: 'Search everything' });
  let release: () => void = () => {};
  client.server.held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await act(() => client.navigation.go('/library.books/i-Loan-1'));
  act(() => box.blur());
  act(() => box.focus());
  release();
  // Observers run in the order of their creation: that of this search after the one that moves the focus. The code of the column may have
  // loaded before, so that its heading was there while the item was not.
  await screen.findAllByRole('tab');
  expect(document.activeElement).toBe(box);
});
