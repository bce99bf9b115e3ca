// `node dist/server/main.js import-accounts --file people.csv [--dry-run] [--invite]`: imports accounts and memberships from a CSV file.
// Works while the server runs or is stopped. Writes nothing while any line has an error. Writes a hundred people per transaction, each
// person completely. After a failure, the same command continues, because it skips people who already match the file.

import { randomUUID } from 'node:crypto';
import { parseArgs } from 'node:util';
import { deepEqual } from 'src/base/deepEqual.ts';
import type { ItemId, Json, Values } from 'src/model/item/Item.ts';
import { isItemId, parseItemId, SYSTEM_USER } from 'src/model/item/itemId.ts';
import { SYSTEM_TYPES } from 'src/model/schema/systemTypes.ts';
import { accountRows, type LineError, type MembershipRow, type PersonRow } from 'src/server/cli/accountRows.ts';
import { UsageError } from 'src/server/cli/UsageError.ts';
import type { Services } from 'src/server/modules.ts';
import { itemsLabelled, usersByEmail } from 'src/server/store/accounts/peopleRows.ts';
import { accountStateOf } from 'src/server/store/accounts/accountStates.ts';
import { credentialOf, insertCredential, noteInvited } from 'src/server/store/accounts/sessionRows.ts';
import type { Transaction } from 'src/server/store/database.ts';

const PEOPLE_BATCH = 100;
/** Named one by one; the rest is counted. */
const MAX_PRINTED_ERRORS = 50;

export interface ImportOptions {
  readonly file: string;
  readonly dryRun: boolean;
  readonly invite: boolean;
}

export interface Imported {
  readonly made: number;
  readonly changed: number;
  readonly unchanged: number;
  readonly invited: number;
}

type Outcome = 'made' | 'changed' | 'unchanged';

interface Resolved extends PersonRow {
  /** Memberships by id of the owner, as a User item stores them. */
  readonly wanted: readonly Values[];
  readonly user: ItemId | undefined;
}

/** Throws UsageError. */
export const importOptions = (args: readonly string[]): ImportOptions => {
  try {
    const options = { file: { type: 'string' }, 'dry-run': { type: 'boolean' }, invite: { type: 'boolean' } } as const;
    const { file, invite, ...rest } = parseArgs({ args: [...args], options }).values;
    if (file === undefined) throw new Error('it needs --file');
    return { file, dryRun: rest['dry-run'] === true, invite: invite === true };
  } catch (error) {
    throw new UsageError(`import-accounts: ${error instanceof Error ? error.message : String(error)}`);
  }
};

const importRefusal = (errors: readonly LineError[]): UsageError => {
  const lines = errors
    .toSorted((one, other) => one.line - other.line)
    .slice(0, MAX_PRINTED_ERRORS)
    .map(({ line, text }) => `  line ${line}: ${text}`);
  const more = errors.length > MAX_PRINTED_ERRORS ? [`  and ${errors.length - MAX_PRINTED_ERRORS} more`] : [];
  return new UsageError(['import-accounts: nothing was imported.', ...lines, ...more].join('\n'));
};

/** Ids of the owners by what the file calls them, with what is wrong about each. */
const ownersIn = async (
  { registry, database, items }: Services,
  rows: readonly MembershipRow[],
): Promise<{ readonly idOf: ReadonlyMap<string, ItemId>; readonly problemOf: ReadonlyMap<string, string> }> => {
  const type = registry.types[registry.ownerType ?? ''];
  const names = [...new Set(rows.map(({ owner }) => owner))];
  const ids = names.filter((name) => isItemId(name) && parseItemId(name).type === type?.name);
  const known = new Set((await items.findMany(database, ids)).map(({ id }) => id));
  const labelled = type ? await itemsLabelled(database, type, names) : new Map<string, readonly ItemId[]>();
  const idOf = new Map<string, ItemId>();
  const problemOf = new Map<string, string>();
  for (const name of names) {
    const found = known.has(name) ? [name] : (labelled.get(name) ?? []);
    if (found.length === 1 && found[0] !== undefined) idOf.set(name, found[0]);
    else if (found.length === 0) problemOf.set(name, `organisation: there is no “${name}”`);
    else problemOf.set(name, `organisation: several are called “${name}”; give the id of one: ${found.join(', ')}`);
  }
  return { idOf, problemOf };
};

const membershipFromRow = (owner: ItemId, { reads, admin, capabilities, from, to }: MembershipRow): Values => ({
  ...{ owner, reads, admin, capabilities: [...capabilities] },
  ...(from !== undefined && { from }),
  ...(to !== undefined && { to }),
});

/** Everything that is wrong with what the file names, before anything is written. */
const resolvePeople = async (services: Services, people: readonly PersonRow[]): Promise<readonly Resolved[]> => {
  const { registry, database, domain } = services;
  const type = registry.types[SYSTEM_TYPES.user];
  if (!type) throw new Error('there is no type of people');
  const errors: LineError[] = [];
  const { idOf, problemOf } = await ownersIn(
    services,
    people.flatMap(({ memberships }) => memberships),
  );
  const users = await usersByEmail(
    database,
    type,
    people.map(({ email }) => email),
  );
  const validate = domain.validators[type.name];
  const resolved = people.map((person): Resolved => {
    const { line, name, email, memberships } = person;
    for (const row of memberships) {
      const problem = problemOf.get(row.owner);
      if (problem !== undefined) errors.push({ line: row.line, text: problem });
      for (const capability of row.capabilities)
        if (!registry.capabilities.includes(capability))
          errors.push({ line: row.line, text: `capabilities: there is no “${capability}”` });
    }
    const wanted = memberships.flatMap((row) => {
      const owner = idOf.get(row.owner);
      return owner === undefined ? [] : [membershipFromRow(owner, row)];
    });
    const properties = { name, email, ...(wanted.length > 0 && { memberships: wanted }) };
    if (validate && !validate(properties))
      errors.push({ line, text: `${validate.errors?.[0]?.instancePath.slice(1) ?? ''}: is not valid` });
    return { ...person, wanted, user: users.get(email) };
  });
  if (errors.length > 0) throw importRefusal(errors);
  return resolved;
};

const valueList = (value: Json | undefined): readonly Values[] =>
  Array.isArray(value) ? (value as readonly Values[]) : [];

/** Memberships of other owners stay as they are. */
const merged = (before: readonly Values[], wanted: readonly Values[]): readonly Values[] => {
  const next = [...before];
  for (const each of wanted) {
    const at = next.findIndex(({ owner }) => owner === each['owner']);
    if (at < 0) next.push(each);
    else next[at] = each;
  }
  return next;
};

interface Writing {
  readonly services: Services;
  readonly tx: Transaction;
}

const writePerson = async (
  { services: { items, clock }, tx }: Writing,
  { user, name, email, wanted }: Resolved,
): Promise<{ readonly id: ItemId; readonly outcome: Outcome }> => {
  const by = { at: clock.now(), by: SYSTEM_USER, actor: undefined };
  if (user === undefined) {
    const properties = { name, email, ...(wanted.length > 0 && { memberships: wanted }) };
    return {
      id: (await items.insert(tx, SYSTEM_TYPES.user, properties, by, { kind: 'accountAdded' })).id,
      outcome: 'made',
    };
  }
  const stored = await items.find(tx, user, true);
  if (!stored) throw new UsageError(`import-accounts: the person of the account ${email} has been deleted`);
  const before = valueList(stored.properties['memberships']);
  const memberships = merged(before, wanted);
  if (deepEqual(before, memberships)) return { id: user, outcome: 'unchanged' };
  await items.write(tx, stored, { memberships: memberships }, by);
  return { id: user, outcome: 'changed' };
};

/** An account without a password, which costs nothing to make; true when an email was queued that asks for one. */
const ensureAccount = async (
  { services, tx }: Writing,
  { id, email, invite }: { readonly id: ItemId; readonly email: string; readonly invite: boolean },
): Promise<boolean> => {
  const known = await credentialOf(tx, id);
  if (!known && !(await insertCredential(tx, { userId: id, email, hash: null })))
    throw new UsageError(`import-accounts: ${email} is now the address of another person`);
  if (!invite || (known && known.hash !== null) || (await accountStateOf(tx, id, false)) !== 'NONE') return false;
  await noteInvited(tx, id);
  await services.mail.queue(tx, { key: `invite/${randomUUID()}`, to: id, template: 'invite', values: { by: '' } });
  return true;
};

const outcomeOf = async (services: Services, { user, wanted }: Resolved): Promise<Outcome> => {
  if (user === undefined) return 'made';
  const before = valueList((await services.items.find(services.database, user))?.properties['memberships']);
  return deepEqual(before, merged(before, wanted)) ? 'unchanged' : 'changed';
};

/** Throws UsageError, with each line that is wrong. */
export const importAccounts = async (
  services: Services,
  text: string,
  {
    dryRun,
    invite,
    progress = () => undefined,
  }: Pick<ImportOptions, 'dryRun' | 'invite'> & { readonly progress?: (done: number, of: number) => void },
): Promise<Imported> => {
  if (invite && services.registration === 'closed')
    throw new UsageError(
      'import-accounts: this site is closed to new people (registration), so it sends no invitations',
    );
  const { people, errors } = accountRows(text, services.timeZone);
  if (errors.length > 0) throw importRefusal(errors);
  const resolved = await resolvePeople(services, people);
  const counts = { made: 0, changed: 0, unchanged: 0, invited: 0 };
  if (dryRun) {
    for (const person of resolved) counts[await outcomeOf(services, person)] += 1;
    return counts;
  }
  for (let at = 0; at < resolved.length; at += PEOPLE_BATCH) {
    const batch = resolved.slice(at, at + PEOPLE_BATCH);
    const done = await services.database.transaction(async (tx) => {
      const added = { made: 0, changed: 0, unchanged: 0, invited: 0 };
      for (const person of batch) {
        const { id, outcome } = await writePerson({ services, tx }, person);
        added[outcome] += 1;
        if (await ensureAccount({ services, tx }, { id, email: person.email, invite })) added.invited += 1;
      }
      return added;
    });
    for (const key of ['made', 'changed', 'unchanged', 'invited'] as const) counts[key] += done[key];
    progress(Math.min(at + PEOPLE_BATCH, resolved.length), resolved.length);
  }
  return counts;
};
