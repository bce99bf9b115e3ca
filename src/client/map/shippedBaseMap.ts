// Base map that ships with the product: land and borders of Natural Earth, coarse for the world and finer at closer zooms, below a grid of
// degrees for places without either. Nothing is loaded from other sites. Loaded with the map.

import { degreesToStringHDMS } from 'ol/coordinate.js';
import Feature from 'ol/Feature.js';
import type Geometry from 'ol/geom/Geometry.js';
import MultiLineString from 'ol/geom/MultiLineString.js';
import MultiPolygon from 'ol/geom/MultiPolygon.js';
import Graticule from 'ol/layer/Graticule.js';
import LayerGroup from 'ol/layer/Group.js';
import VectorLayer from 'ol/layer/Vector.js';
import type OlMap from 'ol/Map.js';
import { fromLonLat } from 'ol/proj.js';
import VectorSource from 'ol/source/Vector.js';
import Fill from 'ol/style/Fill.js';
import Stroke from 'ol/style/Stroke.js';
import Style from 'ol/style/Style.js';
import Text, { type Options as TextOptions } from 'ol/style/Text.js';
import { feature, mesh } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';
// oxlint-disable-next-line import/default -- the build replaces it with an address
import coarse from 'world-atlas/countries-110m.json?url';
// oxlint-disable-next-line import/default -- the build replaces it with an address
import fine from 'world-atlas/countries-50m.json?url';
import { readShape } from 'src/client/map/FeatureLayer.ts';
import type { MapTheme } from 'src/client/map/mapTheme.ts';
import { disposeAfterFrame } from 'src/client/map/disposeAfterFrame.ts';

type World = Topology<{ readonly countries: GeometryCollection; readonly land: GeometryCollection }>;

/** Zoom from which a coast of 1:110 million looks broken. */
const FINE_FROM_ZOOM = 3.5;
/** Pixels prepared around the map, because preparing a coast takes longer than drawing it, and is needed after each such distance. */
const PREPARED_PIXELS = 500;
export const SHIPPED_SOURCE = 'Natural Earth';

const loadWorld = async (url: string, signal: AbortSignal): Promise<World> => {
  const answer = await fetch(url, { signal });
  if (!answer.ok) throw new Error(`Base map: ${answer.status}`);
  return (await answer.json()) as World;
};

/** GeoJSON types in the atlas. */
type AtlasGeometry =
  | { readonly type: 'Polygon' | 'MultiLineString'; readonly coordinates: Point[][] }
  | { readonly type: 'MultiPolygon'; readonly coordinates: Point[][][] }
  | { readonly type: 'Point' | 'MultiPoint' | 'LineString' | 'GeometryCollection' };
type Point = readonly number[];

/** Converts lines of a globe: those that cross the date line continue beyond 180 degrees instead of crossing the whole map. */
const unrolledLine = (line: readonly Point[]): Point[] => {
  let turn = 0;
  return line.map(([longitude = 0, latitude = 0], at) => {
    const step = longitude - (line[at - 1]?.[0] ?? longitude);
    turn -= Math.abs(step) > 180 ? 360 * Math.sign(step) : 0;
    return [longitude + turn, latitude];
  });
};

/** A ring around a pole does not end where it began; it is closed at the edge of the map. */
const unrolledRing = (ring: readonly Point[]): Point[] => {
  const line = unrolledLine(ring);
  const [first, last] = [line[0]?.[0] ?? 0, line.at(-1)?.[0] ?? 0];
  if (Math.abs(first - last) < 180) return line;
  const edge = (line[0]?.[1] ?? 0) < 0 ? -85 : 85;
  return [...line, [last, edge], [first, edge], ...line.slice(0, 1)];
};

const flatGeometry = (geometry: AtlasGeometry): unknown => {
  if (geometry.type === 'Polygon') return { ...geometry, coordinates: geometry.coordinates.map(unrolledRing) };
  if (geometry.type === 'MultiPolygon')
    return { ...geometry, coordinates: geometry.coordinates.map((rings) => rings.map(unrolledRing)) };
  if (geometry.type === 'MultiLineString') return { ...geometry, coordinates: geometry.coordinates.map(unrolledLine) };
  return geometry;
};

/** Returns single parts, so that only those in view are drawn. */
const singleGeometries = (shape: Geometry): Geometry[] => {
  if (shape instanceof MultiPolygon) return shape.getPolygons();
  return shape instanceof MultiLineString ? shape.getLineStrings() : [shape];
};

const worldFeatures = (world: World): Feature[] => {
  const { land, countries } = world.objects;
  const borders = mesh(world, countries, (one, other) => one !== other);
  const lands = feature(world, land).features.map(({ geometry }) => geometry);
  return [...lands, borders].flatMap((geometry) =>
    singleGeometries(readShape(flatGeometry(geometry))).map((shape) => new Feature(shape)),
  );
};

/** Pixels of the controls in the corners of a map: labels and tools above, the scale below. */
const CORNER = { width: 60, above: 52, below: 30 } as const;

/** Returns true when a label of the grid at the edge of the map overlaps no other label and no tool. */
const isFree = (map: OlMap, position: readonly number[], edge: 'top' | 'left'): boolean => {
  const [width = 0, height = 0] = map.getSize() ?? [];
  const [x = 0, y = 0] = map.getPixelFromCoordinate(fromLonLat([...position])) ?? [];
  return edge === 'top' ? x < width - CORNER.width : y > CORNER.above && y < height - CORNER.below;
};

/** Labels are at the top and left; scale and source are below, tools on the right. */
const gridOf = ({ grid, ink, halo, font, letterScale }: MapTheme, map: () => OlMap): Graticule => {
  const label = (place: Pick<TextOptions, 'textAlign' | 'textBaseline'>): Text =>
    new Text({
      font: `${11 * letterScale}px ${font}`,
      fill: new Fill({ color: ink }),
      stroke: new Stroke({ color: halo, width: 3 }),
      ...place,
    });
  return new Graticule({
    strokeStyle: new Stroke({ color: grid, width: 1 }),
    showLabels: true,
    wrapX: false,
    targetSize: 160,
    latLabelStyle: label({ textAlign: 'start', textBaseline: 'bottom' }),
    lonLabelStyle: label({ textAlign: 'start', textBaseline: 'top' }),
    lonLabelPosition: 1,
    latLabelPosition: 0,
    lonLabelFormatter: (longitude) =>
      isFree(map(), [longitude, 0], 'top') ? degreesToStringHDMS('EW', longitude) : '',
    latLabelFormatter: (latitude) => (isFree(map(), [0, latitude], 'left') ? degreesToStringHDMS('NS', latitude) : ''),
  });
};

const worlds = new Map<string, readonly Feature[]>();

/** Reads features once for all maps of the page. */
const featuresAt = async (url: string, signal: AbortSignal): Promise<readonly Feature[]> => {
  const known = worlds.get(url) ?? worldFeatures(await loadWorld(url, signal));
  worlds.set(url, known);
  return known;
};

interface ShippedParts {
  /** False for a plain ground. */
  readonly land?: boolean;
  /** False below another base map. */
  readonly grid?: boolean;
}

export class ShippedBaseMap {
  readonly group = new LayerGroup();
  private readonly source = new VectorSource();
  private readonly layer = new VectorLayer({
    ...{ source: this.source, updateWhileInteracting: true, renderBuffer: PREPARED_PIXELS },
  });
  private readonly leaving = new AbortController();
  private grid: Graticule | undefined;
  private readonly parts: ShippedParts;
  private readonly map: () => OlMap;
  private detail: 'none' | 'coarse' | 'fine' = 'none';

  /** `map` is the map above it. */
  constructor(map: () => OlMap, parts: ShippedParts = {}) {
    this.map = map;
    this.parts = parts;
  }

  /** Called with each move. Loads the finer data once. */
  showAt(zoom: number): void {
    if (this.parts.land === false || this.detail === 'fine') return;
    const wanted = zoom >= FINE_FROM_ZOOM ? 'fine' : 'coarse';
    if (this.detail === wanted) return;
    const before = this.detail;
    this.detail = wanted;
    featuresAt(wanted === 'fine' ? fine : coarse, this.leaving.signal).then(
      (features) => {
        // The coarse data may arrive last.
        if (this.leaving.signal.aborted || (wanted === 'coarse' && this.detail === 'fine')) return;
        this.source.clear(true);
        this.source.addFeatures([...features]);
      },
      () => {
        // Without data, only the grid is shown; the next move tries again.
        if (this.detail === wanted) this.detail = before;
      },
    );
  }

  style(theme: MapTheme): void {
    this.layer.setStyle(
      new Style({ fill: new Fill({ color: theme.land }), stroke: new Stroke({ color: theme.border, width: 0.8 }) }),
    );
    disposeAfterFrame(this.grid);
    this.grid = this.parts.grid === false ? undefined : gridOf(theme, this.map);
    this.group.getLayers().clear();
    this.group.getLayers().extend(this.grid ? [this.layer, this.grid] : [this.layer]);
  }

  dispose(): void {
    this.leaving.abort();
    this.group.getLayers().clear();
    this.source.clear(true);
    this.layer.dispose();
    this.grid?.dispose();
    this.group.dispose();
  }
}
