// A search that an item holds, such as that of the members of a collection, for the person who looks.

import { useMemo } from 'react';
import { stringIn } from 'src/base/stringsIn.ts';
import { useClient } from 'src/client/useClient.ts';
import { useServerData, type Answered } from 'src/client/useServerData.ts';
import type { Endpoints } from 'src/model/generated/endpoints.ts';
import type { FilterReader } from 'src/model/query/screenFilters.ts';
import { membershipQuery, type MembershipQuery } from 'src/model/query/membershipQuery.ts';
import type { Client } from 'src/client/Client.ts';
import type { Item } from 'src/model/item/Item.ts';

type LeftOut = Endpoints['membersLeftOut']['answer'];

/**
 * Prefix of a listing's state in an address for the members of an item, in place of a relation; no type has this name.
 */
export const MEMBERS = 'members';

const VISITOR_READER: FilterReader = { $id: '', readOrgs: [] };

/** Undefined where the item holds none. Observable. */
const membersQuery = (
  { registry, session }: Pick<Client, 'registry' | 'session'>,
  item: Item,
): MembershipQuery | undefined => {
  const membership = registry.types[item._t]?.view.page?.membership;
  if (!membership) return undefined;
  const { user } = session;
  const reader = user ? { $id: user.$id, readOrgs: user.readOrgs ?? [] } : VISITOR_READER;
  const types = membership.types === undefined ? undefined : item[membership.types];
  return membershipQuery(registry, { search: item[membership.search], types }, reader);
};

/** The search of an item, without the results that consents keep out of it. */
export interface Members extends Pick<Answered<LeftOut>, 'failure' | 'again'> {
  /** Undefined where the item holds none, and while it is not known what is left out. */
  readonly query: MembershipQuery | undefined;
  readonly leftOut: LeftOut | undefined;
  readonly isKnown: boolean;
}

const withoutLeftOut = (query: MembershipQuery, { ids, types }: LeftOut): MembershipQuery => ({
  must: { ...query.must, _t: query.must._t.filter((name) => !types.includes(name)) },
  ...((ids.length > 0 || query.mustNot) && {
    mustNot: { ...query.mustNot, ...(ids.length > 0 && { $id: [...ids, ...(query.mustNot?.['$id'] ?? [])] }) },
  }),
});

/** Asks what consents keep out of a search whose results serve a use, such as an exhibition. Its component is an observer. */
export const useMembers = (item: Item): Members => {
  const client = useClient();
  const { connection, registry } = client;
  const held = membersQuery(client, item);
  const uses = registry.types[item._t]?.view.page?.membership?.uses;
  const isServing = held !== undefined && uses !== undefined && Object.hasOwn(uses.of, stringIn(item[uses.path]));
  const { _t, _i, $id, _u } = item;
  const question = useMemo(
    () =>
      isServing ? { of: $id, ask: () => connection.send('act/membersLeftOut', { _t, _i }), version: _u } : undefined,
    [connection, isServing, $id, _t, _i, _u],
  );
  const { answer, failure, again } = useServerData(question);
  if (!isServing) return { query: held, leftOut: undefined, isKnown: true, failure: undefined, again };
  const query = answer && withoutLeftOut(held, answer);
  return { query, leftOut: answer, isKnown: answer !== undefined, failure, again };
};
