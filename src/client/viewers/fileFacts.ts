// Facts about a file for its viewers: name, address and kind of viewer. They depend on the media type that the server has detected; the
// extension matters only for texts, which have no signature.

import { attachmentUrl } from 'src/client/fields/display/FilesValue.tsx';
import type { Item } from 'src/model/item/Item.ts';

const textProperty = (item: Item, name: string): string => {
  const value = item[name];
  return typeof value === 'string' ? value : '';
};

export const fileTitle = (file: Item): string => textProperty(file, 'originalName') || file.$label;
export const captionOf = (file: Item): string => textProperty(file, 'caption');
export const fileTypeOf = (file: Item): string => textProperty(file, 'filetype');
/** Returns true for a file that a player can play. */
export const isRecording = (file: Item): boolean => /^(?:audio|video)\//u.test(fileTypeOf(file));
export const hrefOf = (file: Item): string => `${attachmentUrl(file.$id)}/${encodeURIComponent(fileTitle(file))}`;

export const numberProperty = (file: Item, name: 'size' | 'width' | 'height'): number | undefined => {
  const value = file[name];
  return typeof value === 'number' && value > 0 ? value : undefined;
};

/** `svg` and `webPage` have no viewer, for a reason that Stage.tsx shows. */
export type ViewerKind = 'image' | 'audio' | 'video' | 'pdf' | 'model' | 'text' | 'svg' | 'webPage' | 'none';

const VIEWER_BY_TYPE: Readonly<Record<string, ViewerKind>> = {
  'application/pdf': 'pdf',
  'model/gltf-binary': 'model',
  'model/gltf+json': 'model',
  'image/svg+xml': 'svg',
};
const TEXT_ENDINGS: Readonly<Record<string, ViewerKind>> = {
  svg: 'svg',
  html: 'webPage',
  htm: 'webPage',
  xhtml: 'webPage',
  gltf: 'model',
};

const fileEnding = (name: string): string => /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? '';

export const viewerKind = (file: Item): ViewerKind => {
  const type = fileTypeOf(file);
  const known = VIEWER_BY_TYPE[type];
  if (known) return known;
  const [kind] = type.split('/');
  if (kind === 'image' || kind === 'audio' || kind === 'video') return kind;
  return kind === 'text' ? (TEXT_ENDINGS[fileEnding(fileTitle(file))] ?? 'text') : 'none';
};

export interface CaptionTrack {
  readonly file: Item;
  /** Language tag from the name: `film.cr.vtt` gives `cr`; empty when the name has none. */
  readonly language: string;
}

const stemOf = (name: string): string => name.replace(/\.[^.]+$/, '').toLowerCase();

/** Returns the captions of a recording, which have its name: `film.vtt`, or `film.en.vtt` for each language. */
export const captionTracks = (file: Item, beside: readonly Item[]): readonly CaptionTrack[] => {
  const stem = stemOf(fileTitle(file));
  return beside.flatMap((other) => {
    if (fileEnding(fileTitle(other)) !== 'vtt') return [];
    const named = stemOf(fileTitle(other));
    if (named === stem) return [{ file: other, language: '' }];
    const language = named.startsWith(`${stem}.`) ? named.slice(stem.length + 1) : '';
    return /^[a-z]{2,8}(-[a-z0-9]{1,8})*$/.test(language) ? [{ file: other, language }] : [];
  });
};
