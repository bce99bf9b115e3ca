// Stores files of an uploaded zip, one after the other as streams, without unpacking the zip to disk.

import { buffer } from 'node:stream/consumers';
import { openPromise, type Entry } from 'yauzl';
import { invalidAt, isProblem } from 'src/model/problems.ts';
import { MEDIA_TYPE_BYTES } from 'src/model/item/fileSigns.ts';
import { mediaTypeOf } from 'src/server/files/contentType.ts';
import type { Files, StoredFile } from 'src/server/files/files.ts';

export interface ZipMember extends StoredFile {
  /** Path in the zip. */
  readonly path: string;
  /** Media type by the content. */
  readonly type: string;
}

interface MembersWanted {
  /** Path of the zip. */
  readonly zip: string;
  readonly isWanted: (path: string) => boolean;
  readonly signal?: AbortSignal | undefined;
}

const ENCRYPTED_FLAG = 1;
const ZIP_BOUNDS = {
  entries: 100_000,
  /** Files that unpack to more than this many times their size are refused from this size on. */
  ratio: 200,
  ratioFromBytes: 50 * 1_048_576,
} as const;

const refuseEntry = ({ generalPurposeBitFlag, uncompressedSize, compressedSize }: Entry): void => {
  if ((generalPurposeBitFlag & ENCRYPTED_FLAG) !== 0) throw invalidAt('/upload', 'sheet.encrypted');
  const { ratio, ratioFromBytes } = ZIP_BOUNDS;
  if (uncompressedSize > ratioFromBytes && uncompressedSize > compressedSize * ratio)
    throw invalidAt('/upload', 'sheet.damaged');
};

/** Throws `invalid` for a damaged zip. */
export const storeZipMembers = async (
  files: Files,
  { zip, isWanted, signal }: MembersWanted,
): Promise<readonly ZipMember[]> => {
  const members: ZipMember[] = [];
  try {
    const archive = await openPromise(zip, { validateEntrySizes: true });
    let entries = 0;
    for await (const entry of archive.eachEntry()) {
      signal?.throwIfAborted();
      entries += 1;
      if (entries > ZIP_BOUNDS.entries) throw invalidAt('/upload', 'sheet.damaged');
      if (entry.fileName.endsWith('/') || !isWanted(entry.fileName)) continue;
      refuseEntry(entry);
      const { fileID, size } = await files.put(await archive.openReadStreamPromise(entry));
      const head = size === 0 ? Buffer.alloc(0) : await buffer(files.read(fileID, { start: 0, end: MEDIA_TYPE_BYTES }));
      members.push({ path: entry.fileName, fileID, size, type: mediaTypeOf(head, entry.fileName) });
    }
    return members;
  } catch (error) {
    signal?.throwIfAborted();
    throw isProblem(error) ? error : invalidAt('/upload', 'sheet.damaged');
  }
};
