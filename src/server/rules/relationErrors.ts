// New relation targets must be items of a declared type that the writer may see. A hidden target and a missing one give the same error, so
// that a relation does not reveal an item.

import { computedOnce } from 'src/base/computedOnce.ts';
import { SYSTEM_TYPES } from 'src/model/schema/systemTypes.ts';
import type { InvalidEntry } from 'src/model/generated/wire.ts';
import { itemId } from 'src/model/item/itemId.ts';
import { tryParseItemId } from 'src/model/item/itemKey.ts';
import { placesAt, relatedProperties, valuesAt, type Place } from 'src/model/schema/paths.ts';
import type { Property } from 'src/model/schema/Property.ts';
import type { Proposal } from 'src/server/rules/proposal.ts';

interface Target extends Place {
  readonly id: string;
  /** An item may go while others still name it. */
  readonly keeps: boolean;
}

const allowedTypes = ({ context }: Proposal, property: Property): readonly string[] =>
  (property.rel?.to ?? [SYSTEM_TYPES.file]).map((to) =>
    to === '$owner' ? (context.services.registry.ownerType ?? '') : to,
  );

const isAllowedTarget = (proposal: Proposal, property: Property, id: string): boolean => {
  const key = tryParseItemId(id);
  if (!key || key.number === 0 || itemId(key.type, key.number) !== id) return false;
  const types = allowedTypes(proposal, property);
  return (
    (types.includes('*') || types.includes(key.type)) &&
    Object.hasOwn(proposal.context.services.registry.types, key.type)
  );
};

const relationError = ({ pointer }: Place): InvalidEntry => ({ path: pointer, message: 'errors.relation' });

/** Refuses what the property in `rel.except` names already. A stored item may stay as it is. */
const namedTwice = ({ stored, next }: Proposal, path: string, { rel }: Property): InvalidEntry[] => {
  if (rel?.except === undefined) return [];
  const [own, others] = [rel.except, path].map((each) => new Set(stored ? valuesAt(stored.properties, each) : []));
  const excluded = new Set(valuesAt(next, rel.except));
  return placesAt(next, path)
    .filter(({ value }) => excluded.has(value) && !(own?.has(value) === true && others?.has(value) === true))
    .map(({ pointer }) => ({ path: pointer, message: 'errors.namedAlready' }));
};

const declaredRelations = computedOnce(relatedProperties);

export const relationErrors = async (proposal: Proposal): Promise<InvalidEntry[]> => {
  const { context, stored, next } = proposal;
  const errors: InvalidEntry[] = [];
  const targets: Target[] = [];
  for (const { path, property } of declaredRelations(proposal.type.properties)) {
    const known = new Set(stored ? valuesAt(stored.properties, path) : []);
    errors.push(...namedTwice(proposal, path, property));
    for (const place of placesAt(next, path)) {
      if (typeof place.value !== 'string' || known.has(place.value)) continue;
      if (isAllowedTarget(proposal, property, place.value))
        targets.push({ ...place, id: place.value, keeps: property.rel?.onDelete === 'keep' });
      else errors.push(relationError(place));
    }
  }
  if (targets.length === 0) return errors;
  const { items } = context.services;
  const [kept, held] = [targets.filter(({ keeps }) => keeps), targets.filter(({ keeps }) => !keeps)];
  const found = [
    ...(await items.findMany(
      context.db,
      kept.map(({ id }) => id),
    )),
    ...(await items.findMany(
      context.db,
      held.map(({ id }) => id),
      { refer: true },
    )),
  ];
  const visible = new Set(found.filter(({ acl }) => context.readFilter.canRead(acl)).map(({ id }) => id));
  return [...errors, ...targets.filter(({ id }) => !visible.has(id)).map(relationError)];
};
