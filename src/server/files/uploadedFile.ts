// Finds an uploaded file of the caller, to read it where it is.

import { join } from 'node:path';
import { invalidAt } from 'src/model/problems.ts';
import type { Context } from 'src/server/context.ts';
import type { Uploads } from 'src/server/files/uploads.ts';

export interface UploadedFile {
  readonly path: string;
  readonly name: string;
  /** Media type by the content. */
  readonly filetype: string;
  /** Name of the stored bytes, which is made from their content. */
  readonly fileID: string;
}

const UPLOAD_UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Throws `invalid` for a file that is not complete or not of the caller. */
export const uploadedFile = async (
  { services, subject }: Context<{ readonly uploads: Uploads }>,
  key: string,
): Promise<UploadedFile> => {
  const { userId } = subject;
  const upload = userId !== undefined && UPLOAD_UUID.test(key) ? await services.uploads.find(userId, key) : undefined;
  if (!upload) throw invalidAt('/upload', 'errors.file.unknown');
  if (upload.fileID === null) throw invalidAt('/upload', 'errors.file.unfinished');
  const { name, filetype, fileID } = upload;
  return { path: join(services.uploads.dir, key), name, filetype, fileID };
};
