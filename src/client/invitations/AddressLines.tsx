// Recipients of an email, one per line with the address, if the reader may see both. Shown in the question before it is sent.

import { observer } from 'mobx-react-lite';
import { useEffect } from 'react';
import 'src/client/intl/laterMessages.ts';
import { itemIn } from 'src/client/fields/rules/ownerOf.ts';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import { useClient } from 'src/client/useClient.ts';
import 'src/client/invitations/invitations.css';
import type { ItemId } from 'src/model/item/Item.ts';

/** Property of a person's item with their address. */
const EMAIL_PROPERTY = 'email';

const AddressLine = observer(({ id }: { readonly id: ItemId }) => {
  const { items, registry } = useClient();
  const messages = useMessages();
  useEffect(() => items.watch(id), [items, id]);
  const item = itemIn(items.get(id));
  const address = item?.[EMAIL_PROPERTY];
  // An account's address is seen by few: that it is not shown says nothing about it.
  const isHidden = (registry.types[item?._t ?? '']?.properties[EMAIL_PROPERTY]?.level ?? 'PUBLIC') !== 'PUBLIC';
  return (
    <li>
      <bdi>{items.label(id) ?? messages.format('invitations.somebody')}</bdi>
      {typeof address === 'string' && address !== '' && <span className="kk-soft"> {address}</span>}
      {item && address === undefined && !isHidden && (
        <span className="kk-late"> {messages.format('invitations.mail.NO_ADDRESS')}</span>
      )}
    </li>
  );
});

export const AddressLines = ({ ids }: { readonly ids: readonly ItemId[] }) => (
  <ul className="kk-plain-list kk-address-lines">
    {ids.map((id) => (
      <AddressLine key={id} id={id} />
    ))}
  </ul>
);
