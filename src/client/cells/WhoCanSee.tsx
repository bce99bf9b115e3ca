// "Who can see this", in words and with names: level, owner, others that the type lets in, grants, and what fewer people see.

import { observer } from 'mobx-react-lite';
import { Fragment, useEffect, useState } from 'react';
import { FormattedMessage } from 'react-intl';
import type { Item, ItemId } from 'src/model/item/Item.ts';
import type { ItemType } from 'src/model/schema/Registry.ts';
import { ItemLink } from 'src/client/cells/ItemLink.tsx';
import { levelSeen, seenByFewer, whoCanSee, type Grants, type Statement } from 'src/client/cells/accessSummary.ts';
import { useClient } from 'src/client/useClient.ts';
import { LevelTag } from 'src/client/ui/LevelTag.tsx';
import { readableName, useMessages } from 'src/client/ui/declaredMessages.ts';

/** Grants on the item, by who gave them; none while asked, and none that the reader may not know of. */
const useGrants = ({ _t, _i, $id, _u }: Item): Grants => {
  const { connection } = useClient();
  const [grants, setGrants] = useState<Grants>({});
  useEffect(() => {
    let shown = true;
    connection
      .send('getGrantedBy', { grantsFor: { [_t]: [_i] } })
      .then((answer) => shown && setGrants(answer[$id] ?? {}))
      .catch(() => shown && setGrants({}));
    return () => {
      shown = false;
    };
  }, [connection, _t, _i, $id, _u]);
  return grants;
};

const Names = ({ ids, none }: { readonly ids: readonly ItemId[]; readonly none: string }) =>
  ids.length === 0
    ? none
    : ids.map((id, at) => (
        <Fragment key={id}>
          {at > 0 && ', '}
          <ItemLink id={id} />
        </Fragment>
      ));

const Said = observer(({ type, statement }: { readonly type: ItemType; readonly statement: Statement }) => {
  const { site } = useClient();
  const messages = useMessages();
  const { key, items, label = '', by } = statement;
  const values = {
    who: <Names ids={items} none={site.siteName} />,
    label: key === 'user' ? messages.property(type.name, label) : readableName(label),
    right: messages.find(`meta.rights.${label}`) ?? readableName(label),
    by: by === undefined ? '' : <ItemLink id={by} />,
  };
  return (
    <li>
      <FormattedMessage id={`meta.seen.${key}`} values={values} />
    </li>
  );
});

export const WhoCanSee = observer(({ item, type }: { readonly item: Item; readonly type: ItemType }) => {
  const messages = useMessages();
  const grants = useGrants(item);
  const level = levelSeen(type, item);
  const fewer = [...seenByFewer(type, item)];
  return (
    <section className="kk-group">
      <h3>{messages.format('meta.who')}</h3>
      {level && <LevelTag level={level} />}
      <ul className="kk-meta-list">
        {whoCanSee(type, item, grants).map((statement, at) => (
          <Said key={`${statement.key}/${at}`} type={type} statement={statement} />
        ))}
      </ul>
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
