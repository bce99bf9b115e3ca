// `npm run drill:node`: runs the smoke suites of server and browser on other releases of Node than the one that runs this script. Each release
// comes from the npm package `node`, in a temporary folder; it is no dependency. `-- 24` tries one release only.
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const RELEASES = ['22', '24'];
/** Sign-in, listing, editing and upload in a browser, and the process itself: start, health, stop, crash. */
const SMOKE = {
  pg: ['tests/server/routes/http.pg.test.ts', 'tests/server/routes/socket.pg.test.ts', 'tests/server/stop.pg.test.ts'],
  e2e: ['tests/e2e/harness/startServer.e2e.ts', 'tests/e2e/listing.e2e.ts', 'tests/e2e/files.e2e.ts'],
};

const root = fileURLToPath(new URL('..', import.meta.url));
const vitest = join(root, 'node_modules/vitest/vitest.mjs');

/** Installs the release and returns the folder of its program. */
const install = (folder: string, release: string): string => {
  writeFileSync(join(folder, 'package.json'), '{"private":true}');
  const { status } = spawnSync('npm', ['install', '--no-audit', '--no-fund', '--no-save', `node@${release}`], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  if (status !== 0) throw new Error(`npm could not install node@${release}`);
  return join(folder, 'node_modules/node/bin');
};

/** Runs a suite with this program first in PATH, so that every process that it starts is of the same release. */
const run = (bin: string, project: string, files: readonly string[]): Promise<boolean> =>
  new Promise((resolve) => {
    const child = spawn(join(bin, 'node'), [vitest, 'run', '--project', project, ...files], {
      cwd: root,
      env: { ...process.env, PATH: `${bin}${delimiter}${process.env['PATH'] ?? ''}` },
      stdio: 'inherit',
    });
    child.once('exit', (code) => resolve(code === 0));
  });

const asked = process.argv.slice(2);
const failed: string[] = [];
for (const release of asked.length > 0 ? asked : RELEASES) {
  const folder = mkdtempSync(join(tmpdir(), 'kk-node-'));
  try {
    const bin = install(folder, release);
    const { stdout } = spawnSync(join(bin, 'node'), ['--version'], { encoding: 'utf8' });
    for (const [project, files] of Object.entries(SMOKE)) {
      console.log(`\nNode ${stdout.trim()}: ${project}`);
      if (!(await run(bin, project, files))) failed.push(`${stdout.trim()} ${project}`);
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
console.log(failed.length === 0 ? '\nEvery release passed.' : `\nFailed: ${failed.join(', ')}`);
process.exitCode = failed.length === 0 ? 0 : 1;
