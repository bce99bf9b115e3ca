// Tiles of one layer with too many features to be drawn singly. Each tile is read with the rights of that moment. After a change, all tiles
// in view are loaded again; the old ones stay until then. Created by FeatureLayer.

import type { FeatureLike } from 'ol/Feature.js';
import MVT from 'ol/format/MVT.js';
import VectorTileLayer from 'ol/layer/VectorTile.js';
import VectorTileSource from 'ol/source/VectorTile.js';
import TileState from 'ol/TileState.js';
import type Tile from 'ol/Tile.js';
import type VectorTile from 'ol/VectorTile.js';
import type { StyleFunction } from 'ol/style/Style.js';
import { networkError } from 'src/client/connection/ClientProblem.ts';
import { PROBLEM_OF_STATUS } from 'src/client/connection/HttpLink.ts';
import { DENSE } from 'src/client/map/featureStyles.ts';
import { problem } from 'src/model/problems.ts';

const TILE_TRIES = 3;
const MAX_TILE_WAIT_S = 5;
/** Maximum number of points of a tile that are drawn as markers with names. */
const MOST_MARKERS = 60;

const readTile = async (url: string, signal: AbortSignal, tries = TILE_TRIES): Promise<ArrayBuffer> => {
  const answer = await fetch(url, { signal }).catch(() => {
    throw networkError();
  });
  if (answer.status === 429 && tries > 1) {
    const seconds = Math.min(Number(answer.headers.get('retry-after') ?? 1), MAX_TILE_WAIT_S);
    await new Promise((resolve) => setTimeout(resolve, seconds * 1_000));
    return await readTile(url, signal, tries - 1);
  }
  if (!answer.ok) throw problem(PROBLEM_OF_STATUS[answer.status] ?? 'generalFailure');
  return await answer.arrayBuffer();
};

/** Marks crowded points, which are drawn small and without names. */
const noteDensity = (features: readonly FeatureLike[]): void => {
  const points = features.filter((feature) => feature.getGeometry()?.getType().endsWith('Point'));
  if (points.length <= MOST_MARKERS) return;
  for (const point of points) Object.assign(point.getProperties(), { [DENSE]: true });
};

export class TiledFeatures {
  readonly layer: VectorTileLayer;
  readonly #source: VectorTileSource;
  readonly #onFailure: (thrown: unknown) => void;
  #reading = new AbortController();

  constructor(onFailure: (thrown: unknown) => void) {
    this.#onFailure = onFailure;
    this.#source = new VectorTileSource({
      format: new MVT({ idProperty: '$id' }),
      tileLoadFunction: (tile, url) => this.#load(tile, url),
    });
    this.layer = new VectorTileLayer({ source: this.#source, declutter: 'features' });
  }

  /** A new `version` loads all tiles again. */
  show(address: string, version: number): void {
    this.#reading.abort();
    this.#reading = new AbortController();
    const place = ([z, x, y]: readonly number[]): string =>
      // The part after # makes it another tile for the map; the server receives the same address.
      `${address.replace('{z}', String(z)).replace('{x}', String(x)).replace('{y}', String(y))}#${version}`;
    this.#source.setTileUrlFunction((tile) => place(tile), `${address}#${version}`);
  }

  style(style: StyleFunction): void {
    this.layer.setStyle(style);
  }

  dispose(): void {
    this.#reading.abort();
    this.layer.dispose();
    this.#source.clear();
    this.#source.dispose();
  }

  #load(tile: Tile, url: string): void {
    const shown = tile as VectorTile<FeatureLike>;
    const { signal } = this.#reading;
    shown.setLoader((extent, _resolution, projection) => {
      readTile(url, signal).then(
        (bytes) => {
          const features = shown.getFormat().readFeatures(bytes, { extent, featureProjection: projection });
          noteDensity(features);
          shown.setFeatures(features);
        },
        (thrown: unknown) => {
          shown.setState(TileState.ERROR);
          if (!signal.aborted) this.#onFailure(thrown);
        },
      );
    });
  }
}
