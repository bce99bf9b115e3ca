// Values from value lists: a known key that is in use, the other marker where it is allowed, or what is stored already.

import { computedOnce } from 'src/base/computedOnce.ts';
import { SYSTEM_TYPES } from 'src/model/schema/systemTypes.ts';
import type { InvalidEntry } from 'src/model/generated/wire.ts';
import { SYSTEM_OWNER } from 'src/model/access/Subject.ts';
import { isItemId } from 'src/model/item/itemId.ts';
import { isOther } from 'src/model/item/otherMarker.ts';
import { placesAt, propertyAt, valuesAt, type Place } from 'src/model/schema/paths.ts';
import type { ListRef, Property } from 'src/model/schema/Property.ts';
import type { ServerItemType } from 'src/model/schema/Registry.ts';
import type { Proposal } from 'src/server/rules/proposal.ts';
import { listValues } from 'src/server/store/listValues.ts';

interface ListPath {
  readonly path: string;
  readonly list: ListRef;
}

const listPaths = (properties: Readonly<Record<string, Property>>, prefix = ''): ListPath[] =>
  Object.entries(properties).flatMap(([name, property]) => {
    const path = `${prefix}${name}`;
    if (property.list) return [{ path, list: property.list }];
    return property.properties ? listPaths(property.properties, `${path}.`) : [];
  });

const declaredLists = computedOnce((properties: ServerItemType['properties']) => listPaths(properties));

/** Returns the owners that the declared path names, also over one relation. */
const namedOwners = async ({ context, type, next, stored }: Proposal, { owner }: ListRef): Promise<string[]> => {
  if (owner === SYSTEM_OWNER) return [SYSTEM_OWNER];
  if (owner === '$self') return stored ? [stored.id] : [];
  if (propertyAt(type.properties, owner)) return valuesAt(next, owner).filter(isItemId);
  const [rel = '', ...rest] = owner.split('.');
  const related = await context.services.items.findMany(context.db, valuesAt(next, rel).filter(isItemId));
  return related.flatMap((each) => valuesAt(each.properties, rest.join('.')).filter(isItemId));
};

/** Returns the owners whose values count. Values without an owner count for every owner, and the owner's own ones come last. */
const ownersFor = async (proposal: Proposal, list: ListRef): Promise<string[]> => [
  ...new Set([SYSTEM_OWNER, ...(await namedOwners(proposal, list))]),
];

/** Returns those keys that are in use in the list. */
export const knownKeys = async (proposal: Proposal, list: ListRef, keys: readonly string[]): Promise<Set<string>> => {
  const { registry } = proposal.context.services;
  const t = registry.types[SYSTEM_TYPES.listValue]?.number;
  const known = new Set(registry.lists[list.list]?.values.map(({ key }) => key) ?? []);
  if (t === undefined) return known;
  const owners = await ownersFor(proposal, list);
  for (const { key, state } of await listValues(proposal.context.db, { t, list: list.list, owners, keys })) {
    if (state === 'ARCHIVED') known.delete(key);
    else known.add(key);
  }
  return known;
};

export const listErrors = async (proposal: Proposal): Promise<InvalidEntry[]> => {
  const { type, stored, next, set } = proposal;
  const errors: InvalidEntry[] = [];
  for (const { path, list } of declaredLists(type.properties)) {
    if (!set.includes(path.split('.')[0] ?? '')) continue;
    const present = new Set(stored ? valuesAt(stored.properties, path) : []);
    const isNew = ({ value }: Place): boolean =>
      typeof value === 'string' && !present.has(value) && !(list.other === true && isOther(value));
    const places = placesAt(next, path).filter(isNew);
    if (places.length === 0) continue;
    const known = await knownKeys(
      proposal,
      list,
      places.map(({ value }) => String(value)),
    );
    errors.push(
      ...places
        .filter(({ value }) => !known.has(String(value)))
        .map(({ pointer }) => ({ path: pointer, message: 'errors.invalidChoice' })),
    );
  }
  return errors;
};
