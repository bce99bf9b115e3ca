// Exhibitions that show records under a consent: their search finds such a record, or they have a member that uses one. Called by
// consentUses.

import { readOrgsOf } from 'src/model/access/Subject.ts';
import type { ItemId } from 'src/model/item/Item.ts';
import { isItemId, itemId } from 'src/model/item/itemId.ts';
import { tryParseItemId } from 'src/model/item/itemKey.ts';
import { isProblem } from 'src/model/problems.ts';
import { membershipQuery, type MembershipQuery } from 'src/model/query/membershipQuery.ts';
import { valuesAt } from 'src/model/schema/paths.ts';
import { permitsBehind, refusingPermit, type Context, type StoredItem } from 'src/server/extend.ts';

const EXHIBITION_TYPE = 'Collection';
const EXHIBIT = 'EXHIBIT';
/** Use that a consent must permit before an exhibition shows its records. */
const EXHIBITION_USE = 'EXHIBITION';
/** Exhibitions whose searches one request runs. */
const MOST_SEARCHES = 100;

interface Holdings {
  readonly records: readonly ItemId[];
  /** Items that use one of the records or its files, as far as the caller may read them. */
  readonly using: readonly ItemId[];
}

interface Exhibits {
  readonly ids: readonly ItemId[];
  /** True where there are more exhibitions than one request searches. */
  readonly more: boolean;
}

/** Returns the exhibitions in which people put one of the items. */
const exhibitsOfChosen = async ({ services, db }: Context, items: readonly ItemId[]): Promise<ItemId[]> => {
  const contents = services.registry.types[EXHIBITION_TYPE]?.view.page?.contents ?? [];
  const collections = (await services.items.findMany(db, items)).flatMap(({ type, properties }) =>
    contents
      .filter((each) => each.type === type)
      .flatMap(({ path }) => valuesAt(properties, path))
      .filter(isItemId),
  );
  return (await services.items.findMany(db, [...new Set(collections)]))
    .filter(({ properties }) => properties['collectionType'] === EXHIBIT)
    .map(({ id }) => id);
};

/** Returns the search of an exhibition among the types; undefined where it cannot find any. */
const searchAmong = (
  { services: { registry }, subject }: Context,
  { properties }: StoredItem,
  types: ReadonlySet<string>,
): MembershipQuery | undefined => {
  const membership = registry.types[EXHIBITION_TYPE]?.view.page?.membership;
  if (!membership) return undefined;
  const held = { search: properties[membership.search], types: properties[membership.types ?? ''] };
  const query = membershipQuery(registry, held, { $id: subject.userId ?? '', readOrgs: readOrgsOf(subject) });
  const among = query?.must._t.filter((name) => types.has(name)) ?? [];
  return query && among.length > 0 ? { ...query, must: { ...query.must, _t: among } } : undefined;
};

/** Returns the records that every consent behind them permits to show in exhibitions. */
const permittedRecords = async ({ services, db }: Context, records: readonly ItemId[]): Promise<ItemId[]> => {
  const permits = await permitsBehind({ services, db }, records);
  return records.filter((id) => refusingPermit(permits.get(id), EXHIBITION_USE) === undefined);
};

/**
 * Returns true when the search of the exhibition finds one of the members for the caller. A search that is no longer valid finds none. It
 * never looks at records that are closed to the caller: the author of the search would learn what is in them.
 */
const findsAny = async (context: Context, exhibit: StoredItem, members: ReadonlySet<ItemId>): Promise<boolean> => {
  const { services, readFilter } = context;
  const { registry, search } = services;
  const types = new Set([...members].map((id) => tryParseItemId(id)?.type ?? ''));
  const query = searchAmong(context, exhibit, types);
  if (!query) return false;
  const found = await search.matches(readFilter, query).catch((error: unknown) => {
    if (isProblem(error) && error.key === 'invalid') return new Map<number, Int32Array>();
    throw error;
  });
  return [...types].some((name) => {
    const numbers = found.get(registry.types[name]?.number ?? 0);
    return numbers?.some((number) => members.has(itemId(name, number))) ?? false;
  });
};

/** Returns the exhibitions that the caller may read and whose search finds one of the records, or an item that uses one. */
const exhibitsOfSearches = async (context: Context, { records, using }: Holdings): Promise<Exhibits> => {
  const { services, db, readFilter, gone } = context;
  const permitted = await permittedRecords(context, records);
  const members = new Set([...permitted, ...using]);
  if (members.size === 0) return { ids: [], more: false };
  const query = { must: { _t: [EXHIBITION_TYPE], collectionType: [EXHIBIT] }, max: MOST_SEARCHES + 1 };
  const { ids } = await services.search.search(readFilter, query, gone);
  const found: ItemId[] = [];
  for (const exhibit of await services.items.findMany(db, ids.slice(0, MOST_SEARCHES))) {
    gone?.throwIfAborted();
    if (await findsAny(context, exhibit, members)) found.push(exhibit.id);
  }
  return { ids: found, more: ids.length > MOST_SEARCHES };
};

/** Returns the exhibitions with members that are records of the consent or use one. People may have put them into one that is closed to the caller. */
export const exhibitsOf = async (context: Context, holdings: Holdings): Promise<Exhibits> => {
  const chosen = await exhibitsOfChosen(context, holdings.using);
  const { ids, more } = await exhibitsOfSearches(context, holdings);
  return { ids: [...new Set([...chosen, ...ids])], more };
};
