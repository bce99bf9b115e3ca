// Documents of each word, ascending. Words of few documents are variable-length differences in chained slices of one byte array; a word in
// more than one sixteenth of the documents is a bitset. Documents are only appended: a changed text is a new document, and the index leaves
// out the former one.

import { eachBit, setBit } from 'src/server/search/columns/bits.ts';
import { grown } from 'src/server/search/columns/Lists.ts';
import type { Restored, Saved } from 'src/server/search/snapshot/Saved.ts';

const SLICE_SIZES = [8, 16, 32, 64, 128, 256, 512, 1024, 2048, 4096] as const;
const LAST_LEVEL = SLICE_SIZES.length - 1;
/** Bytes at the end of a slice for the address of the next one. */
const LINK_BYTES = 4;
const BITSET_SHARE = 16;
const MIN_BITSET = 1024;
const IS_BITSET = 255;
/** Bytes at the beginning that no slice uses, so that address 0 means none. */
const UNUSED_BYTES = 8;

const sliceSize = (level: number): number => SLICE_SIZES[level] as number;

export class Postings {
  /** Number of documents per word. */
  counts = new Int32Array(0);
  private bytes = new Uint8Array(UNUSED_BYTES);
  private used = UNUSED_BYTES;
  private heads = new Int32Array(0);
  private tails = new Int32Array(0);
  private ends = new Int32Array(0);
  private levels = new Uint8Array(0);
  private latest = new Int32Array(0);
  private readonly bitsets: (Uint32Array | undefined)[] = [];
  private readonly free: number[][] = SLICE_SIZES.map(() => []);
  private documents = 0;

  /** Documents must be added in ascending order. Adding the same word and document twice has no effect. */
  add(word: number, document: number): void {
    this.widen(word + 1);
    if (document >= this.documents) this.documents = document + 1;
    const count = this.counts[word] as number;
    if (count > 0 && this.latest[word] === document) return;
    if (count === 0) this.begin(word);
    const gap = document - (this.latest[word] as number) - 1;
    this.counts[word] = count + 1;
    this.latest[word] = document;
    if (this.levels[word] !== IS_BITSET && count > MIN_BITSET && count * BITSET_SHARE > this.documents)
      this.toBitset(word, count);
    if (this.levels[word] === IS_BITSET) this.mark(word, document);
    else this.append(word, gap);
  }

  /** Adds the documents of a word to a bitset. */
  addTo(word: number, bits: Uint32Array): void {
    const bitset = this.bitsets[word];
    if (!bitset) {
      this.eachInSlices(word, this.counts[word] ?? 0, (document) => setBit(bits, document));
      return;
    }
    const length = Math.min(bitset.length, bits.length);
    for (let at = 0; at < length; at++) bits[at] = (bits[at] as number) | (bitset[at] as number);
  }

  /** Calls `visit` for each document of a word, in order. */
  each(word: number, visit: (document: number) => void): void {
    const bitset = this.bitsets[word];
    if (bitset) eachBit(bitset, visit);
    else this.eachInSlices(word, this.counts[word] ?? 0, visit);
  }

  /** Size of the arrays in bytes. */
  get size(): number {
    const bitsets = this.bitsets.reduce((sum, each) => sum + (each?.byteLength ?? 0), 0);
    return this.bytes.length + this.counts.length * 21 + bitsets;
  }

  /** `words`: the number of words of the dictionary. */
  saved(words: number): Saved {
    const { counts, heads, tails, ends, latest, levels, bytes, used, documents } = this;
    const perWord = { counts, heads, tails, ends, latest };
    return {
      numbers: { used, documents },
      arrays: {
        ...Object.fromEntries(Object.entries(perWord).map(([name, array]) => [name, array.subarray(0, words)])),
        ...{ levels: levels.subarray(0, words), bytes: bytes.subarray(0, used) },
        ...Object.fromEntries(this.free.map((slices, level) => [`free${level}`, Int32Array.from(slices)])),
      },
      parts: {
        bitsets: {
          arrays: Object.fromEntries(
            this.bitsets.flatMap((bits, word) =>
              bits ? [[String(word), bits.subarray(0, (documents >> 5) + 1)]] : [],
            ),
          ),
        },
      },
    };
  }

  restore(from: Restored): void {
    this.used = from.number('used');
    this.documents = from.number('documents');
    this.counts = from.array('counts', Int32Array);
    this.heads = from.array('heads', Int32Array);
    this.tails = from.array('tails', Int32Array);
    this.ends = from.array('ends', Int32Array);
    this.latest = from.array('latest', Int32Array);
    this.levels = from.array('levels', Uint8Array);
    this.bytes = from.array('bytes', Uint8Array);
    for (const [level, slices] of this.free.entries()) {
      const name = `free${level}`;
      for (const at of from.array(name, Int32Array).subarray(0, from.lengthOf(name))) slices.push(at);
    }
    const bitsets = from.part('bitsets');
    for (const word of bitsets.arrayNames) this.bitsets[Number(word)] = bitsets.array(word, Uint32Array);
  }

  private eachInSlices(word: number, count: number, visit: (document: number) => void): void {
    const { bytes } = this;
    let level = 0;
    let at = this.heads[word] as number;
    let stop = at + sliceSize(0) - LINK_BYTES;
    let document = -1;
    for (let left = count; left > 0; left--) {
      let gap = 0;
      let shift = 0;
      for (;;) {
        if (at === stop) {
          at = this.linkAt(stop);
          level = Math.min(level + 1, LAST_LEVEL);
          stop = at + sliceSize(level) - LINK_BYTES;
        }
        const byte = bytes[at++] as number;
        gap |= (byte & 127) << shift;
        if (byte < 128) break;
        shift += 7;
      }
      document += gap + 1;
      visit(document);
    }
  }

  private linkAt(at: number): number {
    const { bytes } = this;
    return (
      (bytes[at] as number) |
      ((bytes[at + 1] as number) << 8) |
      ((bytes[at + 2] as number) << 16) |
      ((bytes[at + 3] as number) << 24)
    );
  }

  private begin(word: number): void {
    const at = this.slice(0);
    this.heads[word] = at;
    this.tails[word] = at;
    this.ends[word] = at;
    this.levels[word] = 0;
    this.latest[word] = -1;
  }

  private append(word: number, gap: number): void {
    let left = gap;
    while (left > 127) {
      this.appendByte(word, (left & 127) | 128);
      left >>>= 7;
    }
    this.appendByte(word, left);
  }

  private appendByte(word: number, value: number): void {
    const level = this.levels[word] as number;
    let end = this.ends[word] as number;
    if (end === (this.tails[word] as number) + sliceSize(level) - LINK_BYTES) {
      const next = Math.min(level + 1, LAST_LEVEL);
      const at = this.slice(next);
      for (let byte = 0; byte < LINK_BYTES; byte++) this.bytes[end + byte] = (at >>> (8 * byte)) & 255;
      this.tails[word] = at;
      this.levels[word] = next;
      end = at;
    }
    this.bytes[end] = value;
    this.ends[word] = end + 1;
  }

  private slice(level: number): number {
    const freed = this.free[level]?.pop();
    if (freed !== undefined) return freed;
    const at = this.used;
    this.used += sliceSize(level);
    if (this.used > this.bytes.length) {
      const larger = new Uint8Array(Math.ceil(this.used * 1.5));
      larger.set(this.bytes);
      this.bytes = larger;
    }
    return at;
  }

  private mark(word: number, document: number): void {
    const at = document >> 5;
    let bitset = this.bitsets[word] as Uint32Array;
    if (at >= bitset.length) {
      const larger = new Uint32Array(Math.ceil((at + 1) * 1.25));
      larger.set(bitset);
      this.bitsets[word] = larger;
      bitset = larger;
    }
    setBit(bitset, document);
  }

  private toBitset(word: number, count: number): void {
    const bitset = new Uint32Array(Math.ceil((this.documents * 1.25) / 32) + 1);
    this.eachInSlices(word, count, (document) => setBit(bitset, document));
    this.release(word);
    this.levels[word] = IS_BITSET;
    this.bitsets[word] = bitset;
  }

  /** Returns the slices of a word to the free ones. */
  private release(word: number): void {
    const tail = this.tails[word] as number;
    let level = 0;
    for (let at = this.heads[word] as number; ; level = Math.min(level + 1, LAST_LEVEL)) {
      const next = at === tail ? 0 : this.linkAt(at + sliceSize(level) - LINK_BYTES);
      this.free[level]?.push(at);
      if (next === 0) return;
      at = next;
    }
  }

  private widen(words: number): void {
    if (words <= this.counts.length) return;
    this.counts = grown(this.counts, Int32Array, words);
    this.heads = grown(this.heads, Int32Array, words);
    this.tails = grown(this.tails, Int32Array, words);
    this.ends = grown(this.ends, Int32Array, words);
    this.latest = grown(this.latest, Int32Array, words);
    if (this.levels.length < this.counts.length) {
      const larger = new Uint8Array(this.counts.length);
      larger.set(this.levels);
      this.levels = larger;
    }
  }
}
