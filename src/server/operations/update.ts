// `update`: changes some properties of an item. The answer holds what the caller's own version and changes do not tell:
// what the server set, and what others saved meanwhile.

import { deepEqual } from 'src/base/deepEqual.ts';
import type { Item, Json } from 'src/model/item/Item.ts';
import { applyChanges } from 'src/model/item/diffItem.ts';
import { invalid } from 'src/model/problems.ts';
import type { Operation } from 'src/server/context.ts';
import { realId } from 'src/server/operations/realId.ts';
import type { Values } from 'src/server/rules/proposal.ts';
import { updateItem, type Updated } from 'src/server/rules/updateItem.ts';

const counterOf = (value: Json | undefined): number => {
  if (typeof value === 'number' && Number.isInteger(value) && value > 0) return value;
  throw invalid([{ path: '/_u', message: 'errors.required' }]);
};

const answerOf = (item: Item, { base, readable }: Updated, changes: Values): Json => {
  const expected = applyChanges(base, changes);
  const answer: Record<string, Json> = { $id: item.$id, _u: item._u, updated: item.updated, $label: item.$label };
  for (const name of readable) {
    const value = item[name] ?? null;
    if (!deepEqual(value, expected[name] ?? null)) answer[name] = value;
  }
  return answer;
};

export const update: Operation = {
  name: 'update',
  who: 'everyone',
  writes: true,
  async run(context, _, body) {
    const { $id, _u, ...changes } = (body ?? {}) as Values;
    const updated = await updateItem(context, { id: realId($id), u: counterOf(_u), changes });
    return answerOf(await context.services.items.view(updated.stored, context.readFilter, 'update'), updated, changes);
  },
};
