// Tests that no test waits for a fixed time. Tests wait for an event instead: an answer, a row, a state of the page. A time that is
// long enough on a quiet machine is too short on a busy one, and it makes every run slower.
import ts from 'typescript';
import { expect, it } from 'vitest';
import { textOf, typescriptIn } from 'tests/architecture/sourceFiles.ts';

/** Pauses between two checks of another process that reports no event: whether it listens, has ended, or has received a part. */
const POLLS: Readonly<Record<string, number>> = {
  'tests/e2e/harness/globalSetup.ts': 1,
  'tests/e2e/harness/largeFile.ts': 3,
  'tests/e2e/harness/startServer.ts': 2,
  'tests/runner/leftovers.ts': 1,
};

/** Pauses that are part of the case itself, such as the moment at which a server is killed or the delay of a tooltip, by the number of them. */
const DURATIONS: Readonly<Record<string, number>> = {
  'tests/e2e/touch.e2e.ts': 1,
  'tests/product/exchangeKilled.pg.test.ts': 1,
  'tests/product/fieldKilled.pg.test.ts': 1,
  'tests/product/fieldSending.pg.test.ts': 3,
  'tests/product/killed.pg.test.ts': 1,
  'tests/product/openRosaKilled.pg.test.ts': 1,
  'tests/server/harness/toyDomain.ts': 1,
};

const isTimer = (node: ts.Node): boolean =>
  ts.isCallExpression(node) && /(^|\.)(setTimeout|waitForTimeout)$/.test(node.expression.getText());

/** Names under which the file imports timers that return promises. */
const promisedTimers = (source: ts.SourceFile): Set<string> => {
  const names = new Set<string>();
  for (const statement of source.statements) {
    if (!ts.isImportDeclaration(statement)) continue;
    if ((statement.moduleSpecifier as ts.StringLiteral).text !== 'node:timers/promises') continue;
    const bindings = statement.importClause?.namedBindings;
    if (bindings && ts.isNamedImports(bindings)) for (const { name } of bindings.elements) names.add(name.text);
  }
  return names;
};

/** True for a promise that only a timer resolves: `new Promise((resolve) => setTimeout(resolve, 20))`. */
const isPromiseOfTimer = (node: ts.Node): boolean => {
  if (!ts.isNewExpression(node) || node.expression.getText() !== 'Promise') return false;
  const [executor] = node.arguments ?? [];
  if (!executor || !ts.isArrowFunction(executor)) return false;
  const { body } = executor;
  if (!ts.isBlock(body)) return isTimer(body);
  const [only, ...more] = body.statements;
  return more.length === 0 && only !== undefined && ts.isExpressionStatement(only) && isTimer(only.expression);
};

const sleepsIn = (path: string, text: string): number => {
  if (!/setTimeout|waitForTimeout|timers\/promises/.test(text)) return 0;
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const promised = promisedTimers(source);
  let count = 0;
  const visit = (node: ts.Node): void => {
    const isPromised =
      ts.isCallExpression(node) && ts.isIdentifier(node.expression) && promised.has(node.expression.text);
    const isPageTimer = ts.isCallExpression(node) && node.expression.getText().endsWith('.waitForTimeout');
    if (isPromised || isPageTimer || isPromiseOfTimer(node)) count += 1;
    ts.forEachChild(node, visit);
  };
  visit(source);
  return count;
};

it('finds a sleep in each of its forms, and no timer that limits a wait', () => {
  const count = (text: string): number => sleepsIn('a.test.ts', text);
  expect(count(`await new Promise((resolve) => setTimeout(resolve, 20));`)).toBe(1);
  expect(count(`await new Promise((done) => { setTimeout(done, 20); });`)).toBe(1);
  expect(count(`import { setTimeout as pause } from 'node:timers/promises'; await pause(20);`)).toBe(1);
  expect(count(`await page.waitForTimeout(500);`)).toBe(1);
  expect(count(`const late = setTimeout(() => reject(new Error('too late')), 20_000); clearTimeout(late);`)).toBe(0);
  expect(
    count(`await new Promise((resolve, reject) => { server.once('end', resolve); setTimeout(reject, 9); });`),
  ).toBe(0);
});

it('has no test that waits for a time', () => {
  const paths = typescriptIn(['tests']).filter(
    (path) => !path.startsWith('tests/bench/') && !/\/drill\w+\.ts$/.test(path),
  );
  const found = paths.map((path) => [path, sleepsIn(path, textOf(path))] as const).filter(([, count]) => count > 0);
  const allowed = { ...POLLS, ...DURATIONS };
  const more = found.filter(([path, count]) => count > (allowed[path] ?? 0));
  expect(more, 'wait for the event instead').toEqual([]);
  const stale = Object.keys(allowed).filter((path) => (allowed[path] ?? 0) > (Object.fromEntries(found)[path] ?? 0));
  expect(stale, 'lower the numbers of these files').toEqual([]);
});
