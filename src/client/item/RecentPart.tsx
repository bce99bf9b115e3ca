// Recent messages and log entries about an item, or about the item at a relation, on its page.

import { observer } from 'mobx-react-lite';
import { RecentEvents } from 'src/client/displays/RecentEvents.tsx';
import { RecentTalk } from 'src/client/conversations/RecentTalk.tsx';
import { refusalOf } from 'src/client/navigation/menuTree.ts';
import { useClient } from 'src/client/useClient.ts';
import { isItemId } from 'src/model/item/itemId.ts';
import type { Item } from 'src/model/item/Item.ts';
import type { PageView } from 'src/model/schema/TypeView.ts';

interface RecentProps {
  readonly item: Item;
  readonly recent: NonNullable<PageView['recent']>;
}

export const RecentPart = observer(({ item, recent: { about, log } }: RecentProps) => {
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
