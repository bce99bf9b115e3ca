// The heading of a group of rows: folds it, and says how many results it has. Rendered in the first cell of its row.

import { observer } from 'mobx-react-lite';
import type { FoldedGroups } from 'src/client/displays/table/useTableGroups.ts';
import { shownLabel } from 'src/client/listing/facetLabels.tsx';
import type { ListingGroup, ListingGroups } from 'src/client/listing/ListingGroups.ts';
import type { ListingStore } from 'src/client/listing/ListingStore.ts';
import { Icon } from 'src/client/ui/Icon.tsx';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import { useClient } from 'src/client/useClient.ts';

interface GroupHeadingProps {
  readonly store: ListingStore;
  readonly groups: ListingGroups;
  readonly group: ListingGroup;
  readonly folded: FoldedGroups;
}

export const GroupHeading = observer(({ store, groups, group, folded }: GroupHeadingProps) => {
  const client = useClient();
  const messages = useMessages();
  const name = shownLabel(groups.facet, group.value, { client, messages, plan: store.plan }, group.label);
  const isFolded = folded.has(group);
  return (
    <button type="button" className="kk-group-heading" aria-expanded={!isFolded} onClick={() => folded.toggle(group)}>
      <Icon name={isFolded ? 'chevron-right' : 'chevron-down'} />
      <span className="kk-group-name">{name}</span>
      <span className="kk-group-count">{messages.format('table.groupCount', { count: group.count })}</span>
    </button>
  );
});
