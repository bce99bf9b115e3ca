// Items as a gate may see them: whole, as labels, or from a stored one. The only makers of what leaves the server.

import { deepFreeze } from 'src/base/deepFreeze.ts';
import type { Level } from 'src/model/access/levels.ts';
import type { Item, ItemId, Json } from 'src/model/item/Item.ts';
import { itemId } from 'src/model/item/itemId.ts';
import type { Gate } from 'src/server/access/Gate.ts';
import type { Through } from 'src/server/audit/Audit.ts';
import type { ClockStep } from 'src/server/extend.ts';
import type { Queryable } from 'src/server/store/Database.ts';
import type { ItemPlan } from 'src/server/store/itemPlan.ts';
import type { ReadCache } from 'src/server/store/createReadCache.ts';
import {
  glimpseRow,
  levelAt,
  readVisibleRows,
  readWholeRow,
  shownFromRow,
  visibleFromRow,
  type WholeRow,
} from 'src/server/store/itemRows.ts';
import type { ItemStore, StoredItem } from 'src/server/store/ItemStore.ts';
import { readLabels, withOwnLabels, withRelatedLabels, type Sight } from 'src/server/store/readLabels.ts';
import { levelApart } from 'src/server/store/splitItem.ts';
import { numbersByPlan, type StoreParts } from 'src/server/store/storeParts.ts';

type Reading = Pick<ItemStore, 'readVisible' | 'labels' | 'view'>;

const stepAt = (steps: readonly ClockStep[], now: number): string | undefined =>
  steps.findLast((step) => step.from <= now)?.value;

/** Clock values are worked out now, from what the gate has let through. */
const withClocks = ({ domain, clock }: StoreParts, plan: ItemPlan, item: Item): Item => {
  if (plan.clocks.length === 0) return item;
  const now = clock.now().getTime();
  const values: Record<string, Json> = {};
  for (const { name, computed } of plan.clocks) {
    const steps = computed && domain.clocks[computed.by]?.(item as Readonly<Record<string, Json>>);
    const value = steps && stepAt(steps, now);
    if (value !== undefined) values[name] = value;
  }
  return Object.assign({}, item, values);
};

const mayRead = (stored: StoredItem, gate: Gate, level: Level | undefined): boolean => {
  const apart = levelApart(level, stored.level);
  if (apart === undefined) return gate.canRead(stored.acl);
  const acl = stored.levels[apart];
  return acl !== undefined && gate.canRead(stored.acl) && gate.canRead(acl);
};

interface One {
  readonly id: ItemId;
  readonly number: number;
  readonly gate: Gate;
}

/** Something in it is PRIVATE: all of it, or the value of a property. */
const holdsPrivate = ({ privateNames }: ItemPlan, level: Level, item: Item): boolean =>
  level === 'PRIVATE' || privateNames.some((name) => item[name] !== undefined);

interface Read {
  readonly items: readonly Item[];
  /** Those that hold something PRIVATE. */
  readonly closed: readonly Item[];
  /** Given when no change is newer, in the eyes of the statement that read the items, than what the cache knows. */
  readonly cache?: ReadCache | undefined;
}

const NOTHING: Read = { items: [], closed: [] };

const readFor =
  (parts: StoreParts) =>
  (plan: ItemPlan, level: number, shown: Item): Read => {
    const item = withClocks(parts, plan, shown);
    return { items: [item], closed: holdsPrivate(plan, levelAt(level), item) ? [item] : [] };
  };

const recordFor =
  ({ audit }: StoreParts) =>
  async (gate: Gate, through: Through, closed: readonly Item[]): Promise<void> => {
    if (through === undefined || closed.length === 0) return;
    await audit.record(
      through,
      closed.map(({ $id, _u }) => ({ subject: gate.subject, id: $id, u: _u })),
    );
  };

export const createReading = (parts: StoreParts, cache: ReadCache): Reading => {
  const { plans, database } = parts;
  const record = recordFor(parts);
  const readOf = readFor(parts);

  const fromKept = (plan: ItemPlan, kept: WholeRow, gate: Gate): Read => ({
    ...readOf(plan, kept.level, shownFromRow(plan, kept, gate)),
    cache,
  });

  /** From the cache when the gate lets through the item and nothing was written since; asks whether, unless nobody can have. */
  const readKept = async (db: Queryable, plan: ItemPlan, one: One): Promise<Read | undefined> => {
    const known = cache.position();
    const kept = known === undefined ? undefined : cache.rows.get(one.id);
    if (known === undefined || !kept) return undefined;
    if (cache.isCurrent()) return one.gate.canRead(kept.acl) ? fromKept(plan, kept, one.gate) : NOTHING;
    const seen = await glimpseRow(db, plan, { mask: one.gate.mask, number: one.number });
    if (!seen) return NOTHING;
    if (seen.head > known || seen.u !== kept.u) return undefined;
    return fromKept(plan, kept, one.gate);
  };

  const readAnew = async (db: Queryable, plan: ItemPlan, { id, number, gate }: One): Promise<Read> => {
    const known = cache.position();
    const changes = cache.changes();
    const row = await readWholeRow(db, plan, { mask: gate.mask, number });
    if (!row) return NOTHING;
    // Otherwise it may be what a transaction has written itself, and may yet take back.
    const believed = known !== undefined && row.head <= known;
    if (believed) cache.rows.keep(new Map([[id, deepFreeze(row)]]), changes);
    return { ...readOf(plan, row.level, shownFromRow(plan, row, gate)), cache: believed ? cache : undefined };
  };

  const readOne = async (db: Queryable, gate: Gate, id: ItemId): Promise<Read> => {
    const [[plan, [number]] = [undefined, []]] = numbersByPlan(plans, [id]);
    if (!plan || number === undefined) return NOTHING;
    const one: One = { id: itemId(plan.type.name, number), number, gate };
    return (await readKept(db, plan, one)) ?? (await readAnew(db, plan, one));
  };

  const readSeveral = async (db: Queryable, gate: Gate, ids: readonly ItemId[]): Promise<Read> => {
    const found = new Map<ItemId, Read>();
    const reads = [...numbersByPlan(plans, ids)].map(async ([plan, numbers]) => {
      for (const row of await readVisibleRows(db, plan, gate.mask, numbers)) {
        found.set(itemId(plan.type.name, row.i), readOf(plan, row.level, visibleFromRow(plan, row)));
      }
    });
    await Promise.all(reads);
    const inOrder = [...new Set(ids)].flatMap((id) => found.get(id) ?? []);
    return { items: inOrder.flatMap(({ items }) => items), closed: inOrder.flatMap(({ closed }) => closed) };
  };

  const readVisible: Reading['readVisible'] = async (db, gate, ids, { through, labels }) => {
    const [only] = ids;
    const single = ids.length === 1 && only !== undefined;
    const read = single ? await readOne(db, gate, only) : await readSeveral(db, gate, ids);
    const sight: Sight = { db, gate, plans, cache: read.cache };
    const labelled = await withOwnLabels(sight, read.items);
    const shown = labels === true ? await withRelatedLabels(sight, labelled) : labelled;
    await record(gate, through, read.closed);
    return shown;
  };

  const view: Reading['view'] = async (stored, gate, through) => {
    const plan = plans.get(stored.type);
    const header = { $id: stored.id, _t: stored.type, _i: stored.number, _u: stored.u };
    const times = { _c: { ts: stored.created, creator: stored.creator }, updated: stored.updated };
    // Somebody whose own write took the right away learns no more than that it was done.
    if (!plan || !gate.canRead(stored.acl)) return { ...header, ...times, $label: stored.id };
    const visible = Object.entries(stored.properties).filter(([name]) =>
      mayRead(stored, gate, plan.type.properties[name]?.level),
    );
    const item: Item = { ...header, ...times, $label: stored.label, ...Object.fromEntries(visible) };
    const [labelled] = await withOwnLabels({ db: database, gate, plans }, [withClocks(parts, plan, item)]);
    if (holdsPrivate(plan, stored.level, item)) await record(gate, through, [item]);
    return labelled ?? item;
  };

  return { readVisible, labels: (db, gate, ids) => readLabels({ db, gate, plans }, ids), view };
};
