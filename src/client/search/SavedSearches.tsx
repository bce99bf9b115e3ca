// The saved searches of a listing: those that the type ships, one's own and shared ones. What stands there now can be saved, and a saved
// one changed, renamed, shared and deleted. Opening one is opening an address.

import { HTMLSelect, InputGroup } from '@blueprintjs/core';
import { observer } from 'mobx-react-lite';
import { useId, useState } from 'react';
import type { ListingPartProps } from 'src/client/search/Listing.tsx';
import { shippedState } from 'src/client/search/listingPlan.ts';
import { writeState } from 'src/client/search/listingState.ts';
import { hashOf, SAVED_SEARCH, savedFields, savedState, sharedWith } from 'src/client/search/savedSearch.ts';
import { useSavedSearches } from 'src/client/search/useSavedSearches.ts';
import { useClient } from 'src/client/useClient.ts';
import { Button } from 'src/client/ui/Button.tsx';
import { Dialog } from 'src/client/ui/Dialog.tsx';
import { MenuButton, type MenuPart } from 'src/client/ui/Menu.tsx';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import type { Item, ItemId, Json } from 'src/model/item/Item.ts';

interface NameDialogProps {
  readonly title: string;
  readonly item: Item | undefined;
  readonly save: (fields: Readonly<Record<string, Json>>) => void;
  readonly close: () => void;
}

/** Its name, and whether others read it. */
const NameDialog = observer(({ title, item, save, close }: NameDialogProps) => {
  const { session, items } = useClient();
  const messages = useMessages();
  const id = useId();
  const [name, setName] = useState(typeof item?.['name'] === 'string' ? item['name'] : '');
  const [owner, setOwner] = useState(typeof item?.['owner'] === 'string' ? item['owner'] : '');
  const { user } = session;
  const owners = [...new Set([...(user?.readOrgs ?? []), ...(owner === '' ? [] : [owner])])];
  const submit = (): void => {
    if (name.trim() !== '') save({ name: name.trim(), ...sharedWith(owner === '' ? undefined : owner) });
  };
  return (
    <Dialog
      open
      title={title}
      onClose={close}
      footer={
        <>
          <Button onClick={close}>{messages.format('app.cancel')}</Button>
          <Button intent="primary" variant="solid" disabled={name.trim() === ''} onClick={submit}>
            {messages.format('saved.apply')}
          </Button>
        </>
      }
    >
      <div className="kk-bulk-form">
        <div>
          <label htmlFor={`${id}-name`}>{messages.property(SAVED_SEARCH, 'name')}</label>
          <InputGroup
            id={`${id}-name`}
            dir="auto"
            value={name}
            maxLength={200}
            onChange={(event) => setName(event.target.value)}
            onKeyDown={(event) => event.key === 'Enter' && !event.nativeEvent.isComposing && submit()}
          />
        </div>
        <div>
          <label htmlFor={`${id}-owner`}>{messages.format('saved.sharedWith')}</label>
          <HTMLSelect id={`${id}-owner`} fill value={owner} onChange={(event) => setOwner(event.target.value)}>
            <option value="">{messages.format('saved.private')}</option>
            {owners.map((each) => (
              <option key={each} value={each}>
                {items.label(each) ?? each}
              </option>
            ))}
          </HTMLSelect>
        </div>
      </div>
    </Dialog>
  );
});

export const SavedSearches = observer(({ store, change }: ListingPartProps) => {
  const { items, session, dialogs, alerts } = useClient();
  const messages = useMessages();
  const { shipped, types, screen } = store.plan;
  const saved = useSavedSearches(screen ?? '');
  const [naming, setNaming] = useState<'new' | Item>();
  const { state } = store;
  const now = writeState(state);
  const hash = hashOf(screen ?? '', state);
  const current = saved.find((item) => item['hash'] === hash);
  // Also when something else is chosen then, it is the one that can be renewed.
  const [openedId, setOpenedId] = useState<ItemId>();
  if (current && current.$id !== openedId) setOpenedId(current.$id);
  const opened = saved.find(({ $id }) => $id === openedId);
  const say = (thrown: unknown): void => alerts.error(thrown);
  const fields = savedFields(screen ?? '', state, store.display);
  const keep = (given: Readonly<Record<string, Json>>): void => {
    const item = naming === 'new' ? undefined : naming;
    setNaming(undefined);
    const done = item
      ? items.update({ ...given, $id: item.$id, _u: item._u }, crypto.randomUUID())
      : items.create(
          SAVED_SEARCH,
          Object.fromEntries(Object.entries({ ...fields, ...given }).filter(([, value]) => value !== null)),
        );
    done.then(() => alerts.success('saved.done', { name: String(given['name']) }), say);
  };
  const renew = (item: Item): void => {
    items
      .update({ ...fields, $id: item.$id, _u: item._u }, crypto.randomUUID())
      .then(() => alerts.success('saved.done', { name: item.$label }), say);
  };
  const remove = async (item: Item): Promise<void> => {
    const sure = await dialogs.confirm({
      title: 'saved.deleteTitle',
      message: 'cells.delete.message',
      values: { label: item.$label },
      apply: 'cells.delete.apply',
      danger: true,
    });
    if (sure) await items.remove(item.$id);
  };
  if (screen === undefined || (!session.signedIn && shipped.length === 0)) return null;
  const own = (item: Item): boolean => item._c.creator === session.user?.$id;
  const manage = (item: Item): readonly MenuPart[] =>
    own(item)
      ? [
          {
            key: `${item.$id}/renew`,
            icon: 'refresh',
            text: messages.format('saved.renew', { name: item.$label }),
            onClick: () => renew(item),
          },
          {
            key: `${item.$id}/rename`,
            icon: 'edit',
            text: messages.format('saved.rename', { name: item.$label }),
            onClick: () => setNaming(item),
          },
          {
            key: `${item.$id}/delete`,
            icon: 'trash',
            danger: true,
            text: messages.format('saved.delete', { name: item.$label }),
            onClick: () => void remove(item).catch(say),
          },
        ]
      : [];
  const parts: readonly MenuPart[] = [
    ...shipped.map((search) => {
      const shown = shippedState(search);
      return {
        key: search.key,
        text: messages.format(`types.${types[0]?.name ?? ''}.saved.${search.key}`),
        checked: writeState(shown) === now,
        choice: 'one' as const,
        onClick: () => change(shown),
      };
    }),
    ...saved.map((item) => ({
      key: item.$id,
      text: item.$label,
      checked: item === current,
      choice: 'one' as const,
      onClick: () => change(savedState(item)),
    })),
    ...(session.signedIn
      ? [
          { key: 'own', divider: true as const },
          { key: 'save', icon: 'plus', text: messages.format('saved.save'), onClick: () => setNaming('new') },
          ...(opened ? manage(opened) : []),
        ]
      : []),
  ];
  return (
    <>
      <MenuButton
        label={messages.format('listing.shipped')}
        parts={parts}
        opener={(opener) => (
          <Button {...opener} icon="search-template" endIcon="caret-down" className="kk-tool">
            <span className="kk-tool-word">{messages.format('listing.shipped')}</span>
          </Button>
        )}
      />
      {naming && (
        <NameDialog
          title={messages.format(naming === 'new' ? 'saved.save' : 'saved.renameTitle')}
          item={naming === 'new' ? undefined : naming}
          save={keep}
          close={() => setNaming(undefined)}
        />
      )}
    </>
  );
});
