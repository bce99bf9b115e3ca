// Moves the cursor to the end of a formatted text.
import type { Locator } from 'playwright-core';
import { expect } from 'vitest';

const isAtEnd = (text: Locator): Promise<boolean> =>
  text.evaluate((element) => {
    const selection = document.getSelection();
    if (!selection?.isCollapsed || !element.contains(selection.anchorNode)) return false;
    const behind = document.createRange();
    behind.selectNodeContents(element);
    behind.setStart(selection.anchorNode ?? element, selection.anchorOffset);
    return behind.toString() === '';
  });

/** Presses the key until the cursor stays at the end: shortly after the focus, the editor sets its own selection again. */
export const moveToEnd = async (text: Locator): Promise<void> => {
  await text.focus();
  await expect
    .poll(async () => {
      const stays = await isAtEnd(text);
      if (!stays) await text.press('ControlOrMeta+End');
      return stays;
    })
    .toBe(true);
};
