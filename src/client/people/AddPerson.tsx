// Finds a person with an account by name in order to give them rights. Administrators of the site also see email
// addresses, which distinguish people with the same name.

import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import { itemName } from 'src/client/navigation/itemName.ts';
import { useUsers } from 'src/client/people/useUsers.ts';
import { Dialog } from 'src/client/ui/Dialog.tsx';
import { Icon } from 'src/client/ui/Icon.tsx';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import { useClient } from 'src/client/useClient.ts';
import type { ItemId } from 'src/model/item/Item.ts';

interface UserListProps {
  /** Left out. */
  readonly known: readonly ItemId[];
  readonly choose: (person: { readonly $id: ItemId; readonly name: string }) => void;
}

/** A search box for the people of the site, each with facts that distinguish people of the same name. */
export const UserList = observer(({ known, choose }: UserListProps) => {
  const { items } = useClient();
  const messages = useMessages();
  const [text, setText] = useState('');
  const others = useUsers(text)?.filter(({ id }) => !known.includes(id));
  return (
    <div className="kk-picker">
      <div className="kk-query">
        <Icon name="search" />
        <input
          type="search"
          className="kk-query-input"
          aria-label={messages.format('masquerade.search')}
          placeholder={messages.format('masquerade.search')}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      </div>
      <p role="status" className="kk-soft">
        {others &&
          (others.length === 0 && text.trim() === ''
            ? messages.format('people.allHere')
            : messages.format('masquerade.found', { count: others.length }))}
      </p>
      <ul className="kk-plain-list">
        {others?.map(({ id, note }) => (
          <li key={id}>
            <button
              type="button"
              className="kk-picker-user"
              onClick={() => choose({ $id: id, name: itemName(items, messages.format, id) })}
            >
              <Icon name="user" />
              <span>
                {itemName(items, messages.format, id)} {note && <span className="kk-soft">{note}</span>}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
});

export const AddPerson = ({ close, ...list }: UserListProps & { readonly close: () => void }) => {
  const messages = useMessages();
  return (
    <Dialog open title={messages.format('people.add')} onClose={close}>
      <p className="kk-soft">{messages.format('people.addHint')}</p>
      <UserList {...list} />
    </Dialog>
  );
};
