// Proof that every browser the harness may choose really runs: the one of this machine and the one an npm package ships.
import { afterEach, describe, expect, it, vi } from 'vitest';
import { findBrowser } from 'tests/e2e/harness/findBrowser.ts';
import { launchBrowser } from 'tests/e2e/harness/launchBrowser.ts';

const half = 30_000;

const heading = async (): Promise<string | null> => {
  const browser = await launchBrowser();
  try {
    const page = await browser.newPage();
    await page.setContent('<h1>here</h1>');
    return await page.textContent('h1');
  } finally {
    await browser.close();
  }
};

describe('the browser of the tests', () => {
  afterEach(() => {
    vi.unstubAllEnvs();
  });

  it('runs as found', { timeout: half }, async () => {
    expect(await heading()).toBe('here');
  });

  it.runIf(process.platform === 'linux' && process.arch === 'x64')(
    'runs from the package alone, with its own libraries',
    { timeout: 2 * half },
    async () => {
      vi.stubEnv('CHROMIUM_PATH', '');
      vi.stubEnv('PATH', '');
      const { path, environment } = await findBrowser();
      expect(path).not.toMatch(/^\/usr\//);
      expect(environment.LD_LIBRARY_PATH).toContain('lib');
      expect(await heading()).toBe('here');
    },
  );

  it('refuses a CHROMIUM_PATH that is not there', async () => {
    vi.stubEnv('CHROMIUM_PATH', '/nowhere/chromium');
    await expect(findBrowser()).rejects.toThrow('/nowhere/chromium');
  });
});
