// One transcript in every format, cut off at many places: a reader refuses it by a reason that people can read, or returns passages of the
// whole transcript, and names each passage that is not complete.

import { expect, it } from 'vitest';
import messages from 'src/generated/messages.en.json' with { type: 'json' };
import { readTranscript } from 'src/server/transcripts/readTranscript.ts';
import { TranscriptError, type Transcript } from 'src/server/transcripts/transcript.ts';
import { eafText } from 'tests/server/transcripts/eafText.ts';

const CUTS = 80;
const PASSAGES = Array.from({ length: 12 }, (_, at) => ({ from: at * 4, to: at * 4 + 3, text: `Été numéro ${at}.` }));

const clock = (seconds: number, sign: string): string => `00:00:${String(seconds).padStart(2, '0')}${sign}000`;

const WHOLE: Readonly<Record<string, Buffer>> = {
  WebVTT: Buffer.from(
    `WEBVTT\n\n${PASSAGES.map(({ from, to, text }) => `${clock(from, '.')} --> ${clock(to, '.')}\n<v Ada>${text}</v>\n`).join('\n')}`,
  ),
  SubRip: Buffer.from(
    PASSAGES.map(({ from, to, text }, at) => `${at + 1}\n${clock(from, ',')} --> ${clock(to, ',')}\n${text}\n`).join(
      '\n',
    ),
  ),
  'SubRip in UTF-16': Buffer.from(
    `\uFEFF${PASSAGES.map(({ from, to, text }, at) => `${at + 1}\n${clock(from, ',')} --> ${clock(to, ',')}\n${text}\n`).join('\n')}`,
    'utf16le',
  ),
  ELAN: Buffer.from(
    eafText([{ name: 'Ada', annotations: PASSAGES.map(({ from, to, text }) => [from * 1000, to * 1000, text]) }]),
  ),
};

const readOrRefusal = async (content: Buffer): Promise<Transcript | string> => {
  try {
    return await readTranscript(content);
  } catch (error) {
    if (error instanceof TranscriptError) return error.refusal.message;
    throw error;
  }
};

it.each(Object.entries(WHOLE))(
  '[RES-01] a transcript in %s that is cut off is refused, or keeps its whole passages',
  async (name, whole) => {
    const texts = PASSAGES.map(({ text }) => text);
    const complete = await readOrRefusal(whole);
    expect(typeof complete === 'string' ? complete : complete.passages.map(({ text }) => text)).toEqual(texts);
    for (let cut = 0; cut < CUTS; cut += 1) {
      const found = await readOrRefusal(whole.subarray(0, Math.floor((whole.length * cut) / CUTS)));
      if (typeof found === 'string') {
        expect(Object.keys(messages)).toContain(found);
        continue;
      }
      expect(name).not.toBe('ELAN');
      const read = found.passages.map(({ text }) => text);
      expect(read.slice(0, -1)).toEqual(texts.slice(0, Math.max(0, read.length - 1)));
      for (const { line, message } of found.refused) {
        expect(line).toBeGreaterThan(0);
        expect(Object.keys(messages)).toContain(message);
      }
    }
  },
);
