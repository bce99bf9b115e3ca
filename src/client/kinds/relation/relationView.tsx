// Shows values of the kind `relation`, and writes them as text.

import { observer } from 'mobx-react-lite';
import type { KindView } from 'src/client/kinds/KindView.ts';
import type { ValueProps } from 'src/client/fields/ValueProps.ts';
import { ItemLink } from 'src/client/navigation/ItemLink.tsx';
import type { ItemStore } from 'src/client/stores/ItemStore.ts';
import { useClient } from 'src/client/useClient.ts';
import type { Json } from 'src/model/item/Item.ts';

/** A related item as a link with its label. An item that the reader may not see is not shown. */
const RelationValue = observer(({ value }: ValueProps) => {
  const { items } = useClient();
  if (typeof value !== 'string') return null;
  const label = items.label(value);
  if (items.isAbsent(value)) return null;
  return <ItemLink id={value}>{label === undefined ? undefined : <span dir="auto">{label}</span>}</ItemLink>;
});

/** Items that may not be seen have no name. */
export const itemNames = (value: Json | undefined, items: Pick<ItemStore, 'label'>): string =>
  (Array.isArray(value) ? value : [value])
    .flatMap((id) => (typeof id === 'string' ? (items.label(id) ?? []) : []))
    .join(', ');

export const relationView: KindView = {
  read: RelationValue,
  text: itemNames,
  look: { inline: true, wideColumn: true },
};
