// Where a photo says it was taken, read in the browser from the file that the person chose: nothing is sent for it, and it goes into the
// record only when they say so. Loaded when a picture is added to a form that can hold a place (PhotoPlace.tsx).

import { gps } from 'exifr';

export interface PhotoPlace {
  readonly latitude: number;
  readonly longitude: number;
}

/** About ten centimetres: no camera knows better. */
const DIGITS = 6;

const isPlace = ({ latitude, longitude }: PhotoPlace): boolean =>
  Math.abs(latitude) <= 90 &&
  Math.abs(longitude) <= 180 &&
  // Written by cameras that do not know where they are.
  !(latitude === 0 && longitude === 0);

/** Undefined for a picture that does not say it, or cannot be read. */
export const photoPlace = async (file: Blob): Promise<PhotoPlace | undefined> => {
  const place = await gps(file).catch(() => undefined);
  if (!place || !isPlace(place)) return undefined;
  return { latitude: Number(place.latitude.toFixed(DIGITS)), longitude: Number(place.longitude.toFixed(DIGITS)) };
};
