// `act/membershipAdvice`: for a person without rights in an owner, the owner that the person's own item belongs to and the people who can give
// rights there. Says nothing about owners that the person's item does not belong to.

import { isItemId } from 'src/model/item/itemId.ts';
import { SYSTEM_TYPES } from 'src/model/schema/systemTypes.ts';
import { rightsInOwner } from 'src/server/people/memberships.ts';
import { endpoint } from 'src/server/people/PeopleNeeds.ts';

const MOST_ADVISERS = 5;

export const membershipAdvice = endpoint('membershipAdvice', async ({ services, db, readFilter, subject, now }) => {
  const nothing = { owner: null, people: [] };
  const user = subject.userId === undefined ? undefined : await services.items.find(db, subject.userId);
  const contact = user?.properties['contact'];
  const own = typeof contact === 'string' ? await services.items.find(db, contact) : undefined;
  const owner = own?.owners.find(isItemId);
  if (owner === undefined) return nothing;
  const members = await services.items.holding(db, {
    ...{ type: SYSTEM_TYPES.user, path: 'memberships.owner', id: owner },
  });
  const found = await services.items.findMany(db, members);
  const administrators = found.filter(({ properties }) => {
    const rights = rightsInOwner(properties, owner);
    const isOver = typeof rights?.to === 'string' && Date.parse(rights.to) < now.getTime();
    return rights?.admin === true && !isOver && properties['blocked'] !== true;
  });
  const ids = administrators.slice(0, MOST_ADVISERS).map(({ id }) => id);
  const labels = await services.items.labels(db, readFilter, [owner, ...ids]);
  return { owner: labels.get(owner) ?? null, people: ids.flatMap((id) => labels.get(id) ?? []) };
});
