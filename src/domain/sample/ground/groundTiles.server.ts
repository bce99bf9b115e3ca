// Cuts the invented land into vector tiles and writes them as a PMTiles archive, which is the base map of the sample community.

import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { GeoJSONVT, type GeoJSONVTTile } from '@maplibre/geojson-vt';
import { fromGeojsonVt } from '@maplibre/vt-pbf';
import { pmtilesArchive, type ArchivedTile } from 'src/domain/sample/ground/pmtilesArchive.server.ts';
import { sampleGround, type GroundLayer } from 'src/domain/sample/ground/sampleGround.ts';
import { GROUND_BOUNDS } from 'src/domain/sample/ground/sampleTerrain.ts';

/** The cells of the land are about 12 pixels wide at this zoom; closer views enlarge its tiles. */
const GROUND_MAX_ZOOM = 12;
const GROUND_EXTENT = 4_096;
const GROUND_BUFFER = 96;
const GROUND_TOLERANCE = 4;
const GROUND_FILE = 'sample.pmtiles';

const groundColumnOf = (longitude: number, z: number): number => Math.floor(((longitude + 180) / 360) * 2 ** z);
const groundRowOf = (latitude: number, z: number): number => {
  const radians = (latitude * Math.PI) / 180;
  return Math.floor(((1 - Math.asinh(Math.tan(radians)) / Math.PI) / 2) * 2 ** z);
};

const cutLayer = ({ features, ...layer }: GroundLayer) => ({
  ...layer,
  index: new GeoJSONVT(
    { type: 'FeatureCollection', features: [...features] },
    { maxZoom: GROUND_MAX_ZOOM, extent: GROUND_EXTENT, buffer: GROUND_BUFFER, tolerance: GROUND_TOLERANCE },
  ),
});

type CutLayer = ReturnType<typeof cutLayer>;

const tileAt = (layers: readonly CutLayer[], z: number, x: number, y: number): ArchivedTile | undefined => {
  const parts = layers.flatMap(({ name, from, index }): [string, GeoJSONVTTile][] => {
    const tile = z < from ? null : index.getTile(z, x, y);
    return tile === null || tile.features.length === 0 ? [] : [[name, tile]];
  });
  if (parts.length === 0) return undefined;
  const bytes = fromGeojsonVt(Object.fromEntries(parts), { version: 2, extent: GROUND_EXTENT });
  return { z, x, y, content: gzipSync(bytes) };
};

/** Returns the archive of the invented land. */
export const groundArchive = (): Buffer => {
  const layers = sampleGround().map(cutLayer);
  const [west, south, east, north] = GROUND_BOUNDS;
  const tiles: ArchivedTile[] = [];
  for (let z = 0; z <= GROUND_MAX_ZOOM; z += 1)
    for (let x = groundColumnOf(west, z); x <= groundColumnOf(east, z); x += 1)
      for (let y = groundRowOf(north, z); y <= groundRowOf(south, z); y += 1) {
        const tile = tileAt(layers, z, x, y);
        if (tile) tiles.push(tile);
      }
  return pmtilesArchive(tiles, {
    ...{ bounds: GROUND_BOUNDS, minZoom: 0, maxZoom: GROUND_MAX_ZOOM },
    metadata: {
      name: 'Invented land',
      attribution: 'Invented land of the sample community',
      vector_layers: layers.map(({ name, from }) => ({
        id: name,
        minzoom: from,
        maxzoom: GROUND_MAX_ZOOM,
        fields: {},
      })),
    },
  });
};

/** Writes the archive into the folder of base maps. */
export const writeSampleGround = async (folder: string): Promise<void> => {
  await mkdir(folder, { recursive: true });
  const path = join(folder, GROUND_FILE);
  await writeFile(`${path}.part`, groundArchive());
  await rename(`${path}.part`, path);
};
