// Compiles the declarations whenever one of them is saved while Storybook runs, and shows what the compiler says over the open story: a
// story whose declaration has a fault would otherwise stay as it was.

import { fork } from 'node:child_process';
import type { Plugin } from 'vite';

const FAULT = ' diagnostics, nothing written';

export const compileFaults = (): Plugin => ({
  name: 'compile-faults',
  apply: 'serve',
  configureServer({ ws }) {
    let fault: string | undefined;
    const show = (message: string): void =>
      ws.send({ type: 'error', err: { message, stack: '', plugin: 'the declarations do not compile' } });
    // One compiler that stays running compiles a change in a tenth of the time that a new one takes.
    const compiler = fork('codegen/main.ts', ['gen', '--derived', '--watch', '--root', '.'], {
      execArgv: ['--import', 'tsx'],
      silent: true,
    });
    compiler.stderr?.setEncoding('utf8').on('data', (text: string) => {
      if (!text.includes(FAULT)) return;
      fault = text;
      show(fault);
    });
    // Files that were written reach the open story by themselves. Without a change in them, only the fault must go.
    compiler.stdout?.on('data', () => {
      if (fault !== undefined) ws.send({ type: 'full-reload' });
      fault = undefined;
    });
    compiler.once('exit', () => {
      fault = 'The compiler of the declarations has ended. Start Storybook again to see changes of declarations.';
      show(fault);
    });
    ws.on('connection', () => {
      if (fault !== undefined) show(fault);
    });
    process.once('exit', () => compiler.kill());
  },
});
