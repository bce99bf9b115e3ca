// Returns the panels of a dashboard with their numbers. They are read in one request, and read again soon after a change of anything that
// they count, when the day changes and when the connection is back. Numbers that could not be read again stay, with a notice.

import { useCallback } from 'react';
import { useClient } from 'src/client/useClient.ts';
import { useServerData } from 'src/client/useServerData.ts';
import type { PanelAnswer } from 'src/model/generated/wire.ts';
import type { Screen } from 'src/model/schema/Registry.ts';

export interface Dashboard {
  /** Undefined until they are known. */
  readonly panels: readonly PanelAnswer[] | undefined;
  readonly failure: unknown;
  readonly load: () => Promise<void>;
}

/** Observable. */
export const useDashboard = ({ path, counts }: Screen): Dashboard => {
  const { connection, items, day } = useClient();
  const ask = useCallback(async () => {
    const { panels } = await connection.send('dashboard', { path });
    items.putLabels(Object.assign({}, ...panels.map(({ labels }) => labels)) as Record<string, string>);
    return panels;
  }, [connection, items, path]);
  const { answer: panels, failure, again: load } = useServerData({ of: path, ask, version: day.key, types: counts });
  return { panels, failure, load };
};
