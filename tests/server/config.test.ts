// Settings: what is taken, what stops the start, and that nothing secret is repeated in a complaint.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ConfigError, configFrom } from 'src/server/config.ts';

let dir = '';
const file = (content: string): string => {
  const path = join(dir, `${Math.random()}.json`);
  writeFileSync(path, content);
  return path;
};

beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), 'keeper-config-'));
});
afterAll(() => {
  rmSync(dir, { recursive: true });
});

describe('configFrom', () => {
  it('[CONN-06] stands by itself, with the defaults of the specification, frozen', () => {
    const config = configFrom({});
    expect(config).toMatchObject({
      port: 8080,
      host: 'localhost',
      databaseUrl: undefined,
      sample: true,
      samplePasswordMade: true,
      publicUrl: undefined,
    });
    expect(config.settings.site).toMatchObject({
      defaultBounds: [-141, 48, -53, 70],
      wsMaxMsgSize: 1_048_576,
      httpTimeout: 60_000,
      wsTimeout: 60_000,
    });
    expect(config.settings.site.colours.dark).toEqual({
      header: '#424242',
      primary: '#0F60B1',
      secondary: '#424242',
      accent: '#F9A825',
    });
    expect(config.samplePassword).toMatch(/^[a-z2-9]{14}$/);
    expect(Object.isFrozen(config.settings.limits.search)).toBe(true);
  });

  it('leaves the sample out of a database of somebody’s own, unless asked', () => {
    const DATABASE_URL = 'postgres://u:secret@db/keeper';
    expect(configFrom({ DATABASE_URL }).sample).toBe(false);
    expect(configFrom({ DATABASE_URL, SAMPLE: 'on' }).sample).toBe(true);
    expect(configFrom({ SAMPLE: 'off' }).sample).toBe(false);
    expect([configFrom({}).jobs, configFrom({ JOBS: 'off' }).jobs]).toEqual([true, false]);
  });

  it('lays the settings file over the defaults', () => {
    const SITE_CONFIG = file(
      '{"site":{"siteName":"Hill House","keyCaps":["Research"],"colours":{"light":{"primary":"#123456"}}},"limits":{"search":{"burst":3}}}',
    );
    const { site, limits } = configFrom({ SITE_CONFIG }).settings;
    expect(site).toMatchObject({ siteName: 'Hill House', keyCaps: ['Research'], subtitle: 'Community {product}' });
    expect(site.colours.light).toEqual({
      header: '#424242',
      primary: '#123456',
      secondary: '#424242',
      accent: '#FDD835',
    });
    expect(limits.search).toEqual({ perSecond: 10, burst: 3 });
  });

  it.each([
    [{ PORT: '80a' }, 'PORT is not a port number: 80a'],
    [{ PORT: '70000' }, 'PORT is not a port number: 70000'],
    [{ SAMPLE: 'yes' }, 'SAMPLE is neither on nor off: yes'],
    [{ JOBS: 'no' }, 'JOBS is neither on nor off: no'],
    [{ SAMPLE_PASSWORD: 'short' }, 'SAMPLE_PASSWORD is shorter than 10 characters'],
    [{ DATABASE_URL: 'mysql://u:secret@db' }, 'DATABASE_URL is not an address of the form postgres: or postgresql://…'],
    [{ PUBLIC_URL: 'keeper.test' }, 'PUBLIC_URL is not an address of the form http: or https://…'],
    [{ SITE_CONFIG: '/nowhere.json' }, 'SITE_CONFIG cannot be used: ENOENT'],
  ])('stops at %o with one sentence', (env, message) => {
    expect(() => configFrom(env)).toThrow(ConfigError);
    expect(() => configFrom(env)).toThrow(message);
  });

  it.each([
    ['[]', 'must be object'],
    ['{"sitename":"x"}', '/sitename is not a setting'],
    ['{"site":{"siteNam":"x"}}', '/site/siteNam is not a setting'],
    ['{"__proto__":{"x":1}}', '/__proto__ is not a setting'],
    ['{"site":{"siteName":7}}', '/site/siteName must be string'],
    ['{"site":{"defaultBounds":[1,2,3]}}', '/site/defaultBounds must NOT have fewer than 4 items'],
    ['{"site":{"colours":{"light":{"primary":"red"}}}}', '/site/colours/light/primary must match pattern'],
    ['{"limits":{"search":{"burst":0}}}', '/limits/search/burst must be > 0'],
    ['{"allowedOrigins":[7]}', '/allowedOrigins/0 must be string'],
  ])('refuses the settings file %s by the setting at fault', (content, message) => {
    expect(() => configFrom({ SITE_CONFIG: file(content) })).toThrow(message);
  });

  it('never repeats a password in a complaint', () => {
    try {
      configFrom({ DATABASE_URL: 'mysql://u:secret@db' });
      expect.unreachable();
    } catch (error) {
      expect(String(error)).not.toContain('secret');
    }
  });
});
