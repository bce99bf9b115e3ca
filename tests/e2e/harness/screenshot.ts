// Stores a picture of a view for review by a person, in the git-ignored .screenshots/ folder, when SCREENSHOTS is set.
// Called by browser tests; it compares nothing.
import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';

const folder = fileURLToPath(new URL('../../../.screenshots', import.meta.url));

/** Writes .screenshots/{name}.png, after fonts have loaded and transitions have ended. */
export const screenshot = async (page: Page, name: string): Promise<void> => {
  if (process.env.SCREENSHOTS === undefined) return;
  const path = join(folder, `${name}.png`);
  mkdirSync(dirname(path), { recursive: true });
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
  await page.screenshot({ path, animations: 'disabled' });
};
