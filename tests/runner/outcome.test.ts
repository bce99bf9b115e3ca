// Tests that `N passed, N failed` counts every test that did not pass: a small suite fails in each possible way,
// vitest runs it, and the result is counted.
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Outcome, outcomeOfGuard, outcomeOfSuite } from 'tests/runner/outcome.ts';
import type { Recording } from 'tests/runner/Recorder.ts';
import { root } from 'tests/runner/steps.ts';

const START = `import { afterAll, beforeAll, describe, expect, it } from 'vitest';\n`;

/** Files that each fail in one way. */
const FILES: Readonly<Record<string, string>> = {
  good: `it('passes', () => {});`,
  fails: `it('passes', () => {}); it('fails', () => { expect(['a fault', 1]).toEqual([]); });`,
  import: `import './absent.ts'; it('is never collected', () => {});`,
  hook: `beforeAll(() => { throw new Error('no server'); }); it('one', () => {}); it('two', () => {});`,
  inner: `describe('a part', () => { beforeAll(() => { throw new Error('no browser'); }); it('one', () => {}); });
    it('beside it', () => {});`,
  after: `afterAll(() => { throw new Error('did not stop'); }); it('passes', () => {});`,
  skip: `it.skip('one', () => {}); it.runIf(false)('two', () => {}); it.todo('three'); it('four', ({ skip }) => skip('not here'));`,
  empty: ``,
  stray: `it('passes', () => { void Promise.reject(new Error('nobody waits')); });`,
  unsteady: `let tries = 0; it('passes at the second try', { retry: 1 }, () => { tries += 1; expect(tries).toBe(2); });`,
};

const RUN = `
  import { startVitest } from 'vitest/node';
  import { Recorder } from './tests/runner/Recorder.ts';
  const [, folder, record] = process.argv;
  const options = { root: folder, config: false, watch: false, include: ['*.fixture.ts'], reporters: [new Recorder(record)] };
  const vitest = await startVitest('test', [], options);
  await vitest.close();
`;

describe('the closing sum', () => {
  let folder: string;
  let outcome: Outcome;
  let code: number;

  beforeAll(async () => {
    mkdirSync(join(root, '.cache'), { recursive: true });
    folder = mkdtempSync(join(root, '.cache/fixture-'));
    for (const [name, text] of Object.entries(FILES)) writeFileSync(join(folder, `${name}.fixture.ts`), START + text);
    const record = join(folder, 'record.json');
    const args = ['--import', 'tsx', '--input-type=module', '-e', RUN, folder, record];
    const { VITEST: _outer, TEST_RECORD: _record, ...env } = process.env;
    code = await new Promise<number>((resolve) => {
      const child = execFile(process.execPath, args, { cwd: root, env });
      child.on('exit', (exit) => resolve(exit ?? 1));
    });
    outcome = outcomeOfSuite('fixture', code, JSON.parse(readFileSync(record, 'utf8')) as Recording);
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const failuresOf = (name: string): string[] =>
    outcome.failures.filter((each) => each.startsWith(`${name}.fixture.ts`));

  it('counts what passed', () => {
    expect(code).not.toBe(0);
    expect(outcome.passed).toBe(6);
  });

  it.each([
    ['fails', ['fails']],
    ['import', ['(outside its tests)']],
    ['hook', ['(outside its tests)', 'one', 'two']],
    ['inner', ['(outside its tests)', 'a part > one']],
    ['after', ['(outside its tests)']],
    ['skip', ['one', 'two', 'three', 'four']],
    ['empty', ['(outside its tests)']],
  ] as const)('counts and names each loss of the file "%s"', (name, titles) => {
    expect(failuresOf(name).map((each) => each.split('\n')[0])).toEqual(
      titles.map((title) => `${name}.fixture.ts: ${title}`),
    );
  });

  it('says why', () => {
    expect(failuresOf('hook').join('\n')).toContain('no server');
    expect(failuresOf('inner').join('\n')).toContain('no browser');
    expect(failuresOf('import').join('\n')).toContain('absent.ts');
    expect(failuresOf('skip').join('\n')).toContain('not here');
  });

  it('names the cause of each failure in its last line, with what an assertion received', () => {
    const lastLineOf = (name: string): string | undefined => failuresOf(name)[0]?.split('\n').at(-1);
    expect(lastLineOf('fails')).toMatch(/^  cause: .*to deeply equal.*; received .*"a fault", 1,/);
    expect(lastLineOf('hook')).toBe('  cause: no server');
    expect(lastLineOf('import')).toContain('absent.ts');
    expect(lastLineOf('skip')).toBe('  cause: It was not run.');
    const types = outcomeOfGuard('types', 1, 'starting\nsrc/a.ts(1,2): error TS1: no such name\nFound 1 problem\n');
    expect(types.failures[0]?.split('\n').at(-1)).toBe('  cause: src/a.ts(1,2): error TS1: no such name');
  });

  it('counts an error that belongs to no file', () => {
    const stray = outcome.failures.filter((each) => each.includes('nobody waits'));
    expect(stray).toHaveLength(1);
    expect(outcome.failed).toBe(outcome.failures.length);
  });

  it('tells what passed only at the second try, and that it passed', () => {
    expect(outcome.unsteady.map(({ test }) => test)).toEqual(['unsteady.fixture.ts: passes at the second try']);
    expect(failuresOf('unsteady')).toEqual([]);
  });

  it('counts a step that left no record, ran no file, or ended badly without a failed test', () => {
    const good = {
      path: 'a',
      seconds: 1,
      reasons: [],
      tests: [{ title: 'b', state: 'passed', seconds: 1, reasons: [] }],
    } as const;
    expect(outcomeOfSuite('pg', 0, undefined).failed).toBe(1);
    expect(outcomeOfSuite('pg', 0, { files: [], reasons: [] }).failed).toBe(1);
    expect(outcomeOfSuite('pg', 1, { files: [good], reasons: [] })).toMatchObject({ passed: 1, failed: 1 });
    expect(outcomeOfSuite('pg', 0, { files: [good], reasons: [] })).toMatchObject({ passed: 1, failed: 0 });
    expect(outcomeOfGuard('lint', 0, 'fine')).toMatchObject({ passed: 1, failed: 0 });
    expect(outcomeOfGuard('lint', 1, 'a finding').failures.join()).toContain('a finding');
  });
});
