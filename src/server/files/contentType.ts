// What a file really is, by its first bytes: the type that a user or an import states is only ever a label.

interface Signature {
  readonly type: string;
  readonly at: number;
  /** Hex. */
  readonly bytes: string;
}

/** Types that a browser may show by itself; everything else is given as a download. Source: TRUST (SVG and HTML never inline). */
const SIGNATURES: readonly Signature[] = [
  { type: 'image/jpeg', at: 0, bytes: 'ffd8ff' },
  { type: 'image/png', at: 0, bytes: '89504e470d0a1a0a' },
  { type: 'image/gif', at: 0, bytes: '47494638' },
  { type: 'image/webp', at: 8, bytes: '57454250' },
  { type: 'audio/wav', at: 8, bytes: '57415645' },
  { type: 'audio/mpeg', at: 0, bytes: '494433' },
  // Without a tag before it: layer III of MPEG-1 and MPEG-2, with a checksum and without.
  ...['fffa', 'fffb', 'fff2', 'fff3'].map((bytes) => ({ type: 'audio/mpeg', at: 0, bytes })),
  { type: 'audio/flac', at: 0, bytes: '664c6143' },
  { type: 'audio/ogg', at: 0, bytes: '4f676753' },
  { type: 'audio/mp4', at: 4, bytes: '667479704d3441' },
  { type: 'image/avif', at: 4, bytes: '6674797061766966' },
  { type: 'image/heic', at: 4, bytes: '6674797068656963' },
  { type: 'image/heic', at: 4, bytes: '667479706d696631' },
  { type: 'video/mp4', at: 4, bytes: '66747970' },
  { type: 'video/webm', at: 0, bytes: '1a45dfa3' },
];

/** How many bytes detectContentType wants to see. */
export const DETECTION_BYTES = 16;

const found = (signatures: readonly Signature[], head: Buffer): string | undefined => {
  const hex = head.subarray(0, DETECTION_BYTES).toString('hex');
  return signatures.find(({ at, bytes }) => hex.startsWith(bytes, at * 2))?.type;
};

/** A type that may be shown inline, or undefined. */
export const detectContentType = (head: Buffer): string | undefined => found(SIGNATURES, head);

/** Kept and named, but never shown inline. */
const OTHERS: readonly Signature[] = [
  { type: 'application/pdf', at: 0, bytes: '255044462d' },
  { type: 'application/rtf', at: 0, bytes: '7b5c727466' },
  // What office programs wrote before they wrote zip: texts, tables, slides.
  { type: 'application/x-cfb', at: 0, bytes: 'd0cf11e0a1b11ae1' },
  { type: 'image/tiff', at: 0, bytes: '49492a00' },
  { type: 'image/tiff', at: 0, bytes: '4d4d002a' },
  { type: 'application/zip', at: 0, bytes: '504b0304' },
  { type: 'model/gltf-binary', at: 0, bytes: '676c5446' },
];

const OOXML = 'application/vnd.openxmlformats-officedocument';
/** By a name that stands within the beginning of a zip. */
const ZIPPED: readonly (readonly [string, string])[] = [
  ['word/', `${OOXML}.wordprocessingml.document`],
  ['xl/', `${OOXML}.spreadsheetml.sheet`],
  ['ppt/', `${OOXML}.presentationml.presentation`],
];
const OPEN_DOCUMENT = /^mimetype(application\/vnd\.oasis\.opendocument\.[a-z-]+?)(?:PK|$)/;
/** Of the header of a file within a zip, before its name. */
const ZIP_HEADER_BYTES = 30;

const zippedType = (head: Buffer): string | undefined => {
  const text = head.toString('latin1');
  return OPEN_DOCUMENT.exec(text.slice(ZIP_HEADER_BYTES))?.[1] ?? ZIPPED.find(([name]) => text.includes(name))?.[1];
};

// Line ends, tabs and escape sequences stand in texts, other control signs do not.
const NO_TEXT = /(?![\t\n\f\r])\p{Cc}/u;

/** A letter that the end of the head cuts in two is no error. */
const isText = (head: Buffer): boolean => {
  try {
    return head.length > 0 && !NO_TEXT.test(new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: true }));
  } catch {
    return false;
  }
};

/** What may stand before the first element of a document, and how it ends. */
const PROLOGUE: readonly (readonly [RegExp, string])[] = [
  [/^<!--/, '-->'],
  [/^<\?xml\s/i, '>'],
  [/^<!DOCTYPE svg/i, '>'],
];

/** From its first element on. One step for each part: a pattern over all of them takes years over some texts. */
const withoutPrologue = (text: string): string => {
  for (let rest = text.trimStart(); ;) {
    const [, end] = PROLOGUE.find(([sign]) => sign.test(rest)) ?? [];
    if (end === undefined) return rest;
    const at = rest.indexOf(end);
    if (at < 0) return '';
    rest = rest.slice(at + end.length).trimStart();
  }
};

/** By how a text begins; none of these is ever shown inline. No pattern may take longer than one pass over the text. */
const TEXTS: readonly (readonly [RegExp, string])[] = [
  [/^WEBVTT(?=[ \t\r\n]|$)/, 'text/vtt'],
  [/^<svg[\s>/]/i, 'image/svg+xml'],
  [/^(?:<!DOCTYPE html|<html[\s>])/i, 'text/html'],
];
const MODEL = /"asset"\s*:\s*\{[^{}]*"version"/;

const textType = (head: Buffer): string => {
  // The sign of the byte order says nothing.
  const text = head.toString('utf8').replace(/^\ufeff/, '');
  const first = withoutPrologue(text);
  if (first.startsWith('{') && MODEL.test(first)) return 'model/gltf+json';
  return TEXTS.find(([sign]) => sign.test(first))?.[1] ?? 'text/plain';
};

/** How many bytes mediaTypeOf makes use of. */
export const MEDIA_TYPE_BYTES = 16_384;

/** The media type by the beginning of a file; what is not known is `application/octet-stream`. */
export const mediaTypeOf = (head: Buffer): string => {
  const type = found(SIGNATURES, head) ?? found(OTHERS, head);
  if (type === 'application/zip') return zippedType(head) ?? type;
  return type ?? (isText(head) ? textType(head) : 'application/octet-stream');
};
