// Reads items: statements and the conversion of rows to items. The mask of filtered reads is part of the statement, so no hidden item and
// no restricted property reaches the process. Unfiltered reads are for the steps of a write.

import { LEVELS, type Level } from 'src/model/access/levels.ts';
import type { ItemId, Json, OwnItem } from 'src/model/item/Item.ts';
import { itemId } from 'src/model/item/itemId.ts';
import type { ServerItemType } from 'src/model/schema/Registry.ts';
import { pendingFor, readable, unlessClosed } from 'src/server/store/readers/readCondition.ts';
import type { Queryable } from 'src/server/store/database.ts';
import { grantsOfRowSql, type GrantRow } from 'src/server/store/grantRows.ts';
import type { ItemPlan, ReadPlan } from 'src/server/store/itemPlan.ts';
import type { StoredItem } from 'src/server/store/itemStorage.ts';
import { numbered, numberList, partitionOf } from 'src/server/store/partitions.ts';
import { relatedLabelsSql } from 'src/server/store/relatedLabelsSql.ts';
import { headerFromRow, type HeaderRow } from 'src/server/store/headerRow.ts';
import { selectedBodySql, type SelectedRow, type Selection } from 'src/server/store/selectedProperties.ts';

type Values = Readonly<Record<string, Json>>;

/** Values that are stored outside of the body. */
export interface OutlyingValues {
  readonly parts: readonly { readonly body: Values }[] | null;
  readonly shapes: Values | null;
}

/** Members of a row that make an item. */
export interface ShownRow extends HeaderRow, OutlyingValues {
  readonly body: Values;
}

export interface ItemRow extends ShownRow {
  readonly parts: readonly { readonly level: number; readonly acl: number; readonly body: Values }[] | null;
  readonly n: number;
  readonly acl: number;
  readonly owners: string[];
  /** Present in rows that are locked for a write. */
  readonly grants?: readonly GrantRow[] | null;
}

/** `refer` prevents removal; `share` prevents changes; `write` is for an own change; `remove` also prevents new references. */
export type RowLock = 'none' | 'refer' | 'share' | 'write' | 'remove';

interface Select {
  /** Condition of the read filter on an acl; undefined reads everything. */
  readonly filter?: (acl: string) => string;
  /** Uses the row's own acl and level, ignoring pending readers. */
  readonly own?: boolean;
  /** Returns restricted values without their readers. */
  readonly shown?: boolean;
  /** Properties that are needed; all by default. */
  readonly selection?: Selection;
}

/** Returns sub-selects for restricted properties of the type. */
const restrictedSql = (
  { type, geometries, leveled }: ItemPlan,
  { filter = () => '', own = false, shown = false, selection }: Select,
): string => {
  const t = type.number;
  const acl = own ? 'l.acl' : 'coalesce(p.restricted_acl, l.acl)';
  const readersOfPart = `'level', l.level, 'acl', ${own ? acl : unlessClosed(acl)}, `;
  const parts = `(select json_agg(json_build_object(${shown ? '' : readersOfPart}'body', l.body)) from item_level l
    where l.t = ${t} and l.i = x.i ${filter(acl)})`;
  const shapeAcl = own ? 'g.acl' : 'coalesce(case when g.level = 0 then p.acl else p.restricted_acl end, g.acl)';
  // Readers without access to the geometry get its general form, if there is one.
  const isRead = filter(shapeAcl).replace(/^and /, '') || 'true';
  const shapes = `(select json_object_agg(g.prop, case when ${isRead} then g.geometry::json else g.cell end) from item_geometry g
    where g.t = ${t} and g.i = x.i and (g.cell is not null or ${isRead}))`;
  const { isLeveled = leveled, hasGeometry = geometries.length > 0 } = selection ?? {};
  return `${isLeveled ? parts : 'null::json'} as parts, ${hasGeometry ? shapes : 'null::json'} as shapes`;
};

const SHOWN_COLUMNS =
  'x.i, x.u, x.created, x.creator, x.updated, x.updater, coalesce(p.level, x.level) as level, x.label, x.body';
const ITEM_COLUMNS = `${SHOWN_COLUMNS}, x.n, ${unlessClosed('coalesce(p.acl, x.acl)')} as acl, x.owners`;
const OWN_COLUMNS = `${SHOWN_COLUMNS.replace('coalesce(p.level, x.level)', 'x.level')}, x.n, x.acl, x.owners`;

/** Always names the partition: planning is fast, and the planner needs correct statistics of one table only. */
const selectFrom = (plan: ItemPlan, select: Select, columns = ITEM_COLUMNS): string => {
  const pending = `left join lateral (select pending.acl, pending.restricted_acl, pending.level ${pendingFor('x')}) p on true`;
  return `select ${columns}, ${restrictedSql(plan, select)} from ${partitionOf(plan.type.number)} x ${select.own === true ? '' : pending}`;
};

export const readVisibleRows = (
  db: Queryable,
  plan: ItemPlan,
  mask: Buffer,
  numbers: readonly number[],
): Promise<ShownRow[]> => {
  const filter = (acl: string): string => `and ${readable(acl, '$1')}`;
  const text = `${selectFrom(plan, { filter, shown: true }, SHOWN_COLUMNS)} where ${numbered(plan.type.number, '$2')} ${filter('coalesce(p.acl, x.acl)')}`;
  return db.query<ShownRow>(text, [mask, numberList(numbers)], `item.visible.${plan.type.number}`);
};

/** Same as readVisibleRows for selected properties. Sessions keep named statements, and selections are many: this one has no name. */
export const readSelectedRows = (
  db: Queryable,
  plan: ItemPlan,
  {
    selection,
    mask,
    numbers,
  }: { readonly selection: Selection; readonly mask: Buffer; readonly numbers: readonly number[] },
): Promise<SelectedRow[]> => {
  const filter = (acl: string): string => `and ${readable(acl, '$1')}`;
  const columns = SHOWN_COLUMNS.replace('x.body', `${selectedBodySql(selection)} as body`);
  const text = `${selectFrom(plan, { filter, shown: true, selection }, columns)} where ${numbered(plan.type.number, '$2')} ${filter('coalesce(p.acl, x.acl)')}`;
  return db.query<SelectedRow>(text, [mask, numberList(numbers)]);
};

export interface OneRow extends ShownRow {
  /** Stored labels of the creator, the last editor and the related items of declared types. */
  readonly labels: Readonly<Record<ItemId, string>> | null;
}

/** Returns the statement for one item. `=` costs less than a list with one member. */
export const oneRowSql = (plan: ReadPlan, labels: boolean): string => {
  const filtered = (acl: string): string => `and ${readable(acl, '$1')}`;
  const columns = `${SHOWN_COLUMNS}, ${labels ? relatedLabelsSql(plan, filtered) : 'null::json'} as labels`;
  return `${selectFrom(plan, { filter: filtered, shown: true }, columns)} where x.t = ${plan.type.number} and x.i = $2::int ${filtered('coalesce(p.acl, x.acl)')}`;
};

export const readVisibleRow = async (
  db: Queryable,
  plan: ReadPlan,
  { mask, number, labels }: { readonly mask: Buffer; readonly number: number; readonly labels: boolean },
): Promise<OneRow | undefined> => {
  const name = `item.one${labels ? '.labels' : ''}.${plan.type.number}`;
  return (await db.query<OneRow>(oneRowSql(plan, labels), [mask, number], name))[0];
};

const LOCKS: Record<RowLock, string> = {
  none: '',
  refer: 'for key share of x',
  share: 'for share of x',
  write: 'for no key update of x',
  remove: 'for update of x',
};

/** Condition and order of rows by number. `=` costs less than a list with one member. */
const byNumbers = ({ type: { number } }: ItemPlan, numbers: readonly number[]) => {
  const [only] = numbers;
  return only !== undefined && numbers.length === 1
    ? { where: `where x.t = ${number} and x.i = $1::int`, values: [only], suffix: `one.${number}` }
    : { where: `where ${numbered(number, '$1')} order by x.i`, values: [numbers], suffix: String(number) };
};

export const findRows = async (
  db: Queryable,
  plan: ItemPlan,
  numbers: readonly number[],
  lock: RowLock = 'none',
): Promise<ItemRow[]> => {
  const { where, values, suffix } = byNumbers(plan, numbers);
  // A batch reads grants by itself.
  const hasGrants = lock === 'write' && !db.batch;
  const columns = hasGrants ? `${ITEM_COLUMNS}, ${grantsOfRowSql(plan.type.number)} as grants` : ITEM_COLUMNS;
  const read = (own: RowLock) =>
    db.query<ItemRow>(
      `${selectFrom(plan, {}, columns)} ${where} ${LOCKS[own]}`,
      values,
      `item.find.${hasGrants ? 'grants' : own}.${suffix}`,
    );
  if (lock === 'none' || !(plan.restricted || hasGrants)) return read(lock);
  // Other tables need a second statement: one that waited for the lock would still see their old rows.
  const [, rows] = await Promise.all([lockRows(db, plan, numbers, lock), read('none')]);
  return rows;
};

const lockRows = (db: Queryable, plan: ItemPlan, numbers: readonly number[], lock: RowLock): Promise<unknown[]> => {
  const { where, values, suffix } = byNumbers(plan, numbers);
  return db.query(
    `select 1 from ${partitionOf(plan.type.number)} x ${where} ${LOCKS[lock]}`,
    values,
    `item.lock.${lock}.${suffix}`,
  );
};

/** Returns rows with their own acls and levels, locked for a write, ignoring pending readers. */
export const lockOwnRows = async (db: Queryable, plan: ItemPlan, numbers: readonly number[]): Promise<ItemRow[]> => {
  const text = `${selectFrom(plan, { own: true }, OWN_COLUMNS)} where ${numbered(plan.type.number, '$1')} order by x.i`;
  const [, rows] = await Promise.all([
    lockRows(db, plan, numbers, 'write'),
    db.query<ItemRow>(text, [numbers], `item.own.${plan.type.number}`),
  ]);
  return rows;
};

const allValues = ({ body, parts, shapes }: ShownRow): Values =>
  Object.assign({}, body, ...(parts ?? []).map((part) => part.body), shapes);

export const levelAt = (rank: number): Level => LEVELS[rank] ?? 'PRIVATE';

const undeclaredIn = ({ properties }: ServerItemType, row: ItemRow): Record<string, Level> => {
  const found: Record<string, Level> = {};
  const note = (values: Values | null, level: Level): void => {
    for (const name in values) if (!Object.hasOwn(properties, name)) found[name] = level;
  };
  note(row.body, levelAt(row.level));
  for (const { level, body } of row.parts ?? []) note(body, levelAt(level));
  // Rows of geometries are read without their level.
  note(row.shapes, 'PRIVATE');
  return found;
};

const storedProperties = (type: ServerItemType, row: ItemRow): Pick<StoredItem, 'properties' | 'undeclared'> => {
  const undeclared = undeclaredIn(type, row);
  return { properties: allValues(row), ...(Object.keys(undeclared).length > 0 && { undeclared }) };
};

export const storedFromRow = ({ type }: ItemPlan, row: ItemRow): StoredItem => ({
  id: itemId(type.name, row.i),
  type: type.name,
  number: row.i,
  n: row.n,
  u: row.u,
  acl: row.acl,
  level: levelAt(row.level),
  owners: row.owners,
  levels: Object.fromEntries((row.parts ?? []).map((part) => [levelAt(part.level), part.acl])),
  created: row.created.toISOString(),
  creator: row.creator,
  updated: row.updated.toISOString(),
  updater: row.updater ?? undefined,
  label: row.label,
  ...storedProperties(type, row),
  ...(row.grants !== undefined && { grants: row.grants ?? [] }),
});

/** Builds an item from a row whose hidden parts the statement has left out. */
export const visibleFromRow = (plan: ReadPlan, row: ShownRow): OwnItem =>
  // Assigns to the new header, because copying values again would cost more than the rest of reading.
  Object.assign(
    headerFromRow(plan, row),
    row.body,
    ...(row.parts ?? []).map((part) => part.body),
    row.shapes,
  ) as OwnItem;
