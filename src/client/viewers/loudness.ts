// The loudness of a recording along its length, as parts of 1. Decoded at the lowest rate that browsers know: a quarter of an hour needs
// ten megabytes for it. Nothing is played.

import { fetchFile, FileFailure } from 'src/client/viewers/fileFailure.ts';

/** The lowest rate that the Web Audio API must support. */
const RATE_HZ = 8000;

const peaksOf = (buffer: AudioBuffer, count: number): readonly number[] => {
  const samples = buffer.getChannelData(0);
  const each = Math.max(1, Math.floor(samples.length / count));
  return Array.from({ length: count }, (_, at) => {
    let most = 0;
    for (let sample = at * each; sample < (at + 1) * each; sample += 1)
      most = Math.max(most, Math.abs(samples[sample] ?? 0));
    return most;
  });
};

export const readLoudness = async (href: string, count: number, signal: AbortSignal): Promise<readonly number[]> => {
  const bytes = await (await fetchFile(href, { signal })).arrayBuffer();
  const buffer = await new OfflineAudioContext(1, 1, RATE_HZ).decodeAudioData(bytes).catch(() => {
    throw new FileFailure('broken');
  });
  const peaks = peaksOf(buffer, count);
  const most = Math.max(...peaks, 0.01);
  return peaks.map((peak) => peak / most);
};
