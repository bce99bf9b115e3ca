// The menu that groups the rows of a table by a facet of the listing.

import { observer } from 'mobx-react-lite';
import { groupFacet, GROUP_PARAMETER } from 'src/client/displays/table/tableGroup.ts';
import { facetLabel } from 'src/client/listing/facetLabels.tsx';
import 'src/client/intl/laterMessages.ts';
import type { ListingPartProps } from 'src/client/listing/ListingStore.ts';
import { withParameter } from 'src/model/listing/listingState.ts';
import { Button } from 'src/client/ui/Button.tsx';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import { MenuButton } from 'src/client/ui/Menu.tsx';
import { useClient } from 'src/client/useClient.ts';

export const GroupMenu = observer(({ store, change }: ListingPartProps) => {
  const client = useClient();
  const messages = useMessages();
  const { narrowedPlan: plan } = store;
  const current = groupFacet(store);
  const context = { client, messages, plan };
  const choose = (key: string | undefined): void => change(withParameter(store.state, GROUP_PARAMETER, key));
  if (plan.facets.length === 0) return null;
  const entry = (key: string | undefined, text: string) => ({
    key: key ?? '',
    text,
    checked: current?.key === key,
    choice: 'one' as const,
    onClick: () => choose(key),
  });
  return (
    <MenuButton
      label={messages.format('table.groupBy')}
      parts={() => [
        entry(undefined, messages.format('table.groupNone')),
        { key: 'facets', divider: true, title: messages.format('table.groupBy') },
        ...plan.facets.map((facet) => entry(facet.key, facetLabel(facet, context))),
      ]}
      opener={(opener) => (
        <Button
          {...opener}
          icon="group-objects"
          endIcon="caret-down"
          className="kk-tool kk-tool-worded"
          active={current !== undefined}
        >
          <span className="kk-tool-word">
            {current
              ? messages.format('table.groupedBy', { name: facetLabel(current, context) })
              : messages.format('table.group')}
          </span>
        </Button>
      )}
    />
  );
});
