// Recently deleted items that this person may restore, newest first: the page `/deleted`.

import type { Endpoints } from 'src/model/generated/endpoints.ts';
import { observer } from 'mobx-react-lite';
import { useCallback, useState } from 'react';
import 'src/client/intl/laterMessages.ts';
import { tryParseItemId } from 'src/model/item/itemKey.ts';
import 'src/client/item/item.css';
import { CellHead } from 'src/client/navigation/CellHead.tsx';
import { restoreWithNotice } from 'src/client/item/ItemActions.tsx';
import { ItemLink } from 'src/client/navigation/ItemLink.tsx';
import { useClient } from 'src/client/useClient.ts';
import { useServerData } from 'src/client/useServerData.ts';
import { Button } from 'src/client/ui/Button.tsx';
import { Icon } from 'src/client/ui/Icon.tsx';
import { ListFailed } from 'src/client/navigation/ListFailed.tsx';
import { Loading } from 'src/client/ui/Loading.tsx';
import { Empty } from 'src/client/ui/Notice.tsx';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import { When } from 'src/client/ui/When.tsx';

type Deleted = Endpoints['deletedItems']['answer']['items'][number];

/** Differs when the item is deleted again after it was restored. */
const deletionKey = ({ $id, at }: Deleted): string => `${$id} ${at}`;

const DeletedEntry = observer(
  ({ entry: { $id, label, by, at, until }, gone }: { entry: Deleted; gone: () => void }) => {
    const client = useClient();
    const messages = useMessages();
    const type = tryParseItemId($id)?.type ?? '';
    return (
      <li className="kk-unsaved">
        <Icon name={client.registry.types[type]?.view.icon ?? 'document'} />
        <div className="kk-fill">
          <span dir="auto">{label}</span>
          <p className="kk-soft">
            {messages.type(type)} · <ItemLink id={by} /> · <When at={at} /> · {messages.format('deleted.until')}{' '}
            <When at={until} />
          </p>
        </div>
        <Button
          size="small"
          icon="undo"
          aria-label={messages.format('deleted.restoreItem', { label })}
          onClick={() => void restoreWithNotice(client, messages, $id, label).then((back) => back && gone())}
        >
          {messages.format('deleted.restore')}
        </Button>
      </li>
    );
  },
);

export const DeletedView = observer(() => {
  const { connection, site } = useClient();
  const messages = useMessages();
  const [restored, setRestored] = useState<ReadonlySet<string>>(new Set());
  const ask = useCallback(() => connection.send('act/deletedItems', {}), [connection]);
  const { answer, failure, again } = useServerData({ of: 'deletedItems', ask });
  const entries = answer?.items.filter((entry) => !restored.has(deletionKey(entry)));
  return (
    <>
      <CellHead title={messages.format('views.deleted')} />
      {failure !== undefined && <ListFailed failure={failure} again={() => void again()} />}
      {entries === undefined && failure === undefined && <Loading />}
      {entries?.length === 0 && <Empty icon="trash" title={messages.format('deleted.none', { days: site.undoDays })} />}
      {entries !== undefined && entries.length > 0 && (
        <div className="kk-cell-scroll">
          <div className="kk-cell-body">
            <p>{messages.format('deleted.hint')}</p>
            <ul className="kk-plain-list">
              {entries.map((entry) => (
                <DeletedEntry
                  key={entry.$id}
                  entry={entry}
                  gone={() => setRestored((before) => new Set([...before, deletionKey(entry)]))}
                />
              ))}
            </ul>
          </div>
        </div>
      )}
    </>
  );
});
