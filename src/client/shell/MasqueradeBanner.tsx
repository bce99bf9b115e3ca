// On every view while an administrator acts as somebody else: who it is, and the way back.

import { observer } from 'mobx-react-lite';
import { useIntl } from 'react-intl';
import { Button } from 'src/client/ui/Button.tsx';
import { Icon } from 'src/client/ui/Icon.tsx';
import { useClient } from 'src/client/useClient.ts';

export const MasqueradeBanner = observer(() => {
  const { session, alerts } = useClient();
  const { formatMessage } = useIntl();
  const { user } = session;
  if (!user?.masquerading) return null;
  return (
    <section
      className="kk-masquerade"
      data-kk-region="masquerade"
      aria-label={formatMessage({ id: 'masquerade.label' })}
    >
      <Icon name="eye-open" />
      <span className="kk-fill">{formatMessage({ id: 'masquerade.banner' }, { name: user.name })}</span>
      <Button size="small" onClick={() => session.masquerade('stop').catch((thrown: unknown) => alerts.error(thrown))}>
        {formatMessage({ id: 'masquerade.stop' })}
      </Button>
    </section>
  );
});
