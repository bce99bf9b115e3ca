// What is wrong with a message in ICU syntax that stands for a shipped one: a fault of the syntax with its place, or an argument that the
// shipped message does not have, and for which nobody would give a value. Pure; the form, the server and the page ask it alike.

import {
  isArgumentElement,
  isDateElement,
  isNumberElement,
  isPluralElement,
  isSelectElement,
  isTagElement,
  isTimeElement,
  parse,
  type MessageFormatElement,
} from '@formatjs/icu-messageformat-parser';
import type { Json } from 'src/model/item/Item.ts';

export interface MessageFault {
  /** `errors.text.syntax` with `line` and `column`, or `errors.text.argument` with `name`. */
  readonly message: string;
  readonly params: Readonly<Record<string, Json>>;
}

export type SampleValue = string | number | Date | ((parts: readonly unknown[]) => string);

interface ParseFault {
  readonly location?: { readonly start: { readonly line: number; readonly column: number } };
}

const insideOf = (element: MessageFormatElement): readonly MessageFormatElement[] => {
  if (isTagElement(element)) return element.children;
  if (!isPluralElement(element) && !isSelectElement(element)) return [];
  return Object.values(element.options).flatMap(({ value }) => value);
};

const hasName = (element: MessageFormatElement): element is Extract<MessageFormatElement, { value: string }> =>
  [
    isArgumentElement,
    isDateElement,
    isNumberElement,
    isPluralElement,
    isSelectElement,
    isTagElement,
    isTimeElement,
  ].some((is) => is(element));

const namesIn = (elements: readonly MessageFormatElement[]): string[] =>
  elements.flatMap((element) => [...(hasName(element) ? [element.value] : []), ...namesIn(insideOf(element))]);

/** Names of the arguments and tags of a message. `argumentsOf('{count, plural, other {# of {total}}}')` is `['count', 'total']`. */
export const argumentsOf = (text: string): readonly string[] => {
  try {
    return [...new Set(namesIn(parse(text)))];
  } catch {
    return [];
  }
};

/** Undefined for a message that can stand for the shipped one. */
export const messageFault = (text: string, shipped: string): MessageFault | undefined => {
  try {
    const known = new Set(argumentsOf(shipped));
    const name = namesIn(parse(text)).find((each) => !known.has(each));
    return name === undefined ? undefined : { message: 'errors.text.argument', params: { name } };
  } catch (thrown) {
    const { line, column } = (thrown as ParseFault).location?.start ?? { line: 1, column: 1 };
    return { message: 'errors.text.syntax', params: { line, column } };
  }
};

/** Something for each argument: `count` where a number is asked for, the name itself where a text is; a tag shows what it surrounds. */
export const sampleValues = (text: string, count: number, now: Date): Readonly<Record<string, SampleValue>> => {
  const sampleOf = (element: MessageFormatElement): SampleValue | undefined => {
    if (isPluralElement(element) || isNumberElement(element)) return count;
    if (isDateElement(element) || isTimeElement(element)) return now;
    if (isSelectElement(element)) return Object.keys(element.options)[0] ?? 'other';
    if (isTagElement(element)) return (parts) => parts.join('');
    return isArgumentElement(element) ? element.value : undefined;
  };
  const samplesIn = (elements: readonly MessageFormatElement[]): (readonly [string, SampleValue])[] =>
    elements.flatMap((element) => {
      const sample = sampleOf(element);
      const own = hasName(element) && sample !== undefined ? [[element.value, sample] as const] : [];
      return [...own, ...samplesIn(insideOf(element))];
    });
  // A plural stands for its argument even where the same one is also shown as it is.
  const found = samplesIn(parse(text));
  return Object.fromEntries(
    [...found].sort(([, one], [, other]) => Number(typeof one === 'number') - Number(typeof other === 'number')),
  );
};
