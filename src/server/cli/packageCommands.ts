// `node dist/server/main.js export-package --to FOLDER [--owner ID] [--history]` and `import-package --from FOLDER|FILE.zip`: write everything of an
// organization or of the site in open formats, and fill an installation without records from it.

import { constants, setPriority } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { ItemId } from 'src/model/item/Item.ts';
import { isItemId } from 'src/model/item/itemId.ts';
import { BackupRefusal } from 'src/server/backup/BackupRefusal.ts';
import { neededFolder, parsedBy, TEXT_OPTION } from 'src/server/cli/commandOptions.ts';
import type { Services } from 'src/server/modules.ts';
import { exportPackage } from 'src/server/packages/exportPackage.ts';
import { importPackage } from 'src/server/packages/importPackage.ts';
import { importedLines } from 'src/server/packages/importedReport.ts';
import { inPackageFolder } from 'src/server/packages/unpackZip.ts';

interface PackageCommand {
  readonly dataDir: string;
  /** Version of the product. */
  readonly version: string;
  readonly messages: Readonly<Record<string, string>>;
  print(line: string): void;
  /** Returns the number of processes of the site, including this one. */
  processes(): Promise<number>;
}

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

/** Returns the summary. Throws BackupRefusal with the reason for which the package was not imported. */
export const runImportPackage = async (
  services: Services,
  args: readonly string[],
  { dataDir, print, processes }: PackageCommand,
): Promise<string> => {
  const from = parsedBy('import-package', () => {
    const { values } = parseArgs({ args: [...args], options: { from: TEXT_OPTION } });
    return neededFolder(values.from, '--from');
  });
  if ((await processes()) > 1)
    throw new BackupRefusal('inUse', 'A server uses this installation; stop it, and import half a minute later.');
  const { database, items, registry, files } = services;
  const imported = await inPackageFolder(services, from, (folder) =>
    importPackage({
      ...{ database, items, registry, files, from: folder, report: print },
      fileFolder: join(dataDir, 'files'),
    }),
  );
  const lines = importedLines(imported);
  for (const line of lines.slice(0, -1)) print(line);
  return lines.at(-1) ?? '';
};
