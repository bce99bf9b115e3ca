// A million characters, as when a person pastes a whole book by mistake: the page keeps working, reports the value that is too long, and
// keeps all of it. Uses one field of each kind, because rendering a million characters takes a while.
import type { Locator, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { columnAt, openList } from 'tests/e2e/harness/columns.ts';
import { useSharedWorld } from 'tests/e2e/harness/useWorld.ts';

const world = useSharedWorld();

const SIZE = 1_000_000;
const BOOK = 'A whole book of words. '.repeat(SIZE / 20).slice(0, SIZE);
/** A relation, a line, a date, a text. */
const KINDS = ['owner', 'title', 'date', 'description'];

const openWithBook = async (path: string): Promise<Page> => {
  const { page, allowConsole } = await world.open({ as: 'admin', screen: 'wide' });
  allowConsole(/40[0-9]|413|Failed to load/);
  await openList(page, path);
  return page;
};

const lengthOf = (field: Locator): Promise<number> =>
  field.evaluate((input) => (input as HTMLInputElement | HTMLTextAreaElement).value.length);

/** Returns the words of the elements that describe the field. */
const reasonOf = (field: Locator): Promise<string> =>
  field.evaluate((input) =>
    (input.getAttribute('aria-describedby') ?? '')
      .split(' ')
      .map((id) => document.getElementById(id)?.textContent ?? '')
      .join(' '),
  );

/** Replaces the present text. */
const paste = async (page: Page, field: Locator): Promise<void> => {
  await field.click();
  await page.keyboard.press('ControlOrMeta+a');
  // Pastes in one step. All tests in this browser share the clipboard, so it is not used.
  await page.keyboard.insertText(BOOK);
  await expect.poll(() => lengthOf(field)).toBeGreaterThan(0);
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
};

it('[FORM-01] a book pasted into a form is kept, and said to be too long', async () => {
  const page = await openWithBook('/archive.catalogue');
  await page.getByRole('button', { name: 'New archive entry' }).click();
  const form = columnAt(page, 2);
  await form.getByRole('textbox').first().waitFor();
  const texts = form.locator('.kf-field').locator('input[type=text], textarea').filter({ visible: true });
  const ids = await texts.evaluateAll((all) => all.map(({ id }) => id));
  const pasted = ids.filter((id) => id !== '' && KINDS.some((name) => id.endsWith(`/${name}`)));
  expect(pasted.length).toBeGreaterThanOrEqual(KINDS.length);
  const fields = pasted.map((id) => form.locator(`[id="${id}"]`));
  for (const field of fields) await paste(page, field);
  await form.getByRole('button', { name: 'Create' }).click();
  for (const field of fields) {
    // The save is refused with a reason next to the field, and the text is still complete.
    await expect.poll(() => field.getAttribute('aria-invalid')).toBe('true');
    expect(await reasonOf(field)).toMatch(/characters|Enter a (?:full )?date|Choose|found/i);
    expect(await lengthOf(field)).toBe(SIZE);
  }
});

it('[SRCH-02] a book pasted into the search boxes is too long for a search, also after the page is loaded again', async () => {
  const page = await openWithBook('/archive.catalogue');
  const list = columnAt(page, 1);
  const tooLong = page.getByText('Use at most 1,000 characters');
  const box = list.getByRole('searchbox', { name: 'Search in this list' });
  await paste(page, box);
  await tooLong.waitFor();
  expect(await lengthOf(box)).toBe(SIZE);
  await page.reload();
  await tooLong.waitFor();
  await list.getByRole('button', { name: 'Clear the search' }).click();
  await list.locator('li[data-item]').first().waitFor();

  await paste(page, page.getByRole('combobox', { name: 'Search everything' }));
  await page.getByRole('option', { name: /^See all/ }).click();
  await page.waitForURL(/\/search/);
  await tooLong.waitFor();
  await page.reload();
  await tooLong.waitFor();
});
