// Determines who is notified of an event: the people in its rule, without the author and without people who may not read it now, each with
// the delivery mode from their choice, the item and the declaration. Called by the job that notifies of events.

import type { Clock } from 'src/base/clock.ts';
import { principalsOf } from 'src/model/access/principalsOf.ts';
import { SYSTEM_OWNER, type Subject } from 'src/model/access/Subject.ts';
import type { ItemId } from 'src/model/item/Item.ts';
import { isItemId, itemId } from 'src/model/item/itemId.ts';
import { tryParseItemId } from 'src/model/item/itemKey.ts';
import { valuesAt } from 'src/model/schema/paths.ts';
import type { ServerRegistry } from 'src/model/schema/Registry.ts';
import { SYSTEM_TYPES } from 'src/model/schema/systemTypes.ts';
import type { DeliveryMode, EventNotice } from 'src/model/schema/TypeServer.ts';
import { administers } from 'src/server/access/actions/predicateValues.ts';
import { deliveryOf, ITEM_NOTIFY, type ItemNotify } from 'src/server/events/emailMode.ts';
import type { NoticeChoice } from 'src/server/store/notices/noticeChoices.ts';
import { subjectFrom } from 'src/server/store/readers/subjectFrom.ts';
import type { Queryable } from 'src/server/store/database.ts';
import type { ItemStorage, StoredItem } from 'src/server/store/itemStorage.ts';
import { choicesOn, preferredModes } from 'src/server/store/notices/noticeChoices.ts';
import { membersWith, readerKeysOf, usersHolding, usersWith } from 'src/server/store/notices/people.ts';

/** Engine properties of a user. */
const CONTACT_PROPERTY = 'contact';
const MEMBER_OF = 'memberships.owner';

const CAPABILITY = 'capability:';
const WATCHERS = 'watchers';
/** Word for the author of the event, who gets a receipt. */
const ACTOR = 'actor';

export interface Occasion {
  readonly rule: EventNotice;
  readonly event: StoredItem;
  /** The item that the event belongs to. */
  readonly context: StoredItem;
}

export interface Recipient {
  readonly user: ItemId;
  readonly mode: DeliveryMode;
}

export interface Audience {
  /** Returns the administrators of these owners; of the site when the item belongs to the whole site. */
  administratorsOf(db: Queryable, owners: readonly string[]): Promise<ItemId[]>;
  recipientsOf(db: Queryable, occasion: Occasion): Promise<Recipient[]>;
  /** Returns members of these owners, or people of the site, with the capability there, without blocked ones. */
  holdersOf(db: Queryable, owners: readonly string[], capability: string): Promise<ItemId[]>;
  /** Returns people with a membership in one of these owners. */
  membersIn(db: Queryable, owners: readonly string[]): Promise<ItemId[]>;
  /** Returns the people who are neither blocked nor deleted, in order. */
  activeAmong(db: Queryable, users: readonly ItemId[]): Promise<ItemId[]>;
  /** Returns the people who may read the item now, in order, without blocked ones. */
  readersAmong(db: Queryable, users: readonly ItemId[], item: Pick<StoredItem, 'acl'>): Promise<ItemId[]>;
}

interface Options {
  readonly clock: Clock;
  readonly registry: ServerRegistry;
  readonly items: Pick<ItemStorage, 'findMany'>;
}

const userIdsAt = (item: StoredItem, path: string): ItemId[] =>
  valuesAt(item.properties, path).filter((value): value is ItemId => typeof value === 'string' && isItemId(value));

const holdsCapability = (subject: Subject, capability: string, owners: readonly string[]): boolean =>
  subject.memberships.some(({ owner, capabilities }) => owners.includes(owner) && capabilities.includes(capability)) ||
  (owners.includes(SYSTEM_OWNER) && subject.siteCapabilities.includes(capability));

export const itemNotifyOf = ({ properties }: StoredItem): ItemNotify =>
  ITEM_NOTIFY.find((each) => each === properties['$notify']) ?? 'DEFAULT';

/** Finds people by their relation to an item. */
const createPeople = ({ registry, items, clock }: Options) => {
  const userType = registry.types[SYSTEM_TYPES.user]?.number ?? 0;
  const userIds = (numbers: readonly number[]): ItemId[] => numbers.map((each) => itemId(SYSTEM_TYPES.user, each));

  const subjectsOf = async (db: Queryable, ids: readonly ItemId[]): Promise<Subject[]> =>
    (await items.findMany(db, ids)).flatMap(
      ({ id, properties }) => subjectFrom(id, properties, { now: clock.now() }) ?? [],
    );

  const people = async (db: Queryable, ids: readonly ItemId[]): Promise<ItemId[]> => {
    const isUser = (id: ItemId): boolean => tryParseItemId(id)?.type === SYSTEM_TYPES.user;
    const others = ids.filter((id) => !isUser(id));
    return [
      ...ids.filter(isUser),
      ...userIds(await usersHolding(db, userType, { path: CONTACT_PROPERTY, ids: others })),
    ];
  };

  const peopleAt = async (db: Queryable, context: StoredItem, path: string): Promise<ItemId[]> => {
    const [first = '', ...rest] = path.split('.');
    const relation = registry.types[context.type]?.properties[first]?.rel;
    if (rest.length === 0 || relation === undefined) return await people(db, userIdsAt(context, path));
    const behind = await items.findMany(db, userIdsAt(context, first));
    return await people(
      db,
      behind.flatMap((item) => userIdsAt(item, rest.join('.'))),
    );
  };

  /** Returns members who administer one of the owners, or have the capability there. Reads no other members. */
  const membersOf = async (db: Queryable, owners: readonly string[], capability?: string): Promise<Subject[]> => {
    const isItem = (owner: string): boolean => owner !== SYSTEM_OWNER;
    const numbers = await membersWith(db, userType, { owners: owners.filter(isItem), capability });
    return await subjectsOf(db, userIds(numbers));
  };

  const administratorsOf: Audience['administratorsOf'] = async (db, owners) => {
    const members = (await membersOf(db, owners)).filter((subject) =>
      administers({ ...subject, admin: false }, owners),
    );
    const ofSite = owners.includes(SYSTEM_OWNER) ? userIds(await usersWith(db, userType, { admin: true })) : [];
    return [...members.flatMap(({ userId }) => userId ?? []), ...ofSite];
  };

  const holdersOf: Audience['holdersOf'] = async (db, owners, capability) => {
    const ofSite = owners.includes(SYSTEM_OWNER)
      ? await usersWith(db, userType, { siteCapabilities: [capability] })
      : [];
    const people = [...(await membersOf(db, owners, capability)), ...(await subjectsOf(db, userIds(ofSite)))];
    const holders = people.filter((each) => holdsCapability(each, capability, owners));
    return [...new Set(holders.flatMap(({ userId }) => userId ?? []))];
  };

  const named = async (db: Queryable, word: string, { event, context }: Occasion): Promise<readonly ItemId[]> => {
    if (word === 'creator') return [context.creator];
    if (word === ACTOR) return [event.creator];
    if (word === 'to') return userIdsAt(event, 'to');
    if (word === 'owner') return await administratorsOf(db, context.owners);
    if (!word.startsWith(CAPABILITY)) return await peopleAt(db, context, word);
    return await holdersOf(db, context.owners, word.slice(CAPABILITY.length));
  };

  const membersIn: Audience['membersIn'] = async (db, owners) =>
    userIds(await usersHolding(db, userType, { path: MEMBER_OF, ids: owners }));

  return { subjectsOf, administratorsOf, holdersOf, membersIn, named };
};

export const createAudience = (options: Options): Audience => {
  const { registry } = options;
  const { subjectsOf, administratorsOf, holdersOf, membersIn, named } = createPeople(options);

  const readersAmong: Audience['readersAmong'] = async (db, users, { acl }) => {
    if (users.length === 0) return [];
    const keys = await readerKeysOf(db, acl);
    const readers = (await subjectsOf(db, users)).filter(
      (subject) => subject.admin || principalsOf(subject).some((key) => keys.has(key)),
    );
    const found = new Set(readers.map(({ userId }) => userId));
    return users.filter((user) => found.has(user));
  };

  return {
    administratorsOf,
    holdersOf,
    membersIn,
    readersAmong,
    activeAmong: async (db, users) => {
      const found = new Set((await subjectsOf(db, users)).map(({ userId }) => userId));
      return users.filter((user) => found.has(user));
    },
    recipientsOf: async (db, occasion) => {
      const { rule, event, context } = occasion;
      const choices = new Map<ItemId, NoticeChoice>();
      const { gone } = event.properties;
      const key = tryParseItemId(typeof gone === 'string' ? gone : context.id);
      const t = registry.types[key?.type ?? '']?.number ?? 0;
      for (const { user, choice } of await choicesOn(db, { t, i: key?.number ?? 0 })) choices.set(user, choice);
      const watchers = [...choices].flatMap(([user, choice]) => (choice === 'ALWAYS' ? user : []));
      const readersOf = async (words: readonly string[]): Promise<ItemId[]> => {
        const users = new Set<ItemId>();
        for (const word of words)
          for (const user of word === WATCHERS ? watchers : await named(db, word, occasion)) users.add(user);
        return await readersAmong(db, [...users], event);
      };
      const isReached = async (): Promise<boolean> =>
        (await readersOf(rule.notify.filter((word) => word !== WATCHERS && word !== ACTOR))).length > 0;
      const words =
        rule.otherwise === undefined || (await isReached()) ? rule.notify : [...rule.notify, ...rule.otherwise];
      const isReceipt = rule.notify.includes(ACTOR);
      const readers = (await readersOf(words)).filter((user) => isReceipt || user !== event.creator);
      const preferred = await preferredModes(db, readers, rule.kind);
      const item = itemNotifyOf(context);
      return readers.flatMap((user) => {
        const wishes = {
          item,
          choice: choices.get(user) ?? 'DEFAULT',
          preferred: preferred.get(user),
          declared: rule.mode,
        };
        const mode = deliveryOf(wishes);
        return mode ? [{ user, mode }] : [];
      });
    },
  };
};
