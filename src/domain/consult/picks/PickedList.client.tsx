// Picked records, each with a note about the reason, which is edited in place.

import { TextArea } from '@blueprintjs/core';
import { observer } from 'mobx-react-lite';
import { useId, useState } from 'react';
import { Button, Icon, IconButton, ItemLink, itemName, useClient, useMessages } from 'src/client/extend.ts';
import { typeOfId } from 'src/model/item/itemKey.ts';
import type { Picked } from 'src/domain/consult/picks/pickedEntries.client.ts';

interface PickedProps {
  readonly picked: Picked;
  /** Absent for who may not change the list. */
  readonly change: ((note: string) => Promise<void>) | undefined;
  readonly remove: (() => Promise<void>) | undefined;
}

const PickedItem = observer(({ picked: { id, note }, change, remove }: PickedProps) => {
  const { items, registry } = useClient();
  const messages = useMessages();
  const field = useId();
  const [typed, setTyped] = useState<string>();
  const type = typeOfId(id);
  const label = itemName(items, messages.format, id);
  return (
    <li className="kk-picked">
      <Icon name={registry.types[type]?.view.icon ?? 'document'} />
      <div className="kk-fill">
        <p>
          <ItemLink id={id} className="kk-entry-title" /> <span className="kk-soft">{messages.type(type)}</span>
        </p>
        {change ? (
          <>
            <label htmlFor={field} className="kk-unseen">
              {messages.format('picks.noteOf', { label })}
            </label>
            <TextArea
              id={field}
              fill
              autoResize
              rows={1}
              maxLength={2000}
              placeholder={messages.format('picks.note')}
              value={typed ?? note}
              onChange={({ target }) => setTyped(target.value)}
            />
            {typed !== undefined && typed !== note && (
              <p className="kk-row">
                <Button
                  size="small"
                  variant="solid"
                  intent="primary"
                  onClick={() =>
                    void change(typed).then(
                      () => setTyped(undefined),
                      () => undefined,
                    )
                  }
                >
                  {messages.format('picks.saveNote')}
                </Button>
                <Button size="small" onClick={() => setTyped(undefined)}>
                  {messages.format('app.cancel')}
                </Button>
              </p>
            )}
          </>
        ) : (
          note !== '' && <p className="kk-picked-note">{note}</p>
        )}
      </div>
      {remove && (
        <IconButton
          size="small"
          icon="cross"
          label={messages.format('picks.remove', { label })}
          onClick={() => void remove()}
        />
      )}
    </li>
  );
});

interface PickedListProps {
  readonly picked: readonly Picked[];
  readonly change?: ((picked: readonly Picked[]) => Promise<void>) | undefined;
}

export const PickedList = observer(({ picked, change }: PickedListProps) => {
  const without = (id: string): readonly Picked[] => picked.filter((each) => each.id !== id);
  return (
    <ul className="kk-plain-list kk-picked-list">
      {picked.map((each) => (
        <PickedItem
          key={each.id}
          picked={each}
          change={change && ((note) => change(picked.map((one) => (one.id === each.id ? { ...one, note } : one))))}
          remove={change && (() => change(without(each.id)))}
        />
      ))}
    </ul>
  );
});
