// The process that reads uploaded files, bundled from source for the first test that needs it, so that it runs like the built one.

import { rmSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'vite';

const root = fileURLToPath(new URL('../..', import.meta.url));
const folder = `${root}.cache/fileReaderEntry-${process.pid}`;

let built: Promise<URL> | undefined;

const bundle = async (): Promise<URL> => {
  await build({
    configFile: false,
    logLevel: 'warn',
    resolve: { alias: [{ find: /^src\//, replacement: `${root}src/` }] },
    build: {
      ssr: `${root}src/server/readerProcess.ts`,
      outDir: folder,
      emptyOutDir: true,
      minify: false,
      rolldownOptions: { output: { entryFileNames: 'fileReaderEntry.js' } },
    },
  });
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  return pathToFileURL(`${folder}/fileReaderEntry.js`);
};

export const fileReaderEntry = (): Promise<URL> => (built ??= bundle());
