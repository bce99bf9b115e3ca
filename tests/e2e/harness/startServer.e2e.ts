// Tests the behaviour that service managers rely on: correct readiness, a clean stop on SIGTERM, recovery after a crash, durable data.
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type RunningServer, startServer } from 'tests/e2e/harness/startServer.ts';
import { emptyStore, removeStore, type Store } from 'tests/e2e/harness/Store.ts';

const databaseUrl = process.env.DATABASE_URL;
let store: Store;
let running: RunningServer | undefined;

const start = async (): Promise<RunningServer> => {
  running = await startServer(store, { SAMPLE: 'off' });
  return running;
};

describe('the built server', () => {
  beforeAll(async () => {
    store = await emptyStore(databaseUrl);
  });
  afterEach(() => running?.stop());
  afterAll(() => removeStore(store, databaseUrl));

  it('answers its health doors and serves the page with the site configuration', async () => {
    const { url } = await start();
    expect((await fetch(`${url}/healthz`)).status).toBe(200);
    expect((await fetch(`${url}/readyz`)).status).toBe(200);
    const page = await fetch(`${url}/`);
    expect(page.headers.get('content-security-policy')).toContain("script-src 'self'");
    expect(await page.text()).toContain('<script type="application/json" id="site-configuration">');
  });

  it('stops cleanly on SIGTERM and starts again on the same data', async () => {
    const first = await start();
    expect(await first.stop(), first.log()).toBe(0);
    const again = await start();
    expect((await fetch(`${again.url}/readyz`)).status).toBe(200);
  });

  it('stops cleanly when the terminal and npm both tell it', async () => {
    const first = await start();
    first.interrupt();
    expect(await first.stop(), first.log()).toBe(0);
    const again = await start();
    expect(again.log()).not.toContain('an earlier process left');
  });

  it('starts again after being killed', async () => {
    const first = await start();
    await first.kill();
    const again = await start();
    expect((await fetch(`${again.url}/readyz`)).status).toBe(200);
  });
});
