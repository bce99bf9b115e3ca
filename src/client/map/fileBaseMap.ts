// Base map in a file of the site (PMTiles): vector tiles in the colours of the theme, or pictures. The base map that ships is below it, so
// that the world goes on beyond the file. Created by MapController.

import Feature from 'ol/Feature.js';
import MVT from 'ol/format/MVT.js';
import { fromExtent } from 'ol/geom/Polygon.js';
import type BaseLayer from 'ol/layer/Base.js';
import LayerGroup from 'ol/layer/Group.js';
import TileLayer from 'ol/layer/Tile.js';
import VectorLayer from 'ol/layer/Vector.js';
import VectorTileLayer from 'ol/layer/VectorTile.js';
import type OlMap from 'ol/Map.js';
import { transformExtent } from 'ol/proj.js';
import ImageTile from 'ol/source/ImageTile.js';
import VectorSource from 'ol/source/Vector.js';
import VectorTileSource from 'ol/source/VectorTile.js';
import Fill from 'ol/style/Fill.js';
import Style from 'ol/style/Style.js';
import type Tile from 'ol/Tile.js';
import TileState from 'ol/TileState.js';
import { createXYZ } from 'ol/tilegrid.js';
import type VectorTile from 'ol/VectorTile.js';
import type { FeatureLike } from 'ol/Feature.js';
import { groundStyle } from 'src/client/map/groundStyle.ts';
import type { MapTheme } from 'src/client/map/mapTheme.ts';
import { ShippedBaseMap } from 'src/client/map/shippedBaseMap.ts';
import type { TileAddress } from 'src/client/map/keptTiles.ts';
import { baseMapTile } from 'src/client/map/tileArchive.ts';
import type { BaseMap } from 'src/model/generated/wire.ts';
import { disposeAfterFrame } from 'src/client/map/disposeAfterFrame.ts';

/** Zoom of the closest tiles of a file that does not state it. */
export const FILE_MAX_ZOOM = 14;
export const VECTOR_TILE_PIXELS = 512;
const WORLD_DEGREES = 359;
/** Web mercator ends there. */
export const LAST_TILE_LATITUDE = 85.05;

/** Called when a tile was loaded or has failed. */
type NoteTile = (reached: boolean) => void;

const extentOfFile = ({ bounds }: BaseMap): number[] | undefined => {
  if (!bounds) return undefined;
  const [west, south, east, north] = bounds;
  const within = [west, Math.max(-LAST_TILE_LATITUDE, south), east, Math.min(LAST_TILE_LATITUDE, north)];
  return transformExtent(within, 'EPSG:4326', 'EPSG:3857');
};

const isWholeWorld = ({ bounds }: BaseMap): boolean => bounds === undefined || bounds[2] - bounds[0] > WORLD_DEGREES;

const addressOfTile = ([z = 0, x = 0, y = 0]: readonly number[]): TileAddress => ({ z, x, y });

const vectorGround = (map: BaseMap, note: NoteTile): VectorTileLayer => {
  const { minZoom = 0, maxZoom = FILE_MAX_ZOOM } = map;
  const load = (tile: Tile): void => {
    const shown = tile as VectorTile<FeatureLike>;
    shown.setLoader((extent, _resolution, featureProjection) => {
      baseMapTile(map.url, addressOfTile(shown.getTileCoord())).then(
        (bytes) => {
          shown.setFeatures(bytes ? shown.getFormat().readFeatures(bytes, { extent, featureProjection }) : []);
          note(true);
        },
        () => {
          shown.setState(TileState.ERROR);
          note(false);
        },
      );
    });
  };
  const source = new VectorTileSource({
    format: new MVT(),
    tileGrid: createXYZ({ minZoom, maxZoom, tileSize: VECTOR_TILE_PIXELS }),
    tileUrlFunction: (tile) => tile.join('/'),
    tileLoadFunction: load,
  });
  // Labels give way to those of the features above, which are in the same group.
  return new VectorTileLayer({ source, declutter: 'features', renderMode: 'vector' });
};

const pictureGround = (url: string, { minZoom, maxZoom }: BaseMap, note: NoteTile): TileLayer => {
  const source = new ImageTile({
    ...(minZoom === undefined ? {} : { minZoom }),
    ...(maxZoom === undefined ? {} : { maxZoom }),
    loader: async (z, x, y) => {
      const bytes = await baseMapTile(url, { z, x, y });
      return bytes ? await createImageBitmap(new Blob([bytes])) : document.createElement('canvas');
    },
  });
  source.on('tileloadend', () => note(true));
  source.on('tileloaderror', () => note(false));
  return new TileLayer({ source });
};

export class FileBaseMap {
  readonly group = new LayerGroup();
  readonly #map: BaseMap;
  readonly #note: NoteTile;
  readonly #beneath: ShippedBaseMap | undefined;
  /** Sea over the part of the shipped map that the file describes better. */
  #sea: VectorLayer | undefined;
  #vectors: VectorTileLayer | undefined;
  #pictures: TileLayer | undefined;
  #url = '';

  /** `above` is the map above it. */
  constructor(map: BaseMap, above: () => OlMap, note: NoteTile) {
    this.#map = map;
    this.#note = note;
    this.#beneath = isWholeWorld(map) ? undefined : new ShippedBaseMap(above, { grid: false });
  }

  showAt(zoom: number): void {
    this.#beneath?.showAt(zoom);
  }

  style(theme: MapTheme): void {
    this.#beneath?.style(theme);
    if (this.#map.kind === 'PMTILES_VECTOR') this.#styleVectors(theme);
    else this.#showPictures(theme.dark);
  }

  dispose(): void {
    this.group.getLayers().clear();
    this.#beneath?.dispose();
    this.#sea?.dispose();
    this.#leave();
    this.group.dispose();
  }

  #styleVectors(theme: MapTheme): void {
    if (!this.#vectors) {
      this.#vectors = vectorGround(this.#map, this.#note);
      const extent = extentOfFile(this.#map);
      if (extent && this.#beneath)
        this.#sea = new VectorLayer({ source: new VectorSource({ features: [new Feature(fromExtent(extent))] }) });
      this.#show(this.#vectors);
    }
    this.#sea?.setStyle(new Style({ fill: new Fill({ color: theme.water }) }));
    this.#vectors.setStyle(groundStyle(theme));
  }

  #showPictures(dark: boolean): void {
    const { url, dark: darkMap } = this.#map;
    const wanted = dark ? (darkMap?.url ?? url) : url;
    if (wanted === this.#url) return;
    this.#url = wanted;
    this.#leave();
    this.#pictures = pictureGround(wanted, this.#map, this.#note);
    this.#show(this.#pictures);
  }

  #show(layer: VectorTileLayer | TileLayer): void {
    const extent = extentOfFile(this.#map);
    if (extent) layer.setExtent(extent);
    const layers: (BaseLayer | undefined)[] = [this.#beneath?.group, this.#sea, layer];
    this.group.getLayers().clear();
    this.group.getLayers().extend(layers.filter((each) => each !== undefined));
  }

  #leave(): void {
    for (const layer of [this.#vectors, this.#pictures]) disposeAfterFrame(layer?.getSource(), layer);
  }
}
