// Compiles the declarations when one of them is saved while Storybook runs, and shows what the compiler says over the open story: a story
// whose declaration has a fault would otherwise stay as it was.

import { execFile } from 'node:child_process';
import { sep } from 'node:path';
import type { Plugin } from 'vite';

const PAUSE_MS = 150;

const isDeclaration = (path: string): boolean => path.includes(`${sep}schemas${sep}`) && path.endsWith('.json');

/** Runs the compiler. Resolves to its messages; undefined when there is nothing to report. */
const compileNow = (): Promise<string | undefined> =>
  new Promise((resolve) => {
    const args = ['--import', 'tsx', 'codegen/main.ts', 'gen', '--derived'];
    execFile(process.execPath, args, (error, _out, faults) => resolve(error ? faults : undefined));
  });

export const compileFaults = (): Plugin => ({
  name: 'compile-faults',
  apply: 'serve',
  configureServer({ watcher, ws }) {
    let timer: NodeJS.Timeout | undefined;
    const report = async (): Promise<void> => {
      const message = await compileNow();
      if (message === undefined) ws.send({ type: 'full-reload' });
      else ws.send({ type: 'error', err: { message, stack: '', plugin: 'the declarations do not compile' } });
    };
    watcher.add('schemas');
    watcher.on('change', (path) => {
      if (!isDeclaration(path)) return;
      clearTimeout(timer);
      timer = setTimeout(() => void report(), PAUSE_MS);
    });
  },
});
