// A column whose code is still to be loaded; alone in its file, where nothing has loaded it before.
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { headingId } from 'src/client/cells/useColumnFocus.ts';
import { heading, renderApp } from 'tests/client/shell/renderApp.tsx';

it('[SRCH-02] leaves the focus with who has gone on to type elsewhere by the time a column is there', async () => {
  const client = await renderApp({ path: '/library.books' });
  await heading('Books');
  fireEvent.click(screen.getByRole('button', { name: 'Search' }));
  const box = await screen.findByRole('combobox', { name: 'Search everything' });
  await act(() => client.navigation.go('/library.books/i-Book-2'));
  expect(document.getElementById(headingId(1))).toBeNull();
  act(() => box.blur());
  act(() => box.focus());
  await waitFor(() => expect(document.getElementById(headingId(1))).not.toBeNull());
  await act(() => new Promise((resolve) => setTimeout(resolve, 50)));
  expect(document.activeElement).toBe(box);
});
