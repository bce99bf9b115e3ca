// One item in a column: watches it while shown, and shows it, its absence, or why it cannot be shown.

import { when } from 'mobx';
import { observer } from 'mobx-react-lite';
import { useEffect } from 'react';
import 'src/client/intl/laterMessages.ts';
import { itemName } from 'src/client/navigation/itemName.ts';
import type { Item } from 'src/model/item/Item.ts';
import { SYSTEM_TYPES } from 'src/model/schema/systemTypes.ts';
import { parseItemId } from 'src/model/item/itemId.ts';
import { CellHead } from 'src/client/navigation/CellHead.tsx';
import { useColumn } from 'src/client/navigation/ColumnContext.ts';
import { AbsentItem } from 'src/client/item/AbsentItem.tsx';
import { ItemPage } from 'src/client/item/ItemPage.tsx';
import { ResultSteps } from 'src/client/item/ResultSteps.tsx';
import { conversationOf, LedToMessage } from 'src/client/conversations/LedToMessage.tsx';
import { OfflineNote } from 'src/client/navigation/OfflineNote.tsx';
import { useOpened } from 'src/client/navigation/useOpened.ts';
import { OpenSavedSearch } from 'src/client/search/OpenSavedSearch.tsx';
import { savedAddress } from 'src/client/listing/savedSearch.ts';
import { latestChanges } from 'src/client/stores/latestChanges.ts';
import { useClient } from 'src/client/useClient.ts';
import { Loading } from 'src/client/ui/Loading.tsx';
import { readableName } from 'src/model/text/readableName.ts';
import { useMessages } from 'src/client/ui/declaredMessages.ts';

/** Time to wait for the name of the person who changed the item. */
const NAME_TIMEOUT_MS = 2000;

/** Watched while shown; a change by others is announced, never shown over what is being typed. */
const useWatch = (id: string): void => {
  const { items, alerts, navigation, connection, registry, session, drafts } = useClient();
  const column = useColumn();
  const messages = useMessages();
  useEffect(() => items.watch(id), [items, id]);
  useEffect(
    () =>
      items.onServerUpdate((changed, properties) => {
        if (changed !== id) return;
        const type = parseItemId(id).type;
        // Values that only the server writes are derived from others, whose change is announced where it is shown.
        const shown = properties.filter((name) => registry.types[type]?.properties[name]?.readOnly !== true);
        if (shown.length === 0) return;
        const names = shown.map((property) => messages.property(type, property)).join(', ');
        const label = items.label(id) ?? readableName(type);
        if (navigation.active !== column) {
          alerts.announce(messages.format('cells.changedByOthers', { label, properties: names }));
          return;
        }
        void latestChanges(connection, id).then(async (latest) => {
          const by = shown.map((property) => latest.get(property)?.by).find((each) => typeof each === 'string');
          const read = (): string | undefined => (typeof by === 'string' ? items.label(by) : undefined);
          // A person's own change is not announced to them, unless they are typing in the same field here.
          const isTyped = drafts.dirty.some(
            (draft) => draft.id === id && shown.some((name) => draft.changed.includes(name)),
          );
          if (by === session.user?.$id && by !== undefined && !isTyped) return;
          if (typeof by === 'string')
            await when(() => read() !== undefined, { timeout: NAME_TIMEOUT_MS }).catch(() => {});
          const name = read();
          if (name === undefined) alerts.info('app.serverUpdated', { properties: names });
          else alerts.info('cells.changedBy', { name, properties: names });
        });
      }),
    [items, alerts, navigation, connection, registry, session, drafts, column, id, messages],
  );
};

/** A notice that belongs to no screen is shown as an item. */
const NOTICES_VIEW = 'notifications';

const isSavedSearch = (item: Item): boolean => item._t === SYSTEM_TYPES.savedSearch && savedAddress(item) !== undefined;

interface ItemCellProps {
  readonly id: string;
  readonly param: string | undefined;
}

export const ItemCell = observer(({ id, param }: ItemCellProps) => {
  const { items, registry, navigation } = useClient();
  const column = useColumn();
  // A notice leads to the results of a search. Elsewhere, as in the list of saved searches, its settings are shown.
  const isOfNotice = column === 0 || navigation.cells[column - 1]?.view === NOTICES_VIEW;
  const messages = useMessages();
  useWatch(id);
  const loaded = items.get(id);
  useOpened(id, loaded.state === 'ready');
  if (loaded.state === 'ready') {
    const thread = conversationOf(loaded.item, registry);
    if (thread !== undefined && param === undefined) return <LedToMessage item={loaded.item} thread={thread} />;
    if (isOfNotice && param === undefined && isSavedSearch(loaded.item)) return <OpenSavedSearch item={loaded.item} />;
    const copiedAt = items.copies.at(id);
    return (
      <>
        {copiedAt !== undefined && <OfflineNote at={copiedAt} />}
        <ItemPage item={loaded.item} param={param} />
      </>
    );
  }
  if (loaded.state !== 'loading') return <AbsentItem id={id} loaded={loaded} />;
  return (
    <>
      <CellHead lead={<ResultSteps id={id} />} title={itemName(items, messages.format, id)} />
      <Loading />
    </>
  );
});
