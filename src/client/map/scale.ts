// Scale of a map: a round length that fits into a given width, and formatted lengths and areas. Pure.

interface Measure {
  readonly value: number;
  readonly unit: 'metre' | 'kilometre' | 'hectare';
}

const ROUND_LENGTHS = [1, 2, 5] as const;

/** Returns the longest of 1, 2, 5, 10 … metres that takes at most so many pixels. */
export const scaleBar = (
  metresPerPixel: number,
  widest: number,
): { readonly metres: number; readonly pixels: number } => {
  const most = metresPerPixel * widest;
  const tens = 10 ** Math.floor(Math.log10(most));
  const metres = tens * (ROUND_LENGTHS.findLast((step) => step * tens <= most) ?? 1);
  return { metres, pixels: metres / metresPerPixel };
};

export const lengthOf = (metres: number): Measure =>
  metres < 1_000 ? { value: metres, unit: 'metre' } : { value: metres / 1_000, unit: 'kilometre' };
