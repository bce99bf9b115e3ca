// Detects the type of a file by its first bytes, for types that have a signature. Used by the browser before an upload, and by the server.

interface Signature {
  readonly type: string;
  readonly at: number;
  /** Bytes in hexadecimal. */
  readonly bytes: string;
}

/** Types that a browser may show itself. All others are offered as downloads (SVG and HTML never inline). */
export const SHOWN_INLINE: readonly Signature[] = [
  { type: 'image/jpeg', at: 0, bytes: 'ffd8ff' },
  { type: 'image/png', at: 0, bytes: '89504e470d0a1a0a' },
  { type: 'image/gif', at: 0, bytes: '47494638' },
  { type: 'image/webp', at: 8, bytes: '57454250' },
  { type: 'audio/wav', at: 8, bytes: '57415645' },
  { type: 'audio/mpeg', at: 0, bytes: '494433' },
  // MPEG audio layer III without a tag, with and without a checksum.
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

/** Number of bytes that detectContentType needs. */
export const DETECTION_BYTES = 16;

const hexBytes = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

/** Returns the type of the first signature that matches. */
export const signedAs = (signatures: readonly Signature[], head: Uint8Array): string | undefined => {
  const hex = hexBytes(head.subarray(0, DETECTION_BYTES));
  return signatures.find(({ at, bytes }) => hex.startsWith(bytes, at * 2))?.type;
};

/** Types that are stored and named but never shown inline. */
const OTHER_SIGNATURES: readonly Signature[] = [
  { type: 'application/pdf', at: 0, bytes: '255044462d' },
  { type: 'application/rtf', at: 0, bytes: '7b5c727466' },
  // Office documents of the time before zip-based formats.
  { type: 'application/x-cfb', at: 0, bytes: 'd0cf11e0a1b11ae1' },
  { type: 'image/tiff', at: 0, bytes: '49492a00' },
  { type: 'image/tiff', at: 0, bytes: '4d4d002a' },
  { type: 'application/zip', at: 0, bytes: '504b0304' },
  { type: 'model/gltf-binary', at: 0, bytes: '676c5446' },
];

const OOXML = 'application/vnd.openxmlformats-officedocument';
/** Types of zip files, by a name near the beginning. */
const ZIPPED: readonly (readonly [string, string])[] = [
  ['word/', `${OOXML}.wordprocessingml.document`],
  ['xl/', `${OOXML}.spreadsheetml.sheet`],
  ['ppt/', `${OOXML}.presentationml.presentation`],
];
const OPEN_DOCUMENT = /^mimetype(application\/vnd\.oasis\.opendocument\.[a-z-]+?)(?:PK|$)/;
/** Bytes of a file header within a zip before its name. */
const ZIP_HEADER_BYTES = 30;

/** Converts each byte to one character. */
const latin = (bytes: Uint8Array): string => Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');

const zippedType = (head: Uint8Array): string | undefined => {
  const text = latin(head);
  return OPEN_DOCUMENT.exec(text.slice(ZIP_HEADER_BYTES))?.[1] ?? ZIPPED.find(([name]) => text.includes(name))?.[1];
};

/** A PDF may begin this many bytes later. */
const PDF_WITHIN = 1_024;
const PDF_LINE = /^%PDF-\d\.\d/m;

/** Number of bytes that are searched. */
export const MEDIA_TYPE_BYTES = 16_384;

/** Returns undefined for a file without a known signature, such as text. */
export const signOf = (head: Uint8Array): string | undefined => {
  const type = signedAs(SHOWN_INLINE, head) ?? signedAs(OTHER_SIGNATURES, head);
  if (type === 'application/zip') return zippedType(head) ?? type;
  return type ?? (PDF_LINE.test(latin(head.subarray(0, PDF_WITHIN))) ? 'application/pdf' : undefined);
};
