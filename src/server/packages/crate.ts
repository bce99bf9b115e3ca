// The description of a package as an RO-Crate 1.2, and the two files for people who open it without this product.

import type { BagFile } from 'src/server/packages/bag.ts';
import type { PackageFacts } from 'src/server/packages/packageFacts.ts';

export const CRATE_FILE = 'ro-crate-metadata.json';
export const PREVIEW_FILE = 'ro-crate-preview.html';
export const README_FILE = 'README.txt';

export interface CrateContent {
  readonly name: string;
  readonly facts: PackageFacts;
  /** Readable name of each type of record. */
  readonly typeNames: Readonly<Record<string, string>>;
  readonly files: readonly BagFile[];
  /** Name and media type of the files of records, by path. */
  readonly named: ReadonlyMap<string, { readonly name: string; readonly mediaType: string }>;
}

const CRATE_CONTEXT = 'https://w3id.org/ro/crate/1.2/context';
const CRATE_PROFILE = 'https://w3id.org/ro/crate/1.2';
const TERMS = '#terms';
const MEDIA_TYPES: Readonly<Record<string, string>> = {
  json: 'application/json',
  jsonl: 'application/jsonl',
  csv: 'text/csv',
  txt: 'text/plain',
  html: 'text/html',
};
const TERMS_TEXT =
  'The records belong to the communities and people that they are about. Ask the organization before you use or share them.';

const isDescribed = ({ path }: BagFile): boolean => path !== PREVIEW_FILE;

const ASCII_PART = /[^\u0080-\u{10FFFF}]+/gu;

/** Returns the relative address of a file. Names of files may contain `#` and `?`; letters of other alphabets stay readable. */
const addressOfPart = (path: string): string =>
  path
    .split('/')
    .map((part) => part.replaceAll(ASCII_PART, encodeURIComponent))
    .join('/');

const fileEntity = ({ path, size, sha256 }: BagFile, { named }: CrateContent): object => ({
  '@id': addressOfPart(path),
  '@type': 'File',
  name: named.get(path)?.name ?? path,
  encodingFormat: named.get(path)?.mediaType ?? MEDIA_TYPES[path.split('.').at(-1) ?? ''] ?? 'application/octet-stream',
  contentSize: String(size),
  sha256,
});

const crateDescription = ({ facts }: CrateContent): string =>
  `${Object.values(facts.records).reduce((sum, count) => sum + count, 0)} records and ${facts.files} files${facts.history ? ', with the history of the records' : ''}.`;

/** Returns the JSON-LD of the crate in pieces. */
export function* crateMetadata(content: CrateContent): Generator<Buffer> {
  const { name, facts } = content;
  const files = content.files.filter(isDescribed);
  const described = [
    {
      '@id': CRATE_FILE,
      '@type': 'CreativeWork',
      conformsTo: { '@id': CRATE_PROFILE },
      about: { '@id': './' },
    },
    {
      '@id': './',
      '@type': 'Dataset',
      name,
      description: crateDescription(content),
      datePublished: facts.written,
      license: { '@id': TERMS },
      hasPart: files.map(({ path }) => ({ '@id': addressOfPart(path) })),
    },
    { '@id': TERMS, '@type': 'CreativeWork', name: 'Terms of use', description: TERMS_TEXT },
  ];
  yield Buffer.from(`{"@context":${JSON.stringify(CRATE_CONTEXT)},"@graph":[\n`);
  yield Buffer.from(described.map((each) => JSON.stringify(each)).join(',\n'));
  for (const file of files) yield Buffer.from(`,\n${JSON.stringify(fileEntity(file, content))}`);
  yield Buffer.from('\n]}\n');
}

const escapedHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

/** Returns a page that lists the content of the package. */
export function* cratePreview(content: CrateContent): Generator<Buffer> {
  const { name, facts, typeNames, files, named } = content;
  const row = (path: string, cells: readonly string[]): string =>
    `<tr><td><a href="${escapedHtml(addressOfPart(path))}">${escapedHtml(cells[0] ?? path)}</a></td>${cells
      .slice(1)
      .map((cell) => `<td>${escapedHtml(cell)}</td>`)
      .join('')}</tr>\n`;
  yield Buffer.from(
    `<!doctype html>\n<html lang="en">\n<meta charset="utf-8">\n<title>${escapedHtml(name)}</title>\n<h1>${escapedHtml(name)}</h1>\n` +
      `<p>${escapedHtml(crateDescription(content))} Written ${escapedHtml(facts.written)}.</p>\n<p>${escapedHtml(TERMS_TEXT)}</p>\n<h2>Records</h2>\n<table>\n`,
  );
  for (const [type, count] of Object.entries(facts.records))
    yield Buffer.from(row(`records/${type}.jsonl`, [typeNames[type] ?? type, String(count)]));
  yield Buffer.from('</table>\n<h2>Files</h2>\n<table>\n');
  for (const { path, size } of files) {
    const file = named.get(path);
    if (file) yield Buffer.from(row(path, [file.name, file.mediaType, `${size} bytes`]));
  }
  yield Buffer.from('</table>\n</html>\n');
}

export const readmeText = ({ name, facts }: CrateContent): string =>
  [
    name,
    '',
    'This folder is a BagIt bag (RFC 8493). Its folder data is an RO-Crate 1.2; open ro-crate-preview.html for a list of its content.',
    '',
    'records/<Type>.jsonl       one record in each line, as JSON: its id, version, times, authors and properties',
    'tables/<Type>.csv          the same records as a table, with the names and the ids of related records',
    'declarations/types.json    what the properties of each type mean',
    'declarations/lists.json    the values of lists',
    'files/<id>/<name>          the files, each in the folder of the record that describes it',
    'grants/<Type>.jsonl        rights that people or organizations have on single records',
    'references.jsonl           names of records that these records refer to and that are not part of the package',
    'addresses.jsonl            addresses of a former system',
    ...(facts.history
      ? ['history/<Type>.jsonl       earlier versions: each changed property with its values before and after']
      : []),
    '',
    TERMS_TEXT,
    '',
    'Passwords, passkeys and sessions are not part of a package.',
    '',
  ].join('\n');
