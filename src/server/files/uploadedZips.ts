// The files of zips that the caller has uploaded. A file is unpacked into the store of files when it is needed, one at a time, so memory stays
// flat. Names lead nowhere: they are compared, never opened.

import { Readable } from 'node:stream';
import { openPromise, type Entry } from 'yauzl';
import { MEDIA_TYPE_BYTES } from 'src/model/item/fileSigns.ts';
import { invalidAt } from 'src/model/problems.ts';
import type { Context } from 'src/server/context.ts';
import { mediaTypeOf } from 'src/server/files/contentType.ts';
import type { Files, StoredFile } from 'src/server/files/files.ts';
import { uploadedFile } from 'src/server/files/uploadedFile.ts';
import type { Uploads } from 'src/server/files/uploads.ts';
import type { Limits } from 'src/server/limits.ts';

interface ZipNeeds {
  readonly uploads: Uploads;
  readonly files: Files;
  readonly limits: Pick<Limits, 'zipFiles'>;
}

export interface ZippedFile {
  /** Path in its zip. */
  readonly path: string;
  readonly size: number;
  /** Puts the bytes into the store of files. */
  store(): Promise<StoredFile & { readonly type: string }>;
}

const ENCRYPTED_BIT = 1;

type OpenZip = Awaited<ReturnType<typeof openPromise>>;

/** Notes the first bytes of a stream, by which the media type is recognised. */
async function* noting(content: AsyncIterable<Buffer>, head: Buffer[]): AsyncGenerator<Buffer> {
  let noted = 0;
  for await (const chunk of content) {
    if (noted < MEDIA_TYPE_BYTES) head.push(chunk.subarray(0, MEDIA_TYPE_BYTES - noted));
    noted += chunk.length;
    yield chunk;
  }
}

const storeEntry = async (
  files: Files,
  zip: OpenZip,
  entry: Entry,
): Promise<StoredFile & { readonly type: string }> => {
  const head: Buffer[] = [];
  const stored = await files.put(Readable.from(noting(await zip.openReadStreamPromise(entry), head)));
  return { ...stored, type: mediaTypeOf(Buffer.concat(head), entry.fileName) };
};

const zippedFilesIn = async (files: Files, zip: OpenZip, most: number): Promise<ZippedFile[]> => {
  const found: ZippedFile[] = [];
  for await (const entry of zip.eachEntry()) {
    const { fileName: path, uncompressedSize: size, generalPurposeBitFlag } = entry;
    if (path.endsWith('/') || (generalPurposeBitFlag & ENCRYPTED_BIT) !== 0) continue;
    if (found.length >= most) throw invalidAt('/upload', 'errors.zip.tooMany');
    found.push({ path, size, store: () => storeEntry(files, zip, entry) });
  }
  return found;
};

/** Calls `use` with the files of the uploads that are zips. An upload that is no zip has none. Throws `invalid` for a damaged zip. */
export const withZippedFiles = async <T>(
  context: Context<ZipNeeds>,
  uploads: readonly string[],
  use: (files: readonly ZippedFile[]) => Promise<T>,
): Promise<T> => {
  const { files, limits } = context.services;
  const zips: OpenZip[] = [];
  try {
    const found: ZippedFile[] = [];
    for (const upload of uploads) {
      const { path, filetype } = await uploadedFile(context, upload);
      if (filetype !== 'application/zip') continue;
      const zip = await openPromise(path, { autoClose: false, validateEntrySizes: true }).catch(() => {
        throw invalidAt('/upload', 'errors.zip.damaged');
      });
      zips.push(zip);
      found.push(...(await zippedFilesIn(files, zip, limits.zipFiles - found.length)));
    }
    return await use(found);
  } finally {
    for (const zip of zips) zip.close();
  }
};
