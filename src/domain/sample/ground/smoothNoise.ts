// Repeatable noise in two dimensions, which gives the invented land its small forms.

/** Returns a number in [0, 1) for a crossing of the lattice. */
const latticeValue = (x: number, y: number, seed: number): number => {
  let mixed = Math.imul(x, 0x27d4eb2d) ^ Math.imul(y, 0x165667b1) ^ Math.imul(seed, 0x9e3779b1);
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return ((mixed ^ (mixed >>> 16)) >>> 0) / 4_294_967_296;
};

const eased = (part: number): number => part * part * (3 - 2 * part);

const noiseAt = (x: number, y: number, seed: number): number => {
  const [west, south] = [Math.floor(x), Math.floor(y)];
  const [east, north] = [eased(x - west), eased(y - south)];
  const low = latticeValue(west, south, seed) * (1 - east) + latticeValue(west + 1, south, seed) * east;
  const high = latticeValue(west, south + 1, seed) * (1 - east) + latticeValue(west + 1, south + 1, seed) * east;
  return low * (1 - north) + high * north;
};

/** Sum of several octaves, between about -1 and 1. */
export const layeredNoise = (x: number, y: number, { seed, octaves }: { seed: number; octaves: number }): number => {
  let [sum, weight, total] = [0, 1, 0];
  for (let octave = 0; octave < octaves; octave += 1) {
    const times = 2 ** octave;
    sum += (noiseAt(x * times, y * times, seed + octave) * 2 - 1) * weight;
    total += weight;
    weight /= 2;
  }
  return sum / total;
};
