// Settings: valid ones, ones that prevent the start, and error messages that repeat no secret.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { originsOfBaseMaps } from 'src/server/baseMaps.ts';
import { ConfigError, configFrom } from 'src/server/config.ts';
import { pagePolicy } from 'src/server/http/securityHeaders.ts';

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
  it('[CONN-06] needs no settings, has the defaults of the specification, and is frozen', () => {
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

  it('loads no sample into an external database, unless configured', () => {
    const DATABASE_URL = 'postgres://u:secret@db/keeper';
    expect(configFrom({ DATABASE_URL }).sample).toBe(false);
    expect(configFrom({ DATABASE_URL, SAMPLE: 'on' }).sample).toBe(true);
    expect(configFrom({ SAMPLE: 'off' }).sample).toBe(false);
    expect([configFrom({}).jobs, configFrom({ JOBS: 'off' }).jobs]).toEqual([true, false]);
  });

  it('lays the settings file over the defaults', () => {
    const SITE_CONFIG = file(
      '{"site":{"siteName":"Hill House","keyCaps":["Research"],"colours":{"light":{"primary":"#123456"}}},"paper":"A4","limits":{"search":{"burst":3}}}',
    );
    const { site, limits, paper } = configFrom({ SITE_CONFIG }).settings;
    expect([paper, configFrom({}).settings.paper]).toEqual(['A4', 'LETTER']);
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
    [{ SAMPLE: 'yes' }, 'SAMPLE must be on or off, not yes'],
    [{ JOBS: 'no' }, 'JOBS must be on or off, not no'],
    [{ SAMPLE_PASSWORD: 'short' }, 'SAMPLE_PASSWORD is shorter than 10 characters'],
    [{ DATABASE_URL: 'mysql://u:secret@db' }, 'DATABASE_URL is not an address of the form postgres: or postgresql://…'],
    [{ PUBLIC_URL: 'keeper.test' }, 'PUBLIC_URL is not an address of the form http: or https://…'],
    [{ RETURN_LISTEN: '127.0.0.1:2525' }, 'RETURN_ADDRESS is required with RETURN_LISTEN'],
    [{ RETURN_ADDRESS: 'returned' }, 'RETURN_ADDRESS is not of the form returned@mail.example.org'],
    [{ RETURN_ADDRESS: 'r@example.org', RETURN_LISTEN: '2525' }, 'RETURN_LISTEN is not of the form 127.0.0.1:2525'],
    [{ RETURN_ADDRESS: 'r@example.org', RETURN_LISTEN: 'localhost:70000' }, 'RETURN_LISTEN is not of the form'],
    [{ RETURN_ADDRESS: 'r@example.org', RETURN_LISTEN: '[::1]:2525' }, 'RETURN_ADDRESS requires SMTP_URL'],
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
    ['{"timeZone":"Vancouver"}', '/timeZone is not a time zone such as America/Vancouver'],
  ])('refuses the settings file %s by the setting at fault', (content, message) => {
    expect(() => configFrom({ SITE_CONFIG: file(content) })).toThrow(message);
  });

  it('[EXPERIENCE] takes periods of the history of a community, and says which ends before it begins', () => {
    const withPeriods = (...periods: readonly object[]): string => file(JSON.stringify({ site: { periods } }));
    const periods = [
      { name: { en: 'Before the weir' }, to: 1819 },
      { name: { en: 'At the weir' }, from: 1820, to: 1820 },
    ];
    expect(configFrom({ SITE_CONFIG: withPeriods(...periods) }).settings.site.periods).toEqual(periods);
    expect(() => configFrom({ SITE_CONFIG: withPeriods({ name: { en: 'Late' }, from: 1900, to: 1899 }) })).toThrow(
      '/site/periods/0/to is before /from',
    );
  });

  const MAPS = [
    {
      name: 'Streets',
      kind: 'XYZ',
      url: 'https://{a-b}.tiles.test/{z}/{x}/{y}.png',
      attribution: 'Streets of the test',
    },
    {
      ...{ name: 'Survey', kind: 'WMTS', url: 'https://survey.test:8443/wmts?', attribution: 'The survey' },
      ...{ layer: 'topo', matrixSet: 'GoogleMapsCompatible', maxZoom: 17, dark: { url: 'https://night.test/wmts?' } },
    },
    { name: 'Aerial', kind: 'WMS', url: 'https://survey.test:8443/wms', attribution: 'The survey', layer: 'ortho' },
  ];
  const withMaps = (...maps: readonly object[]): string => file(JSON.stringify({ site: { baseMaps: maps } }));

  it('[SPAT-02] takes base maps, and lets the page show pictures of exactly their hosts', () => {
    const { baseMaps } = configFrom({ SITE_CONFIG: withMaps(...MAPS) }).settings.site;
    expect(baseMaps).toEqual(MAPS);
    const origins = originsOfBaseMaps(baseMaps);
    expect(origins).toEqual([
      ...['https://a.tiles.test', 'https://b.tiles.test', 'https://survey.test:8443', 'https://night.test'],
    ]);
    const before = pagePolicy().split('; ');
    expect(pagePolicy({ imageOrigins: origins }).split('; ')).toEqual(
      before.map((part) => (part.startsWith('img-src ') ? [part, ...origins].join(' ') : part)),
    );
    const plain = withMaps({ ...MAPS[0], url: 'http://tiles.test/{z}/{x}/{y}.png' });
    expect(configFrom({ SITE_CONFIG: plain }).settings.site.baseMaps).toHaveLength(1);
    expect(() => configFrom({ SITE_CONFIG: plain, PUBLIC_URL: 'https://keeper.test' })).toThrow(
      'a base map comes from http://tiles.test, which pages of https://keeper.test may not show',
    );
  });

  it.each([
    [{ kind: 'TMS' }, '/site/baseMaps/0/kind must be equal to one of the allowed values'],
    [{ attribution: '' }, '/site/baseMaps/0/attribution must NOT have fewer than 1 characters'],
    [{ key: 'x' }, '/site/baseMaps/0/key is not a setting'],
    [{ url: 'tiles.test/{z}/{x}/{y}' }, '/site/baseMaps/0/url is not an address of the form https://…'],
    [{ url: 'file:///etc/{z}/{x}/{y}' }, '/site/baseMaps/0/url is not an address of the form https://…'],
    [{ url: 'https://u:secret@tiles.test/{z}/{x}/{y}' }, '/site/baseMaps/0/url holds a password'],
    [{ url: 'https://{s}.tiles.test/{z}/{x}/{y}' }, '/site/baseMaps/0/url'],
    [{ url: 'https://tiles.test/{z}/{x}' }, '/site/baseMaps/0/url needs {z}, {x} and {y}'],
    [{ dark: { url: 'https://tiles.test/' } }, '/site/baseMaps/0/dark/url needs {z}, {x} and {y}'],
    [{ kind: 'WMS' }, '/site/baseMaps/0/layer is needed for WMS'],
    [{ kind: 'WMTS', layer: 'a' }, '/site/baseMaps/0/matrixSet is needed for WMTS'],
    [{ minZoom: 9, maxZoom: 8 }, '/site/baseMaps/0/minZoom is above maxZoom'],
    [{ attributionUrl: 'javascript:alert(1)' }, '/site/baseMaps/0/attributionUrl is not an address'],
    [{ name: ':none' }, '/site/baseMaps/0/name begins with a colon'],
    [{ kind: 'PMTILES_VECTOR' }, '/site/baseMaps/0/url is not the name of a file that ends in .pmtiles'],
    [{ kind: 'PMTILES_RASTER', url: '../files/a.pmtiles' }, '/site/baseMaps/0/url is not the name of a file'],
    [
      { kind: 'PMTILES_VECTOR', url: 'a.pmtiles', dark: { url: 'b.pmtiles' } },
      '/site/baseMaps/0/dark is not for PMTILES_VECTOR',
    ],
  ])('[SPAT-02] refuses a base map with %o by the member at fault', (wrong, message) => {
    const refuse = (): unknown => configFrom({ SITE_CONFIG: withMaps({ ...MAPS[0], ...wrong }) });
    expect(refuse).toThrow(message);
    expect(refuse).not.toThrow('secret');
  });

  it('[SPAT-02] refuses two base maps of one name', () => {
    expect(() => configFrom({ SITE_CONFIG: withMaps(MAPS[0] ?? {}, MAPS[0] ?? {}) })).toThrow(
      '/site/baseMaps/1/name is that of another base map',
    );
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
