// Documents of each word, ascending. Most words have one document or none, which takes one number. The documents of others are lists:
// variable-length differences in chained slices of one byte array, or a bitset for a word in more than one sixteenth of the documents.
// Documents are only appended: a changed text is a new document, and the index leaves out the former one.

import { eachBit, setBit } from 'src/server/search/columns/bits.ts';
import { grown } from 'src/server/search/columns/Lists.ts';
import type { Restored, Saved } from 'src/server/search/snapshot/Saved.ts';

/** Each slice is a third of the former ones together, so that little of the last one is unused. */
const SLICE_SIZES = [
  ...[12, 12, 12, 12, 16, 22, 28, 38, 50, 66, 88, 118, 156, 208],
  ...[278, 370, 494, 658, 878, 1170, 1560, 2080, 2772, 3696, 4096],
] as const;
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
  /** Number by word: 0 without documents, -1 - document for a single one, or the number of a list, from 1. */
  private entries = new Int32Array(0);
  /** Number of documents by list. */
  private counts = new Int32Array(0);
  /** First slice by list. */
  private heads = new Int32Array(0);
  /** Last slice by list. */
  private tails = new Int32Array(0);
  /** Next free byte by list. */
  private ends = new Int32Array(0);
  /** Size of the last slice by list, as an index of SLICE_SIZES; IS_BITSET for a bitset. */
  private levels = new Uint8Array(0);
  /** Last document by list. */
  private latest = new Int32Array(0);
  private lists = 1;
  private bytes = new Uint8Array(UNUSED_BYTES);
  private used = UNUSED_BYTES;
  private readonly bitsets: (Uint32Array | undefined)[] = [];
  private readonly free: number[][] = SLICE_SIZES.map(() => []);
  private documents = 0;

  /** Documents must be added in ascending order. Adding the same word and document twice has no effect. */
  add(word: number, document: number): void {
    this.entries = grown(this.entries, Int32Array, word + 1);
    if (document >= this.documents) this.documents = document + 1;
    const entry = this.entries[word] as number;
    if (entry === 0) this.entries[word] = -document - 1;
    else if (entry > 0) this.addToList(entry, document);
    else if (-entry - 1 !== document) this.addToList(this.beginList(word, -entry - 1), document);
  }

  has(word: number): boolean {
    return (this.entries[word] ?? 0) !== 0;
  }

  /** Adds the documents of a word to a bitset. */
  addTo(word: number, bits: Uint32Array): void {
    const entry = this.entries[word] ?? 0;
    if (entry < 0) setBit(bits, -entry - 1);
    if (entry <= 0) return;
    const bitset = this.bitsets[entry];
    if (!bitset) {
      this.eachInSlices(entry, (document) => setBit(bits, document));
      return;
    }
    const length = Math.min(bitset.length, bits.length);
    for (let at = 0; at < length; at++) bits[at] = (bits[at] as number) | (bitset[at] as number);
  }

  /** Calls `visit` for each document of a word, in order. */
  each(word: number, visit: (document: number) => void): void {
    const entry = this.entries[word] ?? 0;
    if (entry === 0) return;
    if (entry < 0) {
      visit(-entry - 1);
      return;
    }
    const bitset = this.bitsets[entry];
    if (bitset) eachBit(bitset, visit);
    else this.eachInSlices(entry, visit);
  }

  /** `words`: the number of words of the dictionary. */
  saved(words: number): Saved {
    const { entries, counts, heads, tails, ends, latest, levels, lists, bytes, used, documents } = this;
    const perList = { counts, heads, tails, ends, latest, levels };
    return {
      numbers: { used, documents, lists },
      arrays: {
        ...Object.fromEntries(Object.entries(perList).map(([name, array]) => [name, array.subarray(0, lists)])),
        ...{ entries: entries.subarray(0, words), bytes: bytes.subarray(0, used) },
        ...Object.fromEntries(this.free.map((slices, level) => [`free${level}`, Int32Array.from(slices)])),
      },
      parts: {
        bitsets: {
          arrays: Object.fromEntries(
            this.bitsets.flatMap((bits, list) =>
              bits ? [[String(list), bits.subarray(0, (documents >> 5) + 1)]] : [],
            ),
          ),
        },
      },
    };
  }

  restore(from: Restored): void {
    this.used = from.number('used');
    this.documents = from.number('documents');
    this.lists = from.number('lists');
    this.entries = from.array('entries', Int32Array);
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
    for (const list of bitsets.arrayNames) this.bitsets[Number(list)] = bitsets.array(list, Uint32Array);
  }

  private beginList(word: number, document: number): number {
    const list = this.lists++;
    this.counts = grown(this.counts, Int32Array, list + 1);
    this.heads = grown(this.heads, Int32Array, list + 1);
    this.tails = grown(this.tails, Int32Array, list + 1);
    this.ends = grown(this.ends, Int32Array, list + 1);
    this.latest = grown(this.latest, Int32Array, list + 1);
    this.levels = grown(this.levels, Uint8Array, list + 1);
    const at = this.slice(0);
    this.heads[list] = at;
    this.tails[list] = at;
    this.ends[list] = at;
    this.latest[list] = -1;
    this.entries[word] = list;
    this.addToList(list, document);
    return list;
  }

  private addToList(list: number, document: number): void {
    const latest = this.latest[list] as number;
    if (latest === document) return;
    const count = this.counts[list] as number;
    if (this.levels[list] !== IS_BITSET && count > MIN_BITSET && count * BITSET_SHARE > this.documents)
      this.toBitset(list);
    this.counts[list] = count + 1;
    this.latest[list] = document;
    if (this.levels[list] === IS_BITSET) this.mark(list, document);
    else this.append(list, document - latest - 1);
  }

  private eachInSlices(list: number, visit: (document: number) => void): void {
    const { bytes } = this;
    let level = 0;
    let at = this.heads[list] as number;
    let stop = at + sliceSize(0) - LINK_BYTES;
    let document = -1;
    for (let left = this.counts[list] as number; left > 0; left--) {
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

  private append(list: number, gap: number): void {
    let left = gap;
    while (left > 127) {
      this.appendByte(list, (left & 127) | 128);
      left >>>= 7;
    }
    this.appendByte(list, left);
  }

  private appendByte(list: number, value: number): void {
    const level = this.levels[list] as number;
    let end = this.ends[list] as number;
    if (end === (this.tails[list] as number) + sliceSize(level) - LINK_BYTES) {
      const next = Math.min(level + 1, LAST_LEVEL);
      const at = this.slice(next);
      for (let byte = 0; byte < LINK_BYTES; byte++) this.bytes[end + byte] = (at >>> (8 * byte)) & 255;
      this.tails[list] = at;
      this.levels[list] = next;
      end = at;
    }
    this.bytes[end] = value;
    this.ends[list] = end + 1;
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

  private mark(list: number, document: number): void {
    const at = document >> 5;
    let bitset = this.bitsets[list] as Uint32Array;
    if (at >= bitset.length) {
      const larger = new Uint32Array(Math.ceil((at + 1) * 1.25));
      larger.set(bitset);
      this.bitsets[list] = larger;
      bitset = larger;
    }
    setBit(bitset, document);
  }

  private toBitset(list: number): void {
    const bitset = new Uint32Array(Math.ceil((this.documents * 1.25) / 32) + 1);
    this.eachInSlices(list, (document) => setBit(bitset, document));
    this.release(list);
    this.levels[list] = IS_BITSET;
    this.bitsets[list] = bitset;
  }

  /** Returns the slices of a list to the free ones. */
  private release(list: number): void {
    const tail = this.tails[list] as number;
    let level = 0;
    for (let at = this.heads[list] as number; ; level = Math.min(level + 1, LAST_LEVEL)) {
      const next = at === tail ? 0 : this.linkAt(at + sliceSize(level) - LINK_BYTES);
      this.free[level]?.push(at);
      if (next === 0) return;
      at = next;
    }
  }
}
