// What a file is by the signs that its first bytes have, for kinds of files that have such signs. Asked in the browser before a file is sent,
// and by the server.

interface Signature {
  readonly type: string;
  readonly at: number;
  /** Hex. */
  readonly bytes: string;
}

/** Types that a browser may show by itself; everything else is given as a download. Source: TRUST (SVG and HTML never inline). */
export const SHOWN_INLINE: readonly Signature[] = [
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

const hexOf = (bytes: Uint8Array): string => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

/** The type of the first signature that fits. */
export const signedAs = (signatures: readonly Signature[], head: Uint8Array): string | undefined => {
  const hex = hexOf(head.subarray(0, DETECTION_BYTES));
  return signatures.find(({ at, bytes }) => hex.startsWith(bytes, at * 2))?.type;
};

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

/** A sign for each byte. */
const latin = (bytes: Uint8Array): string => Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');

const zippedType = (head: Uint8Array): string | undefined => {
  const text = latin(head);
  return OPEN_DOCUMENT.exec(text.slice(ZIP_HEADER_BYTES))?.[1] ?? ZIPPED.find(([name]) => text.includes(name))?.[1];
};

/** Programs read a PDF that begins so many bytes later. */
const PDF_WITHIN = 1_024;
const PDF_LINE = /^%PDF-\d\.\d/m;

/** How many bytes are looked at. */
export const MEDIA_TYPE_BYTES = 16_384;

/** Undefined for a file without a known sign, such as a text. */
export const signOf = (head: Uint8Array): string | undefined => {
  const type = signedAs(SHOWN_INLINE, head) ?? signedAs(OTHERS, head);
  if (type === 'application/zip') return zippedType(head) ?? type;
  return type ?? (PDF_LINE.test(latin(head.subarray(0, PDF_WITHIN))) ? 'application/pdf' : undefined);
};
