// One headless Chromium that talks to nobody but the server under test, with a temporary folder of its own: what it leaves there when
// it is killed or ends late goes with the folder.
// Called by startBrowser.ts and by benches; needs no GPU, no sandbox privileges and no display.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserServer, chromium } from 'playwright-core';
import { findBrowser } from 'tests/e2e/harness/findBrowser.ts';

export interface LaunchedBrowser {
  /** For `chromium.connect`, from any process. */
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
  // A camera that draws a picture of its own, and says yes by itself.
  '--use-fake-device-for-media-stream',
  '--use-fake-ui-for-media-stream',
];

const launchIn = async (folder: string): Promise<BrowserServer> => {
  const { path, environment } = await findBrowser();
  // Without a locale it could not read the names of files that are not in Latin letters.
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
