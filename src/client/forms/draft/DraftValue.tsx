// A value of a draft as people read it, and a button that copies it. Used where a draft meets another change, or its item is gone.

import { PropertyValue } from 'src/client/forms/PropertyValue.tsx';
import { CopyButton } from 'src/client/navigation/CopyButton.tsx';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import { useClient } from 'src/client/useClient.ts';
import type { Json } from 'src/model/item/Item.ts';

interface DraftValueProps {
  /** Name of the item type. */
  readonly type: string;
  readonly name: string;
  readonly value: Json | undefined;
}

export const DraftValue = ({ type, name, value }: DraftValueProps) => {
  const { registry } = useClient();
  const messages = useMessages();
  const property = registry.types[type]?.properties[name];
  if (!property || value === undefined || value === null) return <em>{messages.format('cells.conflict.empty')}</em>;
  return <PropertyValue type={type} property={property} value={value} />;
};

/** Shows nothing for an empty value. */
export const CopyDraftValue = ({ type, name, value }: DraftValueProps) => {
  const messages = useMessages();
  if (value === undefined || value === null) return null;
  return (
    <CopyButton
      text={typeof value === 'string' ? value : JSON.stringify(value)}
      label={messages.format('cells.conflict.copy', { property: messages.property(type, name) })}
    />
  );
};
