// A word of the vocabulary: its search by meaning, its recording and its speaker; only for people who work with the vocabulary.
import { expect, it } from 'vitest';
import { axe } from 'tests/e2e/harness/axe.ts';
import { columnAt, shownList } from 'tests/e2e/harness/columns.ts';
import { screenshot } from 'tests/e2e/harness/screenshot.ts';
import { useSharedWorld } from 'tests/e2e/harness/useWorld.ts';

const world = useSharedWorld();

it('[VOC-01] finds a word by its meaning, plays its recording and names who speaks in it', async () => {
  const { page } = await world.open({ as: 'staff', at: '/vocab.words-phrases?c0=fence%20across%20moving%20water' });
  const list = await shownList(page);
  await list.locator('.kk-results a').first().click();
  const word = columnAt(page, 2);
  await word.getByText('weir; fence across moving water').first().waitFor();
  // The recording is in the head, with its speaker, and can be played immediately.
  await word.locator('audio').first().waitFor();
  await word.getByRole('link', { name: 'Soren Kettlewell' }).first().waitFor();
  expect(await axe(page)).toEqual([]);
  await screenshot(page, 'word');

  await word.getByRole('tab', { name: /^Files/ }).click();
  const files = word.locator('.kk-file').filter({ hasText: 'Soren Kettlewell' });
  await files.first().waitFor();
  // Its picture has no speaker.
  expect(await word.locator('.kk-file').count()).toBeGreaterThan(await files.count());
  await files.getByRole('link').first().click();
  const viewer = page.getByRole('dialog').filter({ hasText: 'Soren Kettlewell' });
  await viewer.locator('[data-known]').waitFor();
  await page.keyboard.press('k');
  await expect
    .poll(() => viewer.getByRole('slider', { name: 'Position in the recording' }).getAttribute('aria-valuenow'))
    .not.toBe('0');
});

it('[VOC-01] prints a word without its player', async () => {
  const { page } = await world.open({ as: 'staff', at: '/vocab.words-phrases?c0=fence%20across%20moving%20water' });
  const list = await shownList(page);
  await list.locator('.kk-results a').first().click();
  const word = columnAt(page, 2);
  await word.locator('audio').first().waitFor();
  await page.emulateMedia({ media: 'print' });
  await word.getByText('weir; fence across moving water').first().waitFor();
  expect(await page.locator('audio, video, .kk-recording').filter({ visible: true }).count()).toBe(0);
  await screenshot(page, 'word-printed');
});

it('[VOC-01] offers the vocabulary only to people with the capability', async () => {
  const { page } = await world.open({ as: 'proponent', at: '/vocab.words-phrases' });
  await page.getByRole('navigation', { name: 'Menu' }).waitFor();
  await columnAt(page, 1).getByRole('heading', { level: 2 }).waitFor();
  expect(await page.getByRole('link', { name: 'Words and phrases' }).count()).toBe(0);
  expect(await page.locator('.kk-results').count()).toBe(0);
  await screenshot(page, 'word-refused');
});
