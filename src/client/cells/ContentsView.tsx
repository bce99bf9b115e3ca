// What an item holds, on its own page: the first items of each relation that its type declares as contents, where they are, and the way
// to all.

import { observer } from 'mobx-react-lite';
import { lazy, Suspense } from 'react';
import { useContents } from 'src/client/cells/useContents.ts';
import { ItemLink } from 'src/client/cells/ItemLink.tsx';
import { groupKey, groupTitle, type RelatedGroup } from 'src/client/search/relatedGroups.ts';
import { Button } from 'src/client/ui/Button.tsx';
import { Icon } from 'src/client/ui/Icon.tsx';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import { useClient } from 'src/client/useClient.ts';
import { Thumb } from 'src/client/displays/RowSummary.tsx';
import type { Item, ItemId } from 'src/model/item/Item.ts';
import type { ItemType } from 'src/model/schema/Registry.ts';

const ContentsMap = lazy(() =>
  import('src/client/map/ContentsMap.tsx').then((module) => ({ default: module.ContentsMap })),
);

interface ContentsProps {
  readonly item: Item;
  readonly group: RelatedGroup;
  /** To the listing of all of them. */
  readonly showAll: (key: string) => void;
}

/** Its picture where its type has pictures, or the icon of its type. */
const Held = observer(({ id, type }: { readonly id: ItemId; readonly type: ItemType | undefined }) => {
  const loaded = useClient().items.get(id);
  return type?.view.image !== undefined && loaded.state === 'ready' ? (
    <Thumb item={loaded.item} type={type} />
  ) : (
    <Icon name={type?.view.icon ?? 'document'} />
  );
});

export const Contents = observer(({ item, group, showAll }: ContentsProps) => {
  const { registry } = useClient();
  const messages = useMessages();
  const { type, path } = group;
  const contents = useContents(item, group);
  if (!contents || contents.answer.total === 0) return null;
  const { answer, placed } = contents;
  return (
    <section className="kk-group">
      <h4>
        {groupTitle(group, messages)} <span className="kk-soft">{messages.intl.formatNumber(answer.total)}</span>
      </h4>
      {placed && (
        <Suspense fallback={null}>
          <ContentsMap item={item} type={type} path={path} />
        </Suspense>
      )}
      <ul className="kk-plain-list kk-contents">
        {answer.ids.map((id) => (
          <li key={id}>
            <Held id={id} type={registry.types[type]} />
            <ItemLink id={id} />
          </li>
        ))}
      </ul>
      {answer.total > answer.ids.length && (
        <p>
          <Button size="small" onClick={() => showAll(groupKey(group))}>
            {messages.format('related.showAll', { count: answer.total })}
          </Button>
        </p>
      )}
    </section>
  );
});
