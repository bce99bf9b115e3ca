// Finds the messages with values that a text of the page could be, without comparing it with each of thousands of messages.

import { type MessageFormatElement, parse, TYPE } from '@formatjs/icu-messageformat-parser';

/** Messages with more values than this are masked as a whole, because matching them is slow. */
const MAX_HOLES = 4;
const MIN_FIXED_LETTERS = 3;

/** A message with values: its fixed parts, with a group for each value. */
export interface MessagePattern {
  /** Its longest fixed part. */
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

/** Parsing thousands of messages takes longer than a frame. A message is parsed when a text of the page could be one. */
const parsedPatterns = new Map<string, MessagePattern | undefined>();

const parsedPattern = (message: string): MessagePattern | undefined => {
  if (!parsedPatterns.has(message)) parsedPatterns.set(message, patternOf(message));
  return parsedPatterns.get(message);
};

/** An apostrophe that is not part of a word changes the meaning of the characters that follow it. */
const QUOTED = /'['{}<>#|]/;

/** Returns the longest text of a message outside of its values, or undefined where only the parser knows it. */
const literalParts = (message: string): string | undefined => {
  if (QUOTED.test(message)) return undefined;
  let depth = 0;
  let longest = '';
  for (const [part] of message.matchAll(/[{}]|<[^>]*>|[^{}<]+|</g))
    if (part === '{') depth += 1;
    else if (part === '}') depth -= 1;
    else if (depth === 0 && !part.startsWith('<') && part.trim().length > longest.length) longest = part.trim();
  return longest;
};

/** Length of the part of a message by which it is found in a text. Shorter messages are found by the shorter one. */
const KEY_LENGTHS = [6, MIN_FIXED_LETTERS] as const;

interface IndexedMessage {
  readonly message: string;
  readonly order: number;
}

interface FoundPattern extends MessagePattern {
  readonly order: number;
}

const withPattern = ({ message, order }: IndexedMessage): FoundPattern[] => {
  const pattern = parsedPattern(message);
  return pattern ? [{ ...pattern, order }] : [];
};

/** Finds the messages with values that a text could be. */
export class MessageIndex {
  private readonly byKey = new Map<string, IndexedMessage[]>();
  private readonly others: IndexedMessage[] = [];

  constructor(messages: Iterable<string>) {
    let order = 0;
    for (const message of messages) {
      this.add({ message, order });
      order += 1;
    }
  }

  /** Returns the patterns of messages whose key is part of the text, the one with the longest fixed part first. */
  patternsFor(text: string): readonly MessagePattern[] {
    const found = new Set(this.others);
    for (const length of KEY_LENGTHS)
      for (let from = 0; from + length <= text.length; from += 1)
        for (const message of this.byKey.get(text.slice(from, from + length)) ?? []) found.add(message);
    return [...found]
      .flatMap(withPattern)
      .sort((one, other) => other.fixed.length - one.fixed.length || one.order - other.order);
  }

  private add(indexed: IndexedMessage): void {
    const literal = literalParts(indexed.message);
    const length = KEY_LENGTHS.find((each) => (literal?.length ?? 0) >= each);
    if (literal === undefined) this.others.push(indexed);
    // A message without a fixed part of some letters has no pattern.
    if (literal === undefined || length === undefined) return;
    const from = Math.floor((literal.length - length) / 2);
    const key = literal.slice(from, from + length);
    const known = this.byKey.get(key);
    if (known) known.push(indexed);
    else this.byKey.set(key, [indexed]);
  }
}
