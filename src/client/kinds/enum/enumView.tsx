// Shows values of the kind `enum`, and writes them as text.

import type { KindView } from 'src/client/kinds/KindView.ts';
import type { ValueProps } from 'src/client/fields/ValueProps.ts';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import { stateWord } from 'src/client/ui/stateWord.ts';
import { useClient } from 'src/client/useClient.ts';
import { readableName } from 'src/model/text/readableName.ts';

/** The stored key is never shown where a label is known. */
const EnumValue = ({ type, path, value, item }: ValueProps) => {
  const messages = useMessages();
  const declared = useClient().registry.types[type];
  const key = String(value);
  if (declared?.states?.property === path) return <>{stateWord(messages, declared, { state: key, item })}</>;
  return <>{messages.find(`types.${type}.enum.${path}.${key}`) ?? readableName(key)}</>;
};

export const enumView: KindView = { read: EnumValue, look: { inline: true } };
