// The box by which a row is chosen for an act on many. With Shift, all rows from the last one chosen to this one.

import { observer } from 'mobx-react-lite';
import type { KeyboardEvent } from 'react';
import { itemName } from 'src/client/navigation/itemName.ts';
import type { ItemId } from 'src/model/item/Item.ts';
import type { ListingStore } from 'src/client/listing/ListingStore.ts';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import { useClient } from 'src/client/useClient.ts';

interface SelectBoxProps {
  readonly store: Pick<ListingStore, 'selection'>;
  readonly id: ItemId;
  /** Displayed ids in their order, if they differ from those that the listing has loaded. */
  readonly among?: readonly ItemId[] | undefined;
  /** Left out of the order of Tab where the keys of the display choose. */
  readonly tabIndex?: number;
}

/** Renders nothing for a visitor, who can change nothing. */
export const SelectBox = observer(({ store: { selection }, id, among, tabIndex }: SelectBoxProps) => {
  const { items, session } = useClient();
  const { format } = useMessages();
  if (!session.signedIn) return null;
  return (
    <label className="kk-select">
      <input
        type="checkbox"
        tabIndex={tabIndex}
        checked={selection.has(id)}
        aria-label={format('bulk.choose', { name: itemName(items, format, id) })}
        onChange={(event) =>
          (event.nativeEvent as MouseEvent).shiftKey ? selection.extendTo(id, among) : selection.toggle(id)
        }
      />
    </label>
  );
});

/** Space chooses the row, Ctrl+A all that are listed. True when the key was one of these. */
export const chooseByKey = (
  event: KeyboardEvent<HTMLElement>,
  { selection, ids }: Pick<ListingStore, 'selection' | 'ids'>,
): boolean => {
  const target = event.target as HTMLElement;
  const id = ids[Number(target.closest('[data-index]')?.getAttribute('data-index') ?? -1)];
  const isAll = event.key === 'a' && (event.ctrlKey || event.metaKey);
  if (isAll) selection.chooseListed();
  else if (event.key === ' ' && id !== undefined && target.closest('input, button') === null) selection.toggle(id);
  else if (event.key === 'Escape' && selection.count > 0) selection.clear();
  else return false;
  event.preventDefault();
  event.stopPropagation();
  return true;
};
