// The one waiting sign. Appears after the render delay, so that what comes quickly does not flash.

import { Spinner } from '@blueprintjs/core';
import { FormattedMessage } from 'react-intl';
import { Delayed, DELAYS } from 'src/client/ui/Delayed.tsx';

export const Loading = () => (
  <div className="kk-loading">
    <Delayed by={DELAYS.render}>
      <Spinner size={28} aria-hidden />
      <p>
        <FormattedMessage id="app.loading" />
      </p>
    </Delayed>
  </div>
);
