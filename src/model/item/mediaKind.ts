// Which kind of media a file is, by its media type: the words of `x-files.kinds`. Source: spec domain 3, media kinds.

export type MediaKind = 'AUDIO' | 'DOCUMENT' | 'IMAGE' | 'OTHER' | 'VIDEO';

const DOCUMENTS =
  /^(?:text\/|application\/(?:pdf|rtf|msword|x-cfb|vnd\.ms-|vnd\.openxmlformats-officedocument\.|vnd\.oasis\.opendocument\.))/;

/** `mediaKind('image/png')` is IMAGE. What is not known is OTHER. */
export const mediaKind = (type: string): MediaKind => {
  if (type.startsWith('image/')) return 'IMAGE';
  if (type.startsWith('audio/')) return 'AUDIO';
  if (type.startsWith('video/')) return 'VIDEO';
  return DOCUMENTS.test(type) ? 'DOCUMENT' : 'OTHER';
};
