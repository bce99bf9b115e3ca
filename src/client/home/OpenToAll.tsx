// Content below the sign-in form for visitors: the items of this site that are open to everyone. Loaded after the form.

import { observer } from 'mobx-react-lite';
import { LatestItems } from 'src/client/home/LatestItems.tsx';
import 'src/client/intl/laterMessages.ts';
import { openTypesSearch } from 'src/client/home/openTypesSearch.ts';
import { useCounts } from 'src/client/menu/ShellStore.ts';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import { useClient } from 'src/client/useClient.ts';

export const OpenToAll = observer(() => {
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
