// Reads the size of an image from its first bytes, before it is decoded: a file of a few bytes can claim a width of 60,000 pixels. Used by
// modelScene.ts for textures; pure.

export interface PictureSize {
  readonly width: number;
  readonly height: number;
}

const PNG = 0x89504e47;
const RIFF = 0x52494646;
const WEBP = 0x57454250;

/** ISO 10918-1, B.2.2: the first of these markers belongs to the frame. */
const isFrameMarker = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);

const ofJpeg = (view: DataView): PictureSize | undefined => {
  for (let at = 2; at + 9 <= view.byteLength;) {
    if (view.getUint8(at) !== 0xff) return undefined;
    const marker = view.getUint8(at + 1);
    if (isFrameMarker(marker)) return { height: view.getUint16(at + 5), width: view.getUint16(at + 7) };
    at += 2 + view.getUint16(at + 2);
  }
  return undefined;
};

/** RFC 9649: sizes in the extended, lossless and lossy format. */
const ofWebp = (view: DataView): PictureSize | undefined => {
  const three = (at: number): number => view.getUint16(at, true) | (view.getUint8(at + 2) << 16);
  const kind = String.fromCharCode(...[12, 13, 14, 15].map((at) => view.getUint8(at)));
  if (kind === 'VP8X') return { width: three(24) + 1, height: three(27) + 1 };
  if (kind === 'VP8 ') return { width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff };
  if (kind !== 'VP8L') return undefined;
  const bits = view.getUint32(21, true);
  return { width: (bits & 0x3fff) + 1, height: ((bits >> 14) & 0x3fff) + 1 };
};

const PICTURE_HEAD_BYTES = 30;

/** Returns undefined for formats other than PNG, JPEG and WebP. */
export const pictureSize = (bytes: ArrayBuffer): PictureSize | undefined => {
  const view = new DataView(bytes);
  if (view.byteLength < PICTURE_HEAD_BYTES) return undefined;
  const first = view.getUint32(0);
  if (first === PNG) return { width: view.getUint32(16), height: view.getUint32(20) };
  if (first === RIFF && view.getUint32(8) === WEBP) return ofWebp(view);
  return first >>> 8 === 0xffd8ff ? ofJpeg(view) : undefined;
};
