// The part of a geographic file that a page shows before an import: its layers, the first features and the first refused ones.

import type { GeoFilePreview } from 'src/model/generated/wire.ts';
import { pointCount } from 'src/model/geo/geoJson.ts';
import type { GeoRow, GeoSummary } from 'src/server/geoFiles/geoFile.ts';

/** Preview without the name of the upload. */
export type GeoPreview = Omit<GeoFilePreview, 'name'>;

/** Limits of a preview for people, and of the points in one answer. */
const PREVIEW_LIMITS = { features: 1_000, refused: 200, points: 60_000, values: 30, signs: 200 } as const;

const shownValues = ({ properties }: GeoRow): Record<string, string> =>
  Object.fromEntries(
    Object.entries(properties)
      .slice(0, PREVIEW_LIMITS.values)
      .map(([name, value]) => [name, String(value).slice(0, PREVIEW_LIMITS.signs)]),
  );

export const createGeoPreview = () => {
  const features: GeoPreview['features'][number][] = [];
  const refused: GeoPreview['refused'][number][] = [];
  let points = 0;
  return {
    add(row: GeoRow): void {
      const { n, layer, geometry, fault } = row;
      if (!geometry) {
        if (fault && refused.length < PREVIEW_LIMITS.refused)
          refused.push({ n, layer, values: shownValues(row), fault });
        return;
      }
      const own = pointCount(geometry);
      if (features.length >= PREVIEW_LIMITS.features || points + own > PREVIEW_LIMITS.points) return;
      points += own;
      features.push({ n, layer, geometry: { ...geometry }, values: shownValues(row) });
    },
    result: (summary: GeoSummary): GeoPreview => ({ ...(summary as GeoPreview), features, refused }),
  };
};
