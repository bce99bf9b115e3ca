// Colours and font of a map, read from map.css, since a canvas has no style sheet.

/** Colours of base maps from vector tiles; `water`, `land` and `halo` are those of the map. */
const GROUND_COLOURS = [
  ...(['water', 'land', 'halo', 'shore', 'river', 'forest', 'grass', 'field', 'bare', 'ice', 'built'] as const),
  ...(['shade', 'light', 'contour', 'contour-label', 'main-road', 'road', 'road-edge', 'path', 'ferry'] as const),
  ...(['boundary', 'building', 'label', 'water-label'] as const),
] as const;

export type GroundColour = (typeof GROUND_COLOURS)[number];

export interface MapTheme {
  readonly dark: boolean;
  readonly water: string;
  readonly land: string;
  readonly border: string;
  readonly grid: string;
  readonly ink: string;
  /** Outline of words and markers, which separates them from the background. */
  readonly halo: string;
  readonly accent: string;
  /** Highlights the area that a map is about. */
  readonly area: string;
  readonly ground: Readonly<Record<GroundColour, string>>;
  readonly font: string;
  /** Factor of the size of letters: 1 on the screen; more for a picture that paper makes smaller. */
  readonly letterScale: number;
}

const ON_PAPER = 'kk-map-paper';

export const themeOf = (element: Element): MapTheme => {
  const style = getComputedStyle(element);
  const colour = (name: string): string => style.getPropertyValue(`--kk-map-${name}`).trim() || '#808080';
  return {
    dark: !element.classList.contains(ON_PAPER) && element.closest('.bp6-dark, .kk-theme-dark') !== null,
    water: colour('water'),
    land: colour('land'),
    border: colour('border'),
    grid: colour('grid'),
    ink: colour('ink'),
    halo: colour('halo'),
    accent: colour('accent'),
    area: colour('area'),
    ground: Object.fromEntries(GROUND_COLOURS.map((name) => [name, colour(name)])) as Record<GroundColour, string>,
    font: style.fontFamily || 'sans-serif',
    letterScale: 1,
  };
};

/** Returns the light theme, because print is always light. */
export const paperTheme = (element: Element, letterScale = 1): MapTheme => {
  const paper = document.createElement('div');
  paper.className = ON_PAPER;
  element.append(paper);
  const theme = themeOf(paper);
  paper.remove();
  return { ...theme, letterScale };
};
