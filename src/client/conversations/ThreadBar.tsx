// Actions on a whole conversation, above its messages: resolve or reopen it, and assign a person and a due date.

import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import 'src/client/conversations/conversations.css';
import { passageOf } from 'src/client/conversations/passage.ts';
import { readableName } from 'src/model/text/readableName.ts';
import { Button } from 'src/client/ui/Button.tsx';
import { Icon } from 'src/client/ui/Icon.tsx';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import { useClient } from 'src/client/useClient.ts';
import type { Item } from 'src/model/item/Item.ts';

const SYNC_STATE = '$syncState';

/** Shows the state of the exchange of a conversation that exists on another site too; empty for all others. */
const SyncState = ({ thread }: { readonly thread: Item }) => {
  const { registry } = useClient();
  const messages = useMessages();
  const state = thread[SYNC_STATE];
  const property = registry.types[thread._t]?.properties[SYNC_STATE];
  if (!property || typeof state !== 'string' || state === property.default) return null;
  const name = messages.find(`types.${thread._t}.enum.${SYNC_STATE}.${state}`) ?? readableName(state);
  return (
    <span className="kk-soft">
      {messages.property(thread._t, SYNC_STATE)}: {name}
    </span>
  );
};

interface ThreadBarProps {
  readonly thread: Item;
  /** The form, for those who may change it. */
  readonly edit: (() => void) | undefined;
}

export const ThreadBar = observer(({ thread, edit }: ThreadBarProps) => {
  const { items, alerts } = useClient();
  const messages = useMessages();
  const [busy, setBusy] = useState(false);
  const resolved = thread.resolved === true;
  const change = async (): Promise<void> => {
    setBusy(true);
    try {
      await items.update({ $id: thread.$id, _u: thread._u, resolved: !resolved });
      alerts.success(resolved ? 'conversations.reopened' : 'conversations.resolvedNow');
    } catch (thrown) {
      alerts.error(thrown);
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className="kk-thread-bar">
      <span className={resolved ? 'kk-thread-state kk-thread-resolved' : 'kk-thread-state'}>
        <Icon name={resolved ? 'tick' : 'dot'} />{' '}
        {messages.format(resolved ? 'conversations.resolved' : 'conversations.open')}
      </span>
      <SyncState thread={thread} />
      {edit && (
        <>
          <Button size="small" icon={resolved ? 'undo' : 'tick'} loading={busy} onClick={() => void change()}>
            {messages.format(resolved ? 'conversations.reopen' : 'conversations.resolve')}
          </Button>
          {/* A comment on a passage has no assignee, because the assignee might not be allowed to read the text. */}
          {!passageOf(thread) && (
            <Button size="small" icon="user" onClick={edit}>
              {messages.format('conversations.assign')}
            </Button>
          )}
        </>
      )}
    </div>
  );
});
