// `delete/{id}`: removes an item. Its watchers are notified by the change feed, without its content.

import type { Operation } from 'src/server/context.ts';
import { realId } from 'src/server/operations/realId.ts';
import { deleteItem } from 'src/server/rules/deleteItem.ts';

/** `delete` is a word of the language. */
export const deleteOperation: Operation<'delete'> = {
  name: 'delete',
  async run(context, [id], { _u }) {
    await deleteItem(context, realId(id), _u);
    return {};
  },
};
