// The rights of people: the roles to choose from are those that the server lists, in its order, and what is given is what it hears.
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { Json } from 'src/model/item/Item.ts';
import { renderApp } from 'tests/client/shell/renderApp.tsx';
import { registry } from 'tests/toy/generated/registry.client.ts';

const withPeople = {
  ...registry,
  screens: [...registry.screens, { path: 'library.people', area: 'library', admin: true, view: 'people' as const }],
};

it('[PERM-05] [FORM-02] gives no rights with an end that it cannot read, and sends the end that was typed', async () => {
  const rights = { reads: 'COMMUNITY', admin: false, capabilities: [], from: null, to: null };
  const set: Json[] = [];
  const operations = {
    'act/rolesAvailable': () => ({ rolesAvailable: [] }),
    'act/peopleRights': () => ({
      people: [{ $id: 'User-5', name: 'Bo', email: null, current: true, blocked: false, ...rights }],
      may: { reads: 'PRIVATE', capabilities: [] },
    }),
    'act/setMembership': (body: Json | undefined) => {
      set.push((body as { rights: { to: Json } }).rights.to);
      return {};
    },
  };
  const ofOwner = {
    ...withPeople,
    screens: withPeople.screens.map(({ admin: _, ...screen }) => ({ ...screen, adminOrg: true })),
  };
  await renderApp({
    path: '/library.people',
    registry: ofOwner,
    user: { adminOrg: 'Shelf-1', adminOrgs: ['Shelf-1'] },
    operations,
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Change Bo' }));
  const dialog = within(await screen.findByRole('dialog', { name: /^What Bo may do/ }));
  const until = await dialog.findByRole('textbox', { name: 'Until' });
  const save = () => dialog.getByRole<HTMLButtonElement>('button', { name: 'Save' });
  for (const incomplete of ['17:00', '5 Aug 2024', 'soon']) {
    fireEvent.change(until, { target: { value: incomplete } });
    fireEvent.click(save());
    expect(dialog.getByText('Enter a day and a time, such as 5 Aug 2024 9:30.')).toBeTruthy();
    expect(until.getAttribute('aria-invalid')).toBe('true');
    expect(set).toEqual([]);
  }
  fireEvent.change(until, { target: { value: '5 Aug 2090 9:30' } });
  expect(until.getAttribute('aria-invalid')).toBeNull();
  fireEvent.click(save());
  await waitFor(() => expect(set).toEqual([new Date(2090, 7, 5, 9, 30).toISOString()]));
});

it('[PERM-05] offers the roles that the server lists, and keeps a role that is no longer listed until it is removed', async () => {
  const rights = { reads: 'COMMUNITY', admin: false, capabilities: ['Library'], from: null, to: null };
  const set: Json[] = [];
  const operations = {
    'act/rolesAvailable': () => ({ rolesAvailable: ['Archive', 'Zoo'] }),
    'act/peopleRights': () => ({
      people: [{ $id: 'User-5', name: 'Bo', email: null, current: true, blocked: false, ...rights }],
      may: { reads: 'PRIVATE', capabilities: ['Archive', 'Zoo'] },
    }),
    'act/setMembership': (body: Json | undefined) => {
      set.push((body as { rights: { capabilities: Json } }).rights.capabilities);
      return {};
    },
  };
  await renderApp({ path: '/library.people', registry: withPeople, user: { admin: true }, operations });
  const zoo = await screen.findByRole('checkbox', { name: 'Bo: Zoo' });
  const table = within(screen.getByRole('table', { name: 'People and their rights' }));
  const columns = table.getAllByRole('columnheader').map(({ textContent }) => textContent);
  expect(columns.slice(2, -1)).toEqual(['Archive', 'Zoo']);
  fireEvent.click(zoo);
  await waitFor(() => expect(set).toEqual([['Library', 'Zoo']]));
  fireEvent.click(screen.getByRole('button', { name: 'Change Bo' }));
  const dialog = within(await screen.findByRole('dialog', { name: /^What Bo may do/ }));
  expect(dialog.getByRole('checkbox', { name: /^Archive/ })).toBeTruthy();
  expect(dialog.queryByRole('checkbox', { name: /^Library/ })).toBeNull();
});

it('[PERM-05] keeps every box that is clicked while an earlier one is being saved', async () => {
  const rights = { reads: 'COMMUNITY', admin: false, from: null, to: null };
  let held: readonly string[] = [];
  const waiting: (() => void)[] = [];
  const operations = {
    'act/rolesAvailable': () => ({ rolesAvailable: ['Archive', 'Zoo'] }),
    'act/peopleRights': () => ({
      people: [
        { ...{ $id: 'User-5', name: 'Bo', email: null, current: true, blocked: false }, ...rights, capabilities: held },
      ],
      may: { reads: 'PRIVATE', capabilities: ['Archive', 'Zoo'] },
    }),
    'act/setMembership': (body: Json | undefined) =>
      new Promise<Json>((resolve) => {
        waiting.push(() => {
          held = (body as { readonly rights: { readonly capabilities: readonly string[] } }).rights.capabilities;
          resolve({});
        });
      }),
  };
  await renderApp({ path: '/library.people', registry: withPeople, user: { admin: true }, operations });
  fireEvent.click(await screen.findByRole('checkbox', { name: 'Bo: Archive' }));
  fireEvent.click(screen.getByRole('checkbox', { name: 'Bo: Zoo' }));
  for (const count of [1, 2]) {
    await waitFor(() => expect(waiting).toHaveLength(count));
    waiting[count - 1]?.();
  }
  const box = (name: string) => screen.getByRole<HTMLInputElement>('checkbox', { name: `Bo: ${name}` });
  await waitFor(() => expect([box('Archive').checked, box('Zoo').checked]).toEqual([true, true]));
});
