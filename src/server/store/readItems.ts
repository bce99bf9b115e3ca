// Reads items as a read filter may see them: whole, as labels, or from a stored item. Everything of an item that leaves the server is made
// here.

import type { Level } from 'src/model/access/levels.ts';
import { generalForm, levelOfValue } from 'src/model/geo/generalForm.ts';
import type { Item, ItemId, Json, OwnItem } from 'src/model/item/Item.ts';
import { itemHeader } from 'src/model/item/itemHeader.ts';
import type { ReadFilter } from 'src/server/store/readers/readFilters.ts';
import { COPY_CHANNELS, type Channel } from 'src/server/store/audit.ts';
import type { ClockStep } from 'src/server/store/valueFunctions.ts';
import { ownedOf } from 'src/server/store/calendars.ts';
import { createClockZones } from 'src/server/store/clockZones.ts';
import type { Queryable } from 'src/server/store/database.ts';
import type { ItemPlan, ReadPlan } from 'src/server/store/itemPlan.ts';
import {
  levelAt,
  readSelectedRows,
  readVisibleRow,
  readVisibleRows,
  visibleFromRow,
} from 'src/server/store/itemRows.ts';
import type { ItemStorage, StoredItem } from 'src/server/store/itemStorage.ts';
import { hidePeople, readLabels, storedLabels, withRelated, type ReadView } from 'src/server/store/readLabels.ts';
import { withCounts } from 'src/server/store/relatedCounts.ts';
import { selectedFromRow, selectionOf } from 'src/server/store/selectedProperties.ts';
import { restrictedLevel } from 'src/server/store/splitItem.ts';
import { numbersByPlan, type StoreContext } from 'src/server/store/storeContext.ts';
import { createWithheldFiles } from 'src/server/store/withheldFiles.ts';

type Reading = Pick<ItemStorage, 'readVisible' | 'labels' | 'storedLabels' | 'view' | 'withheldFiles'>;

/** Returns the value of a clock property at an instant in milliseconds. */
export const stepAt = (steps: readonly ClockStep[], now: number): string | undefined =>
  steps.findLast((step) => step.from <= now)?.value;

/** Adds clock values, computed from what the read filter has let through. */
const withClocks = async (
  { domain, clock }: StoreContext,
  plan: ItemPlan,
  { item, zoneOf }: { readonly item: OwnItem; readonly zoneOf: ReturnType<typeof createClockZones> },
): Promise<void> => {
  const zone = await zoneOf(plan, () => ownedOf(item, plan.type));
  const now = clock.now().getTime();
  const members = item as Readonly<Record<string, Json>>;
  const values = plan.clocks.map(({ computed }) =>
    stepAt((computed && domain.clocks[computed.by]?.(members, zone)) ?? [], now),
  );
  plan.clocks.forEach(({ name }, at) => {
    if (values[at] !== undefined) item[name] = values[at];
  });
};

const mayReadStored = (stored: StoredItem, readFilter: ReadFilter, level: Level | undefined): boolean => {
  const restricted = restrictedLevel(level, stored.level);
  if (restricted === undefined) return readFilter.canRead(stored.acl);
  const acl = stored.levels[restricted];
  return acl !== undefined && readFilter.canRead(stored.acl) && readFilter.canRead(acl);
};

/** Returns the values that the read filter lets through, related items included. */
const visibleValues = ({ type }: ItemPlan, readFilter: ReadFilter, stored: StoredItem): [string, Json][] =>
  Object.entries(stored.properties).flatMap(([name, value]): [string, Json][] => {
    const property = type.properties[name];
    const readable = mayReadStored(stored, readFilter, levelOfValue(property, stored.properties))
      ? value
      : (generalForm(property, value) ?? null);
    return readable === null ? [] : [[name, readable]];
  });

/** Returns true when the item or the value of a property is PRIVATE. */
const holdsPrivate = ({ privateNames }: ItemPlan, level: Level, item: Readonly<Record<string, unknown>>): boolean =>
  level === 'PRIVATE' || privateNames.some((name) => item[name] !== undefined);

/** Returns true when an item limits who may read this one. Its exports are recorded at every level. */
const isLimitedItem = ({ type }: ItemPlan, item: Item): boolean =>
  (type.server.access.read.limitedBy ?? []).some((path) => item[path] !== undefined);

interface Read {
  readonly items: OwnItem[];
  /** Items with PRIVATE values. */
  readonly closed: readonly Item[];
  /** Further items whose exports are recorded. */
  readonly limited: readonly Item[];
  /** Labels that were read with a single item; undefined for several. */
  readonly labels?: ReadonlyMap<ItemId, string>;
}

const nothingRead = (): Read => ({ items: [], closed: [], limited: [] });

/** Item that was read, and whether its exports, or all its reads, are recorded. */
interface ReadItem {
  readonly item: OwnItem;
  readonly recorded: 'always' | 'exports' | undefined;
}

const recordedRead = (plan: ItemPlan, level: number, item: OwnItem): ReadItem => {
  if (holdsPrivate(plan, levelAt(level), item)) return { item, recorded: 'always' };
  return { item, recorded: isLimitedItem(plan, item) ? 'exports' : undefined };
};

/** Returns undefined when the reader needs whole items. */
const selectedItems = async (
  { db, readFilter, properties }: ReadView,
  plan: ReadPlan,
  numbers: readonly number[],
): Promise<ReadItem[] | undefined> => {
  const selection = selectionOf(plan, properties);
  if (!selection) return undefined;
  const rows = await readSelectedRows(db, plan, { selection, mask: readFilter.mask, numbers });
  return rows.map((row) => recordedRead(plan, row.level, selectedFromRow(plan, selection, row)));
};

/** Returns undefined for a PRIVATE item. Removes its PRIVATE properties from any other, whose reads are then not recorded. */
const withoutPrivateValues = (plan: ItemPlan, level: number, item: OwnItem): OwnItem | undefined => {
  if (levelAt(level) === 'PRIVATE') return undefined;
  for (const name of plan.privateNames) Reflect.deleteProperty(item, name);
  return item;
};

const allRead = (read: readonly ReadItem[]): Read => ({
  items: read.map(({ item }) => item),
  closed: read.flatMap(({ item, recorded }) => (recorded === 'always' ? [item] : [])),
  limited: read.flatMap(({ item, recorded }) => (recorded === 'exports' ? [item] : [])),
});

const recordFor =
  ({ audit }: StoreContext) =>
  async (readFilter: ReadFilter, channel: Channel, closed: readonly Item[]): Promise<void> => {
    if (channel === undefined || closed.length === 0) return;
    await audit.record(
      channel,
      closed.map(({ $id, _u }) => ({ subject: readFilter.subject, id: $id, u: _u })),
    );
  };

export const createReading = (parts: StoreContext): Reading => {
  const { plans } = parts;
  const record = recordFor(parts);
  const withheldFiles = createWithheldFiles(parts.registry);

  const readAll = async (readView: ReadView, ids: readonly ItemId[]): Promise<Read> => {
    const { db, readFilter } = readView;
    const found = new Map<ItemId, ReadItem>();
    const zoneOf = createClockZones(parts, db);
    const reads = [...numbersByPlan(plans, ids)].map(async ([plan, numbers]) => {
      const selected = await selectedItems(readView, plan, numbers);
      for (const each of selected ?? []) found.set(each.item.$id, each);
      if (selected) return;
      for (const row of await readVisibleRows(db, plan, readFilter.mask, numbers)) {
        const whole = visibleFromRow(plan, row);
        const item = readView.withoutPrivate === true ? withoutPrivateValues(plan, row.level, whole) : whole;
        if (!item) continue;
        // oxlint-disable-next-line no-await-in-loop -- waits only for an owner's time zone, once
        if (plan.clocks.length > 0) await withClocks(parts, plan, { item, zoneOf });
        found.set(item.$id, recordedRead(plan, row.level, item));
      }
    });
    await Promise.all(reads);
    return allRead([...new Set(ids)].flatMap((id) => found.get(id) ?? []));
  };

  const readOne = async (db: Queryable, readFilter: ReadFilter, id: ItemId): Promise<Read> => {
    const [[plan, [number]] = [undefined, []]] = numbersByPlan(plans, [id]);
    if (!plan || number === undefined) return nothingRead();
    const row = await readVisibleRow(db, plan, { mask: readFilter.mask, number, labels: true });
    if (!row) return nothingRead();
    const item = visibleFromRow(plan, row);
    if (plan.clocks.length > 0) await withClocks(parts, plan, { item, zoneOf: createClockZones(parts, db) });
    return { ...allRead([recordedRead(plan, row.level, item)]), labels: new Map(Object.entries(row.labels ?? {})) };
  };

  const readVisible: Reading['readVisible'] = async (db, readFilter, ids, options) => {
    const { channel, labels = false, properties, withoutPrivate = false } = options;
    const [only] = ids;
    const single = ids.length === 1 && only !== undefined && !withoutPrivate;
    const readView: ReadView = { db, readFilter, plans, withoutPrivate, ...(!single && { properties }) };
    const read = single ? await readOne(db, readFilter, only) : await readAll(readView, ids);
    const whole = await withCounts(readView, await withRelated(readView, read.items, { brought: read.labels, labels }));
    await withheldFiles.removeFrom(readView, whole);
    const isCopy = channel !== undefined && COPY_CHANNELS.includes(channel);
    await record(readFilter, channel, isCopy ? [...read.closed, ...read.limited] : read.closed);
    return whole;
  };

  const view: Reading['view'] = async (db, readFilter, stored, channel, properties) => {
    const plan = plans.get(stored.type);
    const header = itemHeader({ ...stored, version: plan?.version ?? '' });
    // A writer who has just removed their own right learns only that the write was done.
    if (!plan || !readFilter.canRead(stored.acl)) {
      hidePeople(header, () => false);
      return Object.assign(header, { $label: stored.id, $labelOnly: true as const });
    }
    const visible = visibleValues(plan, readFilter, stored);
    const selection = selectionOf(plan, properties);
    const readView: ReadView = { db, readFilter, plans, ...(selection && { properties }) };
    const selected = selection ? visible.filter(([name]) => selection.names.includes(name)) : visible;
    // Assigned because spreading values after the header costs many times as much (visibleFromRow).
    const item: OwnItem = Object.assign(header, Object.fromEntries(selected));
    if (selection) hidePeople(item, (id) => id === item.updatedBy);
    if (plan.clocks.length > 0) await withClocks(parts, plan, { item, zoneOf: createClockZones(parts, db) });
    const [labelled] = await withCounts(readView, await withRelated(readView, [item]));
    await withheldFiles.removeFrom(readView, labelled ? [labelled] : []);
    if (holdsPrivate(plan, stored.level, Object.fromEntries(visible))) await record(readFilter, channel, [item]);
    return labelled ?? item;
  };

  return {
    readVisible,
    labels: (db, readFilter, ids) => readLabels({ db, readFilter, plans }, ids),
    storedLabels: (db, ids) => storedLabels(db, plans, ids),
    view,
    withheldFiles: (db, readFilter, files) => withheldFiles.among({ db, readFilter }, files),
  };
};
