// `update`: changes some properties of an item. The answer contains what the caller cannot know: values that the server set, and those that
// others saved in the meantime.

import { deepEqual } from 'src/base/deepEqual.ts';
import type { Item, Json, Values } from 'src/model/item/Item.ts';
import { applyChanges } from 'src/model/item/diffItem.ts';
import { endpoint } from 'src/server/items/ItemNeeds.ts';
import { realId } from 'src/server/access/realId.ts';
import { updateItem, type Updated } from 'src/server/rules/updateItem.ts';

const updateAnswer = (item: Item, { base, readable }: Updated, changes: Values): Values => {
  const expected = applyChanges(base, changes);
  const answer: Record<string, Json> = {
    $id: item.$id,
    _u: item._u,
    updated: item.updated,
    updatedBy: item.updatedBy ?? null,
    $label: item.$label,
  };
  if (item.$labelOnly) answer['$labelOnly'] = true;
  for (const name of readable) {
    const value = item[name] ?? null;
    if (!deepEqual(value, expected[name] ?? null)) answer[name] = value;
  }
  return answer;
};

export const update = endpoint('update', async (context, body) => {
  const { $id, _u, ...changes } = body;
  const updated = await updateItem(context, { id: realId($id), u: _u, changes });
  const { services, db, readFilter } = context;
  return updateAnswer(await services.items.view(db, readFilter, updated.stored, 'update'), updated, changes);
});
