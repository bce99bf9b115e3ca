// The one conversion of longitude and latitude to web mercator. Called where boxes are stored, where bounds and areas are
// asked for, and where maps are drawn.

const RADIUS = 6_378_137;
const LAST_LATITUDE = 85.051128779806604; // where the projection is as high as it is wide

/** Web mercator metres of longitude and latitude in degrees. */
export const mercator = (longitude: number, latitude: number): [number, number] => {
  const clamped = Math.max(-LAST_LATITUDE, Math.min(LAST_LATITUDE, latitude));
  return [(RADIUS * longitude * Math.PI) / 180, RADIUS * Math.log(Math.tan(Math.PI / 4 + (clamped * Math.PI) / 360))];
};

/** Longitude and latitude in degrees of web mercator metres. */
export const fromMercator = (x: number, y: number): [longitude: number, latitude: number] => [
  (x / RADIUS) * (180 / Math.PI),
  Math.atan(Math.sinh(y / RADIUS)) * (180 / Math.PI),
];
