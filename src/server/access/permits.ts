// Uses that are permitted of records: an item that limits others, such as a consent, declares the uses that it permits (`permits` of
// `<Type>.server.json`). A record may be used for what every such item behind it permits.

import type { ItemId } from 'src/model/item/Item.ts';
import { tryParseItemId } from 'src/model/item/itemKey.ts';
import { valuesAt } from 'src/model/schema/paths.ts';
import type { ListRef } from 'src/model/schema/Property.ts';
import type { ServerItemType, ServerRegistry } from 'src/model/schema/Registry.ts';
import { SYSTEM_TYPES } from 'src/model/schema/systemTypes.ts';
import type { Queryable } from 'src/server/store/database.ts';
import type { ItemStorage, StoredItem } from 'src/server/store/itemStorage.ts';
import { limitingIds } from 'src/server/store/limitingIds.ts';

/** An item that permits some uses of the records behind which it stands. */
export interface Permit {
  readonly id: ItemId;
  readonly uses: ReadonlySet<string>;
  /** Use of which nothing was said. */
  readonly usual: string;
  /** Last day, where it has one. */
  readonly until: string | undefined;
  /** List of the uses, and its owner. */
  readonly list: ListRef['list'] | undefined;
  readonly owner: string | undefined;
}

/** Permits behind each of some items. An item without a limit is missing. */
export type Permits = ReadonlyMap<ItemId, readonly Permit[]>;

interface PermitSources {
  readonly services: { readonly registry: ServerRegistry; readonly items: Pick<ItemStorage, 'findMany'> };
  readonly db: Queryable;
}

/** Returns the relations to what limits items of a type; a file is limited with its item. */
const limitingPaths = ({ name, server }: ServerItemType): readonly string[] =>
  name === SYSTEM_TYPES.file ? ['rel'] : (server.access.read.limitedBy ?? []);

/** Returns true when items of the type may be behind a permit. */
export const canBeLimited = (type: ServerItemType): boolean => limitingPaths(type).length > 0;

const permitOf = ({ types }: ServerRegistry, { id, type: name, properties, owners }: StoredItem): Permit[] => {
  const type = types[name];
  const permits = type?.server.permits;
  if (!type || !permits) return [];
  const { uses: path, usual, until } = permits;
  const named = valuesAt(properties, path).map(String);
  const last = until === undefined ? undefined : properties[until];
  return [
    {
      ...{ id, usual, uses: new Set(named.length === 0 ? [usual] : named) },
      until: typeof last === 'string' ? last : undefined,
      ...{ list: type.properties[path]?.list?.list, owner: owners[0] },
    },
  ];
};

const numbersByType = ({ types }: ServerRegistry, ids: Iterable<ItemId>): ReadonlyMap<ServerItemType, number[]> => {
  const found = new Map<ServerItemType, number[]>();
  for (const id of ids) {
    const key = tryParseItemId(id);
    const type = key && types[key.type];
    if (type) found.set(type, [...(found.get(type) ?? []), key.number]);
  }
  return found;
};

/** Reads what limits the items, and what limits that, until nothing is new. */
const limitingItems = async ({ services: { registry }, db }: PermitSources, ids: readonly ItemId[]) => {
  const behind = new Map<ItemId, readonly ItemId[]>();
  const permitting = new Set<ItemId>();
  const seen = new Set<ItemId>(ids);
  for (let next: readonly ItemId[] = ids; next.length > 0;) {
    const fresh = new Set<ItemId>();
    for (const [type, numbers] of numbersByType(registry, next)) {
      const paths = limitingPaths(type);
      if (paths.length === 0) continue;
      for (const [id, limiting] of await limitingIds(db, { type, paths, numbers })) {
        behind.set(id, limiting);
        for (const each of limiting) {
          if (registry.types[tryParseItemId(each)?.type ?? '']?.server.permits) permitting.add(each);
          if (!seen.has(each)) fresh.add(each);
          seen.add(each);
        }
      }
    }
    next = [...fresh];
  }
  return { behind, permitting };
};

/** Returns the permits behind the items. Reads without a filter: they hold for everyone, also for people who may not read them. */
export const permitsBehind = async (sources: PermitSources, ids: readonly ItemId[]): Promise<Permits> => {
  const { services, db } = sources;
  const { behind, permitting } = await limitingItems(sources, ids);
  const stored = permitting.size === 0 ? [] : await services.items.findMany(db, [...permitting]);
  const permits = new Map(stored.flatMap((item) => permitOf(services.registry, item)).map((each) => [each.id, each]));
  const found = new Map<ItemId, readonly Permit[]>();
  for (const id of ids) {
    const reached = new Set<ItemId>([id]);
    for (const each of reached) for (const further of behind.get(each) ?? []) reached.add(further);
    const own = [...reached].flatMap((each) => permits.get(each) ?? []);
    if (own.length > 0) found.set(id, own);
  }
  return found;
};

/** Returns the permit that does not include the use; undefined when all do. Without a use, each has its usual one. */
export const refusingPermit = (permits: readonly Permit[] = [], use?: string): Permit | undefined =>
  permits.find(({ uses, usual }) => !uses.has(use ?? usual));

/** Returns the uses that all permits include. */
export const commonUses = ([first, ...others]: readonly Permit[]): readonly string[] =>
  [...(first?.uses ?? [])].filter((use) => others.every(({ uses }) => uses.has(use)));

/** Returns the earliest last day. */
export const lastDayOf = (permits: readonly Permit[]): string | undefined =>
  permits.flatMap(({ until }) => until ?? []).toSorted()[0];
