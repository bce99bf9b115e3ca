// Unpacks a zip into memory with limits that are checked first: number of files, total bytes, compression ratio. Names that lead out of the
// folder refuse the whole file; nothing is written to disk under a name of the zip.

import { buffer } from 'node:stream/consumers';
import { fromFd, type Entry, type ZipFile } from 'yauzl';
import { GeoFileError, READ_BOUNDS } from 'src/server/geoFiles/geoFile.ts';

const ENCRYPTED = 1;

/** Returns true for files that operating systems add. */
const isLitter = (name: string): boolean => name.startsWith('__MACOSX/') || /(?:^|\/)\.[^/]*$/u.test(name);

const openZip = (fd: number): Promise<ZipFile> =>
  new Promise((resolve, reject) => {
    const options = { lazyEntries: true, autoClose: false, strictFileNames: true, validateEntrySizes: true };
    fromFd(fd, options, (error, zip) => {
      if (error) reject(error);
      else resolve(zip);
    });
  });

/** Returns all entries before any is read. */
const zipEntries = (zip: ZipFile): Promise<Entry[]> =>
  new Promise((resolve, reject) => {
    const entries: Entry[] = [];
    zip.on('error', reject);
    zip.on('end', () => resolve(entries));
    zip.on('entry', (entry: Entry) => {
      entries.push(entry);
      if (entries.length > READ_BOUNDS.entries)
        reject(new GeoFileError('tooManyFiles', { params: { max: READ_BOUNDS.entries } }));
      else zip.readEntry();
    });
    zip.readEntry();
  });

const refuseTooLarge = (entries: readonly Entry[]): void => {
  const { unpackedBytes, ratio, ratioFromBytes } = READ_BOUNDS;
  const total = entries.reduce((sum, { uncompressedSize }) => sum + uncompressedSize, 0);
  if (total > unpackedBytes) throw new GeoFileError('unpacksTooLarge', { params: { max: unpackedBytes / 1_048_576 } });
  for (const { uncompressedSize, compressedSize, generalPurposeBitFlag } of entries) {
    if ((generalPurposeBitFlag & ENCRYPTED) !== 0) throw new GeoFileError('encrypted');
    if (uncompressedSize > ratioFromBytes && uncompressedSize > compressedSize * ratio)
      throw new GeoFileError('unpacksTooLarge', { params: { max: unpackedBytes / 1_048_576 } });
  }
};

const entryContent = async (zip: ZipFile, entry: Entry): Promise<Buffer> => {
  const stream = await new Promise<NodeJS.ReadableStream>((resolve, reject) => {
    zip.openReadStream(entry, (error, readable) => {
      if (error) reject(error);
      else resolve(readable);
    });
  });
  return await buffer(stream);
};

/** Messages of the library for absolute names, and names with a backslash or a parent folder. */
const BAD_NAME = /absolute path|invalid relative path|invalid characters in fileName/u;

const BAD_METHOD = /unsupported compression method/u;

const unpackRefusal = (error: unknown): unknown => {
  if (error instanceof GeoFileError) return error;
  if (BAD_METHOD.test(String(error))) return new GeoFileError('packedOtherwise');
  return new GeoFileError(BAD_NAME.test(String(error)) ? 'badNames' : 'damaged');
};

/** Returns the files of a zip for which `wanted` is true, by name. */
export const unpack = async (fd: number, wanted: (name: string) => boolean): Promise<Map<string, Buffer>> => {
  try {
    const zip = await openZip(fd);
    const entries = await zipEntries(zip);
    refuseTooLarge(entries);
    const files = new Map<string, Buffer>();
    for (const entry of entries) {
      const name = entry.fileName;
      if (!name.endsWith('/') && !isLitter(name) && wanted(name)) files.set(name, await entryContent(zip, entry));
    }
    return files;
  } catch (error) {
    throw unpackRefusal(error);
  }
};
