// Base maps in files: listed by themselves, served by ranges, and nothing else of the disk.

import { mkdir, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pmtilesArchive } from 'src/domain/sample/ground/pmtilesArchive.server.ts';
import { openWorld, type TestServer, type World } from 'tests/server/routes/openWorld.ts';

const ARCHIVE = pmtilesArchive([{ z: 0, x: 0, y: 0, content: gzipSync('a tile') }], {
  ...{ bounds: [-140, 50, -139, 51] as const, minZoom: 0, maxZoom: 9 },
  metadata: { name: 'The inlet', attribution: '<a href="https://maps.test/copyright">&copy; Maps</a> of the test' },
});

let world: World;
let server: TestServer;
let path = '';

const ask = (headers: Record<string, string> = {}, query = '', method = 'GET'): Promise<Response> =>
  fetch(`${server.url}/basemaps/inlet.pmtiles${query}`, { headers, method });

beforeAll(async () => {
  world = await openWorld();
  const folder = join(world.dataDir, 'basemaps');
  await mkdir(folder);
  path = join(folder, 'inlet.pmtiles');
  await writeFile(path, ARCHIVE);
  await writeFile(join(folder, 'broken.pmtiles'), 'not an archive');
  await writeFile(join(folder, 'secret.txt'), 'secret');
  await writeFile(join(world.dataDir, 'outside.pmtiles'), ARCHIVE);
  server = await world.second();
});
afterAll(async () => {
  await world.stop();
});

interface PageMap {
  readonly name: string;
  readonly url: string;
}

const mapsOfPage = async (): Promise<readonly PageMap[]> => {
  const html = await (await fetch(`${server.url}/`)).text();
  const [, json = '{}'] = /id="site-configuration">([^<]*)</.exec(html) ?? [];
  return (JSON.parse(json) as { readonly baseMaps: readonly PageMap[] }).baseMaps;
};

describe('base maps in files', () => {
  it('[SPAT-02] are in the page with their name, source and area, and no other host is allowed for them', async () => {
    const maps = await mapsOfPage();
    expect(maps).toEqual([
      {
        ...{
          name: 'The inlet',
          kind: 'PMTILES_VECTOR',
          url: expect.stringMatching(/^\/basemaps\/inlet\.pmtiles\?v=/) as string,
        },
        ...{ attribution: '© Maps of the test', attributionUrl: 'https://maps.test/copyright' },
        ...{ bounds: [-140, 50, -139, 51], minZoom: 0, maxZoom: 9 },
      },
    ]);
    const policy = (await fetch(`${server.url}/`)).headers.get('content-security-policy') ?? '';
    expect(policy).not.toContain('maps.test');
    expect(world.log.join('\n')).toContain('a base map cannot be used');
  });

  it('[SPAT-02] are sent by ranges to everyone, with a tag', async () => {
    const whole = await ask();
    expect([whole.status, whole.headers.get('accept-ranges')]).toEqual([200, 'bytes']);
    expect(whole.headers.get('content-type')).toBe('application/vnd.pmtiles');
    expect(Buffer.from(await whole.arrayBuffer()).equals(ARCHIVE)).toBe(true);
    const part = await ask({ range: 'bytes=0-6' });
    expect([part.status, part.headers.get('content-range')]).toEqual([206, `bytes 0-6/${ARCHIVE.length}`]);
    expect(await part.text()).toBe('PMTiles');
    const last = await ask({ range: 'bytes=-5' });
    expect(Buffer.from(await last.arrayBuffer()).equals(ARCHIVE.subarray(-5))).toBe(true);
    const beyond = await ask({ range: `bytes=${ARCHIVE.length}-` });
    expect([beyond.status, beyond.headers.get('content-range')]).toEqual([416, `bytes */${ARCHIVE.length}`]);
    const tag = whole.headers.get('etag') ?? '';
    expect(tag).toMatch(/^"[\w-]{16}"$/);
    expect((await ask({ 'if-none-match': tag })).status).toBe(304);
    expect((await ask({ range: 'bytes=0-6', 'if-range': '"other"' })).status).toBe(200);
    const head = await ask({}, '', 'HEAD');
    expect([head.status, head.headers.get('content-length')]).toEqual([200, String(ARCHIVE.length)]);
  });

  it('[SPAT-02] are kept by browsers under the address of their version, until the file changes', async () => {
    const [map] = await mapsOfPage();
    const kept = await fetch(`${server.url}${map?.url ?? ''}`);
    expect(kept.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect((await ask()).headers.get('cache-control')).toBe('no-cache');
    const before = (await ask()).headers.get('etag');
    await utimes(path, new Date(), new Date(Date.now() + 5_000));
    const changed = await fetch(`${server.url}${map?.url ?? ''}`);
    expect(changed.headers.get('etag')).not.toBe(before);
    expect(changed.headers.get('cache-control')).toBe('no-cache');
  });

  it.each(['broken.pmtiles', 'secret.txt', 'none.pmtiles', '..%2Foutside.pmtiles', '%2e%2e%2foutside.pmtiles', ''])(
    '[SPAT-02] are the only files at their address: not “%s”',
    async (name) => {
      expect((await fetch(`${server.url}/basemaps/${name}`)).status).toBe(404);
    },
  );
});
