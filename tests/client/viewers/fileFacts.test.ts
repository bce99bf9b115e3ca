import { describe, expect, it } from 'vitest';
import { captionTracks, viewerKind } from 'src/client/viewers/fileFacts.ts';
import { playTime } from 'src/model/text/playTime.ts';
import type { Item } from 'src/model/item/Item.ts';

const file = (originalName: string, filetype = 'text/vtt'): Item =>
  ({ $id: originalName, $label: originalName, originalName, filetype }) as unknown as Item;

describe('[FILE-02] which viewer shows a file', () => {
  it.each([
    ['a.jpg', 'image/jpeg', 'image'],
    ['a.pdf', 'application/pdf', 'pdf'],
    ['a.txt', 'application/pdf', 'pdf'],
    ['a.glb', 'model/gltf-binary', 'model'],
    ['a.gltf', 'text/plain', 'model'],
    ['a.svg', 'image/svg+xml', 'svg'],
    ['a.svg', 'text/plain', 'svg'],
    ['a.html', 'text/html', 'webPage'],
    ['a.vtt', 'text/vtt', 'text'],
    ['a.pdf', 'application/octet-stream', 'none'],
    ['a', 'application/zip', 'none'],
  ])('%s of type %s: %s', (name, type, kind) => {
    expect(viewerKind(file(name, type))).toBe(kind);
  });
});

describe('[FILE-02] captions of a recording', () => {
  it('are those of its name, one for each language', () => {
    const beside = ['song.vtt', 'Song.CR.vtt', 'song.en-ca.vtt', 'songs.vtt', 'song.txt', 'song..vtt'].map((name) =>
      file(name),
    );
    expect(captionTracks(file('song.mp3', 'audio/mpeg'), beside).map(({ language }) => language)).toEqual([
      '',
      'cr',
      'en-ca',
    ]);
  });
});

it('writes times as players do', () => {
  expect([0, 75, 3675, NaN, Infinity, -4].map(playTime)).toEqual(['0:00', '1:15', '1:01:15', '0:00', '0:00', '0:00']);
});
