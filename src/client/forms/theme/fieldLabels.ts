// Names and explanations of fields: message ids from the form schema made into words.

import type { UiSchema } from '@rjsf/utils';
import { readableName } from 'src/model/text/readableName.ts';
import { useMessages, type Messages } from 'src/client/ui/declaredMessages.ts';

/** Returns `types.Book.props.title` in words, or a plain reading of the name without a message. Words are returned as they are. */
export const labelText = (messages: Messages, id: string): string =>
  messages.find(id) ?? (id.includes(' ') ? id : readableName(id));

/** Returns the explanation of a field: the message or the words that the form names, or the message at the id of its title with `.help.` for `.props.`. */
export const helpText = (messages: Messages, titleId: string, uiSchema?: UiSchema): string | undefined => {
  const named: unknown = uiSchema?.['ui:options']?.help;
  if (typeof named === 'string') return messages.find(named) ?? (named.includes(' ') ? named : undefined);
  return titleId.includes('.props.') ? messages.find(titleId.replace('.props.', '.help.')) : undefined;
};

/** One entry of a list, at the id of its title with `.one.` for `.props.`; most are named as the list is. */
export const entryText = (messages: Messages, titleId: string): string =>
  messages.find(titleId.replace('.props.', '.one.')) ?? labelText(messages, titleId);

export const useLabel = (id: string): string => labelText(useMessages(), id);
