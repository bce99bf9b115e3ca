// Names and explanations of fields: message ids from the form schema made into words.

import { readableName } from 'src/model/text/readableName.ts';
import { useMessages, type Messages } from 'src/client/ui/declaredMessages.ts';

/** `types.Book.props.title` in words; the bare name where no message is given. */
export const labelText = (messages: Messages, id: string): string => messages.find(id) ?? readableName(id);

/** Explanation of a field, at the id of its title with `.help.` for `.props.`; most have none. */
export const helpText = (messages: Messages, titleId: string): string | undefined =>
  titleId.includes('.props.') ? messages.find(titleId.replace('.props.', '.help.')) : undefined;

/** One entry of a list, at the id of its title with `.one.` for `.props.`; most are named as the list is. */
export const entryText = (messages: Messages, titleId: string): string =>
  messages.find(titleId.replace('.props.', '.one.')) ?? labelText(messages, titleId);

export const useLabel = (id: string): string => labelText(useMessages(), id);
