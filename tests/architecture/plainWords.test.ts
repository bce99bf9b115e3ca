// Tests that names use the standard words of the field. Private words that the code used before must not return; each is listed with the
// standard word to use instead. docs/GLOSSARY.md defines the project's own words.
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
  era: 'generation',
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
  plainest: 'what it leaves out',
  redraw: 'reindex',
  redrawn: 'reindexed',
  reshape: 'schema migration',
  room: 'service',
  rooms: 'services',
  shelf: 'storage',
  shelved: 'stored',
  sight: 'view',
  stamp: 'write metadata',
  strangers: 'unknown',
  surroundings: 'environment',
  tell: 'notify, publish or report',
  teller: 'reporter',
  telling: 'publishing',
  told: 'notified, published or reported',
  turns: 'semaphore or serial queue',
  unserved: 'unsupported',
  unstored: 'pending',
};

/** On the client, a gate is the specification's word for a check before saving or closing. */
const SERVER_ONLY: Readonly<Record<string, string>> = { gate: 'read filter', gates: 'read filters' };

/** Words that have a private meaning in nearly all comments. */
const IN_COMMENTS = /\b(told|telling|hears|heard|judges?|judged|judgements?|lowered|findings|rooms?|doors?)\b/gi;

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
  const isClient = path.startsWith('src/client/') || /\.client\.tsx?$/u.test(path);
  const banned = isClient ? STANDARD : { ...STANDARD, ...SERVER_ONLY };
  const fileName = basename(path).replace(/\..*$/, '');
  return [...identifiersOf(path), fileName].flatMap((name) =>
    wordsOf(name).flatMap((word) => {
      const standard = Object.hasOwn(banned, word) ? banned[word] : undefined;
      return standard === undefined ? [] : [`${path}: ${name} (for "${word}" write ${standard})`];
    }),
  );
};

/** Returns the comments before each token and after it on its line. */
const commentsIn = (path: string, text = textOf(path)): Set<string> => {
  const found = new Set<string>();
  const visit = (node: ts.Node): void => {
    const ranges = [ts.getLeadingCommentRanges(text, node.pos), ts.getTrailingCommentRanges(text, node.end)];
    for (const { pos, end } of ranges.flatMap((each) => each ?? [])) found.add(text.slice(pos, end));
    node.getChildren().forEach(visit);
  };
  visit(ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true));
  return found;
};

const privateWordsInComments = (path: string): string[] =>
  // Most files contain none of the words, so they are not parsed.
  (textOf(path).match(IN_COMMENTS) ? [...commentsIn(path)] : []).flatMap((comment) =>
    (comment.match(IN_COMMENTS) ?? []).map((word) => `${path}: ${word}`),
  );

const product = typescriptIn(['src', 'codegen']);

it('uses the standard word in every name', () => {
  expect(product.flatMap(privateWordsIn)).toEqual([]);
});

it('uses the standard word in comments', () => {
  expect(product.flatMap(privateWordsInComments)).toEqual([]);
});

it('notices a private word in a comment of any form', () => {
  const text = '// Told\nexport const one = 1; // a door\n/** heard */\nexport const two = { /* room */ three: 3 };';
  expect([...commentsIn('x.ts', text)].map((comment) => comment.match(IN_COMMENTS)?.[0])).toEqual([
    'Told',
    'door',
    'heard',
    'room',
  ]);
});

it('notices a private word in any form of a name', () => {
  expect(
    ['createRooms', 'ITEM_DOOR', '#shelf', 'isTold'].map((name) => wordsOf(name).some((word) => word in STANDARD)),
  ).toEqual([true, true, true, true]);
});

it('gives no two files one name', () => {
  const names = product.map((path) => basename(path).toLowerCase());
  const entries = new Set([
    'main.ts',
    'main.tsx',
    'extend.ts',
    'client.ts',
    'module.ts',
    'module.server.ts',
    'module.client.ts',
  ]);
  expect(names.filter((name, at) => !entries.has(name) && names.indexOf(name) !== at)).toEqual([]);
});
