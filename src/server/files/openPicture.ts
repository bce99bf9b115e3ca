// Opens uploaded pictures. libvips decodes them in this process, within the bounds of decision 52: only the loaders named here run, and the
// header gives the cost of decoding before it begins.

import sharp, { type Metadata, type Sharp } from 'sharp';

/** Bytes of one pixel with four channels of 8 bits. */
const PIXEL_BYTES = 4;
/** Bytes of one sample, by libvips' name of its format; every other takes 8 at most. */
const SAMPLE_BYTES: Readonly<Record<string, number>> = {
  uchar: 1,
  char: 1,
  ushort: 2,
  short: 2,
  uint: 4,
  int: 4,
  float: 4,
};
/** An interlaced PNG is decoded as a whole before the first row is there. */
const INTERLACED_PIXELS = 8_000_000;
/** Time limit of decoding, in seconds. */
export const DECODE_SECONDS = 5;
/** SVG is not among them: it is a document, which is parsed as a whole before its size is known. */
const LOADERS = ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Tiff', 'Heif'];

/** Names of their formats. A process that draws sample pictures unblocks the loader of SVG. */
const READABLE = new Set(['jpeg', 'png', 'webp', 'gif', 'tiff', 'heif', 'avif']);

sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: LOADERS.map((name) => `VipsForeignLoad${name}`) });

/** True when decoding would take more memory than an image of `maxPixels` with 8 bits and four channels. Needs only the header. */
export const isTooCostly = (
  {
    width,
    height,
    channels,
    depth,
    format,
    isProgressive,
  }: Pick<Metadata, 'width' | 'height' | 'channels' | 'depth' | 'format' | 'isProgressive'>,
  maxPixels: number,
): boolean => {
  const pixels = width * height;
  const bytes = pixels * channels * (SAMPLE_BYTES[depth] ?? 8);
  return bytes > maxPixels * PIXEL_BYTES || (format === 'png' && isProgressive && pixels > INTERLACED_PIXELS);
};

/** Reads the header of a picture. Rejects for what no loader reads and for more pixels than `maxPixels`. */
export const readHeader = (picture: string | Buffer, maxPixels: number): Promise<Metadata> =>
  sharp(picture, { limitInputPixels: maxPixels }).metadata();

/** Returns the picture, not yet decoded; undefined when it is too costly or of another format. Rejects as readHeader does. */
export const openPicture = async (picture: string | Buffer, maxPixels: number): Promise<Sharp | undefined> => {
  const header = await readHeader(picture, maxPixels);
  if (!READABLE.has(header.format) || isTooCostly(header, maxPixels)) return undefined;
  return sharp(picture, { limitInputPixels: maxPixels, failOn: 'error' });
};
