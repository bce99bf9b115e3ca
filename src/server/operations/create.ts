// `create/{type}`: makes an item and answers it as the caller may see it. That is what the caller has said, so no audit of
// reads; its history says who made it.

import type { Operation } from 'src/server/context.ts';
import { storeUploads } from 'src/server/rules/takeUploads.ts';
import { createItem } from 'src/server/rules/createItem.ts';

export const create: Operation<'create'> = {
  name: 'create',
  async prepare(context, _, body) {
    await storeUploads(context, body);
    return undefined;
  },
  async run(context, [type = ''], body) {
    const stored = await createItem(context, type, body);
    const { services, db, readFilter } = context;
    return await services.items.view(db, readFilter, stored, undefined);
  },
};
