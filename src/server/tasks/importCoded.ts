// Import of features for types whose items have codes and use the places of others (`place.fromCodes`): each feature becomes a place;
// afterwards the items with its code are related to it. Each item changes once, so that `act/undoMany` can restore it.

import { levelRank } from 'src/model/access/levels.ts';
import type { ItemId, Json, Values } from 'src/model/item/Item.ts';
import { invalidAt } from 'src/model/problems.ts';
import type { ServerItemType } from 'src/model/schema/Registry.ts';
import type { FromCodes } from 'src/model/schema/TypeView.ts';
import type { MapType, MapTypes } from 'src/server/geo/mapTypes.ts';
import type { GeoRow } from 'src/server/geoFiles/geoFile.ts';
import { valuesLike } from 'src/server/geoFiles/rowValues.ts';
import { createItem } from 'src/server/rules/createItem.ts';
import { updateItem } from 'src/server/rules/updateItem.ts';
import type { StoredItem } from 'src/server/store/itemStorage.ts';
import { itemsNaming } from 'src/server/store/itemsNaming.ts';
import { inSavepoint } from 'src/server/store/savepoint.ts';
import { addMadeItems, taskItemsAfter } from 'src/server/store/taskItemRows.ts';
import { BATCH_MS, ITEMS_AT_ONCE, withOwners } from 'src/server/tasks/bulkTasks.ts';
import {
  checkpointOf,
  refusedRow,
  refusedRowFault,
  type ImportInput,
  type ImportRun,
  type Settled,
} from 'src/server/tasks/importProgress.ts';
import type { TaskWriting } from 'src/server/tasks/TaskNeeds.ts';

/** Items that may have one code; a code of more items says nothing about a place. */
const ITEMS_OF_A_CODE = 15;

export interface Coded {
  /** Type of the items with codes. */
  readonly type: ServerItemType;
  readonly fromCodes: FromCodes;
  /** Relation from the items to their places. */
  readonly relation: string;
  readonly places: MapType;
}

/** Returns how features become places of items of the type; undefined for a type without codes. */
export const codedOf = (maps: MapTypes, name: string): Coded | undefined => {
  const { type, fromCodes, geometryOf } = maps.get(name) ?? {};
  if (!type || !fromCodes || geometryOf === undefined) return undefined;
  const places = maps.get(type.properties[geometryOf]?.rel?.to[0] ?? '');
  return places && { type, fromCodes, relation: geometryOf, places };
};

const codeOf = ({ properties }: GeoRow, { title = '' }: ImportInput): string =>
  Object.hasOwn(properties, title) ? String(properties[title]).trim() : '';

/** Returns the items of the collection with the code that the person may read. Throws if there are too many. */
const itemsWithCode = async (
  { services, tx, readFilter }: TaskWriting,
  { type, fromCodes }: Coded,
  { target, code }: { readonly target: ItemId; readonly code: string },
): Promise<readonly StoredItem[]> => {
  const ids = await itemsNaming(tx, type, { [fromCodes.collection]: target, [fromCodes.code]: code });
  const found = (await services.items.findMany(tx, ids)).filter(({ acl }) => readFilter.canRead(acl));
  if (found.length > ITEMS_OF_A_CODE) throw invalidAt('/title', 'geoFile.commonCode');
  return found;
};

/**
 * Returns the owner and level of a place: those of the strictest item with its code, otherwise those of the collection. Throws for a row
 * without a code, and for a code without items if none are to be created.
 */
export const codedPlace = async (
  context: TaskWriting,
  coded: Coded,
  { row, input, collection }: { readonly row: GeoRow; readonly input: ImportInput; readonly collection: StoredItem },
): Promise<Values> => {
  const code = codeOf(row, input);
  if (code === '') throw invalidAt('/title', 'geoFile.noCode');
  const items = await itemsWithCode(context, coded, { target: collection.id, code });
  if (items.length === 0 && input.createMissing !== true) throw invalidAt('/title', 'geoFile.unknownCode');
  const [strictest = collection] = items.toSorted((one, other) => levelRank(other.level) - levelRank(one.level));
  return valuesLike(context.services.registry, coded.places.type, strictest);
};

/** A code of the file with the places that were created for it. */
interface CodeOfFile {
  readonly code: string;
  readonly places: ItemId[];
  /** The first row with the code. */
  readonly row: GeoRow;
}

export interface CodedImport {
  readonly run: ImportRun;
  readonly coded: Coded;
  readonly rows: () => AsyncIterable<GeoRow>;
  /** Number of rows of the file. */
  readonly rowCount: number;
  readonly nameOfLayer: (layer: number) => string;
}

const createdPlaces = async ({ run, rowCount }: CodedImport): Promise<ReadonlyMap<number, ItemId>> => {
  const { db } = await run.context();
  const created = new Map<number, ItemId>();
  for (let n = 0, isMore = true; isMore;) {
    const page = await taskItemsAfter(db, run.key, { n, most: ITEMS_AT_ONCE });
    for (const item of page) if (item.id !== '' && item.n <= rowCount) created.set(item.n, item.id);
    n = page.at(-1)?.n ?? n;
    isMore = page.length === ITEMS_AT_ONCE && n < rowCount;
  }
  return created;
};

const codesOfFile = async (all: CodedImport): Promise<readonly CodeOfFile[]> => {
  const created = await createdPlaces(all);
  const codes = new Map<string, CodeOfFile>();
  for await (const row of all.rows()) {
    const place = created.get(row.n);
    if (place === undefined) continue;
    const code = codeOf(row, all.run.input);
    const known = codes.get(code);
    if (known) known.places.push(place);
    else codes.set(code, { code, places: [place], row });
  }
  return [...codes.values()];
};

/** The list as the person sees it. */
const shownList = async (context: TaskWriting, stored: StoredItem, relation: string): Promise<readonly Json[]> => {
  const { services, tx, readFilter } = context;
  const value = (await services.items.view(tx, readFilter, stored, undefined))[relation];
  return Array.isArray(value) ? value : [];
};

const createCoded = async (
  context: TaskWriting,
  { run, coded }: CodedImport,
  { code, places }: CodeOfFile,
): Promise<StoredItem> => {
  const { services, tx, readFilter } = context;
  const { type, fromCodes, relation } = coded;
  const collection = await services.access.visible(tx, readFilter, run.target);
  return await createItem(context, type.name, {
    ...valuesLike(services.registry, type, collection),
    ...{ [fromCodes.collection]: run.target, [fromCodes.title]: code, [fromCodes.code]: code, [relation]: places },
  });
};

/** Relates the items with a code to their places. Returns what changed, without its number. */
const linkCode = async (
  context: TaskWriting,
  all: CodedImport,
  { code, places, row }: CodeOfFile,
): Promise<Omit<Settled, 'n'>[]> => {
  const { run, coded } = all;
  const { relation } = coded;
  const items = await itemsWithCode(context, coded, { target: run.target, code });
  if (items.length === 0) {
    const stored = await createCoded(context, all, { code, places, row });
    return [{ id: stored.id, state: 'c', before: {}, after: stored.u, stored }];
  }
  const linked: Omit<Settled, 'n'>[] = [];
  for (const item of items) {
    const changes = { [relation]: [...(await shownList(context, item, relation)), ...places] };
    const { stored, base } = await updateItem(context, { id: item.id, u: undefined, changes });
    const before = { [relation]: base[relation] ?? null };
    linked.push({ id: item.id, state: 'c', before, after: stored.u, stored });
  }
  return linked;
};

const settleCode = async (context: TaskWriting, all: CodedImport, code: CodeOfFile): Promise<Omit<Settled, 'n'>[]> => {
  try {
    return await inSavepoint(context.tx, (inner) =>
      linkCode({ ...context, db: inner, tx: inner, many: true }, all, code),
    );
  } catch (error) {
    return [refusedRow(code.row, all.nameOfLayer(code.row.layer), refusedRowFault(context, error))];
  }
};

const linkBatch = async (all: CodedImport, codes: readonly CodeOfFile[]): Promise<number> => {
  const { run, rowCount } = all;
  let linked = 0;
  await run.batch(async (context) => {
    const known = checkpointOf(run);
    const settled: Settled[] = [];
    const started = performance.now();
    linked = known.linked ?? 0;
    for (const code of codes.slice(linked, linked + ITEMS_AT_ONCE)) {
      if (performance.now() - started > BATCH_MS) break;
      const first = rowCount + 1 + linked * (ITEMS_OF_A_CODE + 1);
      for (const [at, one] of (await settleCode(context, all, code)).entries()) settled.push({ ...one, n: first + at });
      linked += 1;
    }
    await addMadeItems(context.tx, run.key, settled);
    const { changed = 0, unchanged = 0, refused = 0 } = known.counts ?? {};
    const more = settled.filter(({ state }) => state === 'r').length;
    const progress = { done: known.done, total: known.total, counts: { changed, unchanged, refused: refused + more } };
    const owners = withOwners(context, known.owners, settled);
    return { checkpoint: { ...progress, n: known.n, owners, linked }, progress };
  });
  return linked;
};

/** Relates the items of each code to the places that were created for it. Continues after the last finished batch. */
export const linkCodes = async (all: CodedImport): Promise<void> => {
  const codes = await codesOfFile(all);
  for (let linked = checkpointOf(all.run).linked ?? 0; linked < codes.length;) linked = await linkBatch(all, codes);
};
