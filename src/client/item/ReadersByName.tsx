// The people who can see an item now, by name and number, for administrators of the site and of the item's owner.

import { observer } from 'mobx-react-lite';
import { useCallback, useState } from 'react';
import { ItemLink } from 'src/client/navigation/ItemLink.tsx';
import { Button } from 'src/client/ui/Button.tsx';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import { useClient } from 'src/client/useClient.ts';
import { isLasting, useServerData } from 'src/client/useServerData.ts';
import type { Item } from 'src/model/item/Item.ts';

/** Names that are shown before the person asks for all of them. */
const FIRST_NAMES = 12;

export const ReadersByName = observer(({ item: { $id, _t, _i, _u } }: { readonly item: Item }) => {
  const { connection, items, session } = useClient();
  const messages = useMessages();
  const [all, setAll] = useState(false);
  const { user } = session;
  const asks = user?.admin === true || typeof user?.adminOrg === 'string';
  const ask = useCallback(async () => {
    const answer = await connection.send('act/itemReaders', { _t, _i });
    items.putLabels(answer.labels);
    return answer;
  }, [connection, items, _t, _i]);
  const { answer, failure } = useServerData(asks ? { of: $id, ask, version: _u } : undefined);
  // A reader without the right to these names sees nothing of them.
  if (!answer)
    return failure === undefined || isLasting(failure) ? null : <p>{messages.format('meta.readers.failed')}</p>;
  const shown = all ? answer.people : answer.people.slice(0, FIRST_NAMES);
  return (
    <>
      <h4>{messages.format('meta.readers.title', { count: answer.count, whole: String(answer.whole) })}</h4>
      <ul className="kk-plain-list kk-names">
        {shown.map((id) => (
          <li key={id}>
            <ItemLink id={id} />
          </li>
        ))}
      </ul>
      {shown.length < answer.people.length && (
        <Button size="small" onClick={() => setAll(true)}>
          {messages.format('meta.readers.all')}
        </Button>
      )}
      {all && answer.count > answer.people.length && (
        <p className="kk-soft">
          {messages.format('meta.readers.more', { count: answer.count - answer.people.length })}
        </p>
      )}
    </>
  );
});
