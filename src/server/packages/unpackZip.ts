// Unpacks a package that is a zip into a folder. The library refuses names that lead out of the folder, and contents of another size.

import { createWriteStream } from 'node:fs';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { openPromise } from 'yauzl';
import { BackupRefusal } from 'src/server/backup/BackupRefusal.ts';
import { demandSpace, spaceError } from 'src/server/backup/diskSpace.ts';
import type { ScratchFolders } from 'src/server/files/scratchFolders.ts';

/** Returns the bytes that the zip says it has when it is unpacked. */
const unpackedBytes = async (path: string): Promise<number> => {
  const zip = await openPromise(path, { validateEntrySizes: true });
  let bytes = 0;
  for await (const { uncompressedSize } of zip.eachEntry()) bytes += uncompressedSize;
  return bytes;
};

/**
 * Returns the folder of the bag, which is the only one in the zip. Throws BackupRefusal if the zip is damaged, or the disk has too little
 * space.
 */
export const unpackZip = async (path: string, folder: string): Promise<string> => {
  try {
    await demandSpace(folder, await unpackedBytes(path));
    const zip = await openPromise(path, { validateEntrySizes: true });
    for await (const entry of zip.eachEntry()) {
      if (entry.fileName.endsWith('/')) continue;
      const target = join(folder, entry.fileName);
      await mkdir(dirname(target), { recursive: true, mode: 0o700 });
      await pipeline(await zip.openReadStreamPromise(entry), createWriteStream(target, { mode: 0o600 }));
    }
  } catch (error) {
    const full = spaceError(error, folder);
    if (full instanceof BackupRefusal) throw full;
    throw new BackupRefusal('truncated', `${path} is no zip or is damaged: ${String(error)}`);
  }
  const [only, ...others] = await readdir(folder);
  if (only === undefined || others.length > 0) throw new BackupRefusal('altered', `${path} is not a package.`);
  return join(folder, only);
};

/** Calls `work` with the folder of the package, which is unpacked first if it is a zip. */
export const inPackageFolder = async <T>(
  { scratch }: { readonly scratch: ScratchFolders },
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
