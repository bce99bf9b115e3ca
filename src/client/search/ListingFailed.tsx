// Shows why a listing has no results. Loaded when a search fails.

import { observer } from 'mobx-react-lite';
import 'src/client/intl/laterMessages.ts';
import { isUnreachable, messageOfThrown, valuesOfThrown } from 'src/client/connection/ClientProblem.ts';
import type { ListingStore } from 'src/client/listing/ListingStore.ts';
import { ShellLink } from 'src/client/navigation/ShellLink.tsx';
import { Button } from 'src/client/ui/Button.tsx';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import { Empty } from 'src/client/ui/Notice.tsx';
import type { InvalidEntry } from 'src/model/generated/wire.ts';
import { isProblem } from 'src/model/problems.ts';

/** A refused search says what about it was refused: there are no fields to look at. */
const listingFailureText = (
  failure: unknown,
): { readonly id: string; readonly params: Readonly<Record<string, string | number>> | undefined } => {
  const errors = isProblem(failure) && failure.key === 'invalid' ? failure.params?.['errors'] : undefined;
  const [first] = Array.isArray(errors) ? (errors as readonly InvalidEntry[]) : [];
  return first
    ? { id: first.message, params: first.params as Record<string, string | number> }
    : { id: messageOfThrown(failure), params: valuesOfThrown(failure) };
};

const OFFLINE_HINT = { id: 'listing.offlineHint', params: undefined };

export const ListingFailed = observer(({ store }: { readonly store: ListingStore }) => {
  const messages = useMessages();
  const isOffline = isUnreachable(store.failure);
  const { id, params } = isOffline ? OFFLINE_HINT : listingFailureText(store.failure);
  return (
    <Empty
      icon="error"
      urgent
      title={messages.format(isOffline ? 'listing.offline' : 'listing.failed')}
      action={
        <span className="kk-row">
          {isOffline && <ShellLink to="/">{messages.format('offline.see')}</ShellLink>}
          <Button icon="refresh" onClick={() => void store.load()}>
            {messages.format('app.tryAgain')}
          </Button>
        </span>
      }
    >
      {messages.find(id, params) ?? messages.format('errors.generalFailure')}
    </Empty>
  );
});
