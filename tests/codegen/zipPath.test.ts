// Paths of a type's files in a zip: which declarations the compiler accepts and which it refuses.
import { expect, it } from 'vitest';
import { diagnosticTexts } from 'tests/codegen/toyWorld.ts';

const diagnosticsOf = (zipPath: string): readonly string[] =>
  diagnosticTexts({ file: 'Book.server.json', at: '/zipPath', to: zipPath });

it.each(['{title}/{$file}', '{shelf}/{title} ({year})/{$added} - {$file}', '{$label}/{bought} {$file}', '{$file}'])(
  '[FILE-02] takes %s',
  (zipPath) => {
    expect(diagnosticsOf(zipPath)).toEqual([]);
  },
);

it.each([
  ['a path that is none', '{tittle}/{$file}', /Book\.server\.json#\/zipPath: tittle .* Did you mean title\?/],
  ['a path that is none behind a relation', '{shelf.tittle}/{$file}', /no property of Shelf/],
  ['many names', '{sequels}/{$file}', /zipPath: sequels has many values/],
  ['what is behind many items', '{sequels.title}/{$file}', /sequels leads to many items/],
  ['a key', '{state}/{$file}', /state is of kind enum/],
  ['a folder without a path', 'files/{$file}', /the folder "files" names no path/],
  ['a folder of one file', '{$added}/{$file}', /\{\$added\} is a value of one file/],
  ['a file without its ending', '{title}/{$file} of {year}', /must end with \{\$file\}/],
  ['what leaves the zip', '../{title}/{$file}', /the folder "\.\." names no path/],
  ['a folder without a name', '{title}//{$file}', /zipPath/],
])('[FILE-02] refuses %s', (_name, zipPath, reason) => {
  expect(diagnosticsOf(zipPath).join('\n')).toMatch(reason);
});
