// Mappings of a type to the fields of export formats: which declarations the compiler accepts and which it refuses.
import { expect, it } from 'vitest';
import type { JsonObject } from 'codegen/json.ts';
import { diagnosticTexts } from 'tests/codegen/toyWorld.ts';

const diagnosticsOf = (exports: JsonObject): readonly string[] =>
  diagnosticTexts({ file: 'Book.server.json', at: '/exports', to: exports });

it.each([
  [{ dublinCore: { title: ['title'], date: ['printed'], relation: ['sequels'] } }],
  [{ ead: { group: 'shelf', dates: ['printed'], scope: ['summary'] } }],
  [{ lift: { language: 'genres', gloss: 'titleT', related: ['sequels'] } }],
  [{ vcard: { kind: 'org', organization: 'shelf', phones: [{ path: 'phone', type: 'work' }], urls: ['link'] } }],
])('[EXCHANGE] accepts %j', (exports) => {
  expect(diagnosticsOf(exports)).toEqual([]);
});

it.each([
  ['a path that does not exist', { dublinCore: { title: ['tittle'] } }, /tittle .* Did you mean title\?/],
  ['an unknown element', { dublinCore: { name: ['title'] } }, /exports\/dublinCore/],
  ['an unknown format', { marc: { title: ['title'] } }, /exports/],
  ['a group that is no relation', { ead: { group: 'title' } }, /title is of kind text, which cannot be a relation/],
  ['a gloss in one language', { lift: { gloss: 'title' } }, /which cannot be a text by language/],
  ['a language without a list', { lift: { language: 'title' } }, /which cannot be a value of a list/],
  ['an address that is a text', { vcard: { kind: 'org', addresses: ['title'] } }, /which cannot be an address/],
  ['a telephone without a path', { vcard: { kind: 'org', phones: [{ type: 'work' }] } }, /exports\/vcard\/phones/],
  ['a card without a kind', { vcard: { emails: ['title'] } }, /exports\/vcard/],
  ['a format without a field', { ead: {} }, /exports\/ead/],
])('[EXCHANGE] refuses %s', (_name, exports, reason) => {
  expect(diagnosticsOf(exports).join('\n')).toMatch(reason);
});
