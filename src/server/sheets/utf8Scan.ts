// Counts the characters of UTF-8 beyond ASCII in a file, and the bytes that belong to none.

const SAMPLE_LIMIT = 262_144;
const CONTINUATION = 0x80;

/** Returns the number of bytes that follow the first byte of a character, or undefined for a byte that begins none. */
const followersOf = (byte: number): number | undefined => {
  if (byte >= 0xc2 && byte <= 0xdf) return 1;
  if (byte >= 0xe0 && byte <= 0xef) return 2;
  return byte >= 0xf0 && byte <= 0xf4 ? 3 : undefined;
};

export interface Utf8Counts {
  /** Characters of several bytes. */
  readonly characters: number;
  /** Bytes that belong to no character. */
  readonly broken: number;
}

export interface Utf8Scan {
  add(bytes: Buffer): void;
  /** True while a character is incomplete. */
  isInside(): boolean;
  /** Returns the first bytes that were added. */
  sample(): Buffer | undefined;
  end(): Utf8Counts;
}

export const createUtf8Scan = (): Utf8Scan => {
  let pending = 0;
  let characters = 0;
  let broken = 0;
  let first: Buffer | undefined;
  const addByte = (byte: number): void => {
    if (pending > 0) {
      if ((byte & 0xc0) === CONTINUATION) {
        pending -= 1;
        if (pending === 0) characters += 1;
        return;
      }
      broken += 1;
      pending = 0;
    }
    if (byte < CONTINUATION) return;
    pending = followersOf(byte) ?? 0;
    if (pending === 0) broken += 1;
  };
  return {
    add(bytes) {
      first ??= Buffer.from(bytes.subarray(0, SAMPLE_LIMIT));
      for (const byte of bytes) addByte(byte);
    },
    isInside: () => pending > 0,
    sample: () => first,
    end() {
      if (pending > 0) broken += 1;
      pending = 0;
      return { characters, broken };
    },
  };
};
