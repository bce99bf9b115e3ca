// Sample files that stories open, by the address under which the product requests them: the first file of each kind, the captions of each
// recording, and the base map. Called by sampleFiles.ts while storybook is built or served.
import { groundArchive } from 'src/domain/sample/ground/groundTiles.server.ts';
import { makeFile } from 'src/domain/sample/sampleFiles.server.ts';
import { sampleCommunity } from 'src/domain/sample/sampleCommunity.ts';
import { registry } from 'src/generated/registry.server.ts';
import { GROUND_FILE } from 'stories/product/storyGround.ts';
import { NOW } from 'stories/scripted/storyTime.ts';
import { SAMPLE_PICTURES } from 'stories/scripted/samplePictures.ts';

export interface ServedFile {
  /** Path without the leading slash. */
  readonly path: string;
  readonly content: Uint8Array;
}

const WANTED = /\.(?:jpg|pdf|glb|txt|webm|vtt|wav)$/;

export const attachments = async (): Promise<readonly ServedFile[]> => {
  const all = sampleCommunity(registry, NOW).filter(({ type }) => type === 'Attachment');
  const kinds = new Set<string>();
  const pictures = all.filter(({ file, properties }) => file && String(properties['originalName']).endsWith('.jpg'));
  const step = Math.max(1, Math.floor(pictures.length / SAMPLE_PICTURES));
  const served: Promise<ServedFile>[] = [];
  for (const [at, { file, properties }] of all.entries()) {
    const name = String(properties['originalName']);
    const kind = WANTED.exec(name)?.[0];
    if (!file || kind === undefined || (kind !== '.vtt' && kinds.has(kind))) continue;
    kinds.add(kind);
    const id = `attachment/Attachment-${at + 1}`;
    // The client requests pictures by their resized copies, whose addresses have no file name.
    const path = kind === '.jpg' ? id : `${id}/${name}`;
    served.push(makeFile(file).then(({ content }) => ({ path, content })));
  }
  for (let at = 0; at < SAMPLE_PICTURES; at += 1) {
    const file = pictures[at * step]?.file;
    if (file) served.push(makeFile(file).then(({ content }) => ({ path: `sample-pictures/${at}.jpg`, content })));
  }
  return [...(await Promise.all(served)), { path: GROUND_FILE, content: groundArchive() }];
};
