// "Who has read this": the audit entries of an item that is private or has private values. Requested only for administrators of any owner;
// a reader without the right to this item's audit sees nothing.

import type { Endpoints } from 'src/model/generated/endpoints.ts';
import { observer } from 'mobx-react-lite';
import { useCallback } from 'react';
import type { Item } from 'src/model/item/Item.ts';
import { BandFailed } from 'src/client/navigation/ListFailed.tsx';
import { ItemLink } from 'src/client/navigation/ItemLink.tsx';
import { useClient } from 'src/client/useClient.ts';
import { usePages, type Page, type Pages } from 'src/client/usePages.ts';
import { isLasting } from 'src/client/useServerData.ts';
import { Button } from 'src/client/ui/Button.tsx';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import { When } from 'src/client/ui/When.tsx';

type Entry = Endpoints['auditTrail']['answer']['entries'][number];

const entryKey = ({ entry }: Entry): number => entry;

const useTrail = ({ $id, _t, _i }: Item, asks: boolean): Pages<Entry> => {
  const { connection } = useClient();
  const ask = useCallback(
    async (max: number, after: Entry | undefined): Promise<Page<Entry>> => {
      const before = after && { before: after.entry };
      const { entries, more } = await connection.send('act/auditTrail', { _t, _i, max, ...before });
      return { rows: entries, more };
    },
    [connection, _t, _i],
  );
  return usePages({ of: $id, ask, keyOf: entryKey, asks });
};

const Read = ({ entry: { at, by, asUser, channel } }: { readonly entry: Entry }) => {
  const messages = useMessages();
  const [way = ''] = channel.split('/', 1);
  return (
    <li>
      {by === null ? messages.format('meta.audit.visitor') : <ItemLink id={by} />}
      {asUser !== null && (
        <>
          {' '}
          ({messages.format('history.as')} <ItemLink id={asUser} />)
        </>
      )}{' '}
      {messages.find(`meta.audit.channel.${way}`) ?? channel} · <When at={at} />
    </li>
  );
};

export const WhoHasRead = observer(({ item }: { readonly item: Item }) => {
  const { session } = useClient();
  const messages = useMessages();
  const { user } = session;
  const { rows, more, failure, showMore, again } = useTrail(
    item,
    user?.admin === true || typeof user?.adminOrg === 'string',
  );
  // A reader without the right to the trail sees nothing of it.
  const isBroken = failure !== undefined && !isLasting(failure);
  if (!isBroken && (rows === undefined || rows.length === 0)) return null;
  return (
    <section className="kk-group">
      <h3>{messages.format('meta.audit.title')}</h3>
      {isBroken && <BandFailed message="meta.audit.failed" again={again} />}
      <ul className="kk-meta-list">
        {rows?.map((entry) => (
          <Read key={entry.entry} entry={entry} />
        ))}
      </ul>
      {more && <Button onClick={showMore}>{messages.format('app.showMore')}</Button>}
    </section>
  );
});
