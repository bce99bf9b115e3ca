// The ground truth of the reference evaluator: all stored items as JSON, with the principals that may read them, and what one subject sees
// of them.

import { LEVELS } from 'src/model/access/levels.ts';
import { principalsOf } from 'src/model/access/principalsOf.ts';
import type { Subject } from 'src/model/access/Subject.ts';
import type { Item, ItemId, Json } from 'src/model/item/Item.ts';
import { itemId } from 'src/model/item/itemId.ts';
import type { ServerRegistry } from 'src/model/schema/Registry.ts';
import type { Queryable } from 'src/server/store/database.ts';
import { pendingFor, unlessClosed } from 'src/server/store/readers/readCondition.ts';
import type { VisibleItem } from 'tests/server/search/reference/referenceWorld.ts';

type Values = Readonly<Record<string, Json>>;

/** Values for the readers of one acl. */
interface ReadValues {
  readonly acl: number;
  readonly values: Values;
}

export interface GroundTruth {
  readonly items: readonly { readonly head: Item; readonly n: number; readonly level: number; readonly acl: number }[];
  readonly parts: ReadonlyMap<ItemId, readonly ReadValues[]>;
  /** Principals by acl. */
  readonly readers: ReadonlyMap<number, ReadonlySet<string>>;
}

interface ItemRow {
  readonly t: number;
  readonly i: number;
  readonly n: number;
  readonly u: number;
  readonly acl: number;
  readonly level: number;
  readonly created: Date;
  readonly creator: ItemId;
  readonly updated: Date;
  readonly updater: ItemId | null;
  readonly label: string;
  readonly body: Values;
}

const PENDING = `left join lateral (select pending.acl, pending.restricted_acl ${pendingFor('i')}) p on true`;
const ITEMS_SQL = `select i.t, i.i, i.n, i.u, ${unlessClosed('coalesce(p.acl, i.acl)')} as acl, i.level, i.created, i.creator, i.updated,
  i.updater, i.label, i.body from item i ${PENDING} order by i.n`;
const PARTS_SQL = `select i.t, i.i, ${unlessClosed('coalesce(p.restricted_acl, part.acl)')} as acl, part.body as values
  from item i join item_level part on part.t = i.t and part.i = i.i ${PENDING}
  union all select i.t, i.i, ${unlessClosed('coalesce(case when part.level > 0 then p.restricted_acl else p.acl end, part.acl)')} as acl,
    jsonb_build_object(part.prop, part.geometry) as values
  from item i join item_geometry part on part.t = i.t and part.i = i.i ${PENDING}`;
const READERS_SQL = `select acl.id, array_agg(principal.key) as keys from acl join principal on principal.id = any(acl.readers) group by acl.id`;

export const readGroundTruth = async (db: Queryable, { types }: ServerRegistry): Promise<GroundTruth> => {
  const names = new Map(Object.values(types).map(({ number, name }) => [number, name]));
  const nameOf = (t: number): string => names.get(t) ?? '';
  const rows = await db.query<ItemRow>(ITEMS_SQL, []);
  const parts = new Map<ItemId, ReadValues[]>();
  for (const part of await db.query<ReadValues & { t: number; i: number }>(PARTS_SQL, [])) {
    const id = itemId(nameOf(part.t), part.i);
    parts.set(id, [...(parts.get(id) ?? []), part]);
  }
  const readers = await db.query<{ id: number; keys: string[] }>(READERS_SQL, []);
  return {
    items: rows.map(({ t, i, n, u, acl, level, created, creator, updated, updater, label, body }) => ({
      ...{ n, level, acl },
      head: {
        ...body,
        ...{ $id: itemId(nameOf(t), i), _t: nameOf(t), _i: i, _u: u, _c: { ts: created.toISOString(), creator } },
        ...{ updated: updated.toISOString(), updatedBy: updater ?? undefined, $label: label },
      } as unknown as Item,
    })),
    parts,
    readers: new Map(readers.map(({ id, keys }) => [id, new Set(keys)])),
  };
};

/** Returns everything that the subject may see, by the principals that it has. */
export const visibleTo = (truth: GroundTruth, subject: Subject): ReadonlyMap<ItemId, VisibleItem> => {
  const own = principalsOf(subject);
  const mayRead = (acl: number): boolean =>
    subject.admin || own.some((key) => truth.readers.get(acl)?.has(key) === true);
  return new Map(
    truth.items.flatMap(({ head, n, level, acl }) => {
      if (!mayRead(acl)) return [];
      const parts = truth.parts.get(head.$id) ?? [];
      const values = parts.filter((part) => mayRead(part.acl)).map((part) => part.values);
      const item = Object.assign({}, head, ...values) as Item;
      return [[head.$id, { item, n, visibility: LEVELS[level] ?? '' }] as const];
    }),
  );
};
