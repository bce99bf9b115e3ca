// Messages that a page can work out are not sent: the words of what every item has (`base.`) and of what every step has (`step.`) once
// for all types, and names that read as their keys do not at all. The compiler leaves both out of the messages of the first page, and the
// page adds them again. Pure.

import { isRecord } from 'src/base/isRecord.ts';
import { readableName } from 'src/model/text/readableName.ts';

type Messages = Readonly<Record<string, string>>;

interface Declared {
  readonly actions: Readonly<Record<string, unknown>>;
  readonly types: Readonly<Record<string, unknown>>;
  readonly steps: Readonly<Record<string, { readonly type: string }>>;
}

/** Returns what follows `head` in each id that begins with it, with the text. */
const messageParts = (messages: Messages, head: string): Part[] =>
  Object.entries(messages).flatMap(([id, text]) =>
    id.startsWith(head) ? [[id.slice(head.length), text] as const] : [],
  );

type Part = readonly [string, string];

const listMember = (holder: unknown, key: string): readonly unknown[] => {
  const list = isRecord(holder) ? holder[key] : undefined;
  return Array.isArray(list) ? list : [];
};

/** Returns `{head}.{key}` with the readable key for each member of a list, by the member's `key` or `name`. */
const nameParts = (head: string, list: readonly unknown[], key: 'key' | 'name' = 'key'): Part[] =>
  list.flatMap((each) => {
    const name = isRecord(each) ? each[key] : each;
    return typeof name === 'string' ? [[`${head}.${name}`, readableName(name)] as const] : [];
  });

/** Returns the names of the properties, of their members and of their values as the keys read. Headers have names of their own. */
const propertyNames = (messages: Messages, holder: unknown, before = ''): Part[] => {
  const properties = isRecord(holder) && isRecord(holder['properties']) ? holder['properties'] : {};
  return Object.entries(properties).flatMap(([name, property]) => {
    const path = `${before}${name}`;
    const own = `headers.${name}` in messages ? [] : [[`props.${path}`, readableName(name)] as const];
    return [
      ...own,
      ...nameParts(`enum.${path}`, listMember(property, 'values')),
      ...propertyNames(messages, property, `${path}.`),
    ];
  });
};

/** Returns the names of the parts of a type's page as their keys read. The names of tabs and groups load later, with the forms. */
const viewNames = (declared: unknown): Part[] => {
  const { view, states }: { view?: unknown; states?: unknown } = isRecord(declared) ? declared : {};
  const wizard = isRecord(view) ? view['wizard'] : undefined;
  return [
    ...nameParts('wizard', listMember(wizard, 'steps')),
    ...nameParts('sorts', listMember(view, 'sorts')),
    ...nameParts('saved', listMember(view, 'saved')),
    ...nameParts('actions', listMember(view, 'actions')),
    ...nameParts('transitions', listMember(states, 'transitions'), 'name'),
  ];
};

/** Returns `types.{T}.props.note` for each type with the text of `base.props.note`, or for step types of `step.props.note`. */
const sharedOf = (messages: Messages, { types, steps }: Declared): Messages => {
  const stepTypes = new Set(Object.values(steps).map(({ type }) => type));
  const [base, step] = [messageParts(messages, 'base.'), messageParts(messages, 'step.')];
  return Object.fromEntries(
    Object.entries(types).flatMap(([type, declared]) => [
      ...[
        ...propertyNames(messages, declared),
        ...viewNames(declared),
        ...base,
        ...(stepTypes.has(type) ? step : []),
      ].map(([part, text]) => [`types.${type}.${part}`, text] as const),
    ]),
  );
};

const lowerFirst = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);

/** Returns the regular plural of each type's name, and its name within a sentence. */
const regularNames = (messages: Messages, { types }: Declared): Messages =>
  Object.fromEntries(
    Object.keys(types).flatMap((type) => {
      const { [`types.${type}.label`]: label, [`types.${type}.plural`]: plural = `${label}s` } = messages;
      if (label === undefined) return [];
      const inSentence = `{count, plural, one {${lowerFirst(label)}} other {${lowerFirst(plural)}}}`;
      return [
        [`types.${type}.plural`, `${label}s`],
        [`types.${type}.inSentence`, inSentence],
      ];
    }),
  );

const actionNames = ({ actions }: Declared): Messages =>
  Object.fromEntries(Object.keys(actions).map((name) => [`actions.${name}`, readableName(name)]));

export const withSharedMessages = (messages: Messages, declared: Declared): Messages => ({
  ...actionNames(declared),
  ...sharedOf(messages, declared),
  ...regularNames(messages, declared),
  ...messages,
});

/** Returns the messages without those that withSharedMessages adds again. */
export const withoutSharedMessages = (messages: Messages, declared: Declared): Messages => {
  const shared = {
    ...actionNames(declared),
    ...sharedOf(messages, declared),
    ...regularNames(messages, declared),
  };
  return Object.fromEntries(Object.entries(messages).filter(([id, text]) => shared[id] !== text));
};
