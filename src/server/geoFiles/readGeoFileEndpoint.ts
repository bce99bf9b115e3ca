// `act/readGeoFile`: shows the contents of an uploaded geographic file before an import. The file is read again each time; nothing of it is
// stored.

import type { GeoFilePreview } from 'src/model/generated/wire.ts';
import { pointCount } from 'src/model/geo/geoJson.ts';
import { problem } from 'src/model/problems.ts';
import type { GeoRow } from 'src/server/geoFiles/geoFile.ts';
import type { ReadGeoFile } from 'src/server/geoFiles/geoFiles.ts';
import { endpoint } from 'src/server/geoFiles/GeoFileNeeds.ts';
import { uploadedFile } from 'src/server/files/uploadedFile.ts';
import type { WaitBounds } from 'src/server/semaphore.ts';

/** Limits of a preview for people, and of the points in one answer. */
const PREVIEW_LIMITS = { features: 1_000, refused: 200, points: 60_000, values: 30, signs: 200 } as const;
/** Together within the time of one request. */
const DEADLINE_MS = 25_000;
const BUSY_RETRY_S = 5;
const WAIT: WaitBounds = {
  waitMs: 4_000,
  waiting: 3,
  exceeded: () => problem('rateLimited', { retryAfter: BUSY_RETRY_S }),
};

const shownValues = ({ properties }: GeoRow): Record<string, string> =>
  Object.fromEntries(
    Object.entries(properties)
      .slice(0, PREVIEW_LIMITS.values)
      .map(([name, value]) => [name, String(value).slice(0, PREVIEW_LIMITS.signs)]),
  );

const previewOf = async ({ summary, rows }: ReadGeoFile, name: string): Promise<GeoFilePreview> => {
  const features: GeoFilePreview['features'][number][] = [];
  const refused: GeoFilePreview['refused'][number][] = [];
  let points = 0;
  for await (const row of rows()) {
    const { n, layer, geometry, fault } = row;
    if (!geometry) {
      if (fault && refused.length < PREVIEW_LIMITS.refused) refused.push({ n, layer, values: shownValues(row), fault });
      continue;
    }
    const own = pointCount(geometry);
    if (features.length >= PREVIEW_LIMITS.features || points + own > PREVIEW_LIMITS.points) continue;
    points += own;
    features.push({ n, layer, geometry: { ...geometry }, values: shownValues(row) });
  }
  return { ...(summary as GeoFilePreview), name, features, refused };
};

export const readGeoFile = endpoint('readGeoFile', async (context, input) => {
  const { path, name } = await uploadedFile(context, input.upload);
  const { crs, encoding } = input;
  const person = context.subject.userId ?? '';
  const readRequest = { path, person, crs, encoding, deadlineMs: DEADLINE_MS, signal: context.gone, bounds: WAIT };
  return await context.services.geoFiles.read(readRequest, (file) => previewOf(file, name));
});
