// Finds the attachment of a route for bytes, through the caller's read filter. An attachment is readable by exactly those who may read its
// parent at this moment. A deleted one gets the same answer as one that never existed.

import { SYSTEM_TYPES } from 'src/model/schema/systemTypes.ts';
import type { Item, ItemId } from 'src/model/item/Item.ts';
import type { ServerRegistry } from 'src/model/schema/Registry.ts';
import { problem } from 'src/model/problems.ts';
import type { Search } from 'src/server/search/searchEngine.ts';
import type { Database } from 'src/server/store/database.ts';
import type { ItemStorage } from 'src/server/store/itemStorage.ts';
import type { ReadFilter } from 'src/server/store/readers/readFilters.ts';

export interface AttachmentNeeds {
  readonly registry: ServerRegistry;
  readonly items: ItemStorage;
  readonly search: Search;
  readonly database: Database;
}

export interface Attachment {
  readonly fileID: string;
  readonly originalName: string;
}

/** Caller and route of a request; the audit records the name of the route. */
export interface Asking {
  readonly readFilter: ReadFilter;
  readonly channel: string;
}

export interface Attachments {
  byId(asking: Asking, id: ItemId): Promise<Attachment>;
  byUppyId(asking: Asking, uppyId: string): Promise<Attachment>;
  byUuid(asking: Asking, uuid: string): Promise<Attachment>;
  /** The picture of an item, by the `image` path of its type: the first file there that is one; undefined when none is. */
  ofItem(asking: Asking, id: ItemId): Promise<Attachment | undefined>;
}

const absent = (readFilter: ReadFilter): Error =>
  problem(readFilter.subject.userId === undefined ? 'notAllowed' : 'notFound');

/** Undefined for one that is trashed, and for what is none. */
export const attachmentOf = (item: Item | undefined): Attachment | undefined => {
  if (item?._t !== SYSTEM_TYPES.file || item['trashed'] === true || typeof item['fileID'] !== 'string')
    return undefined;
  return { fileID: item['fileID'], originalName: String(item['originalName'] ?? '') };
};

/** SVG has no smaller copies: it is never decoded. */
const mayBePicture = ({ filetype = 'image/' }: Item): boolean =>
  String(filetype).startsWith('image/') && filetype !== 'image/svg+xml';

const imageIds = (registry: ServerRegistry, item: Item): readonly ItemId[] => {
  const path = registry.types[item._t]?.view.image;
  const value = path === undefined ? undefined : item[path];
  if (typeof value === 'string') return [value];
  return Array.isArray(value) ? value.filter((each) => typeof each === 'string') : [];
};

export const createAttachments = ({ registry, items, search, database }: AttachmentNeeds): Attachments => {
  /** One after the other, nearly always the first, so that only what is given is in the audit. */
  const firstUsable = async (
    { readFilter, channel }: Asking,
    ids: readonly ItemId[],
    isWanted: (item: Item) => boolean = () => true,
  ): Promise<Attachment | undefined> => {
    for (const id of ids) {
      const [item] = await items.readVisible(database, readFilter, [id], { channel });
      const found = item && isWanted(item) ? attachmentOf(item) : undefined;
      if (found) return found;
    }
    return undefined;
  };
  /** Returns `notAllowed` for a file that the reader may see and whose bytes are withheld. */
  const refusal = async ({ readFilter }: Asking, ids: readonly ItemId[]): Promise<Error> => {
    const visible = [...(await items.labels(database, readFilter, ids)).keys()];
    const withheld = await items.withheldFiles(database, readFilter, visible);
    return withheld.size > 0 ? problem('notAllowed') : absent(readFilter);
  };
  const present = async (asking: Asking, ids: readonly ItemId[]): Promise<Attachment> => {
    const found = await firstUsable(asking, ids);
    if (!found) throw await refusal(asking, ids);
    return found;
  };
  const byFilter = async (asking: Asking, key: string, value: string): Promise<Attachment> => {
    const { ids } = await search.search(asking.readFilter, {
      must: { _t: [SYSTEM_TYPES.file], [key]: [value] },
      max: 10,
    });
    return await present(asking, ids);
  };
  return {
    byId: (asking, id) => present(asking, [id]),
    byUppyId: (asking, uppyId) => byFilter(asking, 'uppyID', uppyId),
    byUuid: (asking, uuid) => byFilter(asking, 'uuid', uuid),
    async ofItem(asking, id) {
      const [item] = await items.readVisible(database, asking.readFilter, [id], { channel: undefined });
      if (!item) throw absent(asking.readFilter);
      if (item._t === SYSTEM_TYPES.file) return await present(asking, [id]);
      return await firstUsable(asking, imageIds(registry, item), mayBePicture);
    },
  };
};
