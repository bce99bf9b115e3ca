// Files of the sample, each in the viewer of its kind, on the built product: under its content security policy, with keys alone, and by
// its own address. useWorld fails a test for any breach of the policy.
import type { Locator, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { axe } from 'tests/e2e/harness/axe.ts';
import { useWorld } from 'tests/e2e/harness/useWorld.ts';

const world = useWorld();

/** Opens the files of the record with that title. */
const openFiles = async (page: Page, title: string): Promise<void> => {
  await page.goto(`/archive.catalogue?c0=${encodeURIComponent(`.q=${title}`)}`);
  const href = await page.getByRole('link', { name: title }).first().getAttribute('href');
  await page.goto(`/${/i-ArchiveEntry-\d+/.exec(href ?? '')?.[0]}?c0=files`);
};

const viewer = (page: Page, name: string): Locator => page.getByRole('dialog', { name });

it('[FILE-02] shows a document, a recording, a model, a text and a picture under the strict policy, by keys alone', async () => {
  const { page } = await world.open({ as: 'staff' });
  await openFiles(page, 'What grew where we did not pick');
  const link = page.getByRole('link', { name: 'what-grew-where-we-did-not-pick.pdf' });
  await link.focus();
  await page.keyboard.press('Enter');
  const pdf = viewer(page, 'what-grew-where-we-did-not-pick.pdf');
  await pdf.locator('.textLayer').getByText('Four plots at Kettle Meadow').waitFor();
  expect(await pdf.getByText('3 of 3').isVisible()).toBe(true);
  await page.keyboard.press('Control+f');
  await page.keyboard.type('rested');
  await pdf.getByText('1 of 3', { exact: true }).waitFor();
  expect(await axe(page)).toEqual([]);

  // The address opens it again; Escape leads back to where it was opened.
  const address = page.url();
  await page.keyboard.press('Escape');
  await pdf.waitFor({ state: 'detached' });
  await expect.poll(() => link.evaluate((element) => element === document.activeElement)).toBe(true);
  await page.goto(address);
  await pdf.locator('.textLayer').first().waitFor();

  await pdf.getByRole('button', { name: 'Previous file' }).click();
  const picture = viewer(page, 'kettle-meadow.jpg').getByRole('img');
  await expect.poll(() => picture.evaluate((image) => (image as HTMLImageElement).naturalWidth)).toBeGreaterThan(0);
  const wide = (): Promise<number> => picture.evaluate((image) => image.getBoundingClientRect().width);
  const before = await wide();
  await page.keyboard.press('+');
  await expect.poll(wide).toBeGreaterThan(before);
  await page.keyboard.press('0');
  await expect.poll(wide).toBe(before);
  await page.keyboard.press('ArrowLeft');
  await viewer(page, 'marsh-berry.jpg').waitFor();
});

it('[FILE-02] plays a recording and a film with their captions, turns a model, reads a text', async () => {
  const { page } = await world.open({ as: 'staff' });
  await openFiles(page, 'Soren Kettlewell on the year');
  await page.getByRole('link', { name: 'recording.wav' }).click();
  const sound = viewer(page, 'recording.wav');
  await sound.getByText('My uncle stood me on his shoulders.').waitFor();
  await sound.locator('[data-known]').waitFor();
  await page.keyboard.press('k');
  await expect
    .poll(() => sound.getByRole('slider', { name: 'Place in the recording' }).getAttribute('aria-valuemax'))
    .not.toBe('0');
  await expect
    .poll(() => sound.locator('audio').evaluate((audio) => (audio as HTMLAudioElement).currentTime))
    .toBeGreaterThan(0);

  await openFiles(page, 'The day of the long line');
  await page.getByRole('link', { name: 'the-day-of-the-long-line.webm' }).click();
  const film = viewer(page, 'the-day-of-the-long-line.webm');
  await film.getByText('Nobody says a word. The first stake goes down.').waitFor();
  await expect.poll(() => film.locator('video').evaluate((video) => (video as HTMLVideoElement).duration)).toBe(8);
  await page.keyboard.press('k');
  await expect
    .poll(() => film.locator('video').evaluate((video) => (video as HTMLVideoElement).currentTime))
    .toBeGreaterThan(0);

  await openFiles(page, 'Berry basket with white lightning');
  await page.getByRole('link', { name: 'berry-basket.glb' }).click();
  await viewer(page, 'berry-basket.glb').locator('[data-shown]').waitFor();
  await page.keyboard.press('ArrowLeft');
  expect(await viewer(page, 'berry-basket.glb').isVisible()).toBe(true);

  await openFiles(page, 'Tides of the narrows');
  await page.getByRole('link', { name: 'tides-of-the-narrows.txt' }).click();
  await viewer(page, 'tides-of-the-narrows.txt').getByText('10:25 high water').waitFor();
});
