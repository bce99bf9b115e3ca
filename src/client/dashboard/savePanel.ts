// Saves a panel as a file: its numbers as CSV, its chart as a picture. The browser makes both from the visible panel.

import type { PanelFacts } from 'src/client/dashboard/panelFacts.ts';
import { keepFile } from 'src/client/exchange/keepFile.ts';

const panelFileName = (title: string, ending: string): string =>
  `${title.replace(/[^\p{L}\p{M}\p{N}]+/gu, '-').replace(/^-|-$/g, '')}.${ending}`;

/** A text that begins so would be a formula to a program of tables. */
const CSV_FORMULA = /^[=+\-@\t\r]/;

const field = (value: string | number): string => {
  const text = typeof value === 'string' && CSV_FORMULA.test(value) ? `'${value}` : String(value);
  return /[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};

export interface CsvNames {
  readonly value: string;
  readonly count: string;
}

export const panelCsv = ({ name, values, series, cell }: PanelFacts, names: CsvNames): string => {
  const head = [name ?? names.value, ...series.map(({ label }) => label), names.count];
  const rows = values.map(({ label, count }, row) => [label, ...series.map((_, at) => cell(row, at).count), count]);
  return [head, ...rows].map((row) => row.map(field).join(',')).join('\r\n');
};

/** A byte order mark at the start tells spreadsheets that the text is UTF-8. */
const BYTE_ORDER_MARK = new Uint8Array([0xef, 0xbb, 0xbf]);

export const saveCsv = (facts: PanelFacts, names: CsvNames): void =>
  keepFile(
    new Blob([BYTE_ORDER_MARK, panelCsv(facts, names)], { type: 'text/csv;charset=utf-8' }),
    panelFileName(facts.title, 'csv'),
  );

const COPIED_STYLES = [
  'fill',
  'stroke',
  'stroke-width',
  'fill-opacity',
  'font-family',
  'font-size',
  'font-weight',
  'text-anchor',
];
const MARGIN = 20;
const TITLE = 34;
const LEGEND_LINE = 22;
const SVG = 'http://www.w3.org/2000/svg';

/** A copy that keeps its look outside of the page. */
const withStyles = (drawing: SVGSVGElement): SVGSVGElement => {
  const copy = drawing.cloneNode(true) as SVGSVGElement;
  const copies = [...copy.querySelectorAll<SVGElement>('*')];
  [...drawing.querySelectorAll<SVGElement>('*')].forEach((element, at) => {
    const style = getComputedStyle(element);
    for (const name of COPIED_STYLES) copies[at]?.setAttribute(name, style.getPropertyValue(name));
  });
  for (const element of copies.filter(({ tagName }) => tagName === 'title')) element.remove();
  return copy;
};

const svgElement = (name: string, attributes: Readonly<Record<string, string | number>>, text?: string): SVGElement => {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
  if (text !== undefined) made.textContent = text;
  return made;
};

/** The drawing under its title, with its legend, on the paper of the theme. */
const chartPicture = (chart: HTMLElement, title: string): string | undefined => {
  const drawing = chart.querySelector<SVGSVGElement>(':scope > svg');
  if (!drawing) return undefined;
  const { color, fontFamily } = getComputedStyle(chart);
  const paper = getComputedStyle(chart.closest('.kk-panel-card') ?? chart).backgroundColor;
  const { width, height: chartHeight } = drawing.getBoundingClientRect();
  const legend = [...chart.querySelectorAll('.kk-chart-legend li')];
  const size = { width: width + 2 * MARGIN, height: chartHeight + TITLE + legend.length * LEGEND_LINE + 2 * MARGIN };
  const sheet = svgElement('svg', { xmlns: SVG, ...size, viewBox: `0 0 ${size.width} ${size.height}` });
  const words = { fill: color, 'font-family': fontFamily };
  sheet.append(
    svgElement('rect', { ...size, fill: paper }),
    svgElement('text', { x: MARGIN, y: MARGIN + 14, ...words, 'font-size': 15, 'font-weight': 600 }, title),
  );
  const copy = withStyles(drawing);
  copy.setAttribute('x', String(MARGIN));
  copy.setAttribute('y', String(MARGIN + TITLE));
  sheet.append(copy);
  legend.forEach((entry, at) => {
    const top = MARGIN + TITLE + chartHeight + at * LEGEND_LINE + 4;
    const mark = svgElement('rect', { x: MARGIN, y: top, width: 14, height: 14, rx: 3 });
    mark.setAttribute('fill', entry.querySelector('rect')?.getAttribute('fill') ?? color);
    sheet.append(
      mark,
      svgElement('text', { x: MARGIN + 22, y: top + 12, ...words, 'font-size': 13 }, entry.textContent ?? ''),
    );
  });
  return new XMLSerializer().serializeToString(sheet);
};

/**
 * Saves the chart as SVG, which is sharp at every size. The content security policy of the page forbids turning it into
 * a bitmap.
 */
export const savePicture = (chart: HTMLElement, title: string): void => {
  const picture = chartPicture(chart, title);
  if (picture !== undefined) keepFile(new Blob([picture], { type: 'image/svg+xml' }), panelFileName(title, 'svg'));
};
