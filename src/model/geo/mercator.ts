// Converts between longitude and latitude and web mercator. Used for stored boxes, queries by bounds and areas, and drawing of maps.

const WGS84_RADIUS = 6_378_137;
const LAST_LATITUDE = 85.051128779806604; // the projection is a square up to this latitude

/** Converts degrees to metres of web mercator. */
export const mercator = (longitude: number, latitude: number): [number, number] => {
  const clamped = Math.max(-LAST_LATITUDE, Math.min(LAST_LATITUDE, latitude));
  return [
    (WGS84_RADIUS * longitude * Math.PI) / 180,
    WGS84_RADIUS * Math.log(Math.tan(Math.PI / 4 + (clamped * Math.PI) / 360)),
  ];
};

/** Converts metres of web mercator to degrees. */
export const fromMercator = (x: number, y: number): [longitude: number, latitude: number] => [
  (x / WGS84_RADIUS) * (180 / Math.PI),
  Math.atan(Math.sinh(y / WGS84_RADIUS)) * (180 / Math.PI),
];
