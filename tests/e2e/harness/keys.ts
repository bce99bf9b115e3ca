// Keyboard helpers: the focused element, and moving to a control with Tab. Called by *.e2e.ts that use no mouse; an invisible focus
// on the way fails the test.
import type { Page } from 'playwright-core';
import { expect } from 'vitest';

/** Returns the start of the focused element's name, as a screen reader announces it. */
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

/** True if the focused element is inside the window. After the last element, the browser itself has the focus before the first one. */
const focusSeen = (page: Page): Promise<boolean> =>
  page.evaluate(() => {
    const element = document.activeElement;
    if (!element || element === document.body) return true;
    const box = element.getBoundingClientRect();
    return box.width > 0 && box.height > 0 && box.bottom > 0 && box.top < window.innerHeight;
  });

/** True if the focused element is a control. A focused title, as in a new dialog, is not one. */
const isControl = (page: Page): Promise<boolean> =>
  page.evaluate(() => document.activeElement instanceof HTMLElement && document.activeElement.tabIndex >= 0);

/** Presses Tab, or the given key for the way back, until the named control has the focus. */
export const tabTo = async (page: Page, name: RegExp, most = 80, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> => {
  for (let count = 0; count < most; count += 1) {
    if (name.test(await focused(page)) && (await isControl(page))) return;
    await page.keyboard.press(key);
    await expect.poll(() => focusSeen(page), { message: `focus is not to be seen: ${await focused(page)}` }).toBe(true);
  }
  throw new Error(`no ${String(name)} within ${most} tabs; at: ${await focused(page)}`);
};

/** Presses an arrow key until the named entry of a menu or of a group of radios has the focus. */
export const arrowTo = async (page: Page, name: RegExp, key: 'ArrowDown' | 'ArrowUp' = 'ArrowDown'): Promise<void> => {
  for (let count = 0; count < 20; count += 1) {
    if (name.test(await focused(page))) return;
    await page.keyboard.press(key);
  }
  throw new Error(`no ${String(name)} by ${key}; at: ${await focused(page)}`);
};
