// MD5 of a text, for the fingerprints of searches; browsers do not offer it. Must not be used for anything that needs security.

const SHIFTS = [7, 12, 17, 22, 5, 9, 14, 20, 4, 11, 16, 23, 6, 10, 15, 21];
const SINES = Array.from({ length: 64 }, (_, at) => Math.floor(Math.abs(Math.sin(at + 1)) * 2 ** 32));

/** The text in blocks of 64 bytes, ended and with its length, as 32-bit words. */
const md5Words = (text: string): DataView => {
  const bytes = new TextEncoder().encode(text);
  const padded = new Uint8Array(Math.ceil((bytes.length + 9) / 64) * 64);
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setBigUint64(padded.length - 8, BigInt(bytes.length) * 8n, true);
  return view;
};

const turned = (word: number, by: number): number => (word << by) | (word >>> (32 - by));

/** Returns the mixed words of a step and the index of the word of the block. */
const mixed = (step: number, b: number, c: number, d: number): readonly [number, number] => {
  if (step < 16) return [(b & c) | (~b & d), step];
  if (step < 32) return [(d & b) | (~d & c), (5 * step + 1) % 16];
  return step < 48 ? [b ^ c ^ d, (3 * step + 5) % 16] : [c ^ (b | ~d), (7 * step) % 16];
};

/** 32 hexadecimal digits. */
export const md5 = (text: string): string => {
  const words = md5Words(text);
  const sums = new Int32Array([0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476]);
  for (let block = 0; block < words.byteLength; block += 64) {
    let [a = 0, b = 0, c = 0, d = 0] = sums;
    for (let step = 0; step < 64; step += 1) {
      const [mix, word] = mixed(step, b, c, d);
      const sum = (a + mix + (SINES[step] ?? 0) + words.getInt32(block + word * 4, true)) | 0;
      const shift = SHIFTS[(step >> 4) * 4 + (step % 4)] ?? 0;
      [a, d, c, b] = [d, c, b, (b + turned(sum, shift)) | 0];
    }
    for (const [at, word] of [a, b, c, d].entries()) sums[at] = (sums[at] ?? 0) + word;
  }
  const bytes = Array.from({ length: 16 }, (_, at) => ((sums[at >> 2] ?? 0) >>> ((at % 4) * 8)) & 0xff);
  return bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('');
};
