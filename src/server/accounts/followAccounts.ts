// Copies the state of a person's account, so that it can be searched and counted: to the User item as `account`, `lastActive` and
// `secondFactor`, and to the item of the person (contact) as `$account` and `$active`, which determine `$userState` over time (on dedicated
// installations only), and as `invitePending` and `blocked`. A job updates them after every change of an account. It creates no version
// and no history, since no person changed the item.

import { dayIn } from 'src/model/calendar/dayIn.ts';
import type { ItemId, Json, Values } from 'src/model/item/Item.ts';
import { itemId } from 'src/model/item/itemId.ts';
import { tryParseItemId } from 'src/model/item/itemKey.ts';
import type { ServerRegistry } from 'src/model/schema/Registry.ts';
import { SYSTEM_TYPES } from 'src/model/schema/systemTypes.ts';
import type { SecondFactors } from 'src/server/accounts/secondFactors.ts';
import type { JobHandlers } from 'src/server/store/jobRows.ts';
import { addJob } from 'src/server/store/jobRows.ts';
import { storedAccount, type Account } from 'src/server/store/accounts/accountStates.ts';
import {
  FOLLOW_ACCOUNT,
  followsAccounts,
  unfollowed,
  type Unfollowed,
} from 'src/server/store/accounts/followedAccounts.ts';
import { writeUnversioned } from 'src/server/rules/writeUnversioned.ts';
import type { Database, Transaction } from 'src/server/store/database.ts';
import type { ItemStorage, StoredItem } from 'src/server/store/itemStorage.ts';

/** Job that finds items from before the site followed accounts. */
const FOLLOW_ALL = 'followAccounts';
const ACCOUNTS_PER_BATCH = 100;

export interface FollowOptions {
  readonly secondFactors: Pick<SecondFactors, 'kindsOf'>;
  readonly registry: ServerRegistry;
  readonly database: Database;
  readonly items: ItemStorage;
  readonly dedicated: boolean;
}

interface PersonState extends Account {
  /** True also for an account without sign-in. */
  readonly blocked: boolean;
}

const NO_ACCOUNT: Account = { standing: 'NONE', active: undefined };
/** States in order: the first one among several accounts of a person counts. */
const STANDING_ORDER: readonly Account['standing'][] = ['ACTIVE', 'NEVER', 'INVITED', 'BLOCKED', 'NONE'];

/** Rounded, so that the record changes once an hour at most. Today and yesterday are right in every time zone of whole hours. */
const startOfHour = (at: Date): string => `${at.toISOString().slice(0, 13)}:00:00.000Z`;
const startOfUtcDay = (at: Date): string => `${dayIn(at, 'UTC')}T00:00:00.000Z`;

const accountBehind = async ({ items }: FollowOptions, tx: Transaction, contact: ItemId): Promise<PersonState> => {
  const users = await items.holding(tx, { type: SYSTEM_TYPES.user, path: 'contact', id: contact });
  const accounts: Account[] = [];
  const found = await items.findMany(tx, users);
  for (const { id, properties } of found) accounts.push(await storedAccount(tx, id, properties['blocked'] === true));
  const [first = NO_ACCOUNT] = accounts.toSorted(
    (a, b) => STANDING_ORDER.indexOf(a.standing) - STANDING_ORDER.indexOf(b.standing),
  );
  return { ...first, blocked: found.some(({ properties }) => properties['blocked'] === true) };
};

const accountValues = (
  { standing, active, blocked }: PersonState,
  { dedicated }: FollowOptions,
): Readonly<Record<string, Json | undefined>> => ({
  $account: dedicated ? standing : undefined,
  $active: dedicated && standing === 'ACTIVE' && active ? startOfUtcDay(active) : undefined,
  invitePending: standing === 'INVITED' ? true : undefined,
  // Same value as rules/belongingRules.ts uses to refuse them.
  blocked: blocked ? true : undefined,
});

/** Returns the values that differ from those of the item. */
const changesTo = (stored: StoredItem, wanted: Readonly<Record<string, Json | undefined>>): Values =>
  Object.fromEntries(
    Object.entries(wanted).flatMap(([name, value]): [string, Json][] =>
      stored.properties[name] === value ? [] : [[name, value ?? null]],
    ),
  );

const follow = async (options: FollowOptions, tx: Transaction, contact: ItemId): Promise<void> => {
  const { items, registry } = options;
  const stored = await items.find(tx, contact, true);
  const type = stored && registry.types[stored.type];
  if (!stored || !type || !followsAccounts(type)) return;
  const changes = changesTo(stored, accountValues(await accountBehind(options, tx, contact), options));
  if (Object.keys(changes).length > 0) await writeUnversioned({ registry, items }, tx, { stored, changes });
};

/** Keeps the state of the account in the User item. */
const keepAccountState = async (options: FollowOptions, tx: Transaction, user: ItemId): Promise<void> => {
  const { items, registry, secondFactors } = options;
  const stored = await items.find(tx, user, true);
  if (!stored) return;
  const { standing, active } = await storedAccount(tx, user, stored.properties['blocked'] === true);
  const changes = changesTo(stored, {
    account: standing,
    lastActive: active && startOfHour(active),
    secondFactor: (await secondFactors.kindsOf(tx, user)).length > 0,
  });
  if (Object.keys(changes).length > 0) await writeUnversioned({ registry, items }, tx, { stored, changes });
};

/** Returns the contact of a User item; any other item is returned itself. */
const contactOf = async ({ items, database }: FollowOptions, id: ItemId): Promise<ItemId | undefined> => {
  const stored = await items.find(database, id);
  if (stored?.type !== SYSTEM_TYPES.user) return id;
  const { contact } = stored.properties;
  return typeof contact === 'string' ? contact : undefined;
};

const isIdOfUser = (id: Json | undefined): id is ItemId => tryParseItemId(id)?.type === SYSTEM_TYPES.user;

const followJobs = (options: FollowOptions): JobHandlers => {
  const { registry, database, dedicated } = options;
  const inBatches = async (
    asked: Omit<Unfollowed, 'most'> & { readonly name: string },
    stops: AbortSignal,
    run: (tx: Transaction, id: ItemId) => Promise<void>,
  ): Promise<void> => {
    const next = (): Promise<number[]> => unfollowed(database, { ...asked, most: ACCOUNTS_PER_BATCH });
    let found = await next();
    while (found.length > 0 && !stops.aborted) {
      const batch = found;
      await database.transaction(async (tx) => {
        for (const number of batch) await run(tx, itemId(asked.name, number));
      });
      found = await next();
    }
  };
  return {
    [FOLLOW_ACCOUNT]: async ({ id }) => {
      if (isIdOfUser(id)) await database.transaction((tx) => keepAccountState(options, tx, id));
      const contact = await contactOf(options, String(id));
      if (contact !== undefined) await database.transaction((tx) => follow(options, tx, contact));
    },
    [FOLLOW_ALL]: async (_, stops) => {
      const { name, number } = registry.types[SYSTEM_TYPES.user] ?? { name: SYSTEM_TYPES.user, number: 0 };
      await inBatches({ name, type: { number }, state: 'account' }, stops, (tx, id) =>
        keepAccountState(options, tx, id),
      );
      for (const type of dedicated ? Object.values(registry.types).filter(followsAccounts) : [])
        await inBatches({ name: type.name, type, state: '$account' }, stops, (tx, id) => follow(options, tx, id));
    },
  };
};

/** Creates the jobs, and adds one for items from before the site followed accounts. */
export const startFollowing = async (options: FollowOptions): Promise<JobHandlers> => {
  await addJob(options.database, { name: FOLLOW_ALL, payload: {}, key: FOLLOW_ALL });
  return followJobs(options);
};
