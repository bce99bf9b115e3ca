// Writes a geometry as well-known binary (OGC 06-103r4, ISO form): little endian, with heights where every position has one.

import { COLLECTION, type Geometry, type Position, type SimpleGeometry } from 'src/model/geo/geoJson.ts';

const KINDS: Readonly<Record<Geometry['type'], number>> = {
  Point: 1,
  LineString: 2,
  Polygon: 3,
  MultiPoint: 4,
  MultiLineString: 5,
  MultiPolygon: 6,
  GeometryCollection: 7,
};
/** Added to the kind of a geometry with heights. */
const WITH_HEIGHT = 1000;
const LITTLE_ENDIAN = 1;

interface Writer {
  readonly hasHeight: boolean;
  readonly bytes: number[];
}

const scratch = new DataView(new ArrayBuffer(8));

const pushBytes = ({ bytes }: Writer, count: number): void => {
  for (let at = 0; at < count; at += 1) bytes.push(scratch.getUint8(at));
};

const pushCount = (writer: Writer, value: number): void => {
  scratch.setUint32(0, value, true);
  pushBytes(writer, 4);
};

const pushPosition = (writer: Writer, [x, y, z = 0]: Position): void => {
  for (const each of writer.hasHeight ? [x, y, z] : [x, y]) {
    scratch.setFloat64(0, each, true);
    pushBytes(writer, 8);
  }
};

const pushList = <T>(writer: Writer, list: readonly T[], push: (writer: Writer, each: T) => void): void => {
  pushCount(writer, list.length);
  for (const each of list) push(writer, each);
};

const pushLine = (writer: Writer, line: readonly Position[]): void => pushList(writer, line, pushPosition);
const pushRings = (writer: Writer, rings: readonly (readonly Position[])[]): void => pushList(writer, rings, pushLine);

const pushHead = (writer: Writer, type: Geometry['type']): void => {
  writer.bytes.push(LITTLE_ENDIAN);
  pushCount(writer, KINDS[type] + (writer.hasHeight ? WITH_HEIGHT : 0));
};

const pushGeometry = (writer: Writer, geometry: Geometry): void => {
  pushHead(writer, geometry.type);
  switch (geometry.type) {
    case 'Point':
      return pushPosition(writer, geometry.coordinates);
    case 'LineString':
      return pushLine(writer, geometry.coordinates);
    case 'Polygon':
      return pushRings(writer, geometry.coordinates);
    case 'MultiPoint':
      return pushMembers(
        writer,
        geometry.coordinates.map((coordinates) => ({ type: 'Point', coordinates })),
      );
    case 'MultiLineString':
      return pushMembers(
        writer,
        geometry.coordinates.map((coordinates) => ({ type: 'LineString', coordinates })),
      );
    case 'MultiPolygon':
      return pushMembers(
        writer,
        geometry.coordinates.map((coordinates) => ({ type: 'Polygon', coordinates })),
      );
    case COLLECTION:
      return pushMembers(writer, geometry.geometries);
  }
};

const pushMembers = (writer: Writer, members: readonly SimpleGeometry[]): void =>
  pushList(writer, members, pushGeometry);

/** Positions with one are the only lists of numbers. */
const haveHeight = (coordinates: unknown): boolean =>
  Array.isArray(coordinates) &&
  (typeof coordinates[0] === 'number' ? coordinates.length > 2 : coordinates.every(haveHeight));

export const wkbOf = (geometry: Geometry): Uint8Array => {
  const hasHeight =
    geometry.type === COLLECTION
      ? geometry.geometries.every(({ coordinates }) => haveHeight(coordinates))
      : haveHeight(geometry.coordinates);
  const writer: Writer = { hasHeight, bytes: [] };
  pushGeometry(writer, geometry);
  return Uint8Array.from(writer.bytes);
};
