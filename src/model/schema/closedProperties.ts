// Properties of a type that a person cannot write although they may change the item. Forms, tables and pages do not offer them.

import type { SessionUser } from 'src/model/generated/wire.ts';
import type { Json } from 'src/model/item/Item.ts';
import type { ItemType } from 'src/model/schema/Registry.ts';

type Person = Pick<SessionUser, 'admin' | 'capabilities'> | undefined;

/** Returns the values of the new items of a person who lacks the capability to choose others. */
export const limitedValues = ({ view }: Pick<ItemType, 'view'>, user: Person): Readonly<Record<string, Json>> => {
  const { limited } = view.create ?? {};
  return !limited || user?.admin === true || user?.capabilities[limited.unless] === true ? {} : limited.values;
};

/** Returns the names of the properties. */
export const closedProperties = (type: Pick<ItemType, 'adminOnly' | 'view'>, user: Person): readonly string[] =>
  user?.admin === true ? [] : [...(type.adminOnly ?? []), ...Object.keys(limitedValues(type, user))];
