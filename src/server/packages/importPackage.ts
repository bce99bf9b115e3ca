// Fills an installation without records from a package: checks all of it, copies the files, and writes all records in one transaction. An
// interrupted import leaves the database without records, and the next one skips the files that are there.

import { readFile, stat } from 'node:fs/promises';
import type { ItemId } from 'src/model/item/Item.ts';
import { itemId } from 'src/model/item/itemId.ts';
import { tryParseItemId } from 'src/model/item/itemKey.ts';
import type { ServerRegistry } from 'src/model/schema/Registry.ts';
import { SYSTEM_TYPES } from 'src/model/schema/systemTypes.ts';
import { BackupRefusal } from 'src/server/backup/BackupRefusal.ts';
import { demandSpace, spaceError } from 'src/server/backup/diskSpace.ts';
import type { Files } from 'src/server/files/files.ts';
import { payloadPath, readPayload } from 'src/server/packages/bag.ts';
import { verifyBag } from 'src/server/packages/readBag.ts';
import {
  ADDRESSES_FILE,
  FACTS_FILE,
  grantsFile,
  historyFile,
  parseFacts,
  recordsFile,
  REFERENCES_FILE,
  STAYING_TYPES,
  type PackageFacts,
  type PackedRecord,
} from 'src/server/packages/packageFacts.ts';
import { LINES_AT_A_TIME, readLines, withNewIds } from 'src/server/packages/packageLines.ts';
import { matchPeople, notePeople, type NamedPeople } from 'src/server/packages/packagePeople.ts';
import { internPrincipals } from 'src/server/store/aclRows.ts';
import type { AdoptedItem } from 'src/server/store/adoptItems.ts';
import {
  addFirstVersions,
  numbersOfOwner,
  putPackedGrants,
  putVersions,
  reserveNumbers,
  type PackedGrant,
  type PackedVersion,
} from 'src/server/store/packageRows.ts';
import type { Database, Queryable, Transaction } from 'src/server/store/database.ts';
import type { ItemStorage } from 'src/server/store/itemStorage.ts';
import { putLegacyPaths, type LegacyPath } from 'src/server/store/legacyPath.ts';
import { putOutsideItems, type OutsideItem } from 'src/server/store/outsideItems.ts';

export interface ImportPackageOptions {
  readonly database: Database;
  readonly items: Pick<ItemStorage, 'adopt' | 'findMany' | 'reindex'>;
  readonly registry: ServerRegistry;
  readonly files: Files;
  /** Folder of the package. */
  readonly from: string;
  /** Folder of the stored files. */
  readonly fileFolder: string;
  readonly signal?: AbortSignal | undefined;
  /** Called with the share of the work that is done, from 0 to 1. */
  readonly progress?: ((share: number) => void) | undefined;
  report(line: string): void;
}

export interface ImportedPackage {
  readonly facts: PackageFacts;
  /** People who had an account here with the same email: the id in the package and the id here. */
  readonly known: ReadonlyMap<ItemId, ItemId>;
  /** People whose number was taken by another account: the id in the package and the new one. */
  readonly renumbered: ReadonlyMap<ItemId, ItemId>;
  /** Records outside of the package that its records name. */
  readonly references: readonly OutsideItem[];
}

/** Shares of the files and of the records in the progress. The index is the rest. */
const SHARE_OF_FILES = 0.3;
const SHARE_OF_VALUES = 0.4;

interface Unpacking {
  readonly options: ImportPackageOptions;
  readonly paths: ReadonlyMap<string, string>;
  readonly facts: PackageFacts;
  /** Ids of people that differ here from those in the package. */
  readonly renamed: ReadonlyMap<string, ItemId>;
  readonly known: ReadonlyMap<ItemId, ItemId>;
  /** Greatest number by type number. */
  readonly last: Map<number, number>;
}

const typeOf = ({ types }: ServerRegistry, id: string): { readonly number: number; readonly key: number } => {
  const key = tryParseItemId(id);
  const type = key && types[key.type];
  if (!type)
    throw new BackupRefusal('newer', `The package has records of a type that this program does not know: ${id}.`);
  return { number: type.number, key: key.number };
};

const noteNumber = ({ last, options }: Unpacking, id: string): void => {
  const { number, key } = typeOf(options.registry, id);
  last.set(number, Math.max(last.get(number) ?? 0, key));
};

const adoptedFrom = ({ id, version, creator, updater, ...record }: PackedRecord): AdoptedItem => {
  const key = tryParseItemId(id);
  if (!key) throw new BackupRefusal('altered', `${id} in the package is not an id.`);
  return { ...record, id, type: key.type, number: key.number, u: version, creator, updater: updater ?? undefined };
};

const refuseUnknownProperties = ({ types }: ServerRegistry, { id, properties }: PackedRecord): void => {
  const declared = types[tryParseItemId(id)?.type ?? '']?.properties ?? {};
  const unknown = Object.keys(properties).find((name) => declared[name] === undefined);
  if (unknown !== undefined)
    throw new BackupRefusal(
      'newer',
      `${id} in the package has the property ${unknown}, which this program does not know.`,
    );
};

/** Reads the records of a type, under the ids that they get here. People who were here already stay out. */
async function* adoptedGroups(unpacking: Unpacking, type: string): AsyncGenerator<AdoptedItem[]> {
  const { options, paths, renamed, known } = unpacking;
  for await (const group of readLines<PackedRecord>(options.from, paths, recordsFile(type))) {
    const adopted = group.filter(({ id }) => !known.has(id)).map((record) => adoptedFrom(withNewIds(record, renamed)));
    for (const { id } of adopted) noteNumber(unpacking, id);
    options.signal?.throwIfAborted();
    yield adopted;
  }
}

const writeRecords = async (tx: Transaction, unpacking: Unpacking, type: string): Promise<void> => {
  const { options } = unpacking;
  const count = await options.items.adopt(tx, type, adoptedGroups(unpacking, type));
  options.report(`${count} records of ${type}`);
};

/** Rows about items of a type, under the numbers that the items have here. Rows about people who were here already are left out. */
const movedRows = <Row extends { readonly number: number }>(
  { known, renamed }: Unpacking,
  type: string,
  rows: readonly Row[],
): Row[] =>
  rows.flatMap((row) => {
    const id = itemId(type, row.number);
    if (known.has(id)) return [];
    const number = tryParseItemId(renamed.get(id) ?? id)?.number ?? row.number;
    return [withNewIds({ ...row, number }, renamed)];
  });

const writeAside = async (tx: Transaction, unpacking: Unpacking, type: string): Promise<void> => {
  const { options, paths } = unpacking;
  const number = options.registry.types[type]?.number ?? 0;
  for await (const group of readLines<PackedGrant>(options.from, paths, grantsFile(type))) {
    const grants = movedRows(unpacking, type, group);
    await internPrincipals(options.database, [...new Set(grants.map(({ to }) => to))]);
    await putPackedGrants(tx, number, grants);
  }
  for await (const group of readLines<PackedVersion>(options.from, paths, historyFile(type)))
    await putVersions(tx, number, movedRows(unpacking, type, group));
};

/** Reads all lines before anything is written: refuses what this program does not know, and finds the people whom they name. */
const checkLines = async (
  { from, registry }: ImportPackageOptions,
  paths: ReadonlyMap<string, string>,
  { records }: PackageFacts,
): Promise<NamedPeople> => {
  const people: NamedPeople = { named: new Set(), packed: [] };
  for (const type of Object.keys(records)) {
    for await (const group of readLines<PackedRecord>(from, paths, recordsFile(type))) {
      for (const record of group) {
        typeOf(registry, record.id);
        refuseUnknownProperties(registry, record);
      }
      if (type === SYSTEM_TYPES.user) people.packed.push(...group);
      notePeople(people, group);
    }
    for (const path of [grantsFile(type), historyFile(type)])
      for await (const group of readLines<unknown>(from, paths, path)) notePeople(people, group);
  }
  return people;
};

/** Computes readers and index, now that all records and grants are there, and adds a version to records without history. */
const reindexAll = async (tx: Transaction, { options, facts }: Unpacking): Promise<void> => {
  const { items, registry } = options;
  for (const type of Object.keys(facts.records)) {
    const numbers = await numbersOfOwner(tx, registry.types[type]?.number ?? 0, undefined);
    for (let from = 0; from < numbers.length; from += LINES_AT_A_TIME) {
      const ids = numbers.slice(from, from + LINES_AT_A_TIME).map((number) => itemId(type, number));
      await items.reindex(tx, type, { items: await items.findMany(tx, ids), isComplete: true });
    }
    await addFirstVersions(tx, registry.types[type]?.number ?? 0);
  }
};

/** Organizations and people come first, because the readers of other records depend on them. */
const orderedTypes = ({ options: { registry }, facts }: Unpacking): string[] => {
  const first = [registry.ownerType ?? [], SYSTEM_TYPES.user].flat();
  const names = Object.keys(facts.records);
  for (const name of names) typeOf(registry, `${name}-1`);
  return [...first.filter((name) => names.includes(name)), ...names.filter((name) => !first.includes(name))];
};

const readReferences = async ({ options, paths }: Unpacking): Promise<OutsideItem[]> => {
  const found: OutsideItem[] = [];
  for await (const group of readLines<OutsideItem>(options.from, paths, REFERENCES_FILE)) found.push(...group);
  return found;
};

const writeAll = async (tx: Transaction, unpacking: Unpacking): Promise<readonly OutsideItem[]> => {
  const { options, paths, last } = unpacking;
  await refuseRecords(tx, options.registry);
  const types = orderedTypes(unpacking);
  for (const [at, type] of types.entries()) {
    await writeRecords(tx, unpacking, type);
    options.progress?.(SHARE_OF_FILES + (SHARE_OF_VALUES * (at + 1)) / types.length);
  }
  for (const type of types) await writeAside(tx, unpacking, type);
  const references = await readReferences(unpacking);
  // A new record must not get the number of a record that is named and not there.
  const outside = references.map(({ id, label }) => ({ id: unpacking.renamed.get(id) ?? id, label }));
  for (const { id } of outside) noteNumber(unpacking, id);
  await putOutsideItems(tx, outside);
  await reserveNumbers(tx, [...last]);
  for await (const group of readLines<LegacyPath>(options.from, paths, ADDRESSES_FILE)) await putLegacyPaths(tx, group);
  options.report('Readers and index are computed.');
  await reindexAll(tx, unpacking);
  return references;
};

/** An installation may have accounts, so that an administrator can sign in. */
export const refuseRecords = async (db: Queryable, { types }: ServerRegistry): Promise<void> => {
  for (const { name, number } of Object.values(types)) {
    if (
      name === SYSTEM_TYPES.user ||
      STAYING_TYPES.has(name) ||
      (await numbersOfOwner(db, number, undefined)).length === 0
    )
      continue;
    throw new BackupRefusal(
      'notEmpty',
      'This installation has records; import the package into an installation that has accounts only.',
    );
  }
};

const FILE_PATH = /^files\/([^/]+)\/[^/]+$/;

/** Index and history need about as much space as the values. */
const SPACE_FOR_VALUES = 3;

/** Refuses a package for which the disk has too little space. */
const demandImportSpace = async (
  { files, fileFolder, from }: ImportPackageOptions,
  paths: ReadonlyMap<string, string>,
): Promise<void> => {
  let needed = 0;
  for (const [path, sum] of paths) {
    const { size } = await stat(payloadPath(from, path));
    if (!FILE_PATH.test(path)) needed += path.endsWith('.jsonl') ? SPACE_FOR_VALUES * size : 0;
    else if ((await files.size(sum)) === undefined) needed += size;
  }
  await demandSpace(fileFolder, needed);
};

/** Stores the files of the package under their SHA-256. */
const storeFiles = async (
  { files, from, report, signal }: ImportPackageOptions,
  paths: ReadonlyMap<string, string>,
): Promise<void> => {
  let done = 0;
  for (const [path, sum] of paths) {
    if (!FILE_PATH.test(path)) continue;
    signal?.throwIfAborted();
    if ((await files.size(sum)) === undefined) await files.put(readPayload(from, path));
    done += 1;
    if (done % LINES_AT_A_TIME === 0) report(`${done} files`);
  }
};

const importChecked = async (options: ImportPackageOptions): Promise<ImportedPackage> => {
  const { database, from, registry, report, progress } = options;
  await refuseRecords(database, registry);
  const paths = await verifyBag(from);
  if (!paths.has(FACTS_FILE)) throw new BackupRefusal('altered', `${from} is a bag without ${FACTS_FILE}.`);
  const facts = parseFacts(await readFile(payloadPath(from, FACTS_FILE), 'utf8'));
  report(`The package is complete: ${paths.size} parts.`);
  const { known, renumbered, outsiders } = await matchPeople(options, await checkLines(options, paths, facts));
  const renamed = new Map<string, ItemId>([...known, ...renumbered, ...outsiders]);
  const unpacking: Unpacking = { options, paths, facts, renamed, known, last: new Map() };
  for (const id of outsiders.values()) noteNumber(unpacking, id);
  await demandImportSpace(options, paths);
  await storeFiles(options, paths);
  progress?.(SHARE_OF_FILES);
  const references = await database.transaction((tx) => writeAll(tx, unpacking), { unlimited: true });
  return { facts, known, renumbered, references };
};

/** Imports the package. Throws BackupRefusal with the reason for which it cannot be imported. */
export const importPackage = async (options: ImportPackageOptions): Promise<ImportedPackage> => {
  try {
    return await importChecked(options);
  } catch (error) {
    throw spaceError(error, options.fileFolder);
  }
};
