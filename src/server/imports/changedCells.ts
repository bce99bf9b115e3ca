// Compares the cells of a row with the item that it changes. A cell that has the text of an export of that version is unchanged, also where
// the text is shorter than the value.

import { deepEqual } from 'src/base/deepEqual.ts';
import type { Item, Json, Values } from 'src/model/item/Item.ts';
import { normaliseValue } from 'src/model/item/normaliseItem.ts';
import { importedProperty } from 'src/model/schema/importedProperty.ts';
import { valuesAt } from 'src/model/schema/paths.ts';
import type { CellContext } from 'src/model/kinds/KindCodec.ts';
import { CODECS } from 'src/model/generated/kindCodecs.ts';
import { exactCell, valueCell, workbookText } from 'src/server/exchange/exportCells.ts';
import { withoutApostrophe } from 'src/server/imports/cellTexts.ts';
import type { ImportPlan } from 'src/server/imports/importPlan.ts';
import { withValueAt, type PathValue, type RowDraft } from 'src/server/imports/rowDraft.ts';

export interface ChangedCell extends PathValue {
  readonly before: string | null;
  readonly after: string | null;
}

export interface RowChanges {
  readonly cells: readonly ChangedCell[];
  /** New values of top-level properties; null removes one. */
  readonly changes: Values;
}

interface Comparison {
  readonly plan: ImportPlan;
  readonly cells: CellContext;
}

const propertiesOf = (item: Item): Values => item as Values;

const changedCellText = (cell: string | number | null): string | null => (cell === null ? null : String(cell));

/** Returns the text of the values at the path, as an export writes it. */
export const exportedText = (item: Item, path: string, { plan, cells }: Comparison): string | null => {
  const property = importedProperty(plan.type.properties, path);
  if (!property) return null;
  const holder = { type: plan.type.name, path, property, item };
  return changedCellText(valueCell(valuesAt(propertiesOf(item), path), holder, cells));
};

/** Returns the texts that an export has for the values at the path: in words, and exact. */
const exportedTexts = (item: Item, path: string, comparison: Comparison): readonly (string | null)[] => {
  const property = importedProperty(comparison.plan.type.properties, path);
  const { exactText } = property ? CODECS[property.kind] : {};
  return [
    exportedText(item, path, comparison),
    changedCellText(exactCell(valuesAt(propertiesOf(item), path), exactText)),
  ];
};

/** Returns true if the cell has the text of an export, also where a workbook has cut it. */
const isAsExported = ({ path, text: read }: PathValue, item: Item, comparison: Comparison): boolean =>
  exportedTexts(item, path, comparison).some((exported) => {
    const text = exported ?? '';
    return text.trim() === read || withoutApostrophe(text) === read || workbookText(text).trim() === read;
  });

/**
 * Leaves out the faults of unchanged cells, and what the row would create for them: a value that the item has may be one that no cell can
 * name, such as an archived value of a list or a record whose label others have, too.
 */
export const withoutUnchanged = (draft: RowDraft, item: Item, comparison: Comparison): RowDraft => {
  const unchanged = draft.values.filter((value) => value.text !== '' && isAsExported(value, item, comparison));
  const columns = new Set(unchanged.map(({ column }) => column));
  const paths = new Set(unchanged.map(({ path }) => path));
  const values = draft.values.filter(({ path }) => !paths.has(path));
  const keys = new Set(values.flatMap(({ value }) => value));
  return {
    ...draft,
    values,
    faults: draft.faults.filter(
      ({ column, row = draft.row }) => column === undefined || row !== draft.row || !columns.has(column),
    ),
    lists: draft.lists.filter(({ key }) => keys.has(key)),
    related: draft.related.filter(({ at }) => !paths.has(at)),
  };
};

const isCellUnchanged = (value: PathValue, item: Item, comparison: Comparison): boolean => {
  if (isAsExported(value, item, comparison)) return true;
  const { plan } = comparison;
  const before = propertiesOf(item);
  const name = value.path.split('.')[0] ?? '';
  const after = withValueAt(before, value, plan)[name] ?? null;
  return deepEqual(normaliseValue(plan.type.properties[name], after), before[name] ?? null);
};

const withCell = (item: Item, values: Values, [value, comparison]: readonly [PathValue, Comparison]): ChangedCell => {
  const after = { ...item, ...values } as Item;
  return {
    ...value,
    before: exportedText(item, value.path, comparison),
    after: exportedText(after, value.path, comparison) ?? (value.text === '' ? null : value.text),
  };
};

/** Returns what the row changes in the item. An empty cell changes nothing, unless the import clears. */
export const changedCells = (draft: RowDraft, item: Item, comparison: Comparison): RowChanges => {
  const { plan } = comparison;
  const wanted = draft.values.filter(({ value }) => value !== null || plan.clears);
  const changed = wanted.filter((value) => !isCellUnchanged(value, item, comparison));
  let values: Values = propertiesOf(item);
  for (const value of changed) values = withValueAt(values, value, plan);
  const names = new Set(changed.map(({ path }) => path.split('.')[0] ?? ''));
  const changes: Record<string, Json> = {};
  for (const name of names) changes[name] = normaliseValue(plan.type.properties[name], values[name] ?? null);
  // Items that only the row names are shown with its text.
  const shown = { ...changes, $labels: { ...draft.labels, ...item.$labels } };
  return { cells: changed.map((value) => withCell(item, shown, [value, comparison])), changes };
};
