// Question of an alert: the saved search as a query in its person's name, the types whose items it can find, and whether everything it
// names still exists. Called by searchAlerts.

import { readOrgsOf, type Subject } from 'src/model/access/Subject.ts';
import type { Filters } from 'src/model/generated/wire.ts';
import { isItemId } from 'src/model/item/itemId.ts';
import { isOther } from 'src/model/item/otherMarker.ts';
import { invalidEntries, isProblem } from 'src/model/problems.ts';
import { queryOfSaved } from 'src/model/query/savedQuery.ts';
import { propertyAt } from 'src/model/schema/paths.ts';
import type { Property } from 'src/model/schema/Property.ts';
import type { ServerRegistry } from 'src/model/schema/Registry.ts';
import { SYSTEM_TYPES } from 'src/model/schema/systemTypes.ts';
import type { ReadFilter } from 'src/server/store/readers/readFilters.ts';
import type { Queryable } from 'src/server/store/database.ts';
import type { ItemStorage, StoredItem } from 'src/server/store/itemStorage.ts';
import { keysInUse, type AlertPause } from 'src/server/store/searchAlerts/searchAlertRows.ts';
import { sha256 } from 'src/server/sha256.ts';

type Properties = StoredItem['properties'];

/** Returns a fingerprint of the question. The name and the display do not change it. */
export const fingerprintOf = ({ screen, searchString, selectedFacets, criteria }: Properties): string =>
  sha256(
    JSON.stringify([screen ?? null, searchString ?? null, selectedFacets ?? null, ...(criteria ? [criteria] : [])]),
  ).toString('base64url');

/** Returns undefined if its screen is no longer declared. */
export const questionOf = (registry: ServerRegistry, { properties }: StoredItem, subject: Subject) => {
  const readOrgs = readOrgsOf(subject);
  return queryOfSaved(registry, properties, { $id: subject.userId ?? '', readOrgs });
};

/** Numbers of the types whose items can be found. */
export const typesAsked = ({ types }: ServerRegistry, { _t: named, starred }: Filters): number[] =>
  Object.values(types)
    .filter((type) => (named ? named.includes(type.name) : starred || !type.server.search.excludeGeneralSearch))
    .map(({ number }) => number);

/** Returns the pause for a search that names something that is no longer declared. */
export const pauseOf = (thrown: unknown): AlertPause | undefined => {
  if (!isProblem(thrown) || thrown.key !== 'invalid') return undefined;
  const [first] = invalidEntries(thrown);
  return first?.message === 'errors.query.value' ? 'value' : 'property';
};

interface Sources {
  readonly registry: ServerRegistry;
  readonly items: Pick<ItemStorage, 'labels'>;
}

interface Asking {
  readonly db: Queryable;
  readonly readFilter: ReadFilter;
}

const filterTexts = (values: Filters[string]): string[] => values.filter((value) => typeof value === 'string');

const propertyWithKey = (
  { types }: ServerRegistry,
  names: Filters[string] | undefined,
  key: string,
): Property | undefined =>
  Object.values(types)
    .filter(({ name }) => !names || names.includes(name))
    .map(({ properties }) => propertyAt(properties, key))
    .find((property) => property?.list ?? property?.rel);

/**
 * True if none of the values chosen at the key can still occur in an item, or the person may not see any of them. The answer does not tell
 * the two cases apart.
 */
const isGone = async (
  { db, readFilter }: Asking,
  { registry, items }: Sources,
  { property, chosen }: { readonly property: Property; readonly chosen: readonly string[] },
): Promise<boolean> => {
  if (property.rel) {
    const ids = chosen.filter(isItemId);
    return ids.length === chosen.length && (await items.labels(db, readFilter, ids)).size === 0;
  }
  const list = property.list?.list ?? '';
  const t = registry.types[SYSTEM_TYPES.listValue]?.number ?? 0;
  const stored = await keysInUse(db, { t, list, keys: chosen, mask: readFilter.mask });
  const declared = new Set(registry.lists[list]?.values.map(({ key }) => key));
  return chosen.every((key) => {
    if (property.list?.other === true && isOther(key)) return false;
    const states = stored.filter((each) => each.key === key).map(({ state }) => state);
    return states.length === 0 ? !declared.has(key) : states.every((state) => state === 'ARCHIVED');
  });
};

/** Returns whether a selected list value or related item is gone for the person, so that nothing can enter the search. */
export const isAnyValueGone = async (asking: Asking, sources: Sources, must: Filters): Promise<boolean> => {
  for (const [key, values] of Object.entries(must)) {
    const property = propertyWithKey(sources.registry, must['_t'], key);
    const chosen = filterTexts(values);
    if (!property || chosen.length === 0 || chosen.length < values.length) continue;
    if (await isGone(asking, sources, { property, chosen })) return true;
  }
  return false;
};
