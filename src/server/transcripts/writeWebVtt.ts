// Writes passages as WebVTT. The speaker is the voice of the cue.

import { setImmediate } from 'node:timers/promises';
import { withoutControls } from 'src/server/exchange/xmlText.ts';
import type { TranscriptPassage } from 'src/server/transcripts/transcript.ts';

/** Passages that are written before other requests have their turn. */
export const PASSAGES_AT_ONCE = 500;

const clockOf = (seconds: number): string => {
  const milliseconds = Math.round(seconds * 1000);
  const parts = [Math.floor(milliseconds / 3_600_000), Math.floor(milliseconds / 60_000) % 60];
  const rest = `${String(Math.floor(milliseconds / 1000) % 60).padStart(2, '0')}.${String(milliseconds % 1000).padStart(3, '0')}`;
  return [...parts.map((part) => String(part).padStart(2, '0')), rest].join(':');
};

const escapedText = (text: string): string =>
  withoutControls(text).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** An empty line would end the cue. */
const cueLines = (text: string): string =>
  text
    .split(/\r\n|\r|\n/u)
    .filter((line) => line.trim() !== '')
    .map(escapedText)
    .join('\n');

const cueOf = ({ start, end, speaker }: TranscriptPassage, text: string): string => {
  const voice = escapedText(speaker).replaceAll(/\s+/gu, ' ').trim();
  return `${clockOf(start)} --> ${clockOf(end)}\n${voice === '' ? '' : `<v ${voice}>`}${cueLines(text)}\n\n`;
};

/** Writes the texts of the passages, or their translations. Passages without such a text are left out. */
export async function* writeWebVtt(
  passages: readonly TranscriptPassage[],
  words: 'text' | 'translation',
): AsyncGenerator<string> {
  yield 'WEBVTT\n\n';
  for (let at = 0; at < passages.length; at += PASSAGES_AT_ONCE) {
    const some = passages.slice(at, at + PASSAGES_AT_ONCE);
    yield some.map((passage) => (passage[words].trim() === '' ? '' : cueOf(passage, passage[words]))).join('');
    await setImmediate();
  }
}
