// Returns who last changed which property of an item, if the reader may know. Used when changes by others conflict with those of the
// reader.

import type { ServerConnection } from 'src/client/connection/ServerConnection.ts';
import type { HistoryEvent } from 'src/model/generated/wire.ts';
import type { ItemId } from 'src/model/item/Item.ts';

const MAX_EVENTS = 25;

/** Returns the latest event of each property; empty when the history may not be read. */
export const latestChanges = async (
  connection: ServerConnection,
  id: ItemId,
): Promise<ReadonlyMap<string, HistoryEvent>> => {
  const { events } = await connection.send(`history/${id}`, { max: MAX_EVENTS }).catch(() => ({ events: [] }));
  const newestLast = events.toReversed();
  return new Map(newestLast.flatMap((event) => Object.keys(event.changes).map((name) => [name, event])));
};
