// Troubles in the field: two tabs, a closed program, photos with positions, files that are no photos, and a full device.
import { text } from 'node:stream/consumers';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import type { FieldForm } from 'src/domain/geokeeper/forms/FieldFormModel.ts';
import type { Json } from 'src/model/item/Item.ts';
import { addFieldProgram, isPrepared, recordsOf } from 'tests/e2e/fieldPrograms.ts';
import { askAs, changeItem } from 'tests/e2e/harness/askAs.ts';
import { axe } from 'tests/e2e/harness/axe.ts';
import { ENDED_SESSION } from 'tests/e2e/harness/openVisit.ts';
import { screenshot } from 'tests/e2e/harness/screenshot.ts';
import { signIn, tokenOf } from 'tests/e2e/harness/signIn.ts';
import { CUT_LINE_ERRORS } from 'tests/e2e/harness/useCutLine.ts';
import { useWorld } from 'tests/e2e/harness/useWorld.ts';

const world = useWorld();

/** The page asks how much of a file the server has before it sends the file. */
const UNKNOWN_UPLOAD = /404 \(Not Found\).*\/api\/upload\//;

const begin = async (page: Page, program: string, species: string): Promise<void> => {
  const card = page.locator('section').filter({ has: page.getByRole('heading', { name: program }) });
  await card.getByRole('button', { name: 'New: Heron nests' }).click();
  await page.getByLabel('Species').fill(species);
  await page.getByRole('heading', { name: `Nest of ${species}` }).waitFor();
};

it(
  '[GEO-01] lets one tab at a time change an entry, and opens it in the other with all that was written',
  { timeout: 120_000 },
  async () => {
    await addFieldProgram(world.url, 'Herons of two tabs');
    const { page, context } = await world.open({ as: 'member', screen: 'touch' });
    await page.goto('/field');
    await begin(page, 'Herons of two tabs', 'First heron');
    const other = await context.newPage();
    await other.goto('/field');
    await other.getByText('This entry is open in another tab').waitFor();
    await screenshot(other, 'field-other-tab');
    expect(await axe(other)).toEqual([]);
    await page.getByLabel('Species').fill('Second heron');
    // The other tab has read the change from the device.
    await other.getByRole('heading', { name: 'Nest of Second heron' }).waitFor();
    await page.close();
    await other.getByLabel('Species').waitFor();
    await other.getByRole('heading', { name: 'Nest of Second heron' }).waitFor();
    expect(await other.getByLabel('Species').inputValue()).toBe('Second heron');
  },
);

it(
  '[GEO-01] keeps and explains a record for a closed program, saves it as a file, and sends the others after seven days',
  { timeout: 240_000 },
  async () => {
    const closing = await addFieldProgram(world.url, 'Herons of the closed program');
    const open = await addFieldProgram(world.url, 'Herons of the open program');
    const { page, context, allowConsole } = await world.open({ as: 'member', serviceWorker: true, screen: 'touch' });
    allowConsole(CUT_LINE_ERRORS);
    await page.goto('/field');
    await page.getByRole('heading', { name: 'Herons of the open program' }).waitFor();
    await isPrepared(page);
    await page.getByRole('heading', { name: 'Herons of the open program' }).waitFor();
    await context.setOffline(true);
    for (const [program, species] of [
      ['Herons of the closed program', 'Late heron'],
      ['Herons of the open program', 'Early heron'],
    ] as const) {
      await begin(page, program, species);
      await page.getByRole('button', { name: 'Finish' }).click();
      await page.getByText('Waiting to be sent').first().waitFor();
      await page.getByRole('navigation').getByRole('button', { name: 'Programs' }).click();
    }
    await changeItem(world.url, closing, { state: 'ARCHIVED' });
    await page.close();
    await context.clock.setFixedTime(new Date(Date.now() + 7 * 86_400_000));
    const later = await context.newPage();
    await later.goto('/field');
    await later.getByText('2 entries to send').waitFor();
    await later.getByRole('navigation').getByRole('button', { name: 'Entries' }).click();
    await later.getByText('Nest of Late heron').waitFor();
    await context.setOffline(false);
    await later.getByText(/Refused: This program no longer accepts records/).waitFor({ timeout: 90_000 });
    await later.getByText('Sent', { exact: true }).waitFor({ timeout: 90_000 });
    await screenshot(later, 'field-refused');
    expect(await axe(later)).toEqual([]);
    expect(await recordsOf(world.url, closing)).toEqual([]);
    const [received] = await recordsOf(world.url, open);
    expect(received?.['$label']).toBe('Nest of Early heron');
    const waiting = later.waitForEvent('download');
    await later.getByRole('button', { name: 'Save a copy of Nest of Late heron as a file' }).click();
    const copy = await text(await (await waiting).createReadStream());
    const saved = JSON.parse(copy) as Readonly<Record<string, Json>>;
    expect(saved['answers']).toEqual({ species: 'Late heron' });
  },
);

const PHOTOS: FieldForm = {
  ...{ title: { en: 'Nests' }, machineName: 'nests', languages: ['en'], defaultLanguage: 'en', formType: 'record' },
  ...{ recordTitle: "concat('Nest of ', ${species})", lists: {} },
  questions: [
    { name: 'species', type: 'text', label: { en: 'Species' } },
    { name: 'nest', type: 'photo', label: { en: 'Nest' } },
    { name: 'camera', type: 'photo', label: { en: 'Camera' }, appearance: 'camera-data' },
  ],
};

/** A photo that a camera took on its side, with its position. */
const cameraPhoto = (): Promise<Buffer> =>
  sharp({ create: { width: 400, height: 300, channels: 3, background: '#3a7d44' } })
    .jpeg()
    .withExif({ IFD0: { Make: 'Camera of a test' }, IFD3: { GPSLatitude: '50/1 20/1 0/1', GPSLatitudeRef: 'N' } })
    .withMetadata({ orientation: 6 })
    .toBuffer();

it(
  '[GEO-01] sends photos upright and without the data of the camera unless the form asks for it, and no more than the form takes',
  { timeout: 180_000 },
  async () => {
    const program = await addFieldProgram(world.url, 'Herons on photos', { form: PHOTOS, values: { maxPhotos: 2 } });
    const { page, allowConsole } = await world.open({ as: 'member', screen: 'touch' });
    allowConsole(UNKNOWN_UPLOAD);
    await page.goto('/field');
    await begin(page, 'Herons on photos', 'Shy heron');
    const input = (name: string) => page.locator(`[data-question="${name}"] input[type=file]`).first();
    await input('nest').setInputFiles({ name: 'false.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('no photo') });
    await page.getByText('This file is not a photo that this device can read').waitFor();
    const buffer = await cameraPhoto();
    for (const name of ['nest', 'camera']) {
      await input(name).setInputFiles({ name: `${name}.jpeg`, mimeType: 'image/jpeg', buffer });
      await page.locator(`[data-question="${name}"] img`).waitFor();
    }
    await page.getByText('2 photos, at most 2').waitFor();
    await page.getByRole('button', { name: 'Letters' }).click();
    await page.getByLabel('Species').fill('Shy heron ');
    await page.getByRole('button', { name: /U\+026C/ }).click();
    await page.getByRole('heading', { name: 'Nest of Shy heron ɬ' }).waitFor();
    await page.getByLabel('Who can see this record').selectOption({ label: 'Private' });
    await screenshot(page, 'field-photos');
    expect(await axe(page)).toEqual([]);
    await page.getByRole('button', { name: 'Finish' }).click();
    await page.getByText('Sent', { exact: true }).waitFor({ timeout: 90_000 });
    const [record] = await recordsOf(world.url, program);
    expect(record).toMatchObject({ audience: 'PRIVATE' });
    const headers = { authorization: `Bearer ${await tokenOf(world.url, 'staff')}` };
    const files = (record?.['files'] ?? []) as readonly string[];
    const sent = await Promise.all(
      files.map(async (id) => {
        const answer = await fetch(`${world.url}/attachment/${id}/photo`, { headers });
        return await sharp(Buffer.from(await answer.arrayBuffer())).metadata();
      }),
    );
    const [upright, original] = sent.toSorted((one, other) => (one.width ?? 0) - (other.width ?? 0));
    expect(upright).toMatchObject({ width: 300, height: 400 });
    expect(upright?.exif).toBeUndefined();
    expect(original).toMatchObject({ width: 400, height: 300, orientation: 6 });
    expect(original?.exif?.toString('latin1')).toContain('Camera of a test');
  },
);

it('[GEO-01] says that the device is full, and keeps what was entered before', { timeout: 120_000 }, async () => {
  await addFieldProgram(world.url, 'Herons on a full device', {
    form: { ...PHOTOS, questions: [...PHOTOS.questions, { name: 'film', type: 'video', label: { en: 'Film' } }] },
  });
  const { page, context, allowConsole } = await world.open({ as: 'member', screen: 'touch' });
  allowConsole(UNKNOWN_UPLOAD);
  await page.goto('/field');
  await begin(page, 'Herons on a full device', 'Large heron');
  const device = await context.newCDPSession(page);
  await device.send('Storage.overrideQuotaForOrigin', { origin: world.url, quotaSize: 1_000_000 });
  await page
    .locator('[data-question="film"] input[type=file]')
    .first()
    .setInputFiles({ name: 'film.mp4', mimeType: 'video/mp4', buffer: Buffer.alloc(12_000_000, 7) });
  await page.getByText('This device is full').waitFor({ timeout: 60_000 });
  await screenshot(page, 'field-full');
  await device.send('Storage.overrideQuotaForOrigin', { origin: world.url });
  await page.reload();
  await page.getByRole('heading', { name: 'Nest of Large heron' }).waitFor();
});

/** Blocks or unblocks the member of the sample. */
const setBlocked = async (isBlocked: boolean): Promise<void> => {
  const must = { _t: ['User'], text: ['member@sample.test'] };
  const { ids } = await askAs(world.url, 'admin', ['search/ids', { must, max: 1 }]);
  const id = String((ids as readonly string[])[0]);
  const { _u = 0 } = await askAs(world.url, 'admin', [`read/${id}`, null]);
  await askAs(world.url, 'admin', ['update', { $id: id, _u, blocked: isBlocked }]);
};

it(
  '[GEO-01] [PERM-01] closes the entries of a blocked person, lets the open page save them, and sends them when the person is back',
  { timeout: 180_000 },
  async () => {
    const program = await addFieldProgram(world.url, 'Herons of a blocked person');
    const { page, allowConsole } = await world.open({ as: 'member', screen: 'phone' });
    allowConsole(ENDED_SESSION);
    await page.goto('/field');
    await begin(page, 'Herons of a blocked person', 'Patient heron');
    await setBlocked(true);
    await page.getByText('Your session was ended').waitFor({ timeout: 60_000 });
    expect(await page.locator('body').innerText()).not.toContain('Patient heron');
    expect(await axe(page)).toEqual([]);
    await screenshot(page, 'field-blocked-360');
    const waiting = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Save the entry as a file' }).click();
    const saved = JSON.parse(await text(await (await waiting).createReadStream())) as Readonly<Record<string, Json>>;
    expect(saved['answers']).toEqual({ species: 'Patient heron' });
    await page.reload();
    await page.getByText('Sign in to get your programs').waitFor();
    expect(await page.locator('body').innerText()).not.toContain('Patient heron');
    await page.setViewportSize({ width: 1440, height: 900 });
    expect(await axe(page)).toEqual([]);
    await screenshot(page, 'field-blocked-1440');
    await setBlocked(false);
    await signIn(page, 'member');
    await page.goto('/field');
    // The entry that was open is open again.
    await page.getByRole('heading', { name: 'Nest of Patient heron' }).waitFor();
    await page.getByRole('button', { name: 'Finish' }).click();
    await page.getByText('Sent', { exact: true }).waitFor({ timeout: 60_000 });
    expect((await recordsOf(world.url, program)).map((record) => record['$label'])).toEqual(['Nest of Patient heron']);
  },
);
