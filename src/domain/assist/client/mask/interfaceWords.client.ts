// Masks text by the messages of the interface: a text that is exactly a message, and the fixed parts of a message with values, stay. Everything
// else is replaced by blocks of the same length. Texts of people are therefore masked unless they are the same as words of the interface.

import { type MessageFormatElement, parse, TYPE } from '@formatjs/icu-messageformat-parser';

const BLOCK = '█';

/** Messages with more values than this are masked as a whole, because matching them is slow. */
const MAX_HOLES = 4;
/** Longer texts stay only if they are exactly a message. */
const MAX_PATTERN_TEXT = 400;
const MIN_FIXED_LETTERS = 3;
const CACHE_SIZE = 5_000;

export const maskBlocksOf = (text: string): string => text.replaceAll(/\S/g, BLOCK);

/** A message with values: its fixed parts, with a group for each value. */
interface MessagePattern {
  /** Its longest fixed part: a text without it does not match. */
  readonly fixed: string;
  readonly expression: RegExp;
}

const escapedPattern = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\/-]/g, String.raw`\$&`);

const VALUE = String.raw`([\s\S]+?)`;

const patternSource = (elements: readonly MessageFormatElement[]): string =>
  elements
    .map((element) => {
      if (element.type === TYPE.literal) return escapedPattern(element.value);
      if (element.type === TYPE.select || element.type === TYPE.plural)
        return `(?:${Object.values(element.options)
          .map(({ value }) => patternSource(value))
          .join('|')})`;
      return element.type === TYPE.tag ? patternSource(element.children) : VALUE;
    })
    .join('');

const fixedParts = (elements: readonly MessageFormatElement[]): string[] =>
  elements.flatMap((element) => (element.type === TYPE.literal ? [element.value] : []));

const lettersIn = (text: string): number => text.match(/\p{L}/gu)?.length ?? 0;

const patternOf = (message: string): MessagePattern | undefined => {
  try {
    const elements = parse(message);
    const fixed = fixedParts(elements).reduce((best, part) => (part.length > best.length ? part : best), '');
    const source = patternSource(elements);
    const holes = source.split(VALUE).length - 1;
    if (lettersIn(fixed) < MIN_FIXED_LETTERS || holes > MAX_HOLES) return undefined;
    return { fixed, expression: new RegExp(`^${source}$`, 'd') };
  } catch {
    return undefined;
  }
};

/** Returns the text with blocks where the groups of the match are. */
const blockedValues = (text: string, { indices }: RegExpExecArray): string => {
  let masked = text;
  // A group in an alternative that was not used has no range.
  for (const range of indices?.slice(1) ?? []) {
    const [from, to] = range ?? [0, 0];
    masked = masked.slice(0, from) + maskBlocksOf(masked.slice(from, to)) + masked.slice(to);
  }
  return masked;
};

const hasNoValues = (message: string): boolean => !/[{}<']/.test(message);

/** Returns the function that masks one text by these messages. */
export const createInterfaceWords = (messages: Readonly<Record<string, string>>): ((text: string) => string) => {
  const texts = [...new Set(Object.values(messages))];
  const plain = new Set(texts.filter(hasNoValues).map((text) => text.trim()));
  let patterns: readonly MessagePattern[] | undefined;
  const known = new Map<string, string>();
  const loadPatterns = (): readonly MessagePattern[] =>
    (patterns ??= texts
      .filter((text) => !hasNoValues(text))
      .map(patternOf)
      .filter((pattern) => pattern !== undefined)
      .sort((one, other) => other.fixed.length - one.fixed.length));
  const mask = (text: string): string => {
    const trimmed = text.trim();
    if (trimmed === '' || plain.has(trimmed)) return text;
    if (trimmed.length > MAX_PATTERN_TEXT) return maskBlocksOf(text);
    for (const { fixed, expression } of loadPatterns()) {
      const match = trimmed.includes(fixed.trim()) ? expression.exec(trimmed) : null;
      if (match) return text.replace(trimmed, () => blockedValues(trimmed, match));
    }
    return maskBlocksOf(text);
  };
  return (text) => {
    const earlier = known.get(text);
    if (earlier !== undefined) return earlier;
    const masked = mask(text);
    if (known.size >= CACHE_SIZE) known.clear();
    known.set(text, masked);
    return masked;
  };
};
