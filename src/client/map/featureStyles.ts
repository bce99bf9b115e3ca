// Styles of features: in the colour of their type; selected ones in the selection colour and with a ring, so that colour is not the only
// sign. Styles are cached, because they are requested with every frame.

import type { FeatureLike } from 'ol/Feature.js';
import type SimpleGeometry from 'ol/geom/SimpleGeometry.js';
import type { StyleFunction } from 'ol/style/Style.js';
import CircleStyle from 'ol/style/Circle.js';
import RenderFeature from 'ol/render/Feature.js';
import Fill from 'ol/style/Fill.js';
import Stroke from 'ol/style/Stroke.js';
import Style from 'ol/style/Style.js';
import Text from 'ol/style/Text.js';
import { onDark } from 'src/client/map/layerColours.ts';
import { MAP_COLOURS, MARKER_RADIUS, pointRadius } from 'src/client/map/mapConstants.ts';
import type { MapTheme } from 'src/client/map/mapTheme.ts';

/** Inputs of a style other than the feature. */
export interface Looks {
  readonly theme: MapTheme;
  /** Same function as long as the colours are the same. */
  readonly colourOf: (type: string) => string;
  readonly selected: ReadonlySet<string>;
  readonly pointed: string | undefined;
  /** Replaces the type of a feature of a tile. */
  readonly typeOf?: ((shown: FeatureLike) => string) | undefined;
  /** False for features without names. */
  readonly named?: boolean;
  /** True for areas with a light fill, so that what is below them can be read. */
  readonly light?: boolean;
  /** True for features that are drawn a second time above all others. */
  readonly raised?: boolean;
}

/** Property of points in a tile with many points. */
export const DENSE = '$dense';
/** Property of an area that is below another one of exactly the same shape. */
export const COVERED = '$covered';
const SMALLEST_DOT = 3;
const LARGEST_DOT = 7;

const LONGEST_LABEL = 32;
const labelGraphemes = new Intl.Segmenter();

/** Cuts a label between graphemes. */
const shortLabel = (label: string): string => {
  // A grapheme has at least one code unit.
  if (label.length <= LONGEST_LABEL) return label;
  const parts = [...labelGraphemes.segment(label)];
  if (parts.length <= LONGEST_LABEL) return label;
  return `${parts
    .slice(0, LONGEST_LABEL - 1)
    .map(({ segment }) => segment)
    .join('')}…`;
};

const withAlpha = (colour: string, share: number): string => {
  const digits = colour.replace('#', '');
  const long = digits.length === 3 ? [...digits].map((digit) => digit + digit).join('') : digits;
  return `#${long}${Math.round(share * 255)
    .toString(16)
    .padStart(2, '0')}`;
};

type Emphasis = 'plain' | 'pointed' | 'selected';

const emphasisOf = (ids: readonly string[], { selected, pointed }: Looks): Emphasis => {
  if (ids.some((id) => selected.has(id))) return 'selected';
  return pointed !== undefined && ids.includes(pointed) ? 'pointed' : 'plain';
};

export const labelStyle = (text: string, { font, ink, halo, letterScale }: MapTheme, offsetY: number): Text =>
  new Text({
    text,
    font: `500 ${12 * letterScale}px ${font}`,
    fill: new Fill({ color: ink }),
    stroke: new Stroke({ color: halo, width: 3 * letterScale }),
    offsetY: offsetY * letterScale,
    overflow: true,
  });

const lineWidth = (emphasis: Emphasis): number => (emphasis === 'plain' ? 2.5 : 4);

/** Opacity of the fill of an area. */
const FILLS = { usual: 0.18, light: 0.05, selected: 0.2, none: 0 } as const;

/** An area below the pointer gets a thicker edge only: it may cover the whole view, and a fill would paint over what is in it. */
const fillOf = (emphasis: Emphasis, { light = false, raised = false }: Looks): number => {
  if (emphasis === 'selected') return FILLS.selected;
  if (emphasis === 'pointed' && raised) return FILLS.none;
  return FILLS[light ? 'light' : 'usual'];
};

const shapeStyles = (colour: string, emphasis: Emphasis, looks: Looks): Style[] => [
  new Style({ stroke: new Stroke({ color: looks.theme.halo, width: lineWidth(emphasis) + (looks.light ? 1.5 : 3) }) }),
  new Style({
    fill: new Fill({ color: withAlpha(colour, fillOf(emphasis, looks)) }),
    stroke: new Stroke({ color: colour, width: lineWidth(emphasis) }),
    // Style of the points of a collection; areas and lines have none.
    image: new CircleStyle({
      radius: MARKER_RADIUS,
      fill: new Fill({ color: colour }),
      stroke: new Stroke({ color: looks.theme.halo, width: 2 }),
      declutterMode: 'obstacle',
    }),
  }),
];

/** Styles of points in crowded layers: without an edge, which would double the drawing time. */
const tinyStyles = (colour: string): Style[] => [
  new Style({ fill: new Fill({ color: withAlpha(colour, 0.3) }), stroke: new Stroke({ color: colour, width: 2 }) }),
];

/** Invisible, and still found by a click: the alpha is the smallest of a canvas. */
const coveredStyles = (colour: string): Style[] => [
  new Style({ fill: new Fill({ color: withAlpha(colour, 1 / 255) }) }),
];

const markerStyles = (colour: string, emphasis: Emphasis, theme: MapTheme): Style[] => {
  const marker = new Style({
    image: new CircleStyle({
      radius: MARKER_RADIUS,
      fill: new Fill({ color: colour }),
      stroke: new Stroke({ color: theme.halo, width: 2 }),
      declutterMode: 'obstacle',
    }),
    zIndex: emphasis === 'plain' ? 1 : 3,
  });
  if (emphasis === 'plain') return [marker];
  const ring = new Style({
    image: new CircleStyle({
      radius: MARKER_RADIUS + 5,
      stroke: new Stroke({ color: colour, width: 3 }),
      declutterMode: 'obstacle',
    }),
    zIndex: 3,
  });
  return [ring, marker];
};

/** Part of a pixel. A line without length would have no round ends. */
const SHORT_PIXELS = 0.01;

/**
 * Draws each point as a short line as wide as the dot: lines are drawn once into the image of their tile, points again with every frame
 * while the map moves.
 */
const shortLines =
  (resolution: number) =>
  (shown: FeatureLike): RenderFeature => {
    const points = (shown.getGeometry() as SimpleGeometry | RenderFeature | undefined)?.getFlatCoordinates() ?? [];
    const [lines, ends]: [number[], number[]] = [[], []];
    for (let at = 0; at + 1 < points.length; at += 2) {
      const [x = 0, y = 0] = [points[at], points[at + 1]];
      ends.push(lines.push(x, y, x + SHORT_PIXELS * resolution, y));
    }
    return new RenderFeature('MultiLineString', lines, ends, 2, {}, undefined);
  };

/** Style of one of many points of a tile: the more items it represents, the larger. `resolution` is metres per pixel. */
const dotStyles = (count: number, colour: string, { halo, resolution }: { halo: string; resolution: number }) => {
  const width = 2 * Math.min(LARGEST_DOT, SMALLEST_DOT + Math.log2(count) / 2);
  const geometry = shortLines(resolution);
  return [
    new Style({ geometry, stroke: new Stroke({ color: halo, width: width + 1 }), zIndex: 0 }),
    new Style({ geometry, stroke: new Stroke({ color: colour, width: width - 1 }), zIndex: 1 }),
  ];
};

/**
 * Order of names. OpenLayers places the highest index first, and what it places later gives way: names leave space for clusters, whose index
 * is higher.
 */
const LABEL_INDEX = 4;

const clusterStyles = (count: number, colour: string, { theme, emphasis }: { theme: MapTheme; emphasis: Emphasis }) => [
  new Style({
    image: new CircleStyle({
      radius: (MARKER_RADIUS + 4 + Math.min(8, Math.log2(count))) * theme.letterScale,
      fill: new Fill({ color: theme.halo }),
      stroke: new Stroke({ color: colour, width: emphasis === 'plain' ? 3 : 5 }),
      declutterMode: 'obstacle',
    }),
    text: new Text({
      text: String(count),
      font: `700 ${12 * theme.letterScale}px ${theme.font}`,
      fill: new Fill({ color: theme.ink }),
      declutterMode: 'obstacle',
    }),
    zIndex: LABEL_INDEX + (emphasis === 'plain' ? 1 : 2),
  }),
];

/** Returns the features that a drawn one represents: several for a cluster, otherwise itself. */
export const clusterMembers = (shown: FeatureLike): readonly FeatureLike[] => {
  const members: unknown = shown.get('features');
  return Array.isArray(members) ? (members as FeatureLike[]) : [shown];
};

/** Returns an empty string for a point that represents several items. */
export const idOf = (feature: FeatureLike): string => String(feature.getId() ?? '');

/** Returns how many items a point of a tile represents. */
export const memberCount = (shown: FeatureLike): number => Number(shown.get('count') ?? 1);

/** Style of a position measured by a device: the less accurate, the larger. */
export const positionStyle = (accuracy: number, theme: MapTheme): Style =>
  new Style({
    image: new CircleStyle({
      radius: pointRadius(accuracy) + 4,
      fill: new Fill({ color: withAlpha(MAP_COLOURS.fieldPoint, 0.85) }),
      stroke: new Stroke({ color: theme.ink, width: 2 }),
    }),
  });

/** Style of the place that a search found: a ring, which leaves a feature below it visible, and a dot. */
export const foundStyles = ({ accent, halo }: MapTheme): Style[] => {
  const ring = (colour: string, width: number): Style =>
    new Style({ image: new CircleStyle({ radius: MARKER_RADIUS + 5, stroke: new Stroke({ color: colour, width }) }) });
  const dot = new CircleStyle({
    radius: MARKER_RADIUS / 2,
    fill: new Fill({ color: accent }),
    stroke: new Stroke({ color: halo, width: 2 }),
  });
  return [ring(halo, 6), ring(accent, 3), new Style({ image: dot })];
};

/** Minimum size in pixels at which an area or line in a crowded layer shows its name. */
const NAMED_PIXELS = 24;

const isTiny = (feature: FeatureLike, resolution: number): boolean => {
  const [west = 0, south = 0, east = 0, north = 0] = feature.getGeometry()?.getExtent() ?? [];
  return Math.max(east - west, north - south) / resolution < NAMED_PIXELS;
};

const shortName = (feature: FeatureLike, { named }: Looks): string =>
  named === false ? '' : shortLabel(String(feature.get('label') ?? ''));

const nameStyles = (name: string, theme: MapTheme, isPoint: boolean): Style[] => [
  new Style({ text: labelStyle(name, theme, isPoint ? MARKER_RADIUS + 10 : 0), zIndex: LABEL_INDEX }),
];

const once = (kept: Map<string, Style[]>, key: string, make: () => Style[]): Style[] => {
  const found = kept.get(key) ?? make();
  kept.set(key, found);
  return found;
};

/**
 * Creates the style function again when theme, colour, selection or pointer change. `isCrowded`: only larger features have names and an
 * edge.
 */
export const createStyle = (looks: Looks, isCrowded: boolean): StyleFunction => {
  const { theme } = looks;
  const kept = new Map<string, Style[]>();
  const dots = new Map<string, Style[]>();
  const colours = new Map<string, string>();
  const visibleColour = (type: string): string => {
    const colour = looks.colourOf(type);
    const visible = colours.get(colour) ?? (theme.dark ? onDark(colour) : colour);
    colours.set(colour, visible);
    return visible;
  };
  let dotsFor: number | undefined;
  return (shown, resolution) => {
    const members = clusterMembers(shown);
    const [first = shown] = members;
    const emphasis = emphasisOf(members.map(idOf), looks);
    const type = looks.typeOf && first instanceof RenderFeature ? looks.typeOf(first) : String(first.get('type') ?? '');
    const colour = emphasis === 'selected' ? MAP_COLOURS.selected : visibleColour(type);
    if (members.length > 1)
      return once(kept, `${members.length} ${emphasis} ${colour}`, () =>
        clusterStyles(members.length, colour, { theme, emphasis }),
      );
    const isPoint = first.getGeometry()?.getType().endsWith('Point') === true;
    const count = memberCount(first);
    if (count > 1 || (first.get(DENSE) === true && emphasis === 'plain')) {
      if (dotsFor !== resolution) dots.clear();
      dotsFor = resolution;
      return once(dots, `${count} ${colour}`, () => dotStyles(count, colour, { halo: theme.halo, resolution }));
    }
    // Otherwise each tile would repeat the name of its part of the area.
    if (!isPoint && first instanceof RenderFeature && emphasis === 'plain')
      return once(kept, `piece ${colour}`, () => shapeStyles(colour, emphasis, looks));
    if (emphasis === 'plain' && first.get(COVERED) === true)
      return once(kept, `covered ${colour}`, () => coveredStyles(colour));
    if (!isPoint && emphasis === 'plain' && isCrowded && isTiny(first, resolution))
      return once(kept, `tiny ${colour}`, () => tinyStyles(colour));
    const drawing = once(kept, `${isPoint} ${emphasis} ${colour}`, () =>
      isPoint ? markerStyles(colour, emphasis, theme) : shapeStyles(colour, emphasis, looks),
    );
    const name = shortName(first, looks);
    if (name === '') return drawing;
    return [...drawing, ...once(kept, `label ${isPoint} ${name}`, () => nameStyles(name, theme, isPoint))];
  };
};

/** Creates a style function that draws only the names of larger areas and lines. */
export const createNameStyle = (looks: Looks): StyleFunction => {
  const kept = new Map<string, Style[]>();
  return (shown, resolution) => {
    const name = shown.get(COVERED) === true || isTiny(shown, resolution) ? '' : shortName(shown, looks);
    return name === '' ? [] : once(kept, name, () => nameStyles(name, looks.theme, false));
  };
};
