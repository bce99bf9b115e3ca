// The searches that a type ships (`saved` in its view), as a menu of the listing. Choosing one replaces what was chosen.

import { observer } from 'mobx-react-lite';
import type { ListingPartProps } from 'src/client/search/Listing.tsx';
import { shippedState } from 'src/client/search/listingPlan.ts';
import { writeState } from 'src/client/search/listingState.ts';
import { Button } from 'src/client/ui/Button.tsx';
import { MenuButton } from 'src/client/ui/Menu.tsx';
import { useMessages } from 'src/client/ui/declaredMessages.ts';

export const ShippedSearches = observer(({ store, change }: ListingPartProps) => {
  const messages = useMessages();
  const { shipped, types } = store.plan;
  if (shipped.length === 0) return null;
  const now = writeState(store.state);
  const parts = shipped.map((search) => {
    const state = shippedState(search);
    return {
      key: search.key,
      text: messages.format(`types.${types[0]?.name ?? ''}.saved.${search.key}`),
      checked: writeState(state) === now,
      choice: 'one' as const,
      onClick: () => change(state),
    };
  });
  return (
    <MenuButton
      label={messages.format('listing.shipped')}
      parts={parts}
      opener={(opener) => (
        <Button {...opener} icon="search-template" endIcon="caret-down" className="kk-tool">
          <span className="kk-tool-word">{messages.format('listing.shipped')}</span>
        </Button>
      )}
    />
  );
});
