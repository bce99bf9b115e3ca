// Everything that names one item, as a listing in a tab of the item; by relation, where there are several.

import { observer } from 'mobx-react-lite';
import { useMemo } from 'react';
import type { Item } from 'src/model/item/Item.ts';
import { knownDisplays } from 'src/client/displays/displayModes.ts';
import { Listing } from 'src/client/search/Listing.tsx';
import { useListing } from 'src/client/search/ListingCell.tsx';
import { planOf } from 'src/client/search/listingPlan.ts';
import { groupKey, groupTitle, useRelatedGroups, type CountedGroup } from 'src/client/search/relatedGroups.ts';
import { relatedSearch } from 'src/client/search/relatedPlan.ts';
import { Button } from 'src/client/ui/Button.tsx';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import { useClient } from 'src/client/useClient.ts';

/** Between the relation and the listing's state. */
const WITHIN = '|';

interface RelatedViewProps {
  readonly item: Item;
  /** The relation that is shown, and the listing's state, as they stand in the address. */
  readonly param: string | undefined;
  readonly setParam: (param: string | undefined, replace: boolean) => void;
}

interface GroupsProps {
  readonly groups: readonly CountedGroup[];
  readonly chosen: string | undefined;
  readonly choose: (key: string | undefined) => void;
}

const Groups = ({ groups, chosen, choose }: GroupsProps) => {
  const messages = useMessages();
  if (groups.length < 2 && chosen === undefined) return null;
  const parts = [
    { key: undefined, title: messages.format('related.all') },
    ...groups.map((group) => ({ key: groupKey(group), title: `${groupTitle(group, messages)} ${group.count}` })),
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
    </div>
  );
};

export const RelatedView = observer(({ item, param, setParam }: RelatedViewProps) => {
  const { registry, session } = useClient();
  const { user } = session;
  const groups = useRelatedGroups(item);
  const at = param?.indexOf(WITHIN) ?? -1;
  const chosen = at < 0 ? undefined : param?.slice(0, at);
  const state = at < 0 ? param : param?.slice(at + 1) || undefined;
  const plan = useMemo(() => {
    const [type = '', path = ''] = chosen?.split(/\.(.*)/s) ?? [];
    const search =
      registry.types[type] && path !== ''
        ? { types: [type], must: { [path]: [item.$id] } }
        : (relatedSearch(registry, item._t, item.$id) ?? { types: [] });
    return planOf(search, { registry, user, known: knownDisplays });
  }, [registry, user, item._t, item.$id, chosen]);
  const within = (next: string | undefined): string | undefined =>
    chosen === undefined ? next : `${chosen}${WITHIN}${next ?? ''}`;
  return (
    <div className="kk-related">
      <Groups
        groups={groups}
        chosen={chosen}
        choose={(key) => setParam(key === undefined ? undefined : `${key}${WITHIN}`, false)}
      />
      <Listing store={useListing(plan, state)} setParam={(next, replace) => setParam(within(next), replace)} />
    </div>
  );
});
