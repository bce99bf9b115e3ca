// What a file really is, by its first bytes: the type that a user or an import states is only ever a label.

/** Types that a browser may show by itself; everything else is given as a download. Source: TRUST (SVG and HTML never inline). */
const SIGNATURES: readonly { readonly type: string; readonly at: number; readonly bytes: string }[] = [
  { type: 'image/jpeg', at: 0, bytes: 'ffd8ff' },
  { type: 'image/png', at: 0, bytes: '89504e470d0a1a0a' },
  { type: 'image/gif', at: 0, bytes: '47494638' },
  { type: 'image/webp', at: 8, bytes: '57454250' },
  { type: 'audio/wav', at: 8, bytes: '57415645' },
  { type: 'audio/mpeg', at: 0, bytes: '494433' },
  { type: 'audio/mpeg', at: 0, bytes: 'fffb' },
  { type: 'audio/flac', at: 0, bytes: '664c6143' },
  { type: 'audio/ogg', at: 0, bytes: '4f676753' },
  { type: 'audio/mp4', at: 4, bytes: '667479704d3441' },
  { type: 'video/mp4', at: 4, bytes: '66747970' },
  { type: 'video/webm', at: 0, bytes: '1a45dfa3' },
];

/** How many bytes detectContentType wants to see. */
export const DETECTION_BYTES = 16;

/** A type that may be shown inline, or undefined. */
export const detectContentType = (head: Buffer): string | undefined => {
  const hex = head.subarray(0, DETECTION_BYTES).toString('hex');
  return SIGNATURES.find(({ at, bytes }) => hex.startsWith(bytes, at * 2))?.type;
};
