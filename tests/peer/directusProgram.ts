// Directus from the npm registry, in a folder outside the repository: it is no dependency. Called by measurePeer.ts and drillPeer.ts.

import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { delimiter, join } from 'node:path';
import { SECRET, type DirectusDatabase } from 'tests/peer/directusTables.ts';

/** Newest release that takes row filters in permissions without a licence key. */
export const DIRECTUS_VERSION = '11.17.4';
/** Directus needs a newer Node than the product. */
const NODE_VERSION = '22.23.3';
/** The version that Directus names has no binary for this Node. It only runs scripts of flows, which the drill does not use. */
const OVERRIDES = { 'isolated-vm': '6.1.2' };

const bin = (folder: string): string => join(folder, 'node_modules/node/bin');
// Its command `directus` first looks for a newer version.
const cli = (folder: string): string => join(folder, 'node_modules/@directus/api/dist/cli/run.js');

/** Installs Directus and its Node unless the folder has them. */
export const installDirectus = async (folder: string): Promise<void> => {
  if (existsSync(cli(folder))) return;
  console.log(`(installing directus@${DIRECTUS_VERSION} and node@${NODE_VERSION})`);
  await mkdir(folder, { recursive: true });
  const manifest = { private: true, overrides: OVERRIDES };
  await writeFile(join(folder, 'package.json'), JSON.stringify(manifest));
  // Node first: install scripts of Directus must choose binaries for it.
  for (const name of [`node@${NODE_VERSION}`, `directus@${DIRECTUS_VERSION}`]) {
    const { status } = spawnSync('npm', ['install', '--no-audit', '--no-fund', '--loglevel=error', name], {
      cwd: folder,
      env: { ...process.env, PATH: `${bin(folder)}${delimiter}${process.env['PATH'] ?? ''}` },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    if (status !== 0) throw new Error(`npm could not install ${name}`);
  }
};

interface Program {
  /** Folder in which it is installed. */
  readonly folder: string;
  readonly database: DirectusDatabase;
}

const environment = (
  { folder, database: { host, user, database } }: Program,
  more: Record<string, string>,
): Record<string, string> => ({
  PATH: process.env['PATH'] ?? '',
  HOME: folder,
  NODE_ENV: 'production',
  HOST: '127.0.0.1',
  SECRET,
  DB_CLIENT: 'pg',
  DB_HOST: host,
  DB_PORT: '5432',
  DB_USER: user,
  DB_PASSWORD: '',
  DB_DATABASE: database,
  LOG_LEVEL: 'warn',
  ACCESS_TOKEN_TTL: '1d',
  TELEMETRY: 'false',
  SERVE_APP: 'false',
  PRESSURE_LIMITER_ENABLED: 'false',
  WEBSOCKETS_ENABLED: 'true',
  WEBSOCKETS_COLLAB_ENABLED: 'false',
  ...more,
});

const launch = (program: Program, command: string, more: Record<string, string>): ChildProcess =>
  spawn(join(bin(program.folder), 'node'), [cli(program.folder), command], {
    cwd: program.folder,
    env: environment(program, more),
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });

/** Creates the tables of Directus in an empty database. */
export const bootstrapDirectus = async (program: Program): Promise<void> => {
  const account = { ADMIN_EMAIL: 'admin@example.com', ADMIN_PASSWORD: SECRET };
  const child = launch(program, 'bootstrap', account);
  const code = await new Promise((resolve) => void child.once('exit', resolve));
  if (code !== 0) throw new Error(`directus bootstrap ended with ${String(code)}`);
};

const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as AddressInfo;
      probe.close(() => resolve(port));
    });
  });

export interface RunningDirectus {
  readonly url: string;
  stop(): Promise<void>;
}

/** Starts a process of Directus. Resolves when it answers. */
export const startDirectus = async (program: Program, more: Record<string, string>): Promise<RunningDirectus> => {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const child = launch(program, 'start', { PORT: String(port), PUBLIC_URL: url, ...more });
  const exit = new Promise<void>((resolve) => void child.once('exit', () => resolve()));
  process.once('exit', () => child.kill('SIGKILL'));
  // Directus sends `ready` to its parent when it listens.
  const started = await Promise.race([once(child, 'message'), exit.then(() => undefined)]);
  if (started === undefined) throw new Error('Directus ended before it was ready');
  return {
    url,
    async stop() {
      child.kill('SIGTERM');
      await exit;
    },
  };
};
