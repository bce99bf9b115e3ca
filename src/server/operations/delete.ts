// `delete/{id}`: removes an item. Its watchers hear of it by the change feed, without its content.

import type { Operation } from 'src/server/context.ts';
import { invalid } from 'src/model/problems.ts';
import { realId } from 'src/server/operations/realId.ts';
import { deleteItem } from 'src/server/rules/deleteItem.ts';
import type { Values } from 'src/server/rules/proposal.ts';

/** `delete` is a word of the language. */
export const deleteOperation: Operation = {
  name: 'delete',
  who: 'everyone',
  writes: true,
  async run(context, [id], body) {
    const { _u } = (body ?? {}) as Values;
    if (typeof _u !== 'number') throw invalid([{ path: '/_u', message: 'errors.required' }]);
    await deleteItem(context, realId(id), _u);
    return {};
  },
};
