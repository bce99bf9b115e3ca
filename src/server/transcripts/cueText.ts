// Text of a cue of WebVTT or SubRip: removes markup, decodes character references and finds the voices.

export interface VoiceText {
  /** Empty when the cue names no voice. */
  readonly speaker: string;
  readonly text: string;
}

/** Tags of both formats, times within a cue, and positions as some programs write them into SubRip. Other brackets are text. */
const CUE_MARKUP = /<\/?(?:[bciuv]|ruby|rt|lang|font)(?:[.\s][^<>]*)?>|<[\d:.]+>|\{\\[^{}]*\}/giu;
const VOICE = /^<v(?:\.[^\s>]*)?\s+([^<>]+)>$/iu;

const NAMED_CHARACTERS: Readonly<Record<string, string>> = {
  ...{ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" },
  ...{ nbsp: '\u{a0}', lrm: '\u{200e}', rlm: '\u{200f}' },
};

const characterAt = (code: number): string | undefined =>
  code > 0 && code <= 0x10_ffff && (code < 0xd800 || code > 0xdfff) ? String.fromCodePoint(code) : undefined;

/** Unknown references stay as they are written. */
export const decodeReferences = (text: string): string =>
  text.replaceAll(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,4}));/giu, (whole, decimal, hex, name) => {
    if (typeof name === 'string') return NAMED_CHARACTERS[name.toLowerCase()] ?? whole;
    return characterAt(typeof decimal === 'string' ? Number(decimal) : Number.parseInt(String(hex), 16)) ?? whole;
  });

const trimmedLines = (text: string): string =>
  text
    .split('\n')
    .map((line) => line.trim())
    .join('\n')
    .trim();

/** Returns one text for each change of voice. A cue without words returns one empty text. */
export const voicesIn = (cue: string, decode: (text: string) => string): readonly VoiceText[] => {
  const voices: { speaker: string; text: string }[] = [];
  let speaker = '';
  let at = 0;
  const take = (text: string): void => {
    const last = voices.at(-1);
    if (last?.speaker === speaker) last.text += text;
    else if (text.trim() !== '') voices.push({ speaker, text });
  };
  for (const { 0: tag, index } of cue.matchAll(CUE_MARKUP)) {
    take(decode(cue.slice(at, index)));
    at = index + tag.length;
    const voice = VOICE.exec(tag)?.[1];
    if (voice !== undefined) speaker = decode(voice).trim();
    else if (tag.toLowerCase() === '</v>') speaker = '';
  }
  take(decode(cue.slice(at)));
  const [first = { speaker, text: '' }, ...further] = voices;
  return [first, ...further].map((each) => ({ ...each, text: trimmedLines(each.text) }));
};
