// Checks the passages of a transcript: their times, lengths and overlaps. A refused passage keeps its line, its text and the reason.

import {
  transcriptNote,
  TRANSCRIPT_BOUNDS,
  type RawPassage,
  type RawTranscript,
  type RefusedPassage,
  type Speaker,
  type Transcript,
  type TranscriptNote,
  type TranscriptPassage,
} from 'src/server/transcripts/transcript.ts';

/** Programs round the length of a recording and the end of its last passage differently. */
const ROUNDING_S = 1;
const SHOWN_TEXT = 300;

const timeFault = (
  { start, end }: { readonly start: number; readonly end: number },
  length: number | undefined,
): TranscriptNote | undefined => {
  if (start < 0 || end < 0) return transcriptNote('negativeTime');
  if (end < start) return transcriptNote('reversedTime');
  if (end === start) return transcriptNote('noLength');
  if (length !== undefined && end > length + ROUNDING_S)
    return transcriptNote('afterEnd', { seconds: Math.floor(length) });
  return end > TRANSCRIPT_BOUNDS.seconds
    ? transcriptNote('tooLate', { hours: TRANSCRIPT_BOUNDS.seconds / 3600 })
    : undefined;
};

const sizeFault = ({ text, translation, annotations, speaker }: RawPassage): TranscriptNote | undefined => {
  const { textLength, nameLength } = TRANSCRIPT_BOUNDS;
  const texts = [text, translation, ...annotations.map((each) => each.text)];
  if (texts.some((each) => each.length > textLength)) return transcriptNote('longText', { max: textLength });
  const names = [speaker, ...annotations.map(({ tier }) => tier)];
  if (names.some((each) => each.length > nameLength)) return transcriptNote('longName', { max: nameLength });
  const max = TRANSCRIPT_BOUNDS.annotations;
  return annotations.length > max ? transcriptNote('manyAnnotations', { max }) : undefined;
};

/** Returns a value for a passage that can become a record, and the reason for any other. */
const checkedPassage = (passage: RawPassage, length: number | undefined): TranscriptPassage | TranscriptNote => {
  const { start, end } = passage;
  if (start === undefined || end === undefined) return transcriptNote('noTime');
  return timeFault({ start, end }, length) ?? sizeFault(passage) ?? { ...passage, start, end };
};

const refusedPassage = ({ line, speaker, text }: RawPassage, fault: TranscriptNote): RefusedPassage => ({
  ...fault,
  ...{ line, speaker: speaker.slice(0, TRANSCRIPT_BOUNDS.nameLength), text: text.slice(0, SHOWN_TEXT) },
});

const isWordless = ({ text, translation, annotations }: RawPassage): boolean =>
  text === '' && translation === '' && annotations.length === 0;

/** Counts passages that begin before an earlier one of the same speaker ends. `passages` are sorted. */
const overlapNotes = (passages: readonly TranscriptPassage[]): readonly TranscriptNote[] => {
  const ends = new Map<string, number>();
  let count = 0;
  let line = 0;
  for (const { speaker, start, end, line: own } of passages) {
    const last = ends.get(speaker) ?? 0;
    if (start < last && count++ === 0) line = own;
    ends.set(speaker, Math.max(last, end));
  }
  return count > 0 ? [transcriptNote('overlaps', { count, line })] : [];
};

const speakersOf = (passages: readonly TranscriptPassage[], { participants }: RawTranscript): readonly Speaker[] => {
  const counts = new Map<string, number>();
  for (const { speaker } of passages) counts.set(speaker, (counts.get(speaker) ?? 0) + 1);
  return [...counts].map(([name, count]) => ({ name, participant: participants.get(name), count }));
};

const byPassageTime = (one: TranscriptPassage, other: TranscriptPassage): number =>
  one.start - other.start || one.end - other.end || one.line - other.line;

/** `length` is the length of the recording in seconds, if it is known. */
export const checkPassages = (raw: RawTranscript, length?: number): Omit<Transcript, 'encoding'> => {
  const { participants: _, passages: rows, ...facts } = raw;
  const passages: TranscriptPassage[] = [];
  const refused: RefusedPassage[] = [];
  const wordless = rows.filter(isWordless).length;
  for (const row of rows) {
    if (isWordless(row)) continue;
    const checked = checkedPassage(row, length);
    if ('message' in checked) refused.push(refusedPassage(row, checked));
    else passages.push(checked);
  }
  passages.sort(byPassageTime);
  const notes = [
    ...raw.notes,
    ...overlapNotes(passages),
    ...(wordless > 0 ? [transcriptNote('wordless', { count: wordless })] : []),
  ];
  return { ...facts, passages, refused, speakers: speakersOf(passages, raw), notes };
};
