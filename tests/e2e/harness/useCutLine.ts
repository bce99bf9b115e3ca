// What tests of files on a bad line share: a line to the server of the world that can be cut, a folder to choose files from, a picture
// that does not compress, and a browser that sends slowly. One call at the top of a test file; called by files.e2e.ts and offline.e2e.ts.
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { startCutter, type Cutter } from 'tests/e2e/harness/startCutter.ts';
import type { World } from 'tests/e2e/harness/useWorld.ts';

/** What the browser writes to its console about a line that is away. */
export const CUT_LINE_ERRORS = /ERR_|WebSocket|Failed to load|Unable to load/;

export interface CutLine {
  readonly line: Cutter;
  /** Writes a file into the folder; answers its path. */
  write(name: string, content: Buffer | string): Promise<string>;
}

/** About three bytes for each of its pixels, however it is packed. */
export const noisePicture = (side: number): Promise<Buffer> =>
  sharp(randomBytes(side * side * 3), { raw: { width: side, height: side, channels: 3 } })
    .png()
    .toBuffer();

/** Answers what sets how many bytes the browser sends in a second; -1 is as many as it can. */
export const slowSender = async (page: Page): Promise<(bytesPerSecond: number) => Promise<unknown>> => {
  const network = await page.context().newCDPSession(page);
  return (bytesPerSecond) =>
    network.send('Network.emulateNetworkConditions', {
      ...{ offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: bytesPerSecond },
    });
};

/** Chooses files as a person does who has opened the browser's own dialog by that button. */
export const chooseFiles = async (page: Page, button: Locator, paths: readonly string[]): Promise<void> => {
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), button.click()]);
  await chooser.setFiles([...paths]);
};

export const useCutLine = (world: World): CutLine => {
  let parts: { readonly line: Cutter; readonly folder: string } | undefined;
  const ready = (): { readonly line: Cutter; readonly folder: string } => {
    if (!parts) throw new Error('the line is there inside tests, not while the file loads');
    return parts;
  };
  beforeAll(async () => {
    parts = { line: await startCutter(world.url), folder: await mkdtemp(join(tmpdir(), 'kk-')) };
  });
  // Also for a second try, whose first one ended while it was cut.
  beforeEach(() => {
    ready().line.mend();
    ready().line.hold('nothing');
  });
  afterAll(async () => {
    if (!parts) return;
    await parts.line.stop();
    await rm(parts.folder, { recursive: true });
  });
  return {
    get line() {
      return ready().line;
    },
    async write(name, content) {
      const path = join(ready().folder, name);
      await writeFile(path, content);
      return path;
    },
  };
};
