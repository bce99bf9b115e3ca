// Tests that the documents use the plain words that comments must use. Code in them, such as the name of a user of the system, is exempt.

import { readdirSync } from 'node:fs';
import { expect, it } from 'vitest';
import { idiomsIn } from 'tests/architecture/comments.ts';
import { textOf } from 'tests/architecture/sourceFiles.ts';

/** Generated from test titles, which have a test of their own. */
const GENERATED = new Set(['docs/REQUIREMENTS.md']);
const CODE_BLOCK = /^```[^]*?^```/gmu;

const documentsIn = (folder: string): string[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.md'))
    .map((name) => `${folder}/${name}`);

it('documents use plain words', () => {
  const documents = ['README.md', ...documentsIn('docs'), ...documentsIn('docs/decisions')];
  const found = documents
    .filter((path) => !GENERATED.has(path))
    .flatMap((path) => idiomsIn(textOf(path).replaceAll(CODE_BLOCK, '')).map((idiom) => `${path}: ${idiom}`));
  expect(found).toEqual([]);
});
