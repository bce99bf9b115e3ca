// Coordinate reference systems of files, and conversion to longitude and latitude (WGS 84). A system whose datum cannot be converted is
// refused: its positions would be wrong by a hundred metres without looking so.

import { createRequire } from 'node:module';
import { isRecord } from 'src/base/isRecord.ts';
import type { Json } from 'src/model/item/Item.ts';
import { isLocalSystem, localSystemName } from 'src/server/geoFiles/localSystem.ts';
import { GeoFileError, type GeoRefusal, type RawFeature } from 'src/server/geoFiles/geoFile.ts';

// The package has no types.
interface Projection {
  readonly a_orig: number;
  readonly es_orig: number;
  readonly datum_params: readonly number[];
}
interface Mproj {
  pj_init(definition: string): Projection;
  /** Changes the point. Degrees for systems in longitude and latitude. */
  pj_transform_point(from: Projection, to: Projection, point: number[]): void;
  readonly internal: {
    get_proj_defn(projection: Projection): string;
    wkt_to_proj4(definition: string): string;
    wkt2_to_proj4(definition: string): string;
  };
}

const mproj = createRequire(import.meta.url)('mproj') as Mproj;
const degreesProjection = mproj.pj_init('+proj=longlat +datum=WGS84');

/** Target of a refusal: the choice of the system, or the file. */
type AskedAt = GeoRefusal['path'];

export interface ReferenceSystem {
  /** Returns undefined for positions outside of the system. Keeps the height. */
  toDegrees(position: readonly number[]): number[] | undefined;
  /** True when the datum is converted with average values for a whole country. */
  readonly isApproximate: boolean;
}

/** The eccentricities of GRS 80 and WGS 84 differ by less than this. */
const SAME_ECCENTRICITY = 5e-11;
const EARTH_RADIUS = 6_378_137;
/** Web Mercator uses the radius of WGS 84 for a sphere, without a change of the datum. */
const WEB_MERCATOR = /\+proj=merc\b/u;
/** Systems on the ellipsoid GRS 80 that are offset by hundreds of metres. */
const OFFSET_DATUMS = /GGRS|Greek_Geodetic/iu;

/** Returns true for WGS 84, NAD83 and other geocentric datums, which agree within two metres. */
const isGeocentric = (projection: Projection): boolean => {
  const { a_orig: radius, es_orig: eccentricity } = projection;
  if (radius !== EARTH_RADIUS) return false;
  if (eccentricity === 0) return WEB_MERCATOR.test(mproj.internal.get_proj_defn(projection));
  return Math.abs(eccentricity - degreesProjection.es_orig) < SAME_ECCENTRICITY;
};

/** Removes rounding noise: nine decimals are a tenth of a millimetre. */
const withoutNoise = (value: number): number => Math.round(value * 1e9) / 1e9;

/** Number of translations and rotations; the scale follows them. */
const SHIFT_PARAMETERS = 6;

const convertibleSystem = (from: Projection): ReferenceSystem | undefined => {
  const isShifted = from.datum_params.slice(0, SHIFT_PARAMETERS).some((param) => param !== 0);
  if (!isShifted && !isGeocentric(from)) return undefined;
  return {
    isApproximate: isShifted,
    toDegrees([x = Number.NaN, y = Number.NaN, ...height]) {
      const point = [x, y];
      try {
        mproj.pj_transform_point(from, degreesProjection, point);
      } catch {
        return undefined;
      }
      return point.every(Number.isFinite) ? [...point.map(withoutNoise), ...height] : undefined;
    },
  };
};

/** The library knows the shifts of NAD27 by name only: without the grids it cannot apply them. */
const NEEDS_GRID = /nadgrids/iu;

const startProjection = (definition: string, name: string, path: AskedAt): ReferenceSystem => {
  const refuseDatum = (): GeoFileError => new GeoFileError('otherDatum', { path, params: { name } });
  let projection: Projection;
  try {
    projection = mproj.pj_init(definition);
  } catch (error) {
    throw NEEDS_GRID.test(String(error)) ? refuseDatum() : new GeoFileError('unknownCrs', { path: '/crs' });
  }
  const system = convertibleSystem(projection);
  if (!system) throw refuseDatum();
  return system;
};

const SYSTEM_CODE = /^(EPSG|ESRI):(\d{4,6})$/u;

/** Returns the system of a code such as `EPSG:3005`. Throws `unknownCrs` or `otherDatum`. */
export const systemByCode = (code: string, path: AskedAt = '/crs'): ReferenceSystem => {
  const [, authority, number] = SYSTEM_CODE.exec(code) ?? [];
  if (authority === undefined || number === undefined) throw new GeoFileError('unknownCrs', { path: '/crs' });
  return startProjection(`+init=${authority.toLowerCase()}:${number}`, code, path);
};

const QUOTED_NAME = /^\s*\w+\s*\[\s*"([^"]{1,120})"/u;

export const nameInWkt = (definition: string): string | undefined => QUOTED_NAME.exec(definition)?.[1];

const projIn = (definition: string): string => {
  for (const read of [mproj.internal.wkt_to_proj4, mproj.internal.wkt2_to_proj4]) {
    try {
      return read(definition);
    } catch {
      // It may have the syntax of the other edition.
    }
  }
  throw new GeoFileError('noReferenceSystem', { path: '/crs' });
};

/** Returns the system of well-known text. Throws `noReferenceSystem`, `localSystem`, `unknownCrs` or `otherDatum`. */
export const systemByWkt = (definition: string): ReferenceSystem => {
  if (isLocalSystem(definition))
    throw new GeoFileError('localSystem', { path: '/crs', params: { name: localSystemName(definition) } });
  const name = nameInWkt(definition) ?? '';
  if (OFFSET_DATUMS.test(definition)) throw new GeoFileError('otherDatum', { params: { name } });
  return startProjection(projIn(definition), name, '/upload');
};

/** Returns the declared system, or the chosen one when the declared one is missing or unknown. */
export const declaredOrChosen = (
  declared: () => ReferenceSystem,
  chosen: string | undefined,
): { readonly system: ReferenceSystem; readonly isChosen: boolean } => {
  try {
    return { system: declared(), isChosen: false };
  } catch (error) {
    if (chosen === undefined || !(error instanceof GeoFileError) || error.refusal.path !== '/crs') throw error;
    return { system: systemByCode(chosen), isChosen: true };
  }
};

const MAX_NESTED_GEOMETRIES = 5;

const converted = (value: Json, system: ReferenceSystem, depth: number): Json | undefined => {
  if (!Array.isArray(value) || depth > MAX_NESTED_GEOMETRIES) return value;
  if (typeof value[0] === 'number') return system.toDegrees(value as readonly number[]);
  const list: Json[] = [];
  for (const each of value as readonly Json[]) {
    const one = converted(each, system, depth + 1);
    if (one === undefined) return undefined;
    list.push(one);
  }
  return list;
};

/** Returns the geometry in longitude and latitude; undefined when the system does not cover it. */
const geometryInDegrees = (geometry: Json, system: ReferenceSystem, depth = 0): Json | undefined => {
  if (!isRecord(geometry) || depth > MAX_NESTED_GEOMETRIES) return geometry;
  const { coordinates, geometries } = geometry as { readonly [name: string]: Json };
  if (coordinates !== undefined) {
    const own = converted(coordinates, system, 0);
    return own === undefined ? undefined : { ...geometry, coordinates: own };
  }
  if (!Array.isArray(geometries)) return geometry;
  const members = (geometries as readonly Json[]).map((each) => geometryInDegrees(each, system, depth + 1));
  return members.some((each) => each === undefined) ? undefined : { ...geometry, geometries: members as Json[] };
};

export const featureInDegrees = (feature: RawFeature, system: ReferenceSystem): RawFeature => {
  if (feature.geometry === null) return feature;
  const geometry = geometryInDegrees(feature.geometry, system);
  return geometry === undefined
    ? { ...feature, geometry: null, fault: { message: 'geoFile.outsideSystem' } }
    : { ...feature, geometry };
};

const DEGREES_SYSTEM = /(?:^|[:/])CRS:?84$|^WGS ?84$/iu;
const OTHER_NAMES: Readonly<Record<string, string>> = { CRS83: 'EPSG:4269', CRS27: 'EPSG:4267' };
const OTHER_NAME = /(?:^|[:/])(CRS(?:83|27))$/iu;
/**
 * `EPSG:26909`, `EPSG::26909`, `urn:ogc:def:crs:EPSG:6.18.3:26909`, `http://www.opengis.net/def/crs/EPSG/0/26909`,
 * `http://www.opengis.net/gml/srs/epsg.xml#26909`, `https://epsg.io/26909`.
 */
const NAMED_CODE = /(?:^|[:/])(EPSG|ESRI)(?:\.xml#|\.io\/|:{1,2}|\/|[:/][\d.]*[:/])(\d{4,6})\/?$/iu;
const DEGREE_CODE = 'EPSG:4326';

/** Returns the code in the name of a reference system, undefined for longitude and latitude. Throws `noReferenceSystem`. */
export const codeInName = (name: string): string | undefined => {
  if (DEGREES_SYSTEM.test(name)) return undefined;
  const other = OTHER_NAMES[OTHER_NAME.exec(name)?.[1]?.toUpperCase() ?? ''];
  if (other !== undefined) return other;
  const [, authority, number] = NAMED_CODE.exec(name) ?? [];
  if (authority === undefined || number === undefined) throw new GeoFileError('noReferenceSystem', { path: '/crs' });
  const code = `${authority.toUpperCase()}:${number}`;
  return code === DEGREE_CODE ? undefined : code;
};
