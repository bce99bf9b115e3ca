// Tests that style sheets take spacing and type sizes from tokens.css, that every width at which the layout changes is listed in widths.ts,
// and that no selector makes the browser check all elements when a list changes.
import { describe, expect, it } from 'vitest';
import { WIDTHS } from 'src/client/ui/widths.ts';
import { filesIn, textOf } from 'tests/architecture/sourceFiles.ts';

const TOKENS = 'src/client/ui/tokens.css';
const sheets = filesIn('src').filter((path) => path.endsWith('.css') && path !== TOKENS);

/** Spaces that are no step of the scale: they follow the size of something else. */
const OWN_SPACES = [
  ...[0, 1, 3, 5, 7], // a line, or a space that is corrected by a line or by the height of letters
  ...[9, 15, 22, 26, 34, 35, 36, 40, 42, 48, 56], // the width of an icon, a box, a dot or a control that others align with
];

/** Type sizes in files whose text has a fixed size: marks in circles, charts, and the root of the page. */
const OWN_SIZES: Readonly<Record<string, readonly string[]>> = {
  'src/client/ui/skin.css': ['14px', '16px', '18.5px'], // the text size that a person chose
  'src/client/wizard/wizard.css': ['18px', '12px'], // signs of steps
  'src/client/conversations/conversations.css': ['12px'], // initials in a circle
  'src/client/search/search.css': ['11px'], // number on a button
  'src/client/dashboard/dashboard.css': ['13px', '12px'], // words in a chart
  'src/domain/consult/overlap/overlap.css': ['11px'], // narrow table
  'src/client/shell/shell.css': ['0.75rem'], // number on the bell
  'src/client/displays/displays.css': ['0.89rem'], // mark of a new row
  'src/client/displays/timeline/timeline.css': ['0.72rem'], // names of years
};

const withoutComments = (path: string): string => textOf(path).replaceAll(/\/\*[^]*?\*\//g, '');

/** Leaves out the rules for paper: a page on paper does not change. */
const withoutPrint = (text: string): string => text.replaceAll(/@media print \{(?:[^{}]|\{[^{}]*\})*\}/g, '');

const SPACING = /(?<![\w-])(?:(?:row-|column-)?gap|padding(?:-[\w-]+)?|margin(?:-[\w-]+)?):([^;}]+)/g;
const FONT_SIZE = /(?<![\w-])font(?:-size)?:([^;}]+)/g;
const CONDITION = /@(?:media|container)([^{]+)/g;

const sizesIn = (text: string, pattern: RegExp, unit: RegExp): string[] =>
  [...text.matchAll(pattern)].flatMap(([, value = '']) => [...value.matchAll(unit)].map(([size]) => size));

const offences = (find: (text: string, path: string) => readonly string[]): string[] =>
  sheets.flatMap((path) => find(withoutComments(path), path).map((size) => `${path}: ${size}`));

const listed = new Set<number>([...Object.values(WIDTHS.window), ...WIDTHS.heights, ...WIDTHS.parts]);

describe('tokens of style sheets', () => {
  it('spacing is a token', () => {
    const raw = offences((text) =>
      sizesIn(text, SPACING, /\d+(?:\.\d+)?px/g).filter((size) => !OWN_SPACES.includes(Number.parseFloat(size))),
    );
    expect(raw).toEqual([]);
  });

  it('a type size is a token, or relative to the text around it', () => {
    const raw = offences((text, path) =>
      sizesIn(text, FONT_SIZE, /\d+(?:\.\d+)?(?:px|rem)/g).filter((size) => !OWN_SIZES[path]?.includes(size)),
    );
    expect(raw).toEqual([]);
  });

  it('no selector continues below a `:has()` or asks what a column contains: each change of the page would take milliseconds', () => {
    const costly = offences(
      (text) =>
        withoutPrint(text).match(
          /:has\([^{};]*\)[^{},;()]*[\s>+~][^\s{},;()][^{},;()]*(?=[{,])|\.kk-column\S*:has\(/g,
        ) ?? [],
    );
    expect(costly).toEqual([]);
  });

  it('a condition names a listed width, or the pixel before or after it', () => {
    const raw = offences((text) =>
      sizesIn(text, CONDITION, /\d+(?=px)/g).filter((size) => ![-1, 0, 1].some((by) => listed.has(Number(size) + by))),
    );
    expect(raw).toEqual([]);
  });
});
