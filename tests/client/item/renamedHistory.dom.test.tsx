// The entry of a release that renamed a property: the former name instead of "before none", and no button that would remove the value.
import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderApp } from 'tests/client/shell/renderApp.tsx';

const events = [
  {
    _u: 2,
    at: '2024-05-01T00:00:00Z',
    ...{ by: null, asUser: null, helper: null },
    kind: 'migrated',
    changes: { title: [null, 'Amber atlas'], year: [1899, 1900] },
    renamed: { title: 'bookName' },
  },
];

it('[EXPERIENCE] the history names the former name of a property that a release renamed', async () => {
  const history = () => ({ events, more: false });
  await renderApp({ path: '/i-Book-1?c0=history', operations: { history: history as never } });
  const renamed = await screen.findByText('renamed from “Book name”');
  const change = within(renamed.closest<HTMLElement>('.kk-change') ?? document.body);
  expect(change.getByText('Amber atlas')).toBeTruthy();
  expect(change.queryByText('none')).toBeNull();
  expect(change.queryByRole('button')).toBeNull();
  expect(screen.getAllByRole('button', { name: 'Restore the value before' })).toHaveLength(1);
});
