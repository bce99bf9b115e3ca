// "Add to …" in the menu of an item: a dialog with one field.
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { Registry } from 'src/model/schema/Registry.ts';
import { renderApp } from 'tests/client/shell/renderApp.tsx';
import { registry } from 'tests/toy/generated/registry.client.ts';

const book = registry.types['Book']!;
const withSequels: Registry = {
  ...registry,
  types: {
    ...registry.types,
    Book: { ...book, view: { ...book.view, page: { contents: [{ type: 'Book', path: 'sequels' }] } } },
  },
};

it('[EXPERIENCE] an item is added to another one, which must be chosen and does not have it yet', async () => {
  const client = await renderApp({ path: '/i-Book-1', registry: withSequels });
  const updates = () => client.server.received.filter(({ o }) => o === 'update').map(({ b }) => b);
  const open = async () => {
    fireEvent.click(await screen.findByRole('button', { name: 'More options for this column' }));
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Add to book…' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Add “Amber atlas” to book' }));
    const box = await dialog.findByRole('combobox', { name: /^Book/ });
    return { box, add: () => fireEvent.click(dialog.getByRole('button', { name: 'Add' })) };
  };
  const pick = async (box: HTMLElement, name: string): Promise<void> => {
    fireEvent.focus(box);
    fireEvent.change(box, { target: { value: name } });
    fireEvent.click(await screen.findByRole('option', { name: new RegExp(name, 'u') }));
  };
  const first = await open();
  first.add();
  await waitFor(() => expect(first.box.getAttribute('aria-invalid')).toBe('true'));
  expect(updates()).toEqual([]);
  await pick(first.box, 'Cedar fables');
  first.add();
  await screen.findByText('“Amber atlas” is now in “Cedar fables”.');
  expect(updates()).toEqual([expect.objectContaining({ $id: 'Book-1', sequels: ['Book-3'] })]);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

  const second = await open();
  await pick(second.box, 'Cedar fables');
  second.add();
  expect(await screen.findByText('“Amber atlas” is already in “Cedar fables”.')).toBeTruthy();
  expect(updates()).toHaveLength(1);
});
