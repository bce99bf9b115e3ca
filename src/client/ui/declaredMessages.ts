// Words of declared things by the message-id conventions of TypeView.ts, with a plain reading of the key where no message is given.
// Called by every cell and display. It holds no text.

import { useMemo } from 'react';
import { useIntl, type IntlShape } from 'react-intl';
import { isolated } from 'src/client/ui/direction.ts';
import { readableName } from 'src/model/text/readableName.ts';

type Values = Readonly<Record<string, string | number>>;

export interface Messages {
  readonly format: (id: string, values?: Values) => string;
  readonly type: (type: string) => string;
  /** The name of a type for several items: `Archive entries`. */
  readonly plural: (type: string) => string;
  /** The name of a type within a sentence: `archive entry`, or `archive entries` for more than one. */
  readonly typeInSentence: (type: string, count?: number) => string;
  readonly property: (type: string, path: string) => string;
  readonly screen: (path: string) => string;
  readonly list: (list: string) => string;
  /** Returns the name of a language, or the tag of an unknown one. */
  readonly language: (tag: string) => string;
  /** The message when it is declared, else undefined. */
  readonly find: (id: string, values?: Values) => string | undefined;
  readonly intl: IntlShape;
}

// Headers that every item has; their words belong to the engine, not to a type.
const BASE_HEADER_NAMES = new Set([
  '_i',
  '_t',
  '_u',
  '_c',
  '_c.ts',
  'created',
  'createdBy',
  'updated',
  'updatedBy',
  'visibility',
  '$access',
  '$owner',
  '$id',
]);

/** Returns true for a value that chooses among texts and is not put into one. */
const isChoice = (message: string, name: string): boolean => new RegExp(`\\{\\s*${name}\\s*,\\s*select`).test(message);

/** Returns the values with names and other texts isolated from the message around them, where the two may differ in direction. */
const isolatedValues = (values: Values | undefined, message: unknown, locale: string): Values | undefined => {
  if (!values) return values;
  const isolatedOnes = Object.entries(values).map(([name, value]): [string, string | number] => {
    if (typeof value !== 'string') return [name, value];
    const text = isolated(value, locale);
    return [name, text === value || isChoice(String(message), name) ? value : text];
  });
  return Object.fromEntries(isolatedOnes);
};

export const messagesOf = (intl: IntlShape): Messages => {
  const format = (id: string, values?: Values): string =>
    intl.formatMessage({ id }, isolatedValues(values, intl.messages[id], intl.locale));
  const find = (id: string, values?: Values): string | undefined =>
    id in intl.messages ? format(id, values) : undefined;
  const type = (name: string): string => find(`types.${name}.label`) ?? readableName(name);
  return {
    intl,
    find,
    format,
    type,
    plural: (name) => find(`types.${name}.plural`) ?? type(name),
    typeInSentence: (name, count = 1) =>
      find(`types.${name}.inSentence`, { count }) ?? readableName(name).toLowerCase(),
    property: (name, path) =>
      find(`types.${name}.props.${path}`) ??
      (BASE_HEADER_NAMES.has(path) ? find(`headers.${path}`) : undefined) ??
      readableName(path),
    list: (list) => find(`lists.${list}`) ?? readableName(list),
    language: (tag) => find(`languages.${tag}`) ?? intl.formatDisplayName(tag, { type: 'language' }) ?? tag,
    screen: (path) => find(`screens.${path}.title`) ?? readableName(path),
  };
};

export const useMessages = (): Messages => {
  const intl = useIntl();
  return useMemo(() => messagesOf(intl), [intl]);
};
