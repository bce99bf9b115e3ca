// The fields of a letter's template, `{consultation.projectName}`, put in. The merged letter is text that people go on writing, so a
// value never becomes formatting: whatever Markdown would read as a sign is escaped.

/** A field: a dotted path in braces. `\{` is a brace. */
const FIELD = /\\\{|\{([$_A-Za-z][\w$.]*)\}/gu;
const SIGNS = /[\\`*_{}[\]<>|~]|&(?=#?\w+;)/gu;
/** What begins a heading, a list or a line below a heading, where it begins a line. */
const AT_START = /^(\s*)([#+\-=]|\d+(?=[.)]))/u;
/** Of addresses that are links by themselves: the sign that makes them so. */
const LINKS = /(?<=\b(?:https?|ftp)):(?=\/\/)|(?<=\bwww)\.|@/giu;
const LINE_ENDS = /\r\n?|\n/u;
/** At most so many are named in a refusal. */
const MAX_NAMED = 20;

export interface Merged {
  readonly text: string;
  /** Fields that nothing is known of, as they were written, each once. They stand in the text as they were. */
  readonly unknown: readonly string[];
  /** Fields that the item leaves empty. Their places are empty in the text. */
  readonly empty: readonly string[];
}

const escapeLine = (line: string, begins: boolean): string => {
  const escaped = line.replace(SIGNS, String.raw`\$&`).replace(LINKS, String.raw`\$&`);
  if (!begins) return escaped;
  return escaped.replace(AT_START, (_, space: string, sign: string) =>
    /\d/u.test(sign) ? `${space}${sign}\\` : `${space}\\${sign}`,
  );
};

/**
 * Example: `2*3` becomes `2\*3`, which Markdown shows as it was written. Only what it would read as a sign where it stands, since people
 * go on writing the text: `5-Dec-2026` stays. `begins`: the value stands where a line begins.
 */
export const escapeMarkdown = (value: string, begins = true): string =>
  value
    .split(LINE_ENDS)
    .map((line, at) => escapeLine(line, begins || at > 0))
    .join('\n');

/** Space and the signs of lists and quotes. */
const OPENING = /^(?:[\s>*+\-#]|\d+[.)])*$/u;

/** Whether a field stands where a line begins: nothing but other fields and what opens a line is before it. Asked in the order of the fields. */
const lineBegins = (template: string): ((offset: number, length: number) => boolean) => {
  let [read, begins] = [0, true];
  return (offset, length) => {
    const between = template.slice(read, offset);
    const line = Math.max(between.lastIndexOf('\n'), between.lastIndexOf('\r'));
    begins = (begins || line >= 0) && OPENING.test(between.slice(line + 1));
    read = offset + length;
    return begins;
  };
};

/** The paths that a template names, each once, in their order. */
export const fieldsOf = (template: string): string[] => [
  ...new Set([...template.matchAll(FIELD)].flatMap(([, path]) => path ?? [])),
];

interface MergeOptions {
  /** Of one line without formatting, such as a subject. */
  readonly plain?: boolean;
  /** Paths whose values are Markdown. Such a value becomes a block of its own, as it is. */
  readonly blocks?: ReadonlySet<string>;
  /** Characters after which no value is put in any more: the text is longer than that then. */
  readonly max?: number;
}

const NO_BLOCKS: ReadonlySet<string> = new Set();

const shownAs = (value: string, { isFirst, isBlock }: { isFirst: boolean; isBlock: boolean }): string => {
  if (isBlock) return value === '' ? '' : `\n\n${value}\n\n`;
  return escapeMarkdown(value, isFirst).replaceAll('\n', '\\\n');
};

/** `read` gives the value as text; undefined for a field that does not exist, an empty text where there is no value. */
export const mergeFields = (
  template: string,
  read: (path: string) => string | undefined,
  { plain = false, max = Infinity, blocks = NO_BLOCKS }: MergeOptions = {},
): Merged => {
  const unknown = new Set<string>();
  const empty = new Set<string>();
  const begins = lineBegins(template);
  let put = 0;
  const text = template.replace(FIELD, (whole: string, path: string | undefined, offset: number) => {
    if (path === undefined || put > max) return whole;
    const isFirst = begins(offset, whole.length);
    const value = read(path);
    if (value === undefined) {
      unknown.add(path);
      return whole;
    }
    if (value === '') empty.add(path);
    const shown = plain ? value.split(LINE_ENDS).join(' ') : shownAs(value, { isFirst, isBlock: blocks.has(path) });
    put += shown.length;
    return shown;
  });
  return { text, unknown: [...unknown].slice(0, MAX_NAMED), empty: [...empty].slice(0, MAX_NAMED) };
};
