// `act/membersLeftOut`: results of the search of an item, such as an exhibition, that consents keep out of it. They are left out for
// everyone; the answer names those that the caller may read.

import { readOrgsOf } from 'src/model/access/Subject.ts';
import { stringIn } from 'src/base/stringsIn.ts';
import type { Endpoints } from 'src/model/generated/endpoints.ts';
import type { Query } from 'src/model/generated/wire.ts';
import type { Item, ItemId, Json } from 'src/model/item/Item.ts';
import { tryParseItemId } from 'src/model/item/itemKey.ts';
import { membershipQuery } from 'src/model/query/membershipQuery.ts';
import { canBeLimited, permitsBehind, refusingPermit } from 'src/server/access/permits.ts';
import type { Context } from 'src/server/context.ts';
import { endpoint, type SearchNeeds } from 'src/server/search/SearchNeeds.ts';

type LeftOutAnswer = Endpoints['membersLeftOut']['answer'];

/** Ids in an answer, which a query can exclude. Above it, types are left out as a whole. */
const MOST_LEFT_OUT = 500;
/** Ids whose permits are read together. */
const MEMBERS_PER_READ = 5_000;
const NONE_LEFT_OUT: LeftOutAnswer = { ids: [], types: [] };

interface Served {
  readonly use: string;
  readonly query: Query;
}

/** Returns the search of the item and what its members serve; undefined when consents do not matter. */
const servedBy = ({ services: { registry }, subject }: Context<SearchNeeds>, item: Item): Served | undefined => {
  const membership = registry.types[item._t]?.view.page?.membership;
  if (!membership?.uses) return undefined;
  const use = membership.uses.of[stringIn(item[membership.uses.path])];
  const types: Json | undefined = membership.types === undefined ? undefined : item[membership.types];
  const reader = { $id: subject.userId ?? '', readOrgs: readOrgsOf(subject) };
  const query = membershipQuery(registry, { search: item[membership.search], types }, reader);
  if (use === undefined || !query) return undefined;
  const limited = query.must._t.filter((name) => {
    const type = registry.types[name];
    return type !== undefined && canBeLimited(type);
  });
  return limited.length === 0 ? undefined : { use, query: { ...query, must: { ...query.must, _t: limited } } };
};

export const membersLeftOut = endpoint('membersLeftOut', async (context) => {
  const { services, db, readFilter, gone } = context;
  const served = servedBy(context, await context.view());
  if (!served) return NONE_LEFT_OUT;
  const found = await services.search.matches(readFilter, served.query);
  const names = new Map(Object.values(services.registry.types).map(({ number, name }) => [number, name]));
  const all = [...found].flatMap(([t, numbers]) =>
    Array.from(numbers, (number): ItemId => `${names.get(t) ?? ''}-${number}`),
  );
  const ids: ItemId[] = [];
  for (let from = 0; from < all.length && ids.length <= MOST_LEFT_OUT; from += MEMBERS_PER_READ) {
    gone?.throwIfAborted();
    const some = all.slice(from, from + MEMBERS_PER_READ);
    const permits = await permitsBehind({ services, db }, some);
    ids.push(...some.filter((id) => refusingPermit(permits.get(id), served.use) !== undefined));
  }
  if (ids.length <= MOST_LEFT_OUT) return { ids, types: [] };
  return { ids: [], types: [...new Set(all.map((id) => tryParseItemId(id)?.type ?? ''))] };
});
