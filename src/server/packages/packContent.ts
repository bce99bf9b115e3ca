// Writes the parts of a package: records, grants, history, names of other records, files, and declarations. Called by exportPackage.ts.

import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { ItemId, Json, Values } from 'src/model/item/Item.ts';
import { itemId } from 'src/model/item/itemId.ts';
import { tryParseItemId } from 'src/model/item/itemKey.ts';
import { resolveLabel } from 'src/model/item/labelOf.ts';
import { filesOf, relationPaths, valuesAt } from 'src/model/schema/paths.ts';
import type { ServerItemType, ServerRegistry } from 'src/model/schema/Registry.ts';
import { SYSTEM_TYPES } from 'src/model/schema/systemTypes.ts';
import { pathById } from 'src/server/backup/copiedFiles.ts';
import { fileName } from 'src/server/files/fileName.ts';
import type { BagWriter } from 'src/server/packages/bag.ts';
import {
  recordsFile,
  REFERENCES_FILE,
  type PackageFacts,
  type PackedRecord,
} from 'src/server/packages/packageFacts.ts';
import type { Database, Queryable } from 'src/server/store/database.ts';
import type { ItemStorage, StoredItem } from 'src/server/store/itemStorage.ts';
import { outsideAmong, type OutsideItem } from 'src/server/store/outsideItems.ts';
import { numbersOfOwner } from 'src/server/store/packageRows.ts';

export interface PackageOptions {
  readonly database: Database;
  readonly items: Pick<ItemStorage, 'findMany'>;
  readonly registry: ServerRegistry;
  /** Folder of the server's stored files. */
  readonly files: string;
  /** The organization; undefined for the whole site. */
  readonly owner: ItemId | undefined;
  readonly history: boolean;
  readonly product: string;
  /** English messages, for the names of types and properties. */
  readonly messages: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal | undefined;
  report(line: string): void;
  /** Receives the finished part of the whole, from 0 to 1. */
  progress?(done: number): void;
  /** Called before records become part of the package. */
  recordReads?(records: readonly StoredItem[]): Promise<void>;
}

const ITEMS_AT_A_TIME = 500;
/** Share of the work that ends before files are copied. */
export const SHARE_OF_RECORDS = 0.5;

interface AttachedFile {
  readonly id: ItemId;
  readonly fileID: string;
  readonly name: string;
  readonly mediaType: string;
}

export interface Packing {
  readonly options: PackageOptions;
  readonly db: Queryable;
  readonly bag: BagWriter;
  /** Ids of all records of the package. */
  readonly packed: Set<ItemId>;
  /** Ids that these records name. */
  readonly named: Set<ItemId>;
  /** Names of those of them that are not part of the package, by id. */
  readonly outside: Map<ItemId, string>;
  /** Files of the records. */
  readonly attached: AttachedFile[];
  /** Files whose content is in the package, by path. */
  readonly files: Map<string, { readonly name: string; readonly mediaType: string }>;
  readonly missing: ItemId[];
}

const packedRecord = ({ id, u, created, creator, updated, updater, properties }: StoredItem): PackedRecord => ({
  ...{ id, version: u, created, creator, updated, updater: updater ?? null },
  properties: Object.fromEntries(Object.entries(properties).sort(([one], [other]) => (one < other ? -1 : 1))),
});

const LINE_SEPARATOR = /[\u2028\u2029]/g;

/** Returns a line of JSON. The separators of lines that JSON allows in texts are escaped, because some readers end a line at them. */
export const packedLine = (value: object): Buffer =>
  Buffer.from(
    `${JSON.stringify(value).replaceAll(LINE_SEPARATOR, (found) => (found === '\u2028' ? String.raw`\u2028` : String.raw`\u2029`))}\n`,
  );

/** Members of an organization keep only their rights in it. Other people are part of a package of the whole site only. */
const memberOf = (stored: StoredItem, owner: ItemId): StoredItem | undefined => {
  const { name, email, language, memberships } = stored.properties;
  const own = (Array.isArray(memberships) ? (memberships as readonly Values[]) : []).filter(
    (each) => each['owner'] === owner,
  );
  if (own.length === 0) return undefined;
  const properties: Record<string, Json> = { name: name ?? null, email: email ?? null, memberships: own as Json };
  return { ...stored, properties: language === undefined ? properties : { ...properties, language } };
};

const noteNamed = ({ named }: Packing, type: ServerItemType, stored: StoredItem): void => {
  const paths = [...relationPaths(type), ...filesOf(type.properties).map(({ path }) => path)];
  const ids = paths.flatMap((path) => valuesAt(stored.properties, path));
  for (const id of [stored.creator, stored.updater, ...ids])
    if (typeof id === 'string' && tryParseItemId(id)) named.add(id as ItemId);
};

export async function* storedItems(
  packing: Packing,
  type: ServerItemType,
  numbers: readonly number[],
): AsyncGenerator<StoredItem[]> {
  const { db, options } = packing;
  for (let from = 0; from < numbers.length; from += ITEMS_AT_A_TIME) {
    const ids = numbers.slice(from, from + ITEMS_AT_A_TIME).map((number) => itemId(type.name, number));
    const found = (await options.items.findMany(db, ids)).toSorted((one, other) => one.number - other.number);
    const { owner } = options;
    yield type.name === SYSTEM_TYPES.user && owner !== undefined
      ? found.flatMap((stored) => memberOf(stored, owner) ?? [])
      : found;
  }
}

const numbersToPack = ({ db, options: { owner, registry } }: Packing, type: ServerItemType): Promise<number[]> => {
  if (owner === undefined || type.name === SYSTEM_TYPES.user || type.name === SYSTEM_TYPES.listValue)
    return numbersOfOwner(db, type.number, undefined);
  const key = type.name === registry.ownerType ? tryParseItemId(owner) : undefined;
  return numbersOfOwner(db, type.number, { id: owner, number: key?.number });
};

/** An owner's package has the values of all lists that belong to the site or to the owner. */
const belongsTo = (stored: StoredItem, owner: ItemId | undefined): boolean =>
  owner === undefined ||
  stored.type !== SYSTEM_TYPES.listValue ||
  stored.owners.includes(owner) ||
  stored.owners.includes('system');

const noteFile = ({ attached }: Packing, { id, properties }: StoredItem): void => {
  const { fileID, originalName, filetype } = properties;
  if (typeof fileID !== 'string') return;
  const name = fileName(String(originalName ?? fileID));
  attached.push({ id, fileID, name, mediaType: String(filetype ?? 'application/octet-stream') });
};

/** Returns the numbers of the records of the type, in their order. */
export const packRecords = async (packing: Packing, type: ServerItemType): Promise<readonly number[]> => {
  const numbers = await numbersToPack(packing, type);
  if (numbers.length === 0) return [];
  const { bag, packed, options } = packing;
  const written: number[] = [];
  async function* lines(): AsyncGenerator<Buffer> {
    for await (const group of storedItems(packing, type, numbers)) {
      options.signal?.throwIfAborted();
      const own = group.filter((each) => belongsTo(each, options.owner));
      await options.recordReads?.(own);
      for (const stored of own) {
        written.push(stored.number);
        packed.add(stored.id);
        noteNamed(packing, type, stored);
        if (type.name === SYSTEM_TYPES.file) noteFile(packing, stored);
        yield packedLine(packedRecord(stored));
      }
    }
  }
  await bag.add(recordsFile(type.name), lines());
  options.report(`${written.length} ${options.messages[`types.${type.name}.plural`] ?? type.name}`);
  return written;
};

interface Aside {
  readonly type: ServerItemType;
  readonly numbers: readonly number[];
  readonly path: string;
  read(db: Queryable, type: number, numbers: readonly number[]): Promise<readonly object[]>;
}

/** Writes what is stored about the records of a type in other tables. */
export const packAside = async ({ bag, db }: Packing, { type, numbers, path, read }: Aside): Promise<void> => {
  const readFrom = (from: number): Promise<readonly object[]> =>
    read(db, type.number, numbers.slice(from, from + ITEMS_AT_A_TIME));
  const first = await readFrom(0);
  if (first.length === 0 && numbers.length <= ITEMS_AT_A_TIME) return;
  async function* lines(): AsyncGenerator<Buffer> {
    for (const each of first) yield packedLine(each);
    for (let from = ITEMS_AT_A_TIME; from < numbers.length; from += ITEMS_AT_A_TIME)
      for (const each of await readFrom(from)) yield packedLine(each);
  }
  await bag.add(path, lines());
};

/**
 * Writes the names of records that are not part of the package, also of those that were not part of the package from which this
 * installation was filled. Labels that are not public are left out, because records of other organizations may be closed to the
 * organization.
 */
export const packReferences = async ({ bag, db, named, outside, packed, options }: Packing): Promise<void> => {
  const ids = [...named].filter((id) => !packed.has(id)).sort();
  for (let from = 0; from < ids.length; from += ITEMS_AT_A_TIME) {
    const some = ids.slice(from, from + ITEMS_AT_A_TIME);
    const labels = new Map(await outsideAmong(db, some));
    for (const { id, label, level } of await options.items.findMany(db, some))
      labels.set(id, level === 'PUBLIC' ? resolveLabel(label, new Map(), id) : id);
    for (const id of some) if (labels.has(id)) outside.set(id, labels.get(id) ?? id);
  }
  const found = [...outside].map(([id, label]): OutsideItem => ({ id, label }));
  if (found.length > 0) await bag.add(REFERENCES_FILE, found.map(packedLine));
};

/** Writes the content of the files, and returns their number. */
export const packFiles = async ({ attached, bag, files, missing, options }: Packing): Promise<number> => {
  for (const [at, { id, fileID, name, mediaType }] of attached.entries()) {
    options.signal?.throwIfAborted();
    options.progress?.(SHARE_OF_RECORDS + ((1 - SHARE_OF_RECORDS) * at) / attached.length);
    const source = pathById(options.files, fileID);
    if (!(await stat(source).catch(() => undefined))) {
      missing.push(id);
      continue;
    }
    const path = `files/${id}/${name}`;
    files.set(path, { name, mediaType });
    // A damaged file leaves as it is, because the package may have the only copy.
    const { sha256 } = await bag.add(path, createReadStream(source), mediaType);
    if (sha256 !== fileID) missing.push(id);
  }
  return files.size;
};

export const packDeclarations = async ({ bag, options }: Packing, records: PackageFacts['records']): Promise<void> => {
  const { registry, messages } = options;
  const types = Object.keys(records).map((name) => {
    const { properties } = registry.types[name] ?? { properties: {} };
    const names = Object.entries(messages).filter(([id]) => id.startsWith(`types.${name}.props.`));
    return [
      name,
      {
        name: messages[`types.${name}.label`] ?? name,
        properties,
        names: Object.fromEntries(names.map(([id, text]) => [id.slice(`types.${name}.props.`.length), text])),
      },
    ];
  });
  const print = (value: object): Buffer[] => [Buffer.from(`${JSON.stringify(value, null, 1)}\n`)];
  await bag.add('declarations/types.json', print(Object.fromEntries(types)));
  await bag.add('declarations/lists.json', print(registry.lists));
};
