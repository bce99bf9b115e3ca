// Everything that names one item, as a listing in a tab of the item; by relation, where there are several.

import { observer } from 'mobx-react-lite';
import { useMemo, useState } from 'react';
import type { Item, Values } from 'src/model/item/Item.ts';
import { Listing } from 'src/client/search/Listing.tsx';
import { useListing } from 'src/client/search/ListingCell.tsx';
import { MEMBERS, useMembers } from 'src/client/listing/membersQuery.ts';
import { type ListingPlan, planOf } from 'src/model/listing/listingPlan.ts';
import { groupKey, groupTitle, useRelatedGroups, type CountedGroup } from 'src/client/listing/relatedGroups.ts';
import { relatedSearch } from 'src/client/listing/relatedPlan.ts';
import { BandFailed } from 'src/client/navigation/ListFailed.tsx';
import { Button } from 'src/client/ui/Button.tsx';
import { Loading } from 'src/client/ui/Loading.tsx';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import { useClient } from 'src/client/useClient.ts';
import type { MembershipQuery } from 'src/model/query/membershipQuery.ts';

/** Separates the relation and the listing's state in the parameter. */
const RELATION_SEPARATOR = '|';

/** Relations that are offered at first when an item has many: those with most items. */
const OFFERED_FIRST = 10;
/** Number of relations up to which all are shown without a “more” button. */
const MOST_AT_ONCE = 14;

interface RelatedViewProps {
  readonly item: Item;
  /** The chosen relation and the listing's state, as in the address. */
  readonly param: string | undefined;
  readonly setParam: (param: string | undefined, replace: boolean) => void;
}

interface GroupsProps {
  /** A search of the item finds members of it. */
  readonly members: boolean;
  readonly groups: readonly CountedGroup[];
  readonly chosen: string | undefined;
  readonly choose: (key: string | undefined) => void;
}

/** Returns the groups to offer at first, in their order. */
const firstGroups = (groups: readonly CountedGroup[], chosen: string | undefined): readonly CountedGroup[] => {
  if (groups.length <= MOST_AT_ONCE) return groups;
  const largest = new Set(groups.toSorted((one, other) => other.count - one.count).slice(0, OFFERED_FIRST));
  return groups.filter((group) => largest.has(group) || groupKey(group) === chosen);
};

const RelationGroups = ({ members, groups, chosen, choose }: GroupsProps) => {
  const messages = useMessages();
  const [areAllShown, showAll] = useState(false);
  const offered = areAllShown ? groups : firstGroups(groups, chosen);
  if (groups.length < 2 && !members && chosen === undefined) return null;
  const parts = [
    { key: undefined, title: messages.format('related.all') },
    ...offered.map((group) => ({ key: groupKey(group), title: `${groupTitle(group, messages)} ${group.count}` })),
    ...(members ? [{ key: MEMBERS, title: messages.format('members.title') }] : []),
  ];
  return (
    <div role="group" aria-label={messages.format('related.groups')} className="kk-related-groups">
      {parts.map(({ key, title }) => (
        <Button
          key={key ?? ''}
          size="small"
          variant={key === chosen ? 'solid' : 'outlined'}
          aria-pressed={key === chosen}
          onClick={() => choose(key)}
        >
          {title}
        </Button>
      ))}
      {groups.length > MOST_AT_ONCE && (
        <Button size="small" variant="minimal" aria-expanded={areAllShown} onClick={() => showAll(!areAllShown)}>
          {areAllShown ? messages.format('facets.fewer') : messages.format('related.showAll', { count: groups.length })}
        </Button>
      )}
    </div>
  );
};

/** Returns the plan for members that a search finds: the fixed query can only be narrowed. */
const membersPlan = (query: string, context: Parameters<typeof planOf>[1]): ListingPlan => {
  const { must, mustNot } = JSON.parse(query) as MembershipQuery;
  const { _t: types, ...fixed } = must;
  return planOf({ types, must: fixed as Values, ...(mustNot && { mustNot: mustNot as Values }) }, context);
};

interface ListingProps extends RelatedViewProps {
  readonly held: MembershipQuery | undefined;
}

const RelatedListing = observer(({ item, param, setParam, held }: ListingProps) => {
  const client = useClient();
  const { registry, session } = client;
  const { user } = session;
  const groups = useRelatedGroups(item);
  const at = param?.indexOf(RELATION_SEPARATOR) ?? -1;
  const chosen = at < 0 ? undefined : param?.slice(0, at);
  const state = at < 0 ? param : param?.slice(at + 1) || undefined;
  const members = JSON.stringify(held);
  const plan = useMemo(() => {
    if (chosen === MEMBERS && members !== undefined) return membersPlan(members, { registry, user });
    const [type = '', path = ''] = chosen?.split(/\.(.*)/s) ?? [];
    const search =
      registry.types[type] && path !== ''
        ? { types: [type], must: { [path]: [item.$id] } }
        : (relatedSearch(registry, item._t, item.$id) ?? { types: [] });
    return planOf(search, { registry, user });
  }, [registry, user, item._t, item.$id, chosen, members]);
  const within = (next: string | undefined): string | undefined =>
    chosen === undefined ? next : `${chosen}${RELATION_SEPARATOR}${next ?? ''}`;
  return (
    <div className="kk-related">
      <RelationGroups
        members={held !== undefined}
        groups={groups}
        chosen={chosen}
        choose={(key) => setParam(key === undefined ? undefined : `${key}${RELATION_SEPARATOR}`, false)}
      />
      <Listing store={useListing(plan, state)} setParam={(next, replace) => setParam(within(next), replace)} />
    </div>
  );
});

export const RelatedView = observer((props: RelatedViewProps) => {
  const { query, isKnown, failure, again } = useMembers(props.item);
  if (failure !== undefined && !isKnown) return <BandFailed message="members.failed" again={() => void again()} />;
  return isKnown ? <RelatedListing {...props} held={query} /> : <Loading />;
});
