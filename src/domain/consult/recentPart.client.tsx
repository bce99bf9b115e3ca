// Recent messages and log entries about an item, or about the item at a relation, on its page.

import { observer } from 'mobx-react-lite';
import { refusalOf, useClient, type PagePartProps } from 'src/client/extend.ts';
import { RecentEvents } from 'src/domain/consult/recentEvents.client.tsx';
import { RecentTalk } from 'src/domain/consult/recentTalk.client.tsx';
import { isItemId } from 'src/model/item/itemId.ts';

export const RecentPart = observer(({ item, type }: PagePartProps) => {
  const { about, log } = type.view.page?.recent ?? {};
  const { items, registry, session, site } = useClient();
  const target = about === undefined ? item.$id : item[about];
  const loaded = isItemId(target) ? items.get(target) : undefined;
  if (loaded?.state !== 'ready') return null;
  const screen = registry.screens.find(({ path }) => path === log);
  const { user } = session;
  return (
    <>
      {registry.conversations && <RecentTalk about={loaded.item} conversations={registry.conversations} />}
      {screen && refusalOf(screen, { user, site }) === undefined && (
        <RecentEvents project={loaded.item.$id} screen={screen.path} />
      )}
    </>
  );
});
