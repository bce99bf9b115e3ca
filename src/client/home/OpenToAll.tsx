// What a visitor finds below the way in: what of this site is open to everybody. Loaded after the form that signs in.

import { observer } from 'mobx-react-lite';
import { LatestItems } from 'src/client/home/LatestItems.tsx';
import 'src/client/intl/laterMessages.ts';
import { EMPTY_STATE, writeState } from 'src/client/search/listingState.ts';
import { useCounts } from 'src/client/menu/ShellStore.ts';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import { useClient } from 'src/client/useClient.ts';

/** All of a type that everybody may read. */
const searchPath = (type: string): string =>
  `/search?${new URLSearchParams({ c0: writeState({ ...EMPTY_STATE, chosen: { _t: [type] } }) ?? '' }).toString()}`;

export const OpenToAll = observer(() => {
  const { registry } = useClient();
  const messages = useMessages();
  const { counts } = useCounts();
  // What is found beside a record, such as its files, stands on that record.
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
              to={searchPath(type)}
              query={{ must: { _t: [type] }, sort: [{ key: 'updated', order: 'desc' }] }}
            />
          ))}
      </div>
    </section>
  );
});
