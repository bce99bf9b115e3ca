// Maximum number of samples that decoding a recording yields, counted by its frames, not by the length in its header. A small file can
// contain days of silence, and the browser decodes all of a recording at once. Used by loudness.ts; pure.

/** Recordings of unknown size are never decoded. */
const UNKNOWN_SAMPLES = Number.POSITIVE_INFINITY;

const asciiAt = (bytes: Uint8Array, at: number, length: number): string =>
  String.fromCharCode(...bytes.subarray(at, at + length));

const dataView = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

/** Formats of a `fmt ` chunk with fixed sample sizes: integers, floats, A-law, μ-law, and the extensible format. */
const PLAIN_FORMATS = new Set([1, 3, 6, 7, 0xfffe]);

const ofWave = (bytes: Uint8Array): number => {
  const view = dataView(bytes);
  for (let at = 12; at + 24 <= bytes.length; at += 8 + view.getUint32(at + 4, true)) {
    if (asciiAt(bytes, at, 4) !== 'fmt ') continue;
    const bits = view.getUint16(at + 22, true);
    return PLAIN_FORMATS.has(view.getUint16(at + 8, true)) && bits >= 8 ? bytes.length / (bits / 8) : UNKNOWN_SAMPLES;
  }
  return UNKNOWN_SAMPLES;
};

/** Sums over all positions where a frame can begin, at a byte of ones. False positives only increase the sum. */
const sumOverFrames = (bytes: Uint8Array, samplesAt: (at: number) => number): number => {
  let sum = 0;
  for (let at = bytes.indexOf(0xff); at >= 0; at = bytes.indexOf(0xff, at + 1)) sum += samplesAt(at);
  return sum;
};

/** ISO 11172-3, 2.4.2.3: layer by its two bits; none is forbidden. */
const ofMpeg = (bytes: Uint8Array): number =>
  sumOverFrames(bytes, (at) => {
    const [second = 0, third = 0, fourth = 0] = bytes.subarray(at + 1, at + 4);
    const [version, layer] = [(second >> 3) & 3, (second >> 1) & 3];
    const isFrame = second >= 0xe0 && version !== 1 && layer !== 0 && third >> 4 !== 15 && ((third >> 2) & 3) !== 3;
    if (!isFrame) return 0;
    const samples = layer === 3 ? 384 : layer === 1 && version !== 3 ? 576 : 1152;
    return samples * (fourth >> 6 === 3 ? 1 : 2);
  });

/** RFC 9639, 9.1.1: block sizes by code. Two codes are followed by the size and count as the largest. */
const blockSize = (code: number): number => {
  if (code === 1) return 192;
  if (code <= 5) return 576 << (code - 2);
  return code === 6 ? 256 : code === 7 ? 65_536 : 256 << (code - 8);
};

const ofFlac = (bytes: Uint8Array): number =>
  sumOverFrames(bytes, (at) => {
    const [second = 0, third = 0, fourth = 0] = bytes.subarray(at + 1, at + 4);
    const [code, channels] = [third >> 4, fourth >> 4];
    const isFrame =
      (second & 0xfe) === 0xf8 && code !== 0 && (third & 15) !== 15 && channels <= 10 && (fourth & 1) === 0;
    return isFrame ? blockSize(code) * (channels < 8 ? channels + 1 : 2) : 0;
  });

/** RFC 6716, 3.1: duration of a frame by its configuration, at 48 samples per millisecond. */
const opusFrame = (configuration: number): number => {
  if (configuration < 12) return 48 * ([10, 20, 40, 60][configuration & 3] ?? 60);
  if (configuration < 16) return 48 * ([10, 20][configuration & 1] ?? 20);
  return 48 * ([2.5, 5, 10, 20][configuration & 3] ?? 20);
};

const ofOpusPacket = ([first = 0, second = 0]: Uint8Array): number =>
  opusFrame(first >> 3) * ((first & 3) === 3 ? second & 63 : (first & 3) === 0 ? 1 : 2);

type OfPacket = (packet: Uint8Array) => number;

/** Determines the codec by the first packet of a stream. */
const oggCodec = (first: Uint8Array): OfPacket => {
  if (asciiAt(first, 0, 8) === 'OpusHead') return (packet) => ofOpusPacket(packet) * (first[9] ?? 255);
  // Vorbis I, 4.2.2: a packet yields at most half of the longer block.
  if (asciiAt(first, 1, 6) === 'vorbis') return () => 2 ** ((first[28] ?? 255) >> 4) * (first[11] ?? 255) * 0.5;
  return () => UNKNOWN_SAMPLES;
};

/** RFC 3533, 6. */
const PAGE_HEAD_BYTES = 27;
const CONTINUED = 1;
const FIRST_PAGE = 2;
const FRAME_SYNC = 255;

const ofOgg = (bytes: Uint8Array): number => {
  const view = dataView(bytes);
  const codecs = new Map<number, OfPacket>();
  let sum = 0;
  for (let at = 0; at + PAGE_HEAD_BYTES <= bytes.length;) {
    // Invalid bytes are skipped up to the next page.
    if (asciiAt(bytes, at, 4) !== 'OggS') {
      at = bytes.indexOf(0x4f, at + 1);
      if (at < 0) break;
      continue;
    }
    const [flags = 0, stream] = [bytes[at + 5], view.getUint32(at + 14, true)];
    const lengths = bytes.subarray(at + PAGE_HEAD_BYTES, at + PAGE_HEAD_BYTES + (bytes[at + 26] ?? 0));
    let start = at + PAGE_HEAD_BYTES + lengths.length;
    if (flags & FIRST_PAGE) codecs.set(stream, oggCodec(bytes.subarray(start, start + 64)));
    const ofPacket = codecs.get(stream) ?? (() => UNKNOWN_SAMPLES);
    let isWithin = (flags & CONTINUED) !== 0;
    for (const length of lengths) {
      if (!isWithin) sum += ofPacket(bytes.subarray(start, start + 2));
      isWithin = length === FRAME_SYNC;
      start += length;
    }
    at = Math.max(start, at + PAGE_HEAD_BYTES);
  }
  return sum;
};

/** ISO 14496-12: tables with the number of packets, at this offset after the name. */
const SAMPLE_TABLES: Readonly<Record<string, number>> = { stsz: 12, stz2: 12, trun: 8 };
/** Maximum samples of a packet by codec, in two channels. */
const MP4_CODECS: Readonly<Record<string, number>> = { mp4a: 2 * 2048, alac: 2 * 4096 };

const offsetsOf = (bytes: Uint8Array, name: string): number[] => {
  const places: number[] = [];
  const first = name.charCodeAt(0);
  for (let at = bytes.indexOf(first); at >= 0; at = bytes.indexOf(first, at + 1))
    if (asciiAt(bytes, at, 4) === name) places.push(at);
  return places;
};

const ofMp4 = (bytes: Uint8Array): number => {
  const view = dataView(bytes);
  const codec = Object.entries(MP4_CODECS).find(([name]) => offsetsOf(bytes, name).length > 0);
  if (!codec) return UNKNOWN_SAMPLES;
  let packets = 0;
  for (const [name, offset] of Object.entries(SAMPLE_TABLES))
    for (const at of offsetsOf(bytes, name))
      if (at + offset + 4 <= bytes.length) packets += view.getUint32(at + offset);
  return packets * codec[1];
};

/** Returns the samples of all channels together; infinite for an unknown format. */
export const mostSamples = (bytes: Uint8Array): number => {
  const head = asciiAt(bytes, 0, 12);
  if (head.startsWith('RIFF') && head.endsWith('WAVE')) return ofWave(bytes);
  if (head.startsWith('fLaC')) return ofFlac(bytes);
  if (head.startsWith('OggS')) return ofOgg(bytes);
  if (head.slice(4, 8) === 'ftyp') return ofMp4(bytes);
  return head.startsWith('ID3') || bytes[0] === 0xff ? ofMpeg(bytes) : UNKNOWN_SAMPLES;
};
