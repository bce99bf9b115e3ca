// `npm run build`, and with --if-changed the first half of `npm start`: client, service worker, server and search worker into dist/.
// Run by npm scripts and by the browser tests; never part of the running server, since it needs the development packages.
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { inputHash } from 'src/server/cli/inputHash.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const hashFile = join(root, 'dist/.stamp');

// Read beside the compiled server at run time, with the same relative address as in the source.
const copied = [['src/server/store/migrations', 'dist/server/migrations']] as const;

const compressible = /\.(js|css|svg|json)$/;
const brotliQuality = 9; // 11 takes five times as long for 3 % fewer bytes

const compressFile = async (path: string): Promise<void> => {
  const raw = await readFile(path);
  const params = { [constants.BROTLI_PARAM_QUALITY]: brotliQuality };
  await writeFile(`${path}.br`, await promisify(brotliCompress)(raw, { params }));
  await writeFile(`${path}.gz`, await promisify(gzip)(raw));
};

const compressAssets = async (folder: string): Promise<void> => {
  if (!existsSync(folder)) return;
  const names = readdirSync(folder).filter((name) => compressible.test(name));
  await Promise.all(names.map((name) => compressFile(join(folder, name))));
};

const isFresh = (hash: string): boolean => existsSync(hashFile) && readFileSync(hashFile, 'utf8') === hash;

/** Builds everything; with `ifChanged` only when the inputs differ from those of the last complete build. */
export const build = async ({ ifChanged }: { ifChanged: boolean }): Promise<void> => {
  const hash = inputHash(root);
  if (ifChanged && isFresh(hash)) return;
  rmSync(hashFile, { force: true });
  const { createBuilder } = await import('vite'); // late: an unchanged start should not pay for loading it
  const builder = await createBuilder({
    configFile: join(root, 'vite.config.ts'),
    mode: 'production',
    logLevel: 'warn',
  });
  await builder.buildApp();
  for (const [from, to] of copied) {
    if (existsSync(join(root, from))) cpSync(join(root, from), join(root, to), { recursive: true });
  }
  await compressAssets(join(root, 'dist/client/assets'));
  writeFileSync(hashFile, hash);
};

if (process.argv[1] === fileURLToPath(import.meta.url))
  await build({ ifChanged: process.argv.includes('--if-changed') });
