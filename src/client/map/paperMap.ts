// Image of a map for paper: all its layers in one canvas, with frame, north arrow and scale bar. Paper scales the image as a whole, so the
// bar stays correct.

import type { MapController } from 'src/client/map/MapController.ts';
import type { MapTheme } from 'src/client/map/mapTheme.ts';
import { scaleBar } from 'src/client/map/scale.ts';

export interface PaperWords {
  /** A length in the reader's language, such as `10 km`. */
  readonly length: (metres: number) => string;
  /** Letter for north. */
  readonly north: string;
}

/** Maximum part of the map's width for the scale bar. */
const BAR_PART = 0.25;
/** Smallest letters on paper: 8 points in pixels of the page. */
const LEAST_LETTER = (8 * 96) / 72;
/** Smallest letters of a map on the screen. */
const SCREEN_LETTER = 11;
/** Pixels of the smallest usual paper, A4 or Letter, that margins, title, legend and notes leave to a wide and to a tall map. */
const PAPER_PIXELS = { wide: { across: 720, down: 510 }, tall: { across: 680, down: 720 } } as const;

interface Sheet {
  readonly pen: CanvasRenderingContext2D;
  readonly width: number;
  readonly height: number;
  /** Height of letters; every other measure depends on it. */
  readonly unit: number;
  readonly theme: MapTheme;
}

/** Draws a light background for signs. */
const drawGround = ({ pen }: Sheet, [x, y, width, height]: readonly [number, number, number, number]): void => {
  pen.fillStyle = '#ffffffd9';
  pen.fillRect(x, y, width, height);
};

const drawScale = (sheet: Sheet, bar: { readonly length: number; readonly text: string }): void => {
  const { pen, height, unit, theme } = sheet;
  // Whole pixels have sharp edges, by which the bar is measured.
  const [left, thick] = [Math.round(unit), Math.round(unit * 0.45)];
  const top = Math.round(height - unit - thick);
  pen.font = `${unit}px ${theme.font}`;
  const textWidth = pen.measureText(bar.text).width;
  drawGround(sheet, [left - unit / 2, top - unit * 1.7, Math.max(bar.length, textWidth) + unit, unit * 2.7]);
  pen.fillStyle = theme.ink;
  pen.textBaseline = 'bottom';
  pen.textAlign = 'start';
  pen.fillText(bar.text, left, top - unit * 0.25);
  pen.fillRect(left, top, bar.length, thick);
  const inset = Math.max(1, unit * 0.09);
  pen.fillStyle = theme.halo;
  pen.fillRect(left + bar.length / 2, top + inset, bar.length / 2 - inset, thick - 2 * inset);
};

const drawNorth = (sheet: Sheet, letter: string): void => {
  const { pen, width, unit, theme } = sheet;
  const middle = width - unit * 1.6;
  drawGround(sheet, [middle - unit, unit * 0.6, unit * 2, unit * 3.6]);
  pen.fillStyle = theme.ink;
  pen.beginPath();
  pen.moveTo(middle, unit * 0.9);
  pen.lineTo(middle + unit * 0.7, unit * 2.9);
  pen.lineTo(middle, unit * 2.4);
  pen.lineTo(middle - unit * 0.7, unit * 2.9);
  pen.fill();
  pen.font = `bold ${unit}px ${theme.font}`;
  pen.textBaseline = 'top';
  pen.textAlign = 'center';
  pen.fillText(letter, middle, unit * 3);
};

const drawFrame = ({ pen, width, height, unit, theme }: Sheet): void => {
  const line = Math.max(1, unit * 0.12);
  pen.strokeStyle = theme.ink;
  pen.lineWidth = line;
  pen.strokeRect(line / 2, line / 2, width - line, height - line);
};

const drawLayers = (pen: CanvasRenderingContext2D, { map }: MapController): void => {
  const { width, height } = pen.canvas;
  for (const canvas of map.getViewport().querySelectorAll<HTMLCanvasElement>('.ol-layer canvas, canvas.ol-layer')) {
    pen.globalAlpha = Number(canvas.parentElement?.style.opacity || canvas.style.opacity || 1);
    if (canvas.width > 0) pen.drawImage(canvas, 0, 0, width, height);
  }
  pen.globalAlpha = 1;
};

/** Copies the current map. The canvas stays while the page is printed. */
export const copyOnto = (paper: HTMLCanvasElement, map: MapController, words: PaperWords): void => {
  const [mapWidth = 0, mapHeight = 0] = map.map.getSize() ?? [];
  const ratio = window.devicePixelRatio;
  const { across, down } = mapWidth > mapHeight ? PAPER_PIXELS.wide : PAPER_PIXELS.tall;
  const letters = Math.max(SCREEN_LETTER, LEAST_LETTER * Math.max(mapWidth / across, mapHeight / down));
  const [width, height] = [Math.round(mapWidth * ratio), Math.round(mapHeight * ratio)];
  Object.assign(paper, { width, height });
  const pen = paper.getContext('2d');
  if (!pen || mapWidth === 0) return;
  map.onPaper(letters / SCREEN_LETTER, (theme) => {
    pen.fillStyle = theme.water;
    pen.fillRect(0, 0, width, height);
    drawLayers(pen, map);
    const sheet = { pen, width, height, theme, unit: letters * (width / mapWidth) };
    drawFrame(sheet);
    drawNorth(sheet, words.north);
    if (!map.place) return;
    const { metres, pixels } = scaleBar(map.place.metres, mapWidth * BAR_PART);
    drawScale(sheet, { length: pixels * (width / mapWidth), text: words.length(metres) });
  });
};
