// The search worker from source, bundled once for all that a process of the tests starts: it then starts in an instant.

import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { build } from 'vite';
import type { SnapshotWorkerData } from 'src/server/search/snapshot/startSnapshotWorker.ts';

const source = (path: string): string => fileURLToPath(new URL(`../../../src/${path}`, import.meta.url));

const bundle = async (): Promise<string> => {
  const built = await build({
    configFile: false,
    logLevel: 'warn',
    ssr: { noExternal: true },
    resolve: { alias: [{ find: /^src\//, replacement: source('') }] },
    build: {
      ssr: source('server/search/worker.ts'),
      write: false,
      minify: false,
      rolldownOptions: { output: { format: 'cjs' } },
    },
  });
  const [output] = [built].flat();
  const code = output !== undefined && 'output' in output ? output.output[0].code : undefined;
  if (code === undefined) throw new Error('the search worker was not built');
  return code;
};

const code = await bundle();

/** `data`: what the worker is started with. */
export const startWorker = (data?: SnapshotWorkerData): Worker => new Worker(code, { eval: true, workerData: data });
