// The files of the sample that the stories of viewers open, by the address that the product asks for them at: of each kind the first,
// and the captions that lie beside a recording. Run by sampleFiles.ts while the storybook is built or served.
import { makeFile } from 'src/domain/sample/sampleFiles.server.ts';
import { sampleCommunity } from 'src/domain/sample/sampleCommunity.ts';
import { registry } from 'src/generated/registry.server.ts';
import { NOW } from 'stories/scripted/storyTime.ts';
import { SAMPLE_PICTURES } from 'stories/scripted/samplePictures.ts';

export interface ServedFile {
  /** Without the slash at its beginning. */
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
    // A picture is asked for by its copies, which have no name.
    const path = kind === '.jpg' ? id : `${id}/${name}`;
    served.push(makeFile(file).then(({ content }) => ({ path, content })));
  }
  for (let at = 0; at < SAMPLE_PICTURES; at += 1) {
    const file = pictures[at * step]?.file;
    if (file) served.push(makeFile(file).then(({ content }) => ({ path: `sample-pictures/${at}.jpg`, content })));
  }
  return await Promise.all(served);
};
