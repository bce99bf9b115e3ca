// Fills an installation without records from a package: checks all of it, copies the files, and writes all records in one transaction. An
// interrupted import leaves the database without records, and the next one skips the files that are there.

import { createInterface } from 'node:readline';
import { readFile } from 'node:fs/promises';
import type { ItemId, Values } from 'src/model/item/Item.ts';
import { itemId } from 'src/model/item/itemId.ts';
import { tryParseItemId } from 'src/model/item/itemKey.ts';
import type { ServerRegistry } from 'src/model/schema/Registry.ts';
import { SYSTEM_TYPES } from 'src/model/schema/systemTypes.ts';
import { BackupRefusal } from 'src/server/backup/BackupRefusal.ts';
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
  type PackageFacts,
  type PackedRecord,
  type Reference,
} from 'src/server/packages/packageFacts.ts';
import type { AdoptedItem } from 'src/server/store/adoptItems.ts';
import {
  dropAdoptedVersions,
  numbersOfOwner,
  putPackedGrants,
  putVersions,
  reserveNumbers,
  type PackedGrant,
  type PackedVersion,
} from 'src/server/store/packageRows.ts';
import type { Database, Queryable, Transaction } from 'src/server/store/database.ts';
import type { ItemStorage, StoredItem } from 'src/server/store/itemStorage.ts';
import { putLegacyPaths, type LegacyPath } from 'src/server/store/legacyPath.ts';

export interface ImportPackageOptions {
  readonly database: Database;
  readonly items: Pick<ItemStorage, 'adopt' | 'findMany' | 'reindex'>;
  readonly registry: ServerRegistry;
  readonly files: Files;
  /** Folder of the package. */
  readonly from: string;
  report(line: string): void;
}

export interface ImportedPackage {
  readonly facts: PackageFacts;
  /** People who had an account here with the same email: the id in the package and the id here. */
  readonly known: ReadonlyMap<ItemId, ItemId>;
  /** People whose number was taken by another account: the id in the package and the new one. */
  readonly renumbered: ReadonlyMap<ItemId, ItemId>;
  /** Records outside of the package that its records name. */
  readonly references: readonly Reference[];
}

const LINES_AT_A_TIME = 500;

/** Reads a file of lines in groups. A package without the file has none. */
async function* readLines<T>(from: string, paths: ReadonlyMap<string, string>, path: string): AsyncGenerator<T[]> {
  if (!paths.has(path)) return;
  let group: T[] = [];
  for await (const text of createInterface({ input: readPayload(from, path), crlfDelay: Number.POSITIVE_INFINITY })) {
    group.push(JSON.parse(text) as T);
    if (group.length < LINES_AT_A_TIME) continue;
    yield group;
    group = [];
  }
  if (group.length > 0) yield group;
}

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

const ID_IN_JSON = /"((?:[^"\\]*:)?)([A-Z]\w*-\d+)"/g;

/** Returns the ids that the lines of the package name. */
const idsInLines = (lines: readonly unknown[]): string[] =>
  [...JSON.stringify(lines).matchAll(ID_IN_JSON)].map(([, , id = '']) => id);

/** Replaces ids of people, in values, keys and principals such as `user:User-5`. */
const withNewIds = <T>(value: T, renamed: ReadonlyMap<string, ItemId>): T =>
  renamed.size === 0
    ? value
    : (JSON.parse(
        JSON.stringify(value).replaceAll(
          ID_IN_JSON,
          (_, before: string, id: string) => `"${before}${renamed.get(id) ?? id}"`,
        ),
      ) as T);

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

const writeRecords = async (tx: Transaction, unpacking: Unpacking, type: string): Promise<void> => {
  const { options, paths, renamed, known } = unpacking;
  let count = 0;
  for await (const group of readLines<PackedRecord>(options.from, paths, recordsFile(type)))
    for (const record of group) {
      if (known.has(record.id)) continue;
      const adopted = adoptedFrom(withNewIds(record, renamed));
      noteNumber(unpacking, adopted.id);
      await options.items.adopt(tx, adopted);
      count += 1;
    }
  options.report(`${count} records of ${type}`);
};

/** Rows about items of a type, under the numbers that the items have here. Those of people who were here already stay out. */
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
  for await (const group of readLines<PackedGrant>(options.from, paths, grantsFile(type)))
    await putPackedGrants(tx, number, movedRows(unpacking, type, group));
  if (paths.has(historyFile(type))) await dropAdoptedVersions(tx, number);
  for await (const group of readLines<PackedVersion>(options.from, paths, historyFile(type)))
    await putVersions(tx, number, movedRows(unpacking, type, group));
};

/** Reads all records before anything is written. */
const checkRecords = async ({ options, paths, facts }: Unpacking): Promise<void> => {
  for (const type of Object.keys(facts.records))
    for await (const group of readLines<PackedRecord>(options.from, paths, recordsFile(type)))
      for (const record of group) {
        typeOf(options.registry, record.id);
        refuseUnknownProperties(options.registry, record);
      }
};

/** Computes readers and index again, now that all records and grants are there. */
const reindexAll = async (tx: Transaction, { options, facts }: Unpacking): Promise<void> => {
  const { items, registry } = options;
  for (const type of Object.keys(facts.records)) {
    const numbers = await numbersOfOwner(tx, registry.types[type]?.number ?? 0, undefined);
    for (let from = 0; from < numbers.length; from += LINES_AT_A_TIME) {
      const ids = numbers.slice(from, from + LINES_AT_A_TIME).map((number) => itemId(type, number));
      await items.reindex(tx, type, { items: await items.findMany(tx, ids) });
    }
  }
};

/** Organizations and people come first, because the readers of other records depend on them. */
const orderedTypes = ({ options: { registry }, facts }: Unpacking): string[] => {
  const first = [registry.ownerType ?? [], SYSTEM_TYPES.user].flat();
  const names = Object.keys(facts.records);
  for (const name of names) typeOf(registry, `${name}-1`);
  return [...first.filter((name) => names.includes(name)), ...names.filter((name) => !first.includes(name))];
};

const readReferences = async ({ options, paths }: Unpacking): Promise<Reference[]> => {
  const found: Reference[] = [];
  for await (const group of readLines<Reference>(options.from, paths, REFERENCES_FILE)) found.push(...group);
  return found;
};

const writeAll = async (tx: Transaction, unpacking: Unpacking): Promise<readonly Reference[]> => {
  const { options, paths, last } = unpacking;
  await refuseRecords(tx, options.registry);
  const types = orderedTypes(unpacking);
  for (const type of types) await writeRecords(tx, unpacking, type);
  for (const type of types) await writeAside(tx, unpacking, type);
  const references = await readReferences(unpacking);
  // A new record must not get the number of a record that is named and not there.
  for (const { id } of references) noteNumber(unpacking, unpacking.renamed.get(id) ?? id);
  await reserveNumbers(tx, [...last]);
  for await (const group of readLines<LegacyPath>(options.from, paths, ADDRESSES_FILE)) await putLegacyPaths(tx, group);
  options.report('Readers and index are computed.');
  await reindexAll(tx, unpacking);
  return references;
};

/** An installation may have accounts, so that an administrator can sign in. */
const refuseRecords = async (db: Queryable, { types }: ServerRegistry): Promise<void> => {
  for (const { name, number } of Object.values(types)) {
    if (name === SYSTEM_TYPES.user || (await numbersOfOwner(db, number, undefined)).length === 0) continue;
    throw new BackupRefusal(
      'notEmpty',
      'This installation has records; import the package into an installation that has accounts only.',
    );
  }
};

const emailOf = ({ properties }: { readonly properties: Values }): string =>
  String(properties['email'] ?? '').toLowerCase();

const accountsHere = async ({ database, items, registry }: ImportPackageOptions): Promise<StoredItem[]> => {
  const numbers = await numbersOfOwner(database, registry.types[SYSTEM_TYPES.user]?.number ?? 0, undefined);
  return items.findMany(
    database,
    numbers.map((number) => itemId(SYSTEM_TYPES.user, number)),
  );
};

/** Returns the ids of all people whom the package names: authors, people with grants, and people in values and versions. */
const peopleNamed = async (
  { from }: ImportPackageOptions,
  paths: ReadonlyMap<string, string>,
  { records }: PackageFacts,
): Promise<Set<ItemId>> => {
  const found = new Set<ItemId>();
  for (const type of Object.keys(records))
    for (const path of [recordsFile(type), grantsFile(type), historyFile(type)])
      for await (const group of readLines<unknown>(from, paths, path))
        for (const id of idsInLines(group)) if (tryParseItemId(id)?.type === SYSTEM_TYPES.user) found.add(id as ItemId);
  return found;
};

interface People extends Pick<ImportedPackage, 'known' | 'renumbered'> {
  /** People whom the package names without a record of them: the id in the package and the one here, which no account has. */
  readonly outsiders: ReadonlyMap<ItemId, ItemId>;
}

const matchPeople = async (
  options: ImportPackageOptions,
  paths: ReadonlyMap<string, string>,
  facts: PackageFacts,
): Promise<People> => {
  const here = await accountsHere(options);
  const byEmail = new Map(here.map((stored) => [emailOf(stored), stored.id]));
  const taken = new Set(here.map(({ id }) => id));
  const [known, renumbered, outsiders] = [
    new Map<ItemId, ItemId>(),
    new Map<ItemId, ItemId>(),
    new Map<ItemId, ItemId>(),
  ];
  const packed: PackedRecord[] = [];
  for await (const group of readLines<PackedRecord>(options.from, paths, recordsFile(SYSTEM_TYPES.user)))
    packed.push(...group);
  const named = await peopleNamed(options, paths, facts);
  let next = 1;
  for (const id of [...taken, ...named, ...packed.map((record) => record.id)])
    next = Math.max(next, (tryParseItemId(id)?.number ?? 0) + 1);
  for (const record of packed) {
    const same = byEmail.get(emailOf(record));
    if (same !== undefined) known.set(record.id, same);
    else if (taken.has(record.id)) renumbered.set(record.id, itemId(SYSTEM_TYPES.user, next++));
    named.delete(record.id);
  }
  // An account must not become the author of an outsider's records, or get the grants of one.
  for (const id of named) outsiders.set(id, taken.has(id) ? itemId(SYSTEM_TYPES.user, next++) : id);
  return { known, renumbered, outsiders };
};

const FILE_PATH = /^files\/([^/]+)\/[^/]+$/;

/** Stores the files of the package under their SHA-256. */
const storeFiles = async (
  { files, from, report }: ImportPackageOptions,
  paths: ReadonlyMap<string, string>,
): Promise<void> => {
  let done = 0;
  for (const [path, sum] of paths) {
    if (!FILE_PATH.test(path)) continue;
    if ((await files.size(sum)) === undefined) await files.put(readPayload(from, path));
    done += 1;
    if (done % LINES_AT_A_TIME === 0) report(`${done} files`);
  }
};

/** Imports the package. Throws BackupRefusal with the reason for which it cannot be imported. */
export const importPackage = async (options: ImportPackageOptions): Promise<ImportedPackage> => {
  const { database, from, registry, report } = options;
  await refuseRecords(database, registry);
  const paths = await verifyBag(from);
  if (!paths.has(FACTS_FILE)) throw new BackupRefusal('altered', `${from} is a bag without ${FACTS_FILE}.`);
  const facts = parseFacts(await readFile(payloadPath(from, FACTS_FILE), 'utf8'));
  report(`The package is complete: ${paths.size} parts.`);
  const { known, renumbered, outsiders } = await matchPeople(options, paths, facts);
  const renamed = new Map<string, ItemId>([...known, ...renumbered, ...outsiders]);
  const unpacking: Unpacking = { options, paths, facts, renamed, known, last: new Map() };
  for (const id of outsiders.values()) noteNumber(unpacking, id);
  await checkRecords(unpacking);
  await storeFiles(options, paths);
  const references = await database.transaction((tx) => writeAll(tx, unpacking), { unlimited: true });
  return { facts, known, renumbered, references };
};
