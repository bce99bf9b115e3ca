// Log of sign-ins, of accounts and their rights, of settings, and of copies that left. Its entries are items that only the server writes,
// that no person can change, and that only administrators of the site read. An entry of a change is written in the transaction of the change.

import type { Level } from 'src/model/access/levels.ts';
import { SYSTEM_USER } from 'src/model/item/itemId.ts';
import type { ItemId, Json } from 'src/model/item/Item.ts';
import type { ServerRegistry } from 'src/model/schema/Registry.ts';
import { SYSTEM_TYPES } from 'src/model/schema/systemTypes.ts';
import type { Clock } from 'src/base/clock.ts';
import type { Database, Transaction } from 'src/server/store/database.ts';
import type { ItemStorage, WriteMetadata } from 'src/server/store/itemStorage.ts';

/** Kinds of entries with the group that each belongs to. */
const LOG_GROUPS = {
  SIGNED_IN: 'SIGN_INS',
  SIGN_IN_FAILED: 'SIGN_INS',
  SECOND_FACTOR_FAILED: 'SIGN_INS',
  SECOND_FACTOR_ADDED: 'SIGN_INS',
  SECOND_FACTOR_REMOVED: 'SIGN_INS',
  PASSWORD_CHANGED: 'SIGN_INS',
  ACTING_STARTED: 'SIGN_INS',
  ACTING_ENDED: 'SIGN_INS',
  ACCOUNT_CREATED: 'ACCOUNTS',
  ACCOUNT_CHANGED: 'ACCOUNTS',
  ACCOUNT_DELETED: 'ACCOUNTS',
  ACCOUNT_RESTORED: 'ACCOUNTS',
  ACCOUNT_BLOCKED: 'ACCOUNTS',
  ACCOUNT_UNBLOCKED: 'ACCOUNTS',
  INVITATION_SENT: 'ACCOUNTS',
  INVITATION_ACCEPTED: 'ACCOUNTS',
  RIGHTS_GIVEN: 'RIGHTS',
  RIGHTS_CHANGED: 'RIGHTS',
  RIGHTS_TAKEN: 'RIGHTS',
  ADMINISTRATOR_GIVEN: 'RIGHTS',
  ADMINISTRATOR_TAKEN: 'RIGHTS',
  LIST_VALUE_ADDED: 'SETTINGS',
  LIST_VALUE_CHANGED: 'SETTINGS',
  LIST_VALUE_DELETED: 'SETTINGS',
  LIST_VALUE_RESTORED: 'SETTINGS',
  ALERT_ADDED: 'SETTINGS',
  ALERT_CHANGED: 'SETTINGS',
  ALERT_DELETED: 'SETTINGS',
  ALERT_RESTORED: 'SETTINGS',
  MENU_CHANGED: 'SETTINGS',
  TEXTS_CHANGED: 'SETTINGS',
  EXPORTED: 'COPIES',
  FILES_DOWNLOADED: 'COPIES',
  PACKAGE_MADE: 'COPIES',
} as const;

export type LogKind = keyof typeof LOG_GROUPS;

export interface NewLogEntry {
  readonly kind: LogKind;
  /** Item that was changed, or the person of a sign-in. */
  readonly about?: ItemId | undefined;
  /** Owner in which the rights are, or to which the item belongs. */
  readonly owner?: ItemId | undefined;
  readonly reads?: Level | undefined;
  readonly readBefore?: Level | undefined;
  readonly ownerAdmin?: boolean | undefined;
  readonly ownerAdminBefore?: boolean | undefined;
  readonly gained?: readonly string[];
  readonly lost?: readonly string[];
  readonly from?: string | undefined;
  readonly until?: string | undefined;
  readonly detail?: string | undefined;
  readonly count?: number | undefined;
  readonly address?: string | undefined;
  readonly device?: string | undefined;
}

export interface AdminLog {
  /** Adds an entry in the transaction of its cause. */
  add(tx: Transaction, entry: NewLogEntry, metadata: WriteMetadata): Promise<void>;
  /** Adds an entry whose cause has no transaction. */
  addNow(entry: NewLogEntry, by?: Pick<WriteMetadata, 'by' | 'actor'>): Promise<void>;
}

const MAX_DETAIL_LENGTH = 500;
const BY_SYSTEM = { by: SYSTEM_USER, actor: undefined };

const isGiven = (value: unknown): boolean => value !== undefined && !(Array.isArray(value) && value.length === 0);

const logValues = ({ detail, gained, lost, ...entry }: NewLogEntry, { at, by, actor }: WriteMetadata) => {
  const values: Readonly<Record<string, Json | undefined>> = {
    ...entry,
    ...{ group: LOG_GROUPS[entry.kind], at: at.toISOString(), by: actor ?? by },
    actedAs: actor === undefined ? undefined : by,
    detail: detail?.slice(0, MAX_DETAIL_LENGTH),
    gained: gained && [...gained],
    lost: lost && [...lost],
  };
  return Object.fromEntries(
    Object.entries(values).flatMap(([name, value]): [string, Json][] =>
      value === undefined || !isGiven(value) ? [] : [[name, value]],
    ),
  );
};

interface Options {
  readonly registry: ServerRegistry;
  readonly database: Database;
  readonly clock: Clock;
  readonly items: Pick<ItemStorage, 'insert'>;
}

/** A world that does not declare the type of the entries has no log. */
export const createAdminLog = ({ registry, database, clock, items }: Options): AdminLog => {
  const isDeclared = registry.types[SYSTEM_TYPES.logEntry] !== undefined;
  const add: AdminLog['add'] = async (tx, entry, metadata) => {
    if (isDeclared) await items.insert(tx, SYSTEM_TYPES.logEntry, logValues(entry, metadata), metadata);
  };
  return {
    add,
    addNow: (entry, by = BY_SYSTEM) => database.transaction((tx) => add(tx, entry, { at: clock.now(), ...by })),
  };
};
