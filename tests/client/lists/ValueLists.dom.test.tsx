// Value lists as a person keeps them: by name, for one owner, added to, renamed, ordered and archived.
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { keyFor } from 'src/client/lists/valueRows.ts';
import { problem } from 'src/model/problems.ts';
import { scriptedItem, type Answer } from 'stories/scripted/ScriptedServer.ts';
import { toyItems } from 'stories/scripted/toyItems.ts';
import { heading, renderApp } from 'tests/client/shell/renderApp.tsx';
import { registry } from 'tests/toy/generated/registry.client.ts';

const withLists = {
  ...registry,
  screens: [...registry.screens, { path: 'library.lists', area: 'library', view: 'valueLists' as const }],
};

it.each([
  ['Wax cylinder', [], 'WAX_CYLINDER'],
  ['Wax cylinder', ['WAX_CYLINDER'], 'WAX_CYLINDER_2'],
  ['Électronique / 2', [], 'E_LECTRONIQUE_2'],
  ['ᓄᓇᕗᑦ', ['VALUE'], 'VALUE_2'],
])('[LOV-01] the key of %s is made from its name', (label, taken, key) => {
  expect(keyFor(label, new Set(taken))).toBe(key);
});

it('[LOV-01] a list is found by its name and kept for one owner', { timeout: 30_000 }, async () => {
  const archived = { key: 'TAPES', list: 'GENRES', owner: 'Shelf-1', t: { en: 'Tapes' }, state: 'ARCHIVED' };
  const foreign = { key: 'CHARTS', list: 'GENRES', owner: 'Shelf-2', t: { en: 'Charts' }, state: 'ACTIVE' };
  const items = [...toyItems, scriptedItem('LOVValue-1', archived), scriptedItem('LOVValue-2', foreign)];
  const user = { adminOrg: 'Shelf-1', adminOrgs: ['Shelf-1'] };
  const client = await renderApp({ path: '/library.lists', registry: withLists, items, user });
  const stored = () =>
    [...client.server.items.values()].filter(({ _t, owner }) => _t === 'LOVValue' && owner === 'Shelf-1');
  fireEvent.click(await screen.findByRole('link', { name: 'Genres' }));
  await heading('Genres');
  const rows = async (): Promise<readonly string[]> =>
    (await screen.findAllByRole('listitem')).map((row) => row.querySelector('[dir]')?.textContent ?? '');
  await waitFor(async () => expect(await rows()).toEqual(['Fable', 'Atlas', 'Songs', 'Tapes']));
  const row = (name: string) => within(screen.getByText(name, { selector: 'li [dir]' }).closest('li')!);
  fireEvent.click(await row('Atlas').findByRole('button', { name: 'in 3 records: Atlas' }));
  const used = await row('Atlas').findByRole('link', { name: 'Book: Genres' });
  expect(decodeURIComponent(used.getAttribute('href') ?? '')).toMatch(
    /\/library\.books\?.*f\.genres=ATLAS&f\.shelf=Shelf-1/,
  );
  await waitFor(() => expect(row('Atlas').getAllByText('in 3 records')).toHaveLength(2));
  fireEvent.click(row('Atlas').getByRole('button', { name: 'in 3 records: Atlas' }));
  expect(row('Tapes').getByText(/Archived/)).toBeTruthy();

  fireEvent.change(screen.getByLabelText('New value'), { target: { value: 'Wax cylinder' } });
  fireEvent.click(screen.getByRole('button', { name: 'Add' }));
  await waitFor(async () => expect(await rows()).toContain('Wax cylinder'));
  expect(stored()).toContainEqual(
    expect.objectContaining({ key: 'WAX_CYLINDER', list: 'GENRES', t: { en: 'Wax cylinder' } }),
  );

  fireEvent.click(row('Fable').getByRole('button', { name: 'Rename Fable' }));
  fireEvent.change(screen.getByLabelText('English'), { target: { value: 'Fables' } });
  fireEvent.change(screen.getByLabelText('Another language for Label'), { target: { value: 'fr' } });
  const names = within(screen.getByRole('group', { name: /^Label/ }));
  fireEvent.click(names.getByRole('button', { name: 'Add' }));
  fireEvent.change(screen.getByLabelText('French'), { target: { value: 'Fables anciennes' } });
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(row('Fables').getByText(/1 translation/)).toBeTruthy());
  expect(stored()).toContainEqual(
    expect.objectContaining({ key: 'FABLE', t: { en: 'Fables', fr: 'Fables anciennes' } }),
  );

  fireEvent.click(row('Atlas').getByRole('button', { name: 'Move Atlas up' }));
  await waitFor(async () => expect(await rows()).toEqual(['Atlas', 'Fables', 'Songs', 'Tapes', 'Wax cylinder']));
  // Dragged to the first place.
  const data = new Map<string, string>();
  const dataTransfer = {
    setData: (type: string, text: string) => data.set(type, text),
    getData: (type: string) => data.get(type),
    setDragImage: () => undefined,
  };
  const handle = screen.getByText('Songs', { selector: 'li [dir]' }).closest('li')?.querySelector('.kk-drag-handle');
  fireEvent.dragStart(handle!, { dataTransfer });
  fireEvent.drop(screen.getByText('Atlas', { selector: 'li [dir]' }).closest('li')!, { dataTransfer });
  await waitFor(async () => expect(await rows()).toEqual(['Songs', 'Atlas', 'Fables', 'Tapes', 'Wax cylinder']));

  fireEvent.click(row('Atlas').getByRole('button', { name: 'Archive Atlas' }));
  const confirmation = within(await screen.findByRole('alertdialog'));
  expect(confirmation.getByText(/this value keep it|this value and keep it/)).toBeTruthy();
  fireEvent.click(confirmation.getByRole('button', { name: 'Archive' }));
  await waitFor(() => expect(row('Atlas').getByRole('button', { name: 'Restore Atlas' })).toBeTruthy());
  // A value that no record has is archived without a question.
  fireEvent.click(row('Songs').getByRole('button', { name: 'Archive Songs' }));
  await waitFor(() => expect(row('Songs').getByRole('button', { name: 'Restore Songs' })).toBeTruthy());
  expect(stored()).toContainEqual(expect.objectContaining({ key: 'SONGS', state: 'ARCHIVED', position: 0 }));
});

it('[LOV-01] who may not change a list is not offered it', async () => {
  await renderApp({
    path: '/library.lists?c0=GENRES:Shelf-2',
    registry: withLists,
    user: { adminOrg: 'Shelf-1', adminOrgs: ['Shelf-1'] },
  });
  expect(await screen.findByText(/Ask an administrator/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: /^Move|^Rename|^Archive/ })).toBeNull();
  expect(screen.queryByLabelText('New value')).toBeNull();
});

it('[LOV-01] [FORM-02] says at its field that a value exists, and keeps the text that the server refuses', async () => {
  const user = { adminOrg: 'Shelf-1', adminOrgs: ['Shelf-1'] };
  const refused: Record<string, Answer> = { 'create/LOVValue': () => Promise.reject(problem('notAllowed')) };
  await renderApp({ path: '/library.lists', registry: withLists, items: toyItems, user, operations: refused });
  fireEvent.click(await screen.findByRole('link', { name: 'Genres' }));
  const box = await screen.findByLabelText<HTMLInputElement>('New value');
  fireEvent.change(box, { target: { value: ' Atlas ' } });
  fireEvent.submit(box);
  expect(await screen.findByText('“Atlas” is already in the list.')).toBeTruthy();
  expect(box.getAttribute('aria-invalid')).toBe('true');
  fireEvent.change(box, { target: { value: 'Wax cylinder' } });
  fireEvent.submit(box);
  expect((await screen.findByRole('alert')).textContent).not.toBe('');
  expect(box.value).toBe('Wax cylinder');
});
