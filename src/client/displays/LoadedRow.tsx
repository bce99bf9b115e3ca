// Reads the item of a row. Shows a placeholder while the item is loading, and a message if it was deleted or could not be read. Used by
// every kind of list.

import { observer } from 'mobx-react-lite';
import type { ReactNode } from 'react';
import { absentText } from 'src/client/navigation/absentText.ts';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import { useClient } from 'src/client/useClient.ts';
import type { Item, ItemId } from 'src/model/item/Item.ts';
import type { ItemType } from 'src/model/schema/Registry.ts';

interface LoadedRowProps {
  readonly id: ItemId;
  /** Called without an item until it has been read. */
  readonly children: (item: Item | undefined, type: ItemType | undefined) => ReactNode;
}

export const LoadedRow = observer(({ id, children }: LoadedRowProps) => {
  const { items, registry } = useClient();
  const { format } = useMessages();
  const loaded = items.get(id);
  if (loaded.state === 'gone' || loaded.state === 'failed')
    return <p className="kk-list-row kk-soft">{format(absentText(loaded))}</p>;
  return children(loaded.state === 'ready' ? loaded.item : undefined, registry.types[id.split('-')[0] ?? '']);
});
