// The search worker from source: a thread that first learns to read TypeScript.

import { Worker } from 'node:worker_threads';

const source = new URL('../../../src/server/search/worker.ts', import.meta.url).href;

export const startWorker = (): Worker =>
  new Worker(
    `import('tsx/esm/api').then(({ register }) => { register(); return import(${JSON.stringify(source)}); })`,
    { eval: true },
  );
