// "Who has read this": the audit entries of an item that is private or has private values. Requested only for administrators of any owner;
// a reader without the right to this item's audit sees nothing.

import type { Endpoints } from 'src/model/generated/endpoints.ts';
import { observer } from 'mobx-react-lite';
import { useCallback } from 'react';
import { dayIn } from 'src/model/calendar/dayIn.ts';
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

const wayOf = ({ channel }: Entry): string => channel.split('/', 1)[0] ?? '';

interface ReadsOfDay {
  /** The latest one. */
  readonly entry: Entry;
  readonly count: number;
}

/** Joins what a person did in one way on one day, so that a person who works with the item fills one line a day. */
const readsOfDays = (rows: readonly Entry[], zone: string): readonly ReadsOfDay[] => {
  const days = new Map<string, ReadsOfDay>();
  for (const entry of rows) {
    const key = [entry.by, entry.asUser, wayOf(entry), dayIn(new Date(entry.at), zone)].join(' ');
    const known = days.get(key);
    days.set(key, { entry: known?.entry ?? entry, count: (known?.count ?? 0) + 1 });
  }
  return [...days.values()];
};

const Read = ({ reads: { entry, count } }: { readonly reads: ReadsOfDay }) => {
  const messages = useMessages();
  const { at, by, asUser, channel } = entry;
  return (
    <li>
      {by === null ? messages.format('meta.audit.visitor') : <ItemLink id={by} />}
      {asUser !== null && (
        <>
          {' '}
          ({messages.format('history.as')} <ItemLink id={asUser} />)
        </>
      )}{' '}
      {messages.find(`meta.audit.channel.${wayOf(entry)}`) ?? channel} · <When at={at} />
      {count > 1 && ` · ${messages.format('meta.audit.times', { count })}`}
    </li>
  );
};

export const WhoHasRead = observer(({ item }: { readonly item: Item }) => {
  const { session, day } = useClient();
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
        {readsOfDays(rows ?? [], day.zone).map((reads) => (
          <Read key={reads.entry.entry} reads={reads} />
        ))}
      </ul>
      {more && <Button onClick={showMore}>{messages.format('app.showMore')}</Button>}
    </section>
  );
});
