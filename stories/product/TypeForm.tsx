// The form of one type: new, filled from the sample, or with every field invalid that can be.

import { useEffect, useMemo, useRef } from 'react';
import { ItemForm, type FormHandle } from 'src/client/forms/ItemForm.tsx';
import { useClient } from 'src/client/useClient.ts';
import type { Item, Json, Values } from 'src/model/item/Item.ts';
import { isLine } from 'src/model/kinds/kindTraits.ts';
import type { ItemType } from 'src/model/schema/Registry.ts';
import type { PropertyKind } from 'src/model/generated/kindNames.ts';
import type { Property } from 'src/model/schema/Property.ts';
import { waitForForm } from 'stories/forms/waitForForm.ts';

const WRONG: Readonly<Partial<Record<PropertyKind, Json>>> = {
  ...{
    integer: 'many',
    number: 'heavy',
    date: '2024-13-40',
    approximateDate: 'long ago',
    dateTime: 'soon',
    time: '25:70',
  },
  ...{ email: 'nobody', phone: '12', url: 'ftp://sample.test', color: 'red' },
};

const wrongValue = (property: Property): Json | undefined => {
  const { kind, many, maxLength, required } = property;
  if (required) return null;
  const wrong = WRONG[kind] ?? (isLine(property) && maxLength !== undefined ? 'x'.repeat(maxLength + 1) : undefined);
  return many && wrong !== undefined ? [wrong] : wrong;
};

const wrongValues = ({ properties }: ItemType): Values => {
  const wrong: Record<string, Json> = {};
  for (const property of Object.values(properties)) {
    const value = property.readOnly ? undefined : wrongValue(property);
    if (value !== undefined) wrong[property.name] = value;
  }
  return wrong;
};

interface TypeFormProps {
  readonly type: ItemType;
  readonly item?: Item | undefined;
  /** Saves as soon as the form is rendered, so that its problems are shown. */
  readonly wrong?: boolean;
}

export const TypeForm = ({ type, item, wrong = false }: TypeFormProps) => {
  const client = useClient();
  const handle = useRef<FormHandle>(null);
  const draft = useMemo(() => {
    if (!item) return client.drafts.fresh(type.name, '1', {});
    client.items.put([item]);
    const draft = client.drafts.of(item.$id);
    if (wrong) draft.set({ ...draft.values, ...wrongValues(type) });
    return draft;
  }, [client, type, item, wrong]);
  useEffect(() => (wrong ? waitForForm(handle) : undefined), [wrong]);
  return (
    <div style={{ padding: 16 }}>
      <ItemForm draft={draft} ref={handle} />
    </div>
  );
};
