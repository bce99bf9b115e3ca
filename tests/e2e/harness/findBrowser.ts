// Selects the Chromium for browser tests: the one in an npm package, the same on every machine, unless CHROMIUM_PATH names another.
// Called by launchBrowser.ts; it downloads nothing and does not search the machine for a browser.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { unpackBrowser } from 'tests/e2e/harness/unpackBrowser.ts';

export interface FoundBrowser {
  readonly path: string;
  /** Environment of its process in addition to the inherited one. */
  readonly environment: Readonly<Record<string, string>>;
}

const home = fileURLToPath(new URL('../../../node_modules/.cache', import.meta.url));

/** Returns the browser with the package's own libraries and fonts, so that it runs and looks the same on every machine. */
const shipped = async (): Promise<FoundBrowser> => {
  if (process.platform !== 'linux' || process.arch !== 'x64')
    throw new Error('The browser that npm ships runs on Linux x64 only: set CHROMIUM_PATH to a Chromium or Chrome.');
  const folder = await unpackBrowser(home);
  const environment = {
    LD_LIBRARY_PATH: join(folder, 'al2023/lib'),
    FONTCONFIG_PATH: join(folder, 'fonts'),
    XDG_CACHE_HOME: join(folder, 'cache'),
  };
  return { path: join(folder, 'chromium'), environment };
};

export const findBrowser = async (): Promise<FoundBrowser> => {
  const named = process.env.CHROMIUM_PATH;
  if (named === undefined || named === '') return shipped();
  if (!existsSync(named)) throw new Error(`CHROMIUM_PATH names ${named}, which does not exist`);
  return { path: named, environment: {} };
};
