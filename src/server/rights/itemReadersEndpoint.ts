// `act/itemReaders`: the people who can see an item now, by name, for administrators of the site and of the item's owner.

import type { Query } from 'src/model/generated/wire.ts';
import { SYSTEM_TYPES } from 'src/model/schema/systemTypes.ts';
import { problem } from 'src/model/problems.ts';
import { administers } from 'src/server/access/actions/predicateValues.ts';
import { readersAmong } from 'src/server/access/readersAmong.ts';
import { endpoint } from 'src/server/rights/RightsNeeds.ts';

/** Accounts that one answer looks at. */
const MOST_ACCOUNTS = 2_000;
const MOST_READERS_NAMED = 200;

export const itemReaders = endpoint('itemReaders', async (context) => {
  const { services, db, readFilter, subject, stored } = context;
  if (!administers(subject, stored.owners)) throw problem('notAllowed');
  const question: Query = {
    must: { _t: [SYSTEM_TYPES.user] },
    sort: [{ key: 'name', order: 'asc' }],
    max: MOST_ACCOUNTS,
  };
  const { ids } = await services.search.search(readFilter, question);
  const readers = await readersAmong(context, ids, stored);
  const people = readers.slice(0, MOST_READERS_NAMED);
  const labels = await services.items.labels(db, readFilter, people);
  return {
    people: [...people],
    labels: Object.fromEntries(labels),
    count: readers.length,
    whole: ids.length < MOST_ACCOUNTS,
  };
});
