// Starts a headless Chromium that connects only to the server under test. It has its own temporary folder; removing the folder also
// removes files that a killed or slow browser leaves behind.
// Called by startBrowser.ts and by benches; needs no GPU, no sandbox privileges and no display.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserServer, chromium } from 'playwright-core';
import { findBrowser } from 'tests/e2e/harness/findBrowser.ts';

export interface LaunchedBrowser {
  /** Address for `chromium.connect`, valid in any process. */
  readonly address: string;
  readonly pid: number | undefined;
  /** Ends the browser and removes its folder. */
  close(): Promise<void>;
}

const quiet = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-dev-shm-usage',
  // Uses a generated camera picture and grants the permission automatically.
  '--use-fake-device-for-media-stream',
  '--use-fake-ui-for-media-stream',
];

const launchIn = async (folder: string): Promise<BrowserServer> => {
  const { path, environment } = await findBrowser();
  // Without a locale, it could not read file names with non-Latin letters.
  const locale = { LC_ALL: 'C.UTF-8' };
  const env = { ...process.env, ...environment, ...locale, TMPDIR: folder } as Record<string, string>;
  return chromium.launchServer({ executablePath: path, headless: true, args: quiet, env });
};

export const launchBrowser = async (): Promise<LaunchedBrowser> => {
  const folder = await mkdtemp(join(tmpdir(), 'kk-'));
  const remove = (): Promise<void> => rm(folder, { recursive: true, force: true, maxRetries: 5 });
  try {
    const server = await launchIn(folder);
    return {
      address: server.wsEndpoint(),
      pid: server.process().pid,
      async close() {
        await server.close();
        await remove();
      },
    };
  } catch (error) {
    await remove();
    throw error;
  }
};
