// `act/readGeoFile`: shows the contents of an uploaded geographic file before an import. The file is read again each time; nothing of it is
// stored.

import type { GeoFilePreview } from 'src/model/generated/wire.ts';
import { problem } from 'src/model/problems.ts';
import { createGeoPreview } from 'src/server/geoFiles/geoPreview.ts';
import type { ReadGeoFile } from 'src/server/geoFiles/geoFiles.ts';
import { endpoint } from 'src/server/geoFiles/GeoFileNeeds.ts';
import { uploadedFile } from 'src/server/files/uploadedFile.ts';
import type { WaitBounds } from 'src/server/semaphore.ts';

/** Together within the time of one request. */
const DEADLINE_MS = 25_000;
const BUSY_RETRY_S = 5;
const WAIT: WaitBounds = {
  waitMs: 4_000,
  waiting: 3,
  exceeded: () => problem('rateLimited', { retryAfter: BUSY_RETRY_S }),
};

const previewOf = async ({ summary, rows }: ReadGeoFile, name: string): Promise<GeoFilePreview> => {
  const preview = createGeoPreview();
  for await (const row of rows()) preview.add(row);
  return { ...preview.result(summary), name };
};

export const readGeoFile = endpoint('readGeoFile', async (context, input) => {
  const { path, name } = await uploadedFile(context, input.upload);
  const { crs, encoding } = input;
  const person = context.subject.userId ?? '';
  const readRequest = { path, person, crs, encoding, deadlineMs: DEADLINE_MS, signal: context.gone, bounds: WAIT };
  return await context.services.geoFiles.read(readRequest, (file) => previewOf(file, name));
});
