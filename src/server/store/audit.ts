// The record of who was shown what is PRIVATE. The item store and the pushes write it, before what they show leaves; the trail
// (`act/auditTrail`) and the export read it. Nothing changes or removes an entry. One statement per answer that shows something
// PRIVATE, none for any other.

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
  type AuditRow,
  type NewAuditRow,
} from 'src/server/store/auditRows.ts';

/** The name on the wire by which something is shown: an operation, `act/{action}`, a push or a route. Undefined: it is looked at, not shown. */
export type Channel = string | undefined;

/** One version of an item that holds something PRIVATE, and to whom it is about to be shown. */
export interface Shown {
  readonly subject: Subject;
  readonly id: ItemId;
  readonly u: number;
}

export interface AuditEntry {
  /** Later entries have larger numbers. */
  readonly entry: number;
  readonly at: string;
  /** Whoever did it: the administrator under a masquerade; null for a visitor. */
  readonly by: ItemId | null;
  /** As whom, under a masquerade. */
  readonly asUser: ItemId | null;
  readonly session: string | null;
  readonly channel: string;
  readonly $id: ItemId;
  readonly _u: number;
  /** Owner items at that moment, or `system`. */
  readonly owners: readonly string[];
}

export interface Audit {
  /**
   * Durable when it resolves, whatever becomes of the caller's transaction; when it fails, nothing may be shown. What the same
   * session was shown of the same version in the same way a short while ago is not written again.
   */
  record(channel: string, shown: readonly Shown[]): Promise<void>;
  /** What was shown of these items, newest first, older than the entry `before`. */
  trail(
    db: Queryable,
    ids: readonly ItemId[],
    page: { readonly before: number | undefined; readonly max: number },
  ): Promise<{ readonly entries: readonly AuditEntry[]; readonly more: boolean }>;
  /** Everything, or what an owner owned at the time, oldest first. */
  all(owner: ItemId | undefined): AsyncIterable<AuditEntry>;
}

/** The same item shown to the same session within this time makes one entry: scrolling a list up and down is one reading. */
const DEDUPLICATION_MS = 10 * 60_000;
/** Entries remembered for that: about 3 MB. One that is forgotten early is only written twice. */
const REMEMBERED_ENTRIES = 20_000;
/** Rows of the export that are in memory at once. */
const PAGE = 2_000;

interface Options {
  readonly registry: ServerRegistry;
  /** Outside of every transaction: an entry stands even if what was shown on the way is taken back. */
  readonly database: Queryable;
  readonly clock: Clock;
}

const keyOf = (channel: string, { subject, id, u }: Shown): string | undefined =>
  subject.sessionId === undefined ? undefined : `${subject.sessionId} ${channel} ${id} ${u}`;

export const createAudit = ({ registry, database, clock }: Options): Audit => {
  const lately = boundedCache<string, number>(REMEMBERED_ENTRIES);
  const names = new Map(Object.values(registry.types).map(({ number, name }) => [number, name]));

  const numbersOf = (id: ItemId): { t: number; i: number } => {
    const { type = '', number = 0 } = tryParseItemId(id) ?? {};
    return { t: registry.types[type]?.number ?? 0, i: number };
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
        const key = keyOf(channel, each);
        const before = key === undefined ? undefined : lately.get(key);
        return before === undefined || at.getTime() - before >= DEDUPLICATION_MS;
      };
      const fresh = shown.filter(isNew);
      if (fresh.length === 0) return;
      await addAuditRows(database, { at, channel }, fresh.map(rowOf));
      for (const each of fresh) {
        const key = keyOf(channel, each);
        if (key !== undefined) lately.set(key, at.getTime());
      }
    },
    async trail(db, ids, { before, max }) {
      const keys = ids.map(numbersOf);
      const types = keys.map(({ t }) => t);
      const numbers = keys.map(({ i }) => i);
      const rows = await auditRowsOf(db, { types, numbers, before, max: max + 1 });
      return { entries: rows.slice(0, max).map(entryOf), more: rows.length > max };
    },
    async *all(owner) {
      for (let after = 0; ;) {
        const rows = await auditRowsAfter(database, after, { owner, max: PAGE });
        yield* rows.map(entryOf);
        const last = rows.at(-1);
        if (!last || rows.length < PAGE) return;
        after = last.seq;
      }
    },
  };
};
