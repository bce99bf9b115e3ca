// The files of exported records. Each is read with the rights that the person has at that moment. Files that the person may not read are
// left out without a trace, as they are on pages.

import type { Readable } from 'node:stream';
import type { Item, ItemId } from 'src/model/item/Item.ts';
import { filesOf, valuesAt } from 'src/model/schema/paths.ts';
import type { ServerRegistry } from 'src/model/schema/Registry.ts';
import type { ExportAsker } from 'src/server/exchange/exportSource.ts';
import { attachmentOf } from 'src/server/files/findAttachment.ts';
import { EXPORT_CHANNEL } from 'src/server/store/audit.ts';

export interface ExportedFile {
  readonly id: ItemId;
  /** The record that has it. */
  readonly item: ItemId;
  /** Name of the property that lists it. */
  readonly property: string;
  /** Name that the file had when it was uploaded. */
  readonly name: string;
}

/** Reason for which a file is not in an export. */
export type FileLeftOut = 'gone' | 'withheld' | 'bytes' | 'tooMany' | 'tooLarge';

export type OpenedFile =
  | { readonly leftOut: FileLeftOut; readonly size?: number | undefined }
  | { readonly content: Readable; readonly size: number; readonly sha256: string; readonly type: string };

export interface ExportFiles {
  /** Returns the files of these records by the id of the record, in the order of their properties. */
  of(items: readonly Item[]): Promise<ReadonlyMap<ItemId, readonly ExportedFile[]>>;
  /** Opens a file for the person, within the limits on all files of the export. */
  open(file: ExportedFile): Promise<OpenedFile>;
}

const exportedFiles = ({ types }: ServerRegistry, item: Item): readonly Omit<ExportedFile, 'name'>[] =>
  filesOf(types[item._t]?.properties ?? {}).flatMap(({ path }) =>
    valuesAt(item, path).map((id) => ({ id: String(id), item: item.$id, property: path })),
  );

export const createExportFiles = ({ services, readFilterNow, gone }: ExportAsker): ExportFiles => {
  const { registry, items, database, files, limits } = services;
  let count = 0;
  let bytes = 0;
  const read = async (ids: readonly ItemId[]): Promise<readonly Item[]> => {
    gone.throwIfAborted();
    return await items.readVisible(database, await readFilterNow(), ids, { channel: EXPORT_CHANNEL });
  };
  return {
    async of(records) {
      const listed = records.flatMap((item) => exportedFiles(registry, item));
      const found = listed.length === 0 ? [] : await read(listed.map(({ id }) => id));
      const names = new Map(
        found.flatMap((file) => (file['trashed'] === true ? [] : [[file.$id, String(file['originalName'] ?? '')]])),
      );
      const byItem = new Map<ItemId, ExportedFile[]>();
      for (const file of listed) {
        const name = names.get(file.id);
        if (name !== undefined) byItem.set(file.item, [...(byItem.get(file.item) ?? []), { ...file, name }]);
      }
      return byItem;
    },
    async open({ id }) {
      const [found] = await read([id]);
      if (!found) return { leftOut: 'gone' };
      const attachment = attachmentOf(found);
      if (!attachment) return { leftOut: found['trashed'] === true ? 'gone' : 'withheld' };
      const { fileID: sha256 } = attachment;
      const size = await files.size(sha256);
      if (size === undefined) return { leftOut: 'bytes' };
      if (count >= limits.zipFiles) return { leftOut: 'tooMany', size };
      if (bytes + size > limits.zipBytes) return { leftOut: 'tooLarge', size };
      count += 1;
      bytes += size;
      return { content: files.read(sha256), size, sha256, type: String(found['filetype'] ?? '') };
    },
  };
};
