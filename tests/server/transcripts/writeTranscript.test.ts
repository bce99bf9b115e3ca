// Writes transcripts, and reads them again.

import { describe, expect, it } from 'vitest';
import { readTranscript } from 'src/server/transcripts/readTranscript.ts';
import type { TranscriptPassage } from 'src/server/transcripts/transcript.ts';
import { writeEaf } from 'src/server/transcripts/writeEaf.ts';
import { writeWebVtt } from 'src/server/transcripts/writeWebVtt.ts';
import { eafText } from 'tests/server/transcripts/eafText.ts';

const textOf = async (pieces: AsyncIterable<string>): Promise<string> => {
  let text = '';
  for await (const piece of pieces) text += piece;
  return text;
};

const FACTS = {
  media: { name: 'a & b.wav', type: 'audio/x-wav' },
  date: '2026-05-01T10:00:00Z',
  participants: new Map(),
};

const passagesIn = async (text: string): Promise<readonly Omit<TranscriptPassage, 'line'>[]> =>
  (await readTranscript(Buffer.from(text))).passages.map(({ line: _, ...passage }) => passage);

describe('[RES-01] ELAN', () => {
  it('keeps tiers, times and texts through a record and back', async () => {
    const text = eafText([
      {
        name: 'Ada "A" <1>'.replaceAll('<', '&lt;').replaceAll('"', '&quot;'),
        annotations: [
          [1001, 2503, 'Ts’am &amp; 魚'],
          [2503, 4000, 'Two\nlines'],
        ],
      },
      { name: 'Sense', of: 'Ada &quot;A&quot; &lt;1>', annotations: [[1, undefined, 'x']] },
      { name: 'Ben', attributes: 'PARTICIPANT="Ben"', annotations: [[2000, 3500, ']]&gt; at once']] },
      { name: 'Ben translation', of: 'Ben', annotations: [[1, undefined, 'a translation']] },
    ]);
    const passages = await passagesIn(text);
    expect(passages).toHaveLength(3);
    const written = await textOf(
      writeEaf(
        passages.map((each) => ({ line: 0, ...each })),
        FACTS,
      ),
    );
    expect(await passagesIn(written)).toEqual(passages);
    expect(written).toContain('TIER_ID="Sense"');
    expect((await readTranscript(Buffer.from(written))).media).toBe('a & b.wav');
  });

  it('gives tiers of the same name different names', async () => {
    const passage = { line: 0, start: 0, end: 1, text: 'a', translation: '', speaker: 'Ada' };
    const written = await textOf(
      writeEaf(
        [
          { ...passage, annotations: [{ tier: 'Ada', text: 'about' }] },
          { ...passage, speaker: '', annotations: [] },
        ],
        FACTS,
      ),
    );
    expect([...written.matchAll(/TIER_ID="([^"]*)"/g)].map(([, name]) => name)).toEqual(['Ada', 'Ada 2', 'default']);
  });
});

describe('[RES-01] WebVTT', () => {
  const passages: readonly TranscriptPassage[] = [
    {
      line: 0,
      start: 0.001,
      end: 3_599.999,
      speaker: 'Ada <x>',
      text: 'a --> b\n\n<c> & d',
      translation: 'ab',
      annotations: [],
    },
    { line: 0, start: 36_000, end: 36_001, speaker: '', text: 'NOTE it', translation: '', annotations: [] },
  ];

  it('escapes what would end a cue', async () => {
    const written = await textOf(writeWebVtt(passages, 'text'));
    expect(written).toContain('00:00:00.001 --> 00:59:59.999\n<v Ada &lt;x&gt;>a --&gt; b\n&lt;c&gt; &amp; d\n');
    expect(await passagesIn(written)).toMatchObject([
      { start: 0.001, end: 3_599.999, speaker: 'Ada <x>', text: 'a --> b\n<c> & d' },
      { start: 36_000, speaker: '', text: 'NOTE it' },
    ]);
  });

  it('writes the translations without the passages that have none', async () => {
    expect(await passagesIn(await textOf(writeWebVtt(passages, 'translation')))).toMatchObject([{ text: 'ab' }]);
  });
});
