// "Who has read this": what the audit holds about an item that is private, or has something private in it. Asked only by those who
// may administer something; whoever may not read the trail of this item is shown nothing of it.

import { observer } from 'mobx-react-lite';
import { useCallback, useEffect, useState } from 'react';
import type { Item, ItemId } from 'src/model/item/Item.ts';
import { ItemLink } from 'src/client/cells/ItemLink.tsx';
import { useClient } from 'src/client/useClient.ts';
import { Button } from 'src/client/ui/Button.tsx';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import { When } from 'src/client/ui/When.tsx';

const PART = 25;

interface Entry {
  readonly entry: number;
  readonly at: string;
  /** Null for a visitor. */
  readonly by: ItemId | null;
  readonly asUser: ItemId | null;
  readonly channel: string;
}

interface Trail {
  readonly entries: readonly Entry[];
  readonly more: boolean;
}

const NONE: Trail = { entries: [], more: false };

const useTrail = ({ _t, _i }: Item, asks: boolean): { readonly trail: Trail; readonly older: () => void } => {
  const { connection, alerts } = useClient();
  const [trail, setTrail] = useState<Trail>(NONE);
  const ask = useCallback(
    async (more: { readonly before?: number }): Promise<Trail> =>
      (await connection.send('act/auditTrail', { _t, _i, max: PART, ...more })) as unknown as Trail,
    [connection, _t, _i],
  );
  useEffect(() => {
    let shown = asks;
    if (asks)
      ask({})
        .then((found) => shown && setTrail(found))
        .catch(() => shown && setTrail(NONE));
    return () => {
      shown = false;
    };
  }, [ask, asks]);
  const older = (): void => {
    const before = trail.entries.at(-1)?.entry;
    if (before === undefined) return;
    ask({ before })
      .then(({ entries, more }) => setTrail({ entries: [...trail.entries, ...entries], more }))
      .catch((thrown: unknown) => alerts.error(thrown));
  };
  return { trail, older };
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
  const { trail, older } = useTrail(item, user?.admin === true || typeof user?.adminOrg === 'string');
  if (trail.entries.length === 0) return null;
  return (
    <section className="kk-group">
      <h3>{messages.format('meta.audit.title')}</h3>
      <ul className="kk-meta-list">
        {trail.entries.map((entry) => (
          <Read key={entry.entry} entry={entry} />
        ))}
      </ul>
      {trail.more && <Button onClick={older}>{messages.format('app.showMore')}</Button>}
    </section>
  );
});
