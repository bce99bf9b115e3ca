// `delete/{id}`: removes an item. Its watchers are notified by the change feed, without its content.

import { endpoint } from 'src/server/items/ItemNeeds.ts';
import { realId } from 'src/server/access/realId.ts';
import { deleteItem } from 'src/server/rules/deleteItem.ts';

/** `delete` is a word of the language. */
export const deleteOperation = endpoint('delete', async (context, { _u }) => {
  const [id] = context.args;
  await deleteItem(context, realId(id), _u);
  return {};
});
