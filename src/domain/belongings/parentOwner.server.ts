// The owner of a care note and of an identified picture is the owner of the record that it belongs to, so that forms offer the value lists
// of that community.

import { isItemId } from 'src/model/item/itemId.ts';
import type { Json, Values } from 'src/model/item/Item.ts';
import type { BeforeSaveRule, Context } from 'src/server/extend.ts';

const ownedAs = async ({ services, db }: Context, parent: Json | undefined): Promise<Values> => {
  const owner = isItemId(parent) ? (await services.items.find(db, parent))?.properties['owner'] : undefined;
  return owner === undefined ? {} : { owner };
};

export const ownedByBelonging: BeforeSaveRule = ({ belonging }, _before, context) => ownedAs(context, belonging);

export const ownedBySession: BeforeSaveRule = ({ session }, _before, context) => ownedAs(context, session);
