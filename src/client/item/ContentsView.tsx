// Contents of an item on its page: the first items of each relation that its type declares as contents, a map of them,
// and a link to all.

import { observer } from 'mobx-react-lite';
import { Suspense, type ReactNode } from 'react';
import { lazyOf } from 'src/client/ui/lazyOf.ts';
import { useContents } from 'src/client/item/useContents.ts';
import { ItemLink } from 'src/client/navigation/ItemLink.tsx';
import { groupKey, groupTitle } from 'src/client/listing/relatedGroups.ts';
import { BandFailed } from 'src/client/navigation/ListFailed.tsx';
import { Button } from 'src/client/ui/Button.tsx';
import { Icon } from 'src/client/ui/Icon.tsx';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import { useClient } from 'src/client/useClient.ts';
import { Thumb } from 'src/client/displays/RowSummary.tsx';
import { mayCreate } from 'src/model/listing/mayCreate.ts';
import { CreateButton } from 'src/client/search/CreateButton.tsx';
import type { Item, ItemId, Values } from 'src/model/item/Item.ts';
import type { ItemType, Registry } from 'src/model/schema/Registry.ts';
import type { PageContents } from 'src/model/schema/TypeView.ts';
import { typeOfId } from 'src/model/item/itemKey.ts';

const ContentsMap = lazyOf(async () => (await import('src/client/map/ContentsMap.tsx')).ContentsMap);

const WorkedContents = lazyOf(async () => (await import('src/client/item/WorkedContents.tsx')).WorkedContents);

interface ContentsProps {
  readonly item: Item;
  readonly group: PageContents;
  /** Opens the listing of all of them. */
  readonly showAll: (key: string) => void;
}

interface ContentLineProps {
  readonly id: ItemId;
  /** A button at the end of the line. */
  readonly tool?: ReactNode;
}

export const ContentLine = observer(({ id, tool }: ContentLineProps) => {
  const { items, registry } = useClient();
  const loaded = items.get(id);
  const type = registry.types[typeOfId(id)];
  return (
    <li>
      {type?.view.image !== undefined && loaded.state === 'ready' ? (
        <Thumb item={loaded.item} type={type} />
      ) : (
        <Icon name={type?.view.icon ?? 'document'} />
      )}
      <ItemLink id={id} />
      {tool}
    </li>
  );
});

/** The items by name, each with its picture where its type has pictures, or with the icon of its type. */
export const ContentLines = ({ ids }: { readonly ids: readonly ItemId[] }) => (
  <ul className="kk-plain-list kk-contents">
    {ids.map((id) => (
      <ContentLine key={id} id={id} />
    ))}
  </ul>
);

/** A new item becomes part of this item and gets the same owner. */
const initialOf = (
  item: Item,
  { held: { properties, read }, path }: { readonly held: ItemType; readonly path: string },
  { types }: Registry,
): Values => {
  const from = types[item._t]?.read.owner;
  const owner = read.owner === undefined || from === undefined ? undefined : (item as Values)[from];
  return {
    [path]: properties[path]?.many === true ? [item.$id] : item.$id,
    ...(read.owner !== undefined && typeof owner === 'string' && { [read.owner]: owner }),
  };
};

/** Sections of a text, or a ledger. */
export const isWorkedOn = ({ columns, text }: PageContents): boolean => columns !== undefined || text !== undefined;

export const Contents = observer(({ item, group, showAll }: ContentsProps) => {
  const { registry, session } = useClient();
  const messages = useMessages();
  const { type, path } = group;
  const { answer, failure, again, placed } = useContents(item, group);
  const held = registry.types[type];
  const create = held && mayCreate(held, session.user) ? [held] : [];
  const failed = failure !== undefined && <BandFailed message="related.failed" again={() => void again()} />;
  if (!answer)
    return (
      failed && (
        <section className="kk-group">
          <h4>{groupTitle(group, messages)}</h4>
          {failed}
        </section>
      )
    );
  if (answer.total === 0 && create.length === 0 && !failed) return null;
  return (
    <section className="kk-group">
      <h4>
        {groupTitle(group, messages)} <span className="kk-soft">{messages.intl.formatNumber(answer.total)}</span>
      </h4>
      {failed}
      {placed && (
        <Suspense fallback={null}>
          <ContentsMap item={item} type={type} path={path} />
        </Suspense>
      )}
      {isWorkedOn(group) && held ? (
        <Suspense fallback={null}>
          <WorkedContents item={item} group={group} held={held} ids={answer.ids} />
        </Suspense>
      ) : (
        <ContentLines ids={answer.ids} />
      )}
      {answer.total > answer.ids.length && (
        <p>
          <Button size="small" onClick={() => showAll(groupKey(group))}>
            {messages.format('related.showAll', { count: answer.total })}
          </Button>
        </p>
      )}
      {held && <CreateButton quiet plan={{ create, initial: initialOf(item, { held, path }, registry) }} />}
    </section>
  );
});
