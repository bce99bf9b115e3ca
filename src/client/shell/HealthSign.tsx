// Connection health in the header: a word beside the dot, and when it is bad a countdown with "retry now". Spec platform 4.
// A pong that comes quickly changes nothing on the page: only what lasts for the notice delay is told (spec platform 9).

import { observer } from 'mobx-react-lite';
import { useIntl } from 'react-intl';
import { useClient } from 'src/client/useClient.ts';
import { Button } from 'src/client/ui/Button.tsx';
import { DELAYS, useDelayed } from 'src/client/ui/Delayed.tsx';

export const HealthSign = observer(() => {
  const { connection, drafts } = useClient();
  const { formatMessage } = useIntl();
  const { retryIn } = connection;
  const lasting = useDelayed(connection.health !== 'GOOD', DELAYS.notice);
  const health = lasting ? connection.health : 'GOOD';
  const waiting = drafts.dirty.filter((draft) => draft.waiting).length;
  return (
    <span className={`kk-health kk-health-${health.toLowerCase()}`}>
      <span className="kk-health-dot" aria-hidden />
      <span className="kk-health-word">
        {formatMessage({ id: `health.${health}` })}
        {waiting > 0 && ` · ${formatMessage({ id: 'health.waiting' }, { count: waiting })}`}
      </span>
      {health === 'BAD' && retryIn !== undefined && (
        <>
          <span className="kk-health-count">
            {formatMessage({ id: 'health.retryIn' }, { seconds: Math.max(0, Math.ceil(retryIn)) })}
          </span>
          <Button size="small" onClick={() => connection.retryNow()}>
            {formatMessage({ id: 'health.retryNow' })}
          </Button>
        </>
      )}
    </span>
  );
});
