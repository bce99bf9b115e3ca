// Follows docs/ADD-AN-ITEM-TYPE.md literally in a copy of the repository: creates a type, compiles, checks, and removes it again.

import { execFile } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { testServer } from 'tests/server/harness/testServer.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const LEFT_OUT = new Set(['.git', '.cache', 'node_modules', 'dist', 'storybook-static', 'data']);
mkdirSync(join(root, '.cache'), { recursive: true });
const copy = mkdtempSync(join(root, '.cache/guide-'));
const page = readFileSync(join(root, 'docs/ADD-AN-ITEM-TYPE.md'), 'utf8');
const EXAMPLE = /# npm run new-type (\w+) (\w+)/.exec(page) ?? [];
const [, AREA = '', TYPE = ''] = EXAMPLE;

/** Returns the commands in the section of the page with this number. */
const commandsOf = (section: number): string[] => {
  const text = page.split(new RegExp(`^## ${section}\\. `, 'm'))[1]?.split(/^## /m)[0] ?? '';
  const block = /```sh\n([^]*?)```/.exec(text)?.[1] ?? '';
  return block
    .split('\n')
    .map((line) => line.replace(/#.*$/, '').trim())
    .filter((line) => line !== '');
};

const run = async (command: string): Promise<{ readonly code: number; readonly text: string }> => {
  const { VITEST: _, VITEST_POOL_ID: __, VITEST_WORKER_ID: ___, ...outer } = process.env;
  // The suites of the copy test only the new type, completely.
  const { TEST_PART: ____, SWEEP_RECORD: _____, ...inherited } = outer;
  const { connectionString, host = '', user = '', database = '' } = testServer();
  // The suites of the copy use the running PostgreSQL.
  const DATABASE_URL = connectionString ?? `postgresql://${user}@${encodeURIComponent(host)}/${database}`;
  const env = { ...inherited, DATABASE_URL };
  try {
    const { stdout, stderr } = await promisify(execFile)('sh', ['-c', command], { cwd: copy, env, maxBuffer: 2 ** 26 });
    return { code: 0, text: stdout + stderr };
  } catch (error) {
    const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string };
    return { code, text: stdout + stderr };
  }
};
const succeeds = async (command: string): Promise<string> => {
  const { code, text } = await run(command);
  expect({ command, code, text: code === 0 ? '' : text.slice(-4000) }).toEqual({ command, code: 0, text: '' });
  return text;
};

beforeAll(() => {
  for (const name of readdirSync(root).filter((each) => !LEFT_OUT.has(each)))
    cpSync(join(root, name), join(copy, name), { recursive: true });
  // The formatter skips files that the surrounding repository ignores, such as the folder of the copy.
  mkdirSync(join(copy, '.git'));
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
  // The cached compiler state of the repository is valid for its copy.
  const known = join(root, '.cache/tsc');
  if (existsSync(known)) cpSync(known, join(copy, '.cache/tsc'), { recursive: true });
});
afterAll(() => rmSync(copy, { recursive: true, force: true }));

/** Time limit in milliseconds: the test runs a compiler and two suites, which are slow on a slow machine. */
const PATIENCE_MS = 600_000;

it('starts, compiles and checks a new type by the commands of the page', { timeout: PATIENCE_MS }, async () => {
  const [start = ''] = commandsOf(1);
  await succeeds(start.replace('<area>', AREA).replace('<Type>', TYPE));
  const commands = commandsOf(7).filter((command) => command !== 'npm test' && command !== 'npm start');
  expect(commands).toEqual([
    'npm run gen',
    'npx oxfmt schemas/<area>',
    'npm run typecheck',
    'npm run test:type -- <Type>',
  ]);
  for (const command of commands) {
    const text = await succeeds(command.replace('<area>', AREA).replace('<Type>', TYPE));
    if (command.includes('test:type')) expect(text).toMatch(/Tests .*\d+ passed/);
  }
  expect(readFileSync(join(copy, 'docs/ACCESS.md'), 'utf8')).toContain(`(${TYPE})`);
  const { declaredStories } = (await import(join(root, '.storybook/declaredStories.ts'))) as {
    declaredStories: {
      createIndex(path: string): Promise<readonly { readonly title: string; readonly name: string }[]>;
    };
  };
  const stories = await declaredStories.createIndex(join(copy, `schemas/${AREA}/area.json`));
  const ofType = stories.filter(({ title }) => title === `types/${AREA}/${TYPE}`);
  expect(ofType.map(({ name }) => name)).toEqual(['Displays', 'Declaration', 'Page', 'Forms', 'States']);
});

it('takes it out again by the steps of the page, and nothing is left', { timeout: PATIENCE_MS }, async () => {
  for (const kind of ['schema', 'view', 'server']) rmSync(join(copy, `schemas/${AREA}/${TYPE}.${kind}.json`));
  for (const name of ['area.json', 'messages.en.json']) {
    const path = join(copy, `schemas/${AREA}/${name}`);
    const text = readFileSync(path, 'utf8')
      .replace(`, "${TYPE}"`, '')
      .replace(new RegExp(`,\\s*"types\\.${TYPE}\\.\\w+": "[^"]*"`, 'g'), '');
    writeFileSync(path, text);
    expect(JSON.parse(text)).toEqual(JSON.parse(readFileSync(join(root, `schemas/${AREA}/${name}`), 'utf8')));
  }
  await succeeds('npm run gen');
  for (const path of ['src/generated/registry.server.ts', 'docs/ACCESS.md'])
    expect(readFileSync(join(copy, path), 'utf8')).toBe(readFileSync(join(root, path), 'utf8'));
});
