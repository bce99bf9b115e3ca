// `npm run dev`: the page with hot reload, and the server that it needs. Uses the server of DEV_BACKEND, or the one that answers at port 8080;
// otherwise builds the product if its sources have changed, starts the built server and ends it with itself. The threads and processes of a
// server need built files. Run by npm only, since it needs the development packages.

import { spawn, type ChildProcess } from 'node:child_process';
import { env as inherited } from 'node:process';
import { fileURLToPath } from 'node:url';
import { build } from 'src/server/cli/build.ts';

const repository = fileURLToPath(new URL('../../..', import.meta.url));
const DEV_PORT = '8080';
const named = inherited['DEV_BACKEND'];
const address = named ?? `http://localhost:${DEV_PORT}`;
/** A first start creates the database and loads the sample. */
const LONGEST_START_MS = 300_000;
const PAUSE_BETWEEN_MS = 500;

const answers = async (): Promise<boolean> =>
  await fetch(`${address}/healthz`).then(
    ({ ok }) => ok,
    () => false,
  );

const run = (args: readonly string[], env: NodeJS.ProcessEnv = {}): ChildProcess =>
  spawn(process.execPath, args, { cwd: repository, stdio: 'inherit', env: { ...inherited, ...env } });

const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, PAUSE_BETWEEN_MS));

/** Resolves when the server answers. Throws when it ends before, or does not answer in time. */
const untilItAnswers = async (server: ChildProcess): Promise<void> => {
  const end = Date.now() + LONGEST_START_MS;
  while (!(await answers())) {
    if (server.exitCode !== null) throw new Error('the server ended; its reason is above');
    if (Date.now() > end) throw new Error(`the server at ${address} does not answer`);
    await pause();
  }
};

const startOwnServer = async (): Promise<ChildProcess | undefined> => {
  if (await answers()) return undefined;
  if (named !== undefined) throw new Error(`no server answers at DEV_BACKEND, ${named}`);
  process.stdout.write(`No server answers at ${address}: starting one.\n`);
  await build({ ifChanged: true });
  const server = run(['--enable-source-maps', 'dist/server/main.js'], { PORT: DEV_PORT, PUBLIC_URL: undefined });
  await untilItAnswers(server);
  return server;
};

try {
  const server = await startOwnServer();
  const page = run(['node_modules/vite/bin/vite.js', ...process.argv.slice(2)]);
  page.once('exit', (code) => {
    server?.kill('SIGTERM');
    process.exitCode = code ?? 0;
  });
  server?.once('exit', () => page.kill('SIGTERM'));
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
