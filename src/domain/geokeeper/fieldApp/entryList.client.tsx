// The entries of this device with their states: the queue. Each can be opened, exported as a file and deleted.

import { observer } from 'mobx-react-lite';
import { Button, Empty, formatDate, IconButton, useClient, useMessages } from 'src/client/extendFrame.ts';
import { saveEntry } from 'src/domain/geokeeper/fieldApp/entryExport.client.ts';
import { useConfirmation } from 'src/domain/geokeeper/fieldApp/confirmation.client.tsx';
import { useFieldPage } from 'src/domain/geokeeper/fieldApp/fieldContext.client.ts';
import type { FieldEntry } from 'src/domain/geokeeper/fieldApp/fieldEntry.ts';

/** The name of the state, with the share that has been sent or the reason of a refusal. */
export const EntryStateText = observer(({ entry }: { readonly entry: FieldEntry }) => {
  const { store } = useFieldPage();
  const messages = useMessages();
  const share = store.queue.shareSent(entry.instanceId);
  const { state, reason, reasonValues, note, progress } = entry;
  const isRecording = state === 'draft' && progress?.state === 'recording';
  if (share !== undefined)
    return (
      <span className="kk-field-state">
        {messages.format('field.state.sending', { share: Math.round(share * 100) })}
        <progress value={share} max={1} aria-label={messages.format('field.sendingProgress')} />
      </span>
    );
  return (
    <span className={`kk-field-state kk-field-state-${state}`}>
      {messages.format(isRecording ? 'field.state.recording' : `field.state.${state}`)}
      {reason !== undefined && `: ${messages.find(reason, reasonValues) ?? messages.format('field.refusedOtherwise')}`}
      {store.queue.isPostponed(entry.instanceId) && `: ${messages.format('field.postponed')}`}
      {state === 'returned' && note !== undefined && `: ${note}`}
    </span>
  );
});

const EntryLine = observer(({ entry }: { readonly entry: FieldEntry }) => {
  const { store, goTo } = useFieldPage();
  const { alerts } = useClient();
  const messages = useMessages();
  const [dialog, ask] = useConfirmation();
  const { instanceId, title } = entry;
  const remove = (): void =>
    ask({
      title: messages.format('field.removeTitle', { title }),
      text: messages.format(entry.state === 'sent' ? 'field.removeSent' : 'field.removeUnsent'),
      apply: messages.format('field.remove'),
      run: () => store.entries.remove(instanceId),
    });
  return (
    <li className="kk-field-card kk-field-entry">
      <button type="button" className="kk-field-open" onClick={() => goTo({ entry: instanceId })}>
        <strong>{title}</strong>
        <span className="kk-soft">{formatDate(messages.intl, entry.collected, true)}</span>
        <EntryStateText entry={entry} />
      </button>
      <div className="kk-field-acts">
        <IconButton
          icon="download"
          label={messages.format('field.export', { title })}
          onClick={() => void saveEntry(store.vault, entry).catch((thrown: unknown) => alerts.error(thrown))}
        />
        <IconButton icon="trash" label={messages.format('field.removeNamed', { title })} onClick={remove} />
      </div>
      {dialog}
    </li>
  );
});

export const EntryList = observer(() => {
  const { store } = useFieldPage();
  const { connection } = useClient();
  const messages = useMessages();
  if (store.entries.all.length === 0)
    return (
      <Empty icon="clipboard" title={messages.format('field.noEntries')}>
        {messages.format('field.noEntriesHint')}
      </Empty>
    );
  return (
    <>
      {store.queue.waiting.length > 0 && (
        <Button
          size="large"
          fill
          intent="primary"
          variant="solid"
          className="kk-field-main"
          disabled={!connection.live}
          onClick={() => void store.synchronise()}
        >
          {messages.format('field.sendNow', { count: store.queue.waiting.length })}
        </Button>
      )}
      <ul className="kk-field-list">
        {store.entries.all.map((entry) => (
          <EntryLine key={entry.instanceId} entry={entry} />
        ))}
      </ul>
    </>
  );
});
