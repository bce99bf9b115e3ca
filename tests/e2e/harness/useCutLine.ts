// Shared setup for tests of files on a bad connection: a connection to the server that can be cut, a folder of files, a picture that
// does not compress, and a browser with limited upload speed. Called once at the top of files.e2e.ts and offline.e2e.ts.
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { startCutter, type Cutter } from 'tests/e2e/harness/startCutter.ts';
import type { World } from 'tests/e2e/harness/useWorld.ts';

/** Console errors of the browser about a cut connection. */
export const CUT_LINE_ERRORS = /ERR_|WebSocket|Failed to load|Unable to load/;

export interface CutLine {
  readonly line: Cutter;
  /** Writes a file into the folder and returns its path. */
  write(name: string, content: Buffer | string): Promise<string>;
}

/** Creates a picture of about three bytes per pixel that no compression makes smaller. */
export const noisePicture = (side: number): Promise<Buffer> =>
  sharp(randomBytes(side * side * 3), { raw: { width: side, height: side, channels: 3 } })
    .png()
    .toBuffer();

/** Returns a function that limits the browser's upload in bytes per second; -1 removes the limit. */
export const slowSender = async (page: Page): Promise<(bytesPerSecond: number) => Promise<unknown>> => {
  const network = await page.context().newCDPSession(page);
  return (bytesPerSecond) =>
    network.send('Network.emulateNetworkConditions', {
      ...{ offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: bytesPerSecond },
    });
};

/** Selects files in the browser's file dialog, opened with that button. */
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
  // Restores the connection also for a retry after an attempt that ended while it was cut.
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
