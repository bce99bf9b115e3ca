// A transcript of ELAN is added to an interview, a search finds one of its passages, and the recording plays from that second.
import { expect, it } from 'vitest';
import type { Locator, Page } from 'playwright-core';
import { askAs, findItem } from 'tests/e2e/harness/askAs.ts';
import { axe } from 'tests/e2e/harness/axe.ts';
import { column } from 'tests/e2e/harness/columns.ts';
import { drawnPeaks } from 'tests/e2e/harness/drawnPeaks.ts';
import { screenshot } from 'tests/e2e/harness/screenshot.ts';
import { setTheme } from 'tests/e2e/harness/setTheme.ts';
import { useWorld } from 'tests/e2e/harness/useWorld.ts';
import { eafText } from 'tests/server/transcripts/eafText.ts';

const world = useWorld();

const INTERVIEW = 'An evening at the weir with Ulla and Soren';
const TALK = eafText(
  [
    {
      name: 'UB',
      attributes: 'PARTICIPANT="Ulla Brightwater"',
      annotations: [
        [12_500, 16_000, 'Then the marmot whistled twice'],
        [17_000, 19_000, 'and we knew'],
      ],
    },
    { name: 'UB translation', of: 'UB', annotations: [[1, undefined, 'The marmot gave two signals']] },
    { name: 'Interviewer', annotations: [[20_000, 19_000, 'backwards']] },
  ],
  'interview.wav',
);

const chooseTranscript = async (page: Page, dialog: Locator, text: string): Promise<void> => {
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    dialog.getByRole('button', { name: 'Choose a file…' }).click(),
  ]);
  await chooser.setFiles({ name: 'talk.eaf', mimeType: 'text/xml', buffer: Buffer.from(text) });
};

const openInterview = async (page: Page): Promise<void> => {
  await page.goto(`/research.activities?c0=${encodeURIComponent(`.q=${INTERVIEW}`)}`);
  const href = await page.getByRole('link', { name: INTERVIEW }).first().getAttribute('href');
  await page.goto(`/${/i-ResearchActivity-\d+/.exec(href ?? '')?.[0]}?c0=transcript`);
};

const positionOf = (player: Locator): Promise<number> =>
  player.evaluate((element) => (element as HTMLMediaElement).currentTime);

it('[RES-01] [EXPERIENCE] a transcript of ELAN is added to an interview, and a search hit plays at its second', async () => {
  const { page } = await world.open({ as: 'staff' });
  await openInterview(page);
  const transcript = page.getByRole('list', { name: 'Transcript' });
  await transcript.getByText('The first row was my grandmother').waitFor();
  const waveform = page.locator('[data-known]');
  await waveform.waitFor();
  await expect.poll(async () => Math.max(...(await drawnPeaks(waveform)))).toBeGreaterThan(0.5);
  expect((await drawnPeaks(waveform)).length).toBeGreaterThan(1);
  expect(await axe(page)).toEqual([]);
  await screenshot(page, 'transcript');

  await page.getByRole('button', { name: 'Add a transcript…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add a transcript' });
  await chooseTranscript(page, dialog, TALK);
  await dialog.getByText('This passage ends before it begins.').waitFor();
  await dialog.getByText('The marmot gave two signals').waitFor();
  await expect.poll(() => dialog.getByLabel('Recording', { exact: true }).inputValue()).toMatch(/^Attachment-/);
  expect(await axe(page)).toEqual([]);
  await screenshot(page, 'transcript-dialog');
  await page.setViewportSize({ width: 360, height: 740 });
  await screenshot(page, 'transcript-dialog-360');
  await dialog.getByLabel('Encoding of the texts').scrollIntoViewIfNeeded();
  await screenshot(page, 'transcript-dialog-360-end');
  await dialog.getByRole('button', { name: 'Add 2 passages' }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.getByText('Done: 2 imported, 1 refused.').first().waitFor({ timeout: 30_000 });
  await transcript.getByText('Then the marmot whistled twice').waitFor({ timeout: 30_000 });
  await setTheme(page, 'dark');
  await screenshot(page, 'transcript-360-dark');

  // The passage is played from its time in the list.
  const player = page.locator('audio');
  await transcript.getByRole('button', { name: 'Play from 0:12' }).click();
  await expect.poll(() => positionOf(player)).toBeGreaterThan(12.5);
  await transcript.locator('[aria-current]', { hasText: 'marmot' }).waitFor();
  await page.setViewportSize({ width: 1440, height: 900 });
  await setTheme(page, 'light');

  await world.forgetRates();
  await page.goto(`/search?c0=${encodeURIComponent('.q=marmot whistled')}`);
  await page
    .getByRole('link', { name: /Then the marmot whistled twice/ })
    .first()
    .click();
  const passage = column(page, '0:12 Then the marmot whistled twice');
  const heard = passage.locator('audio');
  await expect.poll(() => positionOf(heard)).toBe(12.5);
  await passage.getByRole('button', { name: 'Play from 0:12' }).click();
  await expect.poll(() => positionOf(heard)).toBeGreaterThan(12.6);
  expect(await axe(page)).toEqual([]);
  await screenshot(page, 'passage');

  await passage.getByRole('button', { name: 'Open the whole transcript' }).click();
  const whole = column(page, INTERVIEW);
  await whole.locator('[data-named]', { hasText: 'marmot' }).waitFor();
  await expect.poll(() => positionOf(whole.locator('audio'))).toBe(12.5);
  // The address leads there again.
  await page.reload();
  await whole.locator('[data-named]', { hasText: 'marmot' }).waitFor();
  await expect.poll(() => positionOf(whole.locator('audio'))).toBe(12.5);
  expect(page.url()).toContain('transcript');

  const [file] = await Promise.all([
    page.waitForEvent('download'),
    (async () => {
      await whole.getByRole('button', { name: 'Save as a file' }).click();
      await page.getByRole('menuitem', { name: 'ELAN (.eaf)' }).click();
    })(),
  ]);
  expect(file.suggestedFilename()).toBe(`${INTERVIEW}.eaf`);
});

it('[RES-01] [PERM-01] a person who may not read all passages reads the others, and learns why the recording does not play', async () => {
  const interview = await findItem(world.url, { _t: ['ResearchActivity'], text: [INTERVIEW] });
  const { $id: member } = await askAs(world.url, 'member', ['getSessionUser', null]);
  const [_t = '', number] = interview.split('-');
  const grants = [{ to: `user:${String(member)}`, actions: ['read'] }];
  await askAs(world.url, 'staff', ['act/applyGrants', { _t, _i: Number(number), grants }]);
  const { page, allowConsole } = await world.open({ as: 'member', screen: 'phone' });
  allowConsole(/403/);
  await page.goto(`/i-${interview}?c0=transcript`);
  await page.getByRole('alert').getByText('Parts of this file are closed to you').waitFor();
  const transcript = page.getByRole('list', { name: 'Transcript' });
  await transcript.getByText('The first row was my grandmother').waitFor();
  expect(await transcript.getByText('There is a pool below the gravel').count()).toBe(0);
  expect(await axe(page)).toEqual([]);
  await screenshot(page, 'transcript-withheld');
});
