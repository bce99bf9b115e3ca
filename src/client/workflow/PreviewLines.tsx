// Shows the effects of a transition in the question before it: plain lines, and warnings in a band.

import type { IntlShape } from 'react-intl';
import { formatDate } from 'src/client/ui/dates.ts';
import { Band } from 'src/client/ui/Notice.tsx';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import type { Client } from 'src/client/Client.ts';
import type { Item } from 'src/model/item/Item.ts';
import type { ClientTransition } from 'src/model/schema/StateMachine.ts';
import type { MovePreview } from 'src/model/generated/wire.ts';

type Lines = MovePreview['lines'];

/** Returns the effects of the transition; none for a transition without a declared preview. */
export const transitionPreview = async (
  { connection }: Client,
  { _t, _i }: Pick<Item, '_t' | '_i'>,
  { preview }: ClientTransition,
): Promise<MovePreview> =>
  preview === undefined
    ? { errors: [], lines: [] }
    : ((await connection.send(`act/${preview}`, { _t, _i })) as MovePreview);

/** A list holds names. */
type Value = string | number | readonly string[];

const PREVIEW_DAY = /^\d{4}-\d{2}-\d{2}$/;

const shownValue = (intl: IntlShape, value: Value): string | number => {
  if (typeof value === 'number') return value;
  if (typeof value !== 'string') return intl.formatList(value);
  return PREVIEW_DAY.test(value) ? formatDate(intl, value) : value;
};

export const PreviewLines = ({ lines }: { readonly lines: Lines }) => {
  const messages = useMessages();
  const textOf = ({ message, params = {} }: Lines[number]): string => {
    const shown = Object.entries(params as Readonly<Record<string, Value>>).map(
      ([name, value]) => [name, shownValue(messages.intl, value)] as const,
    );
    return messages.find(message, Object.fromEntries(shown)) ?? message;
  };
  const paragraphs = (of: Lines) => of.map((line) => <p key={textOf(line)}>{textOf(line)}</p>);
  const warnings = lines.filter(({ warning }) => warning);
  return (
    <>
      {paragraphs(lines.filter(({ warning }) => !warning))}
      {warnings.length > 0 && <Band tone="warning">{paragraphs(warnings)}</Band>}
    </>
  );
};
