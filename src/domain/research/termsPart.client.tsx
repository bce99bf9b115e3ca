// Says on the page of a record what the consents behind it permit, and until when.

import { observer } from 'mobx-react-lite';
import { useCallback } from 'react';
import {
  formatDate,
  PartFailed,
  useClient,
  useMessages,
  useServerData,
  type PagePartProps,
} from 'src/client/extend.ts';

export const TermsPart = observer(({ item: { $id, _u } }: PagePartProps) => {
  const { connection } = useClient();
  const messages = useMessages();
  const { intl } = messages;
  const ask = useCallback(
    () => connection.send('act/permittedUses', { ids: [$id], language: intl.locale }),
    [connection, $id, intl.locale],
  );
  const { answer, failure, again } = useServerData({ of: $id, ask, version: String(_u) });
  if (failure !== undefined && !answer)
    return <PartFailed message="consents.terms.failed" failure={failure} again={again} />;
  if (!answer || answer.limited === 0) return null;
  const permitted = answer.uses.filter((each) => each.permitted > 0).map(({ label }) => label);
  const { until } = answer;
  return (
    <p>
      {permitted.length === 0
        ? messages.format('consents.terms.none')
        : messages.format('consents.terms', { uses: intl.formatList(permitted) })}{' '}
      {until !== undefined && messages.format('consents.terms.until', { date: formatDate(intl, until) })}
    </p>
  );
});
