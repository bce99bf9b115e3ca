// Words that many item types share are sent to a page once: those of what every item has (`base.`) and of what every step has (`step.`).
// The compiler leaves their copies out of the messages of the first page, and the page puts them in again. Pure.

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

/** `types.{T}.props.note` for each type, with the words of `base.props.note`, or for a type of steps of `step.props.note`. */
const sharedOf = (messages: Messages, { types, steps }: Declared): Messages => {
  const stepTypes = new Set(Object.values(steps).map(({ type }) => type));
  const [base, step] = [partsOf(messages, 'base.'), partsOf(messages, 'step.')];
  return Object.fromEntries(
    Object.keys(types).flatMap((type) =>
      [...base, ...(stepTypes.has(type) ? step : [])].map(([part, text]) => [`types.${type}.${part}`, text]),
    ),
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
