// The colours of a site are put on the page so that text on each of them can be read.
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { themeVariables } from 'src/client/ui/theme.ts';

const partsOf = (colour: string): number[] =>
  (colour.length === 7 ? (colour.slice(1).match(/../g) ?? []) : []).map((part) => Number.parseInt(part, 16) / 255);
const luminance = (colour: string): number => {
  const [r = 0, g = 0, b = 0] = partsOf(colour).map((part) =>
    part <= 0.040_45 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4,
  );
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
};
const contrast = (one: string, two: string): number => {
  const [dark = 0, light = 0] = [luminance(one), luminance(two)].toSorted((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
};

it('[SHELL-03] text on each configured colour has a contrast of at least 4.5, for any colour', () => {
  const steps = ['00', '33', '66', '77', '80', '99', 'cc', 'ff'];
  for (const red of steps)
    for (const green of steps)
      for (const blue of steps) {
        const colour = `#${red}${green}${blue}`;
        const shown = themeVariables({ header: colour, primary: colour, secondary: colour, accent: colour }, false);
        for (const name of ['header', 'primary', 'secondary', 'accent'])
          expect(contrast(colour, shown[`--kk-on-${name}`] ?? ''), `${name} ${colour}`).toBeGreaterThanOrEqual(4.5);
      }
});

it('[SHELL-03] each configured colour is worn by something on the page', () => {
  const sheets = ['shell/shell.css', 'search/search.css', 'ui/skin.css'].map((name) =>
    readFileSync(`src/client/${name}`, 'utf8'),
  );
  for (const name of ['header', 'primary', 'secondary', 'accent'])
    expect(
      sheets.some(
        (sheet) =>
          sheet.includes(`background: var(--kk-${name})`) || sheet.includes(`background-color: var(--kk-${name})`),
      ),
      name,
    ).toBe(true);
});
