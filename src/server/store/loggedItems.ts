// Item storage that enters changes of accounts, rights, value lists and announcements in the log of administrators, in the transaction of
// the change. Each path that writes such an item passes here: pages, imports, invitations and commands.

import { stringsIn } from 'src/base/stringsIn.ts';
import { isLevel, type Level } from 'src/model/access/levels.ts';
import { deepEqual } from 'src/base/deepEqual.ts';
import { applyChanges } from 'src/model/item/diffItem.ts';
import { isItemId, SYSTEM_USER } from 'src/model/item/itemId.ts';
import type { ItemId, Json, Values } from 'src/model/item/Item.ts';
import { SYSTEM_TYPES } from 'src/model/schema/systemTypes.ts';
import type { AdminLog, LogKind, NewLogEntry } from 'src/server/store/adminLog.ts';
import type { Transaction } from 'src/server/store/database.ts';
import type { ItemStorage, StoredItem, WriteMetadata } from 'src/server/store/itemStorage.ts';

const levelIn = (value: Json | undefined): Level | undefined => (isLevel(value) ? value : undefined);
const loggedText = (value: Json | undefined): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;
const loggedId = (value: Json | undefined): ItemId | undefined => (isItemId(value) ? value : undefined);

const lacking = (all: readonly string[], some: readonly string[]): string[] =>
  all.filter((each) => !some.includes(each));

/** Rights of one person in one owner, or in the whole site. Undefined when the person has none there. */
type RightsHeld = Values | undefined;

/** Returns the entry of a change of rights in one place; undefined when they are equal. */
const rightsEntry = (about: ItemId, before: RightsHeld, after: RightsHeld): NewLogEntry | undefined => {
  if (deepEqual(before, after)) return undefined;
  const [had, has] = [stringsIn(before?.['capabilities']), stringsIn(after?.['capabilities'])];
  const kind = before === undefined ? 'RIGHTS_GIVEN' : after === undefined ? 'RIGHTS_TAKEN' : 'RIGHTS_CHANGED';
  return {
    ...{ kind, about, owner: loggedId((after ?? before)?.['owner']) },
    ...{ reads: levelIn(after?.['reads']), readBefore: levelIn(before?.['reads']) },
    ...{ gained: lacking(has, had), lost: lacking(had, has) },
    ...(after && { ownerAdmin: after['admin'] === true }),
    ...(before && { ownerAdminBefore: before['admin'] === true }),
    ...{ from: loggedText(after?.['from']), until: loggedText(after?.['to']) },
  };
};

const membershipsByOwner = ({ memberships }: Values): ReadonlyMap<string, Values> =>
  new Map(
    (Array.isArray(memberships) ? (memberships as readonly Values[]) : []).map((each) => [String(each['owner']), each]),
  );

const siteRightsIn = ({ siteReads: reads, siteCapabilities: capabilities }: Values): RightsHeld =>
  reads === undefined && capabilities === undefined
    ? undefined
    : { ...(reads !== undefined && { reads }), ...(capabilities !== undefined && { capabilities }) };

const rightsEntries = (about: ItemId, before: Values, after: Values): NewLogEntry[] => {
  const [had, has] = [membershipsByOwner(before), membershipsByOwner(after)];
  const owners = [...new Set([...had.keys(), ...has.keys()])];
  return [
    rightsEntry(about, siteRightsIn(before), siteRightsIn(after)),
    ...owners.map((owner) => rightsEntry(about, had.get(owner), has.get(owner))),
  ].flatMap((entry) => entry ?? []);
};

/** Kinds of the entry when a value becomes true and when it becomes false. */
const RIGHTS_FLAGS: readonly (readonly [name: string, on: LogKind, off: LogKind])[] = [
  ['admin', 'ADMINISTRATOR_GIVEN', 'ADMINISTRATOR_TAKEN'],
  ['blocked', 'ACCOUNT_BLOCKED', 'ACCOUNT_UNBLOCKED'],
];
/** Other properties of an account that only administrators change. */
const ACCOUNT_PROPERTIES = ['email', 'contact', 'menuPackage'] as const;

const accountEntries = (about: ItemId, before: Values, after: Values): NewLogEntry[] => {
  const flags = RIGHTS_FLAGS.flatMap(([name, on, off]): NewLogEntry[] => {
    const [was, is] = [before[name] === true, after[name] === true];
    return was === is ? [] : [{ kind: is ? on : off, about }];
  });
  return [...flags, ...rightsEntries(about, before, after)];
};

const changedAccount = (about: ItemId, before: Values, after: Values): NewLogEntry[] => {
  const changed = ACCOUNT_PROPERTIES.filter((name) => !deepEqual(before[name], after[name]));
  const entries = accountEntries(about, before, after);
  return changed.length === 0 ? entries : [{ kind: 'ACCOUNT_CHANGED', about, detail: changed.join(', ') }, ...entries];
};

interface SettingKinds {
  readonly added: LogKind;
  readonly changed: LogKind;
  readonly deleted: LogKind;
  readonly restored: LogKind;
}

/** Types whose items are settings of the site or of an owner. */
const SETTING_KINDS: Readonly<Record<string, SettingKinds>> = {
  [SYSTEM_TYPES.listValue]: {
    added: 'LIST_VALUE_ADDED',
    changed: 'LIST_VALUE_CHANGED',
    deleted: 'LIST_VALUE_DELETED',
    restored: 'LIST_VALUE_RESTORED',
  },
  [SYSTEM_TYPES.alert]: {
    added: 'ALERT_ADDED',
    changed: 'ALERT_CHANGED',
    deleted: 'ALERT_DELETED',
    restored: 'ALERT_RESTORED',
  },
};

/** Name of the list and key of the value; empty for other settings. */
const settingName = ({ list, key }: Values): string => [list, key].flatMap((each) => loggedText(each) ?? []).join(': ');

const settingEntry = (
  { id, properties }: Pick<StoredItem, 'id' | 'properties'>,
  kind: LogKind,
  changed: readonly string[] = [],
): NewLogEntry => {
  const name = settingName(properties);
  const changes = changed.join(', ');
  const detail = [name, changes].filter((part) => part !== '').join(' · ');
  return { kind, about: id, owner: loggedId(properties['owner']), detail: detail === '' ? undefined : detail };
};

/** Lists of the sample and of an upgrade are no act of an administrator. */
const isByPerson = ({ by, actor }: WriteMetadata): boolean => by !== SYSTEM_USER || actor !== undefined;

/** Returns the entries of an item that a write added or restored: of an account with all its rights. */
const entriesOfAdded = (stored: StoredItem, metadata: WriteMetadata, how: 'added' | 'restored'): NewLogEntry[] => {
  const { id, type, properties } = stored;
  if (type === SYSTEM_TYPES.user) {
    const kind = how === 'added' ? 'ACCOUNT_CREATED' : 'ACCOUNT_RESTORED';
    return [{ kind, about: id }, ...accountEntries(id, {}, properties)];
  }
  const kinds = SETTING_KINDS[type];
  return kinds && isByPerson(metadata) ? [settingEntry(stored, kinds[how])] : [];
};

const entriesOfChange = (before: StoredItem, changes: Values, metadata: WriteMetadata): NewLogEntry[] => {
  if (before.type === SYSTEM_TYPES.user)
    return changedAccount(before.id, before.properties, applyChanges(before.properties, changes));
  const kinds = SETTING_KINDS[before.type];
  return kinds && isByPerson(metadata) ? [settingEntry(before, kinds.changed, Object.keys(changes))] : [];
};

const entriesOfRemoval = (stored: StoredItem, metadata: WriteMetadata): NewLogEntry[] => {
  if (stored.type === SYSTEM_TYPES.user) return [{ kind: 'ACCOUNT_DELETED', about: stored.id }];
  const kinds = SETTING_KINDS[stored.type];
  return kinds && isByPerson(metadata) ? [settingEntry(stored, kinds.deleted)] : [];
};

export const createLoggedItems = (items: ItemStorage, log: Pick<AdminLog, 'add'>): ItemStorage => {
  const addAll = async (tx: Transaction, entries: readonly NewLogEntry[], metadata: WriteMetadata): Promise<void> => {
    for (const entry of entries) {
      // oxlint-disable-next-line no-await-in-loop -- statements of one transaction run one after the other
      await log.add(tx, entry, metadata);
    }
  };
  return {
    ...items,
    insert: async (tx, type, properties, metadata, options) => {
      const stored = await items.insert(tx, type, properties, metadata, options);
      await addAll(tx, entriesOfAdded(stored, metadata, 'added'), metadata);
      return stored;
    },
    write: async (tx, stored, changes, metadata, options) => {
      const next = await items.write(tx, stored, changes, metadata, options);
      await addAll(tx, entriesOfChange(stored, changes, metadata), metadata);
      return next;
    },
    remove: async (tx, stored, metadata) => {
      await items.remove(tx, stored, metadata);
      await addAll(tx, entriesOfRemoval(stored, metadata), metadata);
    },
    restore: async (tx, removed, metadata) => {
      const restored = await items.restore(tx, removed, metadata);
      const entries = restored.items.flatMap((stored) => entriesOfAdded(stored, metadata, 'restored'));
      await addAll(tx, entries, metadata);
      return restored;
    },
  };
};
