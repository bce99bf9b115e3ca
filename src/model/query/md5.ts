// MD5 of a text in UTF-8, for names of things only (spec platform 3 asks for it as the hash of a saved search); never for
// anything that must not be forged.

const SHIFTS = [7, 12, 17, 22, 5, 9, 14, 20, 4, 11, 16, 23, 6, 10, 15, 21];
const SINES = Array.from({ length: 64 }, (_, index) => Math.floor(Math.abs(Math.sin(index + 1)) * 2 ** 32) | 0);
const START = [0x67452301, 0xefcdab89 | 0, 0x98badcfe | 0, 0x10325476];

const utf8 = (text: string): number[] =>
  [...encodeURIComponent(text.replace(/\p{Surrogate}/gu, '\uFFFD')).matchAll(/%([0-9A-F]{2})|(.)/gs)].map(
    ([, hex, letter = '']) => (hex === undefined ? letter.charCodeAt(0) : Number.parseInt(hex, 16)),
  );

/** The bytes with a 1 bit, zeros and their number of bits behind them, as little-endian words. */
const wordsOf = (bytes: readonly number[]): Int32Array => {
  const tokens = new Int32Array(Math.ceil((bytes.length + 9) / 64) * 16);
  const put = (at: number, byte: number): void => {
    tokens[at >> 2] = (tokens[at >> 2] ?? 0) | (byte << ((at & 3) * 8));
  };
  bytes.forEach((byte, at) => {
    put(at, byte);
  });
  put(bytes.length, 0x80);
  tokens[tokens.length - 2] = bytes.length * 8;
  tokens[tokens.length - 1] = Math.floor(bytes.length / 2 ** 29);
  return tokens;
};

/** What a step mixes in, and which word it reads. */
const mixOf = (step: number, b: number, c: number, d: number): readonly [number, number] => {
  if (step < 16) return [(b & c) | (~b & d), step];
  if (step < 32) return [(d & b) | (~d & c), (5 * step + 1) % 16];
  if (step < 48) return [b ^ c ^ d, (3 * step + 5) % 16];
  return [c ^ (b | ~d), (7 * step) % 16];
};

const block = (state: readonly number[], tokens: Int32Array): number[] => {
  let [a = 0, b = 0, c = 0, d = 0] = state;
  for (let step = 0; step < 64; step++) {
    const [mixed, token] = mixOf(step, b, c, d);
    const sum = (a + mixed + (SINES[step] ?? 0) + (tokens[token] ?? 0)) | 0;
    const shift = SHIFTS[(step >> 4) * 4 + (step & 3)] ?? 0;
    [a, d, c, b] = [d, c, b, (b + ((sum << shift) | (sum >>> (32 - shift)))) | 0];
  }
  return [a, b, c, d].map((value, index) => (value + (state[index] ?? 0)) | 0);
};

const hex = (token: number): string =>
  [0, 8, 16, 24].map((shift) => ((token >>> shift) & 255).toString(16).padStart(2, '0')).join('');

/** 32 lower-case hexadecimal digits. */
export const md5 = (text: string): string => {
  const tokens = wordsOf(utf8(text));
  let state: readonly number[] = START;
  for (let from = 0; from < tokens.length; from += 16) state = block(state, tokens.subarray(from, from + 16));
  return state.map(hex).join('');
};
