// Bags as other programs write them, and bags that must be refused: the rules of RFC 8493 that a reader has to check.

import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { verifyBag } from 'src/server/packages/readBag.ts';

const sumOf = (algorithm: string, text: string): string => createHash(algorithm).update(text).digest('hex');
const DECLARATION = 'BagIt-Version: 1.0\nTag-File-Character-Encoding: UTF-8\n';
const SONG = sumOf('sha256', 'song');

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'keeper-bag-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const bagOf = async (files: Readonly<Record<string, string>>): Promise<void> => {
  for (const [path, text] of Object.entries({ 'bagit.txt': DECLARATION, 'data/song.txt': 'song', ...files })) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
};

const line = (path: string): string => `${SONG}  ${path}\n`;

describe('[ARCH-01] bags of other programs', () => {
  it.each(['md5', 'sha1', 'sha512'])(
    'with the checksums of %s are read, with the SHA-256 of each file',
    async (algorithm) => {
      await bagOf({ [`manifest-${algorithm}.txt`]: `${sumOf(algorithm, 'song')}  data/song.txt\n` });
      expect([...(await verifyBag(folder))]).toEqual([['song.txt', SONG]]);
    },
  );

  it('with other line ends, capital checksums and paths that begin with ./ are read', async () => {
    await bagOf({
      'bagit.txt': DECLARATION.replaceAll('\n', '\r\n'),
      'manifest-sha256.txt': `${SONG.toUpperCase()} *./data/song.txt\r\n`,
    });
    expect([...(await verifyBag(folder)).keys()]).toEqual(['song.txt']);
  });

  it('with a file that one of two manifests does not list are refused', async () => {
    await bagOf({
      'data/second.txt': 'song',
      'manifest-sha256.txt': line('data/song.txt') + line('data/second.txt'),
      'manifest-sha512.txt': `${sumOf('sha512', 'song')}  data/song.txt\n`,
    });
    await expect(verifyBag(folder)).rejects.toMatchObject({ reason: 'altered' });
  });

  it.each([
    ['a path with ..', { 'manifest-sha256.txt': line('data/../../song.txt') }],
    ['an absolute path', { 'manifest-sha256.txt': line('/etc/hosts') }],
    ['a path in a home folder', { 'manifest-sha256.txt': line('~/song.txt') }],
    ['an encoded path that leaves the folder', { 'manifest-sha256.txt': line('data/%2e%2e/song.txt/../../../x') }],
    ['a file that is listed twice', { 'manifest-sha256.txt': line('data/song.txt') + line('data/song.txt') }],
    ['a manifest of no files', {}],
    ['a byte order mark', { 'bagit.txt': `\u{FEFF}${DECLARATION}`, 'manifest-sha256.txt': line('data/song.txt') }],
    [
      'another encoding',
      { 'bagit.txt': DECLARATION.replace('UTF-8', 'UTF-16'), 'manifest-sha256.txt': line('data/song.txt') },
    ],
    [
      'a file to load into another folder',
      { 'manifest-sha256.txt': line('data/song.txt'), 'fetch.txt': 'https://example.org/song - ../song.txt\n' },
    ],
    [
      'a file that has to be loaded first',
      {
        'manifest-sha256.txt': line('data/song.txt') + line('data/other.txt'),
        'fetch.txt': 'https://example.org/other - data/other.txt\n',
      },
    ],
  ])('with %s are refused in one sentence', async (_, files: Record<string, string>) => {
    await bagOf(files);
    await expect(verifyBag(folder)).rejects.toMatchObject({ message: expect.stringMatching(/^[^\n]+\.$/) });
  });
});
