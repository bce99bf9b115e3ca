// Writes tiles into one PMTiles archive of version 3: a header, one directory, the description, and the tiles in the order of their numbers.
// Tiles with equal content are stored once. Browsers read the archive by ranges, with the package pmtiles.

import { gzipSync } from 'node:zlib';
import { Compression, TileType, zxyToTileId } from 'pmtiles';
import { sha256 } from 'src/server/extend.ts';

export interface ArchivedTile {
  readonly z: number;
  readonly x: number;
  readonly y: number;
  /** A vector tile, compressed with gzip. */
  readonly content: Uint8Array;
}

interface ArchiveFacts {
  readonly bounds: readonly [west: number, south: number, east: number, north: number];
  readonly minZoom: number;
  readonly maxZoom: number;
  /** Name, attribution and layers, as JSON. */
  readonly metadata: object;
}

interface DirectoryEntry {
  readonly id: number;
  readonly offset: number;
  readonly length: number;
}

const HEADER_LENGTH = 127;
/** Readers fetch so many bytes at first: the directory must lie within them. */
const ARCHIVE_SIGNATURE = 16_384;
const DEGREE_PARTS = 10_000_000;

const varint = (value: number): number[] => {
  const bytes: number[] = [];
  let rest = value;
  while (rest >= 0x80) {
    bytes.push((rest % 0x80) + 0x80);
    rest = Math.floor(rest / 0x80);
  }
  return [...bytes, rest];
};

/** Numbers by column: steps between the tile numbers, runs, lengths, and offsets, where 0 means directly behind the tile before. */
const encodedDirectory = (entries: readonly DirectoryEntry[]): Buffer => {
  const before = (index: number): DirectoryEntry => entries[index - 1] ?? { id: 0, offset: -1, length: 0 };
  return gzipSync(
    Buffer.from([
      ...varint(entries.length),
      ...entries.flatMap(({ id }, index) => varint(id - before(index).id)),
      ...entries.flatMap(() => varint(1)),
      ...entries.flatMap(({ length }) => varint(length)),
      ...entries.flatMap(({ offset }, index) => {
        const { offset: last, length } = before(index);
        return varint(index > 0 && offset === last + length ? 0 : offset + 1);
      }),
    ]),
  );
};

interface ArchiveParts {
  readonly directory: Buffer;
  readonly metadata: Buffer;
  readonly dataLength: number;
  readonly tiles: number;
  readonly contents: number;
}

const encodedHeader = (facts: ArchiveFacts, parts: ArchiveParts): Buffer => {
  const header = Buffer.alloc(HEADER_LENGTH);
  header.write('PMTiles', 0);
  header.writeUInt8(3, 7);
  const metadataAt = HEADER_LENGTH + parts.directory.length;
  const dataAt = metadataAt + parts.metadata.length;
  const numbers = [
    ...[HEADER_LENGTH, parts.directory.length, metadataAt, parts.metadata.length, dataAt, 0, dataAt, parts.dataLength],
    ...[parts.tiles, parts.tiles, parts.contents],
  ];
  numbers.forEach((value, at) => header.writeBigUInt64LE(BigInt(value), 8 + at * 8));
  const { minZoom, maxZoom, bounds } = facts;
  const bytes = [1, Compression.Gzip, Compression.Gzip, TileType.Mvt, minZoom, maxZoom];
  bytes.forEach((value, at) => header.writeUInt8(value, 96 + at));
  const degrees = (value: number, at: number): number => header.writeInt32LE(Math.round(value * DEGREE_PARTS), at);
  bounds.forEach((value, at) => degrees(value, 102 + at * 4));
  header.writeUInt8(Math.round((minZoom + maxZoom) / 2), 118);
  const [west, south, east, north] = bounds;
  degrees((west + east) / 2, 119);
  degrees((south + north) / 2, 123);
  return header;
};

/** Returns the bytes of the archive. Throws when there are so many tiles that they would need several directories. */
export const pmtilesArchive = (tiles: readonly ArchivedTile[], facts: ArchiveFacts): Buffer => {
  const ordered = tiles
    .map(({ z, x, y, content }) => ({ id: zxyToTileId(z, x, y), content }))
    .toSorted((one, other) => one.id - other.id);
  const known = new Map<string, DirectoryEntry>();
  const data: Uint8Array[] = [];
  let dataLength = 0;
  const entries = ordered.map(({ id, content }): DirectoryEntry => {
    const digest = sha256(Buffer.from(content)).toString('base64');
    const same = known.get(digest);
    if (same) return { ...same, id };
    const entry = { id, offset: dataLength, length: content.length };
    known.set(digest, entry);
    data.push(content);
    dataLength += content.length;
    return entry;
  });
  const directory = encodedDirectory(entries);
  if (HEADER_LENGTH + directory.length > ARCHIVE_SIGNATURE) throw new Error(`Too many tiles: ${entries.length}`);
  const metadata = gzipSync(JSON.stringify(facts.metadata));
  const counts = { dataLength, tiles: entries.length, contents: known.size };
  return Buffer.concat([encodedHeader(facts, { directory, metadata, ...counts }), directory, metadata, ...data]);
};
