// "Add to my …" in the menu of a record: the own items of the person, a new one, and its owner.
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { SessionUser } from 'src/model/generated/wire.ts';
import type { Registry } from 'src/model/schema/Registry.ts';
import { renderApp } from 'tests/client/shell/renderApp.tsx';
import { registry } from 'tests/toy/generated/registry.client.ts';

const book = registry.types['Book']!;
const gathering: Registry = {
  ...registry,
  types: {
    ...registry.types,
    Book: {
      ...book,
      view: {
        ...book.view,
        page: { gathers: { path: 'sequels', name: 'title' } },
        create: { limited: { unless: 'Keeping', values: { state: 'DRAFT' } } },
      },
    },
  },
};

const openDialog = async (user: Partial<SessionUser>) => {
  const client = await renderApp({ path: '/i-Book-1', registry: gathering, user });
  fireEvent.click(await screen.findByRole('button', { name: 'More options for this column' }));
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Add to my book…' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Add “Amber atlas” to my book' }));
  const sent = (operation: string) => client.server.received.filter(({ o }) => o === operation).map(({ b }) => b);
  return { client, dialog, sent };
};

it('[EXPERIENCE] a person who may not create such an item is not offered one of their own', async () => {
  await renderApp({ path: '/i-Book-1', registry: gathering, user: { creatable: [] } });
  fireEvent.click(await screen.findByRole('button', { name: 'More options for this column' }));
  await screen.findByRole('menuitem', { name: 'Star' });
  expect(screen.queryByRole('menuitem', { name: 'Add to my book…' })).toBeNull();
});

it('[EXPERIENCE] a new item of one’s own has a name, the values of its kind, and an owner that the person can choose', async () => {
  const { dialog, sent } = await openDialog({ readOrg: 'Shelf-2', readOrgs: ['Shelf-1', 'Shelf-2'] });
  const choice = await dialog.findByRole<HTMLSelectElement>('combobox', { name: /^Book/ });
  fireEvent.change(choice, { target: { value: [...choice.options].find(({ text }) => text === 'New book…')!.value } });
  const owner = await dialog.findByRole<HTMLSelectElement>('combobox', { name: /^Shelf/ });
  await waitFor(() => expect(owner.selectedOptions[0]?.text).toBe('South shelf'));
  fireEvent.click(dialog.getByRole('button', { name: 'Add' }));
  const name = dialog.getByRole('textbox', { name: /^Name of the new book/ });
  await waitFor(() => expect(name.getAttribute('aria-invalid')).toBe('true'));
  fireEvent.change(name, { target: { value: 'To read' } });
  fireEvent.change(owner, { target: { value: [...owner.options].find(({ text }) => text === 'North shelf')!.value } });
  fireEvent.click(dialog.getByRole('button', { name: 'Add' }));
  await screen.findByText('“Amber atlas” is now in the new “To read”.');
  expect(sent('create/Book')).toEqual([{ title: 'To read', state: 'DRAFT', shelf: 'Shelf-1', sequels: ['Book-1'] }]);
});
