// Splits rows with a geometry of several kinds: each kind becomes a separate row with the same values.

import { isRecord } from 'src/base/isRecord.ts';
import { isSimpleKind } from 'src/model/geo/geoJson.ts';
import type { Json } from 'src/model/item/Item.ts';
import type { RawFeature } from 'src/server/geoFiles/geoFile.ts';

const MAX_MEMBER_DEPTH = 8;

interface Member {
  readonly kind: string;
  readonly geometry: Json;
}

/** Returns undefined for an invalid member, which the validation refuses. */
const membersIn = (value: Json, depth: number): readonly Member[] | undefined => {
  const { type, coordinates, geometries } = (isRecord(value) ? value : {}) as { readonly [name: string]: Json };
  if (isSimpleKind(type)) {
    const isEmpty = Array.isArray(coordinates) && coordinates.length === 0;
    return isEmpty ? [] : [{ kind: type.replace('Multi', ''), geometry: value }];
  }
  if (type !== 'GeometryCollection' || !Array.isArray(geometries) || depth > MAX_MEMBER_DEPTH) return undefined;
  const found: Member[] = [];
  for (const each of geometries as readonly Json[]) {
    const members = membersIn(each, depth + 1);
    if (!members) return undefined;
    found.push(...members);
  }
  return found;
};

/** Returns the feature itself, or one for each kind of its geometries. */
export const splitCollection = (feature: RawFeature): readonly RawFeature[] => {
  const { geometry } = feature;
  if (!isRecord(geometry) || geometry['type'] !== 'GeometryCollection') return [feature];
  const members = membersIn(geometry, 0);
  const kinds = [...new Set(members?.map(({ kind }) => kind))];
  if (!members || kinds.length === 0) return [feature];
  return kinds.map((kind) => {
    const geometries = members.filter((member) => member.kind === kind).map((member) => member.geometry);
    return { ...feature, geometry: { type: 'GeometryCollection', geometries } };
  });
};
