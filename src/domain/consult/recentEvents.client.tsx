// The last events of an item's log on a page, with the way to the whole log. Shown to those who may open the log.

import { observer } from 'mobx-react-lite';
import { useCallback, type MouseEvent } from 'react';
import { PartFailed, useClient, useMessages, useServerData, When } from 'src/client/extend.ts';
import { EMPTY_STATE, EventTitle, writeState } from 'src/client/extendPage.ts';
import { RecentFrame } from 'src/domain/consult/recentFrame.client.tsx';
import type { ItemId } from 'src/model/item/Item.ts';
import { SYSTEM_TYPES } from 'src/model/schema/systemTypes.ts';

const EVENTS_SHOWN = 5;
const EVENT_TYPES = [SYSTEM_TYPES.event];

const EventLine = observer(({ id }: { readonly id: ItemId }) => {
  const loaded = useClient().items.get(id);
  if (loaded.state !== 'ready') return null;
  return (
    <li className="kk-recent-line">
      <EventTitle event={loaded.item} className="kk-recent-text" />{' '}
      <span className="kk-soft">
        <When at={loaded.item._c.ts} />
      </span>
    </li>
  );
});

interface RecentProps {
  /** The item whose events are its log. */
  readonly project: ItemId;
  /** The path of the screen with the whole log. */
  readonly screen: string;
}

export const RecentEvents = observer(({ project, screen }: RecentProps) => {
  const { search, navigation } = useClient();
  const messages = useMessages();
  const ask = useCallback(async (): Promise<readonly ItemId[]> => {
    const must = { _t: EVENT_TYPES, project: [project] };
    return (await search.search({ must, sort: [{ key: 'created', order: 'desc' }], max: EVENTS_SHOWN, labels: true }))
      .ids;
  }, [search, project]);
  const { answer: ids, failure, again } = useServerData({ of: project, ask, types: EVENT_TYPES });
  const failed = failure !== undefined && (
    <PartFailed message="conversations.recent.logFailed" failure={failure} again={again} />
  );
  if (!ids) return failed || null;
  const param = writeState({ ...EMPTY_STATE, chosen: { project: [project] } }) ?? '';
  const to = `/${screen}?c0=${encodeURIComponent(param)}`;
  const openLog = (event: MouseEvent): void => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    void navigation.go(to);
  };
  return (
    <RecentFrame
      title={messages.screen(screen)}
      none={failed || messages.format('conversations.recent.noLog')}
      actions={
        <a href={to} onClick={openLog}>
          {messages.format('conversations.recent.log')}
        </a>
      }
    >
      {ids.map((each) => (
        <EventLine key={each} id={each} />
      ))}
    </RecentFrame>
  );
});
