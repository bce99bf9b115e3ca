// The list of recently deleted items: restored items leave it, in any order in which the restores end.
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { Json } from 'src/model/item/Item.ts';
import { problem } from 'src/model/problems.ts';
import { renderApp } from 'tests/client/shell/renderApp.tsx';

const deleted = (number: number, label: string): Json => ({
  ...{ $id: `Book-${number}`, label, by: 'User-1', at: '2024-06-01T12:00:00Z', until: '2024-07-01T12:00:00Z' },
});
const listed = (): Json => ({ items: [deleted(91, 'Amber'), deleted(92, 'Birch'), deleted(93, 'Cedar')] });
const labels = () => screen.queryAllByRole('button', { name: /^Restore / }).map((each) => each.ariaLabel);

it('[CELL-04] keeps both of two restored items out of the list when they are restored at the same time', async () => {
  const waiting: (() => void)[] = [];
  const operations = {
    'act/deletedItems': listed,
    'act/restoreItem': (body: Json | undefined) =>
      new Promise<Json>((resolve) => {
        waiting.push(() => resolve({ $id: `Book-${(body as { readonly _i: number })._i}`, lost: [] }));
      }),
  };
  await renderApp({ path: '/deleted', operations });
  await screen.findByText('Amber');
  const [first, second] = screen.getAllByRole('button', { name: /Restore/ });
  fireEvent.click(first!);
  fireEvent.click(second!);
  await waitFor(() => expect(waiting).toHaveLength(2));
  act(() => waiting.forEach((answer) => answer()));
  await waitFor(() => expect(screen.queryByText('Birch')).toBeNull());
  expect(screen.queryByText('Amber')).toBeNull();
  expect(screen.getByText('Cedar')).toBeTruthy();
  expect(labels()).toHaveLength(1);
});

it('[ERR-01] says why the list could not be read, and reads it when asked again', async () => {
  let fails = true;
  const operations = {
    'act/deletedItems': () => {
      if (fails) throw problem('timeout');
      return listed();
    },
  };
  await renderApp({ path: '/deleted', operations });
  const again = await screen.findByRole('button', { name: 'Try again' });
  fails = false;
  fireEvent.click(again);
  await screen.findByText('Amber');
  expect(screen.queryByRole('alert')).toBeNull();
});
