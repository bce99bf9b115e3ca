// A column whose code is still loading while the person types elsewhere.
import { act, fireEvent, screen } from '@testing-library/react';
import { lazy } from 'react';
import { expect, it } from 'vitest';
import { CellHead } from 'src/client/navigation/CellHead.tsx';
import { headingId } from 'src/client/navigation/useColumnFocus.ts';
import { heading, renderApp } from 'tests/client/shell/renderApp.tsx';

it('[SRCH-02] leaves the focus with who has gone on to type elsewhere by the time a column is there', async () => {
  let come = (): void => undefined;
  const arrived = new Promise<void>((resolve) => (come = resolve));
  const late = lazy(() => arrived.then(() => ({ default: () => <CellHead title="Late" /> })));
  const client = await renderApp({ path: '/library.books', domain: { views: { late } } });
  await heading('Books');
  fireEvent.click(screen.getByRole('button', { name: 'Search' }));
  const box = await screen.findByRole('combobox', { name: 'Search everything' });
  await act(() => client.navigation.go('/library.books/late'));
  expect(document.getElementById(headingId(1))).toBeNull();
  act(() => box.blur());
  act(() => box.focus());
  // Observers run in the order of their creation: this one after the one that moves the focus.
  const isTold = new Promise<void>((resolve) => {
    const observer = new MutationObserver(() => {
      if (!document.getElementById(headingId(1))) return;
      observer.disconnect();
      resolve();
    });
    observer.observe(document.body, { childList: true, subtree: true });
  });
  await act(() => Promise.resolve(come()));
  await act(() => isTold);
  expect(document.getElementById(headingId(1))).not.toBeNull();
  expect(document.activeElement).toBe(box);
});
