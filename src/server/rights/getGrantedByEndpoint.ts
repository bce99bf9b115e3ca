// `getGrantedBy`: who granted what on these items, as far as the caller may know. Items that the caller may not see are absent.

import type { Endpoints } from 'src/model/generated/endpoints.ts';
import type { ItemId } from 'src/model/item/Item.ts';
import { itemId } from 'src/model/item/itemId.ts';
import { invalid } from 'src/model/problems.ts';
import { grantsFor } from 'src/server/rules/grants.ts';
import { costOfGrants } from 'src/server/limits.ts';
import { endpoint } from 'src/server/rights/RightsNeeds.ts';
import { realId } from 'src/server/access/realId.ts';

/** Limit over all types together; the operation's schema limits each type. */
const MOST_IDS = 100;

const askedIds = ({ grantsFor: asked }: Endpoints['getGrantedBy']['input']): ItemId[] => {
  const ids = Object.entries(asked).flatMap(([type, numbers]) =>
    numbers.map((each) => realId(typeof each === 'number' ? itemId(type, each) : each)),
  );
  if (ids.length > MOST_IDS)
    throw invalid([{ path: '/grantsFor', message: 'errors.array.max', params: { max: MOST_IDS } }]);
  return ids;
};

export const getGrantedBy = endpoint(
  'getGrantedBy',
  async (context, body) => {
    const found = await context.services.items.findMany(context.db, askedIds(body));
    return await grantsFor(
      context,
      found.filter(({ acl }) => context.readFilter.canRead(acl)),
    );
  },
  costOfGrants,
);
