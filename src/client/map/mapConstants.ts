// Colours, sizes and weights of everything drawn on a map. Source: spec domain 9.

/** Of items by what they are; a type's own colour stands in its view. */
export const MAP_COLOURS = {
  selected: '#E91E63',
  fieldPoint: '#e80',
  outsideSegment: '#777',
  deleted: '#111',
  consultTerritory: '#f50',
  workItem: '#64FFDA',
  /** Ours: of what has no colour of its own. */
  plain: '#1976D2',
} as const;

/** Pixels. */
export const MARKER_RADIUS = 9;

/** Pixels of a point whose accuracy in metres is known. */
export const pointRadius = (accuracy: number): number => Math.max(1, Math.log2(accuracy) / 1.5);
