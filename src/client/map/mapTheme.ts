// The colours and the font of a map, from the style sheet (map.css), since a canvas knows no style sheet.

export interface MapTheme {
  readonly dark: boolean;
  readonly water: string;
  readonly land: string;
  readonly border: string;
  readonly grid: string;
  readonly ink: string;
  /** Around words and markers, so that they stand out from what is under them. */
  readonly halo: string;
  readonly accent: string;
  readonly font: string;
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
    font: style.fontFamily || 'sans-serif',
  };
};

/** What is printed is light, whatever the theme of the page. */
export const paperTheme = (element: Element): MapTheme => {
  const paper = document.createElement('div');
  paper.className = ON_PAPER;
  element.append(paper);
  const theme = themeOf(paper);
  paper.remove();
  return theme;
};
