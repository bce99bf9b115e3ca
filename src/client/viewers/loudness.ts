// Computes the loudness of a recording along its length, from 0 to 1. The browser decodes all of it at once, so large recordings are
// excluded by their frames: twelve minutes in stereo are drawn, longer ones have a plain bar. Nothing is played.

import { fetchFile, FileFailure } from 'src/client/viewers/fileFailure.ts';
import { mostSamples } from 'src/client/viewers/soundSamples.ts';

/** Lowest rate that the Web Audio API must support. */
const RATE_HZ = 8000;

/** Larger files are not loaded only to be drawn. */
const MAX_SOUND_BYTES = 40e6;
/** Samples of all channels, four bytes each, which the browser holds twice for a moment. */
const MOST_SAMPLES = 64e6;
/** `size` is in bytes, if known. */
export const fitsWaveform = (size: number | undefined): boolean => size !== undefined && size <= MAX_SOUND_BYTES;

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
  const answer = await fetchFile(href, { signal });
  if (Number(answer.headers.get('content-length') ?? Infinity) > MAX_SOUND_BYTES) {
    await answer.body?.cancel();
    throw new FileFailure('large');
  }
  const bytes = await answer.arrayBuffer();
  if (mostSamples(new Uint8Array(bytes)) > MOST_SAMPLES) throw new FileFailure('large');
  const buffer = await new OfflineAudioContext(1, 1, RATE_HZ).decodeAudioData(bytes).catch(() => {
    throw new FileFailure('broken');
  });
  const peaks = peaksOf(buffer, count);
  const most = Math.max(...peaks, 0.01);
  return peaks.map((peak) => peak / most);
};
