// `create/{type}`: makes an item and answers it as the caller may see it. That is what the caller has said, so no audit of
// reads; its history says who made it.

import type { Json } from 'src/model/item/Item.ts';
import type { Operation } from 'src/server/context.ts';
import { createItem } from 'src/server/rules/createItem.ts';
import type { Values } from 'src/server/rules/proposal.ts';

export const create: Operation = {
  name: 'create',
  who: 'everyone',
  writes: true,
  async run(context, [type = ''], body) {
    const stored = await createItem(context, type, (body ?? {}) as Values);
    return (await context.services.items.view(stored, context.readFilter, undefined)) as Json;
  },
};
