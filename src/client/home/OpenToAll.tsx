// Content around the sign-in form for visitors, loaded after the form: the items of this site that are open to everyone, and that this device
// has no connection.

import { observer } from 'mobx-react-lite';
import { useSyncExternalStore } from 'react';
import { LatestItems } from 'src/client/home/LatestItems.tsx';
import 'src/client/intl/laterMessages.ts';
import { openTypesSearch } from 'src/client/home/openTypesSearch.ts';
import { useCounts } from 'src/client/menu/ShellStore.ts';
import { Band } from 'src/client/ui/Notice.tsx';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import { useClient } from 'src/client/useClient.ts';

const followNetwork = (changed: () => void): (() => void) => {
  const events = ['online', 'offline'];
  for (const event of events) window.addEventListener(event, changed);
  return () => events.forEach((event) => window.removeEventListener(event, changed));
};

const NoConnection = () => {
  const messages = useMessages();
  const isOnline = useSyncExternalStore(followNetwork, () => navigator.onLine);
  if (isOnline) return null;
  return (
    <div role="alert" className="kk-front-offline">
      <Band icon="offline">{messages.format('home.noConnection')}</Band>
    </div>
  );
};

export const OpenToAll = () => (
  <>
    <NoConnection />
    <OpenItems />
  </>
);

const OpenItems = observer(() => {
  const { registry } = useClient();
  const messages = useMessages();
  const { counts } = useCounts();
  // Items such as files are shown on the record to which they belong.
  const open = Object.entries(counts).filter(
    ([type, count]) => count > 0 && registry.types[type]?.excludeGeneralSearch !== true,
  );
  if (open.length === 0) return null;
  return (
    <section className="kk-front-open" aria-label={messages.format('home.public')}>
      <h3>{messages.format('home.public')}</h3>
      <div className="kk-panels">
        {open
          .toSorted(([, one], [, other]) => other - one)
          .map(([type, count]) => (
            <LatestItems
              key={type}
              title={messages.plural(type)}
              icon={registry.types[type]?.view.icon ?? 'document'}
              level={4}
              count={count}
              to={openTypesSearch(type)}
              query={{ must: { _t: [type] }, sort: [{ key: 'updated', order: 'desc' }] }}
            />
          ))}
      </div>
    </section>
  );
});
