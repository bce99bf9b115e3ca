// "Who can see it", in words and with names: level, owner, other readers that the type declares, grants, and parts with fewer readers.

import { observer } from 'mobx-react-lite';
import { Fragment } from 'react';
import { FormattedMessage } from 'react-intl';
import type { Item, ItemId } from 'src/model/item/Item.ts';
import type { ItemType } from 'src/model/schema/Registry.ts';
import { GrantsPart } from 'src/client/item/GrantsPart.tsx';
import { ReadersByName } from 'src/client/item/ReadersByName.tsx';
import { ItemLink } from 'src/client/navigation/ItemLink.tsx';
import { levelSeen, seenByFewer, whoCanSee, type Statement } from 'src/client/item/accessSummary.ts';
import { useClient } from 'src/client/useClient.ts';
import { LevelTag } from 'src/client/ui/LevelTag.tsx';
import { readableName } from 'src/model/text/readableName.ts';
import { useMessages } from 'src/client/ui/declaredMessages.ts';

const ItemNames = ({ ids, none }: { readonly ids: readonly ItemId[]; readonly none: string }) =>
  ids.length === 0
    ? none
    : ids.map((id, at) => (
        <Fragment key={id}>
          {at > 0 && ', '}
          <ItemLink id={id} />
        </Fragment>
      ));

const StatementText = observer(({ type, statement }: { readonly type: ItemType; readonly statement: Statement }) => {
  const { site } = useClient();
  const messages = useMessages();
  const { key, items, label = '' } = statement;
  const values = {
    who: <ItemNames ids={items} none={site.siteName} />,
    label:
      key === 'user'
        ? messages.property(type.name, label)
        : (messages.find(`capabilities.${label}`) ?? readableName(label)),
  };
  return (
    <li>
      <FormattedMessage id={`meta.seen.${key}`} values={values} />
    </li>
  );
});

export const WhoCanSee = observer(({ item, type }: { readonly item: Item; readonly type: ItemType }) => {
  const messages = useMessages();
  const level = levelSeen(type, item);
  const fewer = [...seenByFewer(type, item)];
  return (
    <section className="kk-group">
      <h3>{messages.format('meta.who')}</h3>
      {level && <LevelTag level={level} />}
      <ul className="kk-meta-list">
        {whoCanSee(type, item).map((statement, at) => (
          <StatementText key={`${statement.key}/${at}`} type={type} statement={statement} />
        ))}
      </ul>
      {level !== 'PUBLIC' && <ReadersByName item={item} />}
      <GrantsPart item={item} type={type} />
      {fewer.length > 0 && (
        <>
          <h4>{messages.format('meta.fewer')}</h4>
          <ul className="kk-meta-list">
            {fewer.map(([each, names]) => (
              <li key={each}>
                {names.map((name) => messages.property(type.name, name)).join(', ')} <LevelTag level={each} />
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
});
