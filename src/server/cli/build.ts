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

// Files that the compiled server reads at run time, at the same relative path as in the source.
const copied = [
  ['src/server/store/migrations', 'dist/server/migrations'],
  ['docs/exhibits/verify.mjs', 'dist/server/verify.mjs'],
] as const;

const compressible = /\.(m?js|css|svg|json|wasm)$/;
/** The best takes five times as long for 8 % fewer bytes: for what the page itself names. */
const BROTLI_QUALITY = { first: constants.BROTLI_MAX_QUALITY, others: 9 };

const compressFile = async (path: string, quality: number): Promise<void> => {
  const raw = await readFile(path);
  const params = { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_SIZE_HINT]: raw.length };
  await writeFile(`${path}.br`, await promisify(brotliCompress)(raw, { params }));
  await writeFile(`${path}.gz`, await promisify(gzip)(raw));
};

const compressAssets = async (client: string): Promise<void> => {
  const folder = join(client, 'assets');
  if (!existsSync(folder)) return;
  const page = readFileSync(join(client, 'index.html'), 'utf8');
  const qualityOf = (name: string): number => (page.includes(name) ? BROTLI_QUALITY.first : BROTLI_QUALITY.others);
  const names = readdirSync(folder).filter((name) => compressible.test(name));
  await Promise.all(names.map((name) => compressFile(join(folder, name), qualityOf(name))));
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
  await compressAssets(join(root, 'dist/client'));
  writeFileSync(hashFile, hash);
};

if (process.argv[1] === fileURLToPath(import.meta.url))
  await build({ ifChanged: process.argv.includes('--if-changed') });
