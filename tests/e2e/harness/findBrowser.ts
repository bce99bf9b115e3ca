// Which Chromium the browser tests run: one that is named, one the machine has, or the one an npm package ships.
// Called by launchBrowser.ts; it never downloads anything.
import { accessSync, constants, existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export interface FoundBrowser {
  readonly path: string;
  /** What its process needs beside the inherited environment. */
  readonly environment: Readonly<Record<string, string>>;
}

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const applications = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

const isExecutable = (path: string): boolean => {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
};

const onPath = (): string | undefined => {
  const folders = (process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== '');
  return [...names.flatMap((name) => folders.map((folder) => join(folder, name))), ...applications].find(isExecutable);
};

// The package's own libraries and fonts go with it, so that a machine with neither can run it too. It unpacks the libraries by
// itself only where it believes to be in a cloud function, so its unpacking is called by its file.
const shipped = async (): Promise<FoundBrowser> => {
  const home = import.meta.resolve('@sparticuz/chromium');
  const { default: chromium } = await import('@sparticuz/chromium');
  const { inflate } = (await import(new URL('./lambdafs.js', home).href)) as { inflate(path: string): Promise<string> };
  const path = await chromium.executablePath();
  const libraries = await inflate(fileURLToPath(new URL('../../bin/al2023.tar.br', home)));
  return { path, environment: { LD_LIBRARY_PATH: join(libraries, 'lib'), FONTCONFIG_PATH: join(tmpdir(), 'fonts') } };
};

/** CHROMIUM_PATH, then a system Chromium or Chrome, then the one inside @sparticuz/chromium. */
export const findBrowser = async (): Promise<FoundBrowser> => {
  const named = process.env.CHROMIUM_PATH;
  if (named !== undefined && named !== '') {
    if (!existsSync(named)) throw new Error(`CHROMIUM_PATH names ${named}, which does not exist`);
    return { path: named, environment: {} };
  }
  const installed = onPath();
  return installed === undefined ? shipped() : { path: installed, environment: {} };
};
