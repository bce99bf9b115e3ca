// Values with which a new item begins.
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { proposedOwner, rememberOwner } from 'src/client/item/lastOwner.ts';
import { toyUser } from 'stories/scripted/toyItems.ts';
import { renderApp } from 'tests/client/shell/renderApp.tsx';

it('[CELL-02] a date that is mostly now begins with the present minute, and a new item has no unsaved changes by that', async () => {
  const client = await renderApp({ path: '/i-Loan-0-7', user: { creatable: ['Loan'] } });
  await screen.findByText('From', { exact: false, selector: '.kf-label *, .kf-label' });
  const [draft] = [client.drafts.fresh('Loan', '7', {})];
  const from = Date.parse(String(draft?.values['from']));
  expect(Math.abs(from - Date.now())).toBeLessThan(2 * 60_000);
  expect(new Date(from).getSeconds()).toBe(0);
  expect(client.drafts.dirty).toEqual([]);
});

it.each([
  { who: 'a member of several organizations', user: { readOrgs: ['Shelf-1', 'Shelf-2'] }, owner: 'Shelf-2' },
  { who: 'an administrator without one', user: { admin: true, readOrgs: [] }, owner: 'Shelf-2' },
  { who: 'a member of others', user: { readOrgs: ['Shelf-1', 'Shelf-3'] }, owner: undefined },
  { who: 'a member of one other', user: { readOrgs: ['Shelf-1'] }, owner: 'Shelf-1' },
])('[CELL-02] proposes the owner used last on this device to $who, as far as it is theirs', async ({ user, owner }) => {
  rememberOwner(toyUser.$id, 'Shelf-2', 'Book');
  const client = await renderApp({ path: '/i-Book-0-8', user: { creatable: ['Book'], ...user } });
  await screen.findByText('Shelf', { exact: false, selector: '.kf-label *, .kf-label' });
  expect(client.drafts.fresh('Book', '8', {}).values['shelf']).toBe(owner);
});

it('[CELL-02] proposes an organization that an administrator does not belong to for the same type only', () => {
  rememberOwner(toyUser.$id, 'Shelf-2', 'Book');
  const user = { $id: toyUser.$id, admin: true, readOrgs: [] };
  expect(proposedOwner(user, 'Book')).toBe('Shelf-2');
  expect(proposedOwner(user, 'Loan')).toBeUndefined();
});

it('[CELL-02] proposes nothing that another person used on this device', async () => {
  rememberOwner('User-999', 'Shelf-2', 'Book');
  expect(proposedOwner({ $id: toyUser.$id, admin: true, readOrgs: [] }, 'Book')).toBeUndefined();
});
