// One headless Chromium that talks to nobody but the server under test.
// Called by startBrowser.ts and by benches; needs no GPU, no sandbox privileges and no display.
import { type Browser, chromium, type LaunchOptions } from 'playwright-core';
import { findBrowser } from 'tests/e2e/harness/findBrowser.ts';

const quiet = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-dev-shm-usage',
];

export const launchOptions = async (): Promise<LaunchOptions> => {
  const { path, environment } = await findBrowser();
  const env = { ...process.env, ...environment } as Record<string, string>;
  return { executablePath: path, headless: true, args: quiet, env };
};

export const launchBrowser = async (): Promise<Browser> => chromium.launch(await launchOptions());
