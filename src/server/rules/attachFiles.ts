// Attaches new uploads to the item that names them: the readers of the item can then read them. An item may also name an attachment of
// another item, but that attachment keeps its item and its readers.

import { computedOnce } from 'src/base/computedOnce.ts';
import type { ItemId, Values } from 'src/model/item/Item.ts';
import { filesOf, valuesAt } from 'src/model/schema/paths.ts';
import type { ServerItemType } from 'src/model/schema/Registry.ts';
import type { RuleWriting } from 'src/server/rules/RuleNeeds.ts';
import { writeMetadataOf } from 'src/server/rules/writeMetadata.ts';
import { holdFile } from 'src/server/store/fileNames.ts';
import type { StoredItem } from 'src/server/store/itemStorage.ts';

interface NewFile {
  readonly id: ItemId;
  readonly property: string;
  readonly index: number;
}

const declaredFiles = computedOnce(filesOf);

const newFiles = (type: ServerItemType, stored: StoredItem, before: Values): NewFile[] =>
  declaredFiles(type.properties).flatMap(({ path: name }) => {
    const known = new Set(valuesAt(before, name));
    const ids = valuesAt(stored.properties, name).map((id, index) => ({ id, property: name, index }));
    return ids.filter((each): each is NewFile => typeof each.id === 'string' && !known.has(each.id));
  });

/** Called after the item is written, in the same transaction. */
export const attachFiles = async (context: RuleWriting, stored: StoredItem, before: Values): Promise<void> => {
  const { services, tx, subject } = context;
  const type = services.registry.types[stored.type];
  if (!type) return;
  for (const { id, property, index } of newFiles(type, stored, before)) {
    const file = await services.items.find(tx, id, true);
    if (!file || file.properties['rel'] !== undefined || (file.creator !== subject.userId && !subject.admin)) continue;
    const { uppyID, fileID } = file.properties;
    if (typeof uppyID === 'string' && typeof fileID === 'string') {
      await holdFile(tx, fileID);
      await services.uploads.keep(uppyID, fileID);
    }
    const place = { rel: stored.id, relType: stored.type, relProp: property, relIndex: index };
    await services.items.write(tx, file, place, writeMetadataOf(context), { kind: 'attached' });
  }
};
