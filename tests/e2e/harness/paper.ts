// What a listing prints: its paper, kept in the page in place of the browser's own dialog, which would hold the page; and the pages that come
// of it. Called by listing.e2e.ts.
import type { Locator, Page } from 'playwright-core';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';

/** By the keys that a person presses. */
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

/** Without spaces: where a line ends is nothing that a reader minds. */
export const tight = (text: string): string => text.replaceAll(/\s+/g, '');

/** The words of each page that the browser prints of what the page shows. */
export const printedPages = async (page: Page): Promise<readonly string[]> => {
  const data = new Uint8Array(await page.pdf({ preferCSSPageSize: true, printBackground: true }));
  const task = getDocument({ data, useSystemFonts: true, verbosity: 0 });
  const file = await task.promise;
  const pages = Array.from({ length: file.numPages }, async (_, at) => {
    const { items } = await (await file.getPage(at + 1)).getTextContent();
    return tight(items.map((each) => ('str' in each ? each.str : '')).join(''));
  });
  const texts = await Promise.all(pages);
  await task.destroy();
  return texts;
};
