// Inserts values into the fields of a letter template, `{consultation.projectName}`. People edit the merged letter, so values never become
// formatting: characters that Markdown would interpret are escaped.

/** A field: a dotted path in braces. `\{` is a brace. */
const MERGE_FIELD = /\\\{|\{([$_A-Za-z][\w$.]*)\}/gu;
const SIGNS = /[\\`*_{}[\]<>|~]|&(?=#?\w+;)/gu;
/** Characters that begin a heading, a list or a line below a heading at the start of a line. */
const AT_START = /^(\s*)([#+\-=]|\d+(?=[.)]))/u;
/** The character that makes a plain address a link. */
const PLAIN_LINK_SIGNS = /(?<=\b(?:https?|ftp)):(?=\/\/)|(?<=\bwww)\.|@/giu;
const LINE_BREAK = /\r\n?|\n/u;
/** Maximum number of fields in a refusal. */
const MAX_NAMED_FIELDS = 20;

export interface Merged {
  readonly text: string;
  /** Unknown fields, each once, as written. They remain in the text. */
  readonly unknown: readonly string[];
  /** Fields without a value. They are empty in the text. */
  readonly empty: readonly string[];
}

const escapeLine = (line: string, begins: boolean): string => {
  const escaped = line.replace(SIGNS, String.raw`\$&`).replace(PLAIN_LINK_SIGNS, String.raw`\$&`);
  if (!begins) return escaped;
  return escaped.replace(AT_START, (_, space: string, sign: string) =>
    /\d/u.test(sign) ? `${space}${sign}\\` : `${space}\\${sign}`,
  );
};

/**
 * Escapes a value: `2*3` becomes `2\*3`. Only characters that Markdown would interpret at their position are escaped, since people edit the
 * text: `5-Dec-2026` is unchanged. `begins`: the value is at the start of a line.
 */
export const escapeMarkdown = (value: string, begins = true): string =>
  value
    .split(LINE_BREAK)
    .map((line, at) => escapeLine(line, begins || at > 0))
    .join('\n');

/** Spaces and the characters of lists and quotes. */
const LINE_OPENING = /^(?:[\s>*+\-#]|\d+[.)])*$/u;

/**
 * Returns a test whether a field is at the start of a line, with only other fields and list or quote characters before it. It must be
 * called in the order of the fields.
 */
const lineBegins = (template: string): ((offset: number, length: number) => boolean) => {
  let [read, begins] = [0, true];
  return (offset, length) => {
    const between = template.slice(read, offset);
    const line = Math.max(between.lastIndexOf('\n'), between.lastIndexOf('\r'));
    begins = (begins || line >= 0) && LINE_OPENING.test(between.slice(line + 1));
    read = offset + length;
    return begins;
  };
};

/** Returns the paths in a template, each once, in order. */
export const templateFields = (template: string): string[] => [
  ...new Set([...template.matchAll(MERGE_FIELD)].flatMap(([, path]) => path ?? [])),
];

interface MergeOptions {
  /** True for one line without formatting, such as a subject. */
  readonly plain?: boolean;
  /** Paths with Markdown values. Such a value becomes a block of its own, unchanged. */
  readonly blocks?: ReadonlySet<string>;
  /** Maximum number of characters. After it, no further values are inserted. */
  readonly max?: number;
}

const NO_BLOCKS: ReadonlySet<string> = new Set();

const shownAs = (value: string, { isFirst, isBlock }: { isFirst: boolean; isBlock: boolean }): string => {
  if (isBlock) return value === '' ? '' : `\n\n${value}\n\n`;
  return escapeMarkdown(value, isFirst).replaceAll('\n', '\\\n');
};

/** Merges a template. `read` returns the value as text, undefined for an unknown field, and an empty text for a missing value. */
export const mergeFields = (
  template: string,
  read: (path: string) => string | undefined,
  { plain = false, max = Infinity, blocks = NO_BLOCKS }: MergeOptions = {},
): Merged => {
  const unknown = new Set<string>();
  const empty = new Set<string>();
  const begins = lineBegins(template);
  let put = 0;
  const text = template.replace(MERGE_FIELD, (whole: string, path: string | undefined, offset: number) => {
    if (path === undefined || put > max) return whole;
    const isFirst = begins(offset, whole.length);
    const value = read(path);
    if (value === undefined) {
      unknown.add(path);
      return whole;
    }
    if (value === '') empty.add(path);
    const inserted = plain ? value.split(LINE_BREAK).join(' ') : shownAs(value, { isFirst, isBlock: blocks.has(path) });
    put += inserted.length;
    return inserted;
  });
  return { text, unknown: [...unknown].slice(0, MAX_NAMED_FIELDS), empty: [...empty].slice(0, MAX_NAMED_FIELDS) };
};
