// The keyboard alone: what has the focus, and the way to a control by Tab. Called by *.e2e.ts that use no mouse; a focus that is not to be
// seen on the way fails the test.
import type { Page } from 'playwright-core';
import { expect } from 'vitest';

/** Name of what has the focus, as a screen reader would begin to say it. */
export const focused = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const element = document.activeElement;
    if (element === document.body) return '';
    const labelled = element?.getAttribute('aria-labelledby');
    const label = labelled ? document.getElementById(labelled.split(' ')[0] ?? '')?.textContent : undefined;
    const own =
      element instanceof HTMLInputElement ||
      element instanceof HTMLTextAreaElement ||
      element instanceof HTMLSelectElement
        ? element.labels?.[0]?.textContent
        : element?.textContent;
    return (element?.getAttribute('aria-label') ?? label ?? own ?? '').trim();
  });

/** Whether the focused element lies in the window. After the last one the browser itself has the focus, before the first comes again. */
const focusSeen = (page: Page): Promise<boolean> =>
  page.evaluate(() => {
    const element = document.activeElement;
    if (!element || element === document.body) return true;
    const box = element.getBoundingClientRect();
    return box.width > 0 && box.height > 0 && box.bottom > 0 && box.top < window.innerHeight;
  });

/** A title that has the focus, as one of a dialog does at first, is no control. */
const isControl = (page: Page): Promise<boolean> =>
  page.evaluate(() => document.activeElement instanceof HTMLElement && document.activeElement.tabIndex >= 0);

/** Presses Tab until the named control has the focus. */
export const tabTo = async (page: Page, name: RegExp, most = 80): Promise<void> => {
  for (let count = 0; count < most; count += 1) {
    if (name.test(await focused(page)) && (await isControl(page))) return;
    await page.keyboard.press('Tab');
    await expect.poll(() => focusSeen(page), { message: `focus is not to be seen: ${await focused(page)}` }).toBe(true);
  }
  throw new Error(`no ${String(name)} within ${most} tabs; at: ${await focused(page)}`);
};
