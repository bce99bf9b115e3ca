// The item that another one is about, on the page of that one: its declared values below a link to it. A reader who may not see it finds nothing.

import { observer } from 'mobx-react-lite';
import { useId } from 'react';
import { isEmptyValue } from 'src/base/isEmptyValue.ts';
import { ItemLink, useClient, useMessages, type PagePartProps } from 'src/client/extend.ts';
import { isWide, Values } from 'src/client/extendPage.ts';
import 'src/domain/consult/aboutPart.css';
import { isItemId } from 'src/model/item/itemId.ts';

export const AboutPart = observer(({ item, type: { view } }: PagePartProps) => {
  const { path = '', shows = [] } = view.page?.about ?? {};
  const { items, registry } = useClient();
  const messages = useMessages();
  const id = useId();
  const target = item[path];
  const loaded = isItemId(target) ? items.get(target) : undefined;
  const type = loaded?.state === 'ready' ? registry.types[loaded.item._t] : undefined;
  if (loaded?.state !== 'ready' || !type) return null;
  const about = loaded.item;
  const shown = shows.filter((name) => !isEmptyValue(about[name]));
  return (
    <section className="kk-about" aria-labelledby={id}>
      <h4 id={id}>
        {messages.property(item._t, path)}: <ItemLink id={about.$id} />
      </h4>
      {[true, false].map((wide) => {
        const paths = shown.filter((name) => isWide(type, name) === wide);
        return (
          paths.length > 0 && (
            <div key={String(wide)} className={wide ? undefined : 'kk-about-facts'}>
              <Values item={about} type={type} paths={paths} place={undefined} />
            </div>
          )
        );
      })}
    </section>
  );
});
