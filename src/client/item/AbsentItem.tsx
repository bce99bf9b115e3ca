// The page of an item that cannot be shown: deleted, hidden, unknown, or not read. Hidden and unknown items get the same page. A person who
// could read a deleted item reads that it was deleted, and with the right to restore it also by whom and when.

import { observer } from 'mobx-react-lite';
import { useEffect } from 'react';
import 'src/client/intl/laterMessages.ts';
import { isUnreachable, messageOfThrown, valuesOfThrown } from 'src/client/connection/ClientProblem.ts';
import { KeptMessage } from 'src/client/conversations/KeptMessage.tsx';
import { CellHead } from 'src/client/navigation/CellHead.tsx';
import { ItemLink } from 'src/client/navigation/ItemLink.tsx';
import { ShellLink } from 'src/client/navigation/ShellLink.tsx';
import { restoreWithNotice } from 'src/client/item/ItemActions.tsx';
import { KeptChanges } from 'src/client/item/KeptChanges.tsx';
import { type Absent, type Deletion, isAbsence, useDeletion } from 'src/client/item/useDeletion.ts';
import { ResultSteps } from 'src/client/item/ResultSteps.tsx';
import { Button } from 'src/client/ui/Button.tsx';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import { Empty } from 'src/client/ui/Notice.tsx';
import { When } from 'src/client/ui/When.tsx';
import { useClient } from 'src/client/useClient.ts';
import type { ItemId } from 'src/model/item/Item.ts';
import { tryParseItemId } from 'src/model/item/itemKey.ts';
import type { Problem } from 'src/model/problems.ts';

/** `bin`: also leads to what the person may restore. */
const LeadAway = ({ bin }: { readonly bin: boolean }) => {
  const messages = useMessages();
  return (
    <span className="kk-row">
      <ShellLink to="/">{messages.format('app.goHome')}</ShellLink>
      {bin && <ShellLink to="/deleted">{messages.format('deleted.look')}</ShellLink>}
    </span>
  );
};

const DeletedItem = observer(({ id, by, at, ...answer }: Omit<Deletion, 'deleted'> & { readonly id: ItemId }) => {
  const client = useClient();
  const { items } = client;
  const messages = useMessages();
  const type = tryParseItemId(id)?.type;
  const label = answer.label ?? items.label(id) ?? messages.type(type ?? '');
  // The server ends the watch of a deleted item. That of its type tells when it is restored.
  useEffect(() => (type === undefined ? undefined : items.watch(`${type}-0`)), [items, type]);
  return (
    <Empty icon="trash" title={messages.format('cells.deleted')} action={<LeadAway bin={by !== undefined} />} urgent>
      {by === undefined || at === undefined ? (
        messages.format('cells.deletedHint')
      ) : (
        <>
          <p>
            <ItemLink id={by} />, <When at={at} />
          </p>
          <Button icon="undo" onClick={() => void restoreWithNotice(client, messages, id, label)}>
            {messages.format('deleted.restore')}
          </Button>
        </>
      )}
    </Empty>
  );
});

const GoneItem = observer(() => {
  const { session } = useClient();
  const messages = useMessages();
  return (
    <Empty icon="trash" title={messages.format('cells.gone')} action={<LeadAway bin={session.signedIn} />} urgent>
      {messages.format('cells.goneHint')}
    </Empty>
  );
});

const ItemFailed = observer(({ id, problem }: { readonly id: string; readonly problem: Problem }) => {
  const { items, session } = useClient();
  const messages = useMessages();
  const refused = isAbsence(problem);
  const message = isUnreachable(problem) ? 'cells.offlineItem' : messageOfThrown(problem);
  const hint = refused ? 'cells.refusedHint' : isUnreachable(problem) ? 'cells.unreadHint' : 'cells.failedHint';
  const action = refused ? (
    session.signedIn ? (
      <LeadAway bin />
    ) : (
      <ShellLink to={`/sign-in?next=${encodeURIComponent(`/i-${id}`)}`}>{messages.format('user.signIn')}</ShellLink>
    )
  ) : (
    <span className="kk-row">
      {isUnreachable(problem) && <ShellLink to="/">{messages.format('offline.see')}</ShellLink>}
      <Button icon="refresh" onClick={() => void items.refresh(id)}>
        {messages.format('app.tryAgain')}
      </Button>
    </span>
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

export const AbsentItem = observer(({ id, loaded }: { readonly id: ItemId; readonly loaded: Absent }) => {
  const messages = useMessages();
  const deletion = useDeletion(id, loaded);
  const title = deletion.deleted ? 'cells.deletedItem' : (`cells.${loaded.state}` as const);
  return (
    <>
      <CellHead lead={<ResultSteps id={id} />} title={deletion.label ?? messages.format(title)} />
      {deletion.deleted && <DeletedItem id={id} {...deletion} />}
      {!deletion.deleted && loaded.state === 'gone' && <GoneItem />}
      <KeptMessage thread={id} />
      {!deletion.deleted && loaded.state === 'failed' && <ItemFailed id={id} problem={loaded.problem} />}
      <KeptChanges id={id} />
    </>
  );
});
