// Looks at the pixels of a waveform: an empty one is known, too, and draws the same short bar everywhere.

import type { Locator } from 'playwright-core';

/** Returns the different heights of the drawn bars, as fractions of the height of the waveform. */
export const drawnPeaks = async (waveform: Locator): Promise<readonly number[]> =>
  await waveform.evaluate((element) => {
    const { width, height } = element as HTMLCanvasElement;
    const context = (element as HTMLCanvasElement).getContext('2d');
    if (!context || width === 0 || height === 0) return [];
    const { data } = context.getImageData(0, 0, width, height);
    const heights = new Set<number>();
    for (let x = 0; x < width; x += 1) {
      let filled = 0;
      for (let y = 0; y < height; y += 1) if ((data[(y * width + x) * 4 + 3] ?? 0) > 0) filled += 1;
      if (filled > 0) heights.add(filled / height);
    }
    return [...heights];
  });
