// A proponent without a mouse: a request from the list of drafts through every step of the wizard to its submission, with a community that
// is excluded and stays in the record as excluded.
import type { Locator, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { columnAt } from 'tests/e2e/harness/columns.ts';
import { focused, tabTo } from 'tests/e2e/harness/keys.ts';
import { screenshot } from 'tests/e2e/harness/screenshot.ts';
import { useWorld } from 'tests/e2e/harness/useWorld.ts';

const world = useWorld();

/** More than the number of controls in any step. */
const FAR = 250;

const press = (page: Page, key: string): Promise<void> => page.keyboard.press(key);
const type = (page: Page, text: string): Promise<void> => page.keyboard.type(text);

/** A day as people type it. */
const DAY = '1 May 2031';

/** Overlaps the territories of both communities of the sample. */
const BOUNDS = { West: '-139.25', South: '50.21', East: '-138.95', North: '50.3' };

const at = (column: Locator, title: string): Promise<void> =>
  column.getByRole('navigation', { name: 'Steps' }).locator('[aria-current=step]', { hasText: title }).waitFor();

/** The focus moves to the heading of the step, or of the item after it was created; from there to the first field. */
const next = async (page: Page, column: Locator, title: string): Promise<void> => {
  await tabTo(page, /^Next$/, FAR);
  await press(page, 'Enter');
  await at(column, title);
  const heading = column.locator('h1:focus, h2:focus, h3:focus, h4:focus');
  await heading.first().waitFor();
  await press(page, 'Tab');
};

const fill = async (page: Page, name: RegExp, text: string): Promise<void> => {
  await tabTo(page, name, FAR);
  await type(page, text);
};

it(
  '[ROUTE-05] [CONS-01] a request is written, suggested to communities and submitted with the keyboard only',
  { timeout: 180_000 },
  async () => {
    const name = `Footbridge ${Date.now()}`;
    const { page } = await world.open({ as: 'proponent', screen: 'wide', at: '/consult.drafts' });
    await columnAt(page, 1)
      .getByText(/\d results?$/)
      .first()
      .waitFor();
    await tabTo(page, /^Submit a request/, FAR);
    await press(page, 'Enter');
    const mine = columnAt(page, 2);
    await at(mine, 'Project');

    await fill(page, /^Name of the project/, name);
    await tabTo(page, /^Type of project/, FAR);
    await type(page, 'Road');
    await fill(page, /^Description/, 'A footbridge over the narrows.');
    await fill(page, /^Requested response date/, DAY);
    await next(page, mine, 'Area');
    await tabTo(page, /^Project area: typed or pasted as/, FAR);
    await type(page, 'Area between');
    for (const [side, degrees] of Object.entries(BOUNDS)) await fill(page, new RegExp(`^${side}$`), degrees);
    await next(page, mine, 'Documents');
    await next(page, mine, 'Contacts');
    await fill(page, /^Contacts\b/, 'Sunniva');
    await page
      .getByRole('option', { name: /Sunniva Drake/ })
      .first()
      .waitFor();
    await press(page, 'Enter');
    await mine.getByRole('link', { name: 'Sunniva Drake' }).waitFor();
    await next(page, mine, 'Communities');
    await mine.getByRole('checkbox', { name: /Ostermay Shoals/ }).waitFor();
    await tabTo(page, /Ostermay Shoals/, FAR);
    await press(page, 'Space');
    await mine.getByText('1 of 2 chosen').waitFor();
    await screenshot(page, 'wizard-keys-left-out');
    await next(page, mine, 'Review');
    await mine.getByText('All required fields are filled in.').waitFor();
    await mine.getByRole('button', { name: 'Save now' }).waitFor({ state: 'detached' });
    await tabTo(page, /^Submit$/, FAR);
    await press(page, 'Enter');
    const dialog = page.getByRole('dialog', { name: 'Submit' });
    await dialog.waitFor();
    // The page below has lost the focus.
    await expect.poll(() => mine.evaluate((element) => element.contains(document.activeElement))).toBe(false);
    await tabTo(page, /^Submit$/, FAR);
    await press(page, 'Enter');
    await dialog.waitFor({ state: 'detached' });
    const progress = mine.getByRole('region', { name: 'Progress of the communities' });
    await progress.getByRole('row', { name: /Tamber Inlet Waiting for an answer/ }).waitFor();
    await progress
      .getByRole('row', { name: /Ostermay Shoals/ })
      .getByText('Not selected')
      .waitFor();
    expect(await focused(page)).not.toBe('');
    await screenshot(page, 'wizard-keys-submitted');
  },
);
