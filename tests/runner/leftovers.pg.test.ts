// Tests that `npm test` leaves no process and no folder, whether it ends normally, is stopped, or is killed.
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { makeRunFolder, processesOf, sweep } from 'tests/runner/leftovers.ts';
import { root } from 'tests/runner/steps.ts';

const first = (child: ChildProcess, text: string): Promise<void> =>
  new Promise((resolve, reject) => {
    let output = '';
    child.stdout?.on('data', (data: Buffer) => {
      output += data.toString();
      if (output.includes(text)) resolve();
    });
    child.on('exit', (code) => reject(new Error(`it ended with ${code}:\n${output}`)));
  });

const gone = (child: ChildProcess): Promise<number | null> =>
  new Promise((resolve) => child.on('exit', (code) => resolve(code)));

/** Starts a process that runs an embedded PostgreSQL below the folder. */
const holdDatabase = (folder: string): ChildProcess =>
  spawn(process.execPath, ['--import', 'tsx', 'tests/server/store/holdServer.ts', join(folder, 'data')], {
    cwd: root,
    env: { ...process.env, TMPDIR: folder },
    stdio: ['ignore', 'pipe', 'inherit'],
  });

describe('after a run', () => {
  it('a server whose process was killed, other processes and folders are reported and removed', async () => {
    const folder = makeRunFolder();
    onTestFinished(async () => void (await sweep(folder)));
    const child = holdDatabase(folder);
    await first(child, 'ready');
    const server = Number(readFileSync(join(folder, 'data/postgres/data/postmaster.pid'), 'utf8').split('\n')[0]);
    child.kill('SIGKILL');
    await gone(child);
    expect(processesOf(folder).map(({ pid }) => pid)).toContain(server);
    expect(readdirSync(folder).some((name) => name.startsWith('tsx-'))).toBe(true);
    const said = await sweep(folder);
    expect(said.filter((each) => each.includes(`process ${server}`))).toHaveLength(1);
    expect(said.filter((each) => each.startsWith('in the temporary'))).toEqual(['in the temporary directory: data']);
    expect(processesOf(folder)).toEqual([]);
    expect(existsSync(folder)).toBe(false);
    expect(await sweep(folder)).toEqual([]);
  });

  it('without leftovers, nothing is reported', async () => {
    const folder = makeRunFolder();
    expect(await sweep(folder)).toEqual([]);
    expect(existsSync(folder)).toBe(false);
  });
});

describe('the command itself', () => {
  let outer: string;
  beforeEach(() => {
    outer = mkdtempSync(join(tmpdir(), 'kk-'));
  });
  afterEach(() => rmSync(outer, { recursive: true, force: true }));

  it.each(['SIGINT', 'SIGTERM', 'SIGKILL'] as const)('leaves nothing when it gets %s', async (name) => {
    const child = spawn(process.execPath, ['--import', 'tsx', 'tests/run.ts', 'types'], {
      cwd: root,
      env: { ...process.env, TMPDIR: outer, TSX_DISABLE_CACHE: '1' },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await first(child, '== types');
    expect(readdirSync(outer).filter((each) => each.startsWith('kk-'))).toHaveLength(1);
    child.kill(name);
    await gone(child);
    await expect.poll(() => readdirSync(outer)).toEqual([]);
    await expect.poll(() => processesOf(outer)).toEqual([]);
  });
});
