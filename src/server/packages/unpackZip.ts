// Unpacks a package that is a zip into a folder. The library refuses names that lead out of the folder, and contents of another size.

import { createWriteStream } from 'node:fs';
import { mkdir, readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { openPromise } from 'yauzl';
import { BackupRefusal } from 'src/server/backup/BackupRefusal.ts';

/** Returns the folder of the bag, which is the only one in the zip. Throws BackupRefusal if the zip is damaged. */
export const unpackZip = async (path: string, folder: string): Promise<string> => {
  try {
    const zip = await openPromise(path, { validateEntrySizes: true });
    for await (const entry of zip.eachEntry()) {
      if (entry.fileName.endsWith('/')) continue;
      const target = join(folder, entry.fileName);
      await mkdir(dirname(target), { recursive: true, mode: 0o700 });
      await pipeline(await zip.openReadStreamPromise(entry), createWriteStream(target, { mode: 0o600 }));
    }
  } catch (error) {
    throw new BackupRefusal('truncated', `${path} is no zip or is damaged: ${String(error)}`);
  }
  const [only, ...others] = await readdir(folder);
  if (only === undefined || others.length > 0) throw new BackupRefusal('altered', `${path} is not a package.`);
  return join(folder, only);
};
