// Finds the files of imported records in the zips of an export. ODK Central writes all files into one folder; KoboToolbox writes a folder for
// each record, named by its id.

import type { ReadRecord } from 'src/domain/geokeeper/imports/readRecords.ts';

interface FileInZip {
  readonly path: string;
}

/** KoboToolbox replaces spaces in names, and leaves out other signs. */
const comparableFileName = (path: string): string =>
  path
    .slice(path.lastIndexOf('/') + 1)
    .normalize('NFC')
    .toLowerCase()
    .replaceAll(' ', '_')
    .replaceAll(/[^\p{L}\p{N}_.-]/gu, '');

export interface ImportedMedia<File extends FileInZip> {
  /** Returns the file that an answer of the record names. */
  fileOf(record: Pick<ReadRecord, 'instanceId'>, name: string): File | undefined;
}

export const importedMediaIn = <File extends FileInZip>(files: readonly File[]): ImportedMedia<File> => {
  const byName = new Map<string, File[]>();
  for (const file of files) {
    const name = comparableFileName(file.path);
    byName.set(name, [...(byName.get(name) ?? []), file]);
  }
  return {
    fileOf({ instanceId }, name) {
      const named = byName.get(comparableFileName(name)) ?? [];
      const uuid = instanceId.replace(/^uuid:/u, '').toLowerCase();
      const own = named.find(({ path }) => path.toLowerCase().split('/').includes(uuid));
      // A file in the folder of another record belongs to that record.
      return own ?? (named.length === 1 ? named[0] : undefined);
    },
  };
};
