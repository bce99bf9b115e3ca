// Which attachment a byte door means, found through the caller's gate: an attachment is readable by exactly those who may
// read its parent at this moment, and a trashed one is as absent as one that never was.

import type { Item, ItemId } from 'src/model/item/Item.ts';
import type { ServerRegistry } from 'src/model/schema/Registry.ts';
import { problem } from 'src/model/problems.ts';
import type { Rooms } from 'src/server/Context.ts';
import type { Gate } from 'src/server/access/Gate.ts';

/** The engine's type of attached files. */
export const ATTACHMENT_TYPE = 'Attachment';

export interface Attachment {
  readonly fileID: string;
  readonly originalName: string;
}

export interface Attachments {
  byId(gate: Gate, id: ItemId): Promise<Attachment>;
  byUppyId(gate: Gate, uppyId: string): Promise<Attachment>;
  byUuid(gate: Gate, uuid: string): Promise<Attachment>;
  /** The picture of an item, by the `image` path of its type. */
  ofItem(gate: Gate, id: ItemId): Promise<Attachment>;
}

const absent = (gate: Gate): Error => problem(gate.subject.userId === undefined ? 'notAllowed' : 'notFound');

const usable = (item: Item | undefined): Attachment | undefined => {
  if (item?._t !== ATTACHMENT_TYPE || item['trashed'] === true || typeof item['fileID'] !== 'string') return undefined;
  return { fileID: item['fileID'], originalName: String(item['originalName'] ?? '') };
};

const imageIds = (registry: ServerRegistry, item: Item): readonly ItemId[] => {
  const path = registry.types[item._t]?.view.image;
  const value = path === undefined ? undefined : item[path];
  if (typeof value === 'string') return [value];
  return Array.isArray(value) ? value.filter((each) => typeof each === 'string') : [];
};

export const createAttachments = ({ registry, items, search, database }: Rooms): Attachments => {
  const firstUsable = async (gate: Gate, ids: readonly ItemId[]): Promise<Attachment> => {
    const found = (await items.readVisible(database, gate, ids)).map(usable).find((each) => each !== undefined);
    if (!found) throw absent(gate);
    return found;
  };
  const byFilter = async (gate: Gate, key: string, value: string): Promise<Attachment> => {
    const { ids } = await search.search(gate, { must: { _t: [ATTACHMENT_TYPE], [key]: [value] }, max: 10 });
    return await firstUsable(gate, ids);
  };
  return {
    byId: (gate, id) => firstUsable(gate, [id]),
    byUppyId: (gate, uppyId) => byFilter(gate, 'uppyID', uppyId),
    byUuid: (gate, uuid) => byFilter(gate, 'uuid', uuid),
    async ofItem(gate, id) {
      const [item] = await items.readVisible(database, gate, [id]);
      if (!item) throw absent(gate);
      return await firstUsable(gate, item._t === ATTACHMENT_TYPE ? [id] : imageIds(registry, item));
    },
  };
};
