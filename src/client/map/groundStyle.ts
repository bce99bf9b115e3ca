// Style of base maps from vector tiles in the layers and kinds of the Protomaps basemap, with `relief` and `contours` in addition. Colours
// come from map.css by the theme. Labels give way to those of records.

import type { FeatureLike } from 'ol/Feature.js';
import Fill from 'ol/style/Fill.js';
import Stroke from 'ol/style/Stroke.js';
import Style, { type StyleFunction } from 'ol/style/Style.js';
import Text from 'ol/style/Text.js';
import type { GroundColour, MapTheme } from 'src/client/map/mapTheme.ts';

/** Metres of one pixel at zoom 0. */
const METRES_AT_ZERO = 156_543.033_928_04;

interface GroundFeature {
  readonly feature: FeatureLike;
  readonly kind: string;
  readonly zoom: number;
  readonly paint: Paint;
}

type StyleGround = (shown: GroundFeature) => Style | readonly Style[] | undefined;

/** Lower styles are drawn first. */
const ORDER = { earth: 0, cover: 1, use: 2, relief: 3, contour: 4, water: 5, border: 6, casing: 7, road: 8, label: 20 };

/** Height of the smallest letters on paper, before its factor. */
const SMALLEST_ON_PAPER = 11;

interface LabelLook {
  readonly size: number;
  readonly colour: GroundColour;
  readonly priority?: number;
  readonly bold?: boolean;
  readonly italic?: boolean;
  /** True for a label that follows its line. */
  readonly along?: boolean;
}

/** Makes styles once: thousands of features share them. */
class Paint {
  readonly #theme: MapTheme;
  readonly #known = new Map<string, Style>();

  constructor(theme: MapTheme) {
    this.#theme = theme;
  }

  fill(colour: GroundColour, zIndex: number): Style {
    return this.#once(
      `fill ${colour} ${zIndex}`,
      () => new Style({ fill: new Fill({ color: this.#colour(colour) }), zIndex }),
    );
  }

  line(colour: GroundColour, width: number, { zIndex, dash }: { zIndex: number; dash?: readonly number[] }): Style {
    return this.#once(`line ${colour} ${width} ${zIndex} ${dash?.join(',')}`, () => {
      const lineDash = dash ? { lineDash: [...dash], lineCap: 'butt' as const } : {};
      return new Style({ stroke: new Stroke({ color: this.#colour(colour), width, ...lineDash }), zIndex });
    });
  }

  label(text: string, { size, colour, priority = 0, bold = false, italic = false, along = false }: LabelLook): Style {
    return this.#once(`label ${text} ${size} ${colour} ${along}`, () => {
      const { font, letterScale } = this.#theme;
      // On paper, the smallest numbers have the height of other letters.
      const height = letterScale === 1 ? size : Math.max(SMALLEST_ON_PAPER, size) * letterScale;
      const look = `${italic ? 'italic ' : ''}${bold ? '600 ' : ''}${height}px ${font}`;
      return new Style({
        text: new Text({
          ...{ text, font: look, placement: along ? 'line' : 'point', overflow: false, padding: [2, 4, 2, 4] },
          ...(along ? { repeat: 320, maxAngle: Math.PI / 6 } : {}),
          fill: new Fill({ color: this.#colour(colour) }),
          stroke: new Stroke({ color: this.#colour('halo'), width: 3 }),
        }),
        zIndex: ORDER.label + priority,
      });
    });
  }

  #colour(name: GroundColour): string {
    return this.#theme.ground[name];
  }

  #once(key: string, make: () => Style): Style {
    const style = this.#known.get(key) ?? make();
    this.#known.set(key, style);
    return style;
  }
}

const styleTextOf = (feature: FeatureLike): string => {
  const name: unknown = feature.get('name');
  return typeof name === 'string' ? name : '';
};
const styleNumberOf = (feature: FeatureLike, name: string, unset: number): number => {
  const value: unknown = feature.get(name);
  return typeof value === 'number' ? value : unset;
};
const isPoint = (feature: FeatureLike): boolean => feature.getGeometry()?.getType().endsWith('Point') === true;
const isArea = (feature: FeatureLike): boolean => feature.getGeometry()?.getType().endsWith('Polygon') === true;

const COVERS: Readonly<Record<string, GroundColour>> = {
  forest: 'forest',
  wood: 'forest',
  scrub: 'grass',
  grassland: 'grass',
  grass: 'grass',
  park: 'grass',
  nature_reserve: 'grass',
  national_park: 'grass',
  farmland: 'field',
  barren: 'bare',
  sand: 'bare',
  beach: 'bare',
  glacier: 'ice',
  wetland: 'grass',
  urban_area: 'built',
  residential: 'built',
  industrial: 'built',
};

const cover: StyleGround = ({ feature, kind, paint }) => {
  const colour = COVERS[kind];
  return colour !== undefined && isArea(feature) ? paint.fill(colour, ORDER.cover) : undefined;
};

const earth: StyleGround = ({ feature, zoom, paint }) => {
  if (isArea(feature))
    return [paint.fill('land', ORDER.earth), paint.line('shore', zoom < 9 ? 0.6 : 1, { zIndex: ORDER.use })];
  const name = styleTextOf(feature);
  return isPoint(feature) && name !== '' && zoom >= styleNumberOf(feature, 'min_zoom', 8)
    ? paint.label(name, { size: zoom < 10 ? 11 : 13, colour: 'label', italic: true })
    : undefined;
};

const WATER_LINES: Readonly<Record<string, number>> = { river: 1.6, canal: 1.2, stream: 0.8 };

const water: StyleGround = ({ feature, kind, zoom, paint }) => {
  const name = styleTextOf(feature);
  const label = (along: boolean): Style =>
    paint.label(name, { size: zoom < 11 ? 11 : 12, colour: 'water-label', italic: true, along });
  if (isPoint(feature)) return name !== '' && zoom >= styleNumberOf(feature, 'min_zoom', 6) ? label(false) : undefined;
  if (isArea(feature)) {
    const area = paint.fill('water', ORDER.water);
    if (kind === 'ocean') return area;
    const shore = paint.line('shore', 0.8, { zIndex: ORDER.water });
    return name !== '' && zoom >= 10.5 ? [area, shore, label(false)] : [area, shore];
  }
  if (kind === 'stream' && zoom < 8.5) return undefined;
  const line = paint.line('river', (WATER_LINES[kind] ?? 0.8) * (zoom < 10 ? 0.8 : zoom < 13 ? 1.2 : 2.2), {
    zIndex: ORDER.water,
  });
  return name !== '' && zoom >= 10.5 ? [line, label(true)] : line;
};

const relief: StyleGround = ({ kind, paint }) => paint.fill(kind === 'highlight' ? 'light' : 'shade', ORDER.relief);

const contours: StyleGround = ({ feature, kind, zoom, paint }) => {
  if (zoom < 10.5 || (kind !== 'index' && zoom < 11.5)) return undefined;
  const line = paint.line('contour', kind === 'index' ? 1 : 0.5, { zIndex: ORDER.contour });
  const height = styleNumberOf(feature, 'elevation', 0);
  if (kind !== 'index' || zoom < 11.5) return line;
  return [line, paint.label(String(height), { size: 10, colour: 'contour-label', along: true, priority: -1 })];
};

interface RoadLook {
  readonly from: number;
  /** Pixels at zoom 12. */
  readonly width: number;
  readonly colour: GroundColour;
}
const ROADS: Readonly<Record<string, RoadLook>> = {
  highway: { from: 6, width: 4, colour: 'main-road' },
  major_road: { from: 8, width: 3, colour: 'main-road' },
  medium_road: { from: 10, width: 2.4, colour: 'road' },
  minor_road: { from: 10, width: 2, colour: 'road' },
  other: { from: 13, width: 1.4, colour: 'road' },
};

const road: StyleGround = ({ feature, kind, zoom, paint }) => {
  const name = styleTextOf(feature);
  if (kind === 'path') return zoom < 11 ? undefined : paint.line('path', 1.2, { zIndex: ORDER.road, dash: [4, 3] });
  if (kind === 'ferry') return zoom < 8 ? undefined : paint.line('ferry', 1.2, { zIndex: ORDER.water, dash: [6, 5] });
  if (kind === 'rail') return zoom < 9 ? undefined : paint.line('path', 1, { zIndex: ORDER.road });
  const look = ROADS[kind];
  if (!look || zoom < look.from) return undefined;
  const width = Math.max(0.8, Math.round(look.width * Math.min(3, 1.35 ** (Math.round(zoom) - 12)) * 2) / 2);
  const casing = paint.line('road-edge', width + 1.6, { zIndex: ORDER.casing });
  const line = paint.line(look.colour, width, { zIndex: ORDER.road });
  if (name === '' || zoom < 12) return [casing, line];
  return [casing, line, paint.label(name, { size: 11, colour: 'label', along: true, priority: 1 })];
};

const boundary: StyleGround = ({ paint }) => paint.line('boundary', 1.2, { zIndex: ORDER.border, dash: [8, 3, 2, 3] });

const place: StyleGround = ({ feature, kind, zoom, paint }) => {
  const [name, rank] = [styleTextOf(feature), styleNumberOf(feature, 'population_rank', 1)];
  if (name === '' || zoom < styleNumberOf(feature, 'min_zoom', 0)) return undefined;
  if (kind === 'neighbourhood' && zoom < 12) return undefined;
  const isLarge = rank >= 10 || kind === 'country' || kind === 'region';
  const size = (isLarge ? 14 : 12) + (zoom > 11 ? 1 : 0);
  return paint.label(name, { size, colour: 'label', bold: true, priority: 2 + rank });
};

const peak: StyleGround = ({ feature, kind, zoom, paint }) => {
  const name = styleTextOf(feature);
  if (kind !== 'peak' || name === '' || zoom < 10) return undefined;
  const height = styleNumberOf(feature, 'elevation', 0);
  return paint.label(height > 0 ? `${name}, ${height} m` : name, { size: 11, colour: 'label', priority: 1 });
};

const building: StyleGround = ({ feature, zoom, paint }) =>
  zoom < 13 || !isArea(feature) ? undefined : paint.fill('building', ORDER.use);

const LAYERS: Readonly<Record<string, StyleGround>> = {
  ...{ earth, water, relief, contours, roads: road, boundaries: boundary, places: place, pois: peak },
  ...{ landcover: cover, landuse: cover, buildings: building },
};

/** Returns the style function of a theme. */
export const groundStyle = (theme: MapTheme): StyleFunction => {
  const paint = new Paint(theme);
  return (feature, resolution) => {
    const layer = LAYERS[String(feature.get('layer'))];
    if (!layer) return undefined;
    const zoom = Math.log2(METRES_AT_ZERO / resolution);
    const style = layer({ feature, kind: String(feature.get('kind') ?? ''), zoom, paint });
    return Array.isArray(style) ? [...(style as readonly Style[])] : (style as Style | undefined);
  };
};
