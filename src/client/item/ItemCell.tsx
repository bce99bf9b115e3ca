// One item in a column: watches it while shown, and shows it, its absence, or why it cannot be shown.

import { when } from 'mobx';
import { observer } from 'mobx-react-lite';
import { useEffect } from 'react';
import 'src/client/intl/laterMessages.ts';
import { itemName } from 'src/client/navigation/itemName.ts';
import type { Item } from 'src/model/item/Item.ts';
import { SYSTEM_TYPES } from 'src/model/schema/systemTypes.ts';
import { parseItemId } from 'src/model/item/itemId.ts';
import type { Problem } from 'src/model/problems.ts';
import { isUnreachable, messageOfThrown, valuesOfThrown } from 'src/client/connection/ClientProblem.ts';
import { CellHead } from 'src/client/navigation/CellHead.tsx';
import { useColumn } from 'src/client/navigation/ColumnContext.ts';
import { ItemPage } from 'src/client/item/ItemPage.tsx';
import { ResultSteps } from 'src/client/item/ResultSteps.tsx';
import { KeptMessage } from 'src/client/conversations/KeptMessage.tsx';
import { conversationOf, LedToMessage } from 'src/client/conversations/LedToMessage.tsx';
import { OfflineNote } from 'src/client/navigation/OfflineNote.tsx';
import { useOpened } from 'src/client/navigation/useOpened.ts';
import { OpenSavedSearch } from 'src/client/search/OpenSavedSearch.tsx';
import { savedAddress } from 'src/client/listing/savedSearch.ts';
import { latestChanges } from 'src/client/stores/latestChanges.ts';
import { ShellLink } from 'src/client/navigation/ShellLink.tsx';
import { useClient } from 'src/client/useClient.ts';
import { Button } from 'src/client/ui/Button.tsx';
import { Loading } from 'src/client/ui/Loading.tsx';
import { Empty } from 'src/client/ui/Notice.tsx';
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

/** The server does not say whether the item was deleted: who deleted it can bring it back on that page. */
const LeadAway = observer(() => {
  const { session } = useClient();
  const messages = useMessages();
  return (
    <span className="kk-row">
      <ShellLink to="/">{messages.format('app.goHome')}</ShellLink>
      {session.signedIn && <ShellLink to="/deleted">{messages.format('deleted.look')}</ShellLink>}
    </span>
  );
});

const ItemFailed = observer(({ id, problem }: { readonly id: string; readonly problem: Problem }) => {
  const { items, session } = useClient();
  const messages = useMessages();
  const refused = problem.key === 'notAllowed' || problem.key === 'notFound';
  const message = isUnreachable(problem) ? 'cells.offlineItem' : messageOfThrown(problem);
  const hint = refused ? 'cells.refusedHint' : isUnreachable(problem) ? 'cells.unreadHint' : 'cells.failedHint';
  const action = refused ? (
    session.signedIn ? (
      <LeadAway />
    ) : (
      <ShellLink to={`/sign-in?next=${encodeURIComponent(`/i-${id}`)}`}>{messages.format('user.signIn')}</ShellLink>
    )
  ) : (
    <Button icon="refresh" onClick={() => void items.refresh(id)}>
      {messages.format('app.tryAgain')}
    </Button>
  );
  return (
    <Empty
      icon={refused ? 'ban-circle' : 'error'}
      title={messages.find(message, valuesOfThrown(problem)) ?? messages.format('errors.generalFailure')}
      action={action}
      urgent
    >
      {messages.format(hint)}
    </Empty>
  );
});

const Gone = () => {
  const messages = useMessages();
  return (
    <Empty icon="trash" title={messages.format('cells.gone')} action={<LeadAway />} urgent>
      {messages.format('cells.goneHint')}
    </Empty>
  );
};

/** One of no screen is shown as what it is. */
const isSavedSearch = (item: Item): boolean => item._t === SYSTEM_TYPES.savedSearch && savedAddress(item) !== undefined;

interface ItemCellProps {
  readonly id: string;
  readonly param: string | undefined;
}

export const ItemCell = observer(({ id, param }: ItemCellProps) => {
  const { items, registry } = useClient();
  const column = useColumn();
  const messages = useMessages();
  useWatch(id);
  const loaded = items.get(id);
  useOpened(id, loaded.state === 'ready');
  if (loaded.state === 'ready') {
    const thread = conversationOf(loaded.item, registry);
    if (thread !== undefined && param === undefined) return <LedToMessage item={loaded.item} thread={thread} />;
    if (column === 0 && param === undefined && isSavedSearch(loaded.item))
      return <OpenSavedSearch item={loaded.item} />;
    const copiedAt = items.copies.at(id);
    return (
      <>
        {copiedAt !== undefined && <OfflineNote at={copiedAt} />}
        <ItemPage item={loaded.item} param={param} />
      </>
    );
  }
  return (
    <>
      <CellHead
        lead={<ResultSteps id={id} />}
        title={
          loaded.state === 'loading' ? itemName(items, messages.format, id) : messages.format(`cells.${loaded.state}`)
        }
      />
      {loaded.state === 'loading' && <Loading />}
      {loaded.state === 'gone' && <Gone />}
      {loaded.state !== 'loading' && <KeptMessage thread={id} />}
      {loaded.state === 'failed' && <ItemFailed id={id} problem={loaded.problem} />}
    </>
  );
});
