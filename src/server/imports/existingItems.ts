// Finds the items that the rows of a table are about: by the id that a row names, or by the values that identify items of the kind.

import type { Item, ItemId } from 'src/model/item/Item.ts';
import { tryParseItemId } from 'src/model/item/itemKey.ts';
import type { ImportWriting } from 'src/server/imports/ImportNeeds.ts';
import { peopleInRows } from 'src/server/imports/importedPeople.ts';
import { columnTo, type ImportPlan } from 'src/server/imports/importPlan.ts';
import type { CellFault, RowDraft } from 'src/server/imports/rowDraft.ts';
import { itemsByKey, type KeyMatch } from 'src/server/store/matchItems.ts';

/** Items that the rows of a batch are about, by row number. */
export interface ExistingItems {
  readonly items: ReadonlyMap<number, Item>;
  /** Further items with the code of a row that adds places. */
  readonly alike: ReadonlyMap<number, readonly Item[]>;
  readonly faults: ReadonlyMap<number, CellFault>;
  /** Text that is the same for two rows about one item. */
  readonly keys: ReadonlyMap<number, string>;
}

interface RowKey {
  readonly row: number;
  readonly paths: readonly string[];
  readonly texts: readonly string[];
  readonly owner: ItemId | undefined;
}

/** Returns the text of the value at a path; undefined for none. Owner and collection of the import count where the row names none. */
const keyText = (
  { values }: RowDraft,
  path: string,
  { ownerPath, owner, collection }: ImportPlan,
): string | undefined => {
  const given = path === ownerPath ? owner : path === collection?.path ? collection.id : undefined;
  const value = values.find((each) => each.path === path)?.value ?? given;
  return value === undefined || value === null ? undefined : String(value).toLowerCase();
};

const ownerOfRow = ({ values }: RowDraft, { ownerPath, owner }: ImportPlan): ItemId | undefined => {
  const named = values.find(({ path }) => path === ownerPath)?.value;
  return typeof named === 'string' ? named : owner;
};

/** Returns the key of a row: the first set of paths that the row fills. */
const keyOfRow = (draft: RowDraft, plan: ImportPlan): RowKey | undefined => {
  for (const paths of plan.kind.duplicates ?? []) {
    const texts = paths.flatMap((path) => keyText(draft, path, plan) ?? []);
    // A code is unique in its collection, with any owner of the records.
    const owner = plan.places ? undefined : ownerOfRow(draft, plan);
    if (texts.length === paths.length) return { row: draft.row, paths, texts, owner };
  }
  return undefined;
};

const isMatch = ({ texts, owner }: RowKey, match: KeyMatch): boolean =>
  texts.every((text, at) => match.values[at] === text) && (owner === undefined || match.owners.includes(owner));

/** Returns the ids of visible items by row number. */
const matchesByKey = async (
  { db, readFilter }: ImportWriting,
  keys: readonly RowKey[],
  { type }: ImportPlan,
): Promise<Map<number, readonly ItemId[]>> => {
  const found = new Map<number, readonly ItemId[]>();
  for (const paths of new Set(keys.map((key) => key.paths))) {
    const asked = keys.filter((key) => key.paths === paths);
    const texts = asked.flatMap((key) => key.texts.slice(0, 1));
    const matches = (await itemsByKey(db, type, { paths, texts })).filter(({ acl }) => readFilter.canRead(acl));
    for (const key of asked)
      found.set(
        key.row,
        matches.filter((match) => isMatch(key, match)).map(({ id }) => id),
      );
  }
  return found;
};

const keyAsText = ({ paths, texts, owner }: RowKey): string => JSON.stringify([paths, texts, owner ?? '']);

/** Items that may have one code; a code of more items says nothing about a place. */
const ITEMS_OF_A_CODE = 15;

/** Returns why a row cannot be about these items. */
const severalFault = (count: number, plan: ImportPlan): CellFault | undefined => {
  const { places } = plan;
  if (!places) return { message: 'import.severalSame', params: { count } };
  const column = columnTo(plan, places.code)?.column;
  return count > ITEMS_OF_A_CODE ? { column, message: 'import.commonCode' } : undefined;
};

/** Returns why a row that is about no existing item cannot be imported. */
const newItemFault = ({ values }: RowDraft, plan: ImportPlan): CellFault | undefined => {
  const { places, existingOnly } = plan;
  const code = places && values.find(({ path }) => path === places.code)?.value;
  const column = columnTo(plan, places?.code)?.column;
  if (places && (code ?? null) === null) return { column, message: 'import.noCode' };
  return existingOnly ? { column, message: 'import.onlyExisting' } : undefined;
};

/** Finds the items of the rows, as the person may see them, with the labels of related items. */
export const findExisting = async (
  context: ImportWriting,
  drafts: readonly RowDraft[],
  plan: ImportPlan,
): Promise<ExistingItems> => {
  const faults = new Map<number, CellFault>();
  const keys = new Map<number, string>();
  const ids = new Map<number, ItemId>();
  const alikeIds = new Map<number, readonly ItemId[]>();
  const unnamed = drafts.filter(({ id }) => id === undefined).flatMap((draft) => keyOfRow(draft, plan) ?? []);
  for (const key of unnamed) keys.set(key.row, keyAsText(key));
  for (const [row, matches] of await matchesByKey(context, unnamed, plan)) {
    const [only, ...others] = matches;
    const fault = others.length > 0 ? severalFault(matches.length, plan) : undefined;
    if (fault) faults.set(row, fault);
    else if (only !== undefined) ids.set(row, only);
    if (!fault && others.length > 0) alikeIds.set(row, others);
  }
  if (plan.kind.accounts)
    for (const [row, id] of await peopleInRows(context, drafts)) {
      ids.set(row, id);
      keys.set(row, id);
    }
  for (const { row, id } of drafts)
    if (id !== undefined) {
      keys.set(row, id);
      if (tryParseItemId(id)?.type === plan.type.name) ids.set(row, id);
      else faults.set(row, { message: 'import.wrongType', params: { value: id } });
    }
  const { items: storage } = context.services;
  const read = await storage.readVisible(
    context.db,
    context.readFilter,
    [...new Set([...ids.values(), ...[...alikeIds.values()].flat()])],
    {
      channel: undefined,
      labels: true,
    },
  );
  const byId = new Map(read.map((item) => [item.$id, item]));
  const items = new Map<number, Item>();
  for (const [row, id] of ids) {
    const item = byId.get(id);
    if (item) items.set(row, item);
    else if (plan.kind.accounts) faults.set(row, { message: 'import.personDeleted' });
    else faults.set(row, { message: 'import.noRecord', params: { value: id } });
  }
  for (const draft of drafts) {
    const fault = ids.has(draft.row) || faults.has(draft.row) ? undefined : newItemFault(draft, plan);
    if (fault) faults.set(draft.row, fault);
  }
  const alike = new Map([...alikeIds].map(([row, others]) => [row, others.flatMap((id) => byId.get(id) ?? [])]));
  return { items, alike, faults, keys };
};
