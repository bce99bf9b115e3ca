// `node dist/server/main.js set-password|remove-second-factor|make-administrator|block-account|unblock-account --email e`: commands for the
// operator of the site. They work while the server runs or is stopped. `set-password`, `remove-second-factor` and `block-account` end the
// person's sessions in every process; after `make-administrator` open pages receive the new rights.

import { parseArgs } from 'node:util';
import type { ItemId } from 'src/model/item/Item.ts';
import { UsageError } from 'src/server/cli/UsageError.ts';
import type { Services } from 'src/server/modules.ts';
import { writeMetadataOf } from 'src/server/rules/writeMetadata.ts';
import { accountEmail } from 'src/server/sessions/accounts.ts';
import { findCredential } from 'src/server/store/accounts/sessionRows.ts';
import { inServerName } from 'src/server/systemContext.ts';
import { followSteps } from 'src/server/workflow/followItemSave.ts';

const emailFrom = (command: string, args: readonly string[]): string => {
  try {
    const { email } = parseArgs({ args: [...args], options: { email: { type: 'string' } } }).values;
    if (email === undefined) throw new Error('it needs --email');
    return accountEmail(email);
  } catch (error) {
    throw new UsageError(`${command}: ${error instanceof Error ? error.message : String(error)}`);
  }
};

const userFrom = async ({ database }: Services, command: string, args: readonly string[]): Promise<ItemId> => {
  const email = emailFrom(command, args);
  const found = await findCredential(database, email);
  if (!found) throw new UsageError(`${command}: there is no account with the address ${email}`);
  return found.user_id;
};

/** Answers the id of the user. Throws UsageError. */
export const setPassword = async (services: Services, args: readonly string[], password: string): Promise<ItemId> => {
  const userId = await userFrom(services, 'set-password', args);
  await services.accounts.setPassword(userId, password);
  return userId;
};

/**
 * Lets a person who lost the authenticator app or the passkey, and the recovery codes, sign in with the password only. Throws UsageError.
 */
export const removeSecondFactor = async (services: Services, args: readonly string[]): Promise<ItemId> => {
  const userId = await userFrom(services, 'remove-second-factor', args);
  await services.database.transaction((tx) => services.secondFactors.removeAll(tx, userId));
  await services.sessions.endAllOf(userId, 'passwordChanged');
  return userId;
};

/** Sets a switch of the User item, as an administrator does in the page. */
const setSwitch = async (
  services: Services,
  userId: ItemId,
  { name, on }: { readonly name: 'admin' | 'blocked'; readonly on: boolean },
): Promise<void> => {
  await inServerName(services, async (context) => {
    const user = await services.items.find(context.tx, userId, true);
    if (!user) throw new UsageError(`${userId} has been deleted`);
    if ((user.properties[name] === true) === on) return;
    const stored = await services.items.write(context.tx, user, { [name]: on }, writeMetadataOf(context));
    await followSteps(context, { stored, before: user.properties });
  });
};

/**
 * Restores an administrator after the last one of the site was removed. Does not unblock the account; `unblock-account` does. Throws
 * UsageError.
 */
export const makeAdministrator = async (services: Services, args: readonly string[]): Promise<ItemId> => {
  const userId = await userFrom(services, 'make-administrator', args);
  await setSwitch(services, userId, { name: 'admin', on: true });
  return userId;
};

/** Answers the id of the user. Throws UsageError. */
export const setBlocked = async (services: Services, args: readonly string[], blocked: boolean): Promise<ItemId> => {
  const { sessions } = services;
  const userId = await userFrom(services, blocked ? 'block-account' : 'unblock-account', args);
  await setSwitch(services, userId, { name: 'blocked', on: blocked });
  // A token from before the block stays invalid after the block is removed.
  if (blocked) await sessions.endAllOf(userId, 'blocked');
  return userId;
};
