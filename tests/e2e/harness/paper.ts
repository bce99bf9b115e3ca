// The print output of a listing: its print view, captured in the page because the browser's dialog would block the page, and the printed
// pages. Called by listing.e2e.ts.
import type { Locator, Page } from 'playwright-core';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';

/** Prints with the keyboard shortcut. */
export const printListing = async (page: Page): Promise<Locator> => {
  await page.evaluate(() => {
    document.querySelector('#printed')?.remove();
    window.print = () => {
      const paper = document.querySelector('.kk-print')?.cloneNode(true) as HTMLElement;
      paper.id = 'printed';
      document.body.append(paper);
    };
  });
  await page.keyboard.press('Control+p');
  const paper = page.locator('#printed');
  await paper.waitFor({ state: 'attached', timeout: 30_000 });
  return paper;
};

/** Removes spaces, because line breaks are not relevant. */
export const tight = (text: string): string => text.replaceAll(/[\s·]+/gu, '');

/** Text on a printed page, in points from the lower left corner of the paper. */
export interface PrintedText {
  readonly text: string;
  readonly left: number;
  readonly right: number;
  readonly bottom: number;
  readonly top: number;
}

/** Returns the texts of each printed page; without `paper` on the default one. */
export const printedTexts = async (
  page: Page,
  paper?: { readonly width: string; readonly height: string },
): Promise<readonly (readonly PrintedText[])[]> => {
  const data = new Uint8Array(await page.pdf({ preferCSSPageSize: true, printBackground: true, ...paper }));
  const task = getDocument({ data, useSystemFonts: true, verbosity: 0 });
  const file = await task.promise;
  const pages = Array.from({ length: file.numPages }, async (_, at) => {
    const { items } = await (await file.getPage(at + 1)).getTextContent();
    return items.flatMap((each): PrintedText[] => {
      if (!('str' in each) || each.str.trim() === '') return [];
      const [, , , , left, bottom] = each.transform as number[] as [0, 0, 0, 0, number, number];
      return [{ text: each.str, left, bottom, right: left + each.width, top: bottom + each.height }];
    });
  });
  const texts = await Promise.all(pages);
  await task.destroy();
  return texts;
};

/** Returns the words of a page without spaces. */
export const wordsOf = (texts: readonly PrintedText[]): string => tight(texts.map(({ text }) => text).join(''));

/** Returns the words of each page that the browser prints. */
export const printedPages = async (page: Page): Promise<readonly string[]> => (await printedTexts(page)).map(wordsOf);

/** Tolerance for letters that extend beyond their line. */
const TOUCHING = 1.5;

/** Returns the pairs of overlapping texts. */
export const overprinted = (texts: readonly PrintedText[]): readonly string[] =>
  texts.flatMap((one, at) =>
    texts
      .slice(at + 1)
      .filter(
        (other) =>
          Math.min(one.right, other.right) - Math.max(one.left, other.left) > TOUCHING &&
          Math.min(one.top, other.top) - Math.max(one.bottom, other.bottom) > TOUCHING,
      )
      .map((other) => `${one.text} | ${other.text}`),
  );
