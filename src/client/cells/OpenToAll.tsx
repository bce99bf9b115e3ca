// What a visitor finds below the way in: what of this site is open to everybody. Loaded after the form that signs in.

import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import type { Query } from 'src/model/generated/wire.ts';
import { useAnswer } from 'src/client/cells/homePanels.tsx';
import { ItemLink } from 'src/client/cells/ItemLink.tsx';
import { useCounts } from 'src/client/shell/ShellStore.ts';
import { Icon } from 'src/client/ui/Icon.tsx';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import { useClient } from 'src/client/useClient.ts';

const LATEST = 5;

/** One type: how many items of it are open to everybody, and the latest. */
const OpenType = observer(({ type, count }: { readonly type: string; readonly count: number }) => {
  const { registry } = useClient();
  const messages = useMessages();
  const [query] = useState<Query>({
    must: { _t: [type] },
    sort: [{ key: 'updated', order: 'desc' }],
    max: LATEST,
    labels: true,
  });
  const answer = useAnswer(query);
  const title = messages.find(`types.${type}.plural`) ?? messages.type(type);
  return (
    <section className="kk-panel-card" aria-label={title}>
      <header>
        <Icon name={registry.types[type]?.view.icon ?? 'document'} />
        <h4 className="kk-fill">{title}</h4>
        <span className="kk-line-side">{messages.format('areas.count', { count })}</span>
      </header>
      <ul className="kk-plain-list kk-lines-list">
        {answer?.ids.map((id) => (
          <li key={id}>
            <div className="kk-fill">
              <ItemLink id={id} />
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
});

export const OpenToAll = observer(() => {
  const messages = useMessages();
  const { counts } = useCounts();
  const open = Object.entries(counts).filter(([, count]) => count > 0);
  if (open.length === 0) return null;
  return (
    <section className="kk-front-open" aria-label={messages.format('home.public')}>
      <h3>{messages.format('home.public')}</h3>
      <div className="kk-panels">
        {open
          .toSorted(([, one], [, other]) => other - one)
          .map(([type, count]) => (
            <OpenType key={type} type={type} count={count} />
          ))}
      </div>
    </section>
  );
});
