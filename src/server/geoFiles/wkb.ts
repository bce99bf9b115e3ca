// Converts well-known binary of GeoPackages to GeoJSON: with heights, without measures, arcs as short segments.

import type { Json } from 'src/model/item/Item.ts';
import { arcThrough } from 'src/server/geoFiles/arcThrough.ts';

type Position = number[];

const MAX_WKB_DEPTH = 8;
/** Flags of the extended format of PostGIS. */
const FLAG = { z: 0x8000_0000, m: 0x4000_0000, srid: 0x2000_0000 } as const;
const KIND_BITS = 0x0fff_ffff;
const DIMENSIONS = 1_000;

interface Head {
  readonly kind: number;
  readonly hasZ: boolean;
  readonly hasM: boolean;
}

/** Reads the bytes sequentially. A read beyond the end throws a RangeError. */
class Reader {
  readonly #view: DataView;
  #at: number;
  #little = true;

  constructor(bytes: Uint8Array, at: number) {
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.#at = at;
  }

  uint(): number {
    const value = this.#view.getUint32(this.#at, this.#little);
    this.#at += 4;
    return value;
  }

  #double(): number {
    const value = this.#view.getFloat64(this.#at, this.#little);
    this.#at += 8;
    return value;
  }

  head(): Head {
    this.#little = this.#view.getUint8(this.#at) === 1;
    this.#at += 1;
    const type = this.uint();
    if ((type & FLAG.srid) !== 0) this.#at += 4;
    const plain = type & KIND_BITS;
    const dimensions = Math.floor(plain / DIMENSIONS);
    return {
      kind: plain % DIMENSIONS,
      hasZ: (type & FLAG.z) !== 0 || dimensions === 1 || dimensions === 3,
      hasM: (type & FLAG.m) !== 0 || dimensions === 2 || dimensions === 3,
    };
  }

  position({ hasZ, hasM }: Head): Position {
    const x = this.#double();
    const y = this.#double();
    const z = hasZ ? this.#double() : Number.NaN;
    if (hasM) this.#double();
    return Number.isNaN(z) ? [x, y] : [x, y, z];
  }

  list<T>(read: () => T): T[] {
    const count = this.uint();
    const found: T[] = [];
    for (let at = 0; at < count; at++) found.push(read());
    return found;
  }
}

export class UnreadShape extends Error {}

const joinedLines = (lines: readonly (readonly Position[])[]): Position[] =>
  lines.flatMap((line, at) => (at === 0 ? [...line] : line.slice(1)));

const arcs = (points: readonly Position[]): Position[] => {
  if (points.length === 0) return [];
  const pieces: Position[][] = [];
  for (let at = 0; at + 2 < points.length; at += 2)
    pieces.push(arcThrough(points[at] ?? [], points[at + 1] ?? [], points[at + 2] ?? []));
  return joinedLines(pieces);
};

/** Returns the positions of a line, a sequence of arcs, or several curves in sequence. */
const curve = (reader: Reader, depth: number): Position[] => {
  if (depth > MAX_WKB_DEPTH) throw new UnreadShape();
  const head = reader.head();
  if (head.kind === 2) return reader.list(() => reader.position(head));
  if (head.kind === 8) return arcs(reader.list(() => reader.position(head)));
  if (head.kind === 9) return joinedLines(reader.list(() => curve(reader, depth + 1)));
  throw new UnreadShape();
};

const MULTI_TYPES: Readonly<Record<number, string>> = {
  ...{ 4: 'MultiPoint', 5: 'MultiLineString', 6: 'MultiPolygon' },
  ...{ 11: 'MultiLineString', 12: 'MultiPolygon' },
};

interface Shape {
  readonly type: string;
  readonly coordinates: Json[];
}

/** Throws `UnreadShape` for any other kind, because its bytes cannot be skipped. */
const singleShape = (reader: Reader, head: Head): Shape => {
  switch (head.kind) {
    case 1: {
      const position = reader.position(head);
      return { type: 'Point', coordinates: Number.isNaN(position[0]) ? [] : position };
    }
    case 2:
      return { type: 'LineString', coordinates: reader.list(() => reader.position(head)) };
    case 3:
      return { type: 'Polygon', coordinates: reader.list(() => reader.list(() => reader.position(head))) };
    case 8:
      return { type: 'LineString', coordinates: arcs(reader.list(() => reader.position(head))) };
    case 9:
      return { type: 'LineString', coordinates: joinedLines(reader.list(() => curve(reader, 0))) };
    case 10:
      return { type: 'Polygon', coordinates: reader.list(() => curve(reader, 0)) };
    default:
      throw new UnreadShape();
  }
};

const COLLECTION_TYPE = 7;

const geometry = (reader: Reader, depth: number): Json => {
  if (depth > MAX_WKB_DEPTH) throw new UnreadShape();
  const head = reader.head();
  if (head.kind === COLLECTION_TYPE)
    return { type: 'GeometryCollection', geometries: reader.list(() => geometry(reader, depth + 1)) };
  const type = MULTI_TYPES[head.kind];
  if (type === undefined) return { ...singleShape(reader, head) };
  const members = reader.list(() => singleShape(reader, reader.head()).coordinates);
  return { type, coordinates: members.filter((each) => each.length > 0) };
};

const GEOPACKAGE_MAGIC = [0x47, 0x50] as const;
const HEADER = 8;
/** Bytes of the optional box before the geometry, by its kind. */
const BOX_BYTES = [0, 32, 48, 48, 64] as const;
const EXTENDED = 0x20;

/** Returns the geometry of a GeoPackage value. Throws `UnreadShape` for kinds that a map cannot show, and for damaged ones. */
export const geometryInBlob = (blob: Uint8Array): Json => {
  const flags = blob[3] ?? 0;
  const box = BOX_BYTES[(flags >> 1) & 7];
  if (
    blob[0] !== GEOPACKAGE_MAGIC[0] ||
    blob[1] !== GEOPACKAGE_MAGIC[1] ||
    box === undefined ||
    (flags & EXTENDED) !== 0
  )
    throw new UnreadShape();
  try {
    return geometry(new Reader(blob, HEADER + box), 0);
  } catch (error) {
    throw error instanceof RangeError ? new UnreadShape() : error;
  }
};
