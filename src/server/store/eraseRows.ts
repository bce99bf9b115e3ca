// SQL of an erasure: deletes everything that tables still contain of removed items, in the transaction that removes them. Called by
// cli/erase.ts. Only ids, persons, times and reasons remain, and the record of reads stays as it is.

import type { ItemId } from 'src/model/item/Item.ts';
import { tryParseItemId } from 'src/model/item/itemKey.ts';
import type { Queryable } from 'src/server/store/database.ts';
import { pruneAlerts } from 'src/server/store/searchAlerts/searchAlertRows.ts';

/** A property whose items are removed with their target. */
export interface GoingPointer {
  readonly t: number;
  readonly type: string;
  readonly prop: string;
}

export interface Erased {
  readonly id: ItemId;
  readonly root: ItemId;
  readonly at: Date;
  readonly by: ItemId;
  readonly why: string;
}

const columns = (pointers: readonly GoingPointer[]) => [
  pointers.map(({ t }) => t),
  pointers.map(({ type }) => type),
  pointers.map(({ prop }) => prop),
];

const BELOW = `with p as (select * from unnest($2::smallint[], $3::text[], $4::text[]) as p (t, type, prop)),
  g as (select to_jsonb(id) as id from unnest($1::text[]) as g (id))
  select p.type || '-' || h.i as id from item_history h join p on p.t = h.t join g on h.diff -> p.prop -> 0 @> g.id where h.op = 'd'
  union select x ->> 'id' from removed r cross join lateral jsonb_array_elements(r.items) x
    join p on p.type = x ->> 'type' join g on x -> 'properties' -> p.prop @> g.id
  union select x ->> 'id' from removed r cross join lateral jsonb_array_elements(r.items) x where r.root = any($1::text[])`;

/** Returns removed items that were removed together with one of the ids, or belonged to one. */
export const removedBelow = async (
  db: Queryable,
  ids: readonly ItemId[],
  pointers: readonly GoingPointer[],
): Promise<ItemId[]> => (await db.query<{ id: ItemId }>(BELOW, [ids, ...columns(pointers)])).map(({ id }) => id);

export const wasThere = async (db: Queryable, t: number, i: number): Promise<boolean> =>
  (await db.query('select 1 from item_history where t = $1 and i = $2 limit 1', [t, i])).length > 0;

export const findErased = async (db: Queryable, id: ItemId): Promise<Erased | undefined> =>
  (await db.query<Erased>('select id, root, at, by, why from erased where id = $1', [id]))[0];

/** Returns existing items with one of the ids in a property. */
export const itemsSaying = (
  db: Queryable,
  { t, prop }: GoingPointer,
  ids: readonly ItemId[],
): Promise<{ i: number }[]> =>
  db.query('select i from item where t = $1 and body ->> $2 = any($3::text[])', [t, prop, ids]);

/** Returns true when a removal is larger than one transaction, so that a job continues it. */
export const isRemovedLater = async (db: Queryable, root: ItemId): Promise<boolean> =>
  (await db.query('select 1 from pending_readers where root = $1 limit 1', [root])).length > 0;

const ITEM_KEYS_SQL = '(select * from unnest($1::smallint[], $2::int[]))';
const HISTORY_VALUES_SQL = `select h.diff as said from item_history h where (h.t, h.i) in ${ITEM_KEYS_SQL}
  union all select x -> 'properties' from removed r cross join lateral jsonb_array_elements(r.items) x where x ->> 'id' = any($3::text[])`;
const ERASED_WORDS_SQL = `select distinct s.v #>> '{}' as v from (${HISTORY_VALUES_SQL}) d cross join lateral jsonb_path_query(d.said, 'strict $.**') s (v)
  where jsonb_typeof(s.v) = 'string'`;

// Deletes words that no other value has. Ids in values are not words of these items.
const ERASE_TERMS_SQL = `delete from term k using (${ERASED_WORDS_SQL}) s where k.val = s.v and k.val !~ '^[A-Z][A-Za-z]*-[0-9]+$'
  and not exists (select from item x where x.terms && array[k.id]) and not exists (select from item_level l where l.terms && array[k.id])`;

const FILES = `insert into erased_file (kind, name)
  select distinct 'file', f #>> '{}' from (${HISTORY_VALUES_SQL}) d
    cross join lateral jsonb_path_query(d.said, 'lax $.fileID[*]') f where f #>> '{}' ~ '^[0-9a-f]{64}$'
  union select 'file', file_id from upload where attachment = any($3::text[]) and file_id is not null
  union select 'upload', key::text from upload where attachment = any($3::text[]) on conflict do nothing`;

/** Statements with the keys of the items as $1 and $2, and their ids as $3. */
const BY_KEY = [
  'item_history',
  'item_misfit',
  'item_level',
  'item_geometry',
  'item_grant',
  'notice',
  'notice_choice',
  'star',
  'due_event',
].map((table) => `delete from ${table} where (t, i) in ${ITEM_KEYS_SQL}`);

const BY_ID = [
  'delete from upload where attachment = any($1::text[])',
  'delete from removed where root = any($1::text[])',
  `update removed r set
     items = (select coalesce(jsonb_agg(x order by n), '[]') from jsonb_array_elements(r.items) with ordinality a (x, n) where x ->> 'id' <> all($1::text[])),
     emptied = (select coalesce(jsonb_agg(x order by n), '[]') from jsonb_array_elements(r.emptied) with ordinality a (x, n) where x ->> 'id' <> all($1::text[]))
   where exists (select from jsonb_array_elements(r.items || r.emptied) x where x ->> 'id' = any($1::text[]))`,
  // Stops tasks that read the items, such as a zip in progress. Tasks that change items skip them.
  `update task set stop = 'kill' where ended is null and (not undoable or key in (select task from task_item where id = any($1::text[])))`,
  'delete from task_item where id = any($1::text[])',
  `delete from import_row where coalesce(id, detail ->> 'id') = any($1::text[])`,
  'delete from legacy_path where item_id = any($1::text[])',
];

// Held replies may contain the values anywhere, so all are deleted and requested again.
const HELD = 'delete from held_part';
const BY_NAME = [
  'delete from idempotency where answer ~ $1',
  `update mail set state = 'dropped', values = null, path = null, settled = now() where state <> 'sent' and (values::text ~ $1 or path ~ $1)`,
];

// A file without a list of its contents may contain the items.
const TASK_RESULTS_SQL = `with gone as (
    update task set file = null where file is not null and (jsonb_typeof(file -> 'holds') is distinct from 'array' or file -> 'holds' ?| $1::text[])
    returning key)
  insert into erased_file (kind, name) select 'result', key::text from gone on conflict do nothing`;

const lessOf = (column: string, type: string): string => `with kept as (
    update notice n set ${column} = array(select e from unnest(n.${column}) e where e <> all($1::${type}[])) where n.${column} && $1::${type}[]
    returning number, ${column} as held)
  select number from kept where held = '{}'`;
const EVENTS_OF_NOTICES = lessOf('events', 'int');
const OTHERS_OF_NOTICES = lessOf('also', 'text');

/** A notice is deleted with the last event or item that it is about. */
const dropFromNotices = async (
  db: Queryable,
  text: string,
  gone: readonly number[] | readonly ItemId[],
): Promise<void> => {
  const empty = await db.query<{ number: number }>(text, [gone]);
  await db.query('delete from notice where number = any($1::int[])', [empty.map(({ number }) => number)]);
};

export interface ErasedItems {
  readonly ids: readonly ItemId[];
  readonly typeNumber: (type: string) => number;
  readonly eventType: string;
}

/** Erases what remains of items whose rows are removed. */
export const eraseRows = async (db: Queryable, { ids, typeNumber, eventType }: ErasedItems): Promise<void> => {
  const keys = ids.flatMap((id) => tryParseItemId(id) ?? []);
  const byKey = [keys.map(({ type }) => typeNumber(type)), keys.map(({ number }) => number)];
  for (const text of [FILES, ERASE_TERMS_SQL]) await db.query(text, [...byKey, ids]);
  for (const text of BY_KEY) await db.query(text, byKey);
  for (const text of BY_ID) await db.query(text, [ids]);
  for (const text of BY_NAME) await db.query(text, [`\\y(${ids.join('|')})\\y`]);
  await db.query(TASK_RESULTS_SQL, [ids]);
  await db.query(HELD);
  const events = keys.filter(({ type }) => type === eventType).map(({ number }) => number);
  await dropFromNotices(db, EVENTS_OF_NOTICES, events);
  await dropFromNotices(db, OTHERS_OF_NOTICES, ids);
  // The alert of a deleted saved search still contains its query.
  await pruneAlerts(db);
};

export const addErased = async (db: Queryable, ids: readonly ItemId[], { root, at, by, why }: Omit<Erased, 'id'>) => {
  await db.query(
    'insert into erased (id, root, at, by, why) select id, $2, $3, $4, $5 from unnest($1::text[]) as a (id)',
    [...[ids, root, at, by, why]],
  );
};

export interface ErasedFile {
  readonly kind: 'file' | 'result' | 'upload';
  readonly name: string;
}

export const erasedFiles = (db: Queryable): Promise<ErasedFile[]> =>
  db.query('select kind, name from erased_file order by kind, name');

export const forgetErasedFile = async (db: Queryable, { kind, name }: ErasedFile): Promise<void> => {
  await db.query('delete from erased_file where kind = $1 and name = $2', [kind, name]);
};
