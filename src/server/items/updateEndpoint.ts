// `update`: changes some properties of an item. The answer contains what the caller cannot know: values that the server set, and those that
// others saved in the meantime.

import { deepEqual } from 'src/base/deepEqual.ts';
import type { Item, Json, Values } from 'src/model/item/Item.ts';
import { applyChanges } from 'src/model/item/diffItem.ts';
import type { ServerItemType } from 'src/model/schema/Registry.ts';
import { endpoint } from 'src/server/items/ItemNeeds.ts';
import { realId } from 'src/server/access/realId.ts';
import { updateItem, type Updated } from 'src/server/rules/updateItem.ts';

/** Returns the readable properties that the caller may not know: their value is another one, or follows from the time or other items. */
const unknownNames = (type: ServerItemType | undefined, { stored, readable }: Updated, expected: Values): string[] => {
  const isOther = (name: string): boolean => !deepEqual(stored.properties[name] ?? null, expected[name] ?? null);
  return [...readable].filter((name) => {
    const { count, computed } = type?.properties[name] ?? {};
    if (count) return count.type !== undefined || isOther(count.path.split('.', 1)[0] ?? '');
    return computed?.clock === true || isOther(name);
  });
};

const updateAnswer = (item: Item, names: readonly string[], expected: Values): Values => {
  const answer: Record<string, Json> = {
    $id: item.$id,
    _u: item._u,
    updated: item.updated,
    updatedBy: item.updatedBy ?? null,
    $label: item.$label,
  };
  if (item.$labelOnly) answer['$labelOnly'] = true;
  for (const name of names) {
    const value = item[name] ?? null;
    if (!deepEqual(value, expected[name] ?? null)) answer[name] = value;
  }
  return answer;
};

export const update = endpoint('update', async (context, body) => {
  const { $id, _u, ...changes } = body;
  const updated = await updateItem(context, { id: realId($id), u: _u, changes });
  const { services, db, readFilter } = context;
  const { stored, base } = updated;
  const expected = applyChanges(base, changes);
  const names = unknownNames(services.registry.types[stored.type], updated, expected);
  const item = await services.items.view(db, readFilter, stored, 'update', new Set(names));
  return updateAnswer(item, names, expected);
});
