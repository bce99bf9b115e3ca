// Approximates circular arcs by short segments. Pure.

/** Segments of a full circle, as in GDAL. */
const SEGMENTS_PER_CIRCLE = 90;

const equalPoints = (a: readonly number[], b: readonly number[]): boolean => a[0] === b[0] && a[1] === b[1];

/** Returns the centre of the circle through three points; undefined when they are on one line. */
const centreOf = (a: readonly number[], b: readonly number[], c: readonly number[]): [number, number] | undefined => {
  const [ax = 0, ay = 0] = a;
  // The middle point of a full circle is opposite to its ends.
  if (equalPoints(a, c)) return [(ax + (b[0] ?? 0)) / 2, (ay + (b[1] ?? 0)) / 2];
  const [bx, by] = [(b[0] ?? 0) - ax, (b[1] ?? 0) - ay];
  const [cx, cy] = [(c[0] ?? 0) - ax, (c[1] ?? 0) - ay];
  const area = 2 * (bx * cy - by * cx);
  if (area === 0) return undefined;
  const [b2, c2] = [bx * bx + by * by, cx * cx + cy * cy];
  return [ax + (cy * b2 - by * c2) / area, ay + (bx * c2 - cx * b2) / area];
};

const FULL_CIRCLE = 2 * Math.PI;
const positiveAngle = (angle: number): number => ((angle % FULL_CIRCLE) + FULL_CIRCLE) % FULL_CIRCLE;

/** Returns the positions of the arc from `a` through `b` to `c`, including these. Heights are interpolated. */
export const arcThrough = (a: readonly number[], b: readonly number[], c: readonly number[]): number[][] => {
  const centre = centreOf(a, b, c);
  if (!centre) return [a, b, c].map((each) => [...each]);
  const [x, y] = centre;
  const angleOf = (position: readonly number[]): number => Math.atan2((position[1] ?? 0) - y, (position[0] ?? 0) - x);
  const start = angleOf(a);
  const toEnd = equalPoints(a, c) ? FULL_CIRCLE : positiveAngle(angleOf(c) - start);
  const isForward = positiveAngle(angleOf(b) - start) <= toEnd;
  const radius = Math.hypot((a[0] ?? 0) - x, (a[1] ?? 0) - y);
  const piece = (from: readonly number[], to: readonly number[]): number[][] => {
    const begin = angleOf(from);
    const turn = isForward ? positiveAngle(angleOf(to) - begin) : positiveAngle(angleOf(to) - begin) - FULL_CIRCLE;
    const count = Math.max(1, Math.ceil((Math.abs(turn) / FULL_CIRCLE) * SEGMENTS_PER_CIRCLE));
    return Array.from({ length: count }, (_, at) => {
      if (at === 0) return [...from];
      const angle = begin + (turn * at) / count;
      const height = (from[2] ?? 0) + (((to[2] ?? 0) - (from[2] ?? 0)) * at) / count;
      return [x + radius * Math.cos(angle), y + radius * Math.sin(angle), ...(from.length > 2 ? [height] : [])];
    });
  };
  return [...piece(a, b), ...piece(b, c), [...c]];
};
