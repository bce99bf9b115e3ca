// Reads where a photo was taken, in the browser: nothing is sent, and the place becomes part of the record only when the person confirms
// it. Loaded when a picture is added to a form with a place (PhotoPlace.tsx).

import { gps } from 'exifr';

export interface PhotoPlace {
  readonly latitude: number;
  readonly longitude: number;
}

/** About ten centimetres, more precise than any camera. */
const DIGITS = 6;

const isPlace = ({ latitude, longitude }: PhotoPlace): boolean =>
  Math.abs(latitude) <= 90 &&
  Math.abs(longitude) <= 180 &&
  // Cameras without a position write this.
  !(latitude === 0 && longitude === 0);

/** Returns undefined for a picture without a position, or one that cannot be read. */
export const photoPlace = async (file: Blob): Promise<PhotoPlace | undefined> => {
  const place = await gps(file).catch(() => undefined);
  if (!place || !isPlace(place)) return undefined;
  return { latitude: Number(place.latitude.toFixed(DIGITS)), longitude: Number(place.longitude.toFixed(DIGITS)) };
};
