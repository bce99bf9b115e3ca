// File of a snapshot of the search index: arrays one after the other, then a directory as JSON with the place and checksum of each array,
// then the length and checksum of the directory. Arrays are written from memory and read into the memory in which they stay.

import { closeSync, fstatSync, openSync, readSync, writeSync } from 'node:fs';
import { crc32 } from 'node:zlib';
import type { TablePlan } from 'src/server/search/columns/Table.ts';
import type { PackedArray, PackedKind, Restored, Saved } from 'src/server/search/snapshot/Saved.ts';

const MAGIC = 0x4b534e50;
const FOOTER_BYTES = 12;
/** Only the owner may read the words of restricted texts. */
const FILE_MODE = 0o600;
/** Node refuses to read or write more at once. */
const MAX_PIECE = 1 << 30;

interface StoredArray {
  readonly kind: string;
  readonly length: number;
  readonly at: number;
  readonly bytes: number;
  readonly checksum: number;
}

interface StoredPart {
  readonly numbers: Readonly<Record<string, number>>;
  readonly texts: readonly string[];
  readonly arrays: Readonly<Record<string, StoredArray>>;
  readonly parts: Readonly<Record<string, StoredPart>>;
}

interface Directory extends SnapshotLabel {
  readonly parts: Readonly<Record<string, StoredPart>>;
}

/** Identity of a file. */
export interface SnapshotLabel {
  /** Equal for the same program, declarations and database. */
  readonly key: string;
  /** Names the state that was saved. */
  readonly token: string;
  /** Columns of the tables. */
  readonly plans: readonly TablePlan[];
}

/** A Buffer is read as a Uint8Array. */
const storedKind = (array: PackedArray): string =>
  array instanceof Uint8Array ? Uint8Array.name : array.constructor.name;

const viewOf = ({ buffer, byteOffset, byteLength }: PackedArray | Buffer): Uint8Array =>
  new Uint8Array(buffer, byteOffset, byteLength);

export class SnapshotWriter {
  private readonly file: number;
  private at = 0;
  private readonly parts: Record<string, StoredPart> = {};

  constructor(path: string) {
    this.file = openSync(path, 'w', FILE_MODE);
  }

  /** Writes a part of the index as it is at this moment. */
  add(name: string, saved: Saved): void {
    this.parts[name] = this.write(saved);
  }

  /** Writes the directory and closes the file. */
  end(label: SnapshotLabel): void {
    const directory = Buffer.from(JSON.stringify({ ...label, parts: this.parts } satisfies Directory));
    const footer = Buffer.alloc(FOOTER_BYTES);
    footer.writeUInt32BE(directory.length, 0);
    footer.writeUInt32BE(crc32(directory), 4);
    footer.writeUInt32BE(MAGIC, 8);
    this.put(directory);
    this.put(footer);
    this.close();
  }

  close(): void {
    closeSync(this.file);
  }

  private write({ numbers = {}, texts = [], arrays = {}, parts = {} }: Saved): StoredPart {
    return {
      numbers,
      texts,
      arrays: Object.fromEntries(Object.entries(arrays).map(([name, array]) => [name, this.writeArray(array)])),
      parts: Object.fromEntries(Object.entries(parts).map(([name, part]) => [name, this.write(part)])),
    };
  }

  private writeArray(array: PackedArray): StoredArray {
    const bytes = viewOf(array);
    const { at } = this;
    this.put(bytes);
    return {
      ...{ kind: storedKind(array), length: array.length },
      ...{ at, bytes: bytes.length, checksum: crc32(bytes) },
    };
  }

  private put(bytes: Uint8Array): void {
    for (let done = 0; done < bytes.length;)
      done += writeSync(this.file, bytes, done, Math.min(MAX_PIECE, bytes.length - done));
    this.at += bytes.length;
  }
}

/** Thrown for a file that is not as it was written. */
export class DamagedSnapshot extends Error {}

const fillFromFile = (file: number, into: Uint8Array, at: number): void => {
  for (let done = 0; done < into.length;) {
    const count = readSync(file, into, done, Math.min(MAX_PIECE, into.length - done), at + done);
    if (count === 0) throw new DamagedSnapshot('the file ends early');
    done += count;
  }
};

/** Adds space for further values to a length. */
const growableLength = (length: number): number => length + (length >>> 4) + 64;

class StoredReader implements Restored {
  private readonly file: number;
  private readonly stored: StoredPart;

  constructor(file: number, stored: StoredPart) {
    this.file = file;
    this.stored = stored;
  }

  get texts(): readonly string[] {
    return this.stored.texts;
  }

  get arrayNames(): readonly string[] {
    return Object.keys(this.stored.arrays);
  }

  get partNames(): readonly string[] {
    return Object.keys(this.stored.parts);
  }

  number(name: string): number {
    return storedValue(this.stored.numbers[name], name);
  }

  lengthOf(name: string): number {
    return storedValue(this.stored.arrays[name], name).length;
  }

  array<T extends PackedArray>(name: string, kind: PackedKind<T>): T {
    const { kind: stored, length, at, bytes, checksum } = storedValue(this.stored.arrays[name], name);
    if (stored !== kind.name) throw new DamagedSnapshot(`${name} is ${stored}`);
    const array = new kind(growableLength(length));
    const own = new Uint8Array(array.buffer, 0, bytes);
    fillFromFile(this.file, own, at);
    if (crc32(own) !== checksum) throw new DamagedSnapshot(`the checksum of ${name} differs`);
    if (array instanceof Float64Array) array.fill(Number.NaN, length);
    return array;
  }

  part(name: string): Restored {
    return new StoredReader(this.file, storedValue(this.stored.parts[name], name));
  }
}

const storedValue = <T>(value: T | undefined, name: string): T => {
  if (value === undefined) throw new DamagedSnapshot(`${name} is missing`);
  return value;
};

const readDirectory = (file: number): Directory => {
  const { size } = fstatSync(file);
  const footer = Buffer.alloc(FOOTER_BYTES);
  if (size < FOOTER_BYTES) throw new DamagedSnapshot('the file is too short');
  fillFromFile(file, footer, size - FOOTER_BYTES);
  const length = footer.readUInt32BE(0);
  if (footer.readUInt32BE(8) !== MAGIC || length > size - FOOTER_BYTES)
    throw new DamagedSnapshot('the file has no end');
  const directory = Buffer.alloc(length);
  fillFromFile(file, directory, size - FOOTER_BYTES - length);
  if (crc32(directory) !== footer.readUInt32BE(4)) throw new DamagedSnapshot('the checksum of the directory differs');
  return JSON.parse(directory.toString()) as Directory;
};

export interface OpenSnapshot extends SnapshotLabel {
  readonly content: Restored;
  close(): void;
}

/** Opens a file. Throws DamagedSnapshot, or the error of the file system. */
export const openSnapshot = (path: string): OpenSnapshot => {
  const file = openSync(path, 'r');
  try {
    const { parts, ...label } = readDirectory(file);
    const content = new StoredReader(file, { numbers: {}, texts: [], arrays: {}, parts });
    return { ...label, content, close: () => closeSync(file) };
  } catch (error) {
    closeSync(file);
    throw error;
  }
};
