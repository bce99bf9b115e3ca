// Finds an uploaded geographic file of the caller.

import { join } from 'node:path';
import { invalid } from 'src/model/problems.ts';
import type { Context } from 'src/server/context.ts';
import type { GeoFileNeeds } from 'src/server/geoFiles/GeoFileNeeds.ts';

const UPLOAD_UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export interface UploadedGeoFile {
  readonly path: string;
  readonly name: string;
}

/** Throws `invalid` for a file that is not complete or not of the caller. */
export const uploadedGeoFile = async (
  { services, subject }: Context<Pick<GeoFileNeeds, 'uploads'>>,
  key: string,
): Promise<UploadedGeoFile> => {
  const refuse = (message: string): never => {
    throw invalid([{ path: '/upload', message: `errors.file.${message}` }]);
  };
  const { userId } = subject;
  const upload = userId !== undefined && UPLOAD_UUID.test(key) ? await services.uploads.find(userId, key) : undefined;
  if (!upload) return refuse('unknown');
  if (upload.fileID === null) return refuse('unfinished');
  return { path: join(services.uploads.dir, key), name: upload.name };
};
