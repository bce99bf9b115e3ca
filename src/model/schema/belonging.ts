// `x-belongs`: items that are chosen together with the item that they belong to, such as people with their organization. Pure; used by the
// form and the server.

import type { InvalidEntry } from 'src/model/generated/wire.ts';
import type { ItemId, Json } from 'src/model/item/Item.ts';
import { isItemId } from 'src/model/item/itemId.ts';
import { placesAt, valuesAt } from 'src/model/schema/paths.ts';
import type { Property } from 'src/model/schema/Property.ts';

type Values = Readonly<Record<string, Json | undefined>>;

/** Returns the owners of a chosen item; undefined when unknown, and then it is not validated. */
type OwnersOf = (id: ItemId, by: string) => readonly string[] | undefined;

const isOptional = ({ belongs }: Property): boolean => belongs?.optional === true;

const entry = (path: string, message: string): InvalidEntry => ({ path, message });

/** Returns the faults of one property and of the items that its values must belong to. */
export const belongingErrors = (property: Property, values: Values, ownersOf: OwnersOf): InvalidEntry[] => {
  const { name, belongs } = property;
  if (!belongs) return [];
  const { by, to } = belongs;
  const places = placesAt(values as Readonly<Record<string, Json>>, name).filter(({ value }) => isItemId(value));
  const owners = to === undefined ? [] : valuesAt(values, to);
  const isMissing = to !== undefined && owners.length === 0;
  if (isMissing && places.length > 0) return [entry(`/${name}`, 'errors.chooseOrg')];
  const missingErrors = isOptional(property)
    ? []
    : [
        ...(isMissing ? [entry(`/${to}`, 'errors.noOrg')] : []),
        ...(places.length === 0 ? [entry(`/${name}`, 'errors.required')] : []),
      ];
  const unrelated = places.flatMap(({ pointer, value }) => {
    const own = ownersOf(value as ItemId, by);
    if (own === undefined) return [];
    if (own.length === 0) return [entry(pointer, 'errors.noOrg')];
    return to === undefined || own.some((each) => owners.includes(each)) ? [] : [entry(pointer, 'errors.notInOrg')];
  });
  return [...missingErrors, ...unrelated];
};
