// Field data: a form of 250 questions in 20 groups on a phone with a slow processor, a trip with 28,800 points on the map of a phone and of
// the office, and the searches of staff while 50 phones send records.

import { randomUUID } from 'node:crypto';
import { chromium, type Browser, type Page } from 'playwright-core';
import type { FieldForm, Question } from 'src/domain/geokeeper/forms/FieldFormModel.ts';
import type { Json } from 'src/model/item/Item.ts';
import { parseItemId } from 'src/model/item/itemId.ts';
import { measureDeviceTrip } from 'tests/bench/deviceTrip.ts';
import { report } from 'tests/bench/figures.ts';
import { deskPage, framesDuring, plainFrames, reportFrames } from 'tests/bench/frames.ts';
import { milliseconds, timesOf } from 'tests/bench/measure.ts';
import { openProduct, type Product } from 'tests/bench/openProduct.ts';
import { addFieldProgram } from 'tests/e2e/fieldPrograms.ts';
import type { Account } from 'tests/e2e/harness/accounts.ts';
import { askAs } from 'tests/e2e/harness/askAs.ts';
import { launchBrowser } from 'tests/e2e/harness/launchBrowser.ts';
import { openVisit } from 'tests/e2e/harness/openVisit.ts';
import { tokenOf } from 'tests/e2e/harness/signIn.ts';
import { TestSocket } from 'tests/server/routes/TestSocket.ts';

const GROUPS = 20;
const QUESTIONS = 250;
/** Factor by which the processor of the phone is slower. */
const SLOWER = 4;
const OPENINGS = 7;
const KEYS = 40;
/** Limits in milliseconds. */
const OPENED_WITHIN = 2_000;
const KEY_WITHIN = 50;
const POINTS = 28_800;
/** A frame at 30 a second, plus the rounding of its time. */
const ONE_OF_THIRTY = 33.5;
const PHONES = 50;
const SEARCHES = 120;
/** Factor by which searches may take longer while the phones send. */
const SLOWER_SEARCHES = 2;

const label = (text: string): Question['label'] => ({ en: text });

/** Texts, numbers, choices, calculations and conditions that read questions of other groups. */
const questionAt = (group: number, at: number): Question => {
  const name = `q${group}_${at}`;
  const others = { name, label: label(`Question ${at} of part ${group}`) };
  if (at % 5 === 1) return { ...others, type: 'integer', constraint: '. < 1000' };
  if (at % 5 === 2) return { ...others, type: 'selectOne', list: 'kinds' };
  if (at % 5 === 3) return { ...others, type: 'calculate', calculation: `concat(\${q${group}_0}, ' ', \${q0_1})` };
  if (at % 5 === 4) return { ...others, type: 'text', relevant: `\${q${group}_1} != 7` };
  return { ...others, type: 'text' };
};

const formWith = (groups: number, questions: number): FieldForm => ({
  ...{ title: { en: 'Survey' }, machineName: 'survey', languages: ['en'], defaultLanguage: 'en', formType: 'record' },
  lists: { kinds: { choices: ['a', 'b', 'c', 'd'].map((name) => ({ name, label: { en: `Kind ${name}` } })) } },
  questions: Array.from({ length: groups }, (_, group): Question => ({
    ...{ name: `part${group}`, type: 'group', label: label(`Part ${group}`) },
    questions: Array.from({ length: Math.ceil(questions / groups) }, (_each, at) => questionAt(group, at)),
  })),
});

/** Returns the milliseconds from the click on the button of the form to the second frame with its first question. */
const openForm = async (page: Page, program: string): Promise<number> => {
  const card = page.locator('section').filter({ has: page.getByRole('heading', { name: program }) });
  const button = card.getByRole('button', { name: /^New: / });
  await button.waitFor();
  await page.evaluate(() => {
    const times = globalThis as { opened?: number | undefined };
    times.opened = undefined;
    const click = ({ timeStamp }: Event): void => {
      const look = (): void => {
        if (!document.querySelector('[data-question$="q0_0"] input')) requestAnimationFrame(look);
        else requestAnimationFrame(() => (times.opened = performance.now() - timeStamp));
      };
      requestAnimationFrame(look);
    };
    document.addEventListener('click', click, { once: true, capture: true });
  });
  await button.click();
  const taken = await page.waitForFunction(() => (globalThis as { opened?: number }).opened);
  return (await taken.jsonValue()) ?? NaN;
};

/** Returns the milliseconds from each key press to the second frame after it. */
const typeInForm = async (page: Page): Promise<readonly number[]> => {
  const input = page.locator('[data-question$="q0_0"] input').first();
  await input.focus();
  await page.evaluate(() => {
    const recording = globalThis as { keyTimes?: number[] };
    const keyTimes: number[] = [];
    recording.keyTimes = keyTimes;
    const note = ({ timeStamp }: Event): void => {
      requestAnimationFrame(() => requestAnimationFrame(() => keyTimes.push(performance.now() - timeStamp)));
    };
    document.addEventListener('keydown', note, { capture: true });
  });
  for (let at = 0; at < KEYS; at += 1) await page.keyboard.press('a', { delay: 20 });
  await page.waitForFunction((count) => ((globalThis as { keyTimes?: number[] }).keyTimes?.length ?? 0) >= count, KEYS);
  return await page.evaluate(() => (globalThis as { keyTimes?: number[] }).keyTimes ?? []);
};

interface FormSize {
  readonly program: string;
  readonly groups: number;
  readonly questions: number;
}

/** Resolves when the questions that follow the first ones are rendered, too, and the entry is stored. */
const isWhole = async (page: Page, { groups, questions }: Omit<FormSize, 'program'>): Promise<void> => {
  const last = `part${groups - 1}/q${groups - 1}_${Math.ceil(questions / groups) - 1}`;
  await page.locator(`[data-question="${last}"]`).waitFor({ state: 'attached' });
  await page.waitForTimeout(1_000);
};

interface FormTimes {
  readonly opened: readonly number[];
  readonly keys: readonly number[];
}

const measureForm = async (browser: Browser, url: string, { program, ...size }: FormSize): Promise<FormTimes> => {
  const { page, context } = await openVisit(browser, url, { screen: 'touch', token: await tokenOf(url, 'member') });
  // tsx adds a helper to named functions, which the page does not have.
  await page.addInitScript('globalThis.__name = (named) => named');
  const session = await context.newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
  const opened: number[] = [];
  let keys: readonly number[] = [];
  for (let round = -1; round < OPENINGS; round += 1) {
    await page.goto('/field');
    const time = await openForm(page, program);
    if (round >= 0) opened.push(time);
    if (round === OPENINGS - 1) {
      await isWhole(page, size);
      keys = await typeInForm(page);
    }
    await page.getByRole('button', { name: 'Close', exact: true }).click();
    await page.getByRole('navigation').getByRole('button', { name: 'Programs' }).click();
  }
  await context.close();
  return { opened, keys };
};

const tellForm = (large: FormTimes, small: FormTimes): void => {
  for (const [name, part, atMost] of [
    ['opens', 'opened', OPENED_WITHIN],
    ['a key press', 'keys', KEY_WITHIN],
  ] as const) {
    const [times, plain] = [timesOf(large[part]), timesOf(small[part])];
    console.log(
      `form of ${QUESTIONS} questions, ${name}: median ${milliseconds(times.median)}, 95th percentile ${milliseconds(times.p95)} ms; one question ${milliseconds(plain.median)} ms`,
    );
    report({
      ...{ name: `form of ${QUESTIONS} questions, ${SLOWER} x slower processor: ${name}`, unit: 'ms' },
      ...{ value: times.median, best: times.best },
      baseline: { name: 'a form of one question', value: plain.median, best: plain.best },
      limit: { of: 'value', atMost },
    });
  }
};

type Body = Readonly<Record<string, Json>>;

const programWith = async (url: string, name: string, form: FieldForm) => {
  const program = await addFieldProgram(url, name, { form, values: { formType: form.formType } });
  const { ids } = await askAs(url, 'staff', [
    'search/ids',
    { must: { _t: ['GeoKeeperFormDef'], program: [program] }, max: 1 },
  ]);
  const { type, number } = parseItemId(program);
  const formDef = String((ids as readonly string[])[0]);
  return {
    program,
    record: (more: Body): Body => ({
      ...{ _t: type, _i: number, files: [] },
      record: {
        ...{ instanceId: `uuid:${randomUUID()}`, program, formDef, version: 1 },
        ...{ collected: '2026-05-04T08:30:00.000Z', finalized: '2026-05-04T08:40:00.000Z' },
        ...more,
      },
    }),
  };
};

/** A walk of eight hours with a position each second. */
const walk = (): Json =>
  Array.from({ length: POINTS }, (_, at) => [
    50.3 + at * 2e-6 + Math.sin(at / 60) * 2e-4,
    -139.2 + Math.cos(at / 90) * 3e-4 + at * 1e-6,
    null,
    4 + (at % 7),
    1_777_900_000_000 + at * 1_000,
  ]);

const measureMap = async (browser: Browser, url: string): Promise<void> => {
  const trips: FieldForm = { ...formWith(1, 2), formType: 'trip', machineName: 'walks' };
  const { record } = await programWith(url, 'Long walks', trips);
  const sent = await askAs(url, 'member', [
    'act/submitFieldData',
    record({ answers: {}, track: { segments: [walk()] } }),
  ]);
  const desk = await deskPage(browser, url, await tokenOf(url, 'staff'));
  await desk.page.goto(`/i-${String(sent['id'])}?c0=tripMap`);
  const canvas = desk.page.locator('.kk-trip .kk-map-canvas[data-ready]');
  await canvas.waitFor();
  const box = (await canvas.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  const { mouse } = desk.page;
  const drag = async (): Promise<void> => {
    await mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    await mouse.down();
    for (let at = 0; at < 240; at += 1)
      await mouse.move(
        box.x + box.width / 2 + Math.sin(at / 12) * 200,
        box.y + box.height / 2 + Math.cos(at / 9) * 120,
      );
    await mouse.up();
  };
  await drag();
  const times = await framesDuring(desk, drag);
  const plain = await plainFrames(desk.context, { pixels: 6_000, speed: 2_000 });
  reportFrames({ name: `a trip of ${POINTS} points dragged`, times, plain, atMost: ONE_OF_THIRTY });
  await desk.context.close();
};

const COLLECTORS: readonly Account[] = ['member', 'staff', 'admin', 'partner', 'proponent'];

/** Opens a connection for each phone. A few people have all of them, because signing in is limited. */
const openPhones = async (url: string): Promise<readonly TestSocket[]> => {
  const tokens = await Promise.all(COLLECTORS.map((account) => tokenOf(url, account)));
  return await Promise.all(
    Array.from({ length: PHONES }, (_, at) => TestSocket.as(url, tokens[at % tokens.length] ?? '')),
  );
};

const measureSearches = async ({ server, socket }: Product): Promise<void> => {
  const { record } = await programWith(server.url, 'Many phones', formWith(2, 10));
  const staff = await socket('staff');
  const search = async (at: number): Promise<number> => {
    const began = performance.now();
    const text = ['salmon', 'weir', 'camp', 'river'][at % 4] ?? '';
    await staff.ask('search/ids', { must: { text: [text] }, facets: ['_t'], labels: true, max: 50 });
    return performance.now() - began;
  };
  const searches = async (): Promise<number[]> => {
    const times: number[] = [];
    for (let at = 0; at < SEARCHES; at += 1) times.push(await search(at));
    return times;
  };
  await searches();
  const alone = timesOf(await searches());
  const sockets = await openPhones(server.url);
  let isOver = false;
  let sent = 0;
  const phones = sockets.map(async (each) => {
    while (!isOver) {
      const { erred, b } = await each.ask('act/submitFieldData', record({ answers: { part0: { q0_0: 'Heron' } } }));
      if (erred === true) throw new Error(JSON.stringify(b));
      sent += 1;
    }
  });
  const during = timesOf(await searches());
  isOver = true;
  await Promise.all(phones);
  for (const each of [...sockets, staff]) each.close();
  console.log(
    `${PHONES} phones sent ${sent} records: search alone ${milliseconds(alone.p95)}, meanwhile ${milliseconds(during.p95)} ms (95th percentile), ratio ${(during.p95 / alone.p95).toFixed(2)}`,
  );
  report({
    ...{
      name: `search while ${PHONES} phones send, 95th percentile`,
      unit: 'ms',
      value: during.p95,
      best: during.best,
    },
    baseline: { name: 'search alone', value: alone.p95, best: alone.best },
    limit: { of: 'ratio', atMost: SLOWER_SEARCHES },
  });
};

export const run = async (): Promise<void> => {
  const product = await openProduct();
  const { url } = product.server;
  const launched = await launchBrowser();
  const browser = await chromium.connect(launched.address);
  const largeForm: FormSize = { program: 'Large survey', groups: GROUPS, questions: QUESTIONS };
  const smallForm: FormSize = { program: 'Small survey', groups: 1, questions: 1 };
  for (const { program, groups, questions } of [largeForm, smallForm])
    await addFieldProgram(url, program, { form: formWith(groups, questions) });
  tellForm(await measureForm(browser, url, largeForm), await measureForm(browser, url, smallForm));
  await measureDeviceTrip(browser, url, { points: POINTS, atMost: ONE_OF_THIRTY, slower: SLOWER });
  await measureMap(browser, url);
  await launched.close();
  await measureSearches(product);
  await product.stop();
};
