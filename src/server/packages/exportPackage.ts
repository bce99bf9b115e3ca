// Writes everything of one organization, or of the whole site, as a package that can be read without this product: an RO-Crate in a BagIt
// bag. Works next to a running server on one snapshot of the database. Memory holds the ids of records and the names of files, but
// not their content.

import { rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { ItemId } from 'src/model/item/Item.ts';
import type { ServerItemType } from 'src/model/schema/Registry.ts';
import { SYSTEM_TYPES } from 'src/model/schema/systemTypes.ts';
import { BackupRefusal } from 'src/server/backup/BackupRefusal.ts';
import { demandSpace, withTidyFolder } from 'src/server/backup/diskSpace.ts';
import { makeFolder, syncFolder } from 'src/server/backup/privateFiles.ts';
import type { ZipStream } from 'src/server/files/zipStream.ts';
import { bagInFolder, bagInZip, createBag, type BagTarget } from 'src/server/packages/bag.ts';
import {
  CRATE_FILE,
  crateMetadata,
  cratePreview,
  PREVIEW_FILE,
  README_FILE,
  readmeText,
  type CrateContent,
} from 'src/server/packages/crate.ts';
import {
  packAside,
  packDeclarations,
  packedLine,
  packFiles,
  packRecords,
  packReferences,
  SHARE_OF_RECORDS,
  type PackageOptions,
  type Packing,
} from 'src/server/packages/packContent.ts';
import {
  ADDRESSES_FILE,
  FACTS_FILE,
  grantsFile,
  historyFile,
  PACKAGE_FORMAT,
  STAYING_TYPES,
  type PackageFacts,
} from 'src/server/packages/packageFacts.ts';
import { packTables } from 'src/server/packages/packTables.ts';
import { openBackupSession } from 'src/server/store/backup/databaseSnapshot.ts';
import { legacyPaths } from 'src/server/store/legacyPath.ts';
import type { Queryable } from 'src/server/store/database.ts';
import { fileBytesOf, grantsOfItems, valueBytesOf, versionsOfItems } from 'src/server/store/packageRows.ts';

export interface WrittenPackage {
  readonly facts: PackageFacts;
  /** Ids of files whose bytes are missing or damaged on the disk. */
  readonly missing: readonly ItemId[];
}

const UNFINISHED_PACKAGE = '.partial';

const nameOfPackage = async ({ db, options }: Packing): Promise<string> => {
  const { owner, items } = options;
  if (owner === undefined) return 'All records of the site';
  const [stored] = await items.findMany(db, [owner]);
  if (!stored) throw new BackupRefusal('unknownOwner', `${owner} does not exist.`);
  return stored.label;
};

const addDescription = async (
  { bag, files: named, options }: Packing,
  { name, facts }: Pick<CrateContent, 'name' | 'facts'>,
): Promise<void> => {
  const typeNames = Object.fromEntries(
    Object.keys(facts.records).map((type) => [type, options.messages[`types.${type}.plural`] ?? type]),
  );
  const content = (): CrateContent => ({ name, facts, typeNames, files: bag.files, named });
  await bag.add(README_FILE, [Buffer.from(readmeText(content()))]);
  await bag.add(PREVIEW_FILE, cratePreview(content()));
  await bag.add(CRATE_FILE, crateMetadata(content()));
  await bag.finish({
    'Bagging-Date': facts.written.slice(0, 'YYYY-MM-DD'.length),
    'External-Description': name.replaceAll(/[\r\n]+/g, ' '),
    'Bag-Software-Agent': `Knowledge Keeper ${facts.product}`,
  });
};

/** `endSnapshot` runs before files are copied, because a long transaction keeps deleted rows on the disk. */
const packAll = async (packing: Packing, endSnapshot: () => Promise<void>): Promise<PackageFacts> => {
  const { options, db, bag } = packing;
  const { registry, product, owner, history } = options;
  const name = await nameOfPackage(packing);
  const types = Object.values(registry.types).filter((type) => !STAYING_TYPES.has(type.name));
  const records: Record<string, number> = {};
  const packedNumbers = new Map<ServerItemType, readonly number[]>();
  for (const [at, type] of types.entries()) {
    options.progress?.((SHARE_OF_RECORDS * at) / types.length);
    const numbers = await packRecords(packing, type);
    if (numbers.length === 0) continue;
    records[type.name] = numbers.length;
    packedNumbers.set(type, numbers);
    await packAside(packing, { type, numbers, path: grantsFile(type.name), read: grantsOfItems });
    // Versions of members contain their rights in other organizations and earlier emails.
    const hasHistory = history && (owner === undefined || type.name !== SYSTEM_TYPES.user);
    if (hasHistory) await packAside(packing, { type, numbers, path: historyFile(type.name), read: versionsOfItems });
  }
  await packReferences(packing);
  await packTables(packing, packedNumbers);
  const addresses = (await legacyPaths(db)).filter(({ id }) => packing.packed.has(id));
  if (addresses.length > 0) await bag.add(ADDRESSES_FILE, addresses.map(packedLine));
  await endSnapshot();
  const files = await packFiles(packing);
  const facts: PackageFacts = {
    ...{ format: PACKAGE_FORMAT, product, registry: registry.hash, owner: owner ?? null },
    ...{ written: new Date().toISOString(), history, records, files },
  };
  await packDeclarations(packing, records);
  await bag.add(FACTS_FILE, [Buffer.from(`${JSON.stringify(facts, null, 1)}\n`)]);
  await addDescription(packing, { name, facts });
  return facts;
};

/** Values are written as lines and as cells, and are compressed in the database. */
const GROWTH_OF_VALUES = 4;

/** Estimates the bytes of a package. */
const packageBytes = async (db: Queryable, { registry, owner, history }: PackageOptions): Promise<number> => {
  const fileType = registry.types[SYSTEM_TYPES.file]?.number;
  const files = fileType === undefined ? 0 : await fileBytesOf(db, fileType, owner);
  return files + GROWTH_OF_VALUES * (await valueBytesOf(db, { owner, history }));
};

/** Throws BackupRefusal while a backup is written, or if the disk of the folder `into` has too little space. */
const writePackage = async (
  options: PackageOptions,
  into: string,
  openTarget: () => Promise<BagTarget>,
): Promise<WrittenPackage> => {
  const session = await openBackupSession(options.database);
  if (!session) throw new BackupRefusal('running', 'A backup of this site or another package is being written.');
  try {
    const snapshot = await session.snapshot();
    await demandSpace(into, await packageBytes(session.db, options));
    const missing: ItemId[] = [];
    const packing: Packing = {
      ...{ options, db: session.db, bag: createBag(await openTarget()), missing },
      ...{ packed: new Set(), named: new Set(), outside: new Map(), attached: [], files: new Map() },
    };
    return { facts: await packAll(packing, () => snapshot.end()), missing };
  } finally {
    await session.close();
  }
};

export interface ExportPackageOptions extends PackageOptions {
  /** Folder of the package. It must not exist. */
  readonly to: string;
}

/** Writes the package into a folder. Throws BackupRefusal if the folder exists or a backup is running. */
export const exportPackage = async ({ to, ...options }: ExportPackageOptions): Promise<WrittenPackage> => {
  if (await stat(to).catch(() => undefined))
    throw new BackupRefusal('notEmpty', `${to} exists already; name a new folder.`);
  const partial = `${to}${UNFINISHED_PACKAGE}`;
  const tidy = (): Promise<void> => rm(partial, { recursive: true, force: true });
  const write = async (): Promise<WrittenPackage> => {
    const written = await writePackage(options, to, async () => {
      await tidy();
      await makeFolder(dirname(to));
      return bagInFolder(partial);
    });
    await rename(partial, to);
    await syncFolder(dirname(join(to)));
    return written;
  };
  return await withTidyFolder(to, write, tidy);
};

/** Writes the package into a zip and ends it. Throws BackupRefusal if a backup is running. */
export const zipPackage = async (options: PackageOptions, zip: ZipStream, name: string): Promise<WrittenPackage> =>
  await writePackage(options, options.files, () => Promise.resolve(bagInZip(zip, name)));
