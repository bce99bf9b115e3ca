// The dialog that gives a right on one item: to a person, to the readers of an owner, or to the holders of a role.
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { Json } from 'src/model/item/Item.ts';
import type { SessionUser } from 'src/model/generated/wire.ts';
import { scriptedItem } from 'stories/scripted/ScriptedServer.ts';
import { toyItems } from 'stories/scripted/toyItems.ts';
import { renderApp } from 'tests/client/shell/renderApp.tsx';

const items = [
  ...toyItems,
  scriptedItem('User-2', { name: 'Ada Example' }),
  scriptedItem('User-8', { name: 'Kim Same', email: 'kim@north.example' }),
  scriptedItem('User-9', { name: 'Kim Same' }),
];

const open = async (user: Partial<SessionUser> = {}) => {
  const given: Json[] = [];
  const operations = {
    'act/auditTrail': () => ({ entries: [], more: false }),
    'act/applyGrants': (body: Json | undefined): Json => {
      given.push(body ?? null);
      return {};
    },
  };
  await renderApp({ path: '/i-Book-1?c0=meta', items, user, operations });
  fireEvent.click(await screen.findByRole('button', { name: 'Give someone a right' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Give someone a right' }));
  await dialog.findByLabelText(/^To whom/);
  const choose = (label: RegExp, value: string) =>
    fireEvent.change(dialog.getByLabelText(label), { target: { value } });
  return { given, dialog, choose, give: () => fireEvent.click(dialog.getByRole('button', { name: 'Give' })) };
};

type Opened = Awaited<ReturnType<typeof open>>;

const pick = async ({ dialog }: Opened, label: RegExp, name: string): Promise<void> => {
  const box = dialog.getByRole('combobox', { name: label });
  fireEvent.focus(box);
  fireEvent.change(box, { target: { value: name } });
  fireEvent.click(await screen.findByRole('option', { name: new RegExp(name, 'u') }));
};

const kindsIn = ({ dialog }: Opened): (string | null)[] =>
  within(dialog.getByLabelText(/^To whom/))
    .getAllByRole('option')
    .map((option) => option.textContent);

describe('[PERM-02] giving a right on an item', () => {
  it('says that the person is missing, never offers the giver, and sends the chosen rights', async () => {
    const opened = await open();
    const { dialog, give, given } = opened;
    expect(kindsIn(opened)).toEqual(['A person', 'An organization']);
    expect(dialog.queryByRole('combobox', { name: /^Organization/ })).toBeNull();
    give();
    const person = dialog.getByRole('combobox', { name: /^Person/ });
    await waitFor(() => expect(person.getAttribute('aria-invalid')).toBe('true'));
    expect(given).toEqual([]);
    fireEvent.focus(person);
    fireEvent.change(person, { target: { value: 'Robin' } });
    await waitFor(() => expect(screen.queryByRole('option', { name: /Robin Sample/ })).toBeNull());
    await pick(opened, /^Person/, 'Ada Example');
    fireEvent.click(dialog.getByRole('checkbox', { name: /change/iu }));
    give();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    const to = 'user:User-2';
    expect(given).toEqual([{ _t: 'Book', _i: 1, grants: [{ to, actions: ['read', 'update'] }] }]);
    expect(await screen.findByText('You gave the right.')).toBeTruthy();
  });

  it('tells people of the same name apart', async () => {
    const { dialog } = await open();
    const person = dialog.getByRole('combobox', { name: /^Person/ });
    fireEvent.focus(person);
    fireEvent.change(person, { target: { value: 'Kim Same' } });
    expect(await screen.findByRole('option', { name: /Kim Same.*kim@north\.example/u })).toBeTruthy();
    expect(await screen.findByRole('option', { name: /Kim Same.*User-9/u })).toBeTruthy();
  });

  it('asks which members of an organization may read, and sends no right when none is selected', async () => {
    const opened = await open();
    const { dialog, choose, give, given } = opened;
    choose(/^To whom/, 'owner');
    expect(dialog.queryByRole('combobox', { name: /^Person/ })).toBeNull();
    await pick(opened, /^Organization/, 'North shelf');
    choose(/^Its members who may read/, 'PROTECTED');
    fireEvent.click(dialog.getAllByRole('checkbox', { checked: true })[0]!);
    give();
    await waitFor(() => expect(dialog.getAllByRole('checkbox')[0]?.getAttribute('aria-invalid')).toBe('true'));
    expect(given).toEqual([]);
    fireEvent.click(dialog.getAllByRole('checkbox')[0]!);
    give();
    const to = 'owner:Shelf-1:PROTECTED';
    await waitFor(() => expect(given).toEqual([{ _t: 'Book', _i: 1, grants: [{ to, actions: ['read'] }] }]));
  });

  it('lets an administrator of the site choose the holders of a role', async () => {
    const opened = await open({ admin: true });
    const { dialog, choose, give, given } = opened;
    expect(kindsIn(opened)).toEqual(['A person', 'An organization', 'Everyone with a right']);
    choose(/^To whom/, 'role');
    await pick(opened, /^Organization/, 'South shelf');
    await dialog.findByRole('option', { name: /Library/ });
    choose(/^With the right/, 'Library');
    give();
    const to = 'cap:Library:Shelf-2';
    await waitFor(() => expect(given).toEqual([{ _t: 'Book', _i: 1, grants: [{ to, actions: ['read'] }] }]));
  });
});
