// Facts about an item as a record: creation, change, counter, readers and the reason, views ([CELL-07]).

import { observer } from 'mobx-react-lite';
import type { ReactNode } from 'react';
import type { Item } from 'src/model/item/Item.ts';
import type { ItemType } from 'src/model/schema/Registry.ts';
import { ItemLink, shownId } from 'src/client/navigation/ItemLink.tsx';
import { itemAddress } from 'src/client/item/ItemActions.tsx';
import { WhoCanSee } from 'src/client/item/WhoCanSee.tsx';
import { WhoHasRead } from 'src/client/item/WhoHasRead.tsx';
import { CopyButton } from 'src/client/navigation/CopyButton.tsx';
import { formatDate } from 'src/client/ui/dates.ts';
import { useMessages } from 'src/client/ui/declaredMessages.ts';

const MetaFact = ({ name, children }: { readonly name: string; readonly children: ReactNode }) => {
  const messages = useMessages();
  return (
    <div className="kk-value">
      <dt>{messages.format(name)}</dt>
      <dd>{children}</dd>
    </div>
  );
};

export const MetaView = observer(({ item, type }: { readonly item: Item; readonly type: ItemType }) => {
  const messages = useMessages();
  return (
    <div className="kk-page">
      <WhoCanSee item={item} type={type} />
      <section className="kk-group">
        <h3>{messages.format('meta.title')}</h3>
        <dl className="kk-values">
          <MetaFact name="meta.id">
            <span className="kk-row">
              <code>{shownId(item.$id)}</code>
              <CopyButton text={shownId(item.$id)} label={messages.format('copy.id')} />
              <CopyButton text={itemAddress(item.$id)} label={messages.format('copy.link')} />
            </span>
          </MetaFact>
          <MetaFact name="meta.type">{messages.type(type.name)}</MetaFact>
          <MetaFact name="meta.created">
            <time dateTime={item._c.ts}>{formatDate(messages.intl, item._c.ts, true)}</time>
          </MetaFact>
          {item._c.creator !== undefined && (
            <MetaFact name="meta.creator">
              <ItemLink id={item._c.creator} />
            </MetaFact>
          )}
          <MetaFact name="meta.updated">
            <time dateTime={item.updated}>{formatDate(messages.intl, item.updated, true)}</time>
          </MetaFact>
          {item.updatedBy !== undefined && (
            <MetaFact name="meta.updater">
              <ItemLink id={item.updatedBy} />
            </MetaFact>
          )}
          <MetaFact name="meta.counter">{item._u}</MetaFact>
        </dl>
      </section>
      <WhoHasRead item={item} />
    </div>
  );
});
