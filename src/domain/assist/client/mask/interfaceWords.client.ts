// Masks text by the messages of the interface: a text that is exactly a message, and the fixed parts of a message with values, stay. Everything
// else is replaced by blocks of the same length. Texts of people are therefore masked unless they are the same as words of the interface.

import { MessageIndex } from 'src/domain/assist/client/mask/MessageIndex.client.ts';

const BLOCK = '█';

/** Longer texts stay only if they are exactly a message. */
const MAX_PATTERN_TEXT = 400;
const CACHE_SIZE = 5_000;

export const maskBlocksOf = (text: string): string => text.replaceAll(/\S/g, BLOCK);

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
  const plain = new Set<string>();
  const withValues = new Set<string>();
  for (const text of Object.values(messages))
    if (hasNoValues(text)) plain.add(text.trim());
    else withValues.add(text);
  let index: MessageIndex | undefined;
  const known = new Map<string, string>();
  const mask = (text: string): string => {
    const trimmed = text.trim();
    if (trimmed === '' || plain.has(trimmed)) return text;
    if (trimmed.length > MAX_PATTERN_TEXT) return maskBlocksOf(text);
    index ??= new MessageIndex(withValues);
    for (const { fixed, expression } of index.patternsFor(trimmed)) {
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
