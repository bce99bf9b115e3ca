// Verifies a bundle of exhibits: that each file is the one that was handed over, that none is missing or was added, and that the lines of the
// manifest are those that were written, in their order. Needs Node 20 or later and nothing else.
//
//   node verify.mjs [folder of the bundle] [expected seal]
//
// Each line of the manifest has a hash over its values and over the hash of the line before; the hash of the last line is the seal of the
// bundle. The person who made the bundle sees the same seal: with it as the second argument, a manifest that was written again is found too.

import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

const MANIFESTS = ['manifest.json', 'manifest.csv'];
/** Files that operating systems leave in folders. */
const LITTER = /(?:^|\/)(?:\.DS_Store|Thumbs\.db|desktop\.ini|__MACOSX\/.*)$/u;

const [folder = dirname(fileURLToPath(import.meta.url)), expected] = process.argv.slice(2);
const problems = [];

const sha256 = (text) => createHash('sha256').update(text).digest('hex');

const readFileHash = async (path) => {
  const hash = createHash('sha256');
  let size = 0;
  for await (const chunk of createReadStream(path)) {
    hash.update(chunk);
    size += chunk.length;
  }
  return { size, sha256: hash.digest('hex') };
};

const verifyFile = async ({ path, size, sha256: declared }) => {
  const found = await readFileHash(join(folder, ...path.split('/'))).catch(() => undefined);
  if (found === undefined) problems.push(`removed: ${path}`);
  else if (found.sha256 !== declared || found.size !== size) problems.push(`changed: ${path}`);
};

const verifyChain = ({ about, lines, seal }) => {
  let previous = sha256(about);
  for (const [at, line] of lines.entries()) {
    const values = [line.number, line.exhibit, line.path, line.size, line.sha256, line.previous];
    if (line.number !== at + 1 || line.previous !== previous || line.hash !== sha256(values.join('\n')))
      problems.push(`reordered or changed: line ${at + 1} of the manifest (${line.path})`);
    previous = line.hash;
  }
  if (seal !== previous) problems.push('changed: the seal is not the hash of the last line');
  if (expected !== undefined && expected !== seal) problems.push('changed: this is not the expected seal');
};

const filesIn = async () => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) =>
      relative(folder, join(entry.parentPath ?? entry.path, entry.name))
        .split(sep)
        .join('/'),
    );
};

const manifest = JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8'));
const table = await readFile(join(folder, 'manifest.csv'), 'utf8').catch(() => '');
const hashes = [...table.matchAll(/([0-9a-f]{64})\r?$/gmu)].map(([, hash]) => hash);

verifyChain(manifest);
if (hashes.join() !== manifest.lines.map(({ hash }) => hash).join())
  problems.push('changed: manifest.csv does not have the lines of manifest.json');
for (const line of manifest.lines) await verifyFile(line);
const named = new Set([...MANIFESTS, ...manifest.lines.map(({ path }) => path)]);
for (const path of await filesIn()) if (!named.has(path) && !LITTER.test(path)) problems.push(`added: ${path}`);

for (const each of problems) console.error(each);
console.log(
  problems.length === 0
    ? `Verified: ${manifest.lines.length} files. Seal: ${manifest.seal}`
    : `Not verified: ${problems.length} problems.`,
);
process.exitCode = problems.length === 0 ? 0 : 1;
