// Files for records: dropped from a folder, pasted, taken with the camera, several at once; pictures of a person and of an organisation;
// and a connection that fails for half a minute.
import type { Locator, Page } from 'playwright-core';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import { openPage } from 'tests/e2e/harness/openPage.ts';
import { askAs } from 'tests/e2e/harness/askAs.ts';
import { attachUploads } from 'tests/e2e/harness/attachFiles.ts';
import { column, columnAt, startEditing } from 'tests/e2e/harness/columns.ts';
import { digestOfLarge, fetchDigest, growthDuring, leaveUnread, sendLarge } from 'tests/e2e/harness/largeFile.ts';
import { signIn, tokenOf } from 'tests/e2e/harness/signIn.ts';
import {
  chooseFiles as attach,
  CUT_LINE_ERRORS,
  noisePicture,
  slowSender,
  useCutLine,
} from 'tests/e2e/harness/useCutLine.ts';
import { useWorld } from 'tests/e2e/harness/useWorld.ts';

const world = useWorld({ PUBLIC_URL: '' });
const bad = useCutLine(world);

/** A picture of one colour. */
const plain = (background: string): Promise<Buffer> =>
  sharp({ create: { width: 320, height: 240, channels: 3, background } })
    .png()
    .toBuffer();
const writePicture = async (name: string, background: string): Promise<string> =>
  bad.write(name, await plain(background));

/** Drops files from a folder of this machine onto the middle of the part. */
const drop = async (page: Page, target: Locator, paths: readonly string[]): Promise<void> => {
  await target.scrollIntoViewIfNeeded();
  const { x, y, width, height } = (await target.boundingBox())!;
  const browser = await page.context().newCDPSession(page);
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
    await browser.send('Input.dispatchDragEvent', {
      ...{ type, x: x + width / 2, y: y + height / 2 },
      data: { items: [], files: [...paths], dragOperationsMask: 1 },
    });
};

const loaded = (pictures: Locator): Promise<number> =>
  pictures.evaluateAll((all) => all.filter((each) => (each as HTMLImageElement).naturalWidth > 0).length);

const save = (item: Locator): Promise<void> =>
  item
    .getByRole('button', { name: /^Save( now)?$/ })
    .first()
    .click();

it('[FILE-01] takes a file that is dragged onto the form, one that is pasted, and a photo of the camera', async () => {
  const { page, context } = await world.open({ as: 'staff', screen: 'wide', at: '/' });
  await context.grantPermissions(['clipboard-read', 'clipboard-write', 'camera']);
  await openPage(page, 'Archive', 'Catalogue');
  await page.getByRole('button', { name: 'New archive entry' }).click();
  const form = columnAt(page, 2);
  await form.getByLabel(/^Title/).fill('Three ways of a picture');
  const files = form.getByRole('group', { name: /^Attachments/ });
  await drop(page, files, [await writePicture('Dragged ᐊᓂᔑ.png', '#286')]);
  await files.getByText('Dragged ᐊᓂᔑ.png').first().waitFor();

  const bytes = [...(await plain('#826'))];
  const caption = files.getByLabel(/^Caption of image/);
  const pasted = (): Promise<boolean> =>
    caption.waitFor({ timeout: 5_000 }).then(
      () => true,
      () => false,
    );
  // All tests in this browser share the clipboard, so another test may have changed it.
  for (let tries = 0; tries < 5; tries += 1) {
    await page.evaluate(async (all) => {
      const picture = new Blob([new Uint8Array(all)], { type: 'image/png' });
      await navigator.clipboard.write([new ClipboardItem({ 'image/png': picture })]);
    }, bytes);
    await files.getByText('Or drag files here, or paste.').click();
    await page.keyboard.press('ControlOrMeta+v');
    if (await pasted()) break;
  }
  await caption.fill('From the clipboard');

  await files.getByRole('button', { name: 'Take a photo' }).click();
  const camera = page.getByRole('dialog', { name: 'Take a photo' });
  await expect
    .poll(() => camera.locator('video').evaluate((video) => (video as HTMLVideoElement).videoWidth))
    .toBeGreaterThan(0);
  await camera.getByRole('button', { name: 'Take a photo' }).click();
  await camera.waitFor({ state: 'detached' });
  await files.getByLabel(/^Caption of Photo /).waitFor();
  await expect.poll(() => files.getByText('Attached when you save').count()).toBe(3);
  await form.getByRole('button', { name: 'Create' }).click();
  const shown = form.getByRole('article');
  await shown.getByText('From the clipboard').waitFor();
  await expect.poll(() => loaded(shown.locator('img'))).toBeGreaterThanOrEqual(3);
  for (const name of [/Dragged ᐊᓂᔑ\.png/, /^Photo .*\.jpg/]) await shown.getByText(name).first().waitFor();
});

it('[FILE-01] takes several files at once, and says which of them it refuses', async () => {
  const { page } = await world.open({ as: 'admin', at: '/i-Lexeme-1' });
  const item = columnAt(page, 1);
  await startEditing(item);
  const files = item.getByRole('group', { name: /Attach files/ });
  const note = await bad.write('note.txt', 'Of no kind that a word takes.');
  const paths = [await writePicture('first.png', '#468'), note, await writePicture('second.png', '#864')];
  await attach(page, item.getByRole('button', { name: 'Attach files' }).first(), paths);
  await page.getByText('You cannot attach note.txt here').first().waitFor();
  await expect.poll(() => item.getByText('Attached when you save').count()).toBe(2);
  expect(await files.getByText('note.txt').count()).toBe(0);
  await save(item);
  for (const name of ['first.png', 'second.png']) await item.getByRole('link', { name }).first().waitFor();
  expect(await item.getByRole('link', { name: 'note.txt' }).count()).toBe(0);
});

it('[FORM-06] offers the place that a photo says to the position of a new record, which is stored when it is taken', async () => {
  const name = `Where the photo was taken ${Date.now()}`;
  const photo = await sharp(await plain('#468'))
    .jpeg()
    .withExif({
      IFD3: {
        ...{ GPSLatitudeRef: 'N', GPSLatitude: '50/1 30/1 0/1' },
        ...{ GPSLongitudeRef: 'W', GPSLongitude: '138/1 15/1 0/1' },
      },
    })
    .toBuffer();
  const { page } = await world.open({ as: 'staff', at: '/spatial.features' });
  await page.getByRole('button', { name: 'New place' }).click();
  const form = column(page, 'New place');
  await form.getByRole('textbox', { name: /^Name/ }).first().fill(name);
  const files = form.getByRole('group', { name: /^Files/ }).last();
  await attach(page, files.getByRole('button', { name: 'Attach files' }), [await bad.write('camp.jpg', photo)]);
  await files.getByText(/camp\.jpg contains the place where it was taken: 50\.500000°, -138\.250000°/).waitFor();
  const latitude = form.locator('.kf-geometry').getByRole('textbox', { name: 'Latitude' });
  await files.getByRole('button', { name: 'Use it as Position' }).click();
  await expect.poll(() => latitude.inputValue()).toBe('50.5');
  expect(await files.getByText(/contains the place where it was taken/).count()).toBe(0);
  await files.getByText('Attached when you save').waitFor();
  await form.getByRole('button', { name: 'Create' }).click();
  const place = column(page, name);
  await place.locator('.kk-place-map .kk-map-canvas[data-ready]').waitFor();
  const [id = ''] = /SpatialFeature-[1-9]\d*/.exec(page.url()) ?? [];
  const { geometry } = await askAs(world.url, 'staff', [`read/${id}`, null]);
  expect(geometry).toEqual({ type: 'Point', coordinates: [-138.25, 50.5] });
});

it('[FILE-01] shows the picture that a person chose for themselves, and the logo of an organization', async () => {
  const { page } = await world.open({ as: 'admin', at: '/' });
  const own = await writePicture('own.png', '#a40');
  const logo = await writePicture('logo.png', '#04a');
  await page.locator('.kk-user').click();
  await page.getByRole('menuitem', { name: 'Profile' }).click();
  for (const [path, picture] of [
    [undefined, own],
    ['/i-Organization-2', logo],
  ] as const) {
    if (path) await page.goto(path);
    const item = columnAt(page, 1);
    await startEditing(item);
    await attach(page, item.getByRole('button', { name: /^Choose (a picture|another one)$/ }), [picture]);
    await item.getByText('Attached when you save').waitFor();
    await save(item);
    await item.getByText('Attached when you save').waitFor({ state: 'detached' });
    await item.getByRole('tab').first().click();
    await expect.poll(() => loaded(item.getByRole('article').locator('img'))).toBeGreaterThan(0);
  }
});

it('[FILE-01] goes on with a file by itself after a line that was away for half a minute', async () => {
  const { line } = bad;
  const { page, allowConsole } = await world.open({ url: line.url });
  allowConsole(CUT_LINE_ERRORS);
  await signIn(page, 'staff');
  await page.goto('/i-ArchiveEntry-9');
  const item = columnAt(page, 1);
  await startEditing(item);
  const files = item.getByRole('group', { name: /^Attachments/ });
  const path = await bad.write('a long way.png', await noisePicture(1000));
  const send = await slowSender(page);
  await page.locator('header').getByText('Connected').waitFor();
  const { clock } = page;
  await clock.install();
  await send(200_000);
  await attach(page, files.getByRole('button', { name: 'Attach files' }), [path]);
  await files.getByText(/[1-9]\d?% of .* sent/).waitFor();
  line.cut();
  await page.locator('header').getByText('no connection').waitFor();
  await clock.runFor(30_000);
  expect(await files.getByText(/% of .* sent|goes on/).count()).toBeGreaterThan(0);
  const offsets: number[] = [];
  page.on('request', (request) => {
    if (request.method() === 'PATCH') offsets.push(Number(request.headers()['upload-offset']));
  });
  line.mend();
  await send(-1);
  await expect.poll(() => clock.runFor(1_000).then(() => files.getByText('Attached when you save').count())).toBe(1);
  expect(offsets[0]).toBeGreaterThan(0);
  await save(item);
  await item.getByRole('link', { name: 'a long way.png' }).first().waitFor();
});

it('[FILE-01] takes 64 MB over a line that breaks and gives them back whole and in parts, its memory flat', async () => {
  const MEGABYTE = 2 ** 20;
  const size = 64 * MEGABYTE;
  const token = await tokenOf(world.url, 'staff');
  const { line } = bad;
  // Work that only the first file needs.
  await sendLarge({ line, token, name: 'small.bin', size: 8 * MEGABYTE, cutEvery: size });
  const large = { line, token, name: 'large.bin', size, cutEvery: 12 * MEGABYTE };
  let [value, cuts] = ['', 0];
  const grown = await growthDuring(world.url, async () => ({ value, cuts } = await sendLarge(large)));
  expect(cuts).toBeGreaterThanOrEqual(5);
  expect(grown).toBeLessThan(48 * MEGABYTE);
  const [{ id, fileID } = { id: '', fileID: '' }] = (await attachUploads(world.url, token, [value])).files;
  expect(fileID).toBe(digestOfLarge(0, size));
  const href = `${world.url}/attachment/${id}`;
  const grownBy = await growthDuring(world.url, async () => {
    expect(await fetchDigest(href, token)).toBe(fileID);
    const parts = Array.from({ length: 16 }, (_, at) => [at * 3 * MEGABYTE + at, (at + 2) * 3 * MEGABYTE] as const);
    const digests = await Promise.all(parts.map(([from, to]) => fetchDigest(href, token, `bytes=${from}-${to - 1}`)));
    expect(digests).toEqual(parts.map(([from, to]) => digestOfLarge(from, to)));
    await leaveUnread(href, token, 40);
  });
  expect(grownBy).toBeLessThan(96 * MEGABYTE);
});
