// People whom a table names by their addresses: how they are found, their accounts, and their invitations. An account has no password until
// the person accepts an invitation.

import { randomUUID } from 'node:crypto';
import type { ItemId } from 'src/model/item/Item.ts';
import { invalidAt } from 'src/model/problems.ts';
import { SYSTEM_TYPES } from 'src/model/schema/systemTypes.ts';
import { accountEmail } from 'src/server/sessions/accounts.ts';
import type { ImportWriting } from 'src/server/imports/ImportNeeds.ts';
import type { RowDraft } from 'src/server/imports/rowDraft.ts';
import { accountStateOf } from 'src/server/store/accounts/accountStates.ts';
import { usersByEmail } from 'src/server/store/accounts/peopleRows.ts';
import {
  credentialOf,
  dropUnusedCredential,
  insertCredential,
  noteInvited,
} from 'src/server/store/accounts/sessionRows.ts';
import { dropAccountTokens } from 'src/server/store/accounts/tokenRows.ts';
import type { StoredItem } from 'src/server/store/itemStorage.ts';

const EMAIL = 'email';

/** Returns the draft with the address as accounts compare it. */
export const withAccountEmail = (draft: RowDraft): RowDraft => ({
  ...draft,
  values: draft.values.map((each) =>
    each.path === EMAIL && typeof each.value === 'string' ? { ...each, value: accountEmail(each.value) } : each,
  ),
});

/** Returns people by the numbers of the rows that have their addresses. */
export const peopleInRows = async (
  { services, db }: ImportWriting,
  drafts: readonly RowDraft[],
): Promise<ReadonlyMap<number, ItemId>> => {
  const type = services.registry.types[SYSTEM_TYPES.user];
  const addresses = new Map(
    drafts.flatMap(({ row, values }) => {
      const address = values.find(({ path }) => path === EMAIL)?.value;
      return typeof address === 'string' ? [[row, address] as const] : [];
    }),
  );
  if (!type || addresses.size === 0) return new Map();
  const people = await usersByEmail(db, type, [...new Set(addresses.values())]);
  return new Map(
    [...addresses].flatMap(([row, address]) => {
      const id = people.get(address);
      return id === undefined ? [] : [[row, id] as const];
    }),
  );
};

/** Creates the account of a person who has none, and invites a person who was not invited yet. Throws `invalid` for a taken address. */
export const ensureAccount = async (
  { services, tx, subject }: ImportWriting,
  { id, properties }: Pick<StoredItem, 'id' | 'properties'>,
  invite: boolean,
): Promise<void> => {
  const known = await credentialOf(tx, id);
  const email = accountEmail(String(properties[EMAIL] ?? ''));
  if (!known && !(await insertCredential(tx, { userId: id, email, hash: null })))
    throw invalidAt(`/${EMAIL}`, 'errors.addressTaken');
  if (!invite || (await accountStateOf(tx, id, properties['blocked'] === true)) !== 'NONE') return;
  await noteInvited(tx, id);
  const inviter = subject.userId === undefined ? undefined : await services.items.find(tx, subject.userId);
  await services.mail.queue(tx, {
    ...{ key: `invite/${randomUUID()}`, to: id, template: 'invite' },
    values: { by: String(inviter?.properties['name'] ?? '') },
  });
};

/** Returns true if the person has set a password. */
export const hasUsedAccount = async ({ tx }: ImportWriting, id: ItemId): Promise<boolean> =>
  ((await credentialOf(tx, id))?.hash ?? null) !== null;

/** Deletes the account that an import has created, with its invitations, so that the address can be imported again. */
export const dropAccount = async ({ tx }: ImportWriting, id: ItemId): Promise<void> => {
  const email = await dropUnusedCredential(tx, id);
  if (email !== undefined) await dropAccountTokens(tx, email);
};
