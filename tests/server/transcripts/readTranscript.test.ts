// Reads transcripts of three formats, whole and damaged.

import { describe, expect, it } from 'vitest';
import { readTranscript, type TranscriptOptions } from 'src/server/transcripts/readTranscript.ts';
import { TRANSCRIPT_BOUNDS, TranscriptError, type Transcript } from 'src/server/transcripts/transcript.ts';
import { eafText } from 'tests/server/transcripts/eafText.ts';

const read = (text: string | Buffer, options?: TranscriptOptions): Promise<Transcript> =>
  readTranscript(Buffer.from(text as string), options);

const refusalOf = async (text: string | Buffer, options?: TranscriptOptions): Promise<string> => {
  try {
    await read(text, options);
    return 'read';
  } catch (error) {
    if (error instanceof TranscriptError) return error.refusal.message;
    throw error;
  }
};

const rows = ({ passages }: Transcript): readonly (readonly [number, number, string, string])[] =>
  passages.map(({ start, end, speaker, text }) => [start, end, speaker, text]);

const reasons = ({ refused }: Transcript): readonly (readonly [number, string])[] =>
  refused.map(({ line, message }) => [line, message]);

describe('[RES-01] WebVTT', () => {
  it('gives each voice its passages, without markup and with decoded characters', async () => {
    const transcript = await read(
      'WEBVTT Kettle Lake\nKind: captions\n\nNOTE recorded in June\n\nSTYLE\n::cue { color: red }\n\n' +
        'first\n00:01.000 --> 00:04.500 align:start\n<v Ada>We fished <i>here</i> &amp; there &lt;both&gt;</v>\n\n' +
        '00:00:05.000 --> 01:00:07.250\n<v.loud Ben>Every\nspring\n',
    );
    expect(rows(transcript)).toEqual([
      [1, 4.5, 'Ada', 'We fished here & there <both>'],
      [5, 3607.25, 'Ben', 'Every\nspring'],
    ]);
    expect(transcript).toMatchObject({
      format: 'VTT',
      refused: [],
      speakers: [{ name: 'Ada', count: 1 }, { name: 'Ben' }],
    });
    expect(transcript.notes).toEqual([{ message: 'transcript.comments', params: { count: 1 } }]);
  });

  it('divides a cue of two voices into two passages of the same time', async () => {
    const transcript = await read('WEBVTT\n\n00:01.000 --> 00:02.000\n<v Ada>Yes.</v>\n<v Ben>No.</v>\n');
    expect(rows(transcript)).toEqual([
      [1, 2, 'Ada', 'Yes.'],
      [1, 2, 'Ben', 'No.'],
    ]);
  });

  it('keeps brackets and ampersands that are no markup', async () => {
    const transcript = await read('WEBVTT\n\n00:01.000 --> 00:02.000\n3 < 4 and 5 > 4 & so on &unknown;\n');
    expect(rows(transcript)).toEqual([[1, 2, '', '3 < 4 and 5 > 4 & so on &unknown;']]);
  });
});

describe('[RES-01] SubRip', () => {
  it('keeps empty lines within a cue and text that is a number', async () => {
    const transcript = await read(
      '1\r\n00:00:01,000 --> 00:00:02,000\r\nOne\r\n\r\nmore\r\n\r\n2\r\n00:00:03,5 --> 00:00:04,000\r\n1984\r\n\r\n3\r\n00:00:05,000 --> 00:00:06,000\r\n{\\an8}<font color="red">Up</font>\r\n',
    );
    expect(rows(transcript)).toEqual([
      [1, 2, '', 'One\n\nmore'],
      [3.5, 4, '', '1984'],
      [5, 6, '', 'Up'],
    ]);
  });

  it('is read in the encoding of older programs and in UTF-16', async () => {
    const text = '1\n00:00:01,000 --> 00:00:02,000\nForêt\n';
    const utf16 = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, 'utf16le')]);
    for (const bytes of [Buffer.from(text, 'latin1'), utf16]) expect(rows(await read(bytes))[0]?.[3]).toBe('Forêt');
    const macRoman = Buffer.from(text.replace('ê', '\u0090'), 'latin1');
    expect(rows(await read(macRoman, { encoding: 'macintosh' }))[0]?.[3]).toBe('Forêt');
  });
});

describe('[RES-01] ELAN', () => {
  it('makes a passage of each annotation, with its translation and its further tiers', async () => {
    const transcript = await read(
      eafText([
        {
          name: 'Ada',
          attributes: 'PARTICIPANT="Ada Fern"',
          annotations: [
            [1000, 2500, 'Ts&#x2019;am &amp; more'],
            [3000, 4000, 'Two'],
          ],
        },
        { name: 'Ada free translation', of: 'Ada', annotations: [[1, undefined, 'Fish']] },
        {
          name: 'words',
          of: 'Ada',
          annotations: [
            [2, undefined, 'T'],
            [2, undefined, 'wo'],
          ],
        },
        { name: 'Ben', annotations: [[2000, 3500, 'At the same time']] },
      ]),
    );
    expect(transcript.media).toBe('kettle-lake.wav');
    expect(transcript.passages).toMatchObject([
      { start: 1, end: 2.5, speaker: 'Ada', text: 'Ts’am & more', translation: 'Fish', annotations: [] },
      { start: 2, end: 3.5, speaker: 'Ben' },
      { start: 3, end: 4, text: 'Two', translation: '', annotations: [{ tier: 'words', text: 'T wo' }] },
    ]);
    expect(transcript.speakers).toEqual([
      { name: 'Ada', participant: 'Ada Fern', count: 2 },
      { name: 'Ben', participant: undefined, count: 1 },
    ]);
    expect(transcript.notes).toEqual([]);
  });

  it('lets the person say which tier is the translation', async () => {
    const text = eafText([
      { name: 'Ada', annotations: [[0, 1000, 'One']] },
      { name: 'Notes in English', of: 'Ada', annotations: [[1, undefined, 'a note']] },
      { name: 'Sense', of: 'Ada', annotations: [[1, undefined, 'the sense']] },
    ]);
    expect((await read(text)).passages[0]?.translation).toBe('a note');
    expect((await read(text, { translations: ['Sense'] })).passages[0]).toMatchObject({
      translation: 'the sense',
      annotations: [{ tier: 'Notes in English', text: 'a note' }],
    });
  });

  it('spreads annotations without a time between those that have one, and says so', async () => {
    const transcript = await read(
      eafText([
        {
          name: 'Ada',
          annotations: [
            [0, undefined, 'One'],
            [undefined, 6000, 'Two'],
            [undefined, undefined, 'Open'],
          ],
        },
      ]),
    );
    expect(rows(transcript)).toEqual([
      [0, 2, 'Ada', 'One'],
      [4, 6, 'Ada', 'Two'],
    ]);
    expect(transcript.notes).toEqual([{ message: 'transcript.estimatedTimes', params: { count: 2 } }]);
    expect(transcript.refused).toMatchObject([{ text: 'Open', message: 'transcript.noTime' }]);
  });

  it('keeps the texts of tiers that depend on themselves or on a missing tier', async () => {
    const circle = eafText([
      { name: 'A', attributes: 'PARENT_REF="B"', annotations: [[0, 1000, 'one']] },
      { name: 'B', attributes: 'PARENT_REF="A"', annotations: [[2000, 3000, 'two']] },
      { name: 'C', attributes: 'PARENT_REF="missing"', annotations: [[4000, 5000, 'three']] },
    ]);
    expect(rows(await read(circle)).map(([, , , text]) => text)).toEqual(['one', 'two', 'three']);
    const orphan = eafText([
      { name: 'A', annotations: [[0, 1000, 'one']] },
      { name: 'D', of: 'A', annotations: [[9, undefined, 'of nothing']] },
    ]);
    expect((await read(orphan)).refused).toMatchObject([{ text: 'of nothing', message: 'transcript.noTime' }]);
  });
});

describe('[RES-01] bad times', () => {
  it('refuses each passage with its line and the reason, and keeps the others', async () => {
    const cue = (times: string): string => `${times}\nwords\n\n`;
    const transcript = await read(
      `WEBVTT\n\n${[
        '-00:00:01.000 --> 00:00:02.000',
        '00:00:05.000 --> 00:00:04.000',
        '00:00:06.000 --> 00:00:06.000',
        'NaN --> 00:00:02.000',
        '00:00:61.000 --> 00:02:00.000',
        '00:00:55.000 --> 00:01:02.000',
        '00:00:07.000 --> 00:00:08.000',
      ]
        .map(cue)
        .join('')}words without a time\n`,
      { length: 60 },
    );
    expect(reasons(transcript)).toEqual([
      [3, 'transcript.negativeTime'],
      [6, 'transcript.reversedTime'],
      [9, 'transcript.noLength'],
      [12, 'transcript.noTime'],
      [15, 'transcript.noTime'],
      [18, 'transcript.afterEnd'],
      [24, 'transcript.noTime'],
    ]);
    expect(rows(transcript)).toEqual([[7, 8, '', 'words']]);
  });

  it('refuses times of ELAN that are no numbers, negative or missing', async () => {
    const transcript = await read(
      eafText([
        {
          name: 'Ada',
          annotations: [
            ['x', 1000, 'a'],
            [-5, 10, 'b'],
            [3000, 2000, 'c'],
            [4000, 5000, 'd'],
          ],
        },
      ]).replace(
        '<TIER ',
        '<TIER TIER_ID="Ben" LINGUISTIC_TYPE_REF="w"><ANNOTATION><ALIGNABLE_ANNOTATION ANNOTATION_ID="z" TIME_SLOT_REF1="nowhere" TIME_SLOT_REF2="nowhere"><ANNOTATION_VALUE>e</ANNOTATION_VALUE></ALIGNABLE_ANNOTATION></ANNOTATION></TIER><TIER ',
      ),
    );
    expect(transcript.refused.map(({ text, message }) => [text, message])).toEqual([
      ['e', 'transcript.noTime'],
      ['a', 'transcript.noTime'],
      ['b', 'transcript.negativeTime'],
      ['c', 'transcript.reversedTime'],
    ]);
    expect(rows(transcript)).toEqual([[4, 5, 'Ada', 'd']]);
  });

  it('allows two speakers at once, and mentions one speaker who overlaps', async () => {
    const transcript = await read(
      'WEBVTT\n\n00:01.000 --> 00:05.000\n<v Ada>long\n\n00:02.000 --> 00:03.000\n<v Ben>short\n\n00:04.000 --> 00:06.000\n<v Ada>early\n',
    );
    expect(transcript.passages).toHaveLength(3);
    expect(transcript.notes).toEqual([{ message: 'transcript.overlaps', params: { count: 1, line: 9 } }]);
  });

  it('refuses a passage that is longer than a record can keep, and counts those without words', async () => {
    const long = 'x'.repeat(TRANSCRIPT_BOUNDS.textLength + 1);
    const transcript = await read(
      `1\n00:00:01,000 --> 00:00:02,000\n${long}\n\n2\n00:00:02,000 --> 00:00:03,000\n\n3\n00:00:03,000 --> 00:00:04,000\nok\n`,
    );
    expect(reasons(transcript)).toEqual([[2, 'transcript.longText']]);
    expect(transcript.refused[0]?.text.length).toBeLessThan(1_000);
    expect(transcript.notes).toEqual([{ message: 'transcript.wordless', params: { count: 1 } }]);
  });
});

describe('[RES-01] hostile files', () => {
  const whole = eafText([{ name: 'Ada', annotations: [[0, 1000, 'One']] }]);

  it('is refused with one sentence each', async () => {
    const entity = whole.replace('<ANNOTATION_DOCUMENT', '<!DOCTYPE x [<!ENTITY a "aaaa">]>\n<ANNOTATION_DOCUMENT');
    const cases: readonly (readonly [string, string | Buffer])[] = [
      ['transcript.unknownKind', ''],
      ['transcript.unknownKind', 'Just a text about --> nothing'.replace('-->', 'a')],
      ['transcript.unknownKind', '<html><body>no</body></html>'],
      ['transcript.unknownKind', Buffer.from([0x50, 0x4b, 3, 4, 0, 0])],
      ['transcript.notXml', whole.slice(0, -30)],
      ['transcript.notXml', whole.replace('</TIER>', '')],
      ['transcript.notXml', `<ANNOTATION_DOCUMENT>${'<a>'.repeat(5_000)}`],
      ['transcript.notXml', whole.replace('One', '&undefined;')],
      ['transcript.entities', entity],
      ['transcript.entities', entity.replace('"aaaa"', 'SYSTEM "file:///etc/passwd"')],
      ['transcript.otherUnits', whole.replace('"milliseconds"', '"NTSC-frames"')],
      ['transcript.noPassages', 'WEBVTT\n\nNOTE nothing\n'],
      ['transcript.tooLarge', Buffer.alloc(TRANSCRIPT_BOUNDS.fileBytes + 1, ' ')],
      [
        'transcript.tooManyTiers',
        whole.replace('</ANNOTATION_DOCUMENT>', '<TIER/>'.repeat(201) + '</ANNOTATION_DOCUMENT>'),
      ],
      ['transcript.tooManyPassages', `x\n${'00:01 --> 00:02\nw\n'.repeat(TRANSCRIPT_BOUNDS.passages + 1)}`],
    ];
    for (const [message, text] of cases) expect(await refusalOf(text), String(text).slice(0, 60)).toBe(message);
  });

  it('is read in linear time', async () => {
    const started = performance.now();
    const brackets = `WEBVTT\n\n00:01.000 --> 00:02.000\n${'<'.repeat(2_000_000)}\n`;
    expect(reasons(await read(brackets))).toEqual([[3, 'transcript.longText']]);
    const tiers = Array.from({ length: 200 }, (_, at) => `<TIER TIER_ID="same" PARENT_REF="same" n="${at}"/>`);
    await refusalOf(`<ANNOTATION_DOCUMENT>${tiers.join('')}</ANNOTATION_DOCUMENT>`);
    const annotations = Array.from({ length: 20_000 }, (_, at) => [at * 10, at * 10 + 9, 'w'] as const);
    expect((await read(eafText([{ name: 'Ada', annotations }]))).passages).toHaveLength(20_000);
    expect(performance.now() - started).toBeLessThan(10_000);
  });
});
