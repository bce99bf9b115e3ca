// Parts of a workbook, which is a zip. A part is unpacked while it is read, up to a limit, and never onto the disk.

import { open, type Entry, type ZipFile } from 'yauzl';
import { SHEET_BOUNDS, SheetError } from 'src/server/sheets/Sheet.ts';
import { MEBIBYTE } from 'src/server/limits.ts';

const ENCRYPTED_FLAG = 1;

export interface ZipParts {
  /** Names are compared without case, as Office does. */
  has(name: string): boolean;
  /** Names in lower case. */
  names(): readonly string[];
  /** Names as the file has them. */
  paths(): readonly string[];
  /** Returns the text of a part in chunks. Throws `SheetError` when the part does not exist. */
  text(name: string): AsyncIterable<string>;
}

const openArchive = (path: string): Promise<ZipFile> =>
  new Promise((resolve, reject) => {
    open(path, { lazyEntries: true, autoClose: false, validateEntrySizes: true }, (error, zip) => {
      if (error) reject(error);
      else resolve(zip);
    });
  });

const readEntries = (zip: ZipFile): Promise<Map<string, Entry>> =>
  new Promise((resolve, reject) => {
    const entries = new Map<string, Entry>();
    zip.on('error', reject);
    zip.on('end', () => resolve(entries));
    zip.on('entry', (entry: Entry) => {
      entries.set(entry.fileName.toLowerCase(), entry);
      if (entries.size > SHEET_BOUNDS.entries) reject(new SheetError('damaged'));
      else zip.readEntry();
    });
    zip.readEntry();
  });

/** Messages of the library, and the refusal for each. */
const REFUSALS: readonly (readonly [pattern: RegExp, key: string])[] = [
  [/end of central directory|past the end|unexpected eof/iu, 'truncated'],
  [/unsupported compression method/iu, 'packedOtherwise'],
];

const refusalFor = (error: unknown): unknown => {
  if (error instanceof SheetError) return error;
  return new SheetError(REFUSALS.find(([pattern]) => pattern.test(String(error)))?.[1] ?? 'damaged');
};

const openEntry = (zip: ZipFile, entry: Entry): Promise<NodeJS.ReadableStream> =>
  new Promise((resolve, reject) => {
    zip.openReadStream(entry, (error, stream) => {
      if (error) reject(error);
      else resolve(stream);
    });
  });

const partText = async function* (zip: ZipFile, entry: Entry): AsyncGenerator<string> {
  const { partBytes } = SHEET_BOUNDS;
  if ((entry.generalPurposeBitFlag & ENCRYPTED_FLAG) !== 0) throw new SheetError('encrypted');
  if (entry.uncompressedSize > partBytes)
    throw new SheetError('unpacksTooLarge', { params: { max: partBytes / MEBIBYTE } });
  const decoder = new TextDecoder('utf-8');
  try {
    for await (const chunk of await openEntry(zip, entry)) yield decoder.decode(chunk as Buffer, { stream: true });
  } catch (error) {
    throw refusalFor(error);
  }
  yield decoder.decode();
};

export const openZipParts = async (path: string): Promise<ZipParts> => {
  try {
    const zip = await openArchive(path);
    const entries = await readEntries(zip);
    return {
      has: (name) => entries.has(name.toLowerCase()),
      names: () => [...entries.keys()],
      paths: () => [...entries.values()].map(({ fileName }) => fileName),
      text(name) {
        const entry = entries.get(name.toLowerCase());
        if (!entry) throw new SheetError('damaged');
        return partText(zip, entry);
      },
    };
  } catch (error) {
    throw refusalFor(error);
  }
};
