// `act/seeAs`: an item as a visitor or a member of its owners would see it, for people who decide who sees it. The answer passes the read
// filters of both the caller and the other subject, so it never shows what the caller may not see.

import type { Item, Json } from 'src/model/item/Item.ts';
import { deepEqual } from 'src/base/deepEqual.ts';
import { problem } from 'src/model/problems.ts';
import { type Subject, VISITOR } from 'src/model/access/Subject.ts';
import { commonFilter } from 'src/server/store/readers/commonFilter.ts';
import { endpoint } from 'src/server/items/ItemNeeds.ts';
import type { StoredItem } from 'src/server/store/itemStorage.ts';

/** An id without a user: the member reads what every member reads and owns nothing. */
const NO_USER = 'User-0';

const ownersMember = ({ owners }: StoredItem): Subject => ({
  ...VISITOR,
  userId: NO_USER,
  siteReads: 'COMMUNITY',
  memberships: owners
    .filter((owner) => owner !== 'system')
    .map((owner) => ({ owner, reads: 'COMMUNITY', admin: false, capabilities: [] })),
});

const isValue = (value: Json | undefined): boolean =>
  value !== undefined && value !== null && value !== false && !(Array.isArray(value) && value.length === 0);

/** Properties of which the other sees less, of those that say something. */
const hiddenIn = (mine: Item, theirs: Item | undefined, names: readonly string[]): string[] =>
  names.filter((name) => isValue(mine[name]) && !deepEqual(mine[name], theirs?.[name]));

export const seeAs = endpoint('seeAs', async ({ services, db, readFilter, stored, view }, input) => {
  const { access, items, readFilters, registry } = services;
  if (!(await access.canByOwnRight(db, readFilter, stored, 'update'))) throw problem('notAllowed');
  const other = await readFilters.readFilterFor(input.as === 'visitor' ? VISITOR : ownersMember(stored));
  await readFilters.learn([stored.acl, ...Object.values(stored.levels)]);
  const mine = await view();
  const seen = other.canRead(stored.acl);
  const theirs = seen ? await items.view(db, commonFilter(readFilter, other), stored, undefined) : undefined;
  const names = Object.keys(registry.types[stored.type]?.properties ?? {});
  return { item: theirs ?? null, hidden: hiddenIn(mine, theirs, names) };
});
