// `node dist/server/main.js add-account --email e --name n [--admin]`: creates the first person of a site, or a person who cannot be
// invited. Works while the server runs or is stopped. The password comes from ACCOUNT_PASSWORD; otherwise it is generated and printed once.

import { SYSTEM_USER } from 'src/model/item/itemId.ts';
import { SYSTEM_TYPES } from 'src/model/schema/systemTypes.ts';
import { parseArgs } from 'node:util';
import { UsageError } from 'src/server/cli/UsageError.ts';
import type { Services } from 'src/server/modules.ts';
import type { ItemId } from 'src/model/item/Item.ts';
import { accountEmail } from 'src/server/sessions/accounts.ts';
import { hashPassword } from 'src/server/sessions/passwords.ts';
import { insertCredential } from 'src/server/store/accounts/sessionRows.ts';

interface NewAccount {
  readonly email: string;
  readonly name: string;
  readonly admin: boolean;
}

const accountFrom = (args: readonly string[]): NewAccount => {
  try {
    const options = { email: { type: 'string' }, name: { type: 'string' }, admin: { type: 'boolean' } } as const;
    const { email, name, admin } = parseArgs({ args: [...args], options }).values;
    if (email === undefined || name === undefined) throw new Error('it needs --email and --name');
    return { email: email.trim(), name, admin: admin === true };
  } catch (error) {
    throw new UsageError(`add-account: ${error instanceof Error ? error.message : String(error)}`);
  }
};

/** Makes the User item and its account, both or neither; answers the id. Throws UsageError for what cannot be one. */
export const addAccount = async (
  { items, database, domain, clock }: Services,
  args: readonly string[],
  password: string,
): Promise<ItemId> => {
  const { email, name, admin } = accountFrom(args);
  const properties = { name, email, ...(admin && { admin }) };
  const validate = domain.validators[SYSTEM_TYPES.user];
  if (validate && !validate(properties)) {
    throw new UsageError(`add-account: ${validate.errors?.[0]?.instancePath.slice(1) ?? ''} is not valid`);
  }
  const hash = await hashPassword(password);
  const by = { at: clock.now(), by: SYSTEM_USER, actor: undefined };
  return await database.transaction(async (tx) => {
    const { id } = await items.insert(tx, SYSTEM_TYPES.user, properties, by, { kind: 'accountAdded' });
    if (!(await insertCredential(tx, { userId: id, email: accountEmail(email), hash })))
      throw new UsageError(`add-account: an account with the address ${accountEmail(email)} already exists`);
    return id;
  });
};
