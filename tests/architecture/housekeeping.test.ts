// Tests of conventions: names, headers, no barrels, no postponed work, a clean top level.
import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import ts from 'typescript';
import { filesIn, root, textOf, typescriptIn } from 'tests/architecture/sourceFiles.ts';

const product = typescriptIn(['src', 'codegen']);
const written = [...product, ...typescriptIn(['tests', 'stories', '.storybook'])];
// Files that are named for the program that runs them or for their role as an entry point, not for an export.
const entryPoints = /\/(main\.tsx?|worker\.ts|serviceWorker\.ts|extend\.ts)$|^src\/domain\/(server|client)\.ts$/;

const exportsOf = (path: string): string[] => {
  const file = ts.createSourceFile(path, textOf(path), ts.ScriptTarget.Latest, true);
  return file.statements.flatMap((statement) => {
    if (
      ts.isExportDeclaration(statement) &&
      statement.exportClause !== undefined &&
      ts.isNamedExports(statement.exportClause)
    ) {
      return statement.exportClause.elements.map((element) => element.name.text);
    }
    const exported =
      ts.canHaveModifiers(statement) &&
      ts.getModifiers(statement)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword);
    if (exported !== true) return [];
    if (ts.isVariableStatement(statement))
      return statement.declarationList.declarations.map(({ name }) => name.getText());
    const { name } = statement as ts.DeclarationStatement;
    return name === undefined ? [] : [name.getText()];
  });
};

/** Returns whole words without endings: `readItems` and `READ_ITEM` share two. */
const wordsOf = (name: string): string[] =>
  name
    .split(/_|(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/)
    .map((word) => word.toLowerCase().replace(/(ies|es|y|s|d|e)$/, ''));

// A small family may share a file (dates.ts with formatDate and formatTime) whose name shares a word with them; one file in
// twenty may have another collective name (frames, links).
const isSpelledAsAnExport = (path: string): boolean => {
  const file = (path.split('/').at(-1) ?? '').replace(/\.tsx?$/, '');
  const words = wordsOf(file);
  const names = exportsOf(path).map((name) => wordsOf(name));
  // Names with the same words match at any length: `dayMs` and `DAY_MS`.
  if (names.some((name) => name.join('_') === words.join('_'))) return true;
  return words.some((word) => word.length > 2 && names.some((name) => name.includes(word)));
};

const vague = /(Manager|Helper|Helpers|Util|Utils|Service|Common|Misc)\.tsx?$/;
const allowedTop = new Set([
  'package.json',
  'package-lock.json',
  'tsconfig.json',
  'vite.config.ts',
  'README.md',
  'LICENSE',
  'schemas',
  'codegen',
  'src',
  'stories',
  'tests',
  'docs',
]);

describe('housekeeping', () => {
  it('spells a file as its main export', () => {
    const named = product.filter((path) => !entryPoints.test(path) && !path.startsWith('src/domain/'));
    const collective = named.filter((path) => !isSpelledAsAnExport(path));
    expect(collective.length, collective.join('\n')).toBeLessThanOrEqual(named.length / 20);
  });

  it('gives no file a vague name', () => {
    expect(written.filter((path) => vague.test(path))).toEqual([]);
  });

  it('has no barrel', () => {
    expect(written.filter((path) => /\/index\.tsx?$/.test(path))).toEqual([]);
    expect(written.filter((path) => /^export \* /m.test(textOf(path)))).toEqual([]);
  });

  it('opens each file with what it is for', () => {
    expect(product.filter((path) => !/^(#!.*\n)?(\/\/ |\/\*)/.test(textOf(path)))).toEqual([]);
  });

  it('gives the stories of each file a note on use', () => {
    const stories = written.filter((path) => path.endsWith('.stories.tsx'));
    expect(stories.length).toBeGreaterThan(20);
    expect(stories.filter((path) => !/\busage:\s*['"]/.test(textOf(path)))).toEqual([]);
  });

  it('leaves nothing for later', () => {
    const later = new RegExp(
      `\\b(${['TO', 'FIX'].map((word) => (word === 'TO' ? 'TODO' : `${word}ME`)).join('|')})\\b`,
    );
    const self = 'tests/architecture/housekeeping.test.ts';
    const searched = [...written, ...filesIn('docs', 'schemas')].filter(
      (path) => path !== self && /\.(tsx?|md|json)$/.test(path),
    );
    expect(searched.filter((path) => later.test(textOf(path)))).toEqual([]);
  });

  it('keeps the top level to the plan', () => {
    // Reads .gitignore itself, because a machine that runs the tests may not have git.
    const ignored = textOf('.gitignore')
      .split('\n')
      .map((line) => line.replace(/\/$/, ''));
    const kept = readdirSync(root).filter(
      (name) => !name.startsWith('.') && !ignored.includes(name) && !name.endsWith('.log'),
    );
    expect(kept.filter((name) => !allowedTop.has(name))).toEqual([]);
  });

  it('runs every file that looks like a test', () => {
    const looksLikeTest = /\.(test|spec|e2e)\.\w+$|\.(pg|dom)\.\w+$/;
    const isRun = /^tests\/(?:.*\.test\.ts|.*\.dom\.test\.tsx|e2e\/.*\.e2e\.ts|stories\/[^/]*\.e2e\.ts)$/;
    expect(written.filter((path) => looksLikeTest.test(path) && !isRun.test(path))).toEqual([]);
  });

  it('writes no machine path into the product', () => {
    const paths = new RegExp(['/work', '/main'].join('') + '|' + ['/tmp', '/kk'].join(''));
    expect([...written, ...filesIn('docs', 'schemas')].filter((path) => paths.test(textOf(path)))).toEqual([]);
  });
});
