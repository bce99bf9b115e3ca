// Rules of a letter: it belongs to the owner of what it is about.

import { isItemId } from 'src/model/item/itemId.ts';
import type { Values } from 'src/model/item/Item.ts';
import type { BeforeSaveRule } from 'src/server/extend.ts';

export const completeLetter: BeforeSaveRule = async ({ context }, before, { services, db }) => {
  if (before !== undefined || !isItemId(context)) return {} as Values;
  const about = await services.items.find(db, context);
  const owner = about?.owners.find(isItemId);
  const values: Values = owner === undefined ? {} : { owner };
  return values;
};
