// The menu of a listing's saved searches: those that the type ships, the person's own and shared ones. It saves what is shown now, and
// changes, renames, shares and deletes a saved search. A saved search opens by its address.

import { observer } from 'mobx-react-lite';
import { lazy, Suspense, useState } from 'react';
import type { Client } from 'src/client/Client.ts';
import { uuid } from 'src/client/connection/uuid.ts';
import type { ListingPartProps, ListingStore } from 'src/client/listing/ListingStore.ts';
import { shownLabel } from 'src/client/listing/facetLabels.tsx';
import { allSorts, facetAt, shippedState } from 'src/model/listing/listingPlan.ts';
import { stateForHistory, writeState, type ListingState } from 'src/model/listing/listingState.ts';
import type { SavedWish } from 'src/client/search/SaveDialog.tsx';
import {
  questionText,
  SAVED_SEARCH,
  savedAddress,
  savedFields,
  savedName,
  savedState,
} from 'src/client/listing/savedSearch.ts';
import { useSavedSearches } from 'src/client/listing/useSavedSearches.ts';
import { useClient } from 'src/client/useClient.ts';
import { Button } from 'src/client/ui/Button.tsx';
import { MenuButton, type MenuPart } from 'src/client/ui/Menu.tsx';
import { whenLoaded } from 'src/client/ui/whenLoaded.tsx';
import { type Messages, useMessages } from 'src/client/ui/declaredMessages.ts';
import type { Item, ItemId, Json } from 'src/model/item/Item.ts';

const LazyAlertMenu = whenLoaded(async () => (await import('src/client/search/AlertMenu.tsx')).AlertMenu);

const SaveDialog = lazy(() =>
  import('src/client/search/SaveDialog.tsx').then((module) => ({ default: module.SaveDialog })),
);

/** Longest proposed name. */
const MOST_PROPOSED = 100;

interface SavedActions {
  /** Saves a new search, or other names and readers of an existing one. */
  readonly keep: (item: Item | undefined, wish: SavedWish) => Promise<void>;
  readonly renew: (item: Item) => void;
  readonly remove: (item: Item) => void;
}

const useSavedActions = (store: ListingStore): SavedActions => {
  const { items, dialogs, alerts, searchAlerts } = useClient();
  const messages = useMessages();
  const { plan, state, display } = store;
  const { screen = '' } = plan;
  const fieldsWithHash = async (): Promise<Readonly<Record<string, Json>>> => {
    const { md5 } = await import('src/client/listing/md5.ts');
    const hash = md5(questionText(screen, state));
    return { ...savedFields(state, { screen, display, sorts: allSorts(plan, state) }), hash };
  };
  const say = (thrown: unknown): void => alerts.error(thrown);
  const announce = (item: Item): void => {
    alerts.success('saved.done', { name: savedName(item, messages) });
  };
  const update = (item: Item, given: Readonly<Record<string, Json>>): Promise<Item> =>
    items.update({ ...given, $id: item.$id, _u: item._u }, uuid());
  const create = async (given: Readonly<Record<string, Json>>): Promise<Item> => {
    const values = { ...(await fieldsWithHash()), ...given };
    return await items.create(
      SAVED_SEARCH,
      Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null)),
    );
  };
  const confirmed = async (item: Item): Promise<void> => {
    const sure = await dialogs.confirm({
      title: 'saved.deleteTitle',
      message: 'cells.delete.message',
      values: { label: savedName(item, messages) },
      apply: 'cells.delete.apply',
      danger: true,
    });
    if (sure) await items.remove(item.$id);
  };
  return {
    keep: async (item, { fields: given, alert }) => {
      const saved = await (item ? update(item, given) : create(given));
      announce(saved);
      // The search is saved, so another try would save it twice.
      if (alert !== searchAlerts.get(saved.$id).mode) await searchAlerts.choose(saved.$id, alert).catch(say);
    },
    renew: (item) =>
      void fieldsWithHash()
        .then((fields) => update(item, fields))
        .then(announce, say),
    remove: (item) => void confirmed(item).catch(say),
  };
};

/** Returns the saved search that is shown now, and the one that was opened last, which can be renewed. */
const useOpenedSearch = (store: ListingStore, saved: readonly Item[]) => {
  const screen = store.plan.screen ?? '';
  const question = questionText(screen, store.state);
  // Saved hashes are not compared, because an imported search may have none.
  const current = saved.find(
    (item) => savedAddress(item) !== undefined && questionText(screen, savedState(item)) === question,
  );
  const [openedId, setOpenedId] = useState<ItemId>();
  if (current && current.$id !== openedId) setOpenedId(current.$id);
  return { current, opened: saved.find(({ $id }) => $id === openedId) };
};

/** Returns a name for what is searched: the words, then the chosen values. Observable. */
const proposedName = ({ plan, state }: ListingStore, client: Client, messages: Messages): string => {
  const context = { client, messages, plan };
  const values = Object.entries(state.chosen).flatMap(([key, chosen]) => {
    const facet = facetAt(plan, key);
    return chosen.map((value) => shownLabel(facet, value, context));
  });
  return [state.text.trim(), ...values]
    .filter((part) => part !== '')
    .join(' · ')
    .slice(0, MOST_PROPOSED);
};

export const SavedSearches = observer(({ store, change }: ListingPartProps) => {
  const client = useClient();
  const { session, searchAlerts } = client;
  const messages = useMessages();
  const { shipped, types, screen } = store.plan;
  const saved = useSavedSearches(screen ?? '');
  const [naming, setNaming] = useState<'new' | Item>();
  const { keep, renew, remove } = useSavedActions(store);
  const { current, opened } = useOpenedSearch(store, saved);
  if (screen === undefined || (!session.signedIn && shipped.length === 0)) return null;
  const { columns, facetsHidden } = store.state;
  const now = writeState({ ...stateForHistory(store.state), columns, facetsHidden });
  const choice = (key: string, text: string, checked: boolean, state: ListingState): MenuPart => ({
    ...{ key, text, checked, choice: 'one' },
    onClick: () => change(state),
  });
  const manage = (key: string, icon: string, act: (item: Item) => void): MenuPart[] =>
    opened && opened._c.creator === session.user?.$id
      ? [
          {
            key,
            icon,
            text: messages.format(key, { name: savedName(opened, messages) }),
            onClick: () => act(opened),
          },
        ]
      : [];
  const parts: readonly MenuPart[] = [
    ...shipped.map((search) => {
      const state = shippedState(search);
      const name = messages.format(`types.${types[0]?.name ?? ''}.saved.${search.key}`);
      return choice(search.key, name, writeState(state) === now, state);
    }),
    ...saved.map((item) => {
      const { mode, paused } = searchAlerts.get(item.$id);
      const label = mode === 'OFF' ? undefined : messages.format(paused ? 'saved.alertPaused' : 'saved.alertOn');
      return {
        ...choice(item.$id, savedName(item, messages), item === current, savedState(item)),
        ...(label !== undefined && { label }),
      };
    }),
  ];
  const own: readonly MenuPart[] = [
    { key: 'own', divider: true },
    { key: 'save', icon: 'plus', text: messages.format('saved.save'), onClick: () => setNaming('new') },
    ...manage('saved.renew', 'refresh', renew),
    ...manage('saved.rename', 'edit', setNaming),
    ...manage('saved.delete', 'trash', remove),
  ];
  return (
    <>
      <MenuButton
        label={messages.format('listing.shipped')}
        parts={session.signedIn ? [...parts, ...own] : parts}
        opener={(opener) => (
          <Button {...opener} icon="search-template" endIcon="caret-down" className="kk-tool kk-tool-worded">
            <span className="kk-tool-word kk-saved-name">
              <span className={current && 'kk-unseen'}>{messages.format('listing.shipped')}</span>
              {current && ` ${savedName(current, messages)}`}
            </span>
          </Button>
        )}
      />
      {current && <LazyAlertMenu search={current.$id} name={savedName(current, messages)} />}
      {naming && (
        <Suspense fallback={null}>
          <SaveDialog
            title={messages.format(naming === 'new' ? 'saved.save' : 'saved.renameTitle')}
            item={naming === 'new' ? undefined : naming}
            proposed={proposedName(store, client, messages)}
            save={(given) => keep(naming === 'new' ? undefined : naming, given)}
            close={() => setNaming(undefined)}
          />
        </Suspense>
      )}
    </>
  );
});
