// Measures frames of a page during movement, as the page itself sees them, the memory of its scripts, and a plain page for comparison.
// Called by benches of moving parts.

import type { Browser, BrowserContext, CDPSession, Page } from 'playwright-core';
import { report } from 'tests/bench/figures.ts';
import { milliseconds, timesOf, type Times } from 'tests/bench/measure.ts';

/** Two frames at 60 a second, plus the rounding of their times. */
export const TWO_FRAMES = 33.5;
/** One frame at 60 a second. */
export const ONE_FRAME = 17;

interface Recording {
  frameTimes?: number[] | undefined;
}

export interface Desk {
  readonly context: BrowserContext;
  readonly page: Page;
  readonly session: CDPSession;
}

export interface Frames extends Times {
  /** Processor time of the page itself for each frame at 60 frames a second, in milliseconds. */
  readonly work: number;
  /** Processor time of the page itself for each frame that it had, in milliseconds. */
  readonly workPerFrame: number;
  /** Number of frames. */
  readonly frames: number;
}

const FRAME_MS = 1_000 / 60;

/** Returns the processor time of the page's main thread in seconds. `TaskDuration` also counts the time that other programs took. */
const workOf = async (session: CDPSession): Promise<number> => {
  const { metrics } = await session.send('Performance.getMetrics');
  return metrics.find(({ name }) => name === 'ThreadTime')?.value ?? 0;
};

/** Returns the milliseconds between frames while `move` runs. */
export const framesDuring = async (
  { page, session }: Pick<Desk, 'page' | 'session'>,
  move: () => Promise<unknown>,
): Promise<Frames> => {
  await session.send('Performance.enable');
  const before = await workOf(session);
  await page.evaluate(() => {
    const recording = globalThis as Recording;
    recording.frameTimes = [];
    const note = (time: number): void => {
      recording.frameTimes?.push(time);
      if (recording.frameTimes) requestAnimationFrame(note);
    };
    requestAnimationFrame(note);
  });
  await move();
  const work = (await workOf(session)) - before;
  const frames = await page.evaluate(() => {
    const recording = globalThis as Recording;
    const { frameTimes = [] } = recording;
    recording.frameTimes = undefined;
    return frameTimes;
  });
  await session.send('Performance.disable');
  const seconds = ((frames.at(-1) ?? 0) - (frames[0] ?? 0)) / 1_000;
  return {
    ...timesOf(frames.slice(1).map((time, at) => time - (frames[at] ?? time))),
    work: (work / seconds) * FRAME_MS,
    workPerFrame: (work * 1_000) / frames.length,
    frames: frames.length,
  };
};

interface Turn {
  readonly pixels: number;
  /** Speed in pixels per second. */
  readonly speed: number;
}

/** Turns the wheel over the middle of the element: down, or up for negative pixels. */
export const turnWheel = async (
  { page, session }: { readonly page: Page; readonly session: CDPSession },
  selector: string,
  { pixels, speed }: Turn,
): Promise<void> => {
  const box = await page.locator(selector).first().boundingBox();
  if (!box) throw new Error(`${selector} has no place`);
  await session.send('Input.synthesizeScrollGesture', {
    x: Math.round(box.x + box.width / 2),
    y: Math.round(box.y + Math.min(box.height, 600) / 2),
    yDistance: -pixels,
    speed,
    gestureSourceType: 'mouse',
  });
};

/** Returns the memory of scripts in kilobytes after a garbage collection. */
export const heapOf = async (session: CDPSession): Promise<number> => {
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  return usedSize / 1_024;
};

/** A plain page with as many rows as the listing, of ten words each, drawn by a short script. */
const PLAIN = `<style>body { margin: 0 } #scroll { height: 900px; overflow: auto; position: relative } #all { height: 4600000px }
  .row { position: absolute; height: 46px; left: 0; right: 0; display: flex; gap: 20px }</style>
<div id="scroll"><div id="all"></div></div>
<script>
  const [scroll, all] = ['scroll', 'all'].map((id) => document.getElementById(id));
  const draw = () => {
    const first = Math.floor(scroll.scrollTop / 46);
    all.replaceChildren(...Array.from({ length: 30 }, (_, at) => {
      const row = document.createElement('div');
      row.className = 'row';
      row.style.top = (first + at) * 46 + 'px';
      for (let word = 0; word < 10; word += 1) {
        const cell = document.createElement('span');
        cell.textContent = 'Row ' + (first + at) + ' word ' + word;
        row.append(cell);
      }
      return row;
    }));
  };
  scroll.addEventListener('scroll', draw);
  draw();
</script>`;

/** Measures the frames of an empty page in the same browser at the same time. */
export const plainFrames = async (context: BrowserContext, turn: Turn): Promise<Frames> => {
  const page = await context.newPage();
  await page.setContent(PLAIN);
  const session = await context.newCDPSession(page);
  const times = await framesDuring({ page, session }, () => turnWheel({ page, session }, '#scroll', turn));
  await page.close();
  return times;
};

interface Moved {
  readonly name: string;
  readonly times: Frames;
  /** Frames of the empty page, measured in the same run. */
  readonly plain: Frames;
  readonly atMost: number;
}

export const reportFrames = ({ name, times, plain, atMost }: Moved): void => {
  console.log(
    `${name}: frame median ${milliseconds(times.median)}, 95th percentile ${milliseconds(times.p95)} ms, work ${milliseconds(times.work)} ms`,
  );
  report({
    name: `${name}: frame, 95th percentile`,
    unit: 'ms',
    value: times.p95,
    best: times.best,
    baseline: { name: 'plain rows scrolled', value: plain.p95, best: plain.best },
    limit: { of: 'value', atMost },
  });
  report({
    name: 'its work for each picture at 60 a second',
    unit: 'ms',
    value: times.work,
    baseline: { name: 'plain rows scrolled', value: plain.work },
    limit: { of: 'value', atMost },
  });
};

/** Opens a page at desktop size for a signed-in user. */
export const deskPage = async (browser: Browser, url: string, token: string): Promise<Desk> => {
  const context = await browser.newContext({
    baseURL: url,
    viewport: { width: 1920, height: 1080 },
    locale: 'en-CA',
    storageState: {
      cookies: [],
      origins: [{ origin: new URL(url).origin, localStorage: [{ name: 'Access-Token', value: token }] }],
    },
  });
  context.setDefaultTimeout(60_000);
  // tsx adds a helper to named functions, which the page does not have.
  await context.addInitScript('globalThis.__name = (named) => named');
  const page = await context.newPage();
  return { context, page, session: await context.newCDPSession(page) };
};
