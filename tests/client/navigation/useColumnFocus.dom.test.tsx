// A column whose code is still loading while the person types elsewhere.
import { act, fireEvent, screen } from '@testing-library/react';
import { lazy } from 'react';
import { expect, it } from 'vitest';
import { headingId } from 'src/client/navigation/useColumnFocus.ts';
import { heading, renderApp } from 'tests/client/shell/renderApp.tsx';

it('[SRCH-02] leaves the focus with who has gone on to type elsewhere by the time a column is there', async () => {
  let come = (): void => undefined;
  const arrived = new Promise<void>((resolve) => (come = resolve));
  const late = lazy(() => arrived.then(() => ({ default: () => <p>Late</p> })));
  const client = await renderApp({ path: '/library.books', domain: { itemParts: { Book: late } } });
  await heading('Books');
  fireEvent.click(screen.getByRole('button', { name: 'Search' }));
  const box = await screen.findByRole('combobox', { name: 'Search everything' });
  await act(() => client.navigation.go('/library.books/i-Book-2'));
  expect(document.getElementById(headingId(1))).toBeNull();
  act(() => box.blur());
  act(() => box.focus());
  await act(() => Promise.resolve(come()));
  // Observers run in the order of their creation: that of this search after the one that moves the focus.
  await screen.findByText('Late');
  expect(document.getElementById(headingId(1))).not.toBeNull();
  expect(document.activeElement).toBe(box);
});
