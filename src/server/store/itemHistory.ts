// What happened to an item: for its readers, filtered by their present rights, and for the merge of an update.

import type { ItemId, Json } from 'src/model/item/Item.ts';
import { tryParseItemId } from 'src/model/item/itemId.ts';
import type { HistoryEvent } from 'src/model/generated/wire.ts';
import type { ReadFilter } from 'src/server/access/read/readFilters.ts';
import type { Queryable } from 'src/server/store/database.ts';
import type { ItemPlan } from 'src/server/store/itemPlan.ts';
import type { ChangesSince, ItemStorage, StoredItem } from 'src/server/store/itemStorage.ts';
import { restrictedLevel } from 'src/server/store/splitItem.ts';
import type { StoreContext } from 'src/server/store/storeContext.ts';

type Diff = Readonly<Record<string, readonly [Json, Json] | null>>;
type Writing = Pick<ItemStorage, 'levelAcl'>;

interface HistoryRow {
  readonly u: number;
  readonly at: Date;
  readonly by: ItemId;
  readonly actor: ItemId | null;
  readonly op: string;
  readonly kind: string;
  readonly diff: Diff;
}

/** No item has more versions; what is beyond means the newest. */
const LAST_VERSION = 2147483647;

const wasShown = (events: readonly HistoryEvent[], name: string): boolean =>
  events.some(({ changes }) => Object.hasOwn(changes, name));

const SINCE = 'select u, diff from item_history where t = $1 and i = $2 and u > $3 order by u';
const PAGE = `select u, at, by, actor, op, kind, diff from item_history
  where t = $1 and i = $2 and ($3::int is null or u < $3) order by u desc limit $4`;

export const createHistory = (
  parts: StoreContext,
  { levelAcl }: Writing,
): Pick<ItemStorage, 'history' | 'changesSince'> => {
  const { plans, audit } = parts;

  const changesSince = async (db: Queryable, stored: StoredItem, u: number): Promise<ChangesSince> => {
    const t = plans.get(stored.type)?.type.number ?? 0;
    const rows = await db.query<HistoryRow>(SINCE, [t, stored.number, u], 'history.since');
    const before: Record<string, Json> = {};
    const unknown = new Set<string>();
    for (const [name, change] of rows.flatMap((row) => Object.entries(row.diff))) {
      if (Object.hasOwn(before, name) || unknown.has(name)) continue;
      if (change === null) unknown.add(name);
      else before[name] = change[0];
    }
    return { before, unknown: [...unknown] };
  };

  const visibleNames = async (
    db: Queryable,
    plan: ItemPlan,
    who: { stored: StoredItem; readFilter: ReadFilter },
  ): Promise<Set<string>> => {
    const { stored, readFilter } = who;
    const names = Object.values(plan.type.properties).map(async ({ name, level }) => {
      const apart = restrictedLevel(level, stored.level);
      return apart === undefined || readFilter.canRead(await levelAcl(stored, apart, db)) ? [name] : [];
    });
    return new Set((await Promise.all(names)).flat());
  };

  const eventOf = (row: HistoryRow, names: ReadonlySet<string>): HistoryEvent | undefined => {
    const shown = Object.entries(row.diff).filter(
      (entry): entry is [string, readonly [Json, Json]] => entry[1] !== null && names.has(entry[0]),
    );
    // That something happened to what one may not see is itself something one may not see.
    if (shown.length === 0 && Object.keys(row.diff).some((name) => !names.has(name))) return undefined;
    const who = row.actor === null ? { by: row.by, asUser: null } : { by: row.actor, asUser: row.by };
    return { _u: row.u, at: row.at.toISOString(), ...who, kind: row.kind, changes: Object.fromEntries(shown) };
  };

  const history: ItemStorage['history'] = async (db, readFilter, id, before, max) => {
    const key = tryParseItemId(id);
    const plan = key && plans.get(key.type);
    const stored = plan && (await parts.find(db, id));
    if (!stored || !readFilter.canRead(stored.acl) || !plan.type.server.history.keep)
      return { events: [], more: false };
    const names = await visibleNames(db, plan, { stored, readFilter });
    const events: HistoryEvent[] = [];
    for (let last: number | undefined = before && Math.min(before, LAST_VERSION); ;) {
      const rows: HistoryRow[] = await db.query<HistoryRow>(
        PAGE,
        [plan.type.number, stored.number, last ?? null, max + 1],
        'history.page',
      );
      events.push(...rows.flatMap((row) => eventOf(row, names) ?? []));
      last = rows.at(-1)?.u;
      if (events.length > max || rows.length <= max) break;
    }
    const shown = events.slice(0, max);
    const isPrivate = stored.level === 'PRIVATE' || plan.privateNames.some((name) => wasShown(shown, name));
    if (isPrivate && shown.length > 0)
      await audit.record('history', [{ subject: readFilter.subject, id: stored.id, u: stored.u }]);
    return { events: shown, more: events.length > max };
  };

  return { history, changesSince };
};
