// Names are the words of the field: a private word that once stood in the code does not come back. Each is listed with the
// standard word to use instead; docs/GLOSSARY.md says what our own words mean.
import { basename } from 'node:path';
import { expect, it } from 'vitest';
import ts from 'typescript';
import { textOf, typescriptIn } from 'tests/architecture/sourceFiles.ts';

const STANDARD: Readonly<Record<string, string>> = {
  ancestry: 'merge base',
  apart: 'restricted',
  book: 'interner',
  door: 'route or handler',
  doors: 'routes or handlers',
  drawn: 'indexed',
  finding: 'diagnostic',
  findings: 'diagnostics',
  hear: 'receive',
  heard: 'received',
  judge: 'validate',
  judged: 'validated',
  judgement: 'validation',
  keeper: 'store or manager',
  lowered: 'resolved schema',
  news: 'change event',
  outlive: 'expire',
  redraw: 'reindex',
  redrawn: 'reindexed',
  reshape: 'schema migration',
  room: 'service',
  rooms: 'services',
  shelf: 'storage',
  shelved: 'stored',
  sight: 'view',
  stamp: 'write metadata',
  surroundings: 'environment',
  tell: 'notify, publish or report',
  teller: 'reporter',
  telling: 'publishing',
  told: 'notified, published or reported',
  unserved: 'unsupported',
  unstored: 'pending',
};

/** On the client a gate is the specification's word for a check before saving or closing. */
const SERVER_ONLY: Readonly<Record<string, string>> = { gate: 'read filter', gates: 'read filters' };

const wordsOf = (name: string): string[] =>
  name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .split(/[ _$#]+/)
    .map((word) => word.toLowerCase());

const identifiersOf = (path: string): Set<string> => {
  const names = new Set<string>();
  const kind = path.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node) || ts.isPrivateIdentifier(node)) names.add(node.text);
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(path, textOf(path), ts.ScriptTarget.Latest, true, kind));
  return names;
};

const privateWordsIn = (path: string): string[] => {
  const banned = path.startsWith('src/client/') ? STANDARD : { ...STANDARD, ...SERVER_ONLY };
  const fileName = basename(path).replace(/\..*$/, '');
  return [...identifiersOf(path), fileName].flatMap((name) =>
    wordsOf(name).flatMap((word) => {
      const standard = Object.hasOwn(banned, word) ? banned[word] : undefined;
      return standard === undefined ? [] : [`${path}: ${name} (for "${word}" write ${standard})`];
    }),
  );
};

const product = typescriptIn(['src', 'codegen']);

it('uses the standard word in every name', () => {
  expect(product.flatMap(privateWordsIn)).toEqual([]);
});

it('notices a private word in any form of a name', () => {
  expect(
    ['createRooms', 'ITEM_DOOR', '#shelf', 'isTold'].map((name) => wordsOf(name).some((word) => word in STANDARD)),
  ).toEqual([true, true, true, true]);
});

it('gives no two files one name', () => {
  const names = product.map((path) => basename(path).toLowerCase());
  const entries = new Set(['main.ts', 'main.tsx', 'extend.ts', 'client.ts']);
  expect(names.filter((name, at) => !entries.has(name) && names.indexOf(name) !== at)).toEqual([]);
});
