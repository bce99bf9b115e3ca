// Addresses of an earlier site that the rows of a batch name. An address that leads to another record is refused: no undo could restore it.

import type { ItemId } from 'src/model/item/Item.ts';
import { parseItemId } from 'src/model/item/itemId.ts';
import type { ImportWriting } from 'src/server/imports/ImportNeeds.ts';
import { SPECIAL } from 'src/server/imports/importTargets.ts';
import type { Settling } from 'src/server/imports/settleRow.ts';
import type { CellFault, RowDraft } from 'src/server/imports/rowDraft.ts';
import { legacyTargets, plainAlias, putLegacyPaths } from 'src/server/store/legacyPath.ts';

interface RowAddresses {
  /** Returns the fault of a row whose address leads to another record than the row's. */
  fault(draft: RowDraft, id: ItemId | undefined): CellFault | undefined;
  /** Notes the record to which the address of a row leads. */
  note(draft: RowDraft, id: ItemId | undefined): void;
  /** Writes the noted addresses. */
  write(): Promise<void>;
}

/** Returns the records to which the addresses lead now. Addresses of deleted records are free. */
const takenAddresses = async (
  { services, db, readFilter }: ImportWriting,
  aliases: readonly string[],
): Promise<Map<string, ItemId>> => {
  if (aliases.length === 0) return new Map();
  const targets = await legacyTargets(db, aliases);
  const ids = [...new Set(targets.map(({ id }) => id))];
  const labels = await services.items.labels(db, readFilter, ids);
  return new Map(targets.filter(({ id }) => labels.has(id)).map(({ alias, id }) => [alias, id]));
};

export const addressesInRows = async (
  context: ImportWriting,
  drafts: readonly RowDraft[],
  { plan: { columns }, via }: Pick<Settling, 'plan' | 'via'>,
): Promise<RowAddresses> => {
  const column = columns.find(({ to }) => to === SPECIAL.legacyPath)?.column;
  const aliasOf = ({ legacyPath }: RowDraft): string => plainAlias(legacyPath ?? '');
  const taken = await takenAddresses(context, [...new Set(drafts.map(aliasOf).filter((alias) => alias !== ''))]);
  const noted = new Map<string, ItemId>();
  return {
    fault: (draft, id) => {
      const target = taken.get(aliasOf(draft));
      if (target === undefined || target === id) return undefined;
      return { column, message: 'import.addressTaken', params: { value: draft.legacyPath ?? '' } };
    },
    note: (draft, id) => {
      const alias = aliasOf(draft);
      if (alias === '' || id === undefined) return;
      taken.set(alias, id);
      noted.set(alias, id);
    },
    write: async () => {
      const number = via === undefined ? undefined : parseItemId(via).number;
      const paths = [...noted].map(([alias, id]) => ({ alias, id, import: number }));
      if (paths.length > 0) await putLegacyPaths(context.tx, paths);
    },
  };
};
