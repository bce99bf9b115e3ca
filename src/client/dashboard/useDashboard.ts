// The panels of a dashboard with their numbers: asked for in one request, and asked for again a moment after any of what is counted has
// changed, when the day turns and when the connection is back. Numbers that could not be renewed stay, and say so.

import { reaction } from 'mobx';
import { useCallback, useEffect } from 'react';
import { useClient } from 'src/client/useClient.ts';
import { useServerData } from 'src/client/useServerData.ts';
import type { PanelAnswer } from 'src/model/generated/wire.ts';

export interface Dashboard {
  /** Undefined until they are known. */
  readonly panels: readonly PanelAnswer[] | undefined;
  readonly failure: unknown;
  readonly load: () => Promise<void>;
}

/** A stream of changes is counted at most so often. */
const PANEL_RECOUNT_MS = 1_000;

/** The types of what the panels count, for the watches. */
const useTypes = (panels: readonly PanelAnswer[] | undefined): string => {
  const { registry } = useClient();
  const shown = new Set(panels?.map(({ screen }) => screen));
  const types = registry.screens.flatMap(({ path, search }) => (shown.has(path) ? (search?.types ?? []) : []));
  return [...new Set(types)].join(' ');
};

export const useDashboard = (path: string): Dashboard => {
  const { connection, items, day } = useClient();
  const ask = useCallback(async () => {
    const { panels } = await connection.send('dashboard', { path });
    items.putLabels(Object.assign({}, ...panels.map(({ labels }) => labels)) as Record<string, string>);
    return panels;
  }, [connection, items, path]);
  const { answer: panels, failure, again: load } = useServerData({ of: path, ask });
  const types = useTypes(panels);
  useEffect(() => {
    const watched = new Set(types.split(' ').filter((type) => type !== ''));
    const isCounted = (id: string): boolean => watched.has(id.split('-')[0] ?? '');
    let timer: ReturnType<typeof setTimeout> | undefined;
    const loadSoon = (): void => {
      timer ??= setTimeout(() => {
        timer = undefined;
        void load();
      }, PANEL_RECOUNT_MS);
    };
    const stops = [
      ...[...watched].map((type) => items.watch(`${type}-0`)),
      connection.onPush('item/update', ({ $id }) => isCounted($id) && loadSoon()),
      items.onOwnChange((id) => isCounted(id) && loadSoon()),
      reaction(() => day.key, loadSoon),
      () => clearTimeout(timer),
    ];
    return () => stops.forEach((stop) => stop());
  }, [connection, items, day, load, types]);
  return { panels, failure, load };
};
