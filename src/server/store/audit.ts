// Record of who was shown PRIVATE values. The item store and the pushes write it before the values leave the server; the trail
// (`act/auditTrail`) and the export read it. Entries are never changed or removed. An answer with PRIVATE values costs one statement, any
// other none.

import { boundedCache } from 'src/server/store/boundedCache.ts';
import type { Subject } from 'src/model/access/Subject.ts';
import type { ItemId } from 'src/model/item/Item.ts';
import type { Queryable } from 'src/server/store/database.ts';
import type { Clock } from 'src/base/clock.ts';
import { itemId } from 'src/model/item/itemId.ts';
import { tryParseItemId } from 'src/model/item/itemKey.ts';
import type { ServerRegistry } from 'src/model/schema/Registry.ts';
import {
  addAuditRows,
  auditRowsAfter,
  auditRowsOf,
  copiesRowsOf,
  readsRows,
  type ReadsPage,
  type AuditRow,
  type NewAuditRow,
} from 'src/server/store/auditRows.ts';

/** Wire name of the channel: an operation, `act/{action}`, a push or a route. Undefined when values are read but not shown. */
export type Channel = string | undefined;

/** Channel of exported items. */
export const EXPORT_CHANNEL = 'export';
/** Channel of a zip with the files of items. */
export const ZIP_CHANNEL = 'downloadAttachments';
/** Channel of a package of a community. */
export const PACKAGE_CHANNEL = 'makePackage';
/** Channels by which a copy leaves. They record items that a consent limits too, so that a withdrawal can name the copies. */
export const COPY_CHANNELS: readonly string[] = [EXPORT_CHANNEL, ZIP_CHANNEL, PACKAGE_CHANNEL];

/** Version of an item with PRIVATE values, and the subject that is about to see it. */
export interface Shown {
  readonly subject: Subject;
  readonly id: ItemId;
  readonly u: number;
}

export interface AuditEntry {
  /** Later entries have larger numbers. */
  readonly entry: number;
  readonly at: string;
  /** User behind the session: the administrator during a masquerade; null for a visitor. */
  readonly by: ItemId | null;
  /** User whom the administrator acts as. */
  readonly asUser: ItemId | null;
  readonly session: string | null;
  readonly channel: string;
  readonly $id: ItemId;
  readonly _u: number;
  /** Owner items at that time, or `system`. */
  readonly owners: readonly string[];
}

/** A copy of items that left by an export or a zip. */
export interface CopyEntry {
  readonly at: string;
  readonly by: ItemId | null;
  /** Number of the items in it. */
  readonly count: number;
}

export interface AuditPageOfEntries {
  readonly entries: readonly AuditEntry[];
  readonly more: boolean;
}

/** Without `types`, types of personal items are left out unless `personal` is true. */
export interface ReadsQuestion extends Omit<ReadsPage, 'only' | 'without'> {
  readonly types: readonly string[] | undefined;
  readonly personal: boolean;
}

export interface Audit {
  /**
   * Resolves when the entries are durable, independently of the caller's transaction. When it fails, nothing may be shown. Repeated reads
   * of the same version by the same session on the same channel within a short time are not recorded again.
   */
  record(channel: string, shown: readonly Shown[]): Promise<void>;
  /** Returns entries about these items, newest first, older than the entry `before`. */
  trail(
    db: Queryable,
    ids: readonly ItemId[],
    page: { readonly before: number | undefined; readonly max: number },
  ): Promise<AuditPageOfEntries>;
  /** Returns entries of a person, an owner, a time and types, newest first. */
  reads(db: Queryable, page: ReadsQuestion): Promise<AuditPageOfEntries>;
  /** Returns the newest copies that contained some of these items, at most `max`. */
  copies(db: Queryable, ids: readonly ItemId[], max: number): Promise<readonly CopyEntry[]>;
  /** Returns all entries, or those of an owner at the time, oldest first. */
  all(owner: ItemId | undefined): AsyncIterable<AuditEntry>;
}

/** Reads of the same item by the same session within this time make one entry. */
const DEDUPLICATION_MS = 10 * 60_000;
/** Number of remembered entries, about 3 MB. An entry that is forgotten early is only written twice. */
const REMEMBERED_ENTRIES = 20_000;
/** Rows of the export in memory at a time. */
const ENTRIES_PER_READ = 2_000;

interface Options {
  readonly registry: ServerRegistry;
  /** Used outside of all transactions, so that an entry remains when a transaction is rolled back. */
  readonly database: Queryable;
  readonly clock: Clock;
}

const auditKey = (channel: string, { subject, id, u }: Shown): string | undefined =>
  subject.sessionId === undefined ? undefined : `${subject.sessionId} ${channel} ${id} ${u}`;

export const createAudit = ({ registry, database, clock }: Options): Audit => {
  const lately = boundedCache<string, number>(REMEMBERED_ENTRIES);
  const names = new Map(Object.values(registry.types).map(({ number, name }) => [number, name]));

  const personalTypes = Object.values(registry.types).flatMap(({ number, server }) =>
    server.access.personal === true ? [number] : [],
  );

  const numbersOf = (id: ItemId): { t: number; i: number } => {
    const { type = '', number = 0 } = tryParseItemId(id) ?? {};
    return { t: registry.types[type]?.number ?? 0, i: number };
  };

  const columnsOf = (ids: readonly ItemId[]): { types: number[]; numbers: number[] } => {
    const keys = ids.map(numbersOf);
    return { types: keys.map(({ t }) => t), numbers: keys.map(({ i }) => i) };
  };

  const rowOf = ({ subject, id, u }: Shown): NewAuditRow => ({
    subject: subject.userId ?? null,
    actor: subject.actingAdminId ?? null,
    session: subject.sessionId ?? null,
    ...numbersOf(id),
    u,
  });

  const entryOf = ({ seq, at, subject, actor, session, channel, t, i, u, owners }: AuditRow): AuditEntry => ({
    entry: seq,
    at: at.toISOString(),
    ...(actor === null ? { by: subject, asUser: null } : { by: actor, asUser: subject }),
    session,
    channel,
    // A type that is no longer declared keeps its entries.
    $id: itemId(names.get(t) ?? String(t), i),
    _u: u,
    owners,
  });

  return {
    async record(channel, shown) {
      const at = clock.now();
      const isNew = (each: Shown): boolean => {
        const key = auditKey(channel, each);
        const before = key === undefined ? undefined : lately.get(key);
        return before === undefined || at.getTime() - before >= DEDUPLICATION_MS;
      };
      const fresh = shown.filter(isNew);
      if (fresh.length === 0) return;
      await addAuditRows(database, { at, channel }, fresh.map(rowOf));
      for (const each of fresh) {
        const key = auditKey(channel, each);
        if (key !== undefined) lately.set(key, at.getTime());
      }
    },
    async trail(db, ids, { before, max }) {
      const rows = await auditRowsOf(db, { ...columnsOf(ids), before, max: max + 1 });
      return { entries: rows.slice(0, max).map(entryOf), more: rows.length > max };
    },
    async reads(db, { types, personal, ...page }) {
      const only = types?.flatMap((name) => registry.types[name]?.number ?? []);
      const without = personal || only ? [] : personalTypes;
      const rows = await readsRows(db, { ...page, only, without, max: page.max + 1 });
      return { entries: rows.slice(0, page.max).map(entryOf), more: rows.length > page.max };
    },
    async copies(db, ids, max) {
      const rows = await copiesRowsOf(db, { ...columnsOf(ids), channels: COPY_CHANNELS, max });
      return rows.map(({ at, by, count }) => ({ at: at.toISOString(), by, count }));
    },
    async *all(owner) {
      for (let after = 0; ;) {
        const rows = await auditRowsAfter(database, after, { owner, max: ENTRIES_PER_READ });
        yield* rows.map(entryOf);
        const last = rows.at(-1);
        if (!last || rows.length < ENTRIES_PER_READ) return;
        after = last.seq;
      }
    },
  };
};
