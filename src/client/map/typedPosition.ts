// Reads and writes one position in the usual notations: decimal degrees, degrees with minutes and seconds, or UTM with its zone.

import { transform } from 'ol/proj.js';
import type { Position } from 'src/client/fields/text/geometry.ts';

export const NOTATIONS = ['decimal', 'sexagesimal', 'utm'] as const;
export type Notation = (typeof NOTATIONS)[number];

const DEGREE_DECIMALS = 6;
const ZONE_DEGREES = 6;
/** Latitude bands of 8 degrees from 80 south; bands from N on are in the north. */
const BANDS = 'CDEFGHJKLMNPQRSTUVWX';

const onGlobe = (longitude: number, latitude: number): Position | undefined =>
  Math.abs(longitude) <= 180 && Math.abs(latitude) <= 90
    ? [Number(longitude.toFixed(DEGREE_DECIMALS)), Number(latitude.toFixed(DEGREE_DECIMALS))]
    : undefined;

const UTM = /^(\d{1,2})\s*([C-HJ-NP-X])\s+(\d{5,7}(?:\.\d+)?)\s*(?:m?E)?[\s,]+(\d{1,8}(?:\.\d+)?)\s*(?:m?N)?$/i;

const utmCode = (zone: number, north: boolean): string => `EPSG:${(north ? 32_600 : 32_700) + zone}`;

const fromUtm = (text: string): Position | undefined => {
  const [, zone = '', band = '', easting = '', northing = ''] = UTM.exec(text) ?? [];
  const number = Number(zone);
  if (number < 1 || number > 60 || zone === '') return undefined;
  const north = band.toUpperCase() >= 'N';
  const [longitude = 200, latitude = 200] = transform(
    [Number(easting), Number(northing)],
    utmCode(number, north),
    'EPSG:4326',
  );
  return onGlobe(longitude, latitude);
};

const ANGLE =
  /([NSEW])?\s*(-?\d+(?:\.\d+)?)\s*(?:°|º|deg|d)?\s*(?:(\d+(?:\.\d+)?)\s*(?:['′’]|min|m)\s*)?(?:(\d+(?:\.\d+)?)\s*(?:["″”]|''|sec|s)\s*)?([NSEW])?/giy;

interface Angle {
  readonly degrees: number;
  readonly side: string;
}

const anglesIn = (text: string): readonly Angle[] | undefined => {
  const found: Angle[] = [];
  const pattern = new RegExp(ANGLE);
  const plain = text.trim();
  while (pattern.lastIndex < plain.length) {
    const start = pattern.lastIndex;
    const match = pattern.exec(plain);
    if (!match || pattern.lastIndex === start) return undefined;
    const [, before = '', whole = '', minutes = '0', seconds = '0', after = ''] = match;
    if (Number(minutes) >= 60 || Number(seconds) >= 60) return undefined;
    const size = Math.abs(Number(whole)) + Number(minutes) / 60 + Number(seconds) / 3600;
    const side = (before || after).toUpperCase();
    const negative = whole.startsWith('-') !== (side === 'S' || side === 'W');
    found.push({ degrees: negative ? -size : size, side });
    const gap = /^[\s,;]*/.exec(plain.slice(pattern.lastIndex));
    pattern.lastIndex += gap?.[0].length ?? 0;
  }
  return found;
};

/** Reads latitude first, unless letters say otherwise. Returns undefined for invalid text. */
export const readPosition = (typed: string): Position | undefined => {
  const text = typed.trim().replace(/\u2212/g, '-');
  if (UTM.test(text)) return fromUtm(text);
  // `49,25 -123,1`: a decimal comma when another character separates the numbers.
  const plain = /^-?\d+,\d+[\s;]+-?\d+,\d+$/.test(text) ? text.replaceAll(',', '.') : text;
  const angles = anglesIn(plain);
  const [one, other] = angles ?? [];
  if (!one || !other || angles?.length !== 2) return undefined;
  const swapped = /[EW]/.test(one.side) || /[NS]/.test(other.side);
  return swapped ? onGlobe(one.degrees, other.degrees) : onGlobe(other.degrees, one.degrees);
};

const sexagesimal = (degrees: number, [plus, minus]: readonly [string, string]): string => {
  // A tenth of a second is three metres.
  const tenths = Math.round(Math.abs(degrees) * 36_000);
  const [whole, minutes, seconds] = [
    Math.floor(tenths / 36_000),
    Math.floor((tenths % 36_000) / 600),
    (tenths % 600) / 10,
  ];
  return `${whole}° ${minutes}′ ${seconds.toFixed(1)}″ ${degrees < 0 ? minus : plus}`;
};

const utm = ([longitude, latitude]: Position): string | undefined => {
  if (latitude < -80 || latitude > 84) return undefined;
  const zone = Math.min(60, Math.floor((longitude + 180) / ZONE_DEGREES) + 1);
  const band = BANDS[Math.min(BANDS.length - 1, Math.floor((latitude + 80) / 8))] ?? 'X';
  const [easting = 0, northing = 0] = transform([longitude, latitude], 'EPSG:4326', utmCode(zone, latitude >= 0));
  return `${zone}${band} ${Math.round(easting)} ${Math.round(northing)}`;
};

const decimal = (degrees: number): string => String(Number(degrees.toFixed(DEGREE_DECIMALS)));

/** Writes text that readPosition reads. Near the poles UTM is undefined, and degrees are written. */
export const writePosition = (position: Position, notation: Notation): string => {
  const [longitude, latitude] = position;
  const plain = `${decimal(latitude)}, ${decimal(longitude)}`;
  if (notation === 'decimal') return plain;
  if (notation === 'utm') return utm(position) ?? plain;
  return `${sexagesimal(latitude, ['N', 'S'])}, ${sexagesimal(longitude, ['E', 'W'])}`;
};
