// What an item says about itself: made, changed, counter, who can see it and why. Spec platform 2 (meta).

import { observer } from 'mobx-react-lite';
import { useEffect, useState, type ReactNode } from 'react';
import { levelOf } from 'src/model/item/levelOf.ts';
import type { Item } from 'src/model/item/Item.ts';
import type { ItemType } from 'src/model/schema/Registry.ts';
import { ItemLink, shownId } from 'src/client/cells/ItemLink.tsx';
import { useClient } from 'src/client/useClient.ts';
import { formatDate } from 'src/client/ui/dates.ts';
import { LevelTag } from 'src/client/ui/LevelTag.tsx';
import { useWords } from 'src/client/ui/words.ts';

type Grants = Readonly<Record<string, readonly string[]>>;

/** Grants on the item, by who gave them; undefined while asked. */
const useGrants = (item: Item): Grants | undefined => {
  const { connection } = useClient();
  const [grants, setGrants] = useState<Grants>();
  useEffect(() => {
    let shown = true;
    connection
      .send('getGrantedBy', { grantsFor: { [item._t]: [item._i] } })
      .then((answer) => shown && setGrants(answer[item.$id] ?? {}))
      .catch(() => shown && setGrants({}));
    return () => {
      shown = false;
    };
  }, [connection, item._t, item._i, item.$id]);
  return grants;
};

const Fact = ({ name, children }: { readonly name: string; readonly children: ReactNode }) => {
  const words = useWords();
  return (
    <div className="kk-value">
      <dt>{words.say(name)}</dt>
      <dd>{children}</dd>
    </div>
  );
};

const WhoCanSee = observer(({ item, type }: { readonly item: Item; readonly type: ItemType }) => {
  const words = useWords();
  const grants = useGrants(item);
  const level = levelOf(type, item);
  const hidden = Object.values(type.properties).filter(
    (property) => property.level !== undefined && item[property.name] !== undefined,
  );
  return (
    <section className="kk-group">
      <h3>{words.say('meta.who')}</h3>
      {level ? (
        <p className="kk-row">
          <LevelTag level={level} /> <span>{words.say(`meta.levels.${level}`)}</span>
        </p>
      ) : (
        <p>{words.say('meta.byType')}</p>
      )}
      {hidden.length > 0 && (
        <ul className="kk-meta-list">
          {hidden.map((property) => (
            <li key={property.name}>
              {words.property(type.name, property.name)} {property.level && <LevelTag level={property.level} />}
            </li>
          ))}
        </ul>
      )}
      {grants && Object.keys(grants).length > 0 && (
        <ul className="kk-meta-list">
          {Object.entries(grants).map(([by, list]) => (
            <li key={by}>
              <ItemLink id={by} /> · {list.join(', ')}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
});

export const MetaView = observer(({ item, type }: { readonly item: Item; readonly type: ItemType }) => {
  const words = useWords();
  return (
    <div className="kk-page">
      <section className="kk-group">
        <h3>{words.say('meta.title')}</h3>
        <dl className="kk-values">
          <Fact name="meta.id">
            <code>{shownId(item.$id)}</code>
          </Fact>
          <Fact name="meta.type">{words.type(type.name)}</Fact>
          <Fact name="meta.created">
            <time dateTime={item._c.ts}>{formatDate(words.intl, item._c.ts, true)}</time>
          </Fact>
          <Fact name="meta.creator">
            <ItemLink id={item._c.creator} />
          </Fact>
          <Fact name="meta.updated">
            <time dateTime={item.updated}>{formatDate(words.intl, item.updated, true)}</time>
          </Fact>
          <Fact name="meta.counter">{item._u}</Fact>
        </dl>
      </section>
      <WhoCanSee item={item} type={type} />
    </div>
  );
});
