// Finds faults in a message in ICU syntax that replaces a shipped one: a syntax error with its position, or an argument without a value
// because the shipped message does not have it. Pure; used by the form, the server and the page.

import {
  isArgumentElement,
  isDateElement,
  isLiteralElement,
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

const argumentNames = (elements: readonly MessageFormatElement[]): string[] =>
  elements.flatMap((element) => [...(hasName(element) ? [element.value] : []), ...argumentNames(insideOf(element))]);

/**
 * Returns the names of the arguments and tags of a message. `argumentsOf('{count, plural, other {# of {total}}}')` is `['count', 'total']`.
 */
export const argumentsOf = (text: string): readonly string[] => {
  try {
    return [...new Set(argumentNames(parse(text)))];
  } catch {
    return [];
  }
};

const showsSign = (elements: readonly MessageFormatElement[], counted: boolean): boolean =>
  elements.some((element) =>
    isLiteralElement(element)
      ? counted && element.value.includes('#')
      : showsSign(insideOf(element), isPluralElement(element) || counted),
  );

/**
 * Returns true for a message that shows the sign # where a number is meant: ICU replaces it in a plural, but not in a select inside the
 * plural.
 */
export const losesCount = (text: string): boolean => {
  try {
    return showsSign(parse(text), false);
  } catch {
    return false;
  }
};

/** Returns undefined for a valid replacement of the shipped message. */
export const messageFault = (text: string, shipped: string): MessageFault | undefined => {
  try {
    const known = new Set(argumentsOf(shipped));
    const name = argumentNames(parse(text)).find((each) => !known.has(each));
    return name === undefined ? undefined : { message: 'errors.text.argument', params: { name } };
  } catch (thrown) {
    const { line, column } = (thrown as ParseFault).location?.start ?? { line: 1, column: 1 };
    return { message: 'errors.text.syntax', params: { line, column } };
  }
};

/** Returns an example value for each argument: `count` for numbers, the name of the argument for texts; a tag shows its content. */
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
  // An argument of a plural gets a number, even when it is also shown as text.
  const found = samplesIn(parse(text));
  return Object.fromEntries(
    [...found].sort(([, one], [, other]) => Number(typeof one === 'number') - Number(typeof other === 'number')),
  );
};
