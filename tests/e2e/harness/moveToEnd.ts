// Moves the cursor to the end of a formatted text.
import type { Locator } from 'playwright-core';
import { expect } from 'vitest';

const isAtEnd = (text: Locator): Promise<boolean> =>
  text.evaluate((element) => {
    const selection = document.getSelection();
    if (!selection?.isCollapsed || !element.contains(selection.anchorNode)) return false;
    if (!element.lastElementChild?.contains(selection.anchorNode)) return false;
    const rest = document.createRange();
    rest.selectNodeContents(element);
    rest.setStart(selection.anchorNode ?? element, selection.anchorOffset);
    return rest.toString() === '';
  });

/** Times in succession, 50 ms apart, that the cursor must be found at the end. */
const CONFIRMED = 3;

/** Presses the key until the cursor stays at the end: shortly after the focus, the editor sets its own selection again. */
export const moveToEnd = async (text: Locator): Promise<void> => {
  await text.focus();
  let confirmed = 0;
  await expect
    .poll(async () => {
      confirmed = (await isAtEnd(text)) ? confirmed + 1 : 0;
      if (confirmed === 0) await text.press('ControlOrMeta+End');
      return confirmed;
    })
    .toBeGreaterThanOrEqual(CONFIRMED);
};
