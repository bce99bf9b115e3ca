// Reads WebVTT and SubRip. A block that cannot be read becomes a passage without times, which the check of the passages refuses with its
// line, so no text is lost unseen.

import { decodeReferences, voicesIn } from 'src/server/transcripts/cueText.ts';
import { transcriptNote, type RawPassage, type RawTranscript } from 'src/server/transcripts/transcript.ts';

const ARROW = '-->';
const CUE_CLOCK = /^(-)?(?:(\d{1,4}):)?(\d{1,2}):(\d{1,2})(?:[.,](\d{1,3}))?$/u;
const COUNTER = /^\s*\d+\s*$/u;

/** Lines of a file that belong to one cue. */
interface CueBlock {
  /** From 1. */
  readonly line: number;
  readonly timing: string | undefined;
  readonly lines: readonly string[];
}

/** Returns the seconds of `01:02:03.500` or `02:03,5`, negative ones included; undefined for other text. */
export const clockSeconds = (text: string): number | undefined => {
  const [whole, sign, hours = '0', minutes = '', seconds = '', fraction = ''] = CUE_CLOCK.exec(text.trim()) ?? [];
  if (whole === undefined || Number(minutes) > 59 || Number(seconds) > 59) return undefined;
  const total =
    (Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)) * 1000 + Number(fraction.padEnd(3, '0'));
  return (sign === undefined ? total : -total) / 1000;
};

const withoutBlankEnds = (lines: readonly string[]): readonly string[] => {
  const isText = (line: string): boolean => line.trim() !== '';
  return lines.slice(Math.max(0, lines.findIndex(isText)), lines.findLastIndex(isText) + 1);
};

const passagesOfCue = ({ line, timing, lines }: CueBlock, decode: (text: string) => string): readonly RawPassage[] => {
  const [from = '', to = ''] = timing?.split(ARROW) ?? [];
  const times = { start: clockSeconds(from), end: clockSeconds(to.trim().split(/\s/u)[0] ?? '') };
  const voices = voicesIn(lines.join('\n'), decode);
  return voices.map((voice) => ({ line, ...times, ...voice, translation: '', annotations: [] }));
};

/** Blocks of WebVTT end at an empty line or at the next timing. */
const webVttBlocks = (lines: readonly string[]): readonly CueBlock[] => {
  const blocks: CueBlock[] = [];
  let current: string[] = [];
  const close = (next: number): void => {
    const timingAt = current.findIndex((line) => line.includes(ARROW));
    const timing = timingAt < 0 || timingAt > 1 ? undefined : current[timingAt];
    const words = timing === undefined ? current : current.slice(timingAt + 1);
    if (current.length > 0)
      blocks.push({ line: next - current.length + Math.max(0, timingAt) + 1, timing, lines: words });
    current = [];
  };
  for (const [at, line] of lines.entries()) {
    const isSecondTiming = line.includes(ARROW) && current.some((each) => each.includes(ARROW));
    if (line.trim() === '' || isSecondTiming) close(at);
    if (line.trim() !== '') current.push(line);
  }
  close(lines.length);
  return blocks;
};

const isBlockLeftOut = ({ timing, lines: [first = ''] }: CueBlock): boolean =>
  timing === undefined && /^(?:NOTE|STYLE|REGION)(?:\s|$)/u.test(first);
const isComment = ({ lines: [first = ''] }: CueBlock): boolean => /^NOTE(?:\s|$)/u.test(first);

export const isWebVtt = (text: string): boolean => /^WEBVTT(?:[ \t\r\n]|$)/u.test(text);

const linesOfFile = (text: string): readonly string[] => text.replaceAll('\0', '\u{fffd}').split(/\r\n|\r|\n/u);

const cueTranscript = (
  format: RawTranscript['format'],
  passages: readonly RawPassage[],
  notes: RawTranscript['notes'] = [],
): RawTranscript => ({ format, media: undefined, passages, participants: new Map(), furtherTiers: [], notes });

export const readWebVtt = (text: string): RawTranscript => {
  const lines = linesOfFile(text);
  // The header ends at the first empty line, or at a timing that follows it directly.
  const end = lines.findIndex((line, at) => at > 0 && (line.trim() === '' || line.includes(ARROW)));
  const body = lines.map((line, at) => (end < 0 || at < end ? '' : line));
  const blocks = webVttBlocks(body);
  const comments = blocks.filter((block) => isBlockLeftOut(block) && isComment(block)).length;
  return cueTranscript(
    'VTT',
    blocks.filter((block) => !isBlockLeftOut(block)).flatMap((block) => passagesOfCue(block, decodeReferences)),
    comments > 0 ? [transcriptNote('comments', { count: comments })] : [],
  );
};

/** The text of a cue of SubRip may contain empty lines: it ends at the counter of the next cue. */
const subRipBlocks = (lines: readonly string[]): readonly CueBlock[] => {
  const timings = lines.flatMap((line, at) => (line.includes(ARROW) ? [at] : []));
  const wordsBetween = (from: number, next: number | undefined): readonly string[] => {
    const end = next === undefined ? lines.length : next;
    const hasCounter = next !== undefined && end > from && COUNTER.test(lines[end - 1] ?? '');
    return withoutBlankEnds(lines.slice(from, hasCounter ? end - 1 : end));
  };
  const before = wordsBetween(0, timings[0]);
  const blocks = timings.map((at, index) => ({
    ...{ line: at + 1, timing: lines[at] },
    lines: wordsBetween(at + 1, timings[index + 1]),
  }));
  return before.length === 0 ? blocks : [{ line: 1, timing: undefined, lines: before }, ...blocks];
};

export const isSubRip = (text: string): boolean => text.includes(ARROW);

export const readSubRip = (text: string): RawTranscript =>
  cueTranscript(
    'SRT',
    subRipBlocks(linesOfFile(text)).flatMap((block) => passagesOfCue(block, (words) => words)),
  );
