// A trip of eight hours with 20 photos on a phone: what is there after its tab was killed, and the frames of its map while it continues.
import type { Browser, Page } from 'playwright-core';
import sharp from 'sharp';
import type { FieldForm } from 'src/domain/geokeeper/forms/FieldFormModel.ts';
import { framesDuring, plainFrames, reportFrames } from 'tests/bench/frames.ts';
import { addFieldProgram } from 'tests/e2e/fieldPrograms.ts';
import { openVisit } from 'tests/e2e/harness/openVisit.ts';
import { tokenOf } from 'tests/e2e/harness/signIn.ts';

const PHOTO_COUNT = 20;
const PROGRAM_OF_TRIPS = 'Long trips';

const TRIPS: FieldForm = {
  ...{ title: { en: 'Trip' }, machineName: 'trip', languages: ['en'], defaultLanguage: 'en', formType: 'trip' },
  lists: {},
  questions: Array.from({ length: PHOTO_COUNT }, (_, at) => ({
    ...{ name: `photo${at}`, type: 'photo' as const, label: { en: `Photo ${at + 1}` }, maxPixels: 1_600 },
  })),
};

/** Receiver of positions in the page. A browser on a computer has none. */
interface Receiver {
  walk?: (seconds: number) => Promise<void>;
}

const addReceiver = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const listeners = new Map<number, PositionCallback>();
    let second = 0;
    const coordinates = () => ({
      ...{ latitude: 50.3 + second * 2e-5 + Math.sin(second / 60) * 2e-4, longitude: -139.2 + second * 1e-5 },
      ...{ accuracy: 4 + (second % 7), altitude: null, altitudeAccuracy: null, heading: null, speed: null },
    });
    navigator.geolocation.watchPosition = (listener) => {
      listeners.set(listeners.size + 1, listener);
      return listeners.size;
    };
    navigator.geolocation.clearWatch = (id) => void listeners.delete(id);
    (globalThis as Receiver).walk = async (seconds) => {
      for (const end = second + seconds; second < end; second += 1) {
        const timestamp = 1_777_900_000_000 + second * 1_000;
        const coords = coordinates() as GeolocationCoordinates;
        for (const listener of listeners.values()) listener({ coords, timestamp } as GeolocationPosition);
        if (second % 60 === 0) await new Promise((resolve) => setTimeout(resolve, 0));
      }
    };
  });

const walk = (page: Page, seconds: number): Promise<void> =>
  page.evaluate((count) => (globalThis as Receiver).walk?.(count), seconds);

/** Records the trip, and kills the tab. */
const recordTrip = async (page: Page, points: number): Promise<void> => {
  await page.goto('/field');
  const card = page.locator('section').filter({ has: page.getByRole('heading', { name: PROGRAM_OF_TRIPS }) });
  await card.getByRole('button', { name: /^New trip: / }).click();
  for (let at = 0; at < PHOTO_COUNT; at += 1) {
    const noise = { type: 'gaussian' as const, mean: 128, sigma: 20 + at };
    const photo = sharp({ create: { width: 1_600, height: 1_200, channels: 3, background: '#888', noise } });
    const question = page.locator(`[data-question="photo${at}"]`);
    const file = { name: `${at}.jpg`, mimeType: 'image/jpeg', buffer: await photo.jpeg({ quality: 60 }).toBuffer() };
    await question.locator('input[type=file]').first().setInputFiles(file);
    await question.locator('img').waitFor();
  }
  await page.getByRole('button', { name: 'Start', exact: true }).click();
  await walk(page, points);
  await page.getByText(`${points.toLocaleString('en')} points`).waitFor();
  await page.close();
};

interface TripMeasure {
  readonly points: number;
  /** Milliseconds of a frame that are permitted. */
  readonly atMost: number;
  /** Factor by which the processor of the phone is slower. */
  readonly slower: number;
}

export const measureDeviceTrip = async (browser: Browser, url: string, measure: TripMeasure): Promise<void> => {
  await addFieldProgram(url, PROGRAM_OF_TRIPS, { form: TRIPS, values: { maxPhotos: PHOTO_COUNT, formType: 'trip' } });
  const { page, context } = await openVisit(browser, url, { screen: 'touch', token: await tokenOf(url, 'member') });
  // tsx adds a helper to named functions, which the page does not have.
  await context.addInitScript('globalThis.__name = (named) => named');
  await addReceiver(page);
  await recordTrip(page, measure.points);
  const later = await context.newPage();
  await addReceiver(later);
  await later.goto('/field');
  await later.getByText(`${measure.points.toLocaleString('en')} points`).waitFor();
  for (let at = 0; at < PHOTO_COUNT; at += 1) await later.locator(`[data-question="photo${at}"] img`).waitFor();
  console.log(`after a killed tab: ${measure.points} points and ${PHOTO_COUNT} photos`);
  const session = await context.newCDPSession(later);
  await later.getByRole('button', { name: 'Map', exact: true }).click();
  const canvas = later.locator('.kk-map-canvas[data-ready]').first();
  await canvas.waitFor();
  await session.send('Emulation.setCPUThrottlingRate', { rate: measure.slower });
  const box = (await canvas.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  const drag = async (): Promise<void> => {
    await later.mouse.move(x, y);
    await later.mouse.down();
    for (let at = 0; at < 240; at += 1) {
      await later.mouse.move(x + Math.sin(at / 12) * 120, y + Math.cos(at / 9) * 60);
      // The trip continues; the line is drawn again with each fifth position.
      if (at % 24 === 0) await walk(later, 2);
    }
    await later.mouse.up();
  };
  await drag();
  const times = await framesDuring({ page: later, session }, drag);
  const plain = await plainFrames(context, { pixels: 6_000, speed: 2_000 });
  const name = `a phone, ${measure.slower} x slower, with a trip of ${measure.points} points and ${PHOTO_COUNT} photos, its map dragged`;
  reportFrames({ name, times, plain, atMost: measure.atMost });
  await context.close();
};
