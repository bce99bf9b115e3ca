// Leads from a card of a board to the field that assigns its item to people. Called by the menu of a card and by the keys of the board.

import type { Client } from 'src/client/Client.ts';
import { isWritable } from 'src/client/forms/draft/EditableValue.tsx';
import { useColumn } from 'src/client/navigation/ColumnContext.ts';
import { paramOfTab } from 'src/client/navigation/tabFrom.ts';
import { useClient } from 'src/client/useClient.ts';
import type { ItemId } from 'src/model/item/Item.ts';
import { closedProperties } from 'src/model/schema/closedProperties.ts';

/** Returns the property that assigns an item, or undefined where there is none or the person may not change it. Observable. */
const assignPathOf = ({ items, registry, session }: Client, id: ItemId): string | undefined => {
  const loaded = items.get(id);
  const type = loaded.state === 'ready' ? registry.types[loaded.item._t] : undefined;
  const { assign, wizard } = type?.view ?? {};
  const property = type?.properties[assign ?? ''];
  if (!type || !property || wizard || !items.may(id, 'update')) return undefined;
  return isWritable(property, closedProperties(type, session.user)) ? assign : undefined;
};

/**
 * Returns a function from an item to the function that opens the field, or to undefined where the person may not assign the item. `note` is
 * called just before the item is opened. Observable: call both inside an observer.
 */
export const useAssign = (note: () => void): ((id: ItemId) => (() => void) | undefined) => {
  const client = useClient();
  const column = useColumn();
  return (id) => {
    const path = assignPathOf(client, id);
    if (path === undefined) return undefined;
    return () => {
      note();
      void client.navigation.open(column, `i-${id}`, paramOfTab('edit', path));
    };
  };
};
