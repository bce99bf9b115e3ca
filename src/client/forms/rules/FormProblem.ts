// A field problem as it travels through RJSF, whose error lists hold plain strings: message id and parameters in one string.
// Written by the session, read by the templates; a text is made only where it is shown, so a change of language shows at once.

import type { IntlShape } from 'react-intl';
import type { InvalidEntry } from 'src/model/generated/wire.ts';
import type { Json } from 'src/model/item/Item.ts';

/** JSON pointer to the value, message id such as `errors.required`, parameters: as the server's entries. */
export type FormProblem = InvalidEntry;

export const encodeProblem = ({ message, params }: FormProblem): string =>
  params ? `${message} ${JSON.stringify(params)}` : message;

const decode = (encoded: string): { readonly message: string; readonly params: Readonly<Record<string, Json>> } => {
  const space = encoded.indexOf(' ');
  if (space < 0) return { message: encoded, params: {} };
  return { message: encoded.slice(0, space), params: JSON.parse(encoded.slice(space + 1)) as Record<string, Json> };
};

const plain = (params: Readonly<Record<string, Json>>): Record<string, string | number | boolean> =>
  Object.fromEntries(
    Object.entries(params).map(([name, value]) => [name, typeof value === 'object' ? JSON.stringify(value) : value]),
  );

/** The words of a problem; one without a message of its own is called invalid. */
export const problemText = (intl: IntlShape, encoded: string): string => {
  const { message, params } = decode(encoded);
  const id = message in intl.messages ? message : 'errors.invalidValue';
  return intl.formatMessage({ id }, plain(params));
};
