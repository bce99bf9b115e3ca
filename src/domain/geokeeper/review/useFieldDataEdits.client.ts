// The unsaved edits of a page. They live as long as the client, so that changing the tab loses nothing.

import { useEffect } from 'react';
import { useClient, useColumn, type Client } from 'src/client/extend.ts';
import { FieldDataEdits } from 'src/domain/geokeeper/review/FieldDataEdits.client.ts';
import type { ItemId } from 'src/model/item/Item.ts';

const editsOfClients = new WeakMap<Client, Map<ItemId, FieldDataEdits>>();

const editsOf = (client: Client, id: ItemId): FieldDataEdits => {
  const known = editsOfClients.get(client) ?? new Map<ItemId, FieldDataEdits>();
  editsOfClients.set(client, known);
  const edits = known.get(id) ?? new FieldDataEdits(client, id);
  known.set(id, edits);
  return edits;
};

/** Returns the edits that are made on the page of an item: of the item itself, and of the records of a trip. */
export const useFieldDataEdits = (id: ItemId): FieldDataEdits => {
  const edits = editsOf(useClient(), id);
  const column = useColumn();
  useEffect(() => edits.belongTo(column), [edits, column]);
  useEffect(() => {
    // The browser asks before the page itself is closed.
    const ask = (event: BeforeUnloadEvent): void => {
      if (edits.count > 0) event.preventDefault();
    };
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [edits]);
  return edits;
};
