// The community's own drawing on its accent colour.

import { useClient } from 'src/client/useClient.ts';

export const Mark = () => (
  <svg className="kk-mark" viewBox="0 0 24 24" aria-hidden>
    <path d={useClient().site.mark} />
  </svg>
);
