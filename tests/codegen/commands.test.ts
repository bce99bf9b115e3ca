// The commands as a developer runs them, on a copy of the toy world: gen, gen --check, gen --release, new-type.
import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { genWorld, run as runCommand, watchGen } from 'codegen/commands.ts';
import { worldAt } from 'codegen/World.ts';
import { seededRandom } from 'src/base/seededRandom.ts';
import { declaredRecipes } from 'src/domain/sample/declaredRecipes.ts';
import { GROUND_BOUNDS } from 'src/domain/sample/ground/sampleTerrain.ts';
import { cookAll } from 'src/domain/sample/recipes.ts';
import type { Json } from 'src/model/item/Item.ts';
import type { ServerRegistry } from 'src/model/schema/Registry.ts';
import type { TypeFixture } from 'src/model/schema/TypeFixture.ts';
import { root } from 'tests/codegen/toyWorld.ts';

interface Ran {
  readonly code: number;
  readonly text: string;
}

/** Runs in this process, because a process takes seconds to start. Only the last test starts one. */
const run = async (...args: string[]): Promise<Ran> => {
  let text = '';
  const listen = (chunk: string | Uint8Array): boolean => {
    text += String(chunk);
    return true;
  };
  const spies = [process.stdout, process.stderr].map((stream) => vi.spyOn(stream, 'write').mockImplementation(listen));
  try {
    return { code: await runCommand(args), text };
  } finally {
    for (const spy of spies) spy.mockRestore();
  }
};

// The folder is inside the repository because a world must be. Other tests ignore .cache.
mkdirSync(join(root, '.cache'), { recursive: true });
const folder = mkdtempSync(join(root, '.cache/world-'));
const world = relative(root, folder);
const inWorld = (path: string): string => join(folder, path);
const edit = (path: string, change: (text: string) => string): void =>
  writeFileSync(inWorld(path), change(readFileSync(inWorld(path), 'utf8')));

beforeAll(() => cpSync(join(root, 'tests/toy/schemas'), inWorld('schemas'), { recursive: true }));
afterAll(() => rmSync(folder, { recursive: true }));

type Fixtures = Readonly<Record<string, TypeFixture>>;

/** Expects of the sample of a new type: dates over years, places within the invented land, every state, different pictures. */
const expectVariedSample = async (type: string): Promise<void> => {
  const { registry } = (await import(inWorld('generated/registry.server.ts'))) as { registry: ServerRegistry };
  const { fixtures } = (await import(inWorld('generated/fixtures.ts'))) as { fixtures: Fixtures };
  const recipe = declaredRecipes(registry, (name) => name === registry.ownerType, fixtures)[type];
  const context = { random: seededRandom(3), all: () => ['@one', '@two'], made: {} };
  const sample = Array.from({ length: recipe?.count ?? 0 }, (_, turn) =>
    cookAll(recipe?.properties ?? {}, { ...context, turn }),
  );
  const valuesOf = (name: string): Json[] => sample.flatMap((item) => item[name] ?? []);
  const states = registry.types[type]?.properties['state']?.values ?? [];
  expect(states.length).toBeGreaterThan(1);
  expect(new Set(valuesOf('state'))).toEqual(new Set(states));
  expect(new Set(valuesOf('date').map((date) => String(date).slice(0, 4))).size).toBeGreaterThan(3);
  const places = valuesOf('place').map((place) => (place as { coordinates: [number, number] }).coordinates);
  const [west, south, east, north] = GROUND_BOUNDS;
  for (const [x, y] of places) expect(x > west && x < east && y > south && y < north, `${x}, ${y}`).toBe(true);
  for (const axis of [0, 1] as const) {
    const along = places.map((place) => place[axis]);
    expect(Math.max(...along) - Math.min(...along)).toBeGreaterThan(0.1);
  }
  const pictures = sample.map(({ photos }) => JSON.stringify(photos));
  expect(new Set(pictures).size).toBeGreaterThan(sample.length - 3);
  expect(new Set(valuesOf('amount')).size).toBeGreaterThan(5);
};

describe('commands', { timeout: 60_000 }, () => {
  it('compile a world, write again what is missing or was changed, and remove what is no longer generated', async () => {
    expect(await run('gen', '--root', world)).toMatchObject({ code: 0 });
    expect((await run('gen', '--check', '--root', world)).text).toContain('up to date');
    const types = readFileSync(inWorld('generated/types.ts'), 'utf8');
    edit('generated/types.ts', (text) => `${text}\n`);
    writeFileSync(inWorld('generated/forms/Leftover.ts'), 'export {};\n');
    rmSync(inWorld('generated/fixtures.ts'));
    expect((await run('gen', '--check', '--root', world)).text).toContain('3 files written');
    expect(readFileSync(inWorld('generated/types.ts'), 'utf8')).toBe(types);
  });

  it('leave a committed output as it is and fail the check where it is stale', async () => {
    const path = 'generated/types.ts';
    const committed = { ...worldAt(root, world), committed: [`${world}/${path}`] };
    edit(path, (text) => `${text}\n`);
    const stale = readFileSync(inWorld(path), 'utf8');
    const stderr = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    const stdout = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
    try {
      expect(await genWorld(committed, { check: true, derived: false, release: false })).toBe(false);
      expect(String(stderr.mock.calls[0]?.[0])).toContain(path);
      expect(await genWorld(committed, { check: false, derived: true, release: false })).toBe(true);
      expect(readFileSync(inWorld(path), 'utf8')).toBe(stale);
    } finally {
      stderr.mockRestore();
      stdout.mockRestore();
    }
    expect(await run('gen', '--root', world)).toMatchObject({ code: 0 });
    expect(readFileSync(inWorld(path), 'utf8')).not.toBe(stale);
  });

  it('compile again whenever a declaration is saved', async () => {
    const stdout = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
    const stop = watchGen(['--root', world]);
    const words = (): string => readFileSync(inWorld('generated/messages.en.json'), 'utf8');
    const before = words();
    try {
      for (const [from, to] of [
        ['"Library"', '"Reading room"'],
        ['"Reading room"', '"Library"'],
      ] as const) {
        edit('schemas/library/messages.en.json', (text) => text.replace(from, to));
        await expect.poll(() => words().includes(`"areas.library": ${to}`), { timeout: 30_000 }).toBe(true);
      }
      expect(words()).toBe(before);
    } finally {
      stop();
      stdout.mockRestore();
    }
  });

  it('write nothing where a declaration is wrong, and say where', async () => {
    const before = readFileSync(inWorld('schemas/library/Book.view.json'), 'utf8');
    edit('schemas/library/Book.view.json', (text) => text.replace('"path": "state"', '"path": "stat"'));
    const { code, text } = await run('gen', '--root', world);
    expect(code).toBe(1);
    expect(text).toContain('Book.view.json#/facets/0: stat is no property of Book');
    writeFileSync(inWorld('schemas/library/Book.view.json'), before);
    expect(await run('gen', '--check', '--root', world)).toMatchObject({ code: 0 });
  });

  it('start a type that compiles as it is, with the next free number, and can be taken out again', async () => {
    const kept = ['area.json', 'messages.en.json'].map((name) => ({
      name,
      text: readFileSync(inWorld(`schemas/library/${name}`), 'utf8'),
    }));
    expect(await run('new-type', 'library', 'SheetMusic', '--root', world)).toMatchObject({ code: 0 });
    expect(await run('gen', '--root', world)).toMatchObject({ code: 0 });
    const registry = readFileSync(inWorld('generated/registry.client.ts'), 'utf8');
    expect(registry).toContain('"SheetMusic": {"name":"SheetMusic","number":106,"area":"library"');
    expect(readFileSync(inWorld('generated/messages.en.json'), 'utf8')).toContain(
      '"types.SheetMusic.plural": "Sheet musics"',
    );
    for (const kind of ['schema', 'view', 'server']) rmSync(inWorld(`schemas/library/SheetMusic.${kind}.json`));
    for (const { name, text } of kept) writeFileSync(inWorld(`schemas/library/${name}`), text);
    const after = await run('gen', '--root', world);
    expect(after.text).not.toContain('finding');
    expect(readFileSync(inWorld('generated/registry.client.ts'), 'utf8')).toBe(
      readFileSync(join(root, 'tests/toy/generated/registry.client.ts'), 'utf8'),
    );
  });

  it('take buckets from the area that uses them, and name the line where a file is no JSON', async () => {
    const view = readFileSync(inWorld('schemas/library/Book.view.json'), 'utf8');
    const buckets = {
      heavy: {
        unit: 'number',
        buckets: [
          { key: 'light', to: 100 },
          { key: 'heavy', from: 100 },
        ],
      },
    };
    writeFileSync(inWorld('schemas/library/buckets.json'), JSON.stringify({ buckets }));
    edit('schemas/library/Book.view.json', (text) =>
      text.replace('"facets": [', '"facets": [{ "path": "weight", "kind": "RANGE", "buckets": "heavy" },'),
    );
    expect(await run('gen', '--root', world)).toMatchObject({ code: 0 });
    expect(readFileSync(inWorld('generated/registry.client.ts'), 'utf8')).toContain('"heavy": {"key":"heavy"');
    const engines = { created: buckets.heavy };
    writeFileSync(inWorld('schemas/library/buckets.json'), JSON.stringify({ buckets: { ...buckets, ...engines } }));
    const twice = await run('gen', '--root', world);
    expect(twice.text).toContain('created is declared in schemas/engine/buckets.json already');
    writeFileSync(inWorld('schemas/library/buckets.json'), '{\n  "buckets": }\n');
    const broken = await run('gen', '--root', world);
    expect(broken.text).toContain('library/buckets.json: is no JSON: Unexpected token');
    expect(broken.text).toMatch(/ in line 2, column 14$/mu);
    rmSync(inWorld('schemas/library/buckets.json'));
    writeFileSync(inWorld('schemas/library/Book.view.json'), view);
    expect(await run('gen', '--root', world)).toMatchObject({ code: 0 });
  });

  it('create an area and a set of buckets with a type', async () => {
    const whole = ['--new-area', '--full', '--buckets', 'catchSize', '--root', world];
    expect(await run('new-type', 'fisheries', 'Weir', ...whole)).toMatchObject({ code: 0 });
    expect(await run('gen', '--root', world)).toMatchObject({ code: 0 });
    const declared = readFileSync(inWorld('generated/registry.client.ts'), 'utf8');
    expect(declared).toContain('"Weir": {"name":"Weir"');
    expect(declared).toContain('"buckets":"catchSize"');
    await expectVariedSample('Weir');
    expect((await run('new-type', 'fisheries', 'Trap', '--new-area', '--root', world)).text).toContain(
      'there is an area fisheries already',
    );
    expect((await run('new-type', 'library', 'Trap', '--buckets', 'catchSize', '--root', world)).text).toContain(
      'there is a set of buckets catchSize already',
    );
    rmSync(inWorld('schemas/fisheries'), { recursive: true });
    expect(await run('gen', '--root', world)).toMatchObject({ code: 0 });
  });

  it('refuse a type that exists, an area that does not, and a name that is none', async () => {
    expect((await run('new-type', 'library', 'Book', '--root', world)).text).toContain('there is a type Book already');
    expect((await run('new-type', 'zoo', 'Lion', '--root', world)).text).toContain('zoo is no area; there are library');
    expect((await run('new-type', 'library', 'sheet-music', '--root', world)).text).toContain('must be written like');
  });

  it('remember a release and fail the check on what vanished since, until a migration says where it went', async () => {
    expect(await run('gen', '--release', '--root', world)).toMatchObject({ code: 0 });
    const before = readFileSync(inWorld('schemas/library/Book.schema.json'), 'utf8');
    const server = readFileSync(inWorld('schemas/library/Book.server.json'), 'utf8');
    edit('schemas/library/Book.schema.json', (text) => text.replace('"weight"', '"mass"'));
    edit('schemas/library/Book.view.json', (text) => text.replace('"weight"', '"mass"'));
    await run('gen', '--root', world);
    const { code, text } = await run('gen', '--check', '--root', world);
    expect(code).toBe(1);
    expect(text).toContain('weight has vanished');
    edit('schemas/library/Book.server.json', (json) =>
      json.replace('"access"', '"migrate": [{ "op": "rename", "from": "weight", "to": "mass" }], "access"'),
    );
    await run('gen', '--root', world);
    expect(await run('gen', '--check', '--root', world)).toMatchObject({ code: 0 });
    writeFileSync(inWorld('schemas/library/Book.server.json'), server);
    writeFileSync(inWorld('schemas/library/Book.schema.json'), before);
  });

  it('run as a program, which ends with their code', async () => {
    const tsx = join(root, 'node_modules/tsx/dist/cli.mjs');
    const ran = promisify(execFile)(process.execPath, [tsx, 'codegen/main.ts', 'bake'], { cwd: root });
    await expect(ran).rejects.toMatchObject({ code: 2, stderr: expect.stringContaining('usage: gen') });
  });
});
