// Writes the runs of a paragraph, heading or cell as Markdown that parses to the same runs.

import { escapeMarkdown } from 'src/model/text/mergeFields.ts';
import { markdownBlocks, type Run } from 'src/model/text/markdownBlocks.ts';

const STYLE_NAMES = ['bold', 'italic', 'struck'] as const;
type StyleName = (typeof STYLE_NAMES)[number];
const OUTER_SPACE = /^\s+|\s+$/gu;
const SPACE_OR_SIGN = /^[\s\p{P}\p{S}]+|[\s\p{P}\p{S}]+$/gu;

interface Way {
  /** Character of italics: `_` is unambiguous next to bold text, `*` within words. */
  readonly italic: '*' | '_';
  /** Characters that are excluded from formatting at its ends. */
  readonly ends: RegExp;
}

const ITALIC_WAYS: readonly Way[] = [
  { italic: '*', ends: OUTER_SPACE },
  { italic: '_', ends: OUTER_SPACE },
  { italic: '*', ends: SPACE_OR_SIGN },
  { italic: '_', ends: SPACE_OR_SIGN },
];

/** Splits a run into up to three parts; the outer ones lose the style. */
const withoutStyleAtEnds = (run: Run, style: StyleName, { ends, first, last }: EndsOfSpan): Run[] => {
  if (run.field !== undefined) return [run];
  const lead = first ? matched(run.text, ends, 'start') : '';
  const tail = last ? matched(run.text, ends, 'end') : '';
  if (lead.length >= run.text.length) return [{ ...run, [style]: false }];
  const middle = run.text.slice(lead.length, run.text.length - tail.length);
  return [
    { ...run, text: lead, [style]: false },
    { ...run, text: middle },
    { ...run, text: tail, [style]: false },
  ].filter(({ text }) => text !== '');
};

interface EndsOfSpan {
  readonly ends: RegExp;
  readonly first: boolean;
  readonly last: boolean;
}

const matched = (text: string, ends: RegExp, side: 'start' | 'end'): string =>
  [...text.matchAll(ends)].find(({ 0: found, index }) =>
    side === 'start' ? index === 0 : index > 0 && index + found.length === text.length,
  )?.[0] ?? '';

/** A style neither begins nor ends with space, because Markdown would not recognise it. */
const trimmedStyle = (runs: readonly Run[], style: StyleName, ends: RegExp): Run[] => {
  const parts = runs.flatMap((run, at) =>
    run[style]
      ? withoutStyleAtEnds(run, style, {
          ...{ ends, first: runs[at - 1]?.[style] !== true, last: runs[at + 1]?.[style] !== true },
        })
      : [run],
  );
  return parts.length === runs.length && parts.every((part, at) => part[style] === runs[at]?.[style])
    ? parts
    : trimmedStyle(parts, style, ends);
};

/** A style or the address of a link. */
type Mark = StyleName | `link:${string}`;

const inlineMarks = (run: Run): Mark[] => [
  ...(run.link === undefined ? [] : [`link:${run.link}` as const]),
  ...STYLE_NAMES.filter((style) => run[style]),
];

const PLAIN_ADDRESS = /^[^\s()<>\\]*$/u;
const markdownLinkAddress = (mark: string): string => {
  const address = mark.slice('link:'.length);
  return PLAIN_ADDRESS.test(address) ? address : `<${address.replace(/[<>\\]/gu, String.raw`\$&`)}>`;
};

const opening = (mark: Mark, { italic }: Way): string =>
  mark === 'bold' ? '**' : mark === 'italic' ? italic : mark === 'struck' ? '~~' : '[';
const closing = (mark: Mark, way: Way): string =>
  mark.startsWith('link:') ? `](${markdownLinkAddress(mark)})` : opening(mark, way);

const runText = ({ text, field }: Run, begins: boolean): string =>
  field === undefined ? escapeMarkdown(text, begins).replaceAll('\n', '\\\n') : `{${field}}`;

/** Opens the longest marks first. */
const markSpan = (marks: readonly (readonly Mark[])[], from: number, mark: Mark): number => {
  let end = from;
  while (marks[end]?.includes(mark)) end += 1;
  return end;
};

const writeRuns = (runs: readonly Run[], way: Way, begins: boolean): string => {
  const marks = runs.map(inlineMarks);
  const open: Mark[] = [];
  let written = '';
  const closeTo = (depth: number): void => {
    while (open.length > depth) written += closing(open.pop() ?? 'bold', way);
  };
  runs.forEach((run, at) => {
    const wanted = marks[at] ?? [];
    const gone = open.findIndex((mark) => !wanted.includes(mark));
    if (gone >= 0) closeTo(gone);
    const fresh = wanted
      .filter((mark) => !open.includes(mark))
      .toSorted((one, other) => markSpan(marks, at, other) - markSpan(marks, at, one));
    for (const mark of fresh) {
      // `![` would be a picture.
      if (mark.startsWith('link:') && written.endsWith('!')) written = String.raw`${written.slice(0, -1)}\!`;
      written += opening(mark, way);
      open.push(mark);
    }
    written += runText(run, begins && (written === '' || written.endsWith('\n')));
  });
  closeTo(0);
  return written;
};

const LINE_START = /^[^\S\n]+/gmu;
const LINE_END = /[^\S\n]+$/gmu;

/** Returns the runs without what Markdown drops: space at the ends of lines. */
const tidyRuns = (runs: readonly Run[]): Run[] => {
  let begins = true;
  const tidied = runs.flatMap((run, at) => {
    if (run.field !== undefined) {
      begins = false;
      return [run];
    }
    let text = run.text
      .replace(/[^\S\n]+\n/gu, '\n')
      .replace(LINE_START, (space: string, offset: number) => (offset === 0 && !begins ? space : ''));
    if (at === runs.length - 1) text = text.replace(LINE_END, '');
    if (text !== '') begins = text.endsWith('\n');
    return text === '' ? [] : [{ ...run, text }];
  });
  return tidied;
};

/** Returns one sign for each character with its formatting; space has none. Equal texts have equal results. */
const looks = (runs: readonly Run[]): string =>
  runs
    .map(({ text, bold, italic, struck, link, field }) => {
      const style = `${bold ? 'b' : ''}${italic ? 'i' : ''}${struck ? 's' : ''}${link ?? ''}`;
      if (field !== undefined) return `${style}{${field}}`;
      return [...text].map((sign) => (/\s/u.test(sign) ? sign : `${style}\u0001${sign}`)).join('');
    })
    .join('')
    .trim();

const plainText = (runs: readonly Run[]): string =>
  runs
    .map(({ text }) => text)
    .join('')
    .trim();

const readBack = (written: string): readonly Run[] | undefined => {
  if (written.trim() === '') return [];
  const [block, ...others] = markdownBlocks(written);
  return others.length === 0 && block?.kind === 'paragraph' ? block.runs : undefined;
};

/**
 * Returns the Markdown of the runs. Formatting that Markdown cannot express, such as bold characters within a word, is dropped; the text
 * never changes. `begins`: the runs are at the start of a line.
 */
export const writeInline = (runs: readonly Run[], begins = true): string => {
  const wanted = tidyRuns(runs);
  const ways = ITALIC_WAYS.map((way) => {
    const trimmed = STYLE_NAMES.reduce<Run[]>((parts, style) => trimmedStyle(parts, style, way.ends), [...wanted]);
    const written = writeRuns(trimmed, way, begins);
    return { written, read: readBack(begins ? written : writeRuns(trimmed, way, true)) };
  });
  const exact = ways.find(({ read }) => read && looks(read) === looks(wanted));
  const close = exact ?? ways.find(({ read }) => read && plainText(read) === plainText(wanted));
  if (close) return close.written;
  const plain = wanted.map((run) => ({ ...run, bold: false, italic: false, struck: false, link: undefined }));
  return writeRuns(plain, { italic: '*', ends: OUTER_SPACE }, begins);
};
