// Colours, sizes and weights of everything drawn on a map.

/** Colours by kind of item. A type's own colour is declared in its view. */
export const MAP_COLOURS = {
  selected: '#E91E63',
  fieldPoint: '#e80',
  outsideSegment: '#777',
  deleted: '#111',
  consultTerritory: '#f50',
  workItem: '#64FFDA',
  /** Colour of features without one of their own. */
  plain: '#1976D2',
} as const;

/** Colour of the area that a map is about, as map.css has it for light maps. */
export const OWN_AREA_COLOUR = '#D6006C';

/** Pixels. */
export const MARKER_RADIUS = 9;

/** Pixels of a point with a known accuracy in metres. */
export const pointRadius = (accuracy: number): number => Math.max(1, Math.log2(accuracy) / 1.5);
