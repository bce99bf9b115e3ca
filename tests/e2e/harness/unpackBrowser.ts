// Unpacks the Chromium of @sparticuz/chromium once, with its libraries and fonts. Called by findBrowser.ts.
// Several processes may call it at once: each unpacks into a separate folder and renames it, so no process starts a browser that
// another process is still writing.
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

const require = createRequire(import.meta.url);
const packageHome = join(dirname(require.resolve('@sparticuz/chromium')), '../..');

// The package unpacks into the temporary directory of its process, and unpacks its libraries only if it detects a cloud
// function. A separate process with another temporary directory therefore calls the unpacking file directly.
const UNPACK = `
  const { default: chromium } = await import(process.argv[1] + '/build/esm/index.js');
  const { inflate } = await import(process.argv[1] + '/build/esm/lambdafs.js');
  await chromium.executablePath();
  await inflate(process.argv[2]);`;

// Replaces the package's font configuration, which uses one fixed path and leaves a cache in the temporary directory.
const FONTS = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig><dir prefix="relative">.</dir><cachedir prefix="xdg">fontconfig</cachedir></fontconfig>
`;

const unpackInto = async (folder: string): Promise<void> => {
  const libraries = join(packageHome, 'bin/al2023.tar.br');
  await promisify(execFile)(process.execPath, ['--input-type=module', '-e', UNPACK, packageHome, libraries], {
    env: { ...process.env, TMPDIR: folder },
  });
  await writeFile(join(folder, 'fonts/fonts.conf'), FONTS);
};

/** Returns the folder of the unpacked browser below `home` and unpacks it if it is missing. */
export const unpackBrowser = async (home: string): Promise<string> => {
  const { version } = JSON.parse(await readFile(join(packageHome, 'package.json'), 'utf8')) as { version: string };
  const unpacked = join(home, `chromium-${version}`);
  if (existsSync(unpacked)) return unpacked;
  await mkdir(home, { recursive: true });
  const half = await mkdtemp(`${unpacked}.`);
  try {
    await unpackInto(half);
    await rename(half, unpacked).catch((error: unknown) => {
      if (!existsSync(unpacked)) throw error;
    });
  } finally {
    await rm(half, { recursive: true, force: true });
  }
  return unpacked;
};
