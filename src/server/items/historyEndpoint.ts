// `history/{id}`: what happened to an item, newest first, with only those values that the caller may read now and could read then.

import { historyFor } from 'src/server/rules/grants.ts';
import { endpoint } from 'src/server/items/ItemNeeds.ts';
import { realId } from 'src/server/access/realId.ts';

const DEFAULT_HISTORY_PAGE = 50;

export const history = endpoint('history', async (context, { before, max = DEFAULT_HISTORY_PAGE }) => {
  const [given] = context.args;
  const { services, db, readFilter } = context;
  return historyFor(context, await services.access.visible(db, readFilter, realId(given)), { before, max });
});
