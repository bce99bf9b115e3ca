// Kind of media of a file by its media type, as in `x-files.kinds`.

export type MediaKind = 'AUDIO' | 'DOCUMENT' | 'IMAGE' | 'OTHER' | 'VIDEO';

const DOCUMENT_TYPES =
  /^(?:text\/|application\/(?:pdf|rtf|msword|x-cfb|vnd\.ms-|vnd\.openxmlformats-officedocument\.|vnd\.oasis\.opendocument\.))/;

/** Returns the kind: `mediaKind('image/png')` is IMAGE. Unknown types are OTHER. */
export const mediaKind = (type: string): MediaKind => {
  if (type.startsWith('image/')) return 'IMAGE';
  if (type.startsWith('audio/')) return 'AUDIO';
  if (type.startsWith('video/')) return 'VIDEO';
  return DOCUMENT_TYPES.test(type) ? 'DOCUMENT' : 'OTHER';
};
