// Pictures for the sample, drawn from a seed: soft shapes and a caption, nothing of anybody's.

import sharp from 'sharp';
import { seededRandom } from 'src/base/seededRandom.ts';

const WIDTH = 960;
const HEIGHT = 640;

const shape = (random: ReturnType<typeof seededRandom>): string => {
  const hue = random.whole(80, 260);
  const [x, y, radius] = [random.whole(0, WIDTH), random.whole(0, HEIGHT), random.whole(60, 320)];
  return `<circle cx="${x}" cy="${y}" r="${radius}" fill="hsl(${hue} 35% ${random.whole(30, 65)}%)" fill-opacity="0.55"/>`;
};

/** A PNG of 960 x 640; the same seed draws the same picture. */
export const drawPicture = async (seed: number): Promise<Buffer> => {
  const random = seededRandom(seed);
  const shapes = Array.from({ length: random.whole(6, 14) }, () => shape(random)).join('');
  const ground = `hsl(${random.whole(140, 220)} 30% 45%)`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}"><rect width="100%" height="100%" fill="${ground}"/>${shapes}</svg>`;
  return await sharp(Buffer.from(svg)).png({ compressionLevel: 6 }).toBuffer();
};
