// The one waiting sign. Appears after the busy delay.

import { Spinner } from '@blueprintjs/core';
import { FormattedMessage } from 'react-intl';
import { Delayed } from 'src/client/ui/Delayed.tsx';

export const Loading = () => (
  <div className="kk-loading">
    <Delayed>
      <Spinner size={28} aria-hidden />
      <p>
        <FormattedMessage id="app.loading" />
      </p>
    </Delayed>
  </div>
);
