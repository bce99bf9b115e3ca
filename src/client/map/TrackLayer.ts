// Lines and many points of a track in OpenLayers. Only the points in and around the view are drawn, and points that would cover each other
// are drawn once, so that tens of thousands of points move as smoothly as a few hundred. Added to a map by useTrackLayer.

import Feature from 'ol/Feature.js';
import MultiLineString from 'ol/geom/MultiLineString.js';
import Point from 'ol/geom/Point.js';
import { circular } from 'ol/geom/Polygon.js';
import LayerGroup from 'ol/layer/Group.js';
import VectorLayer from 'ol/layer/Vector.js';
import { fromLonLat } from 'ol/proj.js';
import VectorSource from 'ol/source/Vector.js';
import CircleStyle from 'ol/style/Circle.js';
import Fill from 'ol/style/Fill.js';
import Stroke from 'ol/style/Stroke.js';
import Style from 'ol/style/Style.js';
import { onDark } from 'src/client/map/layerColours.ts';
import { MAP_COLOURS, MARKER_RADIUS } from 'src/client/map/mapConstants.ts';
import type { MapTheme } from 'src/client/map/mapTheme.ts';

/** Longitude and latitude in degrees. */
export type LonLat = readonly [longitude: number, latitude: number];

export interface TrackPoint {
  readonly id: string;
  readonly at: LonLat;
  /** Pixels. */
  readonly radius: number;
  readonly colour: string;
  /** Metres on the ground, drawn around the point while it is selected. */
  readonly accuracy?: number | undefined;
}

export interface Track {
  readonly lines: readonly (readonly LonLat[])[];
  readonly colour: string;
  readonly points: readonly TrackPoint[];
}

/** Pixels of the square in which one point of a colour is drawn. */
const SQUARE_PIXELS = 4;
const TRACK_PROJECTION = 'EPSG:3857';
const DEGREES = 'EPSG:4326';
const RING = 5;

interface PlacedPoint {
  readonly given: TrackPoint;
  readonly x: number;
  readonly y: number;
}

/** The part of the map that is in view, in web mercator. */
export interface TrackView {
  /** Metres per pixel. */
  readonly resolution: number;
  /** West, south, east, north. */
  readonly extent: readonly number[];
}

/** Returns a test for positions in the view and as far around it as it is wide and high, so that dragging shows no edge. */
const isAround = ([west = 0, south = 0, east = 0, north = 0]: readonly number[]) => {
  const [width, height] = [east - west, north - south];
  return ({ x, y }: PlacedPoint): boolean =>
    x >= west - width && x <= east + width && y >= south - height && y <= north + height;
};

/** Continues a line over the date line instead of leading it around the globe. */
const unrolled = (line: readonly LonLat[]): number[][] => {
  let before: number | undefined;
  return line.map(([longitude, latitude]) => {
    const order: number = before === undefined ? 0 : Math.round((before - longitude) / 360);
    before = longitude + 360 * order;
    return fromLonLat([before, latitude]);
  });
};

export class TrackLayer {
  readonly group: LayerGroup;
  readonly #lineSource = new VectorSource();
  readonly #pointSource = new VectorSource();
  readonly #chosenSource = new VectorSource();
  readonly #lines = new VectorLayer({ source: this.#lineSource });
  readonly #points = new VectorLayer({ source: this.#pointSource });
  readonly #chosen = new VectorLayer({ source: this.#chosenSource });
  readonly #line = new Feature<MultiLineString>();
  readonly #styles = new Map<string, Style>();
  #placed: ReadonlyMap<string, PlacedPoint> = new Map();
  #theme: MapTheme;
  #colour: string = MAP_COLOURS.plain;
  #selected: string | undefined;
  #view: TrackView | undefined;

  constructor(theme: MapTheme) {
    this.#theme = theme;
    this.#lineSource.addFeature(this.#line);
    this.#points.setStyle((feature) => this.dotStyle(feature as Feature));
    this.group = new LayerGroup({ layers: [this.#lines, this.#points, this.#chosen] });
    this.retheme(theme);
  }

  /** Number of points that are drawn now. */
  get shownCount(): number {
    return this.#pointSource.getFeatures().length;
  }

  show({ lines, colour, points }: Track): void {
    this.#line.setGeometry(new MultiLineString(lines.filter((line) => line.length > 1).map(unrolled)));
    this.#colour = colour;
    this.#placed = new Map(points.map((given) => [given.id, placedPoint(given)]));
    this.draw();
    this.retheme(this.#theme);
  }

  /** Called after each move of the map. */
  look(view: TrackView): void {
    this.#view = view;
    this.draw();
  }

  /** Marks one point with a ring and with its accuracy on the ground. */
  select(id: string | undefined): void {
    this.#selected = id;
    this.#chosenSource.clear(true);
    const point = id === undefined ? undefined : this.#placed.get(id);
    if (!point) return;
    const { given, x, y } = point;
    const [longitude, latitude] = given.at;
    const { halo } = this.#theme;
    const mark = new Feature(new Point([x, y]));
    mark.setId(given.id);
    mark.setStyle([
      circleStyle(MARKER_RADIUS + RING, { stroke: MAP_COLOURS.selected, width: 3 }),
      circleStyle(MARKER_RADIUS, { fill: MAP_COLOURS.selected, stroke: halo, width: 2 }),
    ]);
    const features: Feature[] = [mark];
    if (given.accuracy !== undefined && given.accuracy > 0) {
      const ground = circular([longitude, latitude], given.accuracy, 64).transform(DEGREES, TRACK_PROJECTION);
      const around = new Feature(ground);
      around.setId(given.id);
      around.setStyle(
        new Style({
          fill: new Fill({ color: `${MAP_COLOURS.selected}1f` }),
          stroke: new Stroke({ color: MAP_COLOURS.selected, width: 1.5 }),
        }),
      );
      features.unshift(around);
    }
    this.#chosenSource.addFeatures(features);
  }

  retheme(theme: MapTheme): void {
    this.#theme = theme;
    this.#styles.clear();
    const colour = theme.dark ? onDark(this.#colour) : this.#colour;
    this.#lines.setStyle([
      new Style({ stroke: new Stroke({ color: theme.halo, width: 5 }) }),
      new Style({ stroke: new Stroke({ color: colour, width: 2.5 }) }),
    ]);
    this.#points.changed();
    this.select(this.#selected);
  }

  dispose(): void {
    this.#placed = new Map();
    for (const source of [this.#lineSource, this.#pointSource, this.#chosenSource]) source.clear(true);
    for (const layer of [this.#lines, this.#points, this.#chosen]) layer.dispose();
    this.group.dispose();
  }

  /** Draws the points around the view, one for each small square and colour. */
  private draw(): void {
    this.#pointSource.clear(true);
    if (!this.#view) return;
    const { resolution, extent } = this.#view;
    const [square, isShown] = [resolution * SQUARE_PIXELS, isAround(extent)];
    const bySquare = new Map<string, PlacedPoint>();
    for (const point of this.#placed.values()) {
      if (!isShown(point)) continue;
      const key = `${point.given.colour} ${Math.floor(point.x / square)} ${Math.floor(point.y / square)}`;
      if (!bySquare.has(key)) bySquare.set(key, point);
    }
    this.#pointSource.addFeatures([...bySquare.values()].map(featureOf));
  }

  private dotStyle(feature: Feature): Style {
    const key = String(feature.get('style'));
    const known = this.#styles.get(key);
    if (known) return known;
    const [radius = '', given = ''] = key.split(' ');
    const { dark, halo } = this.#theme;
    const style = circleStyle(Number(radius), { fill: dark ? onDark(given) : given, stroke: halo, width: 1 });
    this.#styles.set(key, style);
    return style;
  }
}

const placedPoint = (given: TrackPoint): PlacedPoint => {
  const [x = 0, y = 0] = fromLonLat([...given.at]);
  return { given, x, y };
};

const featureOf = ({ given, x, y }: PlacedPoint): Feature => {
  const feature = new Feature(new Point([x, y]));
  feature.setId(given.id);
  feature.set('style', `${given.radius} ${given.colour}`, true);
  return feature;
};

interface CirclePaint {
  readonly fill?: string;
  readonly stroke: string;
  readonly width: number;
}

const circleStyle = (radius: number, { fill, stroke, width }: CirclePaint): Style =>
  new Style({
    image: new CircleStyle({
      radius,
      ...(fill !== undefined && { fill: new Fill({ color: fill }) }),
      stroke: new Stroke({ color: stroke, width }),
    }),
  });
