// Withholds the bytes of a file from readers who may not read everything that is recorded in it, such as a closed passage of a recording.
// A type declares with `withholds` which of its relations name such files. Without its `fileID`, a file has no bytes for any channel.

import type { ItemId, OwnItem } from 'src/model/item/Item.ts';
import type { ServerRegistry } from 'src/model/schema/Registry.ts';
import { SYSTEM_TYPES } from 'src/model/schema/systemTypes.ts';
import type { Queryable } from 'src/server/store/database.ts';
import { aclOf, readable } from 'src/server/store/readers/readCondition.ts';
import type { ReadFilter } from 'src/server/store/readers/readFilters.ts';
import { partitionOf } from 'src/server/store/partitions.ts';

interface FilesOfReader {
  readonly db: Queryable;
  readonly readFilter: ReadFilter;
}

export interface WithheldFiles {
  /** Returns the files that an item names which the reader may not read. */
  among(reader: FilesOfReader, files: readonly ItemId[]): Promise<ReadonlySet<ItemId>>;
  /** Removes `fileID` from the files that are withheld from the reader. */
  removeFrom(reader: FilesOfReader, items: readonly OwnItem[]): Promise<void>;
}

const withheldSql = (number: number): string =>
  `select distinct named.val as id from term named join ${partitionOf(number)} x on x.terms && array[named.id]
    where named.prop = any($2::text[]) and named.val = any($3::text[]) and not (${readable(aclOf('x'), '$1')})`;

export const createWithheldFiles = ({ types }: ServerRegistry): WithheldFiles => {
  const withholding = Object.values(types).flatMap(({ number, server: { withholds = [] } }) =>
    withholds.length === 0 ? [] : [{ number, paths: withholds }],
  );
  const among: WithheldFiles['among'] = async ({ db, readFilter }, files) => {
    if (files.length === 0) return new Set();
    const found = withholding.map(({ number, paths }) =>
      db.query<{ id: ItemId }>(withheldSql(number), [readFilter.mask, paths, files], `item.withheld.${number}`),
    );
    return new Set((await Promise.all(found)).flat().map(({ id }) => id));
  };
  return {
    among,
    async removeFrom(reader, items) {
      const files = items.filter(({ _t }) => _t === SYSTEM_TYPES.file);
      const withheld = await among(
        reader,
        files.map(({ $id }) => $id),
      );
      for (const file of files) if (withheld.has(file.$id)) Reflect.deleteProperty(file, 'fileID');
    },
  };
};
