// Words that many item types share are sent to a page once: those of what every item has (`base.`) and of what every step has (`step.`).
// Names of properties that read as their keys do are not sent. The compiler leaves both out of the messages of the first page, and the page
// puts them in again. Pure.

import { isRecord } from 'src/base/isRecord.ts';
import { readableName } from 'src/model/text/readableName.ts';

type Messages = Readonly<Record<string, string>>;

interface Declared {
  readonly types: Readonly<Record<string, unknown>>;
  readonly steps: Readonly<Record<string, { readonly type: string }>>;
}

/** What follows `head.` in an id, with its text. */
const partsOf = (messages: Messages, head: string): (readonly [string, string])[] =>
  Object.entries(messages).flatMap(([id, text]) =>
    id.startsWith(head) ? [[id.slice(head.length), text] as const] : [],
  );

/** Returns the names of the properties and of their members as their keys read; headers have names of their own. */
const readableNames = (messages: Messages, head: string, holder: unknown): (readonly [string, string])[] => {
  const properties = isRecord(holder) && isRecord(holder['properties']) ? holder['properties'] : {};
  return Object.entries(properties).flatMap(([name, property]) => {
    const path = `${head}${name}`;
    const own = `headers.${name}` in messages ? [] : [[path, readableName(name)] as const];
    return [...own, ...readableNames(messages, `${path}.`, property)];
  });
};

/** `types.{T}.props.note` for each type, with the words of `base.props.note`, or for a type of steps of `step.props.note`. */
const sharedOf = (messages: Messages, { types, steps }: Declared): Messages => {
  const stepTypes = new Set(Object.values(steps).map(({ type }) => type));
  const [base, step] = [partsOf(messages, 'base.'), partsOf(messages, 'step.')];
  return Object.fromEntries(
    Object.entries(types).flatMap(([type, declared]) => [
      ...readableNames(messages, `types.${type}.props.`, declared),
      ...[...base, ...(stepTypes.has(type) ? step : [])].map(
        ([part, text]) => [`types.${type}.${part}`, text] as const,
      ),
    ]),
  );
};

export const withSharedMessages = (messages: Messages, declared: Declared): Messages => ({
  ...sharedOf(messages, declared),
  ...messages,
});

/** Without what withSharedMessages puts in again. */
export const withoutSharedMessages = (messages: Messages, declared: Declared): Messages => {
  const shared = sharedOf(messages, declared);
  return Object.fromEntries(Object.entries(messages).filter(([id, text]) => shared[id] !== text));
};
