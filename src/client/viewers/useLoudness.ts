// Loudness of a recording for its waveform, loaded once for each file.

import { useEffect, useState } from 'react';
import type { Item } from 'src/model/item/Item.ts';
import { hrefOf, numberProperty } from 'src/client/viewers/fileFacts.ts';
import { FileFailure } from 'src/client/viewers/fileFailure.ts';
import { fitsWaveform, readLoudness } from 'src/client/viewers/loudness.ts';

const PEAKS = 600;

/** Undefined while loading; empty for a recording that is too large, or that the browser cannot decode. */
type Peaks = readonly number[] | undefined;

/**
 * `onBroken` is called for a file that the browser cannot decode, and must keep its identity. The component of another file has another key.
 */
export const useLoudness = (file: Item, onBroken?: (failure: FileFailure) => void): Peaks => {
  const href = hrefOf(file);
  const hasWaveform = fitsWaveform(numberProperty(file, 'size'));
  const [peaks, setPeaks] = useState<Peaks>();
  useEffect(() => {
    if (!hasWaveform) return undefined;
    const left = new AbortController();
    readLoudness(href, PEAKS, left.signal).then(setPeaks, (failure: unknown) => {
      if (left.signal.aborted) return;
      setPeaks([]);
      if (failure instanceof FileFailure && failure.reason === 'broken') onBroken?.(failure);
    });
    return () => left.abort();
  }, [href, hasWaveform, onBroken]);
  return hasWaveform ? peaks : [];
};
