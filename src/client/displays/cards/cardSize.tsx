// Size of the cards: from the address, otherwise the person's last choice. Chosen in a menu next to the displays.

import { observer } from 'mobx-react-lite';
import type { ListingPartProps } from 'src/client/listing/ListingStore.ts';
import { withParameter } from 'src/model/listing/listingState.ts';
import { IconButton } from 'src/client/ui/Button.tsx';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import { MenuButton } from 'src/client/ui/Menu.tsx';
import { useClient } from 'src/client/useClient.ts';

const CARD_SIZES = ['small', 'medium', 'large'] as const;
export type CardSize = (typeof CARD_SIZES)[number];

const CARD_SIZE_PREFERENCE = 'cards.size';
const SIZE_PARAMETER = 'size';

/** Observable: call it inside an observer. */
export const useCardSize = (store: ListingPartProps['store'], change: ListingPartProps['change']) => {
  const { preferences } = useClient();
  const sizeNamed = (name: unknown): CardSize | undefined => CARD_SIZES.find((each) => each === name);
  return {
    size:
      sizeNamed(store.state.parameters[SIZE_PARAMETER]) ?? sizeNamed(preferences.get(CARD_SIZE_PREFERENCE)) ?? 'medium',
    choose: (size: CardSize): void => {
      preferences.set(CARD_SIZE_PREFERENCE, size === 'medium' ? null : size);
      change(withParameter(store.state, SIZE_PARAMETER, size));
    },
  };
};

export const CardSizeMenu = observer(({ store, change }: ListingPartProps) => {
  const messages = useMessages();
  const { size, choose } = useCardSize(store, change);
  const title = messages.format('displays.cardSize');
  return (
    <MenuButton
      label={title}
      parts={CARD_SIZES.map((each) => ({
        key: each,
        text: messages.format(`displays.cardSize.${each}`),
        checked: each === size,
        choice: 'one' as const,
        onClick: () => choose(each),
      }))}
      opener={(opener) => (
        <IconButton
          {...opener}
          icon="maximize"
          variant="outlined"
          label={`${title}: ${messages.format(`displays.cardSize.${size}`)}`}
        />
      )}
    />
  );
});
