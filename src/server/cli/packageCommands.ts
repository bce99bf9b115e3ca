// `node dist/server/main.js export-package --to FOLDER [--owner ID] [--history]` and `import-package --from FOLDER|FILE.zip`: write everything of an
// organization or of the site in open formats, and fill an installation without records from it.

import { rm, stat } from 'node:fs/promises';
import { constants, setPriority } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { ItemId } from 'src/model/item/Item.ts';
import { isItemId } from 'src/model/item/itemId.ts';
import { BackupRefusal } from 'src/server/backup/BackupRefusal.ts';
import { neededFolder, parsedBy, TEXT_OPTION } from 'src/server/cli/commandOptions.ts';
import type { Services } from 'src/server/modules.ts';
import { exportPackage } from 'src/server/packages/exportPackage.ts';
import { unpackZip } from 'src/server/packages/unpackZip.ts';
import { importPackage } from 'src/server/packages/importPackage.ts';

interface PackageCommand {
  readonly dataDir: string;
  /** Version of the product. */
  readonly version: string;
  readonly messages: Readonly<Record<string, string>>;
  print(line: string): void;
  /** Returns the number of processes of the site, including this one. */
  processes(): Promise<number>;
}

/** References that the import prints. */
const MOST_NAMED = 20;

const ownerOption = (owner: string | undefined, ownerType: string | undefined): ItemId | undefined => {
  if (owner === undefined) return undefined;
  if (!isItemId(owner) || !owner.startsWith(`${ownerType ?? ''}-`))
    throw new Error(`--owner is the id of an organization, such as ${ownerType ?? ''}-1`);
  return owner;
};

/** Returns the summary. Throws BackupRefusal if the package was not written or lacks files. */
export const runExportPackage = async (
  { database, items, registry }: Services,
  args: readonly string[],
  { dataDir, version: product, messages, print }: PackageCommand,
): Promise<string> => {
  const options = parsedBy('export-package', () => {
    const known = { to: TEXT_OPTION, owner: TEXT_OPTION, history: { type: 'boolean' } } as const;
    const { to, owner, history = false } = parseArgs({ args: [...args], options: known }).values;
    return { to: neededFolder(to, '--to'), owner: ownerOption(owner, registry.ownerType), history };
  });
  // The server on the same machine comes first.
  setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
  const files = join(dataDir, 'files');
  const { facts, missing } = await exportPackage({
    ...{ database, items, registry, files, product, messages, report: print },
    ...options,
  });
  const count = Object.values(facts.records).reduce((sum, each) => sum + each, 0);
  if (missing.length > 0)
    throw new BackupRefusal(
      'incomplete',
      `The content of ${missing.length} files is missing or damaged on the disk: ${missing.slice(0, 5).join(', ')}.`,
    );
  return `${options.to} is complete: ${count} records and ${facts.files} files.`;
};

/** Calls `work` with the folder of the package, which is unpacked first if it is a zip. */
const inPackageFolder = async <T>(
  { scratch }: Services,
  from: string,
  work: (folder: string) => Promise<T>,
): Promise<T> => {
  const found = await stat(from).catch(() => undefined);
  if (found?.isFile() !== true) return await work(from);
  const folder = await scratch.folder();
  try {
    return await work(await unpackZip(from, folder));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};

/** Returns the summary. Throws BackupRefusal with the reason for which the package was not imported. */
export const runImportPackage = async (
  services: Services,
  args: readonly string[],
  { print, processes }: PackageCommand,
): Promise<string> => {
  const from = parsedBy('import-package', () => {
    const { values } = parseArgs({ args: [...args], options: { from: TEXT_OPTION } });
    return neededFolder(values.from, '--from');
  });
  if ((await processes()) > 1)
    throw new BackupRefusal('inUse', 'A server uses this installation; stop it, and import half a minute later.');
  const { database, items, registry, files } = services;
  const imported = await inPackageFolder(services, from, (folder) =>
    importPackage({ database, items, registry, files, from: folder, report: print }),
  );
  const { facts, known, renumbered, references } = imported;
  for (const [packed, here] of known)
    print(`${packed} of the package has the email of ${here}, which stays as it is here; check its rights.`);
  for (const [packed, here] of renumbered) print(`${packed} of the package is ${here} here.`);
  if (references.length > 0)
    print(`${references.length} records that the package names are not part of it; references.jsonl lists them.`);
  for (const { id, label } of references.slice(0, MOST_NAMED)) print(label === id ? `  ${id}` : `  ${id}: ${label}`);
  const count = Object.values(facts.records).reduce((sum, each) => sum + each, 0) - known.size;
  return `${count} records and ${facts.files} files are imported. People need a password from set-password before they can sign in.`;
};
