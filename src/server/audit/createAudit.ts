// The audit of reads over its table. One statement per answer that shows something PRIVATE, none for any other.
// Made by createStoreRooms.

import type { Clock } from 'src/base/clock.ts';
import { itemId, tryParseItemId } from 'src/model/item/itemId.ts';
import type { ItemId } from 'src/model/item/Item.ts';
import type { ServerRegistry } from 'src/model/schema/Registry.ts';
import type { Audit, AuditEntry, Shown } from 'src/server/audit/Audit.ts';
import {
  addAuditRows,
  auditRowsAfter,
  auditRowsOf,
  type AuditRow,
  type NewAuditRow,
} from 'src/server/store/auditRows.ts';
import { createRecent } from 'src/server/store/createRecent.ts';
import type { Queryable } from 'src/server/store/Database.ts';

/** A list scrolled up and down is read once; somebody who comes back later has read it again. */
const A_WHILE = 10 * 60_000;
/** What is remembered of it: about 3 MB. Forgetting only writes an entry more. */
const REMEMBERED = 20_000;
/** Rows of the export that are in memory at once. */
const PAGE = 2_000;

interface Options {
  readonly registry: ServerRegistry;
  /** Outside of every transaction: an entry stands even if what was shown on the way is taken back. */
  readonly database: Queryable;
  readonly clock: Clock;
}

const keyOf = (through: string, { subject, id, u }: Shown): string | undefined =>
  subject.sessionId === undefined ? undefined : `${subject.sessionId} ${through} ${id} ${u}`;

export const createAudit = ({ registry, database, clock }: Options): Audit => {
  const lately = createRecent<string, number>(REMEMBERED);
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

  const entryOf = ({ seq, at, subject, actor, session, through, t, i, u, owners }: AuditRow): AuditEntry => ({
    entry: seq,
    at: at.toISOString(),
    ...(actor === null ? { by: subject, asUser: null } : { by: actor, asUser: subject }),
    session,
    through,
    // A type that is no longer declared keeps its entries.
    $id: itemId(names.get(t) ?? String(t), i),
    _u: u,
    owners,
  });

  return {
    async record(through, shown) {
      const at = clock.now();
      const isNew = (each: Shown): boolean => {
        const key = keyOf(through, each);
        const before = key === undefined ? undefined : lately.get(key);
        return before === undefined || at.getTime() - before >= A_WHILE;
      };
      const fresh = shown.filter(isNew);
      if (fresh.length === 0) return;
      await addAuditRows(database, { at, through }, fresh.map(rowOf));
      for (const each of fresh) {
        const key = keyOf(through, each);
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
