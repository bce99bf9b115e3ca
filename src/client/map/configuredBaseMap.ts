// Base map of the site's settings in OpenLayers: XYZ, WMTS or WMS in web mercator, with its dark variant in the dark theme. The content
// policy allows its hosts (server/baseMaps.ts). Created by MapController.

import LayerGroup from 'ol/layer/Group.js';
import TileLayer from 'ol/layer/Tile.js';
import type TileImage from 'ol/source/TileImage.js';
import TileWMS from 'ol/source/TileWMS.js';
import WMTS from 'ol/source/WMTS.js';
import XYZ from 'ol/source/XYZ.js';
import WMTSTileGrid from 'ol/tilegrid/WMTS.js';
import { createXYZ } from 'ol/tilegrid.js';
import type { MapTheme } from 'src/client/map/mapTheme.ts';
import { expandedHosts } from 'src/model/geo/mapAddress.ts';
import type { BaseMap } from 'src/model/generated/wire.ts';
import { disposeAfterFrame } from 'src/client/map/disposeAfterFrame.ts';

const MAX_BASE_MAP_ZOOM = 19;
/** Most services answer only pages that send a referrer. Only the origin of the site is sent. */
const REFERRER: ReferrerPolicy = 'origin';
const STANDARD_FORMAT = 'image/png';

const inTheme = ({ dark, ...map }: BaseMap, isDark: boolean): BaseMap => (isDark ? { ...map, ...dark } : map);

const wmtsOf = ({ url, layer = '', matrixSet = '', matrixPrefix = '', ...map }: BaseMap): WMTS => {
  const grid = createXYZ({ maxZoom: map.maxZoom ?? MAX_BASE_MAP_ZOOM });
  const tileGrid = new WMTSTileGrid({
    origin: [...grid.getOrigin(0)],
    resolutions: grid.getResolutions(),
    matrixIds: grid.getResolutions().map((_, level) => `${matrixPrefix}${level}`),
  });
  return new WMTS({
    urls: [...expandedHosts(url)],
    requestEncoding: url.includes('{TileMatrix}') ? 'REST' : 'KVP',
    ...{ layer, matrixSet, tileGrid, style: map.style ?? 'default', format: map.format ?? STANDARD_FORMAT },
    ...{ wrapX: true, referrerPolicy: REFERRER },
  });
};

const tileSource = (map: BaseMap): TileImage => {
  const { kind, url, layer, minZoom, maxZoom = MAX_BASE_MAP_ZOOM, style, format } = map;
  if (kind === 'WMTS') return wmtsOf(map);
  const urls = [...expandedHosts(url)];
  if (kind === 'XYZ')
    return new XYZ({ urls, maxZoom, ...(minZoom === undefined ? {} : { minZoom }), referrerPolicy: REFERRER });
  return new TileWMS({
    ...{ urls, referrerPolicy: REFERRER, tileGrid: createXYZ({ maxZoom, tileSize: 512 }) },
    params: { LAYERS: layer, STYLES: style ?? '', FORMAT: format ?? STANDARD_FORMAT, VERSION: '1.3.0' },
  });
};

export class ConfiguredBaseMap {
  readonly group = new LayerGroup();
  readonly #map: BaseMap;
  readonly #note: (reached: boolean) => void;
  #layer: TileLayer<TileImage> | undefined;
  #dark: boolean | undefined;

  /** `note` is called when a tile was loaded or has failed. */
  constructor(map: BaseMap, note: (reached: boolean) => void) {
    this.#map = map;
    this.#note = note;
  }

  style({ dark }: MapTheme): void {
    if (dark === this.#dark) return;
    this.#dark = dark;
    this.#leave();
    const source = tileSource(inTheme(this.#map, dark));
    source.on('tileloadend', () => this.#note(true));
    source.on('tileloaderror', () => this.#note(false));
    const { minZoom } = this.#map;
    // Below this zoom, one view would need too many tiles.
    this.#layer = new TileLayer({ source, ...(minZoom === undefined ? {} : { minZoom: minZoom - 1 }) });
    this.group.getLayers().push(this.#layer);
  }

  dispose(): void {
    this.#leave();
    this.group.dispose();
  }

  #leave(): void {
    this.group.getLayers().clear();
    disposeAfterFrame(this.#layer?.getSource(), this.#layer);
  }
}
