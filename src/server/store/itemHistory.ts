// History of an item: events for readers, and changes since a version for the merge of an update.

import type { ItemId, Json } from 'src/model/item/Item.ts';
import { tryParseItemId } from 'src/model/item/itemKey.ts';
import type { HistoryEvent } from 'src/model/generated/wire.ts';
import type { Queryable } from 'src/server/store/database.ts';
import { historyEvents, type HistoryRow } from 'src/server/store/historyEvents.ts';
import { GRANTS } from 'src/server/store/grantRows.ts';
import type { ChangesSince, ItemStorage, StoredItem } from 'src/server/store/itemStorage.ts';
import type { StoreContext } from 'src/server/store/storeContext.ts';

/** No item reaches this version. It means the newest one. */
const LAST_VERSION = 2147483647;

const wasShown = (events: readonly HistoryEvent[], name: string): boolean =>
  events.some(({ changes }) => Object.hasOwn(changes, name));

/**
 * Maximum number of changes that a merge reads. Beyond it, changes that only the server writes are left out, since no save conflicts with
 * them. If there are still more, every property counts as changed with an unknown former value.
 */
const MOST_CHANGES = 1_000;

const CHANGES_SINCE_SQL = 'select u, diff from item_history where t = $1 and i = $2 and u > $3 order by u limit $4';
const SAVED_SINCE = `select u, diff from item_history h where t = $1 and i = $2 and u > $3
    and exists (select from jsonb_object_keys(h.diff) as k where k <> all ($5::text[])) order by u limit $4`;
const HISTORY_PAGE_SQL = `select h.u, h.at, h.by, h.actor, h.helper, h.kind, h.diff, h.acl, h.level, h.part_levels, h.part_acls,
    (select json_build_object('acl', p.acl, 'level', p.level, 'part_levels', p.part_levels, 'part_acls', p.part_acls)
     from item_history p where p.t = h.t and p.i = h.i and p.u < h.u order by p.u desc limit 1) as before
  from item_history h where h.t = $1 and h.i = $2 and ($3::int is null or h.u < $3) order by h.u desc limit $4`;

/** People who saved one of the properties, including administrators who acted as another user. */
const WRITERS = `select distinct who from item_history h, unnest(array[h.by, h.actor]) as who
  where h.t = $1 and h.i = $2 and who is not null
    and exists (select from jsonb_object_keys(h.diff) as k where k = any ($3::text[]))`;

export const createHistory = (
  parts: StoreContext,
  reading: Pick<ItemStorage, 'levelAcl' | 'labels'>,
): Pick<ItemStorage, 'history' | 'changesSince' | 'writersOf'> => {
  const { plans, audit } = parts;

  const writersOf: ItemStorage['writersOf'] = async (db, { type, number, creator }) => {
    const { number: t = 0, properties = {}, server } = plans.get(type)?.type ?? {};
    const isOfServer = (name: string): boolean => {
      const who = server?.access.writable?.[name];
      return who !== undefined && 'any' in who && who.any.length === 0;
    };
    const names = Object.values(properties).flatMap(({ name, readOnly }) =>
      readOnly || name.startsWith('$') || isOfServer(name) ? [] : [name],
    );
    const rows = await db.query<{ who: ItemId }>(WRITERS, [t, number, names], 'history.writers');
    return [...new Set([creator, ...rows.map(({ who }) => who)])];
  };

  const changesSince = async (db: Queryable, stored: StoredItem, u: number): Promise<ChangesSince> => {
    const { number: t = 0, properties = {} } = plans.get(stored.type)?.type ?? {};
    const parameters = [t, stored.number, u, MOST_CHANGES + 1];
    let rows = await db.query<HistoryRow>(CHANGES_SINCE_SQL, parameters, 'history.since');
    const unknown = new Set<string>();
    if (rows.length > MOST_CHANGES) {
      const ofServer = Object.values(properties).flatMap(({ name, readOnly }) => (readOnly ? [name] : []));
      rows = await db.query<HistoryRow>(SAVED_SINCE, [...parameters, ofServer], 'history.savedSince');
      if (rows.length > MOST_CHANGES) return { before: {}, unknown: Object.keys(properties) };
      for (const name of ofServer) unknown.add(name);
    }
    const before: Record<string, Json> = {};
    for (const [name, change] of rows.flatMap((row) => Object.entries(row.diff))) {
      if (name === GRANTS || Object.hasOwn(before, name) || unknown.has(name)) continue;
      if (change === null) unknown.add(name);
      else before[name] = change[0];
    }
    return { before, unknown: [...unknown] };
  };

  const history: ItemStorage['history'] = async (db, readFilter, id, { before, max, knownGrants }) => {
    const key = tryParseItemId(id);
    const plan = key && plans.get(key.type);
    const stored = plan && (await parts.find(db, id));
    if (!stored || !readFilter.canRead(stored.acl) || !plan.type.server.history.keep)
      return { events: [], more: false };
    const eventsOf = historyEvents(
      { ...reading, knownGrants, learn: parts.readFilters.learn },
      { db, plan, stored, readFilter },
    );
    const events: HistoryEvent[] = [];
    for (let last: number | undefined = before && Math.min(before, LAST_VERSION); ;) {
      const rows: HistoryRow[] = await db.query<HistoryRow>(
        HISTORY_PAGE_SQL,
        [plan.type.number, stored.number, last ?? null, max + 1],
        'history.page',
      );
      events.push(...(await eventsOf(rows)));
      last = rows.at(-1)?.u;
      if (events.length > max || rows.length <= max) break;
    }
    const listedEvents = events.slice(0, max);
    const isPrivate = stored.level === 'PRIVATE' || plan.privateNames.some((name) => wasShown(listedEvents, name));
    if (isPrivate && listedEvents.length > 0)
      await audit.record('history', [{ subject: readFilter.subject, id: stored.id, u: stored.u }]);
    return { events: listedEvents, more: events.length > max };
  };

  return { history, changesSince, writersOf };
};
