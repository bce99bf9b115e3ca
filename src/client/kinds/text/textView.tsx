// Shows values of the kind `text`, and writes them as text.

import type { KindView } from 'src/client/kinds/KindView.ts';
import type { ValueProps } from 'src/client/fields/ValueProps.ts';
import { useMessages } from 'src/client/ui/declaredMessages.ts';

const TextValue = ({ property, value }: ValueProps) => {
  const messages = useMessages();
  const word = property.capability && messages.find(`capabilities.${String(value)}`);
  return <span dir="auto">{word ?? String(value)}</span>;
};

export const textView: KindView = { read: TextValue, look: { inline: true, wideColumn: true } };
