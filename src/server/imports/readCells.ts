// Reads a block of cells that a person pastes into a table: each text by the kind of its column, as an import reads it. Changes nothing.

import { applyChanges } from 'src/model/item/diffItem.ts';
import type { Endpoints } from 'src/model/generated/endpoints.ts';
import type { Item, ItemId, Json, Values } from 'src/model/item/Item.ts';
import { invalidAt } from 'src/model/problems.ts';
import { importedProperty } from 'src/model/schema/importedProperty.ts';
import { valuesAt } from 'src/model/schema/paths.ts';
import type { ServerItemType } from 'src/model/schema/Registry.ts';
import { pointerParts } from 'src/model/text/jsonPointer.ts';
import { createListReader } from 'src/server/exchange/exportLists.ts';
import { exportWords, type ExportWords } from 'src/server/exchange/exportWords.ts';
import type { CellSources } from 'src/server/imports/cellValues.ts';
import { changedCells, withoutUnchanged } from 'src/server/imports/changedCells.ts';
import type { ImportContext } from 'src/server/imports/ImportNeeds.ts';
import type { ImportPlan, PlannedColumn } from 'src/server/imports/importPlan.ts';
import { relatedTypes } from 'src/server/imports/importTargets.ts';
import { loadListCells, type ListCells } from 'src/server/imports/listCells.ts';
import { findRelated, type FoundByText } from 'src/server/imports/relatedCells.ts';
import { readRow, valueTexts, type CellFault } from 'src/server/imports/rowDraft.ts';
import { schemaErrors } from 'src/server/rules/schemaErrors.ts';

type Input = Endpoints['readCells']['input'];
type ReadRow = Endpoints['readCells']['answer']['rows'][number];
type CellRow = Input['rows'][number];

const isClosedColumn = ({ adminOnly = [] }: ServerItemType, path: string, admin: boolean): boolean =>
  !admin && adminOnly.includes(path.split('.')[0] ?? '');

/** Returns the columns that the person can fill. The others have no property, and their cells are refused. */
const cellColumns = (
  { services, subject }: ImportContext,
  type: ServerItemType,
  paths: readonly string[],
): readonly PlannedColumn[] =>
  paths.map((to, column) => {
    const property = isClosedColumn(type, to, subject.admin) ? undefined : importedProperty(type.properties, to);
    if (!property?.rel) return { column, to, property };
    return { column, to, property, related: { types: relatedTypes(services.registry, property), match: undefined } };
  });

const planOfCells = (context: ImportContext, { type: name, columns }: Input): ImportPlan => {
  const { registry } = context.services;
  const type = Object.hasOwn(registry.types, name) ? registry.types[name] : undefined;
  if (!type) throw invalidAt('/type', 'errors.invalidChoice');
  return {
    kind: { key: name, type, columns: [], declared: false, accounts: false },
    ...{ type, columns: cellColumns(context, type, columns) },
    ...{ ownerPath: undefined, owner: undefined, placePath: undefined, places: undefined, fixed: {} },
    ...{ existingOnly: true, clears: true, invites: false },
    capabilities: registry.capabilities,
  };
};

const relatedInCells = async (
  context: ImportContext,
  { columns }: ImportPlan,
  rows: readonly CellRow[],
): Promise<ReadonlyMap<number, FoundByText>> => {
  const found = new Map<number, FoundByText>();
  for (const column of columns) {
    if (!column.related) continue;
    const texts = rows.flatMap((row) => valueTexts(column, row.texts[column.column]));
    found.set(column.column, await findRelated(context, column.related, texts));
  }
  return found;
};

/** Owners whose lists count for the item. */
const listOwnersOf = ({ read }: ServerItemType, item: Item): readonly string[] => [
  ...valuesAt(item as Values, read.owner ?? '').map(String),
  'system',
];

interface Reading extends Pick<CellSources, 'related'> {
  readonly plan: ImportPlan;
  readonly words: ExportWords;
  readonly lists: ListCells;
  readonly listText: Awaited<ReturnType<ReturnType<typeof createListReader>>>;
}

/** Returns what the declaration of the type refuses about the changed properties. */
const declaredFaults = ({ services }: ImportContext, { plan }: Reading, [item, changes]: readonly [Item, Values]) => {
  const { type, columns } = plan;
  const validator = services.domain.validators[type.name];
  const next = applyChanges(item as Values, changes);
  const errors = validator ? schemaErrors({ type, validator, complete: false }, next) : [];
  const columnOf = (name: string | undefined): number | undefined =>
    columns.find(({ to }) => to.split('.')[0] === name)?.column;
  const broken = errors.flatMap(({ path, message, params }): CellFault[] => {
    const column = columnOf(pointerParts(path)[0]);
    return column === undefined ? [] : [{ column, message, ...(params && { params: params as Values }) }];
  });
  const emptied = Object.entries(changes)
    .filter(([name, value]) => value === null && type.properties[name]?.required === true)
    .map(([name]): CellFault => ({ column: columnOf(name), message: 'errors.required' }));
  return [...broken, ...emptied];
};

const readOneRow = (context: ImportContext, reading: Reading, [{ texts }, item]: readonly [CellRow, Item]): ReadRow => {
  const { plan, words, lists, related, listText } = reading;
  const { timeZone } = context.services;
  const owners = listOwnersOf(plan.type, item);
  const comparison = { plan, cells: { words, listText } };
  const read = readRow({ row: 0, cells: texts }, { plan, words, lists, related, owners, timeZone });
  const draft = withoutUnchanged(read, item, comparison);
  const { changes } = changedCells(draft, item, comparison);
  const closed = plan.columns
    .filter(({ property, column }) => !property && (texts[column] ?? '') !== '')
    .map(({ column }): CellFault => ({ column, message: 'errors.readOnly' }));
  const faults = [...draft.faults, ...closed, ...declaredFaults(context, reading, [item, changes])];
  const refused = new Set(faults.map(({ column }) => plan.columns[column ?? -1]?.to.split('.')[0]));
  return {
    id: item.$id,
    u: item._u,
    set: Object.fromEntries(Object.entries(changes).filter(([name]) => !refused.has(name))),
    refused: faults.map(({ column = 0, message, params }) => ({
      ...{ column, message, value: texts[column] ?? '' },
      ...(params && { params: params as Readonly<Record<string, Json>> }),
    })),
  };
};

/** Returns the changes that the texts make, and the cells that are refused, row by row. Items that are hidden are left out. */
export const readCellsOf = async (
  context: ImportContext,
  input: Input,
): Promise<{ readonly rows: readonly ReadRow[] }> => {
  const { services, db, readFilter } = context;
  const { rows, language, zone } = input;
  const plan = planOfCells(context, input);
  const ids = rows.map(({ id }) => id as ItemId);
  const items = await services.items.readVisible(db, readFilter, ids, { channel: undefined, labels: 'shared' });
  const byId = new Map(items.filter(({ _t }) => _t === plan.type.name).map((item) => [item.$id, item]));
  const words = await exportWords(services, { language, zone });
  const reading: Reading = {
    ...{ plan, words, lists: await loadListCells(context, plan.type, words.language) },
    related: await relatedInCells(context, plan, rows),
    listText: await createListReader(services, [plan.type], words.language)(readFilter, items),
  };
  return {
    rows: rows.flatMap((row) => {
      const item = byId.get(row.id as ItemId);
      return item ? readOneRow(context, reading, [row, item]) : [];
    }),
  };
};
